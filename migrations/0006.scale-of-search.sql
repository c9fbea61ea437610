-- Users of so many pieces that their vectors are searched by an index of their own. See app/decisions/0015-scale-of-search.md.
-- depends: 0001.initial

alter table owners
    add column large_pieces bigint,                       -- as a search last found it; null: not large
    add column large_at     timestamptz;                  -- when that was
create index owners_large on owners (large_at) where large_at is not null;
