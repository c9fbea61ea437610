-- name: embed.waiting_of
-- Pieces of some memories without a vector of this model, with the message that each answers: the one before it in its
-- session, if somebody else said it.
select p.piece_id, substr(m.content, p.start_char + 1, p.stop_char - p.start_char), m.name,
    case when before.role <> m.role then before.content end, case when before.role <> m.role then before.name end
from memories m
join pieces p on p.owner_id = m.owner_id and p.memory_id = m.id
left join lateral (
    select b.content, b.name, b.role
    from memories b
    where b.owner_id = %(owner_id)s and b.tenant_id = %(tenant_id)s and b.user_id = %(user_id)s
        and b.session_id = m.session_id and b.seq is not null and b.seq <= m.seq and (b.seq, b.part) < (m.seq, m.part)
        and b.forgotten_at is null
    order by b.seq desc, b.part desc
    limit 1
) as before on true
where m.owner_id = %(owner_id)s and m.tenant_id = %(tenant_id)s and m.user_id = %(user_id)s
    and p.owner_id = %(owner_id)s and p.tenant_id = %(tenant_id)s and p.user_id = %(user_id)s
    and m.id = any (%(memory_ids)s::uuid[]) and m.forgotten_at is null and p.wanted and p.model <> %(model)s
order by p.piece_id;

-- name: embed.write
-- Pieces that somebody else is deleting or writing just now are passed over. Owners are locked before pieces, as whoever
-- forgets does, so that none of the two holds what the other waits for.
with given as (
    select *
    from unnest(
        %(owner_ids)s::uuid[], %(tenant_ids)s::text[], %(user_ids)s::text[], %(piece_ids)s::bigint[],
        %(embeddings)b::halfvec[]
    ) as given (owner_id, tenant_id, user_id, piece_id, embedding)
), held as materialized (
    select o.owner_id, o.tenant_id, o.user_id
    from owners o
    where o.owner_id = any (%(owner_ids)s::uuid[]) and exists (
        select 1 from given g
        where o.owner_id = g.owner_id and o.tenant_id = g.tenant_id and o.user_id = g.user_id
    )
    order by o.owner_id
    for update of o
), free as (
    select p.owner_id, p.tenant_id, p.user_id, p.piece_id, given.embedding
    from held h
    join given on given.owner_id = h.owner_id and given.tenant_id = h.tenant_id and given.user_id = h.user_id
    join pieces p
        on p.owner_id = given.owner_id and p.tenant_id = given.tenant_id and p.user_id = given.user_id
        and p.piece_id = given.piece_id
    for update of p skip locked
), written as (
    update pieces p
    set model = %(model)s, embedding = free.embedding
    from free
    where p.owner_id = free.owner_id and p.tenant_id = free.tenant_id and p.user_id = free.user_id
        and p.piece_id = free.piece_id
    returning p.owner_id, p.tenant_id, p.user_id
), told as (
    update owners o
    set vectors = o.vectors + 1
    from (select owner_id, tenant_id, user_id from written group by owner_id, tenant_id, user_id) as w
    where o.owner_id = w.owner_id and o.tenant_id = w.tenant_id and o.user_id = w.user_id
)
select 1 from written;

-- name: embed.count_waiting
-- Pieces, and the running summaries.
select pieces.waiting + summaries.waiting
from (
    select count(*) as waiting
    from memories m
    join pieces p on p.owner_id = m.owner_id and p.memory_id = m.id
    where m.owner_id = %(owner_id)s and m.tenant_id = %(tenant_id)s and m.user_id = %(user_id)s
        and p.owner_id = %(owner_id)s and p.tenant_id = %(tenant_id)s and p.user_id = %(user_id)s
        and (%(session_id)s::text is null or m.session_id = %(session_id)s)
        and m.forgotten_at is null and p.wanted and p.model <> %(model)s
) as pieces
cross join (
    select count(*) as waiting
    from summaries
    where owner_id = %(owner_id)s and tenant_id = %(tenant_id)s and user_id = %(user_id)s
        and (%(session_id)s::text is null or session_id = %(session_id)s)
        and wanted and model <> %(model)s
) as summaries;

-- name: embed.give_up
update pieces
set wanted = false
where owner_id = %(owner_id)s and tenant_id = %(tenant_id)s and user_id = %(user_id)s
    and piece_id = any (%(piece_ids)s::bigint[])
returning 1;
