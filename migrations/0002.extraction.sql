-- Facts taken out of conversations: how far each session has been read, when it is due again, where a fact comes from.
-- depends: 0001.initial

alter table sessions
    add column extracted_seq    bigint   not null default 0,  -- turns up to here have been read for facts
    add column extracted_rounds bigint   not null default 0,  -- and so many rounds
    add column shown_seq        bigint   not null default 0,  -- what turns up to here state is on the card in Redis
    add column extract_at       timestamptz,                  -- when the session is due to be read; null: nothing waits
    add column extract_tries    smallint not null default 0;
create index sessions_to_extract on sessions (extract_at) where extract_at is not null;

alter table facts
    add column ends_at    timestamptz,                        -- the end that the statement itself names
    add column source_ids uuid[] not null default '{}',       -- chat messages that state it; it goes when all are erased
    add column changed_by text   not null default '';         -- id of the API key that changed it by hand
