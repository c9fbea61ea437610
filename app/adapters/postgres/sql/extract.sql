-- Reading conversations for facts. What is written is written under the locks of the owners' rows.

-- name: extract.messages
-- Of each session the oldest messages that were not read, hidden ones without their text, and the last ones before
-- them; the parts of a long message joined.
select given.number, m.id, m.seq, m.round_no, m.role, m.content, m.message_id, m.name, m.created_at, m.fresh
from unnest(
    %(owner_ids)s::uuid[], %(tenant_ids)s::text[], %(user_ids)s::text[], %(session_ids)s::text[], %(after_seqs)s::bigint[]
) with ordinality as given (owner_id, tenant_id, user_id, session_id, after_seq, number)
cross join lateral (
    (
        select (array_agg(f.id order by f.part))[1] as id, f.seq, min(f.round_no) as round_no, min(f.role) as role,
            case
                when bool_and(f.forgotten_at is null and f.superseded_at is null
                    and (f.expires_at is null or f.expires_at > %(now)s))
                then string_agg(f.content, '' order by f.part)
            end as content,
            min(f.message_id) as message_id, min(f.name) as name, min(f.created_at) as created_at, true as fresh
        from memories f
        where f.owner_id = given.owner_id and f.tenant_id = given.tenant_id and f.user_id = given.user_id
            and f.session_id = given.session_id and f.seq > given.after_seq
        group by f.seq
        order by f.seq
        limit %(most)s
    )
    union all
    (
        select (array_agg(b.id order by b.part))[1], b.seq, min(b.round_no), min(b.role),
            string_agg(b.content, '' order by b.part), min(b.message_id), min(b.name), min(b.created_at), false
        from memories b
        where b.owner_id = given.owner_id and b.tenant_id = given.tenant_id and b.user_id = given.user_id
            and b.session_id = given.session_id and b.seq <= given.after_seq
            and b.forgotten_at is null and b.superseded_at is null and (b.expires_at is null or b.expires_at > %(now)s)
        group by b.seq
        order by b.seq desc
        limit %(context)s
    )
) as m
order by given.number, m.seq;

-- name: extract.lock_owners
-- Locked in order of owner_id (no deadlocks). The version stays: search sees nothing of facts.
select o.owner_id
from unnest(%(owner_ids)s::uuid[], %(tenant_ids)s::text[], %(user_ids)s::text[]) as given (owner_id, tenant_id, user_id)
join owners o on o.owner_id = given.owner_id and o.tenant_id = given.tenant_id and o.user_id = given.user_id
order by o.owner_id
for update of o;

-- name: extract.marks
select s.owner_id, s.session_id, s.extracted_seq
from unnest(%(owner_ids)s::uuid[], %(tenant_ids)s::text[], %(user_ids)s::text[], %(session_ids)s::text[])
    as given (owner_id, tenant_id, user_id, session_id)
join sessions s
    on s.owner_id = given.owner_id and s.tenant_id = given.tenant_id and s.user_id = given.user_id
    and s.session_id = given.session_id;

-- name: extract.visible
-- Which of these messages may still be read.
select m.owner_id, m.id
from unnest(%(owner_ids)s::uuid[], %(tenant_ids)s::text[], %(user_ids)s::text[], %(ids)s::uuid[])
    as given (owner_id, tenant_id, user_id, id)
join memories m
    on m.owner_id = given.owner_id and m.tenant_id = given.tenant_id and m.user_id = given.user_id and m.id = given.id
where m.forgotten_at is null and m.superseded_at is null and (m.expires_at is null or m.expires_at > %(now)s);

-- name: extract.fact_tombstones
-- Keys of users' cards that were erased, and when.
select t.owner_id, t.ref, t.erased_at
from unnest(%(owner_ids)s::uuid[], %(tenant_ids)s::text[], %(user_ids)s::text[]) as given (owner_id, tenant_id, user_id)
join tombstones t
    on t.owner_id = given.owner_id and t.tenant_id = given.tenant_id and t.user_id = given.user_id and t.kind = 'fact';

-- name: extract.newest_facts
-- The newest version of every fact of users' cards, also of those that ended, with what stands around its value in the
-- newest message that tells it, where that may still be read.
select f.owner_id, f.key, f.value, f.confidence, f.valid_from, f.source, f.retracted, f.ends_at,
    coalesce(substring(m.content from greatest(1, strpos(m.content, f.value) - %(before)s) for %(most_told)s), '') as told
from unnest(%(owner_ids)s::uuid[], %(tenant_ids)s::text[], %(user_ids)s::text[]) as given (owner_id, tenant_id, user_id)
join facts f
    on f.owner_id = given.owner_id and f.tenant_id = given.tenant_id and f.user_id = given.user_id
    and f.session_id = '' and f.superseded_at is null
left join memories m
    on m.owner_id = given.owner_id and m.tenant_id = given.tenant_id and m.user_id = given.user_id
    and m.id = f.source_ids[cardinality(f.source_ids)] and not f.retracted
    and m.forgotten_at is null and m.superseded_at is null and (m.expires_at is null or m.expires_at > %(now)s);

