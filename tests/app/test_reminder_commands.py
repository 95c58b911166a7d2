"""`kallisti reminders`: listed, exported, and imported again without loss."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from icalendar import Calendar
from typer.testing import CliRunner, Result

from agent.errors import EXIT_CONFIG
from agent.recurrence import to_json
from agent.reminder_limits import ReminderLimits
from agent.types import Reminder, ReminderDraft, Target
from bot.__main__ import cli
from bot.calendar_file import CalendarError, from_calendar
from bot.store.db import open_database
from bot.store.reminders import SqliteReminderStore
from tests.store.making import ANN, BOB, DIRECT, THREAD, daily, draft, every

NOW = datetime.now(UTC).replace(microsecond=0)
LATER = timedelta(hours=6)
"""After any run of the tests has ended: what is over by then is not imported."""
FOREIGN = """BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//somebody//else//EN
BEGIN:VEVENT
UID:a
SUMMARY:Dentist
DTSTART;TZID=Europe/Berlin:20990305T090000
END:VEVENT
BEGIN:VEVENT
UID:b
SUMMARY:Gym
DTSTART:20990305T090000Z
RRULE:FREQ=DAILY
END:VEVENT
BEGIN:VEVENT
UID:c
SUMMARY:Holiday
DTSTART;VALUE=DATE:20990305
END:VEVENT
BEGIN:VEVENT
UID:d
SUMMARY:Long ago
DTSTART:19990305T090000Z
END:VEVENT
END:VCALENDAR
""".replace("\n", "\r\n")


@pytest.fixture
def config(tmp_path: Path) -> Path:
    """Two data directories, `a` and `b`, each with a configuration of its own; years enough for 2099."""
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
        settings = f'[data]\ndirectory = "{tmp_path / name}"\n[reminders]\nyears_ahead = 50\n'
        (tmp_path / f"{name}.toml").write_text(settings + '[time]\nzone = "Europe/Berlin"\n')
        fill(tmp_path / name, [])
    return tmp_path


def kallisti(*arguments: object) -> Result:
    return CliRunner().invoke(cli, ["reminders", *map(str, arguments)])


def fill(directory: Path, drafts: Sequence[ReminderDraft]) -> tuple[Reminder, ...]:
    async def work() -> tuple[Reminder, ...]:
        async with open_database(directory / "kallisti.sqlite3", exclusive=False) as database:
            store = SqliteReminderStore(database, limits=ReminderLimits())
            for each in drafts:
                await store.add(each)
            return await store.all_pending()

    return asyncio.run(work())


def some() -> list[ReminderDraft]:
    wall = replace(draft(now=NOW, after=timedelta(days=2)).resolved, wall=datetime(2099, 1, 1, 9))  # noqa: DTZ001
    return [
        draft(now=NOW, after=LATER, text="stretch; now, \\ please\nand smile 🥛"),
        draft(now=NOW, text="stand up", rule=daily(9, start=NOW), channel=THREAD),
        draft(now=NOW, text="drink", rule=every(timedelta(minutes=90), start=NOW), author_id=BOB),
        replace(draft(now=NOW, after=LATER, channel=DIRECT, text="taxes"), resolved=wall),
    ]


def kept(reminders: Sequence[Reminder]) -> list[tuple[object, ...]]:
    return [(r.author_id, r.channel, r.text, r.kind, r.due, r.zone, r.rule) for r in reminders]


def test_an_export_is_imported_elsewhere_without_loss_and_only_once(config: Path) -> None:
    before = fill(config / "a", some())
    exported = kallisti("export", config / "all.ics", "-c", config / "a.toml")
    assert exported.exit_code == 0, exported.output
    assert (config / "all.ics").stat().st_mode & 0o777 == 0o600
    first = kallisti("import", config / "all.ics", "-c", config / "b.toml")
    assert first.output == "imported: 4, there already: 0, not taken: 0\n"
    assert kept(fill(config / "b", [])) == kept(before)
    again = kallisti("import", config / "all.ics", "-c", config / "b.toml")
    assert again.output == "imported: 0, there already: 4, not taken: 0\n"
    assert kallisti("import", config / "all.ics", "-c", config / "a.toml").output.startswith("imported: 0,")


def special() -> list[ReminderDraft]:
    """What works under its author's rights or pings others."""
    return [
        draft(now=NOW, after=LATER, text="what do I have next week", request=True),
        draft(now=NOW, after=LATER, text="send the slides", target=Target(id=77)),
        draft(now=NOW, after=LATER, text="send the slides", target=Target(id=88, is_role=True)),
    ]


