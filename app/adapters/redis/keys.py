"""Every Redis key of Haima, built here and nowhere else.

Of one owner, all with the owner's tag as hash tag, so that a Lua script may touch them together on Redis Cluster too
(the suffixes after the tag are put on in `lua/prelude.lua`, because scripts walk over the sessions they find):

| key | type | holds |
|---|---|---|
| `<prefix>:{<tag>}:owner` | hash | raw tenant and user id, counter of pending entries |
| `<prefix>:{<tag>}:sessions` | set | digests of the sessions held |
| `<prefix>:{<tag>}:dirty` | set | digests of the sessions with something to tell Postgres |
| `<prefix>:{<tag>}:memories`, `:facts` | hash | saved memories and facts that wait, by id |
| `<prefix>:{<tag>}:card` | hash | the user's fact card, by fact key; the field '' says that it was laid |
| `<prefix>:{<tag>}:session:<digest>` | hash | state of a session: raw id, last seq, window, flushed, closed, summary |
| `<prefix>:{<tag>}:turns:<digest>` | list | its turns: those that wait beyond the window, then the window |
| `<prefix>:{<tag>}:ids:<digest>`, `:ids_before:<digest>` | hash | message id → our id, newest two generations |
| `<prefix>:{<tag>}:card:<digest>` | hash | the session's own fact card |
| `<prefix>:{<tag>}:jobs:<stretch>` | hash | job id → ids that the job waits for |
| `<prefix>:{<tag>}:job_stretches` | set | the stretches for which there may be jobs |
| `<prefix>:{<tag>}:answers` | zset | digests of Idempotency-Keys by the time they end |
| `<prefix>:{<tag>}:answer:<digest>` | string | reservation or first answer of one Idempotency-Key |
| `<prefix>:{<tag>}:floor` | string | the owner's version as of the last forget, for five minutes |

Of the queue, under a tag of its own: `<prefix>:{due}:due`, `:leased`, `:held` (zsets: owner tag → ms), `:tries` (hash),
`:lease` (ms) and `:since` (zset: owner tag → ms from which a claimed owner was due). Of the chat model:
`<prefix>:{model}:tokens:<day>` and `:counts` (hash: name → how often).
"""

import hashlib
from dataclasses import dataclass

from app.domain.models import Owner


def digest(text: str) -> str:
    """32 hexadecimal digits (128 bits of BLAKE2b) that stand for a raw id of any length and alphabet in a key."""
    return hashlib.blake2b(text.encode(), digest_size=16).hexdigest()


@dataclass(frozen=True, slots=True)
class Keys:
    """Key names under one prefix (a setting; letters, digits, `_`, `.`, `-`)."""

    prefix: str

    def owner(self, owner: Owner) -> str:
        """The owner hash, from which scripts derive all other keys of the owner."""
        return self.owner_of_tag(owner.tag)

    def owner_of_tag(self, tag: str) -> str:
        """The owner hash, by the tag that the due queue holds."""
        return f"{self.prefix}:{{{tag}}}:owner"

    def due(self) -> str:
        """Owners by the time (Unix ms) from which they wait for the worker."""
        return f"{self.prefix}:{{due}}:due"

    def queue(self) -> tuple[str, str, str, str, str, str]:
        """The keys of the due queue: due, leased, held back after a failure, tries, length of the last lease, since."""
        base = f"{self.prefix}:{{due}}:"
        return self.due(), base + "leased", base + "held", base + "tries", base + "lease", base + "since"

    def jobs(self, owner: Owner, stretch: int) -> str:
        """The jobs that an owner was given in one stretch of time: a hash, 16 bytes of job id → ids."""
        return f"{self.prefix}:{{{owner.tag}}}:jobs:{stretch}"

    def job_stretches(self, owner: Owner) -> str:
        """The stretches of time in which an owner was given jobs, so that all can be deleted."""
        return f"{self.prefix}:{{{owner.tag}}}:job_stretches"

    def model_tokens(self, day: str) -> str:
        """Tokens that the chat model has taken on a day, for all owners."""
        return f"{self.prefix}:{{model}}:tokens:{day}"

    def model_counts(self) -> str:
        """Counters of the chat model by name, for all owners."""
        return f"{self.prefix}:{{model}}:counts"
