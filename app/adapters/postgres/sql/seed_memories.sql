-- Seeds of a tenant, kept under the owner (tenant, ''), and the newcomers who get them.

-- name: seeds.lock
-- One at a time for each tenant, so that numbers are seen in the order given. The version stays: search sees nothing new.
insert into owners as o (owner_id, tenant_id, user_id)
values (%(owner_id)s, %(tenant_id)s, %(user_id)s)
on conflict (owner_id) do update
set seeds_seen = o.seeds_seen
where o.owner_id = %(owner_id)s and o.tenant_id = %(tenant_id)s and o.user_id = %(user_id)s;

-- name: seeds.insert
insert into seed_memories (owner_id, tenant_id, user_id, id, content, type, importance, subject, metadata, created_at)
values (
    %(owner_id)s, %(tenant_id)s, %(user_id)s, %(id)s, %(content)s, %(type)s, %(importance)s, %(subject)s, %(metadata)s, %(now)s
);

-- name: seeds.list
select id, content, type, importance, subject, metadata, created_at
from seed_memories
where owner_id = %(owner_id)s and tenant_id = %(tenant_id)s and user_id = %(user_id)s
order by number;

-- name: seeds.delete
delete from seed_memories
where owner_id = %(owner_id)s and tenant_id = %(tenant_id)s and user_id = %(user_id)s and id = %(id)s;

-- name: seeds.unseen
-- What users have not been given yet, with the number up to which they have seen it then.
select o.owner_id, s.number, s.id, s.content, s.type, s.importance, s.subject, s.metadata, s.created_at
from unnest(%(owner_ids)s::uuid[], %(tenant_ids)s::text[], %(user_ids)s::text[], %(tenant_owner_ids)s::uuid[])
    as given (owner_id, tenant_id, user_id, tenant_owner_id)
join owners o on o.owner_id = given.owner_id and o.tenant_id = given.tenant_id and o.user_id = given.user_id
join seed_memories s
    on s.owner_id = given.tenant_owner_id and s.tenant_id = given.tenant_id and s.user_id = '' and s.number > o.seeds_seen
order by o.owner_id, s.number;

-- name: seeds.seen
update owners o
set seeds_seen = greatest(o.seeds_seen, given.number)
from unnest(%(owner_ids)s::uuid[], %(tenant_ids)s::text[], %(user_ids)s::text[], %(numbers)s::bigint[])
    as given (owner_id, tenant_id, user_id, number)
where o.owner_id = given.owner_id and o.tenant_id = given.tenant_id and o.user_id = given.user_id;

-- name: seeds.experience
-- How much each user has said: rounds, and saved memories (counted up to what matters).
select given.owner_id,
    (
        select coalesce(sum(s.rounds), 0)::bigint
        from sessions s
        where s.owner_id = given.owner_id and s.tenant_id = given.tenant_id and s.user_id = given.user_id
    ) + (
        select count(*)
        from (
            select
            from memories m
            where m.owner_id = given.owner_id and m.tenant_id = given.tenant_id and m.user_id = given.user_id
                and m.seq is null and not m.metadata ? 'seed'
            limit %(enough)s
        ) as few
    )
from unnest(%(owner_ids)s::uuid[], %(tenant_ids)s::text[], %(user_ids)s::text[]) as given (owner_id, tenant_id, user_id);
