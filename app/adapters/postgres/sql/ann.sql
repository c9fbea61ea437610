-- Search of a user of very many pieces: the nearest ones by the user's own HNSW index, where it is built.

-- name: ann.near
-- As search.distances, of the nearest pieces alone (d) and of those asked for by id (e), at the known version.
-- `halfvec(1)` stands for the dimensions: the expression is that of the index, word for word. Without an index the plan is
-- an exact scan, and the answer the same. Settings are laid before the scan begins (a one-time filter).
select coalesce(o.version, 0), coalesce(o.whole_from, 0), coalesce(k.version, 0), coalesce(o.vectors, 0), d.piece_ids,
    d.distances, sm.*, e.piece_ids as asked_ids, e.distances as asked_distances
from (values (1)) as always (row)
left join owners o on o.owner_id = %(owner_id)s and o.tenant_id = %(tenant_id)s and o.user_id = %(user_id)s
left join owners k
    on k.owner_id = %(knowledge_owner_id)s and k.tenant_id = %(tenant_id)s and k.user_id = %(knowledge_user_id)s
cross join (
    select string_agg(int8send(n.piece_id), '') as piece_ids, string_agg(float4send(n.distance::real), '') as distances
    from (
        select piece_id, (embedding::halfvec(1)) <=> %(vector)s::halfvec(1) as distance
        from pieces
        where owner_id = %(owner_id)s and tenant_id = %(tenant_id)s and user_id = %(user_id)s
            and model = %(model)s and embedding is not null
            and (
                select set_config('hnsw.iterative_scan', 'relaxed_order', true)
                    || set_config('hnsw.ef_search', %(ef_search)s::text, true)
                    || set_config('hnsw.max_scan_tuples', %(max_scan_tuples)s::text, true)
            ) is not null
            and exists (
                select from owners
                where owner_id = %(owner_id)s and tenant_id = %(tenant_id)s and user_id = %(user_id)s
                    and version = %(known_version)s
            )
        order by (embedding::halfvec(1)) <=> %(vector)s::halfvec(1)
        limit %(nearest)s
    ) as n
) as d
cross join (
    select array_agg(session_id) as summary_session_ids,
        string_agg(float4send((embedding <=> %(vector)s::halfvec)::real), '') as summary_distances,
        string_agg(float8send(date_part('epoch', until)), '') as summary_until
    from summaries
    where owner_id = %(owner_id)s and tenant_id = %(tenant_id)s and user_id = %(user_id)s
        and model = %(model)s and embedding is not null and %(vector)s::halfvec is not null
        and exists (
            select from owners
            where owner_id = %(owner_id)s and tenant_id = %(tenant_id)s and user_id = %(user_id)s
                and version = %(known_version)s
        )
) as sm
cross join (
    select string_agg(int8send(p.piece_id), '') as piece_ids,
        string_agg(float4send((p.embedding <=> %(vector)s::halfvec)::real), '') as distances
    from unnest(%(asked_ids)s::bigint[]) as asked (id)
    cross join lateral (
        select piece_id, embedding
        from pieces
        where owner_id = %(owner_id)s and tenant_id = %(tenant_id)s and user_id = %(user_id)s
            and model = %(model)s and embedding is not null and piece_id = asked.id
        limit 1
    ) as p
    where exists (
        select from owners
        where owner_id = %(owner_id)s and tenant_id = %(tenant_id)s and user_id = %(user_id)s
            and version = %(known_version)s
    )
) as e;

-- name: ann.measured
-- As ann.near, where the caller knows which pieces are worth measuring (by their codes): e alone. They are looked up one by
-- one by their key, whatever the planner knows: of a table that is not analysed yet it would read the whole user (decision
-- 0035).
select coalesce(o.version, 0), coalesce(o.whole_from, 0), coalesce(k.version, 0), coalesce(o.vectors, 0), null, null, sm.*,
    e.piece_ids as asked_ids, e.distances as asked_distances
