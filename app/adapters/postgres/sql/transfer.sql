-- Everything of one user as JSON rows, and back. Forgotten memories do not travel.

-- name: transfer.sessions
select to_jsonb(s) - array['owner_id', 'tenant_id', 'user_id', 'changed']
from sessions s
where owner_id = %(owner_id)s and tenant_id = %(tenant_id)s and user_id = %(user_id)s and forgotten_at is null
    and session_id > %(after)s
order by session_id
limit %(limit)s;

-- name: transfer.summaries
-- What a summary is called in its own column would hide what a record is. Its vector comes beside it, in binary.
select to_jsonb(sm) - array['owner_id', 'tenant_id', 'user_id', 'kind', 'embedding']
        || jsonb_build_object('form', sm.kind),
    sm.embedding
from summaries sm
where owner_id = %(owner_id)s and tenant_id = %(tenant_id)s and user_id = %(user_id)s and session_id > %(after)s
order by session_id
limit %(limit)s;

-- name: transfer.facts
select to_jsonb(f) - array['owner_id', 'tenant_id', 'user_id']
from facts f
where owner_id = %(owner_id)s and tenant_id = %(tenant_id)s and user_id = %(user_id)s and id > %(after)s::uuid
order by id
limit %(limit)s;

-- name: transfer.memories
-- Each with its history; the pieces come beside it, in one snapshot, with their vectors in binary.
select m.id,
    to_jsonb(m) - array['owner_id', 'tenant_id', 'user_id', 'changed', 'forgotten_at', 'receipt_id'],
    (
        select coalesce(jsonb_agg(to_jsonb(v) - array['owner_id', 'tenant_id', 'user_id', 'memory_id'] order by v.version), '[]')
        from memory_versions v
        where v.owner_id = %(owner_id)s and v.tenant_id = %(tenant_id)s and v.user_id = %(user_id)s and v.memory_id = m.id
    ),
    p.piece_no, p.start_char, p.stop_char, p.terms, p.wanted, p.model, p.embedding
from (
    select *
    from memories
    where owner_id = %(owner_id)s and tenant_id = %(tenant_id)s and user_id = %(user_id)s
        and forgotten_at is null and (expires_at is null or expires_at > now()) and id > %(after)s::uuid
    order by id
    limit %(limit)s
) as m
left join pieces p
    on p.owner_id = %(owner_id)s and p.tenant_id = %(tenant_id)s and p.user_id = %(user_id)s and p.memory_id = m.id
order by m.id, p.piece_no;

-- name: transfer.documents
select to_jsonb(d) - array['owner_id', 'tenant_id', 'user_id']
from knowledge_documents d
where owner_id = %(owner_id)s and tenant_id = %(tenant_id)s and user_id = %(user_id)s and id > %(after)s::uuid
order by id
limit %(limit)s;

-- name: transfer.seeds
select to_jsonb(s) - array['owner_id', 'tenant_id', 'user_id', 'number']
from seed_memories s
where owner_id = %(owner_id)s and tenant_id = %(tenant_id)s and user_id = %(user_id)s and id > %(after)s::uuid
order by id
limit %(limit)s;

-- name: transfer.owner
-- How far a user has seen the tenant's seeds, and what tells whether anything of the user has changed since.
select seeds_seen, version, last_active_at
from owners
where owner_id = %(owner_id)s and tenant_id = %(tenant_id)s and user_id = %(user_id)s;

-- name: transfer.seed_up_to
-- The last seed of a tenant up to a number: numbers are a database's own, ids travel.
select id
from seed_memories
where owner_id = %(owner_id)s and tenant_id = %(tenant_id)s and user_id = %(user_id)s and number <= %(number)s
order by number desc
limit 1;

-- name: transfer.seed_number
select number
from seed_memories
where owner_id = %(owner_id)s and tenant_id = %(tenant_id)s and user_id = %(user_id)s and id = %(id)s;

-- name: transfer.put_seeds_seen
update owners
set seeds_seen = greatest(seeds_seen, %(number)s)
where owner_id = %(owner_id)s and tenant_id = %(tenant_id)s and user_id = %(user_id)s;

-- name: transfer.put_seeds
-- In the order in which they were made, since their new numbers say who has seen them.
insert into seed_memories (owner_id, tenant_id, user_id, id, content, type, importance, subject, metadata, created_at)
select %(owner_id)s, %(tenant_id)s, %(user_id)s, id, content, type, importance, subject, metadata, created_at
from jsonb_populate_recordset(null::seed_memories, %(rows)s)
order by created_at, id
on conflict do nothing;

-- name: transfer.put_documents
insert into knowledge_documents (owner_id, tenant_id, user_id, id, title, metadata, chunks, created_at)
select %(owner_id)s, %(tenant_id)s, %(user_id)s, id, title, metadata, chunks, created_at
from jsonb_populate_recordset(null::knowledge_documents, %(rows)s)
on conflict do nothing;

