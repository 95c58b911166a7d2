"""What a turn says in the end, from the reports of its calls and the model's last words."""

from __future__ import annotations

import pytest

from agent import replies
from agent.outcome import after_last_message, after_required_call, without_torn_end
from agent.reports import CallReport, Standing
from agent.types import TurnEnd

SET = CallReport(
    name="a:set", standing=Standing.DONE, content="set", user_text="Reminder set: 9:00", effect="reminder_set"
)
READ = CallReport(name="a:list", standing=Standing.DONE, content="none", user_text="You have none.")
ASKED = CallReport(name="a:set", standing=Standing.RETRY, content="say when", question="When?")
FAILED = CallReport(name="a:set", standing=Standing.FAILED, content="full", said="There is no room.")
BROKEN = CallReport(name="a:set", standing=Standing.BROKEN, content="bug")
WRONG = CallReport(name="a:set", standing=Standing.RETRY, content="wrong arguments")
REFUSED = CallReport(name="a:other", standing=Standing.REFUSED, content="not offered")
REPEATED = CallReport(name="a:set", standing=Standing.REPEATED, content="done already")


@pytest.mark.parametrize(
    ("reports", "text", "end"),
    [
        ([SET], "Reminder set: 9:00", TurnEnd.CONFIRMED),
        ([READ], "You have none.", TurnEnd.REPLIED),
        ([ASKED], "When?", TurnEnd.ASKED),
        ([FAILED], "There is no room.", TurnEnd.TOOL_FAILED),
        ([BROKEN], replies.BROKEN["en"], TurnEnd.TOOL_FAILED),
        ([WRONG], replies.sentence(TurnEnd.TOOL_FAILED, "en"), TurnEnd.TOOL_FAILED),
        ([REFUSED], replies.sentence(TurnEnd.TOOL_FAILED, "en"), TurnEnd.TOOL_FAILED),
    ],
)
def test_a_required_call_says_it_all(reports: list[CallReport], text: str, end: TurnEnd) -> None:
    assert after_required_call(reports, "en") == (text, end)


@pytest.mark.parametrize(
    ("message", "reports", "text", "end"),
    [
        ("Hi!", [], "Hi!", TurnEnd.REPLIED),
        (None, [], replies.sentence(TurnEnd.EMPTY_REPLY, "en"), TurnEnd.EMPTY_REPLY),
        ("I have set it.", [], replies.nothing_done("en"), TurnEnd.REPLIED),
        ("I have set it for 8.", [SET], "Reminder set: 9:00", TurnEnd.CONFIRMED),
        ("Enjoy your evening!", [SET], "Reminder set: 9:00\nEnjoy your evening!", TurnEnd.CONFIRMED),
        ("That is at 8 then.", [SET], "Reminder set: 9:00", TurnEnd.CONFIRMED),
        ("I have cancelled it.", [SET], "Reminder set: 9:00", TurnEnd.CONFIRMED),
        ("There are none.", [READ], "There are none.", TurnEnd.REPLIED),
        (None, [READ], "You have none.", TurnEnd.REPLIED),
        ("Let me see.", [ASKED], "When?", TurnEnd.ASKED),
        ("All done!", [ASKED, SET], "Reminder set: 9:00\nAll done!", TurnEnd.CONFIRMED),
        ("Hm.", [SET, ASKED], "Reminder set: 9:00\nWhen?", TurnEnd.ASKED),
        ("It is full, sorry.", [FAILED], "It is full, sorry.", TurnEnd.REPLIED),
        ("I have set it.", [FAILED], "There is no room.", TurnEnd.REPLIED),
        (None, [FAILED], "There is no room.", TurnEnd.TOOL_FAILED),
        (None, [SET, REPEATED], "Reminder set: 9:00", TurnEnd.CONFIRMED),
    ],
)
def test_the_last_words(message: str | None, reports: list[CallReport], text: str, end: TurnEnd) -> None:
    assert after_last_message(message, reports, "en") == (text, end)


@pytest.mark.parametrize(
    ("message", "shown"),
    [
        ("Short.", "Short."),
        ("One whole sentence. And a torn o", "One whole sentence."),
        ("What? Yes! And a torn end of thi", "What? Yes!"),
        ("all of this is a single sentence", "all of this is a single sentence…"),
    ],
)
def test_a_torn_end_is_left_out(message: str, shown: str) -> None:
    assert without_torn_end(message, 32) == shown
