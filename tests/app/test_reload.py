"""What a changed configuration changes at run time, and what it does not."""

from __future__ import annotations

from bot.app_reload import APPLIED, changed_keys, with_keys
from bot.config import Config
from bot.config_file import known_keys, parse_config


def test_only_keys_that_exist_are_applied() -> None:
    assert set(known_keys()) >= APPLIED


def test_changed_keys_are_named_and_taken_one_by_one() -> None:
    new = parse_config('[access]\nowners = [7]\nblocked_users = [9]\n[log]\nlevel = "debug"\n', name="new")
    assert changed_keys(Config(), new) == ["access.owners", "access.blocked_users", "log.level"]
    mixed = with_keys(Config(), new, ["access.blocked_users"])
    assert changed_keys(Config(), mixed) == ["access.blocked_users"]
    assert mixed.access.blocked_users == (9,)
