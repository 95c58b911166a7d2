"""Who may use the bot where: every rule alone, and what outweighs what."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.access import AccessRules, Verdict, Visitor, verdict

ADA, BOB, EVE = 1, 2, 3
GUILD, OTHER_GUILD = 10, 11
CATEGORY, GENERAL, THREAD = 20, 21, 22
STAFF = 30

IN_GENERAL = Visitor(user_id=ADA, guild_id=GUILD, places=frozenset({GENERAL, CATEGORY}))
IN_THREAD = Visitor(user_id=ADA, guild_id=GUILD, places=frozenset({THREAD, GENERAL, CATEGORY}))
IN_PRIVATE = Visitor(user_id=ADA, places=frozenset({99}))
IDS = st.frozensets(st.integers(min_value=1, max_value=5), max_size=3)
RULES = st.builds(
    AccessRules,
    owners=IDS,
    allowed_users=IDS,
    blocked_users=IDS,
    roles=IDS,
    guilds=IDS,
    channels=IDS,
    direct_messages=st.sampled_from(["everyone", "allowed", "nobody"]),
)
VISITORS = st.builds(
    Visitor,
    user_id=st.integers(min_value=1, max_value=5),
    is_bot=st.booleans(),
    guild_id=st.none() | st.integers(min_value=1, max_value=5),
    places=IDS,
    roles=IDS,
)


@pytest.mark.parametrize("visitor", [IN_GENERAL, IN_THREAD, IN_PRIVATE])
def test_with_no_rules_everybody_is_allowed(visitor: Visitor) -> None:
    assert verdict(AccessRules(), visitor) is Verdict.ALLOWED


@pytest.mark.parametrize(
    ("rules", "visitor", "expected"),
    [
        (AccessRules(guilds=frozenset({GUILD})), IN_GENERAL, Verdict.ALLOWED),
        (AccessRules(guilds=frozenset({OTHER_GUILD})), IN_GENERAL, Verdict.GUILD),
        (AccessRules(guilds=frozenset({OTHER_GUILD})), IN_PRIVATE, Verdict.ALLOWED),
        (AccessRules(channels=frozenset({GENERAL})), IN_GENERAL, Verdict.ALLOWED),
        (AccessRules(channels=frozenset({GENERAL})), IN_THREAD, Verdict.ALLOWED),
        (AccessRules(channels=frozenset({CATEGORY})), IN_THREAD, Verdict.ALLOWED),
        (AccessRules(channels=frozenset({THREAD})), IN_GENERAL, Verdict.CHANNEL),
        (AccessRules(channels=frozenset({THREAD})), IN_PRIVATE, Verdict.ALLOWED),
        (AccessRules(allowed_users=frozenset({ADA})), IN_GENERAL, Verdict.ALLOWED),
        (AccessRules(allowed_users=frozenset({BOB})), IN_GENERAL, Verdict.PERSON),
        (AccessRules(roles=frozenset({STAFF})), IN_GENERAL, Verdict.PERSON),
        (
            AccessRules(roles=frozenset({STAFF})),
            replace(IN_GENERAL, roles=frozenset({STAFF})),
            Verdict.ALLOWED,
        ),
        (
            AccessRules(roles=frozenset({STAFF}), allowed_users=frozenset({ADA})),
            IN_GENERAL,
            Verdict.ALLOWED,
        ),
        (AccessRules(blocked_users=frozenset({ADA})), IN_GENERAL, Verdict.BLOCKED),
        (AccessRules(blocked_users=frozenset({ADA})), IN_PRIVATE, Verdict.BLOCKED),
        (
            AccessRules(blocked_users=frozenset({ADA}), allowed_users=frozenset({ADA})),
            IN_GENERAL,
            Verdict.BLOCKED,
        ),
    ],
)
def test_each_rule(rules: AccessRules, visitor: Visitor, expected: Verdict) -> None:
    assert verdict(rules, visitor) is expected


@pytest.mark.parametrize(
    ("whose", "ada", "eve", "owner"),
    [
        ("everyone", Verdict.ALLOWED, Verdict.ALLOWED, Verdict.ALLOWED),
        ("allowed", Verdict.ALLOWED, Verdict.DIRECT_MESSAGE, Verdict.ALLOWED),
        ("nobody", Verdict.DIRECT_MESSAGE, Verdict.DIRECT_MESSAGE, Verdict.ALLOWED),
    ],
)
def test_direct_messages(
    whose: Literal["everyone", "allowed", "nobody"], ada: Verdict, eve: Verdict, owner: Verdict
) -> None:
    rules = AccessRules(owners=frozenset({BOB}), allowed_users=frozenset({ADA}), direct_messages=whose)
    found = [verdict(rules, Visitor(user_id=user)) for user in (ADA, EVE, BOB)]
    assert found == [ada, eve, owner]


@given(RULES, VISITORS)
def test_bots_never_and_owners_always(rules: AccessRules, visitor: Visitor) -> None:
    assert verdict(rules, replace(visitor, is_bot=True)) is Verdict.BOT
    as_owner = replace(rules, owners=rules.owners | {visitor.user_id})
    assert verdict(as_owner, replace(visitor, is_bot=False)) is Verdict.ALLOWED


@given(RULES, VISITORS)
def test_blocking_somebody_never_opens_a_door(rules: AccessRules, visitor: Visitor) -> None:
    blocked = replace(rules, blocked_users=rules.blocked_users | {visitor.user_id})
    if visitor.user_id not in rules.owners:
        assert verdict(blocked, visitor) is not Verdict.ALLOWED
