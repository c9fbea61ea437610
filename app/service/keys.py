"""API keys: who may ask. A key is 256 random bits, kept as their SHA-256; it belongs to one tenant and has a role."""

import base64
import hashlib
import hmac
import os
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

from app.domain.errors import InvalidRequest, NotFound, StoreUnavailable, Unauthorised
from app.service.ports import ApiKey, KeyRole, KeyStore

KEY_PREFIX = "haima_"
DEFAULT_TENANT = "default"
FRESH_SECONDS = 1.0
"""How long an answer of the store is believed: a revoked key is refused everywhere after at most about this."""

GRACE_SECONDS = 3_600.0
"""How long a known key goes on working while the store is away."""

MAX_CACHED_KEYS = 10_000
MAX_KEY_CHARS = 256


@dataclass(frozen=True, slots=True)
class Identity:
    """Who asks."""

    tenant_id: str
    role: KeyRole
    key_id: str | None = None


@dataclass(slots=True)
class _Known:
    identity: Identity | None
    checked_at: float
    asking: bool = False


@dataclass(slots=True)
class _Openness:
    is_open: bool = False
    checked_at: float = field(default=float("-inf"))
    asking: bool = False


def new_secret() -> str:
    """Return a new key: the prefix and 256 random bits in base64url."""
    return KEY_PREFIX + base64.urlsafe_b64encode(os.urandom(32)).rstrip(b"=").decode()


def hash_secret(secret: str) -> bytes:
    """Return the SHA-256 of a key, which is all that is kept of it."""
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).digest()


class KeyService:
    """Checks keys with a short cache in the process, and makes, lists and revokes them.

    Without any key the service is open as tenant `default`, but only where `loopback` says that nobody else can reach
    it. The first key that is made closes it for good.
    """

    def __init__(self, store: KeyStore, *, loopback: bool, clock: Callable[[], float] = time.monotonic) -> None:
        self._store = store
        self._loopback = loopback
        self._clock = clock
        self._known: dict[bytes, _Known] = {}
        self._open = _Openness()

    async def identify(self, secret: str | None) -> Identity:
        """Return who asks. Raises Unauthorised, or StoreUnavailable for a key never seen while the store is away."""
        if secret is None:
            if self._loopback and await self._is_open():
                return Identity(DEFAULT_TENANT, "admin")
            raise Unauthorised("an API key is needed: Authorization: Bearer KEY")
        if len(secret) > MAX_KEY_CHARS:
            raise Unauthorised("this API key is not known")
        secret_hash = hash_secret(secret)
        known = self._known.get(secret_hash)
        if known is None or (not known.asking and self._clock() - known.checked_at > FRESH_SECONDS):
            known = await self._ask(secret_hash, known)
        if known.identity is None:
            raise Unauthorised("this API key is not known")
        return known.identity

    async def _ask(self, secret_hash: bytes, known: _Known | None) -> _Known:
        if known is not None:
            known.asking = True  # others go by the old answer until this one is here
        try:
            found = await self._store.find_key(secret_hash)
        except StoreUnavailable:
            if known is None or self._clock() - known.checked_at > GRACE_SECONDS:
                raise
            return known
        finally:
            if known is not None:
                known.asking = False
        identity = None
        if found is not None and hmac.compare_digest(found[1], secret_hash):
            identity = Identity(found[0].tenant_id, found[0].role, found[0].key_id)
        if len(self._known) >= MAX_CACHED_KEYS:
            self._known.clear()
        answer = self._known[secret_hash] = _Known(identity, self._clock())
        return answer

    async def _is_open(self) -> bool:
        state = self._open
        if state.asking or self._clock() - state.checked_at <= FRESH_SECONDS:
            return state.is_open
        first = state.checked_at == float("-inf")
        state.asking = not first  # at the start everybody waits for the answer
        try:
            state.is_open = not await self._store.any_key()
            state.checked_at = self._clock()
        except StoreUnavailable:
            if first or self._clock() - state.checked_at > GRACE_SECONDS:
                raise
        finally:
            state.asking = False
        return state.is_open

    async def has_keys(self) -> bool:
        """Whether any key was ever made: without one only loopback may be listened on."""
        return await self._store.any_key()

    async def create(self, *, tenant_id: str, role: KeyRole, label: str = "") -> tuple[ApiKey, str]:
        """Make a key and return it with its secret, which is shown this once. Raises InvalidRequest."""
        if not 1 <= len(tenant_id) <= 255 or not tenant_id.isprintable():
            raise InvalidRequest([("tenant", "should have 1 to 255 printable characters")])
        if role not in ("service", "read", "admin"):
            raise InvalidRequest([("role", "should be service, read or admin")])
        secret = new_secret()
        secret_hash = hash_secret(secret)
        key = ApiKey(tenant_id, secret_hash.hex()[:12], role, label, datetime.now(UTC))
        await self._store.insert_key(key, secret_hash)
        return key, secret

    async def list_keys(self, tenant_id: str | None = None) -> list[ApiKey]:
        """Return the keys of a tenant, or of all, revoked ones included."""
        return await self._store.list_keys(tenant_id)

    async def revoke(self, key_id: str) -> None:
        """Revoke a key; every process refuses it about a second later. Raises NotFound."""
        if not await self._store.revoke_key(key_id, at=datetime.now(UTC)):
            raise NotFound(f"there is no key {key_id} in force")

    async def rotate(self, key_id: str, *, overlap: timedelta) -> tuple[ApiKey, str]:
        """Make a key like this one and return it with its secret; the old one works on for `overlap`. Raises NotFound.

        The new key is made first: should the old one's end not be written, both work, and rotating can be tried again.
        """
        now = datetime.now(UTC)
        found = [key for key in await self._store.list_keys(None) if key.key_id == key_id]
        if not found or (found[0].revoked_at is not None and found[0].revoked_at <= now):
            raise NotFound(f"there is no key {key_id} in force")
        made = await self.create(tenant_id=found[0].tenant_id, role=found[0].role, label=found[0].label)
        await self._store.revoke_key(key_id, at=now + overlap)
        return made