def test_requests_and_reminders_for_others_travel_from_a_trusted_file(config: Path) -> None:
    before = fill(config / "a", special())
    kallisti("export", config / "all.ics", "-c", config / "a.toml")
    result = kallisti("import", config / "all.ics", "-c", config / "b.toml", "--trusted")
    assert result.output == "imported: 3, there already: 0, not taken: 0\n"
    after = fill(config / "b", [])
    assert sorted((r.text, r.request, str(r.target)) for r in after) == sorted(
        (r.text, r.request, str(r.target)) for r in before
    )
    lines = kallisti("list", "-c", config / "b.toml").output
    assert ", a request: what do I have next week" in lines
    assert ", for <@&88>: send the slides" in lines


def test_a_file_that_others_may_have_changed_brings_no_rights(config: Path) -> None:
    fill(config / "a", [*special(), draft(now=NOW, after=LATER, text="stretch")])
    kallisti("export", config / "all.ics", "-c", config / "a.toml")
    result = kallisti("import", config / "all.ics", "-c", config / "b.toml")
    assert "“what do I have next week”: it is a request to work on later; name --trusted if" in result.output
    assert result.output.count("“send the slides”: it is a reminder for somebody else") == 2
    assert result.output.endswith("imported: 1, there already: 0, not taken: 3\n")
    assert [r.text for r in fill(config / "b", [])] == ["stretch"]


def test_what_is_held_back_stays_so_and_its_language_too(config: Path) -> None:
    async def pause() -> None:
        async with open_database(config / "a" / "kallisti.sqlite3", exclusive=False) as database:
            store = SqliteReminderStore(database, limits=ReminderLimits())
            (reminder,) = await store.all_pending()
            await store.set_paused(reminder.id, author_id=reminder.author_id, paused=True)

    fill(config / "a", [replace(draft(now=NOW, after=LATER), language="de")])
    asyncio.run(pause())
    kallisti("export", config / "all.ics", "-c", config / "a.toml")
    kallisti("import", config / "all.ics", "-c", config / "b.toml")
    (after,) = fill(config / "b", [])
    assert (after.paused, after.language) == (True, "de")


@pytest.mark.parametrize("target", ["user", "user 0", "everyone 7", "role x"])
def test_a_target_that_is_none_is_refused(config: Path, target: str) -> None:
    fill(config / "a", special()[1:2])
    kallisti("export", config / "all.ics", "-c", config / "a.toml")
    path = config / "all.ics"
    path.write_bytes(path.read_bytes().replace(b"user 77", target.encode()))
    result = kallisti("import", path, "-c", config / "b.toml", "--trusted")
    assert "imported: 0, there already: 0, not taken: 1" in result.output


def test_other_programs_can_read_the_export(config: Path) -> None:
    fill(config / "a", some())
    kallisti("export", config / "all.ics", "-c", config / "a.toml")
    events: dict[str, Any] = {
        str(event["summary"]): event
        for event in Calendar.from_ical((config / "all.ics").read_bytes()).walk("VEVENT")
    }
    assert set(events) == {draft.text for draft in some()}
    assert events["stand up"]["rrule"]["FREQ"] == ["DAILY"]
    assert events["stand up"]["dtstart"].params["TZID"] == "Europe/Berlin"
    assert events["drink"]["rrule"]["INTERVAL"] == [90]
    assert all(event.walk("VALARM") for event in events.values())


def test_a_list_names_owner_time_and_rule_on_one_line_each(config: Path) -> None:
    fill(config / "a", some())
    lines = kallisti("list", "-c", config / "a.toml").output.splitlines()
    assert len(lines) == 4
    assert any(f"of {ANN} in 501: " in line and "every day at 09:00: stand up" in line for line in lines)
    assert any("stretch; now, \\ please and smile" in line for line in lines)


