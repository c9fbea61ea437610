-- name: finetune.turns
-- Chat messages of one user that every agent may see, session by session in the order said.
select session_id, seq, part, round_no, role, content, trust
from memories
where owner_id = %(owner_id)s and tenant_id = %(tenant_id)s and user_id = %(user_id)s
    and seq is not null and visibility = 'shared' and forgotten_at is null and superseded_at is null
    and (expires_at is null or expires_at > %(now)s)
    and (session_id, seq, part) > (%(session_id)s, %(seq)s, %(part)s)
order by session_id, seq, part
limit %(limit)s;
