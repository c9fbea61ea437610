"""Bi-temporal fact versions: the current value does not depend on the order of arrival."""

import asyncio
from datetime import datetime, timedelta
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pg_making import MODEL, NOW, OWNER, Make

from app.adapters.postgres.archive import PostgresArchive
from app.adapters.postgres.database import Database
from app.adapters.postgres.fact_store import PostgresFactStore
from app.domain.ids import new_id
from app.domain.models import NewFact, Owner


@pytest.fixture
def facts(database: Database) -> PostgresFactStore:
    return PostgresFactStore(database)


async def test_versions_follow_each_other(archive: PostgresArchive, facts: PostgresFactStore, make: Make) -> None:
    old = make.fact("city", "Pune", valid_from=NOW - timedelta(days=9), recorded_at=NOW - timedelta(days=9))
    new = make.fact("city", "Oslo", source={"session_id": "s1"})
    assert await facts.put_facts(OWNER, [old]) == {old.id: ("stored", 1)}
    assert await facts.put_facts(OWNER, [new]) == {new.id: ("superseded_previous", 2)}
    late = make.fact("city", "Rome", valid_from=NOW - timedelta(days=5), recorded_at=NOW + timedelta(seconds=1))
    assert await facts.put_facts(OWNER, [late, late]) == {late.id: ("stored", 3)}
    assert await facts.put_facts(OWNER, [old]) == {old.id: ("duplicate", 1)}
    versions = await facts.fact_history(OWNER, None, "city")
    assert [(v.version, v.value, v.valid_from, v.valid_to) for v in versions] == [
        (3, "Rome", late.valid_from, NOW),
        (2, "Oslo", NOW, None),
        (1, "Pune", old.valid_from, late.valid_from),
    ]
    assert [v.superseded_at for v in versions] == [late.recorded_at, None, new.recorded_at]
    entry = (await archive.card(OWNER, None)).user["city"]
    assert (entry.value, entry.version, entry.source, entry.conflicts) == ("Oslo", 2, {"session_id": "s1"}, ())
    for days, value in ((9, "Pune"), (5, "Rome"), (1, "Rome"), (0, "Oslo")):
        assert (await archive.card(OWNER, None, as_of=NOW - timedelta(days=days))).user["city"].value == value
    assert (await archive.card(OWNER, None, as_of=NOW - timedelta(days=10))).user == {}


async def test_claims_for_the_same_time_are_conflicts(
    archive: PostgresArchive, facts: PostgresFactStore, make: Make
) -> None:
    later = make.fact("age", "4", recorded_at=NOW + timedelta(seconds=5), source={"by": "b"})
    earlier = make.fact("age", "3", recorded_at=NOW, source={"by": "a"})
    same = make.fact("age", "4", recorded_at=NOW + timedelta(seconds=2))
    for fact in (later, earlier, same):
        await facts.put_facts(OWNER, [fact])
    for card in (await archive.card(OWNER, None), await archive.card(OWNER, None, as_of=NOW)):
        entry = card.user["age"]
        assert (entry.value, entry.version) == ("4", 1)
        at = NOW.isoformat().replace("+00:00", "Z")
        assert entry.conflicts == ({"value": "3", "valid_from": at, "source": {"by": "a"}},)


async def test_a_retraction_ends_the_value_and_a_new_one_starts_again(
    archive: PostgresArchive, facts: PostgresFactStore, make: Make
) -> None:
    await facts.put_facts(OWNER, [make.fact("city", "Pune", valid_from=NOW - timedelta(days=1))])
    gone = make.fact("city", "", retracted=True, reason="deleted")
    assert (await facts.put_facts(OWNER, [gone]))[gone.id] == ("superseded_previous", 2)
    assert (await archive.card(OWNER, None)).user == {}
    assert (await archive.card(OWNER, None, as_of=NOW)).user == {}
    back = make.fact("city", "Oslo", valid_from=NOW + timedelta(days=1))
    assert (await facts.put_facts(OWNER, [back]))[back.id] == ("stored", 3)
    assert (await archive.card(OWNER, None)).user["city"].value == "Oslo"


