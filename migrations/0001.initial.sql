-- Everything of one user is found by (owner_id, tenant_id, user_id); owner_id is a 128-bit digest of the other two and
-- the first column of every key, so that the tables can be distributed by it. See app/decisions/0002-storage.md.
-- depends:

create extension if not exists vector;

create table owners (
    owner_id        uuid        not null primary key,
    tenant_id       text        not null,
    user_id         text        not null,
    version         bigint      not null default 0,  -- rises with every change of what search sees; the row is the user's lock
    vectors         bigint      not null default 0,  -- rises with every vector written without a change of version
    whole_from      bigint      not null default 0,  -- rows went for good: caches of an older version read everything anew
    created_at      timestamptz not null default now(),
    last_active_at  timestamptz not null default now()
);

create table sessions (
    owner_id         uuid        not null,
    tenant_id        text        not null,
    user_id          text        not null,
    session_id       text        not null,
    rounds           bigint      not null default 0,
    last_seq         bigint      not null default 0,
    window_start_seq bigint      not null default 0, -- turns from here on are in the window
    created_at       timestamptz not null,
    last_active_at   timestamptz not null,
    closed_at        timestamptz,
    forgotten_at     timestamptz,                    -- soft: not listed until something new is said in it
    changed          bigint      not null,           -- owners.version of the last change
    primary key (owner_id, session_id)
);
create index sessions_changed on sessions (owner_id, changed);
create index sessions_recent on sessions (owner_id, last_active_at desc, session_id desc);
create index sessions_forgotten on sessions (forgotten_at) where forgotten_at is not null;

-- Saved memories, and every chat message (a long one in parts): the turn log and the episodic memory in one.
create table memories (
    owner_id       uuid        not null,
    tenant_id      text        not null,
    user_id        text        not null,
    id             uuid        not null,
    session_id     text,
    agent_id       text,
    visibility     text        not null default 'shared',
    type           text        not null,
    layers         smallint    not null,             -- app.domain.models.Layers
    content        text        not null,
    content_hash   bytea       not null,             -- 16 bytes of BLAKE2b over the normalised content
    subject        text,
    metadata       jsonb       not null default '{}',
    importance     real        not null,
    confidence     real        not null default 1,
    trust          real        not null default 0.5,
    pinned         boolean     not null default false,
    version        integer     not null default 1,
    version_at     timestamptz,                      -- when this version was made, null: with the memory
    version_reason text        not null default 'saved',
    created_at     timestamptz not null,
    occurred_at    timestamptz,
    recorded_at    timestamptz not null default now(),
    accessed_at    timestamptz,
    access_count   bigint      not null default 0,
    expires_at     timestamptz,
    working_until  timestamptz,                      -- saved memories: end of their place in working memory
    superseded_at  timestamptz,
    forgotten_at   timestamptz,                      -- soft: hidden, restorable until the grace period ends
    receipt_id     uuid,
    role           text,                             -- the rest is set for chat messages only
    name           text,
    message_id     text,
    seq            bigint,
    round_no       bigint,
    part           smallint    not null default 0,
    document_id    uuid,                             -- chunks of a knowledge document
    changed        bigint      not null,             -- owners.version of the last change
    primary key (owner_id, id)
) with (fillfactor = 90);                            -- room for access counts beside the row, without touching an index
create unique index memories_turn on memories (owner_id, session_id, seq, part) where seq is not null;
create unique index memories_message on memories (owner_id, session_id, message_id, part) where message_id is not null;
create index memories_changed on memories (owner_id, changed);
create index memories_newest on memories (owner_id, created_at desc, id desc);
create index memories_content on memories (owner_id, content_hash) where seq is null;
create index memories_expiring on memories (expires_at) where expires_at is not null;
create index memories_forgotten on memories (forgotten_at) where forgotten_at is not null;
create index memories_working on memories (working_until) where layers = 1;
create index memories_document on memories (owner_id, document_id) where document_id is not null;

create table memory_versions (
    owner_id    uuid        not null,
    tenant_id   text        not null,
    user_id     text        not null,
    memory_id   uuid        not null,
    version     integer     not null,
    content     text        not null,
    type        text        not null,
    importance  real        not null,
    subject     text,
    metadata    jsonb       not null,
    pinned      boolean     not null,
    expires_at  timestamptz,
    changed_at  timestamptz not null,
    reason      text        not null,
    primary key (owner_id, memory_id, version),
    foreign key (owner_id, memory_id) references memories (owner_id, id) on delete cascade
);

