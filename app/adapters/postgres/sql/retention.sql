-- Looking after one user's memories: trust by use, forgetting by policy, statements that say the same.

-- name: retention.active_days
-- Days (since 1970, UTC) on which something was said, saved or recalled; forgotten memories count as well.
select distinct days.day
from memories m
cross join lateral (
    values ((m.created_at at time zone 'UTC')::date - date '1970-01-01'),
        ((m.accessed_at at time zone 'UTC')::date - date '1970-01-01')
) as days (day)
where m.owner_id = %(owner_id)s and m.tenant_id = %(tenant_id)s and m.user_id = %(user_id)s
    and days.day <= (%(now)s at time zone 'UTC')::date - date '1970-01-01'
order by days.day;

-- name: retention.held
-- What a policy weighs: everything visible that is in no session's window. Parts of a message come one after another.
select m.id, m.version, m.accessed_at, m.session_id, m.seq, m.importance, m.trust, m.access_count, m.pinned,
    (greatest(m.created_at, m.accessed_at) at time zone 'UTC')::date - date '1970-01-01' as touched_day
from memories m
left join sessions s
    on s.owner_id = m.owner_id and s.tenant_id = m.tenant_id and s.user_id = m.user_id and s.session_id = m.session_id
where m.owner_id = %(owner_id)s and m.tenant_id = %(tenant_id)s and m.user_id = %(user_id)s
    and m.forgotten_at is null and m.superseded_at is null and (m.expires_at is null or m.expires_at > %(now)s)
    and m.type <> 'summary'
    and (
        case
            when m.seq is null then m.layers & 14 <> 0
            else s.session_id is null or m.seq < s.window_start_seq or s.last_active_at <= %(active_after)s
        end
    )
order by m.session_id, m.seq, m.part, m.id
limit %(limit)s;

-- name: retention.hide
-- Only what is still as it was when the policy weighed it.
update memories m
set forgotten_at = %(now)s, receipt_id = %(receipt_id)s, changed = %(changed)s
from unnest(%(ids)s::uuid[], %(versions)s::integer[], %(accessed)s::timestamptz[]) as given (id, version, accessed_at)
where m.owner_id = %(owner_id)s and m.tenant_id = %(tenant_id)s and m.user_id = %(user_id)s and m.id = given.id
    and m.version = given.version and m.accessed_at is not distinct from given.accessed_at
    and m.forgotten_at is null and m.superseded_at is null and not m.pinned and m.importance < %(protected)s
returning m.id, case when m.layers & 4 <> 0 then 'semantic' when m.layers & 2 <> 0 then 'episodic' else 'working' end;

-- name: retention.keep_undone
-- As `memory.keep_forgotten`, for what one policy run hid.
insert into memory_versions (
    owner_id, tenant_id, user_id, memory_id, version, content, type, importance, subject, metadata, pinned, expires_at,
    changed_at, reason, changed_by
)
select m.owner_id, m.tenant_id, m.user_id, m.id, m.version + was.later, m.content, m.type, m.importance, m.subject, m.metadata,
    m.pinned, m.expires_at,
    case was.later when 0 then coalesce(m.version_at, m.created_at) else m.forgotten_at end,
    case was.later when 0 then m.version_reason else coalesce(nullif(r.reason, ''), 'forgotten') end,
    case was.later when 0 then m.version_by else r.asked_by end
from forget_receipts r
join memories m
    on m.owner_id = r.owner_id and m.tenant_id = r.tenant_id and m.user_id = r.user_id and m.receipt_id = r.receipt_id
cross join (values (0), (1)) as was (later)
where r.owner_id = %(owner_id)s and r.tenant_id = %(tenant_id)s and r.user_id = %(user_id)s
    and r.receipt_id = %(receipt_id)s and r.selectors ? 'policy' and m.forgotten_at > %(forgotten_after)s;

-- name: retention.undo
-- Bring back what one policy run hid, within the grace period. Being asked for is a use: it does not fade again at once.
update memories m
set forgotten_at = null, receipt_id = null, accessed_at = greatest(m.accessed_at, %(now)s), changed = %(changed)s,
    version = m.version + 2, version_at = %(now)s, version_reason = 'restored', version_by = %(by)s
from forget_receipts r
where r.owner_id = %(owner_id)s and r.tenant_id = %(tenant_id)s and r.user_id = %(user_id)s
    and r.receipt_id = %(receipt_id)s and r.selectors ? 'policy'
    and m.owner_id = %(owner_id)s and m.tenant_id = %(tenant_id)s and m.user_id = %(user_id)s
    and m.receipt_id = %(receipt_id)s and m.forgotten_at > %(forgotten_after)s;

