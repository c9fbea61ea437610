-- How near each vector of one user is to all the others: what is near to everything is near to every query.

-- name: centrality.read
-- Vectors have length 1, so their inner products with the mean are their mean cosines, with themselves among them. The sum
-- in single precision takes a quarter of the time of avg(), which counts in double.
select string_agg(int8send(p.piece_id), ''),
    string_agg(float4send((-(p.embedding <#> m.direction) * m.length)::real), '')
from pieces as p
cross join (
    select l2_normalize(sum(embedding::vector))::halfvec as direction,
        vector_norm(sum(embedding::vector)) / count(*) as length
    from pieces
    where owner_id = %(owner_id)s and tenant_id = %(tenant_id)s and user_id = %(user_id)s
        and model = %(model)s and embedding is not null
    having count(*) > 0
) as m
where p.owner_id = %(owner_id)s and p.tenant_id = %(tenant_id)s and p.user_id = %(user_id)s
    and p.model = %(model)s and p.embedding is not null;
