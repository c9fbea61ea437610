-- What one search reads. Columns of many rows come packed (big-endian, as the types are sent): numpy reads them at once.

-- name: search.versions
-- What tells a process that nothing changed since it asked last; of several owners at once, in the order given. The lists
-- stand there a second time so that no other partitions are planned for.
select coalesce(o.version, 0), coalesce(o.whole_from, 0), coalesce(k.version, 0), coalesce(o.vectors, 0), null, null
from unnest(
    %(asked_ids)s::uuid[], %(tenant_ids)s::text[], %(user_ids)s::text[], %(knowledge_owner_ids)s::uuid[]
) with ordinality as asked (owner_id, tenant_id, user_id, knowledge_owner_id, place)
left join owners o
    on o.owner_id = asked.owner_id and o.tenant_id = asked.tenant_id and o.user_id = asked.user_id
    and o.owner_id = any (%(asked_ids)s::uuid[])
left join owners k
    on k.owner_id = asked.knowledge_owner_id and k.tenant_id = asked.tenant_id and k.user_id = %(knowledge_user_id)s
    and k.owner_id = any (%(knowledge_owner_ids)s::uuid[])
order by asked.place;

-- name: search.distances
-- The owner's version and, if it is the known one, the distance of every piece that has a vector of this model; one
-- snapshot. If not, search.delta follows and brings them: the condition on the version is checked once, before the scan.
-- With them those of the sessions' running summaries, where they are wanted (search summary first).
select coalesce(o.version, 0), coalesce(o.whole_from, 0), coalesce(k.version, 0), coalesce(o.vectors, 0), d.piece_ids,
    d.distances, sm.*
from (values (1)) as always (row)
left join owners o on o.owner_id = %(owner_id)s and o.tenant_id = %(tenant_id)s and o.user_id = %(user_id)s
left join owners k
    on k.owner_id = %(knowledge_owner_id)s and k.tenant_id = %(tenant_id)s and k.user_id = %(knowledge_user_id)s
cross join (
    select string_agg(int8send(piece_id), '') as piece_ids,
        string_agg(float4send((embedding <=> %(vector)s::halfvec)::real), '') as distances
    from pieces
    where owner_id = %(owner_id)s and tenant_id = %(tenant_id)s and user_id = %(user_id)s
        and model = %(model)s and embedding is not null and %(vector)s::halfvec is not null
        and exists (
            select from owners
            where owner_id = %(owner_id)s and tenant_id = %(tenant_id)s and user_id = %(user_id)s
                and version = %(known_version)s
        )
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
) as sm;

-- name: search.delta
-- The same with the columns of every memory and session that changed after a version.
select coalesce(o.version, 0), coalesce(o.whole_from, 0), coalesce(k.version, 0), coalesce(o.vectors, 0), d.piece_ids,
    d.distances, sm.*, s.session_ids, s.window_start_seqs, s.last_active_at, c.*
from (values (1)) as always (row)
left join owners o on o.owner_id = %(owner_id)s and o.tenant_id = %(tenant_id)s and o.user_id = %(user_id)s
left join owners k
    on k.owner_id = %(knowledge_owner_id)s and k.tenant_id = %(tenant_id)s and k.user_id = %(knowledge_user_id)s