def test_events_of_other_programs_need_an_owner_and_never_bring_a_rule(config: Path) -> None:
    (config / "theirs.ics").write_bytes(FOREIGN.encode())
    alone = kallisti("import", config / "theirs.ics", "-c", config / "b.toml")
    assert "“Dentist”: it does not say whose it is; name --author and --channel" in alone.output
    assert "imported: 0, there already: 0, not taken: 4" in alone.output
    placed = kallisti("import", config / "theirs.ics", "-c", config / "b.toml", "--author", 7, "--channel", 9)
    assert "“Gym”: it repeats" in placed.output
    assert "“Holiday”: it has a date but no time" in placed.output
    assert "“Long ago”: it is over" in placed.output
    assert "imported: 0, there already: 0, not taken: 4" in placed.output, "2099 is more than 50 years ahead"


@pytest.mark.parametrize("options", [["--author", 7], ["--channel", 7]])
def test_half_an_owner_is_a_mistake(config: Path, options: list[object]) -> None:
    (config / "theirs.ics").write_bytes(FOREIGN.encode())
    result = kallisti("import", config / "theirs.ics", "-c", config / "b.toml", *options)
    assert result.exit_code == EXIT_CONFIG
    assert "belong together" in result.stderr


@pytest.mark.parametrize("data", [b"", b"hello", b"BEGIN:VCALENDAR", b"\xff\xfe\x00", b"BEGIN:VEVENT\r\n"])
def test_what_is_no_calendar_is_refused_in_one_sentence(config: Path, data: bytes) -> None:
    (config / "x.ics").write_bytes(data)
    result = kallisti("import", config / "x.ics", "-c", config / "b.toml")
    assert result.exit_code == EXIT_CONFIG
    assert result.stderr.startswith("kallisti: ")
    assert "Traceback" not in result.output


def test_an_event_of_our_own_form_with_a_false_rule_is_refused() -> None:
    text = FOREIGN.replace("SUMMARY:Gym", "SUMMARY:Gym\r\nX-KALLISTI-AUTHOR:7\r\nX-KALLISTI-CHANNEL:9")
    for rule in (
        "FREQ=SECONDLY",
        '{"version":1\\,"kind":"elapsed"\\,"seconds":1\\,"start":"2026-03-02T09:00:00Z"}',
    ):
        spoilt = text.replace("RRULE:FREQ=DAILY", f"X-KALLISTI-RULE:{rule}")
        found = from_calendar(spoilt.encode(), now=NOW, owner=None, zone="UTC")
        assert found.drafts == ()


def test_a_single_event_of_another_program_becomes_a_reminder(config: Path) -> None:
    soon = f"{NOW + timedelta(days=3):%Y%m%dT%H%M%SZ}"
    single = FOREIGN.replace(";TZID=Europe/Berlin:20990305T090000", f":{soon}")
    (config / "theirs.ics").write_bytes(single.encode())
    result = kallisti("import", config / "theirs.ics", "-c", config / "b.toml", "--author", 7, "--channel", 9)
    assert "imported: 1, there already: 0, not taken: 3" in result.output
    (stored,) = fill(config / "b", [])
    assert (stored.author_id, stored.channel.id, stored.text) == (7, 9, "Dentist")
    assert stored.due == NOW + timedelta(days=3)
    assert stored.rule is None


def test_before_the_first_start_there_is_nothing_and_that_is_said(tmp_path: Path) -> None:
    (tmp_path / "c.toml").write_text(f'[data]\ndirectory = "{tmp_path / "none"}"\n')
    for command in (["list"], ["export", tmp_path / "x.ics"]):
        result = kallisti(*command, "-c", tmp_path / "c.toml")
        assert result.exit_code == EXIT_CONFIG
        assert "there is no database" in result.stderr
    assert not (tmp_path / "x.ics").exists()


def test_a_rule_that_an_rrule_cannot_say_still_travels(config: Path) -> None:
    rule = daily(9, start=NOW)
    odd = replace(rule, times=(rule.times[0], rule.times[0].replace(hour=20, minute=30)))
    fill(config / "a", [draft(now=NOW, text="odd", rule=odd)])
    kallisti("export", config / "all.ics", "-c", config / "a.toml")
    kallisti("import", config / "all.ics", "-c", config / "b.toml")
    (stored,) = fill(config / "b", [])
    assert stored.rule == to_json(odd)


def test_a_file_without_end_is_not_read() -> None:
    with pytest.raises(CalendarError, match="larger"):
        from_calendar(b"x" * 20_000_001, now=NOW, owner=None, zone="UTC")