-- name: extract.user_keys
-- Every key of a user's card, also of facts that ended.
select key
from facts
where owner_id = %(owner_id)s and tenant_id = %(tenant_id)s and user_id = %(user_id)s
    and session_id = '' and superseded_at is null;

-- name: extract.move_on
-- So far has a session been read; it stays due until `extract.settle`.
-- What a chat model should have read and could not is noted from its first message on, to be read again after a wait that
-- doubles from one minute to some four hours.
update sessions s
set extracted_seq = given.seq, extracted_rounds = greatest(s.extracted_rounds, given.rounds), extract_tries = 0,
    model_owed_seq = case when given.missed then least(s.model_owed_seq, given.from_seq) else s.model_owed_seq end,
    model_owed_at = case
        when given.missed then %(now)s::timestamptz + interval '1 minute' * power(2, least(s.model_tries, 8))
        else s.model_owed_at
    end,
    model_tries = case when given.missed then least(s.model_tries + 1, 1000) else 0 end
from unnest(
    %(owner_ids)s::uuid[], %(tenant_ids)s::text[], %(user_ids)s::text[], %(session_ids)s::text[], %(seqs)s::bigint[],
    %(rounds)s::bigint[], %(from_seqs)s::bigint[], %(missed)s::boolean[]
) as given (owner_id, tenant_id, user_id, session_id, seq, rounds, from_seq, missed)
where s.owner_id = given.owner_id and s.tenant_id = given.tenant_id and s.user_id = given.user_id
    and s.session_id = given.session_id and s.extracted_seq <= given.seq;

-- name: extract.settle
-- What was stored is shown. A session is due again for what came since; one that had nothing to read, for more.
update sessions s
set shown_seq = greatest(s.shown_seq, given.seq),
    extract_at = case
        when s.last_seq <= s.extracted_seq or (given.idle and s.last_seq <= given.last_seq) then null
        when given.more or s.closed_at is not null or s.rounds - s.extracted_rounds >= %(extract_rounds)s then %(now)s
        else s.last_active_at + %(extract_silence)s
    end
from unnest(
    %(owner_ids)s::uuid[], %(tenant_ids)s::text[], %(user_ids)s::text[], %(session_ids)s::text[], %(idle)s::boolean[],
    %(more)s::boolean[], %(last_seqs)s::bigint[], %(seqs)s::bigint[]
) as given (owner_id, tenant_id, user_id, session_id, idle, more, last_seq, seq)
where s.owner_id = given.owner_id and s.tenant_id = given.tenant_id and s.user_id = given.user_id
    and s.session_id = given.session_id and s.extract_at is not null;

-- name: extract.put_off
update sessions
set extract_tries = extract_tries + 1, extract_at = %(due_at)s
where owner_id = %(owner_id)s and tenant_id = %(tenant_id)s and user_id = %(user_id)s and session_id = %(session_id)s
    and extracted_seq = %(from_seq)s;

-- name: extract.read_again
update sessions s
set extracted_seq = least(s.extracted_seq, first.seq - 1), extract_at = %(now)s, extract_tries = 0
from (
    select min(m.seq) as seq
    from memories m
    where m.owner_id = %(owner_id)s and m.tenant_id = %(tenant_id)s and m.user_id = %(user_id)s
        and m.session_id = %(session_id)s and m.id = any (%(ids)s::uuid[])
) as first
where s.owner_id = %(owner_id)s and s.tenant_id = %(tenant_id)s and s.user_id = %(user_id)s
    and s.session_id = %(session_id)s and first.seq is not null;

-- name: extract.read_owed
update sessions s
set extracted_seq = least(s.extracted_seq, s.model_owed_seq), extract_at = %(now)s, model_owed_seq = null, model_owed_at = null
from unnest(%(owner_ids)s::uuid[], %(tenant_ids)s::text[], %(user_ids)s::text[], %(session_ids)s::text[])
    as given (owner_id, tenant_id, user_id, session_id)
where s.owner_id = given.owner_id and s.tenant_id = given.tenant_id and s.user_id = given.user_id
    and s.session_id = given.session_id and s.model_owed_seq is not null;

-- name: extract.waiting
-- How many messages of a session still wait, at least one while it is not settled.
select greatest(1, (
    select count(*)
    from memories m
    where m.owner_id = %(owner_id)s and m.tenant_id = %(tenant_id)s and m.user_id = %(user_id)s
        and m.session_id = s.session_id and m.seq > s.extracted_seq and m.part = 0 and m.forgotten_at is null
))
from sessions s
where s.owner_id = %(owner_id)s and s.tenant_id = %(tenant_id)s and s.user_id = %(user_id)s
    and s.session_id = %(session_id)s and s.extract_at is not null
    and (%(up_to_seq)s::bigint is null or s.shown_seq < s.extracted_seq or exists (
        select from memories m
        where m.owner_id = %(owner_id)s and m.tenant_id = %(tenant_id)s and m.user_id = %(user_id)s
            and m.session_id = s.session_id and m.seq > s.extracted_seq and m.seq <= %(up_to_seq)s::bigint
    ));
