"""The one place that turns turn ends, missing facts and failed calls into words for users.

English and German; every other language gets English. What tools confirm is composed by the tools, from
stored rows.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from agent.errors import EngineBusy, EngineCancelled, EngineDeadline, EngineDown
from agent.reports import CallReport, Standing
from agent.routing.plan import Need, Question
from agent.tools._wording import Words, reminder_line, say
from agent.types import TurnEnd

LISTED = 10
"""Reminders named in a question; more would bury it."""

ENDS: Mapping[TurnEnd, Words] = {
    TurnEnd.REPLIED: {"en": "Done.", "de": "Erledigt."},
    TurnEnd.CONFIRMED: {"en": "Done.", "de": "Erledigt."},
    TurnEnd.ASKED: {"en": "Could you tell me more?", "de": "Kannst du mir mehr dazu sagen?"},
    TurnEnd.EMPTY_INPUT: {
        "en": "Your message has no text that I can read. What can I do for you?",
        "de": "Deine Nachricht enthält keinen Text, den ich lesen kann. Was kann ich für dich tun?",
    },
    TurnEnd.EMPTY_REPLY: {
        "en": "I could not put an answer together. Please say it in other words.",
        "de": "Ich habe keine Antwort zustande gebracht. Bitte sag es mit anderen Worten.",
    },
    TurnEnd.STEP_LIMIT: {
        "en": "I stopped here: this took more steps than I may take for one message. "
        "Please ask for less at once.",
        "de": "Ich habe hier aufgehört: das waren mehr Schritte, als ich für eine Nachricht gehen darf. "
        "Bitte frag nach weniger auf einmal.",
    },
    TurnEnd.TOOL_FAILED: {
        "en": "That did not work, and nothing was changed by it.",
        "de": "Das hat nicht geklappt, und es wurde dadurch nichts geändert.",
    },
    TurnEnd.ENGINE_DOWN: {
        "en": "The language model is not running at the moment; it is being restarted. "
        "Reminders that are set still arrive. Please try again in a minute.",
        "de": "Das Sprachmodell läuft gerade nicht und wird neu gestartet. "
        "Gesetzte Erinnerungen kommen trotzdem an. Bitte versuch es in einer Minute noch einmal.",
    },
    TurnEnd.ENGINE_BUSY: {
        "en": "Too many messages are waiting for the language model. Please try again in a minute.",
        "de": "Zu viele Nachrichten warten auf das Sprachmodell. Bitte versuch es gleich noch einmal.",
    },
    TurnEnd.DEADLINE: {
        "en": "The answer took too long, so I stopped. Please try again, or ask for something shorter.",
        "de": "Die Antwort hat zu lange gedauert, darum habe ich aufgehört. "
        "Bitte versuch es noch einmal oder frag nach etwas Kürzerem.",
    },
    TurnEnd.CANCELLED: {"en": "Stopped, as asked.", "de": "Abgebrochen, wie gewünscht."},
    TurnEnd.INTERNAL: {
        "en": "Something went wrong on my side; the operator finds it in the log. Please try again.",
        "de": "Auf meiner Seite ist etwas schiefgegangen; im Protokoll des Betreibers steht, was. "
        "Bitte versuch es noch einmal.",
    },
}
PARTLY_DONE = {
    "en": "This was done before that happened:",
    "de": "Das war vorher schon erledigt:",
}
NOTHING_DONE = {
    "en": "To be clear: with this message I have set, changed, sent or cancelled nothing. "
    "To be reminded, write for example: remind me in 20 minutes to stretch.",
    "de": "Damit das klar ist: Ich habe hiermit nichts gesetzt, geändert, gesendet oder gelöscht. "
    "Für eine Erinnerung schreib zum Beispiel: erinnere mich in 20 Minuten ans Dehnen.",
}

WHEN = {"en": "For when? Please name a time.", "de": "Für wann? Bitte nenn mir eine Zeit."}
WHEN_FOR: Mapping[str, Words] = {
    "agenda:remind_at": {"en": "When should I remind you?", "de": "Wann soll ich dich erinnern?"},
    "clock:alarm": {"en": "When should the alarm ring?", "de": "Wann soll der Wecker klingeln?"},
    "clock:timer": {"en": "How long should the timer run?", "de": "Wie lange soll der Timer laufen?"},
}
WHICH = {
    "en": "Which one do you mean? Please tell me its number.",
    "de": "Welche meinst du? Bitte nenn mir die Nummer.",
}
NO_MATCH = {
    "en": "None of your pending reminders fits that. Which one do you mean? Please tell me its number.",
    "de": "Keine deiner offenen Erinnerungen passt dazu. Welche meinst du? Bitte nenn mir die Nummer.",
}
NONE_PENDING = {
    "en": "You have no pending reminders, so there is nothing to cancel.",
    "de": "Du hast keine offenen Erinnerungen, also gibt es nichts zu löschen.",
}
CHOICE = {"en": "Do you want {options}?", "de": "Möchtest du {options}?"}
JUST_TALK = {"en": "just to talk", "de": "einfach reden"}
OR = {"en": "or", "de": "oder"}
MORE = {"en": "… and {count} more.", "de": "… und {count} weitere."}

TIMED_OUT = {
    "en": "That took too long, so I stopped it. I cannot say for sure whether it was done.",
    "de": "Das hat zu lange gedauert, darum habe ich es abgebrochen. "
    "Ob es noch geklappt hat, weiß ich nicht sicher.",
}
BROKEN = {
    "en": "That failed because of a fault on my side; the operator finds it in the log.",
    "de": "Das ist an einem Fehler auf meiner Seite gescheitert; im Protokoll des Betreibers steht, welcher.",
}
NEEDS_APPROVAL = {
    "en": "That needs your approval first, so it was not done.",
    "de": "Dafür brauche ich erst deine Zustimmung, darum wurde es nicht getan.",
}
FORBIDDEN = {
    "en": "Only the owners of this bot may have that done, so it was not done.",
    "de": "Das dürfen nur die Eigentümer dieses Bots veranlassen, darum wurde es nicht getan.",
}
GIVEN_UP = {
    "en": "I did not get the details of that right, so it was not done. Please say it again in other words.",
    "de": "Ich habe die Einzelheiten dazu nicht richtig zusammenbekommen, darum wurde es nicht getan. "
    "Bitte sag es noch einmal mit anderen Worten.",
}


def sentence(end: TurnEnd, language: str) -> str:
    """What a user reads when a turn ends so and has nothing better to say; never empty."""
    return say(ENDS[end], language)


def end_of(error: Exception) -> TurnEnd:
    """How a turn ends on this error."""
    table: tuple[tuple[type[Exception], TurnEnd], ...] = (
        (EngineDown, TurnEnd.ENGINE_DOWN),
        (EngineBusy, TurnEnd.ENGINE_BUSY),
        (EngineDeadline, TurnEnd.DEADLINE),
        (EngineCancelled, TurnEnd.CANCELLED),
    )
    return next((end for kind, end in table if isinstance(error, kind)), TurnEnd.INTERNAL)


def interrupted(end: TurnEnd, done: Sequence[str], language: str) -> str:
    """The sentence of a turn that ended early, and what it had done by then."""
    if not done:
        return sentence(end, language)
    return "\n".join((sentence(end, language), say(PARTLY_DONE, language), *done))


def nothing_done(language: str) -> str:
    """Goes out instead of a reply that claims what no tool did."""
    return say(NOTHING_DONE, language)


def question(asked: Question, language: str) -> str:
    """What the author is asked, or told, where a request lacks something."""
    if asked.need is Need.TIME:
        return say(WHEN_FOR.get(asked.tool, WHEN), language)
    if asked.need is Need.NONE_PENDING:
        return say(NONE_PENDING, language)
    if asked.need is Need.CHOICE:
        return _choice(asked, language)
    lines = [reminder_line(reminder, language) for reminder in asked.candidates[:LISTED]]
    left_out = len(asked.candidates) - len(lines)
    more = [say(MORE, language).format(count=left_out)] if left_out else []
    opening = WHICH if asked.need is Need.WHICH else NO_MATCH
    return "\n".join((say(opening, language), *lines, *more))


def _choice(asked: Question, language: str) -> str:
    """The question in words, and a number for each answer to it."""
    options = [option.named(language) for option in asked.options]
    talk, conjunction = say(JUST_TALK, language), say(OR, language)
    comma = "," if language == "en" and len(options) > 1 else ""
    spoken = f"{', '.join(options)}{comma} {conjunction} {talk}"
    numbered = [f"{number}. {words}" for number, words in enumerate((*options, talk), start=1)]
    return "\n".join((say(CHOICE, language).format(options=spoken), *numbered))


def failure(report: CallReport, language: str) -> str:
    """What a user reads about a call that did not succeed."""
    if report.said:
        return report.said
    words = {
        Standing.TIMED_OUT: TIMED_OUT,
        Standing.BROKEN: BROKEN,
        Standing.NEEDS_APPROVAL: NEEDS_APPROVAL,
        Standing.FORBIDDEN: FORBIDDEN,
        Standing.GIVEN_UP: GIVEN_UP,
    }.get(report.standing, ENDS[TurnEnd.TOOL_FAILED])
    return say(words, language)
