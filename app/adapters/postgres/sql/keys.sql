-- API keys. They are found by the hash of a secret, before it is known whose tenant is asking.

-- name: key.find
-- The key in force with this hash; its use is noted at most once a minute.
with found as (
    select tenant_id, key_id, role, label, created_at, last_used_at, revoked_at, secret_hash
    from api_keys
    where secret_hash = %(secret_hash)s and (revoked_at is null or revoked_at > now())
), noted as (
    update api_keys set last_used_at = now()
    from found
    where api_keys.tenant_id = found.tenant_id and api_keys.key_id = found.key_id
        and (found.last_used_at is null or found.last_used_at < now() - interval '1 minute')
)
select tenant_id, key_id, role, label, created_at, last_used_at, revoked_at, secret_hash from found;

-- name: key.any
select exists (select from api_keys);

-- name: key.insert
insert into api_keys (tenant_id, key_id, secret_hash, role, label, created_at)
values (%(tenant_id)s, %(key_id)s, %(secret_hash)s, %(role)s, %(label)s, %(created_at)s);

-- name: key.list
select tenant_id, key_id, role, label, created_at, last_used_at, revoked_at
from api_keys
where %(tenant_id)s::text is null or tenant_id = %(tenant_id)s
order by created_at, key_id;

-- name: key.revoke
-- At a time that may lie ahead: until then the key works. One that ends sooner already stays as it is.
update api_keys set revoked_at = %(at)s
where key_id = %(key_id)s and (revoked_at is null or revoked_at > greatest(%(at)s, now()))
returning key_id;