async def test_session_facts_lie_over_the_users(archive: PostgresArchive, facts: PostgresFactStore, make: Make) -> None:
    mine = [
        make.fact("k", "user"),
        make.fact("k", "session", session_id="s1"),
        make.fact("k", "other", session_id="s2"),
    ]
    await facts.put_facts(OWNER, mine)
    card = await archive.card(OWNER, "s1")
    assert card.merged()["k"].value == "session"
    assert card.user["k"].value == "user"
    assert (await archive.card(Owner("acme", "u2"), "s1")).merged() == {}


async def test_many_writers_of_one_key(archive: PostgresArchive, facts: PostgresFactStore, make: Make) -> None:
    claims = [make.fact("k", str(n), valid_from=NOW + timedelta(seconds=n)) for n in range(12)]
    await asyncio.gather(*(facts.put_facts(OWNER, [fact]) for fact in claims[::-1]))
    assert (await archive.card(OWNER, None)).user["k"].value == "11"
    versions = await facts.fact_history(OWNER, None, "k")
    assert [v.version for v in versions] == list(range(12, 0, -1))
    assert sum(v.superseded_at is None for v in versions) == 1


def _at(hours: int) -> datetime:
    return NOW + timedelta(hours=hours)


_claims = st.lists(
    st.tuples(st.integers(0, 3), st.integers(0, 3), st.sampled_from("abc"), st.booleans()), min_size=1, max_size=8
)


@given(data=st.data(), claims=_claims)
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
async def test_any_order_of_arrival_gives_the_same_card(
    archive: PostgresArchive, make: Make, data: st.DataObject, claims: list[Any]
) -> None:
    made = [
        make.fact(
            "k",
            value,
            valid_from=NOW + timedelta(hours=valid),
            recorded_at=NOW + timedelta(minutes=said),
            retracted=gone,
        )
        for valid, said, value, gone in claims
    ]
    newest = max(made, key=lambda fact: (fact.valid_from, fact.recorded_at, fact.id))
    cards = []
    for _ in range(2):
        owner = Owner("acme", new_id().hex)
        order: list[NewFact] = data.draw(st.permutations(made))
        cut = data.draw(st.integers(0, len(order)))
        for part in (order[:cut], order[cut:]):
            await archive.store([make.batch(owner, facts=part)], model=MODEL, now=NOW)
        cards.append((await archive.card(owner, None)).user)
        assert (await archive.card(owner, None, as_of=NOW + timedelta(days=1))).user == cards[-1]
    shown = [{key: (e.value, {c["value"] for c in e.conflicts}) for key, e in card.items()} for card in cards]
    assert shown[0] == shown[1]
    assert {key: value for key, (value, _) in shown[0].items()} == ({} if newest.retracted else {"k": newest.value})


async def test_each_of_several_claims_says_what_it_did(facts: PostgresFactStore, make: Make) -> None:
    def at(hours: int, value: str, **given: Any) -> NewFact:
        return make.fact("city", value, valid_from=NOW + timedelta(hours=hours), **given)

    claims = [at(1, "Pune"), at(3, "Oslo"), at(2, "Rome"), at(3, "Oslo"), at(4, "Oslo"), at(5, "", retracted=True)]
    claims += [at(6, "Bonn"), at(6, "Köln")]
    outcome = await facts.put_facts(OWNER, claims)
    assert [outcome[claim.id] for claim in claims] == [
        ("stored", 1),
        ("superseded_previous", 2),
        ("stored", 3),
        ("reinforced", 4),
        ("reinforced", 5),
        ("superseded_previous", 6),
        ("stored", 7),
        ("superseded_previous", 8),
    ]