-- What search looks at: a memory is one piece, or several where its text is long.
create table pieces (
    owner_id    uuid     not null,
    tenant_id   text     not null,
    user_id     text     not null,
    piece_id    bigint   generated always as identity,
    memory_id   uuid     not null,
    piece_no    smallint not null,
    start_char  integer  not null,                   -- the piece is content[start_char:stop_char]
    stop_char   integer  not null,
    terms       bytea    not null,                   -- app.domain.words.pack_terms
    wanted      boolean  not null,                   -- false: never embedded
    model       text     not null default '',        -- the model that made the vector, '' while there is none
    embedding   halfvec,
    primary key (owner_id, piece_id),
    unique (owner_id, memory_id, piece_no),
    foreign key (owner_id, memory_id) references memories (owner_id, id) on delete cascade
);
-- Newest first within a model, '' (never embedded) before all others.
create index pieces_to_embed on pieces (model, piece_id desc) where wanted;
-- Vectors stay in the row up to a page: fetching each from a TOAST table made the exact scan several times slower.
alter table pieces set (toast_tuple_target = 8160);

create table facts (
    owner_id      uuid        not null,
    tenant_id     text        not null,
    user_id       text        not null,
    session_id    text        not null default '',   -- '': the user's card (a real session id is never empty)
    key           text        not null,
    version       integer     not null,
    id            uuid        not null,
    value         text        not null,
    retracted     boolean     not null default false,
    confidence    real        not null default 1,
    valid_from    timestamptz not null,
    valid_to      timestamptz,
    recorded_at   timestamptz not null,
    superseded_at timestamptz,
    source        jsonb       not null default '{}',
    reason        text        not null default '',
    primary key (owner_id, session_id, key, version)
);
create unique index facts_id on facts (owner_id, id);
create unique index facts_current on facts (owner_id, session_id, key) where superseded_at is null;
create index facts_by_validity on facts (owner_id, session_id, key, valid_from, recorded_at, id);

-- What must not come back from a cache or a queue after an erasure.
create table tombstones (
    owner_id   uuid        not null,
    tenant_id  text        not null,
    user_id    text        not null,
    kind       text        not null,                 -- 'memory', 'session', 'fact', 'user'
    ref        text        not null,                 -- memory id; session id; session id + U+001F + key; ''
    erased_at  timestamptz not null,
    primary key (owner_id, kind, ref)
);

create table forget_receipts (
    owner_id    uuid        not null,
    tenant_id   text        not null,
    user_id     text        not null,
    receipt_id  uuid        not null,
    created_at  timestamptz not null,
    erase       boolean     not null,
    reason      text        not null,
    selectors   jsonb       not null,
    by_layer    jsonb       not null,
    memory_ids  uuid[]      not null,
    session_ids text[]      not null default '{}',   -- this and the next until redis_done
    facts       jsonb       not null default '[]',   -- [session id or null, key]
    everything  boolean     not null default false,
    redis_done  boolean     not null default false,  -- false: the deletes in Redis are still to be driven
    primary key (owner_id, receipt_id)
);
create index forget_receipts_open on forget_receipts (created_at) where not redis_done;

create table dead_letters (
    owner_id        uuid        not null,
    tenant_id       text        not null,
    user_id         text        not null,
    id              uuid        not null,
    task            text        not null,
    payload         text        not null,            -- JSON; text, since what jsonb refuses may be why it is here
    error           text        not null,
    tries           integer     not null,
    first_failed_at timestamptz not null,
    last_failed_at  timestamptz not null,
    primary key (owner_id, id)
);
create index dead_letters_newest on dead_letters (tenant_id, last_failed_at desc, id desc);

-- A tenant's shared documents; their chunks are memories of the owner (tenant, '').
create table knowledge_documents (
    owner_id   uuid        not null,
    tenant_id  text        not null,
    user_id    text        not null,
    id         uuid        not null,
    title      text        not null,
    metadata   jsonb       not null default '{}',
    chunks     integer     not null,
    created_at timestamptz not null,
    primary key (owner_id, id)
);
alter table memories add foreign key (owner_id, document_id) references knowledge_documents (owner_id, id) on delete cascade;

create table api_keys (
    tenant_id    text        not null,
    key_id       text        not null,
    secret_hash  bytea       not null,
    role         text        not null check (role in ('service', 'read', 'admin')),
    label        text        not null default '',
    created_at   timestamptz not null default now(),
    last_used_at timestamptz,
    revoked_at   timestamptz,
    primary key (tenant_id, key_id)
);
create unique index api_keys_by_hash on api_keys (secret_hash);
