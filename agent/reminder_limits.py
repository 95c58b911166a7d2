"""How much one user may ask to be reminded of. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from agent.errors import LimitReached
from agent.types import ReminderDraft

TEXT_TOO_LONG = {
    "en": "A reminder's text may have at most {most:,} characters; yours has {length:,}.",
    "de": "Der Text einer Erinnerung darf höchstens {most} Zeichen haben; deiner hat {length}.",
    "es": "El texto de un recordatorio puede tener como máximo {most} caracteres; el tuyo tiene {length}.",
    "fr": "Le texte d’un rappel peut avoir au plus {most} caractères ; le tien en a {length}.",
    "it": "Il testo di un promemoria può avere al massimo {most} caratteri; il tuo ne ha {length}.",
    "nl": "De tekst van een herinnering mag hoogstens {most} tekens hebben; die van jou heeft er {length}.",
    "pt": "O texto de um lembrete pode ter no máximo {most} caracteres; o seu tem {length}.",
}
TOO_FAR = {
    "en": "A reminder may be at most {years} years ahead.",
    "de": "Eine Erinnerung darf höchstens {years} Jahre in der Zukunft liegen.",
    "es": "Un recordatorio puede estar como máximo a {years} años vista.",
    "fr": "Un rappel peut être au plus {years} ans à l’avance.",
    "it": "Un promemoria può essere al massimo tra {years} anni.",
    "nl": "Een herinnering mag hoogstens {years} jaar vooruit liggen.",
    "pt": "Um lembrete pode estar no máximo {years} anos à frente.",
}
TOO_MANY = {
    "en": "You have {count} pending reminders, and {most} is the limit; remove one first.",
    "de": "Du hast {count} offene Erinnerungen, und {most} ist die Grenze; lösch erst eine.",
    "es": "Tienes {count} recordatorios pendientes, y el límite es {most}; borra antes uno.",
    "fr": "Tu as {count} rappels en attente, et la limite est {most} ; supprimes-en un d’abord.",
    "it": "Hai {count} promemoria in sospeso, e il limite è {most}; prima eliminane uno.",
    "nl": "Je hebt {count} openstaande herinneringen, en {most} is de grens; verwijder er eerst een.",
    "pt": "Você tem {count} lembretes pendentes, e o limite é {most}; apague um antes.",
}
TOO_MANY_REQUESTS = {
    "en": "You have {count} scheduled requests, and {most} is the limit; remove one first.",
    "de": "Du hast {count} geplante Aufträge, und {most} ist die Grenze; lösch erst einen.",
    "es": "Tienes {count} peticiones programadas, y el límite es {most}; borra antes una.",
    "fr": "Tu as {count} demandes programmées, et la limite est {most} ; supprimes-en une d’abord.",
    "it": "Hai {count} richieste programmate, e il limite è {most}; prima eliminane una.",
    "nl": "Je hebt {count} geplande verzoeken, en {most} is de grens; verwijder er eerst een.",
    "pt": "Você tem {count} pedidos agendados, e o limite é {most}; apague um antes.",
}
TOO_MANY_TASKS = {
    "en": "You have {count} open tasks, and {most} is the limit; complete one first.",
    "de": "Du hast {count} offene Aufgaben, und {most} ist die Grenze; erledige erst eine.",
    "es": "Tienes {count} tareas abiertas, y el límite es {most}; completa antes una.",
    "fr": "Tu as {count} tâches ouvertes, et la limite est {most} ; termines-en une d’abord.",
    "it": "Hai {count} attività aperte, e il limite è {most}; prima completane una.",
    "nl": "Je hebt {count} open taken, en {most} is de grens; rond er eerst een af.",
    "pt": "Você tem {count} tarefas abertas, e o limite é {most}; conclua uma antes.",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class ReminderLimits:
    """`text` in code points; `years` ahead of the moment of asking; `requests` of the pending ones."""

    pending: int = 100
    text: int = 1500
    years: int = 5
    requests: int = 10


def check_draft(draft: ReminderDraft, limits: ReminderLimits) -> None:
    """Raises LimitReached for a text that is too long and for a time that is too far away."""
    check_text(draft.text, limits)
    check_time(draft.resolved.at, limits, now=draft.created_at)


def check_text(text: str, limits: ReminderLimits) -> None:
    """Raises LimitReached for a text that is too long."""
    if len(text) > limits.text:
        raise LimitReached(TEXT_TOO_LONG, most=limits.text, length=len(text))


def check_time(at: datetime, limits: ReminderLimits, *, now: datetime) -> None:
    """Raises LimitReached for a time that is too far away from `now`."""
    # No span of n calendar years is longer than this: n * 365 days and a leap day every fourth year.
    if at - now > timedelta(days=limits.years * 365 + -(-limits.years // 4)):
        raise LimitReached(TOO_FAR, years=limits.years)


def check_pending(pending: int, limits: ReminderLimits) -> None:
    """Raises LimitReached if a user with this many pending reminders may not have one more."""
    if pending >= limits.pending:
        raise LimitReached(TOO_MANY, count=pending, most=limits.pending)


def check_requests(pending: int, limits: ReminderLimits) -> None:
    """Raises LimitReached if a user with this many pending requests may not have one more."""
    if pending >= limits.requests:
        raise LimitReached(TOO_MANY_REQUESTS, count=pending, most=limits.requests)


def check_tasks(count: int, limits: ReminderLimits) -> None:
    """Raises LimitReached if a user with this many open tasks may not have one more."""
    if count >= limits.pending:
        raise LimitReached(TOO_MANY_TASKS, count=count, most=limits.pending)
