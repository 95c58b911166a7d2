"""What words alone ask for, in seven languages, and when they only seem to ask."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.routing.lexical import (
    ALARM,
    LIST,
    NOW,
    REMIND,
    REMOVE,
    TIMER,
    hits,
    is_greeting,
    is_small_talk,
    refuses,
    says_little,
)

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
    ("ich will am Mittwoch um 8 Uhr geweckt werden", ALARM),
    ("kannst du dafür sorgen, dass ich um 7 geweckt werde", ALARM),
    ("I'd like to be woken up at 8", ALARM),
    ("we need to be woken at 5", ALARM),
    ("j'aimerais être réveillée à 7h", ALARM),
    ("quiero ser despertado a las 7", ALARM),
    ("necesito que me despierten a las 8", ALARM),
    ("vorrei essere svegliata alle 7", ALARM),
    ("ik wil om 8 uur gewekt worden", ALARM),
    ("quero ser acordado às 8", ALARM),
    ("I want to be reminded at noon about the rent", REMIND),
    ("ich möchte morgen um 9 an den Zahnarzt erinnert werden", REMIND),
    ("ik wil morgen om 9 uur aan de tandarts herinnerd worden", REMIND),
    ("stopp mir 8 Minuten für die Eier", TIMER),
    ("miss mal eben vier Minuten ab", TIMER),
    ("could you time 8 minutes for the eggs", TIMER),
    ("count down from 90 seconds for me", TIMER),
    ("chronomètre-moi trois minutes", TIMER),
    ("cronometra 8 minutos para los huevos", TIMER),
    ("cronometrami 3 minuti", TIMER),
    ("tel 90 seconden af", TIMER),
    ("cronometre 8 minutos para os ovos", TIMER),
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
    "I don't want to be woken at 7",
    "ich will morgen nicht um 7 geweckt werden",
    "ich wurde heute um 6 von einem Laster geweckt",
    "my cat wants to be fed at 6",
    "time is 5 minutes short",
    "ich stoppe 8 Minuten und mehr beim Laufen",
    "stopp die Musik in 8 Minuten",
    "count the minutes until 5",
    "cuenta los minutos",
    "cuenta conmigo en 10 minutos",
    "count how many minutes it takes until 5",
    "conta comigo em 5 minutos",
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


SMALL_TALK = [
    "buenas noches, ¿qué tal estás?",
    "¡hola! ¿cómo te va hoy?",
    "good evening, how are you doing?",
    "hey there, what's up with you?",
    "guten Abend, wie geht es dir heute?",
    "gute Nacht, schlaf gut",
    "bonsoir, comment ça va ?",
    "buonasera, come stai? tutto bene?",
    "goedenavond, hoe gaat het met je?",
    "boa noite, como você está?",
]


@pytest.mark.parametrize("text", SMALL_TALK)
def test_small_talk(text: str) -> None:
    assert is_small_talk(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "buenas noches, ¿qué tengo mañana?",
        "hola, ¿qué recordatorios hay?",
        "hi, how are you, and what is on my list?",
        "good night, wake me at 7",
        "guten Morgen, wie wird das Wetter heute?",
        "how are my reminders?",
        "tudo bem, me lembre às 9",
    ],
)
def test_a_greeting_with_something_behind_it_is_no_small_talk(text: str) -> None:
    assert not is_small_talk(text)


@given(st.text(max_size=200), st.booleans())
def test_any_text_is_taken(text: str, has_time: bool) -> None:
    assert len(hits(text, has_time=has_time)) <= 1
    says_little(text)


@pytest.mark.parametrize(
    "text",
    [
        "I don't want to be woken at 7",
        "don't wake me at 6",
        "no need to remind me at 5",
        "ich will morgen nicht um 7 geweckt werden",
        "weck mich bitte nicht um 6",
        "je ne veux pas être réveillé à 7h",
        "je ne veux plus qu'on me rappelle ça demain à 9h",
        "no quiero que me despiertes a las 7",
        "non voglio essere svegliato alle 7",
        "ik wil morgen niet om 7 uur gewekt worden",
        "não quero ser acordado às 7",
    ],
)
def test_refusals(text: str) -> None:
    assert refuses(text)


@pytest.mark.parametrize(
    "text",
    [
        "wake me at 7",
        "I don't want to be reminded at 5, remind me at 6",
        "no quiero que se me olvide: recuérdame a las 7 llamar a Ana",
        "je ne veux pas qu'on parte sans toi demain à 7h",
        "don't forget to remind me at 5",
        "ich will nicht, dass er geht, weck mich um 7",
    ],
)
def test_no_refusals(text: str) -> None:
    assert not refuses(text)
