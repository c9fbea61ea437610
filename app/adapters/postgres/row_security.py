"""Row-level security: the wall behind the WHERE of every statement. See app/decisions/0013-second-wall.md.

Requests run as the role `haima_app`, which owns nothing and sees the rows of those owners alone that the setting
`haima.owners` names: in a transaction by `SCOPE`, in a single reading by `scoped`, which costs no round trip of its
own. Background work over many users, and COPY, which PostgreSQL refuses under row-level security, step back to the
role that logged in (`AS_LOGIN`), the tables' owner, whom the policies do not bind.
"""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, Final, LiteralString
from uuid import UUID

import psycopg
from psycopg import sql

from app.domain.errors import SetupError

ROLE: Final = "haima_app"
PARAMETER: Final = "haima_scope"

AS_LOGIN: Final = "set local role none"
AS_REQUEST: Final = "set local role haima_app"
SCOPE: Final = "select set_config('haima.owners', %s, true)"
_MAY_TAKE: Final = """
    case when not exists (select from pg_roles where rolname = 'haima_app') then false
        when current_setting('server_version_num')::int >= 160000 then pg_has_role('haima_app', 'set')
        else pg_has_role('haima_app', 'member')
    end
"""
TAKE_ROLE: Final = f"select case when {_MAY_TAKE} then set_config('role', 'haima_app', false) end"
"""Gives the role to a connection and returns its name; null where there is none to give."""

_BEFORE: Final = "select scoped.* from (\n"
_AFTER: Final = f"\n) as scoped where (select set_config('haima.owners', %({PARAMETER})s::text, true)) is not null"
_WRITES: Final = re.compile(r"\b(?:insert\s+into|delete\s+from|(?<!for )update\s+\w+(?:\s+\w+)?\s+set)\b")
_LOCK_SECONDS: Final = 3
_LOCK_TRIES: Final = 20

_OPEN_TABLES: Final = """
    select c.oid::regclass::text, c.relname = 'owners'
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'owner_id' and not a.attisdropped
    where c.relkind in ('r', 'p') and c.relnamespace = current_schema()::regnamespace
        and not (c.relrowsecurity and exists (select from pg_policy where polrelid = c.oid and polname = 'haima_owner'))
    order by c.relname
"""
_MAKE_ROLE: Final = f"""
    do $$
    begin
        if not exists (select from pg_roles where rolname = '{ROLE}') then
            create role {ROLE} nologin;
        end if;
        if not ({_MAY_TAKE}) then
            grant {ROLE} to current_user;
        end if;
    exception
        when duplicate_object or unique_violation or insufficient_privilege then null;
    end $$
"""
_GRANT: Final = f"""
    do $$
    begin
        if exists (select from pg_roles where rolname = '{ROLE}') then
            execute format('grant usage on schema %%I to {ROLE}', current_schema());
            execute format(
                'grant select, insert, update, delete on all tables in schema %%I to {ROLE}', current_schema()
            );
            execute format('grant usage on all sequences in schema %%I to {ROLE}', current_schema());
        end if;
    end $$
""".replace("%%", "%")
_FIRST: Final = "nullif(left(current_setting('haima.owners', true), 36), '')::uuid"
_ALL: Final = "string_to_array(current_setting('haima.owners', true), ',')::uuid[]"
"""Several, in the table of owners alone: searches of several users ask for their versions together."""


def scope_of(parameters: Mapping[str, Any] | Sequence[Any]) -> str | None:
    """Return whose rows these parameters are about: what `haima.owners` is set to; None where they name no owner.

    `scope_ids` are several owners whose versions alone are read.
    """
    if isinstance(parameters, Mapping) and (several := parameters.get("scope_ids")):
        return ",".join(map(str, several))
    if not isinstance(parameters, Mapping) or not isinstance(owner_id := parameters.get("owner_id"), UUID):
        return None
    shared = parameters.get("knowledge_owner_id")
    return f"{owner_id},{shared}" if shared else str(owner_id)


@lru_cache(maxsize=1024)
def scoped(statement: LiteralString) -> LiteralString | None:
    """Return a reading statement that sets its own scope, from the parameter `haima_scope`; None for a writing one.

    The condition is one that PostgreSQL checks once, before it reads any table. Were it ever checked later, the
    statement would see nothing, never too much.
    """
    if _WRITES.search(statement):
        return None
    return f"{_BEFORE}{statement}{_AFTER}"


def raise_wall(connection: psycopg.Connection[Any]) -> bool:
    """Put a policy on every table that has an `owner_id`; true where requests will run behind it.

    `connection` is one of the tables' owner in autocommit mode. Repeating it changes nothing. Where this user may make
    no role and nobody has made `haima_app` for it, the policies stand but bind nobody. Raises SetupError for a table
    that stays locked.
    """
    connection.execute(_MAKE_ROLE)
    for table, is_owners in connection.execute(_OPEN_TABLES).fetchall():
        _guard(connection, table, is_owners=is_owners)
    connection.execute(_GRANT)
    with connection.transaction(force_rollback=True):
        return connection.execute(TAKE_ROLE).fetchone() == (ROLE,)


def _guard(connection: psycopg.Connection[Any], table: str, *, is_owners: bool) -> None:
    """A table in use is locked for a moment at most, and asked for again, so that no request waits long behind this."""
    rule = f"owner_id = any({_ALL})" if is_owners else f"owner_id = {_FIRST}"
    name = sql.SQL(table)
    for _ in range(_LOCK_TRIES):
        try:
            with connection.transaction():
                connection.execute(f"set local lock_timeout = '{_LOCK_SECONDS}s'")
                connection.execute(sql.SQL("alter table {} enable row level security").format(name))
                connection.execute(sql.SQL("drop policy if exists haima_owner on {}").format(name))
                policy = sql.SQL("create policy haima_owner on {} using ({})")
                connection.execute(policy.format(name, sql.SQL(rule)))
        except psycopg.errors.LockNotAvailable:
            continue
        return
    raise SetupError(f"The table {table} stays locked by other work; migrate again when there is less to do")
