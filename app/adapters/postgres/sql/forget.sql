-- One forget is one transaction under the owner's lock. Each empty selector is no selector; together they combine with AND.

-- name: forget.memories
-- What the selectors pick, all parts of a message together, with the highest layer each is visible in (null: in none).
with matched as (
    select m.id, m.session_id, m.seq
    from memories m
    where m.owner_id = %(owner_id)s and m.tenant_id = %(tenant_id)s and m.user_id = %(user_id)s
        and (%(erase)s or m.forgotten_at is null)
        and (%(session_id)s::text is null or m.session_id = %(session_id)s)
        and (cardinality(%(memory_ids)s::uuid[]) = 0 or m.id = any (%(memory_ids)s::uuid[]))
        and (cardinality(%(types)s::text[]) = 0 or m.type = any (%(types)s::text[]))
        and (%(query_ids)s::uuid[] is null or m.id = any (%(query_ids)s::uuid[]))
        and (%(before)s::timestamptz is null or coalesce(m.occurred_at, m.created_at) < %(before)s)
        and (%(every_agent)s or m.visibility = 'shared' or m.agent_id = %(agent_id)s)
), picked as (
    select id from matched
    union
    select parts.id
    from matched
    join memories parts
        on parts.owner_id = %(owner_id)s and parts.tenant_id = %(tenant_id)s and parts.user_id = %(user_id)s
        and parts.session_id = matched.session_id and parts.seq = matched.seq
    where %(erase)s or parts.forgotten_at is null
), held as (
    select m.id, m.created_at,
        m.forgotten_at is null and m.superseded_at is null and (m.expires_at is null or m.expires_at > %(now)s) as visible,
        case
            when m.seq is null then m.layers & case when m.working_until > %(now)s then 15 else 14 end
            when m.seq >= s.window_start_seq and s.last_active_at > %(active_after)s then 1
            else m.layers
        end as layers
    from picked
    join memories m
        on m.owner_id = %(owner_id)s and m.tenant_id = %(tenant_id)s and m.user_id = %(user_id)s and m.id = picked.id
    left join sessions s
        on s.owner_id = m.owner_id and s.tenant_id = m.tenant_id and s.user_id = m.user_id and s.session_id = m.session_id
)
select id,
    case
        when not visible or layers = 0 then null
        when layers & 8 <> 0 then 'knowledge'
        when layers & 4 <> 0 then 'semantic'
        when layers & 2 <> 0 then 'episodic'
        else 'working'
    end
from held
order by created_at, id;

-- name: forget.facts
-- The keys whose facts go: with all their versions when erased, else those that show a value now.
select session_id, key, valid_from, not retracted
from facts
where owner_id = %(owner_id)s and tenant_id = %(tenant_id)s and user_id = %(user_id)s
    and superseded_at is null and (%(erase)s or not retracted)
    and (%(session_id)s::text is null or session_id = %(session_id)s)
    and (cardinality(%(fact_keys)s::text[]) = 0 or key = any (%(fact_keys)s::text[]))
    and (%(before)s::timestamptz is null or valid_from < %(before)s)
order by session_id, key;

-- name: forget.sessions
select session_id
from sessions
where owner_id = %(owner_id)s and tenant_id = %(tenant_id)s and user_id = %(user_id)s
    and (%(session_id)s::text is null or session_id = %(session_id)s)
order by session_id;

-- name: forget.hide_memories
update memories
set forgotten_at = %(now)s, receipt_id = %(receipt_id)s, changed = %(changed)s
where owner_id = %(owner_id)s and tenant_id = %(tenant_id)s and user_id = %(user_id)s and id = any (%(ids)s::uuid[]);

-- name: forget.hide_sessions
update sessions
set forgotten_at = %(now)s, window_start_seq = last_seq + 1, changed = %(changed)s
where owner_id = %(owner_id)s and tenant_id = %(tenant_id)s and user_id = %(user_id)s
    and session_id = any (%(session_ids)s::text[]);