cross join (
    select string_agg(int8send(piece_id), '') as piece_ids,
        string_agg(float4send((embedding <=> %(vector)s::halfvec)::real), '') as distances
    from pieces
    where owner_id = %(owner_id)s and tenant_id = %(tenant_id)s and user_id = %(user_id)s
        and model = %(model)s and embedding is not null and %(vector)s::halfvec is not null
) as d
cross join (
    select array_agg(session_id) as summary_session_ids,
        string_agg(float4send((embedding <=> %(vector)s::halfvec)::real), '') as summary_distances,
        string_agg(float8send(date_part('epoch', until)), '') as summary_until
    from summaries
    where owner_id = %(owner_id)s and tenant_id = %(tenant_id)s and user_id = %(user_id)s
        and model = %(model)s and embedding is not null and %(vector)s::halfvec is not null
) as sm
cross join (
    select array_agg(session_id) as session_ids,
        string_agg(int8send(window_start_seq), '') as window_start_seqs,
        string_agg(float8send(date_part('epoch', last_active_at)), '') as last_active_at
    from sessions
    where owner_id = %(owner_id)s and tenant_id = %(tenant_id)s and user_id = %(user_id)s and changed > %(after_version)s
) as s
cross join (
    select string_agg(uuid_send(r.id), '') as memory_ids,
        string_agg(int8send(r.piece_id), '') as column_piece_ids,
        string_agg(int2send(r.piece_no), '') as piece_nos,
        array_agg(r.session_id) as memory_session_ids,
        array_agg(r.agent_id) as agent_ids,
        array_agg(r.subject) as subjects,
        array_agg(r.type) as types,
        string_agg(int2send(r.flags), '') as flags,
        string_agg(int2send(r.layers), '') as layers,
        string_agg(int2send(r.role_no), '') as roles,
        string_agg(int8send(coalesce(r.seq, -1)), '') as seqs,
        string_agg(float4send(r.importance), '') as importances,
        string_agg(float4send(r.trust), '') as trusts,
        string_agg(float8send(date_part('epoch', coalesce(r.occurred_at, r.created_at))), '') as at,
        string_agg(float8send(date_part('epoch', r.created_at)), '') as created_at,
        string_agg(float8send(coalesce(date_part('epoch', r.expires_at), 'NaN')), '') as expires_at,
        string_agg(float8send(coalesce(date_part('epoch', r.working_until), 'NaN')), '') as working_until,
        string_agg(float8send(coalesce(date_part('epoch', r.superseded_at), 'NaN')), '') as superseded_at,
        string_agg(int4send(octet_length(r.terms)), '') as term_sizes,
        string_agg(r.terms, '') as terms
    from (
        select m.id, p.piece_id, p.piece_no, m.session_id, m.agent_id, m.subject, m.type, m.layers, m.seq, m.importance,
            m.trust, m.occurred_at, m.created_at, m.expires_at, m.working_until, m.superseded_at, p.terms,
            ((m.visibility = 'private')::int + 2 * (m.forgotten_at is not null)::int)::smallint as flags,
            (coalesce(array_position(array['user', 'assistant', 'system', 'tool'], m.role), 0) - 1)::smallint as role_no
        from memories m
        join pieces p on p.owner_id = m.owner_id and p.memory_id = m.id
        where m.owner_id = %(owner_id)s and m.tenant_id = %(tenant_id)s and m.user_id = %(user_id)s
            and p.owner_id = %(owner_id)s and p.tenant_id = %(tenant_id)s and p.user_id = %(user_id)s
            and m.changed > %(after_version)s
        order by m.session_id collate "C", m.seq, m.part, m.created_at, m.id, p.piece_no
    ) as r
) as c;

-- name: search.match_metadata
select id
from memories
where owner_id = %(owner_id)s and tenant_id = %(tenant_id)s and user_id = %(user_id)s
    and forgotten_at is null and metadata <> '{}'
    and not exists (
        select from jsonb_each(%(metadata)s) as asked where memories.metadata -> asked.key is distinct from asked.value
    );

-- name: search.memories
select id, user_id, session_id, agent_id, visibility, type, layers, content, subject, metadata, importance, confidence,
    trust, pinned, version, created_at, occurred_at, accessed_at, access_count, expires_at, working_until, message_id, role,
    name, seq, round_no, part
from memories
where owner_id = %(owner_id)s and tenant_id = %(tenant_id)s and user_id = %(user_id)s
    and id = any (%(ids)s::uuid[]) and forgotten_at is null and (%(superseded)s or superseded_at is null);