from (values (1)) as always (row)
left join owners o on o.owner_id = %(owner_id)s and o.tenant_id = %(tenant_id)s and o.user_id = %(user_id)s
left join owners k
    on k.owner_id = %(knowledge_owner_id)s and k.tenant_id = %(tenant_id)s and k.user_id = %(knowledge_user_id)s
cross join (
    select array_agg(session_id) as summary_session_ids,
        string_agg(float4send((embedding <=> %(vector)s::halfvec)::real), '') as summary_distances,
        string_agg(float8send(date_part('epoch', until)), '') as summary_until
    from summaries
    where owner_id = %(owner_id)s and tenant_id = %(tenant_id)s and user_id = %(user_id)s
        and model = %(model)s and embedding is not null and %(vector)s::halfvec is not null
        and exists (
            select from owners
            where owner_id = %(owner_id)s and tenant_id = %(tenant_id)s and user_id = %(user_id)s
                and version = %(known_version)s
        )
) as sm
cross join (
    select string_agg(int8send(p.piece_id), '') as piece_ids,
        string_agg(float4send((p.embedding <=> %(vector)s::halfvec)::real), '') as distances
    from unnest(%(asked_ids)s::bigint[]) as asked (id)
    cross join lateral (
        select piece_id, embedding
        from pieces
        where owner_id = %(owner_id)s and tenant_id = %(tenant_id)s and user_id = %(user_id)s
            and model = %(model)s and embedding is not null and piece_id = asked.id
        limit 1
    ) as p
    where exists (
        select from owners
        where owner_id = %(owner_id)s and tenant_id = %(tenant_id)s and user_id = %(user_id)s
            and version = %(known_version)s
    )
) as e;

-- name: ann.codes
-- Every vector as bits, see service.vector_codes: whether it is greater than the mean of a sample in each dimension. bit_send
-- puts the number of bits in 4 bytes before them.
with centre as materialized (
    select avg(embedding) as centre
    from pieces
    where owner_id = %(owner_id)s and tenant_id = %(tenant_id)s and user_id = %(user_id)s
        and model = %(model)s and embedding is not null and piece_id = any (%(sample)s::bigint[])
)
select coalesce(o.version, 0), coalesce(o.vectors, 0), c.piece_ids, c.bits, m.centre
from (values (1)) as always (row)
left join owners o on o.owner_id = %(owner_id)s and o.tenant_id = %(tenant_id)s and o.user_id = %(user_id)s
cross join centre as m
cross join (
    select string_agg(int8send(p.piece_id), '') as piece_ids,
        string_agg(
            substring(bit_send(binary_quantize(coalesce(p.embedding - centre.centre, p.embedding))) from 5), ''
        ) as bits
    from pieces p
    cross join centre
    where p.owner_id = %(owner_id)s and p.tenant_id = %(tenant_id)s and p.user_id = %(user_id)s
        and p.model = %(model)s and p.embedding is not null
) as c;

-- name: ann.more_codes
-- As ann.codes, of some pieces, around a mean that is known.
select coalesce(o.version, 0), coalesce(o.vectors, 0), c.piece_ids, c.bits, %(centre)s::halfvec
from (values (1)) as always (row)
left join owners o on o.owner_id = %(owner_id)s and o.tenant_id = %(tenant_id)s and o.user_id = %(user_id)s
cross join (
    select string_agg(int8send(piece_id), '') as piece_ids,
        string_agg(substring(bit_send(binary_quantize(embedding - %(centre)s::halfvec)) from 5), '') as bits
    from pieces
    where owner_id = %(owner_id)s and tenant_id = %(tenant_id)s and user_id = %(user_id)s
        and model = %(model)s and embedding is not null and piece_id = any (%(sample)s::bigint[])
) as c;

-- name: ann.note_large
-- Never waits for the user's lock: the next search notes it again.
update owners
set large_pieces = %(pieces)s, large_at = now()
where owner_id = %(owner_id)s and tenant_id = %(tenant_id)s and user_id = %(user_id)s
    and exists (
        select from owners
        where owner_id = %(owner_id)s and tenant_id = %(tenant_id)s and user_id = %(user_id)s
        for no key update skip locked
    );
