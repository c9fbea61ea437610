-- Facts and the chat messages that state them.

-- name: fact_source.erase
-- Versions that were taken from these messages and from none that is left.
delete from facts f
where f.owner_id = %(owner_id)s and f.tenant_id = %(tenant_id)s and f.user_id = %(user_id)s
    and f.source_ids && %(ids)s::uuid[] and not f.retracted
    and not exists (
        select from memories m
        where m.owner_id = %(owner_id)s and m.tenant_id = %(tenant_id)s and m.user_id = %(user_id)s
            and m.id = any (f.source_ids)
    )
returning f.session_id, f.key, f.valid_from;

-- name: fact_source.erase_ends
-- Of these keys those that only ends are left of.
delete from facts f
using unnest(%(session_ids)s::text[], %(keys)s::text[]) as given (session_id, key)
where f.owner_id = %(owner_id)s and f.tenant_id = %(tenant_id)s and f.user_id = %(user_id)s
    and f.session_id = given.session_id and f.key = given.key
    and not exists (
        select from facts other
        where other.owner_id = %(owner_id)s and other.tenant_id = %(tenant_id)s and other.user_id = %(user_id)s
            and other.session_id = given.session_id and other.key = given.key and not other.retracted
    );

-- name: fact_source.hidden
-- What cards show now and only messages that are hidden state.
select f.session_id, f.key, f.value, f.confidence, f.valid_from, f.source, f.ends_at, f.source_ids::text[]
from facts f
where f.owner_id = %(owner_id)s and f.tenant_id = %(tenant_id)s and f.user_id = %(user_id)s
    and f.superseded_at is null and not f.retracted and f.source_ids && %(ids)s::uuid[]
    and not exists (
        select from memories m
        where m.owner_id = %(owner_id)s and m.tenant_id = %(tenant_id)s and m.user_id = %(user_id)s
            and m.id = any (f.source_ids) and m.forgotten_at is null
    );

-- name: fact_source.returning
-- What ended with its messages, as it was last: value and end of the version that stated it from the same messages.
select ended.session_id, ended.key, stated.value, stated.confidence, ended.valid_from, stated.source, stated.ends_at,
    stated.source_ids::text[]
from facts ended
cross join lateral (
    select f.value, f.confidence, f.source, f.ends_at, f.source_ids
    from facts f
    where f.owner_id = %(owner_id)s and f.tenant_id = %(tenant_id)s and f.user_id = %(user_id)s
        and f.session_id = ended.session_id and f.key = ended.key and not f.retracted and f.source_ids = ended.source_ids
    order by f.version desc
    limit 1
) as stated
where ended.owner_id = %(owner_id)s and ended.tenant_id = %(tenant_id)s and ended.user_id = %(user_id)s
    and ended.superseded_at is null and ended.retracted and ended.reason = %(reason)s
    and ended.source_ids && %(ids)s::uuid[];

-- name: fact_source.show_again
-- The session is due, and what it states counts as not yet on the card.
update sessions
set shown_seq = 0, extract_at = %(now)s
where owner_id = %(owner_id)s and tenant_id = %(tenant_id)s and user_id = %(user_id)s and session_id = %(session_id)s;

-- name: fact_source.changed
-- What cards show now and only messages that were changed state, each with what was claimed before it by others: by
-- callers, or by messages that are still there and say what they said.
select f.session_id, f.key, before.value, before.confidence, f.valid_from, before.source, before.ends_at,
    before.source_ids::text[], f.source, f.source_ids::text[]
from facts f
left join lateral (
    select one.value, one.confidence, one.source, one.ends_at, one.source_ids, one.retracted
    from facts one
    where one.owner_id = %(owner_id)s and one.tenant_id = %(tenant_id)s and one.user_id = %(user_id)s
        and one.session_id = f.session_id and one.key = f.key
        and not (one.source_ids && %(ids)s::uuid[])
        and (
            one.retracted or one.source_ids = '{}' or exists (
                select from memories m
                where m.owner_id = %(owner_id)s and m.tenant_id = %(tenant_id)s and m.user_id = %(user_id)s
                    and m.id = any (one.source_ids) and m.forgotten_at is null
                    and (m.version_at is null or m.version_at <= one.recorded_at)
            )
        )
        and (one.valid_from, one.recorded_at, one.id) < (f.valid_from, f.recorded_at, f.id)
    order by one.valid_from desc, one.recorded_at desc, one.id desc
    limit 1
) as before on not before.retracted
where f.owner_id = %(owner_id)s and f.tenant_id = %(tenant_id)s and f.user_id = %(user_id)s
    and f.superseded_at is null and not f.retracted and f.source_ids <> '{}' and f.source_ids <@ %(ids)s::uuid[];

-- name: fact_source.read_changed
-- A session that was read as far as a message that was changed is read again from there on.
update sessions s
set extracted_seq = least(s.extracted_seq, m.seq - 1), shown_seq = 0, extract_at = %(now)s, extract_tries = 0
from memories m
where m.owner_id = %(owner_id)s and m.tenant_id = %(tenant_id)s and m.user_id = %(user_id)s
    and m.id = %(id)s and m.role = 'user'
    and s.owner_id = %(owner_id)s and s.tenant_id = %(tenant_id)s and s.user_id = %(user_id)s
    and s.session_id = m.session_id and s.extracted_seq >= m.seq;
