-- The archiving transaction. All of it runs under the locks of the owners' rows, so that what it checks stays true.

-- name: store.lock_owners
-- One row an owner, locked in order of owner_id (no deadlocks), with its next version.
insert into owners as o (owner_id, tenant_id, user_id, version, last_active_at)
select given.owner_id, given.tenant_id, given.user_id, 1, %(now)s
from unnest(%(owner_ids)s::uuid[], %(tenant_ids)s::text[], %(user_ids)s::text[]) as given (owner_id, tenant_id, user_id)
order by given.owner_id
on conflict (owner_id) do update
set version = o.version + 1, last_active_at = greatest(o.last_active_at, excluded.last_active_at)
where o.owner_id = excluded.owner_id and o.tenant_id = excluded.tenant_id and o.user_id = excluded.user_id
returning o.owner_id, o.version;

-- name: store.tombstoned_owners
-- Hardly anybody has a tombstone: only those who have are asked in detail.
select given.owner_id
from unnest(%(owner_ids)s::uuid[], %(tenant_ids)s::text[], %(user_ids)s::text[]) as given (owner_id, tenant_id, user_id)
where exists (
    select from tombstones t
    where t.owner_id = given.owner_id and t.tenant_id = given.tenant_id and t.user_id = given.user_id
);

-- name: store.tombstones
select t.owner_id, t.kind, t.ref, t.erased_at
from unnest(%(owner_ids)s::uuid[], %(tenant_ids)s::text[], %(user_ids)s::text[], %(kinds)s::text[], %(refs)s::text[])
    as given (owner_id, tenant_id, user_id, kind, ref)
join tombstones t
    on t.owner_id = given.owner_id and t.tenant_id = given.tenant_id and t.user_id = given.user_id
    and t.kind = given.kind and t.ref = given.ref;

-- name: store.known_ids
-- Saved memories that are there already.
select m.owner_id, m.id
from unnest(%(owner_ids)s::uuid[], %(tenant_ids)s::text[], %(user_ids)s::text[], %(ids)s::uuid[])
    as given (owner_id, tenant_id, user_id, id)
join memories m
    on m.owner_id = given.owner_id and m.tenant_id = given.tenant_id and m.user_id = given.user_id and m.id = given.id;

-- name: store.known_turns
-- Chat messages that are there already: from a session's first place in the batch on, and by the caller's ids.
with given as (
    select *
    from unnest(
        %(owner_ids)s::uuid[], %(tenant_ids)s::text[], %(user_ids)s::text[], %(session_ids)s::text[], %(first_seqs)s::bigint[]
    ) with ordinality as row (owner_id, tenant_id, user_id, session_id, first_seq, number)
)
select m.owner_id, m.session_id, m.seq, m.message_id, m.id
from given
join memories m
    on m.owner_id = given.owner_id and m.tenant_id = given.tenant_id and m.user_id = given.user_id
    and m.session_id = given.session_id and m.seq >= given.first_seq and m.seq is not null
where m.part = 0
union all
select m.owner_id, m.session_id, m.seq, m.message_id, m.id
from unnest(%(session_numbers)s::integer[], %(message_ids)s::text[]) as asked (number, message_id)
join given on given.number = asked.number
join memories m
    on m.owner_id = given.owner_id and m.tenant_id = given.tenant_id and m.user_id = given.user_id
    and m.session_id = given.session_id and m.message_id = asked.message_id
where m.part = 0;

-- name: store.same_content
-- Live saved memories that say the same.
select m.owner_id, m.content_hash, m.type, m.agent_id, m.visibility, m.id
from unnest(%(owner_ids)s::uuid[], %(tenant_ids)s::text[], %(user_ids)s::text[], %(hashes)s::bytea[])
    as given (owner_id, tenant_id, user_id, content_hash)
join memories m
    on m.owner_id = given.owner_id and m.tenant_id = given.tenant_id and m.user_id = given.user_id
    and m.content_hash = given.content_hash
where m.seq is null and m.forgotten_at is null and m.superseded_at is null and m.document_id is null
    and (m.expires_at is null or m.expires_at > %(now)s)
order by m.owner_id, m.created_at, m.id;

-- name: store.reinforce
-- Said again: surer, and it lives as long as the longer-lived of the two.
update memories m
set confidence = m.confidence + 0.2 * (1 - m.confidence),
    importance = greatest(m.importance, given.importance),
    layers = m.layers | given.layers,
    pinned = m.pinned or given.pinned,
    accessed_at = greatest(m.accessed_at, %(now)s),
    working_until = greatest(m.working_until, given.working_until),
    expires_at = case when given.expires_at is null then null else greatest(m.expires_at, given.expires_at) end,
    changed = given.changed
