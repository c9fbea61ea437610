-- `held` is the set of layers that hold a memory now: a chat message is in working memory while it is in its session's
-- window, else in the episodic layer; a saved memory leaves working memory at working_until. Nothing held: not visible.

-- name: owner.bump
-- Lock an owner and count a change; no row for an owner that is not there.
update owners
set version = version + 1
where owner_id = %(owner_id)s and tenant_id = %(tenant_id)s and user_id = %(user_id)s
returning version;

-- name: owner.version
select version
from owners
where owner_id = %(owner_id)s and tenant_id = %(tenant_id)s and user_id = %(user_id)s;

-- name: memory.list
select id, user_id, session_id, agent_id, visibility, type, held, content, subject, metadata, importance, confidence,
    trust, pinned, version, created_at, occurred_at, accessed_at, access_count, expires_at, working_until, message_id, role,
    name, seq, round_no, part
from (
    select m.*,
        case
            when m.seq is null then m.layers & case when m.working_until > %(now)s then 15 else 14 end
            when m.seq >= s.window_start_seq and s.last_active_at > %(active_after)s then 1
            else m.layers
        end as held
    from memories m
    left join sessions s
        on s.owner_id = m.owner_id and s.tenant_id = m.tenant_id and s.user_id = m.user_id and s.session_id = m.session_id
    where m.owner_id = %(owner_id)s and m.tenant_id = %(tenant_id)s and m.user_id = %(user_id)s
        and m.forgotten_at is null and m.superseded_at is null and (m.expires_at is null or m.expires_at > %(now)s)
        and (m.visibility = 'shared' or m.agent_id = %(agent_id)s)
        and (%(type)s::text is null or m.type = %(type)s)
        and (%(session_id)s::text is null or m.session_id = %(session_id)s)
        and (%(subject)s::text is null or m.subject = %(subject)s)
        and (%(after_at)s::timestamptz is null or (m.created_at, m.id) < (%(after_at)s, %(after_id)s::uuid))
) as visible
where held & %(layers)s <> 0
order by created_at desc, id desc
limit %(limit)s;

-- name: memory.get
select m.id, m.user_id, m.session_id, m.agent_id, m.visibility, m.type,
    case
        when m.seq is null then m.layers & case when m.working_until > %(now)s then 15 else 14 end
        when m.seq >= s.window_start_seq and s.last_active_at > %(active_after)s then 1
        else m.layers
    end as held,
    m.content, m.subject, m.metadata, m.importance, m.confidence, m.trust, m.pinned, m.version, m.created_at, m.occurred_at,
    m.accessed_at, m.access_count, m.expires_at, m.working_until, m.message_id, m.role, m.name, m.seq, m.round_no, m.part
from memories m
left join sessions s
    on s.owner_id = m.owner_id and s.tenant_id = m.tenant_id and s.user_id = m.user_id and s.session_id = m.session_id
where m.owner_id = %(owner_id)s and m.tenant_id = %(tenant_id)s and m.user_id = %(user_id)s and m.id = %(id)s
    and m.forgotten_at is null and m.superseded_at is null and (m.expires_at is null or m.expires_at > %(now)s);

-- name: memory.keep_version
-- The state before a change goes into history.
insert into memory_versions (
    owner_id, tenant_id, user_id, memory_id, version, content, type, importance, subject, metadata, pinned, expires_at,
    changed_at, reason, changed_by
)
select owner_id, tenant_id, user_id, id, version, content, type, importance, subject, metadata, pinned, expires_at,
    coalesce(version_at, created_at), version_reason, version_by
from memories
where owner_id = %(owner_id)s and tenant_id = %(tenant_id)s and user_id = %(user_id)s and id = %(id)s;

-- name: memory.change
update memories
set content = %(content)s, content_hash = coalesce(%(content_hash)s::bytea, content_hash), type = %(type)s,
    importance = %(importance)s, layers = %(layers)s, subject = %(subject)s, metadata = %(metadata)s, pinned = %(pinned)s,
    expires_at = %(expires_at)s, working_until = %(working_until)s, version = version + 1, version_at = %(now)s,
    version_reason = %(reason)s, version_by = %(by)s, changed = %(changed)s
where owner_id = %(owner_id)s and tenant_id = %(tenant_id)s and user_id = %(user_id)s and id = %(id)s;

-- name: memory.stored_layers
select layers
from memories
where owner_id = %(owner_id)s and tenant_id = %(tenant_id)s and user_id = %(user_id)s and id = %(id)s;

-- name: memory.drop_pieces
delete from pieces
where owner_id = %(owner_id)s and tenant_id = %(tenant_id)s and user_id = %(user_id)s and memory_id = %(id)s;

-- name: memory.history
select version, content, type, importance, subject, metadata, pinned, expires_at, coalesce(version_at, created_at) as changed_at,
    version_reason as reason, version_by as changed_by
from memories
where owner_id = %(owner_id)s and tenant_id = %(tenant_id)s and user_id = %(user_id)s and id = %(id)s
    and forgotten_at is null and superseded_at is null and (expires_at is null or expires_at > now())
union all
select v.version, v.content, v.type, v.importance, v.subject, v.metadata, v.pinned, v.expires_at, v.changed_at, v.reason,
    v.changed_by
from memory_versions v
join memories m
    on m.owner_id = v.owner_id and m.tenant_id = v.tenant_id and m.user_id = v.user_id and m.id = v.memory_id
