-- Running summaries. A summary is written, and dropped, under the owner's lock.

-- name: summary.of_session
-- The summary of a session, if it has one, and what has left its window since.
select sm.revision, sm.kind, sm.lines, sm.first_seq, sm.last_seq, sm.last_round, sm.until, sm.messages, sm.tokens,
    sm.covered_tokens, sm.made_at,
    case when s.last_active_at > %(active_after)s then s.window_start_seq else s.last_seq + 1 end,
    s.summary_from, s.closed_at is not null or s.last_active_at <= %(silent_before)s,
    s.rounds, s.rounds - s.summary_round,
    waiting.messages, waiting.bytes, o.version
from sessions s
join owners o
    on o.owner_id = %(owner_id)s and o.tenant_id = %(tenant_id)s and o.user_id = %(user_id)s
left join summaries sm
    on sm.owner_id = s.owner_id and sm.tenant_id = s.tenant_id and sm.user_id = s.user_id and sm.session_id = s.session_id
cross join lateral (
    select count(distinct m.seq) as messages, coalesce(sum(octet_length(m.content)), 0) as bytes
    from memories m
    where m.owner_id = %(owner_id)s and m.tenant_id = %(tenant_id)s and m.user_id = %(user_id)s
        and m.session_id = s.session_id and m.seq > coalesce(sm.last_seq, -1)
        and m.seq < case when s.last_active_at > %(active_after)s then s.window_start_seq else s.last_seq + 1 end
        and m.forgotten_at is null and m.superseded_at is null and m.expires_at is null and m.visibility = 'shared'
) as waiting
where s.owner_id = %(owner_id)s and s.tenant_id = %(tenant_id)s and s.user_id = %(user_id)s
    and s.session_id = %(session_id)s and s.forgotten_at is null;

-- name: summary.turns
-- Turns to be covered, oldest first, the parts of a long message joined, with the vector of its first piece. Those that
-- will expire are left out, since their text must not outlive them, and those that are private to an agent.
select (array_agg(m.id order by m.part))[1], min(m.message_id), m.seq, min(m.round_no), min(m.role),
    string_agg(m.content, '' order by m.part), min(m.created_at), (array_agg(p.embedding order by m.part))[1],
    count(*), max(m.changed)
from memories m
left join pieces p
    on p.owner_id = %(owner_id)s and p.tenant_id = %(tenant_id)s and p.user_id = %(user_id)s
    and p.memory_id = m.id and p.piece_no = 0 and p.model = %(model)s
where m.owner_id = %(owner_id)s and m.tenant_id = %(tenant_id)s and m.user_id = %(user_id)s
    and m.session_id = %(session_id)s and m.seq > %(after_seq)s and m.seq < %(before_seq)s
    and m.forgotten_at is null and m.superseded_at is null and m.expires_at is null and m.visibility = 'shared'
group by m.seq
order by m.seq
limit %(limit)s;

-- name: summary.lock
select version
from owners
where owner_id = %(owner_id)s and tenant_id = %(tenant_id)s and user_id = %(user_id)s
for update;

-- name: summary.unchanged
-- What a summary is about to be written from, as it stands now: rows and the newest change among them.
select count(*), coalesce(max(changed), 0)
from memories
where owner_id = %(owner_id)s and tenant_id = %(tenant_id)s and user_id = %(user_id)s
    and session_id = %(session_id)s and seq > %(after_seq)s and seq <= %(last_seq)s
    and forgotten_at is null and superseded_at is null and expires_at is null and visibility = 'shared';

-- name: summary.revision
select revision
from summaries
where owner_id = %(owner_id)s and tenant_id = %(tenant_id)s and user_id = %(user_id)s and session_id = %(session_id)s;