-- name: transfer.put_sessions
insert into sessions (
    owner_id, tenant_id, user_id, session_id, rounds, last_seq, window_start_seq, created_at, last_active_at, closed_at,
    extracted_seq, extracted_rounds, shown_seq, extract_at, summary_from, summary_round, model_owed_seq,
    model_owed_at, changed
)
select %(owner_id)s, %(tenant_id)s, %(user_id)s, session_id, rounds, last_seq, window_start_seq, created_at, last_active_at,
    closed_at, extracted_seq, extracted_rounds, shown_seq, extract_at, summary_from, summary_round, model_owed_seq,
    model_owed_at, %(changed)s
from jsonb_populate_recordset(null::sessions, %(rows)s)
on conflict do nothing
returning session_id;

-- name: transfer.put_summaries
-- Of sessions that were not there: what another summary covers would be told by the wrong one.
insert into summaries (
    owner_id, tenant_id, user_id, session_id, revision, kind, lines, first_seq, last_seq, last_round, until, messages,
    tokens, covered_tokens, made_at, wanted, model, embedding
)
select %(owner_id)s, %(tenant_id)s, %(user_id)s, session_id, revision, kind, lines, first_seq, last_seq, last_round, until,
    messages, tokens, covered_tokens, made_at, wanted and lines <> '[]', model, embedding
from jsonb_populate_recordset(null::summaries, %(rows)s)
on conflict do nothing;

-- name: transfer.known_memories
-- What is there already, by id or by its place in a session: the caller holds the owner's lock, so this stays true.
select id, session_id, seq, message_id, part
from memories
where owner_id = %(owner_id)s and tenant_id = %(tenant_id)s and user_id = %(user_id)s and id = any (%(ids)s::uuid[])
union all
select m.id, m.session_id, m.seq, m.message_id, m.part
from unnest(%(turn_sessions)s::text[], %(turn_seqs)s::int8[], %(turn_parts)s::int2[]) as t (session_id, seq, part)
join memories m
    on m.owner_id = %(owner_id)s and m.tenant_id = %(tenant_id)s and m.user_id = %(user_id)s
    and m.session_id = t.session_id and m.seq = t.seq and m.part = t.part and m.seq is not null
union all
select m.id, m.session_id, m.seq, m.message_id, m.part
from unnest(%(message_sessions)s::text[], %(message_ids)s::text[], %(message_parts)s::int2[]) as t (session_id, message_id, part)
join memories m
    on m.owner_id = %(owner_id)s and m.tenant_id = %(tenant_id)s and m.user_id = %(user_id)s
    and m.session_id = t.session_id and m.message_id = t.message_id and m.part = t.part and m.message_id is not null;

-- name: transfer.copy_memories
copy memories (
    owner_id, tenant_id, user_id, id, session_id, agent_id, visibility, type, layers, content, content_hash, subject, metadata,
    importance, confidence, trust, pinned, version, version_at, version_reason, version_by, created_at, occurred_at, recorded_at,
    accessed_at, access_count, expires_at, working_until, superseded_at, role, name, message_id, seq, round_no, part,
    document_id, credited, corrected_at, changed
) from stdin (format binary);

-- name: transfer.put_versions
insert into memory_versions (
    owner_id, tenant_id, user_id, memory_id, version, content, type, importance, subject, metadata, pinned, expires_at,
    changed_at, reason, changed_by
)
select %(owner_id)s, %(tenant_id)s, %(user_id)s, memory_id, version, content, type, importance, subject, metadata, pinned,
    expires_at, changed_at, reason, changed_by
from jsonb_populate_recordset(null::memory_versions, %(rows)s);

-- name: transfer.put_facts
insert into facts (
    owner_id, tenant_id, user_id, session_id, key, version, id, value, retracted, confidence, valid_from, valid_to,
    recorded_at, superseded_at, source, reason, ends_at, source_ids, changed_by
)
select %(owner_id)s, %(tenant_id)s, %(user_id)s, row.session_id, row.key, row.version, row.id, row.value, row.retracted,
    row.confidence, row.valid_from, row.valid_to, row.recorded_at, row.superseded_at, row.source, row.reason, row.ends_at,
    row.source_ids, row.changed_by
from jsonb_populate_recordset(null::facts, %(rows)s) as row
where not exists (
    select from facts f
    where f.owner_id = %(owner_id)s and f.tenant_id = %(tenant_id)s and f.user_id = %(user_id)s
        and f.session_id = row.session_id and f.key = row.key and f.id <> all (%(fact_ids)s::uuid[])
)
on conflict do nothing;

-- name: transfer.has_tombstones
-- Under the owner's lock: nothing is erased meanwhile.
select 1
from tombstones
where owner_id = %(owner_id)s and tenant_id = %(tenant_id)s and user_id = %(user_id)s and kind = 'memory'
limit 1;

-- name: transfer.drop_tombstones
-- An import brings back what was erased, by intention.
delete from tombstones
where owner_id = %(owner_id)s and tenant_id = %(tenant_id)s and user_id = %(user_id)s
    and kind = 'memory' and ref = any (%(refs)s::text[]);
