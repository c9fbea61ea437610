-- name: importance.change
-- What a chat model says of messages that the rules could not judge. Only messages that are still as the rules left them;
-- all parts of a long one. Those that are worth a vector now get one.
with changed as (
    update memories m
    set importance = given.importance, changed = %(changed)s
    from unnest(%(seqs)s::bigint[], %(were)s::float8[], %(importances)s::float8[]) as given (seq, was, importance)
    where m.owner_id = %(owner_id)s and m.tenant_id = %(tenant_id)s and m.user_id = %(user_id)s
        and m.session_id = %(session_id)s and m.seq = given.seq and m.version = 1 and m.forgotten_at is null
        and abs(m.importance - given.was) < 0.001
    returning m.id, m.importance
), wanted as (
    update pieces p
    set wanted = true
    from changed
    where p.owner_id = %(owner_id)s and p.tenant_id = %(tenant_id)s and p.user_id = %(user_id)s
        and p.memory_id = changed.id and changed.importance >= %(embed_from)s and not p.wanted
)
select count(*) from changed;
