"""Packs what is known into the messages of one call to a chat model, within a budget of tokens.

Order of the messages: the caller's system prompt, the fact card, the profile, the running summary, recalled memories,
passages from documents, the window, the query. Who gets room first when it is scarce:

1. The system prompt and the query, whole; without room for them the call is refused.
2. Facts, in at most `facts_share` of the budget (or 150 tokens) and half of what is left: those that share words with
   the query first, then the surest, then the newest. Then the profile in at most a quarter of what remains and the
   summary in at most a third, each whole or not at all.
3. Memories and window share the rest. What one of them does not need is free for the other; where both want more,
   memories are kept half of it, or what the last round leaves if that is less, but never less than a quarter.
4. Turns are taken whole, newest first, up to the first that does not fit, so that the history has no holes. A memory
   that does not fit is passed over for a smaller one. Passages come after memories and never displace one.
5. A memory that the window shows is not shown twice. One of a turn that did not fit takes what is left at the end.

A last turn of the window that is the query itself is left out: its caller saved the question before asking for the
context.
"""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Final

from app.domain.errors import InvalidRequest
from app.domain.packing.block import END_TOKENS, Block, message_tokens
from app.domain.packing.models import (
    ChatMessage,
    PackInput,
    PackResult,
    RecalledMemory,
    ReceiptEntry,
    ReceiptKind,
    TokenCounter,
)
from app.domain.packing.recalled import Candidate, Group, RecalledBlock
from app.domain.packing.text import (
    FACTS_INTRO,
    KNOWLEDGE_INTRO,
    MEMORIES_INTRO,
    PROFILE_INTRO,
    SUMMARY_INTRO,
    fact_line,
    memory_texts,
    passage_texts,
    profile_text,
    summary_text,
)
from app.domain.packing.window import OVER_BUDGET, Window
from app.domain.words import analyse, query_terms

IN_WINDOW: Final = "shown in the window"
REPEATED: Final = "same as a better memory"
_FACTS_SHARE: Final = 2
_LEAST_CARD_TOKENS: Final = 150
_PROFILE_SHARE: Final = 4
_SUMMARY_SHARE: Final = 3


def pack(given: PackInput) -> PackResult:
    """Choose and lay out the messages. Every candidate has an entry in the receipt, in the order of the messages.

    Raises InvalidRequest on `token_budget` where the system prompt and the query alone exceed it.
    """
    counter, include = given.counter, given.include
    draft = _Draft(counter, given.token_budget)
    draft.fix(given.system_prompt, given.query)
    if include.facts and given.card:
        _add_facts(draft, given)
    if include.profile and given.profile:
        _add_text(draft, "profile", PROFILE_INTRO, profile_text(given.profile), _PROFILE_SHARE)
    if include.summary and given.summary:
        text, sources = summary_text(given.summary), given.summary_message_ids
        _add_text(draft, "summary", SUMMARY_INTRO, text, _SUMMARY_SHARE, sources)
    window = Window(counter, given.session_id, given.window if include.window else (), given.query)
    _add_memories(draft, given, window)
    draft.messages += window.messages
    draft.entries += window.entries
    return draft.finish()


class _Draft:
    """Messages and receipt so far, and how many tokens are left."""

    def __init__(self, counter: TokenCounter, budget: int) -> None:
        self.counter = counter
        self.messages: list[ChatMessage] = []
        self.entries: list[ReceiptEntry] = []
        self.left = budget

    def fix(self, system_prompt: str | None, query: str) -> None:
        """Put the system prompt, and set the query and its tokens aside."""
        self._query: ChatMessage = {"role": "user", "content": query}
        self._query_tokens = message_tokens(self.counter, self._query) + END_TOKENS
        needed = self._query_tokens
        if system_prompt:
            self.messages.append({"role": "system", "content": system_prompt})
            tokens = message_tokens(self.counter, self.messages[0])
            self.entries.append(ReceiptEntry("system_prompt", None, (), tokens, True, "never cut"))
            needed += tokens
        if needed > self.left:
            raise InvalidRequest(
                [("token_budget", f"must be at least {needed}, which the system prompt and the query take")]
            )
        self.left -= needed

    def add(self, block: Block | RecalledBlock) -> None:
        """Put a block's message and take its tokens off."""
        if block.tokens:
            self.messages.append(block.message())
            self.left -= block.tokens

    def finish(self) -> PackResult:
        """Close with the query."""
        self.messages.append(self._query)
        self.entries.append(ReceiptEntry("query", None, (), self._query_tokens, True, "always last"))
        system_prompt = "\n\n".join(message["content"] for message in self.messages if message["role"] == "system")
        total = sum(entry.tokens for entry in self.entries if entry.included)
        return PackResult(self.messages, system_prompt, total, self.entries)


