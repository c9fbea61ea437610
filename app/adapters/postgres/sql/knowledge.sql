-- A tenant's documents; their chunks are memories of the same owner (tenant, '').

-- name: knowledge.insert
insert into knowledge_documents (owner_id, tenant_id, user_id, id, title, metadata, chunks, created_at)
values (%(owner_id)s, %(tenant_id)s, %(user_id)s, %(id)s, %(title)s, %(metadata)s, %(chunks)s, %(now)s);

-- name: knowledge.list
select id, title, metadata, chunks, created_at
from knowledge_documents
where owner_id = %(owner_id)s and tenant_id = %(tenant_id)s and user_id = %(user_id)s
    and (%(after_at)s::timestamptz is null or (created_at, id) < (%(after_at)s, %(after_id)s::uuid))
order by created_at desc, id desc
limit %(limit)s;

-- name: knowledge.delete
-- Its chunks go with it, and their pieces with them.
delete from knowledge_documents
where owner_id = %(owner_id)s and tenant_id = %(tenant_id)s and user_id = %(user_id)s and id = %(id)s
returning 1;