from (
    select owner_id, tenant_id, user_id, id, max(importance) as importance, bit_or(layers) as layers,
        bool_or(pinned) as pinned, max(working_until) as working_until,
        case when bool_or(expires_at is null) then null else max(expires_at) end as expires_at, max(changed) as changed
    from unnest(
        %(owner_ids)s::uuid[], %(tenant_ids)s::text[], %(user_ids)s::text[], %(ids)s::uuid[], %(importances)s::real[],
        %(layers)s::smallint[], %(pinned)s::boolean[], %(working_until)s::timestamptz[], %(expires_at)s::timestamptz[],
        %(changed)s::bigint[]
    ) as row (owner_id, tenant_id, user_id, id, importance, layers, pinned, working_until, expires_at, changed)
    group by owner_id, tenant_id, user_id, id
) as given
where m.owner_id = given.owner_id and m.tenant_id = given.tenant_id and m.user_id = given.user_id and m.id = given.id;

-- name: store.want_pieces
-- A memory that was not worth an embedding and is now.
update pieces p
set wanted = true
from unnest(%(owner_ids)s::uuid[], %(tenant_ids)s::text[], %(user_ids)s::text[], %(ids)s::uuid[])
    as given (owner_id, tenant_id, user_id, id)
where p.owner_id = given.owner_id and p.tenant_id = given.tenant_id and p.user_id = given.user_id
    and p.memory_id = given.id and not p.wanted;

-- name: store.put_sessions
-- A session is due to be read for facts when it was closed, has enough rounds that were not, or falls silent.
insert into sessions as s (
    owner_id, tenant_id, user_id, session_id, rounds, last_seq, window_start_seq, created_at, last_active_at, closed_at,
    extract_at, changed
)
select given.owner_id, given.tenant_id, given.user_id, given.session_id, given.rounds, given.last_seq,
    given.window_start_seq, %(now)s, given.last_active_at, given.closed_at,
    case
        when %(extract_rounds)s::bigint is null or given.last_seq = 0 then null
        when given.closed_at is not null or given.rounds >= %(extract_rounds)s::bigint then %(now)s
        else given.last_active_at + %(extract_silence)s
    end,
    given.changed
from unnest(
    %(owner_ids)s::uuid[], %(tenant_ids)s::text[], %(user_ids)s::text[], %(session_ids)s::text[], %(rounds)s::bigint[],
    %(last_seqs)s::bigint[], %(window_start_seqs)s::bigint[], %(last_active_at)s::timestamptz[],
    %(closed_at)s::timestamptz[], %(changed)s::bigint[]
) as given (
    owner_id, tenant_id, user_id, session_id, rounds, last_seq, window_start_seq, last_active_at, closed_at, changed
)
on conflict (owner_id, session_id) do update
set rounds = greatest(s.rounds, excluded.rounds),
    last_seq = greatest(s.last_seq, excluded.last_seq),
    window_start_seq = greatest(s.window_start_seq, excluded.window_start_seq),
    last_active_at = greatest(s.last_active_at, excluded.last_active_at),
    closed_at = case when excluded.last_active_at >= s.last_active_at then excluded.closed_at else s.closed_at end,
    forgotten_at = case when excluded.last_seq > s.last_seq then null else s.forgotten_at end,
    extract_at = case
        when %(extract_rounds)s::bigint is null or greatest(s.last_seq, excluded.last_seq) <= s.extracted_seq
            then s.extract_at
        when excluded.closed_at is not null or excluded.rounds - s.extracted_rounds >= %(extract_rounds)s::bigint
            then least(s.extract_at, %(now)s)
        else excluded.last_active_at + %(extract_silence)s
    end,
    changed = excluded.changed
where s.owner_id = excluded.owner_id and s.tenant_id = excluded.tenant_id and s.user_id = excluded.user_id;

-- name: store.copy_memories
copy memories (
    owner_id, tenant_id, user_id, id, session_id, agent_id, visibility, type, layers, content, content_hash, subject,
    metadata, importance, confidence, trust, pinned, version, created_at, occurred_at, accessed_at, access_count,
    expires_at, working_until, role, name, message_id, seq, round_no, part, document_id, changed
) from stdin (format binary);

-- name: store.copy_pieces
copy pieces (
    owner_id, tenant_id, user_id, memory_id, piece_no, start_char, stop_char, terms, wanted, model, embedding
) from stdin (format binary);
