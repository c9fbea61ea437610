-- How near each vector of one user is to all the others: what is near to everything is near to every query.

-- name: centrality.read
-- Vectors have length 1, so their inner products with the mean are their mean cosines, with themselves among them.
select string_agg(int8send(p.piece_id), ''), string_agg(float4send((-(p.embedding <#> m.mean))::real), '')
from pieces as p
cross join (
    select avg(embedding) as mean
    from pieces
    where owner_id = %(owner_id)s and tenant_id = %(tenant_id)s and user_id = %(user_id)s
        and model = %(model)s and embedding is not null
) as m
where p.owner_id = %(owner_id)s and p.tenant_id = %(tenant_id)s and p.user_id = %(user_id)s
    and p.model = %(model)s and p.embedding is not null;
