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
BEGGED = [
    ("don't forget to remind me at noon to pay the rent", "at noon", "pay the rent"),
    ("be so kind and remind me at noon to pay the rent", "at noon", "pay the rent"),
    ("would you mind reminding me at noon to pay the rent?", "at noon", "pay the rent"),
    ("it would be great if you could remind me at 9 to call mum", "at 9", "call mum"),
    ("vergiss nicht, mich morgen an die Miete zu erinnern", "morgen", "die Miete"),
    ("denk bitte dran, mich morgen an den Zahnarzt zu erinnern", "morgen", "den Zahnarzt"),
    ("sei so lieb und erinnere mich morgen an den Zahnarzt", "morgen", "den Zahnarzt"),
    ("es wäre nett, wenn du mich morgen an den Zahnarzt erinnern könntest", "morgen", "den Zahnarzt"),
    ("n'oublie pas de me rappeler demain de payer le loyer", "demain", "payer le loyer"),
    ("est-ce que tu peux me rappeler demain d'appeler maman ?", "demain", "appeler maman"),
    ("je voudrais qu'on me rappelle demain d'appeler maman", "demain", "appeler maman"),
    ("no te olvides de recordarme el lunes pagar el alquiler", "el lunes", "pagar el alquiler"),
    ("non dimenticare di ricordarmi domani di chiamare Luca", "domani", "chiamare Luca"),
    ("mi puoi ricordare domani di chiamare Luca?", "domani", "chiamare Luca"),
    ("vergeet niet me morgen aan tandpasta te herinneren", "morgen", "tandpasta"),
    ("kun je me er morgen aan herinneren om melk te kopen?", "morgen", "melk te kopen"),
    ("não te esqueças de me lembrar amanhã de ligar à Ana", "amanhã", "ligar à Ana"),
    # for whom, and wishes for a thing
    ("mets-moi un rappel demain pour appeler maman", "demain", "appeler maman"),
    ("crée-nous un rappel demain pour payer le loyer", "demain", "payer le loyer"),
    ("põe-me um lembrete amanhã para ligar à Ana", "amanhã", "ligar à Ana"),
    ("zet voor mij een herinnering morgen: tandarts", "morgen", "tandarts"),
    ("I'd like a reminder tomorrow to call mum", "tomorrow", "call mum"),
    ("j'ai besoin d'un rappel demain pour appeler maman", "demain", "appeler maman"),
    ("me gustaría un recordatorio mañana para llamar a Ana", "mañana", "llamar a Ana"),
    ("ho bisogno di un promemoria domani per chiamare Luca", "domani", "chiamare Luca"),
    ("ik heb morgen een herinnering nodig voor melk", "morgen", "melk"),
    ("preciso de um lembrete amanhã para ligar à Ana", "amanhã", "ligar à Ana"),
    # wishes for being reminded or woken
    ("I want to be reminded at noon about the rent", "at noon", "the rent"),
    ("ich möchte morgen an den Zahnarzt erinnert werden", "morgen", "den Zahnarzt"),
    ("ich will morgen daran erinnert werden, die Miete zu zahlen", "morgen", "die Miete zu zahlen"),
    ("ik wil morgen aan tandpasta herinnerd worden", "morgen", "tandpasta"),
    ("ich muss um 6:30 geweckt werden", "um 6:30", ""),
    ("I'd like to be woken up at 8 for the flight", "at 8", "the flight"),
    ("je veux être réveillée à 8h", "à 8h", ""),
    ("necesito que me despierten a las 8", "a las 8", ""),
    ("voglio essere svegliato alle 8", "alle 8", ""),
    ("quero ser acordado às 8", "às 8", ""),
]
SIGNS = [
    ("¿puedes recordarme mañana regar los helechos?", "mañana", "regar los helechos"),
    ("¿podrías recordarme mañana pagar el alquiler, por favor?", "mañana", "pagar el alquiler"),
    ("¡recuérdame mañana llamar a Ana!", "mañana", "llamar a Ana"),
    ("remind me tomorrow … call mum…", "tomorrow", "call mum"),
    ("remind me at 5 to call mum, okay?", "at 5", "call mum"),
    ("erinnere mich morgen an den Zahnarzt, ja?", "morgen", "den Zahnarzt"),
    ("rappelle-moi demain d'appeler maman, d'accord ?", "demain", "appeler maman"),
    ("recuérdame mañana llamar a Ana, ¿vale?", "mañana", "llamar a Ana"),
    ("ricordami domani di chiamare Luca, va bene?", "domani", "chiamare Luca"),
    ("herinner me morgen aan tandpasta, alsjeblieft!", "morgen", "tandpasta"),
]
MEASURED = [
    ("stopp mir 8 Minuten für die Eier", "8 Minuten", "die Eier"),
    ("zähle bitte von 10 Minuten herunter", "10 Minuten", ""),
    ("nimm die Zeit: 8 Minuten für die Eier", "8 Minuten", "die Eier"),
    ("could you time 8 minutes for the eggs", "8 minutes", "the eggs"),
    ("count down 90 seconds", "90 seconds", ""),
    ("chronomètre-moi 3 minutes pour le thé", "3 minutes", "le thé"),
    ("cuenta 90 segundos", "90 segundos", ""),
    ("cronometra 8 minuti per le uova", "8 minuti", "le uova"),
    ("tel 90 seconden af", "90 seconden", ""),
    ("marca 3 minutos para o chá", "3 minutos", "o chá"),
    ("set timers for 5 minutes and 10 minutes", "for 5 minutes and 10 minutes", ""),
    ("set two timers, one for 5 minutes", "for 5 minutes", ""),
    ("mets des minuteurs de 5 minutes", "de 5 minutes", ""),
    ("lance un compte à rebours de 90 secondes", "de 90 secondes", ""),
    ("pon un temporizador de 8 minutos para los huevos", "de 8 minutos", "los huevos"),
    ("inicia una cuenta atrás de 90 segundos", "de 90 segundos", ""),
    ("avvia un conto alla rovescia di 5 minuti", "di 5 minuti", ""),
    ("inicia um cronômetro de 5 minutos", "de 5 minutos", ""),
]
KEPT = [
    ("I want to buy milk, remind me at 9", "at 9", "I want to buy milk"),
    ("je veux acheter du pain, rappelle-moi demain", "demain", "je veux acheter du pain"),
    ("remind me at 9 to ask if you could help", "at 9", "ask if you could help"),
    ("remind me at 9 not to forget to eat", "at 9", "not to forget to eat"),
    ("erinnere mich morgen daran, dass ich nicht vergesse zu essen", "morgen", "ich nicht vergesse zu essen"),
    ("remind me at 9 to time the run", "at 9", "time the run"),
    ("remind me at 9 that I want to be woken", "at 9", "I want to be woken"),
]
"""What looks like asking words, but is the author's own."""


def phrase(text: str, part: str) -> TimePhrase:
    start = text.index(part)
    return TimePhrase(text=part, start=start, end=start + len(part))


@pytest.mark.parametrize(("text", "time", "left"), [*ROWS, *BEGGED, *SIGNS, *MEASURED, *KEPT])
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
