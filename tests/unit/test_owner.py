"""Whose something is: the id of a user, from which every key and every row begins."""

from hypothesis import given
from hypothesis import strategies as st

from app.adapters.redis.keys import Keys
from app.domain.models import Owner

ids = st.text(min_size=1, max_size=8)


@given(ids, ids, ids, ids)
def test_two_users_never_share_an_id_a_tag_or_a_key(tenant: str, user: str, other_tenant: str, other_user: str) -> None:
    one, other = Owner(tenant, user), Owner(other_tenant, other_user)
    same = (tenant, user) == (other_tenant, other_user)
    keys = Keys("haima")
    assert (one.owner_id == other.owner_id) is same
    assert (one.tag == other.tag) is same
    assert (keys.owner(one) == keys.owner(other)) is same
    assert (keys.jobs(one, 1) == keys.jobs(other, 1)) is same


def test_equal_users_of_two_tenants_and_shifted_borders_differ() -> None:
    owners = [Owner("a", "u"), Owner("b", "u"), Owner("ab", "c"), Owner("a", "bc"), Owner("", "abc"), Owner("a", "U")]
    keys = Keys("haima")
    assert len({owner.owner_id for owner in owners}) == len(owners)
    assert len({owner.tag for owner in owners}) == len(owners)
    assert len({keys.owner(owner) for owner in owners}) == len({keys.jobs(owner, 1) for owner in owners}) == len(owners)