-- name: forget.clear_echoes
-- The vector of the message after an erased one was made with the erased text before it: it is made anew.
update pieces p
set model = '', embedding = null
from memories gone
cross join lateral (
    select n.id
    from memories n
    where n.owner_id = %(owner_id)s and n.tenant_id = %(tenant_id)s and n.user_id = %(user_id)s
        and n.session_id = gone.session_id and n.seq is not null and n.seq >= gone.seq
        and (n.seq, n.part) > (gone.seq, gone.part)
    order by n.seq, n.part
    limit 1
) as following
where gone.owner_id = %(owner_id)s and gone.tenant_id = %(tenant_id)s and gone.user_id = %(user_id)s
    and gone.id = any (%(ids)s::uuid[])
    and p.owner_id = %(owner_id)s and p.tenant_id = %(tenant_id)s and p.user_id = %(user_id)s
    and p.memory_id = following.id and p.embedding is not null;

-- name: forget.erase_memories
delete from memories
where owner_id = %(owner_id)s and tenant_id = %(tenant_id)s and user_id = %(user_id)s and id = any (%(ids)s::uuid[]);

-- name: forget.erase_facts
delete from facts f
using unnest(%(card_ids)s::text[], %(keys)s::text[]) as gone (session_id, key)
where f.owner_id = %(owner_id)s and f.tenant_id = %(tenant_id)s and f.user_id = %(user_id)s
    and f.session_id = gone.session_id and f.key = gone.key;

-- name: forget.erase_sessions
delete from sessions
where owner_id = %(owner_id)s and tenant_id = %(tenant_id)s and user_id = %(user_id)s
    and session_id = any (%(session_ids)s::text[]);

-- name: forget.erase_dead_letters
delete from dead_letters
where owner_id = %(owner_id)s and tenant_id = %(tenant_id)s and user_id = %(user_id)s;

-- name: forget.dead_letters
select id, task, payload
from dead_letters
where owner_id = %(owner_id)s and tenant_id = %(tenant_id)s and user_id = %(user_id)s
order by id;

-- name: forget.put_dead_letter
-- What is left of the work; the error may tell of what went, so its kind alone stays.
update dead_letters
set payload = %(payload)s, error = split_part(error, ':', 1)
where owner_id = %(owner_id)s and tenant_id = %(tenant_id)s and user_id = %(user_id)s and id = %(letter_id)s;

-- name: forget.drop_dead_letter
delete from dead_letters
where owner_id = %(owner_id)s and tenant_id = %(tenant_id)s and user_id = %(user_id)s and id = %(letter_id)s;

-- name: forget.erase_receipts
-- Of an erased user older receipts name sessions, keys and reasons: nothing of that stays.
delete from forget_receipts
where owner_id = %(owner_id)s and tenant_id = %(tenant_id)s and user_id = %(user_id)s;

-- name: forget.still_there
select id
from memories
where owner_id = %(owner_id)s and tenant_id = %(tenant_id)s and user_id = %(user_id)s and id = any (%(asked_ids)s::uuid[]);

-- name: forget.put_tombstones
insert into tombstones as t (owner_id, tenant_id, user_id, kind, ref, erased_at)
select %(owner_id)s, %(tenant_id)s, %(user_id)s, given.kind, given.ref, %(now)s
from unnest(%(kinds)s::text[], %(refs)s::text[]) as given (kind, ref)
on conflict (owner_id, kind, ref) do update
set erased_at = greatest(t.erased_at, excluded.erased_at)
where t.owner_id = %(owner_id)s and t.tenant_id = %(tenant_id)s and t.user_id = %(user_id)s;

-- name: forget.whole_from
-- Rows went for good: caches of an older version must read everything anew.
update owners
set whole_from = version
where owner_id = %(owner_id)s and tenant_id = %(tenant_id)s and user_id = %(user_id)s;

-- name: forget.put_receipt
insert into forget_receipts (
    owner_id, tenant_id, user_id, receipt_id, created_at, erase, reason, selectors, by_layer, memory_ids, session_ids, facts,
    everything, summary_session_ids, changed, asked_by
) values (
    %(owner_id)s, %(tenant_id)s, %(user_id)s, %(receipt_id)s, %(now)s, %(erase)s, %(reason)s, %(selectors)s, %(by_layer)s,
    %(ids)s, %(session_ids)s, %(facts)s, %(everything)s, %(summary_session_ids)s, %(changed)s,
    %(by)s
);

-- name: forget.receipt_done
update forget_receipts
set redis_done = true, session_ids = '{}', facts = '[]', summary_session_ids = '{}'
where owner_id = %(owner_id)s and tenant_id = %(tenant_id)s and user_id = %(user_id)s and receipt_id = %(receipt_id)s;
