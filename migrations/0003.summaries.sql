-- The running summary of each session, and how far its turns were looked at for it. See app/decisions/0011-summaries.md.
-- depends: 0001.initial

create table summaries (
    owner_id       uuid        not null,
    tenant_id      text        not null,
    user_id        text        not null,
    session_id     text        not null,
    revision       bigint      not null,             -- rises each time it is made anew
    kind           text        not null,             -- 'extractive' or 'abstractive'
    lines          jsonb       not null,             -- [topic, text, role, [message ids], weight]…
    first_seq      bigint      not null,             -- it covers the session's turns from here
    last_seq       bigint      not null,             -- to here
    last_round     bigint      not null,
    until          timestamptz not null,             -- when the newest of them was said
    messages       integer     not null,
    tokens         integer     not null,
    covered_tokens bigint      not null,
    made_at        timestamptz not null,
    primary key (owner_id, session_id),
    foreign key (owner_id, session_id) references sessions (owner_id, session_id) on delete cascade
);

-- Turns below summary_from were looked at; -1: the summary was dropped and is to be made anew now.
alter table sessions
    add column summary_from bigint not null default 0,
    add column summary_round bigint not null default 0;
-- Turns have left the window since; or the session is silent and its window will expire.
create index sessions_to_summarise on sessions (last_active_at)
    where summary_from < window_start_seq and forgotten_at is null;
create index sessions_unsummarised on sessions (last_active_at) where summary_from <= last_seq and forgotten_at is null;

-- Of a forget whose deletes in Redis are open: the sessions whose summaries it dropped, and owners.version at that time.
alter table forget_receipts
    add column summary_session_ids text[] not null default '{}',
    add column changed bigint not null default 0;
