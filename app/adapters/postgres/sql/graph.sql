-- Fact versions as the graph reads them, the newest first, so that a bound keeps what is known best.

-- name: graph.current
-- What cards show now.
select session_id, key, value, version, confidence, valid_from, least(valid_to, ends_at), source
from facts
where owner_id = %(owner_id)s and tenant_id = %(tenant_id)s and user_id = %(user_id)s
    and superseded_at is null and not retracted and (ends_at is null or ends_at > %(now)s)
order by valid_from desc, session_id, key
limit %(limit)s;

-- name: graph.as_of
-- What cards showed at a time: of each key the version in force then.
select session_id, key, value, version, confidence, valid_from, least(valid_to, ends_at), source
from (
    select distinct on (session_id, key) session_id, key, value, version, confidence, valid_from, valid_to, source, retracted,
        ends_at
    from facts
    where owner_id = %(owner_id)s and tenant_id = %(tenant_id)s and user_id = %(user_id)s and valid_from <= %(now)s
    order by session_id, key, valid_from desc, recorded_at desc, id desc
) as in_force
where not retracted and (ends_at is null or ends_at > %(now)s)
order by valid_from desc, session_id, key
limit %(limit)s;

-- name: graph.history
-- Every version that ever was in force until a time.
select session_id, key, value, version, confidence, valid_from, least(valid_to, ends_at), source
from facts
where owner_id = %(owner_id)s and tenant_id = %(tenant_id)s and user_id = %(user_id)s
    and valid_from <= %(now)s and not retracted and (valid_to is null or valid_to > valid_from)
order by valid_from desc, session_id, key, version
limit %(limit)s;
