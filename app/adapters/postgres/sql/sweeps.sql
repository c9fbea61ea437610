-- The exceptions: statements of background work and of operators that go over many users, each with what it is for.
-- Those of keys.sql and tenants.sql are
-- exceptions too; every other file's statements filter on owner_id, tenant_id and user_id.

-- name: sweep.unembedded
-- The worker: pieces of any user without a vector of this model, newest first; those without any vector come first.
-- `offset 0` keeps the order of the joins: along the index pieces_to_embed, whatever the statistics say.
with waiting as (
    (
        select p.owner_id, p.tenant_id, p.user_id, p.model, p.piece_id, m.text, m.name, m.role, m.session_id,
            m.seq, m.part
        from pieces p
        cross join lateral (
            select substr(c.content, p.start_char + 1, p.stop_char - p.start_char) as text, c.name, c.role, c.session_id,
                c.seq, c.part
            from memories c
            where c.owner_id = p.owner_id and c.tenant_id = p.tenant_id and c.user_id = p.user_id and c.id = p.memory_id
                and c.forgotten_at is null and c.superseded_at is null and (c.expires_at is null or c.expires_at > now())
            offset 0
        ) as m
        where p.wanted and p.model < %(model)s
        order by p.model, p.piece_id desc
        limit %(limit)s
    )
    union all
    (
        select p.owner_id, p.tenant_id, p.user_id, p.model, p.piece_id, m.text, m.name, m.role, m.session_id,
            m.seq, m.part
        from pieces p
        cross join lateral (
            select substr(c.content, p.start_char + 1, p.stop_char - p.start_char) as text, c.name, c.role, c.session_id,
                c.seq, c.part
            from memories c
            where c.owner_id = p.owner_id and c.tenant_id = p.tenant_id and c.user_id = p.user_id and c.id = p.memory_id
                and c.forgotten_at is null and c.superseded_at is null and (c.expires_at is null or c.expires_at > now())
            offset 0
        ) as m
        where p.wanted and p.model > %(model)s
        order by p.model, p.piece_id desc
        limit %(limit)s
    )
    limit %(limit)s
)
select w.tenant_id, w.user_id, w.piece_id, w.text, w.name,
    case when before.role <> w.role then before.content end, case when before.role <> w.role then before.name end
from waiting w
left join lateral (
    select b.content, b.name, b.role
    from memories b
    where b.owner_id = w.owner_id and b.tenant_id = w.tenant_id and b.user_id = w.user_id and b.session_id = w.session_id
        and b.seq is not null and b.seq <= w.seq and (b.seq, b.part) < (w.seq, w.part) and b.forgotten_at is null
    order by b.seq desc, b.part desc
    limit 1
) as before on true
order by w.model, w.piece_id desc;

-- name: sweep.unembedded_summaries
-- The worker: running summaries of any user without a vector of this model, those without any first, newest first.
(
    select tenant_id, user_id, session_id, revision, made_at, lines, model
    from summaries
    where wanted and model < %(model)s
    order by model, made_at desc
    limit %(limit)s
)
union all
(
    select tenant_id, user_id, session_id, revision, made_at, lines, model
    from summaries
    where wanted and model > %(model)s
    order by model, made_at desc
    limit %(limit)s
)
limit %(limit)s;

-- name: sweep.open_receipts
-- The worker: forgets of any user whose deletes in Redis are not confirmed, oldest first.
select tenant_id, user_id, receipt_id, by_layer, memory_ids, facts, session_ids, everything, summary_session_ids, changed
from forget_receipts
where not redis_done
order by created_at
limit %(limit)s;

-- name: sweep.purge
-- The worker: memories of any user that are past their grace period, their expiry, or their time in working memory when
-- that is all they had. Rows that somebody is changing just now wait for the next run.
with forgotten as (
    select owner_id, id from memories where forgotten_at <= %(forgotten_before)s
    limit %(limit)s for update skip locked
), expired as (
    select owner_id, id from memories where expires_at <= %(now)s
    limit %(limit)s for update skip locked
), faded as (
    select owner_id, id from memories where layers = 1 and working_until <= %(now)s
    limit %(limit)s for update skip locked
), gone as (
    select owner_id, id from forgotten
    union select owner_id, id from expired
    union select owner_id, id from faded
    limit %(limit)s
)
delete from memories m
using gone
where m.owner_id = gone.owner_id and m.id = gone.id
returning m.tenant_id, m.user_id, m.id;

-- name: sweep.purge_sessions
-- The worker: sessions that were forgotten as a whole, once nothing of them is left to restore.
delete from sessions s
where s.forgotten_at <= %(forgotten_before)s
    and not exists (
        select from memories m
        where m.owner_id = s.owner_id and m.tenant_id = s.tenant_id and m.user_id = s.user_id and m.session_id = s.session_id
    );

