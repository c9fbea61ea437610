-- A vector of each running summary, by which search finds sessions. See app/decisions/0032-summary-first.md.
-- depends: 0003.summaries

alter table summaries
    add column wanted    boolean not null default true,   -- false: never embedded
    add column model     text    not null default '',     -- the model that made the vector, '' while there is none
    add column embedding halfvec;
update summaries set wanted = false where lines = '[]';
-- Newest first within a model, '' (not embedded yet) before all others.
create index summaries_to_embed on summaries (model, made_at desc) where wanted;
