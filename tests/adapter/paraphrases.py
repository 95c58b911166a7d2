"""Requests in words that nothing was trained on or tuned to, and what each must come to.

Twenty in each language: six reminders, four alarms, four timers, three lists, three of talk. The messages are
said on Monday, 2 March 2026, at 22:00 in Berlin.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

REMIND, ALARM, TIMER, LIST = "agenda:remind_at", "clock:alarm", "clock:timer", "agenda:list"
BERLIN = ZoneInfo("Europe/Berlin")


@dataclass(frozen=True, slots=True, kw_only=True)
class Paraphrase:
    """`tool` None: plain talk. `due` is wall time in Berlin; `about` is the stored text, empty for any."""

    language: str
    text: str
    tool: str | None
    due: datetime | None = None
    about: str = ""


def _at(day: int, hour: int, minute: int = 0) -> datetime:
    return datetime(2026, 3, day, hour, minute, tzinfo=BERLIN)


_REMINDERS = {
    "en": (
        ("in 40 minutes please nudge me to take the laundry out", _at(2, 22, 40), "take the laundry out"),
        (
            "could you remind me tomorrow at half past seven to water the ferns",
            _at(3, 7, 30),
            "water the ferns",
        ),
        ("don't let me forget to pay the rent on friday at noon", _at(6, 12), "pay the rent"),
        ("at 9:15 tomorrow morning remind me that the plumber comes", _at(3, 9, 15), "the plumber comes"),
        ("I need a reminder on March 5 at 6pm: pick up Lena", _at(5, 18), "pick up Lena"),
        ("please remind me in two hours to call grandma", _at(3, 0), "call grandma"),
    ),
    "de": (
        (
            "gib mir in 40 Minuten Bescheid, dass die Wäsche fertig ist",
            _at(2, 22, 40),
            "die Wäsche fertig ist",
        ),
        ("erinnere mich morgen um halb acht ans Blumengießen", _at(3, 7, 30), "Blumengießen"),
        ("vergiss nicht, mich am Freitag um 12 Uhr an die Miete zu erinnern", _at(6, 12), "die Miete"),
        (
            "morgen früh um 9:15 bitte dran erinnern, dass der Klempner kommt",
            _at(3, 9, 15),
            "der Klempner kommt",
        ),
        ("ich brauche am 5. März um 18 Uhr eine Erinnerung: Lena abholen", _at(5, 18), "Lena abholen"),
        ("erinner mich bitte in zwei Stunden daran, Oma anzurufen", _at(3, 0), "Oma anzurufen"),
    ),
    "fr": (
        ("rappelle-moi dans 40 minutes de sortir le linge", _at(2, 22, 40), "sortir le linge"),
        ("peux-tu me rappeler demain à 7h30 d'arroser les fougères", _at(3, 7, 30), "arroser les fougères"),
        ("rappelle-moi vendredi à midi de payer le loyer", _at(6, 12), "payer le loyer"),
        ("demain matin à 9h15 rappelle-moi que le plombier vient", _at(3, 9, 15), "le plombier vient"),
        ("mets-moi un rappel le 5 mars à 18h pour aller chercher Léna", _at(5, 18), "aller chercher Léna"),
        ("rappelle-moi s'il te plaît dans deux heures d'appeler mamie", _at(3, 0), "appeler mamie"),
    ),
    "es": (
        ("recuérdame en 40 minutos sacar la ropa", _at(2, 22, 40), "sacar la ropa"),
        ("¿puedes recordarme mañana a las 7:30 regar los helechos?", _at(3, 7, 30), "regar los helechos"),
        ("recuérdame el viernes a las 12 del mediodía pagar el alquiler", _at(6, 12), "pagar el alquiler"),
        ("mañana a las 9:15 recuérdame que viene el fontanero", _at(3, 9, 15), "viene el fontanero"),
        ("pon un recordatorio el 5 de marzo a las 18:00 para recoger a Lena", _at(5, 18), "recoger a Lena"),
        ("por favor, recuérdame en dos horas llamar a la abuela", _at(3, 0), "llamar a la abuela"),
    ),
}
_ALARMS = {
    "en": (
        ("get me out of bed at 6:20", _at(3, 6, 20)),
        ("alarm for 5:45 tomorrow please", _at(3, 5, 45)),
        ("wake me up tomorrow at seven", _at(3, 7)),
        ("I want an alarm on Wednesday at 8am", _at(4, 8)),
    ),
    "de": (
        ("hol mich um 6:20 aus dem Bett", _at(3, 6, 20)),
        ("Wecker auf 5:45 Uhr morgen bitte", _at(3, 5, 45)),
        ("weck mich morgen um sieben", _at(3, 7)),
        ("ich will am Mittwoch um 8 Uhr geweckt werden", _at(4, 8)),
    ),
    "fr": (
        ("réveille-moi à 6h20", _at(3, 6, 20)),
        ("mets le réveil à 5h45 demain", _at(3, 5, 45)),
        ("réveille-moi demain à sept heures", _at(3, 7)),
        ("je veux une alarme mercredi à 8h", _at(4, 8)),
    ),
    "es": (
        ("despiértame a las 6:20", _at(3, 6, 20)),
        ("pon la alarma a las 5:45 mañana", _at(3, 5, 45)),
        ("despiértame mañana a las siete", _at(3, 7)),
        ("quiero una alarma el miércoles a las 8", _at(4, 8)),
    ),
}
_TIMERS = {
    "en": (
        ("start a 12 minute timer", _at(2, 22, 12)),
        ("count down 90 seconds for me", _at(2, 22, 1).replace(second=30)),
        ("timer, three quarters of an hour", _at(2, 22, 45)),
        ("could you time 8 minutes for the eggs", _at(2, 22, 8)),
    ),
    "de": (
        ("starte einen Timer über 12 Minuten", _at(2, 22, 12)),
        ("zähl mal 90 Sekunden runter", _at(2, 22, 1).replace(second=30)),
        ("Timer auf eine Dreiviertelstunde", _at(2, 22, 45)),
        ("stopp mir 8 Minuten für die Eier", _at(2, 22, 8)),
    ),
    "fr": (
        ("lance un minuteur de 12 minutes", _at(2, 22, 12)),
        ("compte à rebours de 90 secondes", _at(2, 22, 1).replace(second=30)),
        ("minuteur, trois quarts d'heure", _at(2, 22, 45)),
        ("mets un minuteur de 8 minutes pour les œufs", _at(2, 22, 8)),
    ),
    "es": (
        ("inicia un temporizador de 12 minutos", _at(2, 22, 12)),
        ("cuenta atrás de 90 segundos", _at(2, 22, 1).replace(second=30)),
        ("temporizador, tres cuartos de hora", _at(2, 22, 45)),
        ("pon un temporizador de 8 minutos para los huevos", _at(2, 22, 8)),
    ),
}
_LISTS = {
    "en": ("which reminders are still open?", "show me everything I've set", "what's on my reminder list"),
    "de": (
        "welche Erinnerungen sind noch offen?",
        "zeig mir alles, was ich gestellt habe",
        "liste meine Wecker auf",
    ),
    "fr": ("quels rappels sont encore prévus ?", "montre-moi mes rappels", "liste mes alarmes"),
    "es": ("¿qué recordatorios tengo pendientes?", "muéstrame mis recordatorios", "enumera mis alarmas"),
}
_TALK = {
    "en": ("good evening, how was your day?", "I had the best pizza of my life today", "who wrote Hamlet?"),
    "de": (
        "guten Abend, wie war dein Tag?",
        "heute gab es die beste Pizza meines Lebens",
        "wer schrieb den Faust?",
    ),
    "fr": (
        "bonsoir, comment vas-tu ?",
        "aujourd'hui j'ai mangé une pizza incroyable",
        "qui a écrit Candide ?",
    ),
    "es": (
        "buenas noches, ¿qué tal estás?",
        "hoy he comido una pizza increíble",
        "¿quién escribió el Quijote?",
    ),
}


def paraphrases() -> Iterator[Paraphrase]:
    for language, reminders in _REMINDERS.items():
        for text, due, about in reminders:
            yield Paraphrase(language=language, text=text, tool=REMIND, due=due, about=about)
        for tool, timed in ((ALARM, _ALARMS), (TIMER, _TIMERS)):
            for text, due in timed[language]:
                yield Paraphrase(language=language, text=text, tool=tool, due=due)
        for text in _LISTS[language]:
            yield Paraphrase(language=language, text=text, tool=LIST)
        for text in _TALK[language]:
            yield Paraphrase(language=language, text=text, tool=None)
