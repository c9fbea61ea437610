-- Over all users of one tenant, for its administrators.

-- name: tenant.counts
select
    (select count(*) from owners where tenant_id = %(tenant_id)s and user_id <> ''),
    (select count(*) from sessions where tenant_id = %(tenant_id)s and forgotten_at is null),
    (select count(*) from memories where tenant_id = %(tenant_id)s and user_id <> '' and forgotten_at is null
        and superseded_at is null),
    (select count(*) from facts where tenant_id = %(tenant_id)s and superseded_at is null and not retracted),
    (select count(*) from pieces where tenant_id = %(tenant_id)s and wanted and model = ''),
    (select count(*) from dead_letters where tenant_id = %(tenant_id)s);

-- name: tenant.users
-- In order of their owner_id, and what tells whether anything of a user has changed since it was exported.
select owner_id, user_id, version, last_active_at
from owners
where tenant_id = %(tenant_id)s and owner_id > %(after)s and user_id <> ''
order by owner_id
limit %(limit)s;