-- name: sweep.dead_letters
-- An operator: dead letters of one tenant, or of all, last failed first.
select id, tenant_id, user_id, task, error, tries, first_failed_at, last_failed_at
from dead_letters
where %(tenant_id)s::text is null or tenant_id = %(tenant_id)s
order by last_failed_at desc, id desc
limit %(limit)s;

-- name: sweep.dead_letter
-- An operator: one dead letter with its work, to be done again.
select id, tenant_id, user_id, task, error, tries, first_failed_at, last_failed_at, payload
from dead_letters
where id = %(id)s;

-- name: sweep.delete_dead_letter
-- An operator: its work is done, or given up.
delete from dead_letters
where id = %(id)s
returning id;

-- name: sweep.count_dead_letters
select count(*)
from dead_letters
where %(tenant_id)s::text is null or tenant_id = %(tenant_id)s;

-- name: sweep.sessions_to_summarise
-- The worker: sessions of any user whose turns have left the window and are due to be summed up (closed or silent, enough
-- rounds or bytes, or a summary that was dropped), then those whose window has expired. Longest silent first.
(
    select s.tenant_id, s.user_id, s.session_id
    from sessions s
    where s.summary_from < s.window_start_seq and s.forgotten_at is null
        and (
            s.summary_from < 0 or s.closed_at is not null or s.last_active_at <= %(silent_before)s
            or s.rounds - s.summary_round >= %(rounds)s
            or (
                select coalesce(sum(octet_length(m.content)), 0)
                from memories m
                where m.owner_id = s.owner_id and m.tenant_id = s.tenant_id and m.user_id = s.user_id
                    and m.session_id = s.session_id and m.seq >= s.summary_from and m.seq < s.window_start_seq
            ) >= %(bytes)s
        )
    order by s.last_active_at
    limit %(limit)s
)
union
(
    select s.tenant_id, s.user_id, s.session_id
    from sessions s
    where s.summary_from <= s.last_seq and s.forgotten_at is null and s.last_active_at <= %(active_after)s
    order by s.last_active_at
    limit %(limit)s
);

-- name: sweep.retention_due
-- The worker: users that retention did not go over for an interval, the longest ago first.
select tenant_id, user_id
from owners
where coalesce(retained_at, created_at) <= %(before)s and user_id <> ''
order by coalesce(retained_at, created_at)
limit %(limit)s;

-- name: sweep.any_owners
-- An operator: users of one tenant, or of all, in order of their owner_id.
select owner_id, tenant_id, user_id
from owners
where owner_id > %(after)s and user_id <> '' and (%(tenant_id)s::text is null or tenant_id = %(tenant_id)s)
order by owner_id
limit %(limit)s;

-- name: sweep.unextracted
-- The worker: sessions of any user that are due to be read for facts, those that are due longest first.
select tenant_id, user_id, session_id, extracted_seq, last_seq, extracted_rounds, extract_tries, shown_seq
from sessions
where extract_at <= %(now)s
order by extract_at
limit %(limit)s;

-- name: sweep.owed_to_model
-- The worker: sessions of any user that a chat model missed and may read again, those that wait longest first.
select tenant_id, user_id, session_id
from sessions
where model_owed_at <= %(now)s and last_active_at > %(silent_after)s
order by model_owed_at
limit %(limit)s;

-- name: sweep.large_owners
-- The worker: users whom a search found large lately, the largest first; and whether they are at rest.
select owner_id, large_pieces, last_active_at <= %(quiet_before)s
from owners
where large_at > %(searched_after)s and large_pieces >= %(pieces)s
order by large_pieces desc, owner_id
limit %(limit)s;

-- name: sweep.ann_indexes
-- The worker: the indexes of large users, whole or broken.
select i.indexrelid::regclass::text, c.relname, i.indisvalid
from pg_index i
join pg_class c on c.oid = i.indexrelid
where starts_with(c.relname, 'pieces_ann_') and c.relnamespace = current_schema()::regnamespace
order by c.relname;

-- name: sweep.piece_table
-- The worker: the table, or the partition, that holds the pieces of an owner.
select tableoid::regclass::text
from pieces
where owner_id = %(owner_id)s
limit 1;

-- name: sweep.end_hung
-- The worker: ends connections of ours whose process hangs in the middle of a COPY. What they lock would stay locked as
-- long as the process does not end: PostgreSQL's timeouts of statements and idle transactions do not count there.
select hung.pid
from (
    select a.pid, pg_terminate_backend(a.pid) as ended
    from pg_stat_activity a
    where a.datname = current_database() and a.usename = current_user and a.application_name = 'haima'
        and a.pid <> pg_backend_pid() and a.state = 'active' and a.wait_event_type = 'Client'
        and a.query_start < clock_timestamp() - make_interval(secs => %(seconds)s)
) as hung
where hung.ended;
