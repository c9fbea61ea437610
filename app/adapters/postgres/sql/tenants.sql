-- Counts over all users of one tenant, for its administrators.

-- name: tenant.counts
select
    (select count(*) from owners where tenant_id = %(tenant_id)s and user_id <> ''),
    (select count(*) from sessions where tenant_id = %(tenant_id)s and forgotten_at is null),
    (select count(*) from memories where tenant_id = %(tenant_id)s and user_id <> '' and forgotten_at is null
        and superseded_at is null),
    (select count(*) from facts where tenant_id = %(tenant_id)s and superseded_at is null and not retracted),
    (select count(*) from pieces where tenant_id = %(tenant_id)s and wanted and model = ''),
    (select count(*) from dead_letters where tenant_id = %(tenant_id)s);
