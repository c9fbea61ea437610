-- Sessions that the chat model could not read because it was away. See app/decisions/0042-what-a-chat-model-missed.md.
-- depends: 0002.extraction

alter table sessions
    add column model_owed_seq bigint,                          -- turns after this one were read by the rules alone
    add column model_owed_at  timestamptz,                     -- when they may be read again; null: nothing is owed
    add column model_tries    smallint not null default 0;     -- readings in a row that the model missed
create index sessions_owed_to_model on sessions (model_owed_at) where model_owed_at is not null;
