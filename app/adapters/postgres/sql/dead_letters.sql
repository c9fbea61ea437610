-- name: dead_letter.insert
insert into dead_letters (
    owner_id, tenant_id, user_id, id, task, payload, error, tries, first_failed_at, last_failed_at
) values (
    %(owner_id)s, %(tenant_id)s, %(user_id)s, %(id)s, %(task)s, %(payload)s, %(error)s, %(tries)s, %(now)s, %(now)s
);

-- name: dead_letter.error_of
-- The newest that holds one of these ids. A user has few dead letters, if any.
select d.error
from dead_letters d
where d.owner_id = %(owner_id)s and d.tenant_id = %(tenant_id)s and d.user_id = %(user_id)s
    and exists (select from unnest(%(ids)s::text[]) as given (id) where position(given.id in d.payload::text) > 0)
order by d.last_failed_at desc
limit 1;