def _add_facts(draft: _Draft, given: PackInput) -> None:
    """The fact card: one entry for all that is shown, and one, named by its key, for each fact left out."""
    keys = list(given.card)
    parts = [
        (fact_line(key, entry), ReceiptEntry("facts", key, (), 0, False, OVER_BUDGET), "on the card")
        for key, entry in given.card.items()
    ]
    block = Block(draft.counter, FACTS_INTRO, parts)
    share = max(int(given.token_budget * given.facts_share), _LEAST_CARD_TOKENS)
    limit = min(draft.left // _FACTS_SHARE, share)
    fits = sum(part.tokens for part in block.parts) + draft.counter.count(FACTS_INTRO) < limit // 2
    block.take(limit, range(len(keys)) if fits else _best_facts(given, keys))
    draft.add(block)
    shown = sum(part.chosen for part in block.parts)
    if shown:
        reason = f"{shown} of {len(keys)} facts"
        draft.entries.append(ReceiptEntry("facts", None, (), block.tokens, True, reason))
    draft.entries += (part.entry for part in block.parts if not part.chosen)


def _best_facts(given: PackInput, keys: Sequence[str]) -> list[int]:
    """Places of the facts: those that share words with the query first, then the surest, then the newest."""
    asked = {term.term for term in query_terms(given.query)}

    def merit(index: int) -> tuple[int, float, datetime]:
        entry = given.card[keys[index]]
        common = asked.intersection(analyse(f"{keys[index].replace('_', ' ')} {entry.value}"))
        return len(common), entry.confidence, entry.valid_from

    return sorted(range(len(keys)), key=merit, reverse=True)


def _add_text(
    draft: _Draft, kind: ReceiptKind, intro: str, text: str, share: int, sources: tuple[str, ...] = ()
) -> None:
    """The profile or the summary, if it fits into its share of what is left."""
    block = Block(draft.counter, intro, [(text, ReceiptEntry(kind, None, sources, 0, False, OVER_BUDGET), "current")])
    block.take(draft.left // share, (0,))
    draft.add(block)
    draft.entries += (part.entry for part in block.parts)


def _add_memories(draft: _Draft, given: PackInput, window: Window) -> None:
    """Memories and passages, and the turns of the window (taken, not yet put) that go with them."""
    memories = given.memories if given.include.memories else ()
    knowledge = given.knowledge if given.include.knowledge else ()
    block = _recalled(draft.counter, "memory", MEMORIES_INTRO, memories, given.max_memory_chars, memory_texts)
    passages = _recalled(draft.counter, "knowledge", KNOWLEDGE_INTRO, knowledge, given.max_memory_chars, passage_texts)
    distinct = _distinct(memories, block)
    places = [window.places(memory) for memory in memories]
    apart = [index for index in distinct if not places[index]]
    left = draft.left
    window.take(left - _memory_share(left, window))
    block.take(left - window.tokens, apart)
    passages.take(left - window.tokens - block.tokens, _distinct(knowledge, passages))
    window.take(left - block.tokens - passages.tokens)
    unseen = [index for index in distinct if places[index] and not window.shows(places[index])]
    block.take(left - window.tokens - passages.tokens, unseen)
    for index in set(distinct).difference(apart, unseen):
        block.entries[index].reason = IN_WINDOW
    draft.add(block)
    draft.add(passages)
    draft.entries += (*block.entries, *passages.entries)


def _memory_share(left: int, window: Window) -> int:
    """How many of the tokens left the window may not have before memories and passages had their turn."""
    return max(left // 4, min(left // 2, left - window.last_round_tokens()))


def _recalled(
    counter: TokenCounter,
    kind: ReceiptKind,
    intro: str,
    memories: Sequence[RecalledMemory],
    max_characters: int,
    show: Callable[[RecalledMemory, int], tuple[str, str, Group]],
) -> RecalledBlock:
    """A block of all these memories, none taken yet."""
    return RecalledBlock(
        counter,
        intro,
        [
            Candidate(
                *show(memory, max_characters),
                seq=memory.seq or 0,
                entry=ReceiptEntry(kind, memory.id, memory.message_ids, 0, False, OVER_BUDGET),
                reason="recalled" if memory.score is None else f"score {memory.score:.2f}",
            )
            for memory in memories
        ],
    )


def _distinct(memories: Sequence[RecalledMemory], block: RecalledBlock) -> list[int]:
    """Indexes of the memories whose text does not stand higher up; the others' entries say so."""
    seen: set[str] = set()
    distinct = []
    for index, memory in enumerate(memories):
        text = memory.content.strip()
        if text in seen:
            block.entries[index].reason = REPEATED
        else:
            seen.add(text)
            distinct.append(index)
    return distinct
