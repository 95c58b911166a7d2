"""What commands say of their own, in English and German. Words about reminders come from the tools."""

from __future__ import annotations

from collections.abc import Mapping

Words = Mapping[str, str]

HELP = {
    "en": "I am Kallisti, a bot with a language model of its own. Talk to me in a direct message, or mention "
    "me in a channel: “remind me tomorrow at 9 to call Ann”, “wake me at 6:45”, “what is pending?”.\n"
    "`/remind` sets a reminder, `/alarm` an alarm, `/timer` a timer\n"
    "`/reminders` shows yours and removes them\n"
    "`/timezone` chooses the time zone that your times are read in\n"
    "`/stop` ends the answer that I am working on; deleting your message does so, too\n"
    "`/reset` makes me forget what was said in this channel\n"
    "`/tools` shows what I can do, `/status` how I am",
    "de": "Ich bin Kallisti, ein Bot mit eigenem Sprachmodell. Schreib mir direkt, oder erwähne mich in "
    "einem Kanal: „erinnere mich morgen um 9, Ann anzurufen“, „weck mich um 6:45“, „was steht an?“.\n"
    "`/remind` setzt eine Erinnerung, `/alarm` einen Wecker, `/timer` einen Timer\n"
    "`/reminders` zeigt deine und löscht sie\n"
    "`/timezone` wählt die Zeitzone, in der deine Zeiten gelten\n"
    "`/stop` beendet die Antwort, an der ich arbeite; deine Nachricht zu löschen tut das auch\n"
    "`/reset` lässt mich vergessen, was in diesem Kanal gesagt wurde\n"
    "`/tools` zeigt, was ich kann, `/status`, wie es mir geht",
}
TOOLS = {"en": "What I can do when you ask for it:", "de": "Was ich kann, wenn du mich darum bittest:"}
STATUS = {
    "en": "Model: {model}\nConnection to Discord: {latency}\nMessages waiting: {waiting}\n"
    "Your pending reminders: {pending}\nYour time zone: {zone}\nRunning since <t:{since}:R>",
    "de": "Modell: {model}\nVerbindung zu Discord: {latency}\nWartende Nachrichten: {waiting}\n"
    "Deine offenen Erinnerungen: {pending}\nDeine Zeitzone: {zone}\nGestartet <t:{since}:R>",
}
NO_MODEL = {
    "en": "not loaded yet (reminders and commands work without it)",
    "de": "noch nicht geladen (Erinnerungen und Befehle gehen auch ohne)",
}

NO_REMINDERS = {"en": "You have no pending reminders.", "de": "Du hast keine offenen Erinnerungen."}
REMINDERS = {
    "en": "Your pending reminders ({first} to {last} of {count}):",
    "de": "Deine offenen Erinnerungen ({first} bis {last} von {count}):",
}
REMOVE_ONE = {"en": "Remove a reminder…", "de": "Eine Erinnerung löschen…"}
EARLIER = {"en": "Earlier", "de": "Frühere"}
LATER = {"en": "Later", "de": "Spätere"}

ZONE_SET = {
    "en": "Your time zone is {zone} now; it is {now} there. Reminders that are already set keep their time.",
    "de": "Deine Zeitzone ist jetzt {zone}; dort ist es {now}. Gesetzte Erinnerungen behalten ihre Zeit.",
}
ZONE_IS = {
    "en": "Your time zone is {zone}; it is {now} there. `/timezone` with a city or an IANA name changes it.",
    "de": "Deine Zeitzone ist {zone}; dort ist es {now}. `/timezone` mit einer Stadt oder einem IANA-Namen "
    "ändert sie.",
}
ZONE_UNKNOWN = {
    "en": "I know no time zone or city of that name, so nothing was changed.",
    "de": "Ich kenne keine Zeitzone oder Stadt dieses Namens, also wurde nichts geändert.",
}
ZONE_PERHAPS = {"en": " Did you mean {zones}?", "de": " Meintest du {zones}?"}

RESET = {
    "en": "I have forgotten what was said to me in this channel. Reminders stay.",
    "de": "Ich habe vergessen, was hier zu mir gesagt wurde. Erinnerungen bleiben.",
}
STOPPED = {"en": "I am stopping.", "de": "Ich höre auf."}
NOTHING_RUNS = {
    "en": "I am not working on anything in this channel.",
    "de": "Ich arbeite in diesem Kanal gerade an nichts.",
}
NOT_YOURS = {
    "en": "I am working on somebody else's message; its author or a moderator can stop that.",
    "de": "Ich arbeite an der Nachricht von jemand anderem; das beendet, wer sie schrieb oder moderiert.",
}
STORE_DOWN = {
    "en": "I cannot use my storage right now, so nothing was done; please try again later.",
    "de": "Ich komme gerade nicht an meinen Speicher, also wurde nichts getan; bitte versuch es später.",
}
BROKEN = {
    "en": "Something went wrong inside me; the operator finds it in the log.",
    "de": "Bei mir ist etwas schiefgegangen; im Protokoll des Betreibers steht, was.",
}

UNREADABLE = {"en": "not a time that I can read yet", "de": "noch keine Zeit, die ich lesen kann"}
TIMES = {
    "en": ("in 20 minutes", "tomorrow at 9", "friday at 18:00"),
    "de": ("in 20 Minuten", "morgen um 9", "Freitag um 18 Uhr"),
}
DURATIONS = {"en": ("10 minutes", "25 minutes", "1 hour"), "de": ("10 Minuten", "25 Minuten", "1 Stunde")}


def say(words: Words, language: str) -> str:
    """The text in `language`, or in English."""
    return words.get(language, words["en"])
