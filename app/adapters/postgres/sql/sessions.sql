-- name: session.get
-- A session (nulls where there is none), the owner's version, and the session's running summary.
select s.rounds, s.last_seq, s.window_start_seq, s.last_active_at, s.closed_at, o.version,
    sm.revision, sm.kind, sm.lines, sm.first_seq, sm.last_seq, sm.last_round, sm.until, sm.messages, sm.tokens,
    sm.covered_tokens, sm.made_at
from owners o
left join sessions s
    on s.owner_id = %(owner_id)s and s.tenant_id = %(tenant_id)s and s.user_id = %(user_id)s
    and s.session_id = %(session_id)s
left join summaries sm
    on sm.owner_id = %(owner_id)s and sm.tenant_id = %(tenant_id)s and sm.user_id = %(user_id)s
    and sm.session_id = s.session_id
where o.owner_id = %(owner_id)s and o.tenant_id = %(tenant_id)s and o.user_id = %(user_id)s;

-- name: session.window_turns
-- The turns of the last rounds that are still in the window, the parts of a long message joined.
select (array_agg(id order by part))[1], seq, min(round_no), min(role), string_agg(content, '' order by part),
    min(message_id), min(name), min(created_at), max(importance), min(agent_id)
from memories
where owner_id = %(owner_id)s and tenant_id = %(tenant_id)s and user_id = %(user_id)s
    and session_id = %(session_id)s and seq >= %(window_start_seq)s and round_no > %(after_round)s
    and forgotten_at is null and superseded_at is null and (expires_at is null or expires_at > now())
group by seq
order by seq;

-- name: session.turn
-- One message whole.
select (array_agg(id order by part))[1], seq, min(round_no), min(role), string_agg(content, '' order by part),
    min(message_id), min(name), min(created_at), max(importance), min(agent_id)
from memories
where owner_id = %(owner_id)s and tenant_id = %(tenant_id)s and user_id = %(user_id)s
    and session_id = %(session_id)s and seq = %(seq)s
    and forgotten_at is null and superseded_at is null and (expires_at is null or expires_at > now())
group by seq;

-- name: session.any_memory
select 1
from memories
where owner_id = %(owner_id)s and tenant_id = %(tenant_id)s and user_id = %(user_id)s and session_id = %(session_id)s
    and forgotten_at is null and superseded_at is null and (expires_at is null or expires_at > %(now)s)
    and (layers > 1 or working_until > %(now)s)
limit 1;

-- name: session.message_ids
select message_id, id
from memories
where owner_id = %(owner_id)s and tenant_id = %(tenant_id)s and user_id = %(user_id)s
    and session_id = %(session_id)s and seq is not null and part = 0 and message_id is not null
order by seq desc
limit %(limit)s;

-- name: session.list
select session_id, rounds, last_active_at, closed_at
from sessions
where owner_id = %(owner_id)s and tenant_id = %(tenant_id)s and user_id = %(user_id)s and forgotten_at is null
    and (%(after_at)s::timestamptz is null or (last_active_at, session_id) < (%(after_at)s, %(after_id)s))
order by last_active_at desc, session_id desc
limit %(limit)s;

-- name: session.find
select session_id, rounds, last_active_at, closed_at
from sessions
where owner_id = %(owner_id)s and tenant_id = %(tenant_id)s and user_id = %(user_id)s and session_id = %(session_id)s
    and forgotten_at is null;
