-- What the memory manager keeps: how far trust was raised by use, when a user was last looked after, seeds of a tenant.
-- See app/decisions/0012-memory-manager.md.
-- depends: 0001.initial

alter table memories
    add column credited     bigint not null default 0,    -- of access_count, so many uses have raised the trust
    add column corrected_at timestamptz;                  -- said to be wrong: use raises the trust no more

alter table owners
    add column retained_at timestamptz,                   -- when retention went over this user last
    add column seeds_seen  bigint not null default 0;     -- seeds up to this number were copied to the user, or passed over
create index owners_retention on owners (coalesce(retained_at, created_at)) where user_id <> '';

-- What every user of a tenant starts with; kept under the owner (tenant, ''), copied to a user at the next save.
create table seed_memories (
    owner_id   uuid        not null,
    tenant_id  text        not null,
    user_id    text        not null,
    number     bigint      generated always as identity,  -- rises with every seed of every tenant
    id         uuid        not null,
    content    text        not null,
    type       text        not null,
    importance real        not null,
    subject    text,
    metadata   jsonb       not null default '{}',
    created_at timestamptz not null,
    primary key (owner_id, id)
);
create index seed_memories_number on seed_memories (owner_id, number);