where v.owner_id = %(owner_id)s and v.tenant_id = %(tenant_id)s and v.user_id = %(user_id)s and v.memory_id = %(id)s
    and m.forgotten_at is null and m.superseded_at is null and (m.expires_at is null or m.expires_at > now())
order by version desc;

-- name: memory.keep_forgotten
-- History tells of a memory that comes back when it had gone, why, and on whose word: two versions of before, one that was
-- there and one that was forgotten.
insert into memory_versions (
    owner_id, tenant_id, user_id, memory_id, version, content, type, importance, subject, metadata, pinned, expires_at,
    changed_at, reason, changed_by
)
select m.owner_id, m.tenant_id, m.user_id, m.id, m.version + was.later, m.content, m.type, m.importance, m.subject, m.metadata,
    m.pinned, m.expires_at,
    case was.later when 0 then coalesce(m.version_at, m.created_at) else m.forgotten_at end,
    case was.later when 0 then m.version_reason else coalesce(nullif(r.reason, ''), 'forgotten') end,
    case was.later when 0 then m.version_by else coalesce(r.asked_by, '') end
from memories m
left join forget_receipts r
    on r.owner_id = m.owner_id and r.tenant_id = m.tenant_id and r.user_id = m.user_id and r.receipt_id = m.receipt_id
cross join (values (0), (1)) as was (later)
where m.owner_id = %(owner_id)s and m.tenant_id = %(tenant_id)s and m.user_id = %(user_id)s
    and (m.id = %(id)s or (m.session_id, m.seq) = (
        select a.session_id, a.seq
        from memories a
        where a.owner_id = %(owner_id)s and a.tenant_id = %(tenant_id)s and a.user_id = %(user_id)s and a.id = %(id)s
    ))
    and m.forgotten_at > %(forgotten_after)s;

-- name: memory.restore
-- All parts of a message come back together, and so does its session's place in the list. Being asked for is a use.
with asked as (
    select session_id, seq
    from memories
    where owner_id = %(owner_id)s and tenant_id = %(tenant_id)s and user_id = %(user_id)s and id = %(id)s
), listed as (
    update sessions
    set forgotten_at = null, changed = %(changed)s
    where owner_id = %(owner_id)s and tenant_id = %(tenant_id)s and user_id = %(user_id)s
        and session_id = (select session_id from asked) and forgotten_at is not null
)
update memories
set forgotten_at = null, receipt_id = null, accessed_at = greatest(accessed_at, %(now)s), changed = %(changed)s,
    version = version + 2, version_at = %(now)s, version_reason = 'restored', version_by = %(by)s
where owner_id = %(owner_id)s and tenant_id = %(tenant_id)s and user_id = %(user_id)s
    and (id = %(id)s or (session_id, seq) = (select session_id, seq from asked))
    and forgotten_at > %(forgotten_after)s;

-- name: memory.keep_judged
-- What is said to be wrong is a change that history tells of.
insert into memory_versions (
    owner_id, tenant_id, user_id, memory_id, version, content, type, importance, subject, metadata, pinned, expires_at,
    changed_at, reason, changed_by
)
select owner_id, tenant_id, user_id, id, version, content, type, importance, subject, metadata, pinned, expires_at,
    coalesce(version_at, created_at), version_reason, version_by
from memories
where owner_id = %(owner_id)s and tenant_id = %(tenant_id)s and user_id = %(user_id)s
    and id = any (%(ids)s::uuid[]) and forgotten_at is null and superseded_at is null
    and (expires_at is null or expires_at > %(now)s) and (visibility = 'shared' or agent_id = %(agent_id)s);

-- name: memory.move_trust
update memories
set trust = least(1, greatest(0, case when %(helpful)s then trust + 0.2 * (1 - trust) else trust * 0.4 end)),
    corrected_at = case when %(helpful)s then null else %(now)s end,
    version = case when %(helpful)s then version else version + 1 end,
    version_at = case when %(helpful)s then version_at else %(now)s end,
    version_reason = case when %(helpful)s then version_reason else %(reason)s end,
    version_by = case when %(helpful)s then version_by else %(by)s end,
    changed = %(changed)s
where owner_id = %(owner_id)s and tenant_id = %(tenant_id)s and user_id = %(user_id)s
    and id = any (%(ids)s::uuid[]) and forgotten_at is null and superseded_at is null
    and (expires_at is null or expires_at > %(now)s) and (visibility = 'shared' or agent_id = %(agent_id)s)
returning 1;

-- name: memory.count_access
-- Rows that somebody else is changing just now are passed over: a count may lag, but never waits.
with free as (
    select m.owner_id, m.tenant_id, m.user_id, m.id, given.count
    from unnest(
        %(owner_ids)s::uuid[], %(tenant_ids)s::text[], %(user_ids)s::text[], %(ids)s::uuid[], %(counts)s::bigint[]
    ) as given (owner_id, tenant_id, user_id, id, count)
    join memories m
        on m.owner_id = given.owner_id and m.tenant_id = given.tenant_id and m.user_id = given.user_id and m.id = given.id
    for no key update of m skip locked
)
update memories m
set access_count = m.access_count + free.count, accessed_at = greatest(m.accessed_at, %(now)s)
from free
where m.owner_id = free.owner_id and m.tenant_id = free.tenant_id and m.user_id = free.user_id and m.id = free.id;
