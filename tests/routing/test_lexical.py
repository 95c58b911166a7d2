"""What words alone ask for, in seven languages, and when they only seem to ask."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.routing.lexical import ALARM, LIST, NOW, REMIND, REMOVE, TIMER, hits, is_greeting, says_little

ASKED = [
    ("remind me tomorrow to call mum", REMIND),
    ("Could you please remind us at 5 to leave?", REMIND),
    ("ping me in three seconds, I need to stretch", REMIND),
    ("don’t let me forget the bread in an hour", REMIND),
    ("set a reminder for friday: dentist", REMIND),
    ("erinnere mich morgen um 9 an den Zahnarzt", REMIND),
    ("kannst du mich in 3 Sekunden ans Dehnen erinnern?", REMIND),
    ("sag mir in 10 Minuten Bescheid", REMIND),
    ("rappelle-moi demain d'appeler maman", REMIND),
    ("recuérdame mañana comprar leche", REMIND),
    ("ricordami domani di chiamare Luca", REMIND),
    ("herinner me morgen aan de tandarts", REMIND),
    ("me lembre amanhã de ligar", REMIND),
    ("wake me at 6:45", ALARM),
    ("set an alarm for 7", ALARM),
    ("Alarm 7:30", ALARM),
    ("weck mich um sieben", ALARM),
    ("Stell den Wecker auf halb sieben", ALARM),
    ("réveille-moi à 7 heures", ALARM),
    ("despiértame a las siete", ALARM),
    ("svegliami alle sette", ALARM),
    ("wek me om zeven uur", ALARM),
    ("me acorde às sete", ALARM),
    ("set a timer for 5 minutes", TIMER),
    ("timer 5 minutes", TIMER),
    ("10 minute timer please", TIMER),
    ("Stell einen Nudeltimer auf 9 Minuten", TIMER),
    ("mets un minuteur de dix minutes", TIMER),
    ("pon un temporizador de cinco minutos", TIMER),
    ("zet een kookwekker op vijf minuten", TIMER),
    ("what reminders do I have?", LIST),
    ("show me my alarms", LIST),
    ("how long is left on my timer", LIST),
    ("welche Erinnerungen habe ich?", LIST),
    ("zeig mir meine Wecker", LIST),
    ("quels rappels ai-je?", LIST),
    ("cancel the reminder about the dentist", REMOVE),
    ("turn my alarm off", REMOVE),
    ("lösche den Wecker", REMOVE),
    ("schalte den Timer aus", REMOVE),
    ("annule le rappel", REMOVE),
    ("what time is it?", NOW),
    ("what day is it today?", NOW),
    ("wie spät ist es?", NOW),
    ("wie viel Uhr ist es", NOW),
    ("quelle heure est-il?", NOW),
    ("¿qué hora es?", NOW),
    ("che ore sono?", NOW),
    ("hoe laat is het?", NOW),
    ("que horas são?", NOW),
]

NOT_ASKED = [
    "",
    "hello there",
    "I set an alarm for 6:45 but overslept",
    "that reminds me of my childhood in 1990",
    "don't wake me at 6",
    "did you remind me at 5?",
    "das erinnert mich an früher",
    "I like trains at 5",
    "the alarm clock was invented in 1787",
    "pause the timer for 5 minutes",
    "snooze my alarm for 5 minutes",
    "verlängere den Timer um 5 Minuten",
    "what time is the meeting",
]


@pytest.mark.parametrize(("text", "tool"), ASKED)
def test_words_that_ask(text: str, tool: str) -> None:
    assert [hit.tool for hit in hits(text, has_time=True)] == [tool]


@pytest.mark.parametrize("text", NOT_ASKED)
def test_words_that_only_seem_to(text: str) -> None:
    assert hits(text, has_time=True) == ()


def test_a_bare_noun_needs_a_time() -> None:
    assert hits("timer please", has_time=False) == ()
    assert [hit.tool for hit in hits("timer please", has_time=True)] == [TIMER]


def test_the_cue_says_where_it_stands() -> None:
    (hit,) = hits("Please remind me at 5", has_time=True)
    assert (hit.cue, hit.start, hit.end) == ("remind me", 7, 16)


def test_only_the_start_of_a_long_message_counts() -> None:
    assert hits("x" * 600 + " remind me at 5", has_time=True) == ()


@pytest.mark.parametrize("text", ["", "...", "💥", "hi", "hello there", "Thanks!", "ok"])
def test_little_said(text: str) -> None:
    assert says_little(text)


@pytest.mark.parametrize("text", ["hello there", "Thank you", "Hallo!", "danke dir", "  ", "?!"])
def test_greetings(text: str) -> None:
    assert is_greeting(text)


@pytest.mark.parametrize(
    "text", ["hello, what is the tallest mountain?", "and of Italy?", "thanks to you I passed the exam"]
)
def test_no_greetings(text: str) -> None:
    assert not is_greeting(text)


@given(st.text(max_size=200), st.booleans())
def test_any_text_is_taken(text: str, has_time: bool) -> None:
    assert len(hits(text, has_time=has_time)) <= 1
    says_little(text)
