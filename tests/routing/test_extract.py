"""What a request is about: the user's words without its time and its asking words."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.routing.extract import cut_times, subject
from agent.types import TimePhrase

ROWS = [
    ("remind me in 3 seconds to stretch", "in 3 seconds", "stretch"),
    ("kannst du mich in 3 Sekunden ans Dehnen erinnern?", "in 3 Sekunden", "Dehnen"),
    ("ping me in three seconds, I need to stretch", "in three seconds", "I need to stretch"),
    ("wake me at 6:45", "at 6:45", ""),
    ("wake me up at 6:45 for the flight", "at 6:45", "the flight"),
    ("set a timer for 5 minutes", "5 minutes", ""),
    ("set a pizza timer for 5 minutes", "for 5 minutes", "pizza"),
    ("Stell einen Nudeltimer auf 9 Minuten", "9 Minuten", "Nudeltimer"),
    ("Stell den Wecker auf halb sieben", "halb sieben", ""),
    ("erinnere mich morgen um 9 an den Zahnarzt", "morgen um 9", "den Zahnarzt"),
    ("Erinnere mich bitte morgen daran, die Wäsche abzuhängen", "morgen", "die Wäsche abzuhängen"),
    ("remind me to call mum tomorrow at 9", "tomorrow at 9", "call mum"),
    ("please remind me tomorrow that the meeting is at 5", "tomorrow", "the meeting is at 5"),
    ("set a reminder for the dentist on friday", "friday", "the dentist"),
    ("can you remind us to leave at 5pm please?", "at 5pm", "leave"),
    ("Could you please set an alarm for 7am called gym", "7am", "gym"),
    ("sag mir in 10 Minuten Bescheid, dass der Kuchen fertig ist", "in 10 Minuten", "der Kuchen fertig ist"),
    ("rappelle-moi d'appeler maman demain", "demain", "appeler maman"),
    ("recuérdame comprar leche mañana", "mañana", "comprar leche"),
    ("ricordami di chiamare Luca domani", "domani", "chiamare Luca"),
    ("herinner me eraan om te bellen om 5 uur", "om 5 uur", "bellen"),
    ("me lembre de ligar amanhã", "amanhã", "ligar"),
    ("remind me about @everyone's party at 5", "at 5", "@everyone's party"),
    ("don't let me forget to feed the cat in an hour", "in an hour", "feed the cat"),
    ("I have to take my pills at 8pm, remind me", "at 8pm", "I have to take my pills"),
    ("tomorrow at 9 remind me to call mum", "tomorrow at 9", "call mum"),
    ("remind me to set the table at 6", "at 6", "set the table"),
    ("remind me to wake mum in 5 minutes", "in 5 minutes", "wake mum"),
    ("remind me in 5 minutes", "in 5 minutes", ""),
    (
        "Stell mir bitte eine Erinnerung für morgen 9 Uhr: Müll rausbringen",
        "morgen 9 Uhr",
        "Müll rausbringen",
    ),
    ("remind me to set an alarm for 8 am", "for 8 am", "set an alarm"),
    ("set an alarm to remind me to feed the cat at 6", "at 6", "feed the cat"),
    ("set a dentist reminder for friday", "friday", "dentist"),
    ("set up a recurring reminder for the rent tomorrow", "tomorrow", "the rent"),
    ("remind to get milk tonight", "tonight", "get milk"),
    ("create a reminder tomorrow that says well done", "tomorrow", "well done"),
    ("remind me to check in tomorrow", "tomorrow", "check in"),
    ("set a reminder at 4pm for online check-in", "at 4pm", "online check-in"),
    ("remind me of movie night at 8", "night at 8", "movie night"),
    ("remind me of date night for tomorrow at 8 pm", "night for tomorrow at 8 pm", "date night"),
    ("erinnere mich morgen daran, einen Antrag zu stellen", "morgen", "einen Antrag zu stellen"),
    ("kannst du mir morgen eine Erinnerung für den Zahnarzt erstellen", "morgen", "den Zahnarzt"),
    ("richte einen Wecker für 7 ein", "für 7", ""),
    ("erinnere mich morgen: ruf Mama an", "morgen", "ruf Mama an"),
    ("pon un recordatorio para ir al banco el lunes", "el lunes", "ir al banco"),
    ("Configurar un nuevo recordatorio para la cita mañana", "mañana", "la cita"),
    ("necesito que me recuerdes llamar a Ana a las 7", "a las 7", "llamar a Ana"),
    ("mets un rappel pour la réunion demain", "demain", "la réunion"),
    ("imposta un promemoria per comprare il latte domani", "domani", "comprare il latte"),
    ("zet een herinnering om melk te kopen morgen", "morgen", "melk te kopen"),
    ("crie um lembrete para ligar ao banco amanhã", "amanhã", "ligar ao banco"),
    ("remind me at 5: (a) eat, (b) sleep", "at 5", "(a) eat, (b) sleep"),
]


def phrase(text: str, part: str) -> TimePhrase:
    start = text.index(part)
    return TimePhrase(text=part, start=start, end=start + len(part))


@pytest.mark.parametrize(("text", "time", "left"), ROWS)
def test_what_is_left(text: str, time: str, left: str) -> None:
    assert subject(text, [phrase(text, time)]) == left


def test_several_times_are_cut() -> None:
    text = "remind me tomorrow to call mum at 9"
    assert subject(text, [phrase(text, "tomorrow"), phrase(text, "at 9")]) == "call mum"


@given(st.text(max_size=300))
def test_the_words_are_the_users_own(text: str) -> None:
    left = subject(text, [])
    assert all(word in text for word in left.split())
    assert left == left.strip()


@given(st.text(max_size=100), st.integers(0, 100), st.integers(0, 20))
def test_cutting_never_fails(text: str, start: int, length: int) -> None:
    start = min(start, len(text))
    end = min(len(text), start + length)
    cut = cut_times(text, [TimePhrase(text=text[start:end], start=start, end=end)])
    assert len(cut) <= len(text) + 1