-- name: retention.receipts
-- The policy runs that can still be undone, newest first, with how much of each is still hidden.
select r.receipt_id, r.created_at, r.reason, (
    select count(*)
    from memories m
    where m.owner_id = %(owner_id)s and m.tenant_id = %(tenant_id)s and m.user_id = %(user_id)s
        and m.receipt_id = r.receipt_id and m.forgotten_at > %(forgotten_after)s
)
from forget_receipts r
where r.owner_id = %(owner_id)s and r.tenant_id = %(tenant_id)s and r.user_id = %(user_id)s
    and r.selectors ? 'policy' and r.created_at > %(forgotten_after)s
order by r.created_at desc
limit %(limit)s;

-- name: retention.has_uses
-- Whether any use has not raised a trust yet.
select 1
from memories
where owner_id = %(owner_id)s and tenant_id = %(tenant_id)s and user_id = %(user_id)s
    and access_count > credited and corrected_at is null and trust < %(used_trust)s and forgotten_at is null
limit 1;

-- name: retention.credit_uses
-- Each use goes a step of the way that is left; what was said to be wrong does not rise by being used.
update memories
set trust = trust + (%(used_trust)s - trust) * (1 - power(1 - %(step)s::float8, least(access_count - credited, 100))),
    credited = access_count, changed = %(changed)s
where owner_id = %(owner_id)s and tenant_id = %(tenant_id)s and user_id = %(user_id)s
    and access_count > credited and corrected_at is null and trust < %(used_trust)s and forgotten_at is null;

-- name: retention.statements
-- Saved memories that say something on their own, grouped by what must agree for two to be one.
select id, version, content, type, agent_id, visibility, subject, importance, trust, access_count, pinned, session_id,
    metadata -> 'merged_from' as merged_from
from memories
where owner_id = %(owner_id)s and tenant_id = %(tenant_id)s and user_id = %(user_id)s
    and seq is null and document_id is null and type <> 'summary' and layers & 14 <> 0
    and forgotten_at is null and superseded_at is null and expires_at is null and length(content) <= %(most_chars)s
order by pinned desc, importance desc, trust desc, access_count desc, created_at, id
limit %(limit)s;

-- name: retention.merge
-- The kept one has the most of all, and names the others as its sources.
update memories
set importance = greatest(importance, %(importance)s::real), trust = greatest(trust, %(trust)s::real),
    access_count = access_count + %(access_count)s, credited = credited + %(access_count)s,
    layers = layers | %(layers)s::smallint, metadata = metadata || jsonb_build_object('merged_from', %(merged_from)s::jsonb),
    version = version + 1, version_at = %(now)s, version_reason = 'merged with the same said in other words',
    version_by = '', changed = %(changed)s
where owner_id = %(owner_id)s and tenant_id = %(tenant_id)s and user_id = %(user_id)s and id = %(id)s
    and version = %(version)s and forgotten_at is null and superseded_at is null;

-- name: retention.hide_merged
update memories m
set forgotten_at = %(now)s, receipt_id = %(receipt_id)s, changed = %(changed)s
from unnest(%(ids)s::uuid[], %(versions)s::integer[]) as given (id, version)
where m.owner_id = %(owner_id)s and m.tenant_id = %(tenant_id)s and m.user_id = %(user_id)s and m.id = given.id
    and m.version = given.version and m.forgotten_at is null and m.superseded_at is null and not m.pinned
returning m.id, case when m.layers & 4 <> 0 then 'semantic' when m.layers & 2 <> 0 then 'episodic' else 'working' end,
    m.layers;

-- name: retention.forget_sources
-- An erased session or memory is nobody's source any more.
update memories m
set metadata = case
        when kept.sources is null then m.metadata - 'merged_from'
        else jsonb_set(m.metadata, '{merged_from}', kept.sources)
    end,
    changed = %(changed)s
from (
    select holder.id, jsonb_agg(one.source) filter (
        where coalesce(one.source ->> 'session_id', '') <> all (%(session_ids)s::text[])
            and coalesce(one.source ->> 'id', '') <> all (%(refs)s::text[])
    ) as sources
    from memories holder
    cross join lateral jsonb_array_elements(
        case when jsonb_typeof(holder.metadata -> 'merged_from') = 'array' then holder.metadata -> 'merged_from' else '[]' end
    ) as one (source)
    where holder.owner_id = %(owner_id)s and holder.tenant_id = %(tenant_id)s and holder.user_id = %(user_id)s
        and holder.metadata ? 'merged_from'
    group by holder.id
) as kept
where m.owner_id = %(owner_id)s and m.tenant_id = %(tenant_id)s and m.user_id = %(user_id)s and m.id = kept.id
    and m.metadata -> 'merged_from' is distinct from kept.sources;

-- name: retention.done
update owners
set retained_at = %(now)s
where owner_id = %(owner_id)s and tenant_id = %(tenant_id)s and user_id = %(user_id)s;
