-- Who changed a memory: the id of the API key, '' where none was asked with. See app/decisions/0041-an-audit-of-memories.md.
-- depends: 0001.initial

alter table memories add column version_by text not null default '';
alter table memory_versions add column changed_by text not null default '';
alter table forget_receipts add column asked_by text not null default '';