-- name: summary.put
-- A new text has no vector yet. Where the old one had one, what searches remember of it ends here.
with ended as (
    update owners
    set vectors = vectors + 1
    where owner_id = %(owner_id)s and tenant_id = %(tenant_id)s and user_id = %(user_id)s
        and exists (
            select from summaries
            where owner_id = %(owner_id)s and tenant_id = %(tenant_id)s and user_id = %(user_id)s
                and session_id = %(session_id)s and embedding is not null
        )
)
insert into summaries as s (
    owner_id, tenant_id, user_id, session_id, revision, kind, lines, first_seq, last_seq, last_round, until, messages,
    tokens, covered_tokens, made_at, wanted
) values (
    %(owner_id)s, %(tenant_id)s, %(user_id)s, %(session_id)s, %(revision)s, %(kind)s, %(lines)s, %(first_seq)s,
    %(last_seq)s, %(last_round)s, %(until)s, %(messages)s, %(tokens)s, %(covered_tokens)s, %(made_at)s, %(wanted)s
)
on conflict (owner_id, session_id) do update
set revision = excluded.revision, kind = excluded.kind, lines = excluded.lines, first_seq = excluded.first_seq,
    last_seq = excluded.last_seq, last_round = excluded.last_round, until = excluded.until, messages = excluded.messages,
    tokens = excluded.tokens, covered_tokens = excluded.covered_tokens, made_at = excluded.made_at,
    wanted = excluded.wanted, model = '', embedding = null
where s.owner_id = excluded.owner_id and s.tenant_id = excluded.tenant_id and s.user_id = excluded.user_id;

-- name: summary.write_vectors
-- Of summaries that are still the ones the texts were read from. Neither waits for the user's lock nor for a row: what
-- somebody else is writing just now is read again later.
with free as (
    select s.owner_id, s.tenant_id, s.user_id, s.session_id, given.embedding
    from unnest(
        %(owner_ids)s::uuid[], %(tenant_ids)s::text[], %(user_ids)s::text[], %(session_ids)s::text[],
        %(revisions)s::bigint[], %(made_ats)s::timestamptz[], %(embeddings)b::halfvec[]
    ) as given (owner_id, tenant_id, user_id, session_id, revision, made_at, embedding)
    join owners o
        on o.owner_id = given.owner_id and o.tenant_id = given.tenant_id and o.user_id = given.user_id
    join summaries s
        on s.owner_id = given.owner_id and s.tenant_id = given.tenant_id and s.user_id = given.user_id
        and s.session_id = given.session_id and s.revision = given.revision and s.made_at = given.made_at
    for no key update of o, s skip locked
), written as (
    update summaries s
    set model = %(model)s, embedding = free.embedding
    from free
    where s.owner_id = free.owner_id and s.tenant_id = free.tenant_id and s.user_id = free.user_id
        and s.session_id = free.session_id
    returning s.owner_id, s.tenant_id, s.user_id
), told as (
    update owners o
    set vectors = o.vectors + 1
    from (select distinct owner_id, tenant_id, user_id from written) as w
    where o.owner_id = w.owner_id and o.tenant_id = w.tenant_id and o.user_id = w.user_id
)
select 1 from written;

-- name: summary.give_up_vector
update summaries
set wanted = false
where owner_id = %(owner_id)s and tenant_id = %(tenant_id)s and user_id = %(user_id)s and session_id = %(session_id)s
    and revision = %(revision)s and made_at = %(made_at)s
returning 1;

-- name: summary.settle
-- Turns below `summary_from` were looked at. A session whose summary was dropped meanwhile stays due.
update sessions
set summary_from = %(summary_from)s, summary_round = %(summary_round)s
where owner_id = %(owner_id)s and tenant_id = %(tenant_id)s and user_id = %(user_id)s and session_id = %(session_id)s
    and summary_from = %(was_from)s;

-- name: summary.drop
-- The summaries that cover one of these messages (or would, one that comes back before their first) go, and are to be made
-- anew. Before the messages themselves go.
with touched as (
    select distinct s.session_id
    from summaries s
    join memories m
        on m.owner_id = %(owner_id)s and m.tenant_id = %(tenant_id)s and m.user_id = %(user_id)s
        and m.session_id = s.session_id and m.seq <= s.last_seq
    where s.owner_id = %(owner_id)s and s.tenant_id = %(tenant_id)s and s.user_id = %(user_id)s
        and m.id = any (%(ids)s::uuid[])
), gone as (
    delete from summaries s
    using touched
    where s.owner_id = %(owner_id)s and s.tenant_id = %(tenant_id)s and s.user_id = %(user_id)s
        and s.session_id = touched.session_id
    returning s.session_id
), again as (
    update sessions s
    set summary_from = -1, summary_round = 0
    from gone
    where s.owner_id = %(owner_id)s and s.tenant_id = %(tenant_id)s and s.user_id = %(user_id)s
        and s.session_id = gone.session_id
)
select session_id from gone;
