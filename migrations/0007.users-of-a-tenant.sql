-- The users of one tenant in order of their id, for counts and for the export of a whole tenant (app/decisions/0025).
-- depends: 0001.initial

create index owners_of_tenant on owners (tenant_id, owner_id);
