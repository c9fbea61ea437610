-- Versions of facts, numbered per card and key in the order they were recorded. Current is the version with the newest
-- valid_from, of those the one recorded last: whatever order they arrive in.

-- name: facts.known_ids
select f.owner_id, f.id, f.version
from unnest(%(owner_ids)s::uuid[], %(tenant_ids)s::text[], %(user_ids)s::text[], %(ids)s::uuid[])
    as given (owner_id, tenant_id, user_id, id)
join facts f
    on f.owner_id = given.owner_id and f.tenant_id = given.tenant_id and f.user_id = given.user_id and f.id = given.id;

-- name: facts.last_versions
-- The last version of each card and key, and what is current now: its value, whether it is a retraction, since when.
select given.owner_id, given.session_id, given.key, max(f.version),
    min(f.value) filter (where f.superseded_at is null), bool_or(f.retracted) filter (where f.superseded_at is null),
    min(f.valid_from) filter (where f.superseded_at is null)
from unnest(%(owner_ids)s::uuid[], %(tenant_ids)s::text[], %(user_ids)s::text[], %(session_ids)s::text[], %(keys)s::text[])
    as given (owner_id, tenant_id, user_id, session_id, key)
join facts f
    on f.owner_id = given.owner_id and f.tenant_id = given.tenant_id and f.user_id = given.user_id
    and f.session_id = given.session_id and f.key = given.key
group by given.owner_id, given.session_id, given.key;

-- name: facts.insert
-- As history for now: facts.settle says which one is current.
insert into facts (
    owner_id, tenant_id, user_id, session_id, key, version, id, value, retracted, confidence, valid_from, valid_to,
    recorded_at, superseded_at, source, reason, ends_at, source_ids, changed_by
)
select given.owner_id, given.tenant_id, given.user_id, given.session_id, given.key, given.version, given.id, given.value,
    given.retracted, given.confidence, given.valid_from, given.valid_from, given.recorded_at, given.recorded_at,
    given.source, given.reason, given.ends_at, given.source_ids::uuid[], given.changed_by
from unnest(
    %(owner_ids)s::uuid[], %(tenant_ids)s::text[], %(user_ids)s::text[], %(session_ids)s::text[], %(keys)s::text[],
    %(versions)s::integer[], %(ids)s::uuid[], %(values)s::text[], %(retracted)s::boolean[], %(confidences)s::real[],
    %(valid_from)s::timestamptz[], %(recorded_at)s::timestamptz[], %(sources)s::jsonb[], %(reasons)s::text[],
    %(ends_at)s::timestamptz[], %(source_ids)s::text[], %(changed_by)s::text[]
) as given (
    owner_id, tenant_id, user_id, session_id, key, version, id, value, retracted, confidence, valid_from, recorded_at,
    source, reason, ends_at, source_ids, changed_by
);

-- name: facts.settle
-- Validity ends where the next one's begins. Only the stretch of each history from just before the first inserted
-- version on is looked at; those that are not the newest any more go first, since one per key may be current.
-- `offset 0` and `materialized` keep the order of the joins, key by key along the index, whatever the statistics say.
with stretch as materialized (
    select f.owner_id, f.tenant_id, f.user_id, f.session_id, f.key, f.version, f.valid_to, f.superseded_at, f.recorded_at,
        lead(f.valid_from) over place as next_valid_from,
        lead(f.recorded_at) over place as next_recorded_at
    from unnest(
        %(owner_ids)s::uuid[], %(tenant_ids)s::text[], %(user_ids)s::text[], %(session_ids)s::text[], %(keys)s::text[],
        %(valid_from)s::timestamptz[]
    ) as given (owner_id, tenant_id, user_id, session_id, key, valid_from)
    cross join lateral (
        select one.*
        from facts one
        where one.owner_id = given.owner_id and one.tenant_id = given.tenant_id and one.user_id = given.user_id
            and one.session_id = given.session_id and one.key = given.key
            and one.valid_from >= coalesce((
                select max(before.valid_from) from facts before
                where before.owner_id = given.owner_id and before.tenant_id = given.tenant_id
                    and before.user_id = given.user_id and before.session_id = given.session_id
                    and before.key = given.key and before.valid_from < given.valid_from
            ), '-infinity')
        offset 0
    ) as f
    window place as (
        partition by f.owner_id, f.session_id, f.key order by f.valid_from, f.recorded_at, f.id
    )
)
update facts f
set valid_to = stretch.next_valid_from,
    superseded_at = case
        when stretch.next_valid_from is null then null
        when stretch.superseded_at > stretch.recorded_at then stretch.superseded_at
        else greatest(stretch.recorded_at, stretch.next_recorded_at)
    end
