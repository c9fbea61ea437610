-- Haima on Citus: run once, by the owner of the tables, on the coordinator, after `python -m app migrate` (without
-- --partitions) and before the first server; every node has the extension vector. After a migration that adds a table,
-- its line is added here and run.
--
-- Every table with an owner is distributed by owner_id, the first column of each of its keys, and all are co-located:
-- what a request asks for one user lies on one node. Referenced tables come before those that refer to them.

select create_distributed_table('owners', 'owner_id', shard_count => 64);
select create_distributed_table('sessions', 'owner_id', colocate_with => 'owners');
select create_distributed_table('knowledge_documents', 'owner_id', colocate_with => 'owners');
select create_distributed_table('memories', 'owner_id', colocate_with => 'owners');
select create_distributed_table('memory_versions', 'owner_id', colocate_with => 'owners');
select create_distributed_table('pieces', 'owner_id', colocate_with => 'owners');
select create_distributed_table('facts', 'owner_id', colocate_with => 'owners');
select create_distributed_table('tombstones', 'owner_id', colocate_with => 'owners');
select create_distributed_table('forget_receipts', 'owner_id', colocate_with => 'owners');
select create_distributed_table('dead_letters', 'owner_id', colocate_with => 'owners');
select create_distributed_table('summaries', 'owner_id', colocate_with => 'owners');
select create_distributed_table('seed_memories', 'owner_id', colocate_with => 'owners');

-- Small, read with every request, and found by a secret before its tenant is known: whole on every node.
select create_reference_table('api_keys');