from stretch
where f.owner_id = stretch.owner_id and f.tenant_id = stretch.tenant_id and f.user_id = stretch.user_id
    and f.session_id = stretch.session_id and f.key = stretch.key and f.version = stretch.version
    and (stretch.next_valid_from is null) = %(current)s
    and (f.valid_to is distinct from stretch.next_valid_from or (f.superseded_at is null) <> %(current)s);

-- name: facts.entries
-- The same as facts.card for some keys of several cards and owners.
select f.owner_id, f.session_id, f.key, f.value, f.confidence, f.valid_from, f.source, f.version, f.superseded_at is null,
    f.ends_at
from unnest(%(owner_ids)s::uuid[], %(tenant_ids)s::text[], %(user_ids)s::text[], %(session_ids)s::text[], %(keys)s::text[])
    as given (owner_id, tenant_id, user_id, session_id, key)
cross join lateral (
    select newest.valid_from, newest.version, newest.reason
    from facts newest
    where newest.owner_id = given.owner_id and newest.tenant_id = given.tenant_id and newest.user_id = given.user_id
        and newest.session_id = given.session_id and newest.key = given.key
        and newest.superseded_at is null and not newest.retracted
    offset 0
) as now_current
cross join lateral (
    select one.*
    from facts one
    where one.owner_id = given.owner_id and one.tenant_id = given.tenant_id and one.user_id = given.user_id
        and one.session_id = given.session_id and one.key = given.key
        and one.valid_from = now_current.valid_from and not one.retracted
        and (one.version = now_current.version or now_current.reason <> 'its source was changed')
    offset 0
) as f
order by f.owner_id, f.session_id, f.key, f.recorded_at desc, f.id desc;

-- name: facts.card
-- The current version of every key of the user's card ('') and of one session, and others claimed for the same time
-- (none beside what stands because the source of another claim was changed). With each row the owner's version.
select f.session_id, f.key, f.value, f.confidence, f.valid_from, f.source, f.version, f.superseded_at is null, f.ends_at,
    (
        select version from owners
        where owner_id = %(owner_id)s and tenant_id = %(tenant_id)s and user_id = %(user_id)s
    )
from facts now_current
join facts f
    on f.owner_id = now_current.owner_id and f.session_id = now_current.session_id and f.key = now_current.key
    and f.valid_from = now_current.valid_from
    and (f.version = now_current.version or now_current.reason <> 'its source was changed')
where now_current.owner_id = %(owner_id)s and now_current.tenant_id = %(tenant_id)s and now_current.user_id = %(user_id)s
    and now_current.session_id = any (%(session_ids)s::text[])
    and now_current.superseded_at is null and not now_current.retracted
    and f.owner_id = %(owner_id)s and f.tenant_id = %(tenant_id)s and f.user_id = %(user_id)s
    and not f.retracted
order by f.session_id, f.key, f.recorded_at desc, f.id desc;

-- name: facts.card_as_of
-- The same by what was valid at a time; the first row of a key is the one in force.
with ranked as (
    select f.session_id, f.key, f.value, f.confidence, f.valid_from, f.source, f.version, f.retracted, f.ends_at,
        first_value(f.reason) over place as newest_reason,
        row_number() over place as rank,
        first_value(f.valid_from) over place as newest_valid_from,
        first_value(f.retracted) over place as newest_retracted
    from facts f
    where f.owner_id = %(owner_id)s and f.tenant_id = %(tenant_id)s and f.user_id = %(user_id)s
        and f.session_id = any (%(session_ids)s::text[]) and f.valid_from <= %(as_of)s
    window place as (
        partition by f.session_id, f.key order by f.valid_from desc, f.recorded_at desc, f.id desc
    )
)
select session_id, key, value, confidence, valid_from, source, version, rank = 1, ends_at
from ranked
where valid_from = newest_valid_from and not newest_retracted and not retracted
    and (rank = 1 or newest_reason <> 'its source was changed')
order by session_id, key, rank;

-- name: facts.history
select value, version, valid_from, least(valid_to, ends_at), recorded_at, superseded_at, confidence, source, reason,
    retracted, changed_by
from facts
where owner_id = %(owner_id)s and tenant_id = %(tenant_id)s and user_id = %(user_id)s
    and session_id = %(session_id)s and key = %(key)s
order by version desc;
