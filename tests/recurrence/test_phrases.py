"""Phrases and messages to series: what is understood, what is left to be asked, and what is refused."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from agent.errors import LimitReached
from agent.ports import TimeParser
from agent.recurrence import LANGUAGES, DayHours, ElapsedRule, SeriesLimits, find, read
from tests.recurrence.saying import BERLIN, FRIDAY_EVENING, ZONE, found, line, said
from tests.recurrence.sentences import UNDERSTOOD

UNCLEAR = {
    "en": (
        "",
        "every",
        "tomorrow at 9",
        "on Monday at 9",
        "next Friday",
        "twice a day",
        "three times a week",
        "every third Monday",
        "every fifth Friday",
        "every fifth Friday of the month",
        "every day ten times",
        "every day at 25",
        "every day at 9:75",
        "every day at 8 and 8",
        "every day at 8 at 9",
        "every morning at 8 pm",
        "every Friday at midnight",
        "every Friday night at 1",
        "every Monday at 9 and Tuesday at 10",
        "every day on Monday",
        "every month on Monday",
        "every 2 hours at 9",
        "every day except Sunday",
        "every day but not on Sunday",
        "every day or two",
        "every day this week",
        "every day next month",
        "every day until my birthday",
        "every day until yesterday",
        "every day at 8 until 10",
        "every day from noon",
        "every hour from the airport",
        "every 31 April",
        "every 30 February",
        "every 0 days",
        "every day for 9999 years",
        "every day for 9999 months",
        "every hour for 9999 years",
        "every year",
        "every day through Friday",
        "every day 3",
        "every day in October",
        "every day before lunch",
        "the 15th of the month",
        "every now and then",
        "the daily report",
        "almost every day at 9",
    ),
    "de": (
        "morgen um 9",
        "am Montag um 9",
        "zweimal am Tag",
        "jeden dritten Montag",
        "jeden Tag zehnmal",
        "jeden Tag um 25 Uhr",
        "jeden Morgen um 20 Uhr",
        "jeden Freitag um Mitternacht",
        "jeden Tag außer Sonntag",
        "jeden Tag diese Woche",
        "jeden Tag bis zu meinem Geburtstag",
        "jeden 31. April",
        "alle 2 Stunden um 9",
        "jeden Montag um 9 und Dienstag um 10",
        "fast jeden Tag",
        "der tägliche Bericht",
        "alle Wecker",
        "am 15. des Monats",
        "jeden Tag morgen",
        "jeden Tag vor dem Essen",
    ),
    "fr": (
        "demain à 9h",
        "lundi à 9h",
        "deux fois par jour",
        "tous les jours à 5h",
        "tous les jours sauf le dimanche",
        "tous les jours cette semaine",
        "tous les matins à 20h",
        "presque tous les jours",
        "tous les rappels",
    ),
    "es": (
        "mañana a las 9",
        "el lunes a las 9",
        "dos veces al día",
        "todos los días excepto el domingo",
        "todos los días esta semana",
        "cada mañana a las 8 de la noche",
        "casi todos los días",
        "todas las alarmas",
        "cada 2 horas esta tarde",
        "todos los días a las 9 y 21",
        "cada año en mi cumpleaños",
        "cada día al despertar",
    ),
    "it": (
        "domani alle 9",
        "di lunedì alle 9",
        "due volte al giorno",
        "ogni giorno alle 5",
        "ogni giorno tranne la domenica",
        "ogni giorno questa settimana",
        "quasi ogni giorno",
        "ogni giorno alle 9 e 21",
        "ogni giorno a cena",
        "tutte le sveglie",
    ),
    "nl": (
        "morgen om 9 uur",
        "op maandag om 9 uur",
        "twee keer per dag",
        "elke dag behalve zondag",
        "elke dag deze week",
        "bijna elke dag",
        "elke dag bij het ontbijt",
        "alle wekkers",
    ),
    "pt": (
        "amanhã às 9h",
        "na segunda às 9h",
        "duas vezes por dia",
        "todo dia menos domingo",
        "todos os dias esta semana",
        "quase todos os dias",
        "todos os alarmes",
        "todo dia 2 comprimidos",
    ),
}

MESSAGES = {
    "en": {
        "remind me every day at 8 to drink water": (["every day at 8"], "every day at 08:00"),
        "Remind me to call Ann EVERY FRIDAY at 5:30 p.m.": (
            ["EVERY FRIDAY at 5:30 p.m."],
            "every Friday at 17:30",
        ),
        "every day I forget my keys, remind me at 7 to take them": (
            ["every day", "at 7"],
            "every day at 07:00",
        ),
        "remind me every day to take my pills at 8am": (["every day", "at 8am"], "every day at 08:00"),
        "remind me at 8 to take my pills every day": (["at 8", "every day"], "every day at 08:00"),
        "set a daily reminder for 7:30 pm until deleted": (
            ["daily", "for 7:30 pm until deleted"],
            "every day at 19:30",
        ),
        "please set up a weekly alarm on Mondays at 6": (
            ["weekly", "on Mondays at 6"],
            "every Monday at 06:00",
        ),
        "wake me every weekday at 5": (["every weekday at 5"], "every weekday at 05:00"),
        "remind me every day at 5 to stretch": (["every day at 5"], "every day at 17:00"),
        "remind me every day to take the antibiotics until Friday": (
            ["every day", "until Friday"],
            "every day at 09:00, until 3 April 2026",
        ),
        "remind me every hour to stand up from 9 to 17": (
            ["every hour", "from 9 to 17"],
            "every hour from 09:00 to 17:00",
        ),
        "remind me every 10 minutes until 6pm to check the oven": (
            ["every 10 minutes until 6pm"],
            "every 10 minutes, until 28 March 2026, 18:00",
        ),
        "every day at 10, 12 and 14 remind me to drink": (
            ["every day at 10, 12 and 14"],
            "every day at 10:00, 12:00 and 14:00",
        ),
        "remind me every morning to meditate for 20 minutes": (["every morning"], "every day at 09:00"),
        "set a reminder on 3 May for Ann's birthday and repeat yearly": (
            ["on 3 May", "yearly"],
            "every year on 3 May at 09:00",
        ),
        "remind me every Monday not to forget the bins": (["every Monday"], "every Monday at 09:00"),
        "café déjà vu — every Tuesday at 9": (["every Tuesday at 9"], "every Tuesday at 09:00"),
    },
    "de": {
        "erinnere mich jeden Morgen um 8 ans Wasser": (["jeden Morgen um 8"], "every day at 08:00"),
        "Erinnere mich JEDEN FREITAG um 17:30 Uhr an Anna": (
            ["JEDEN FREITAG um 17:30 Uhr"],
            "every Friday at 17:30",
        ),
        "erinnere mich jeden Tag daran, um 8 die Tabletten zu nehmen": (
            ["jeden Tag", "um 8"],
            "every day at 08:00",
        ),
        "weck mich werktags um 5": (["werktags um 5"], "every weekday at 05:00"),
        "stell einen täglichen Wecker auf 6:45": (["täglichen", "auf 6:45"], "every day at 06:45"),
        "plane täglich einen Alarm um 7:30 Uhr abends ein": (
            ["täglich", "um 7:30 Uhr abends"],
            "every day at 19:30",
        ),
        "größere Grüße: alle zwei Wochen dienstags um 9": (
            ["alle zwei Wochen dienstags um 9"],
            "every other Tuesday at 09:00",
        ),
    },
    "fr": {
        "rappelle-moi tous les jours de boire de l'eau à 8h": (
            ["tous les jours", "à 8h"],
            "every day at 08:00",
        ),
        "réveille-moi tous les jours à 5h": (["tous les jours à 5h"], "every day at 05:00"),
        "mets un rappel quotidien à 7h": (["quotidien à 7h"], "every day at 07:00"),
    },
    "es": {
        "recuérdame todos los días tomar la pastilla a las 8 de la noche": (
            ["todos los días", "a las 8 de la noche"],
            "every day at 20:00",
        ),
        "pon una alarma diaria a las 6:30": (["diaria a las 6:30"], "every day at 06:30"),
        "despiértame de lunes a viernes a las 5": (["de lunes a viernes a las 5"], "every weekday at 05:00"),
    },
    "it": {
        "ricordami ogni giorno di prendere le medicine alle 20": (
            ["ogni giorno", "alle 20"],
            "every day at 20:00",
        ),
        "svegliami ogni giorno alle 5": (["ogni giorno alle 5"], "every day at 05:00"),
    },
    "nl": {
        "herinner me elke dag om 8 uur aan de pillen": (["elke dag om 8 uur"], "every day at 08:00"),
        "herinner me elke zondagavond om de week te plannen": (["elke zondagavond"], "every Sunday at 19:00"),
        "zet een dagelijkse wekker om 6:30": (["dagelijkse", "om 6:30"], "every day at 06:30"),
    },
    "pt": {
        "me lembre todo dia de tomar o remédio às 20h": (["todo dia", "às 20h"], "every day at 20:00"),
        "crie um lembrete diário às 7h": (["diário às 7h"], "every day at 07:00"),
    },
}

NO_SERIES = {
    "en": (
        "what is the weather like every now and then?",
        "my daily standup is tomorrow at 10",
        "remind me tomorrow at 8 that the rent is due every month",
        "remind me every day to catch the 8am bus",
        "remind me every Friday that the meeting starts at 3",
        "remind me every 30 minutes to clean up on Sunday",
        "set a reminder on 31 August for the rent and repeat monthly",
        "not every day",
        "in the first week of every month",
        "remind me every day to water the plants until they grow",
        "remind me every hour to stand up between 9 and 5 on weekdays",
        "I go running every day. Remind me at 5 to go.",
        "remind me every day at sunset",
        "remind me at dinner every day",
        "remind me every month on payday",
        "remind me every month's end",
        "set an alarm for 5 every day",
        "who wore everyday clothes at the wedding",
    ),
    "de": (
        "zeige alle Erinnerungen",
        "mein tägliches Brot",
        "erinnere mich morgen um 8 daran, dass die Miete jeden Monat fällig ist",
        "stell einen Alarm jeden Tag auf 5",
        "erinnere mich bis Ende der Ferien jeden Tag um 9",
        "erinnere mich jedes Jahr an meinen Geburtstag",
        "erinnere mich jeden Tag bei Sonnenuntergang",
        "ich trinke fast jeden Tag Kaffee",
    ),
}


def _flat(table: dict[str, tuple[str, ...]]) -> list[tuple[str, str]]:
    return [(language, text) for language, texts in table.items() for text in texts]


@pytest.mark.parametrize(
    ("language", "phrase", "expected"),
    [(language, phrase, rule) for language, table in UNDERSTOOD.items() for phrase, rule in table.items()],
)
def test_it_understands(times: TimeParser, language: str, phrase: str, expected: str) -> None:
    assert line(said(phrase, language, times)) == expected


def test_every_language_has_its_table() -> None:
    assert set(UNDERSTOOD) == set(UNCLEAR) == set(MESSAGES) == set(LANGUAGES)


@pytest.mark.parametrize(("language", "phrase"), _flat(UNCLEAR))
def test_what_is_unclear_contradictory_or_no_series_gives_none(
    times: TimeParser, language: str, phrase: str
) -> None:
    assert said(phrase, language, times) is None


@pytest.mark.parametrize(
    ("language", "message", "pieces", "rule"),
    [
        (language, message, pieces, rule)
        for language, table in MESSAGES.items()
        for message, (pieces, rule) in table.items()
    ],
)
def test_it_finds_the_series_in_a_message(
    times: TimeParser, language: str, message: str, pieces: list[str], rule: str
) -> None:
    (phrase,) = found(message, language, times)
    assert [piece.text for piece in phrase.pieces] == pieces
    assert all(message[piece.start : piece.end] == piece.text for piece in phrase.pieces)
    assert (line(phrase.rule) or "").partition(" |")[0] == rule


@pytest.mark.parametrize(("language", "message"), _flat(NO_SERIES))
def test_it_finds_none_where_none_is_meant_or_it_is_unclear_when(
    times: TimeParser, language: str, message: str
) -> None:
    assert found(message, language, times) == ()


def test_two_series_in_a_message_are_found_apart(times: TimeParser) -> None:
    message = "remind me every Monday at 9 about the team, and every Friday at 15:00 about the report"
    assert [line(phrase.rule) for phrase in found(message, "en", times)] == [
        "every Monday at 09:00 | 2026-03-30 09:00",
        "every Friday at 15:00 | 2026-04-03 15:00",
    ]


def test_a_time_that_is_not_named_is_the_usual_one_and_marked_as_such(times: TimeParser) -> None:
    named, usual = found("every day at 9", "en", times)[0], found("every day", "en", times)[0]
    assert (named.timed, usual.timed) == (True, False)
    assert named.rule == usual.rule
    assert found("every 2 hours", "en", times)[0].timed


def test_the_usual_hours_can_be_set() -> None:
    hours = DayHours(morning=datetime(2026, 1, 1, 7, 30).time())  # noqa: DTZ001 - only its time of day counts
    rule = read("every day", now=FRIDAY_EVENING, zone=ZONE, language="en", hours=hours)
    assert line(rule) == "every day at 07:30 | 2026-03-28 07:30"


def test_a_limit_is_refused_in_one_sentence() -> None:
    with pytest.raises(LimitReached, match=r"^The shortest interval is 60 seconds\.$"):
        said("every 30 seconds", "en")
    with pytest.raises(LimitReached, match=r"^The longest interval is 5 years\.$"):
        said("every 9999 days", "en")
    (phrase,) = found("ping me every 30 seconds please", "en")
    assert (phrase.rule, phrase.refusal) == (None, "The shortest interval is 60 seconds.")


def test_limits_can_be_set() -> None:
    limits = SeriesLimits(shortest=timedelta(minutes=10))
    with pytest.raises(LimitReached, match=r"^The shortest interval is 10 minutes\.$"):
        read("every 5 minutes", now=FRIDAY_EVENING, zone=ZONE, language="en", limits=limits)


def test_a_start_beyond_the_horizon_is_refused(times: TimeParser) -> None:
    with pytest.raises(LimitReached, match="at most 5 years ahead"):
        said("every day starting on 1 May 2040", "en", times)


def test_dates_behind_until_need_a_time_parser(times: TimeParser) -> None:
    assert said("every day at 8 until 1 May", "en") is None
    assert said("every day at 8 until 1 May", "en", times) is not None


def test_unknown_languages_and_zones_give_nothing() -> None:
    assert read("every day", now=FRIDAY_EVENING, zone=ZONE, language="xx") is None
    assert find("every day", now=FRIDAY_EVENING, zone="Mars/Olympus", language="en") == ()


@pytest.mark.parametrize(
    ("hour", "phrase", "first"),
    [
        (7, "every day at 9", "2026-03-27 09:00"),
        (10, "every day at 9", "2026-03-28 09:00"),
        (7, "every other day at 9", "2026-03-27 09:00"),
        (10, "every other day at 9", "2026-03-29 09:00"),
        (7, "every 2 weeks", "2026-04-10 09:00"),
        (7, "every 2 weeks at 9", "2026-03-27 09:00"),
        (7, "every other Friday", "2026-03-27 09:00"),
        (10, "every other Friday", "2026-04-03 09:00"),
        (7, "every month", "2026-04-27 09:00"),
        (7, "every 6 months from today", "2026-09-27 09:00"),
        (7, "every 90 minutes", "2026-03-27 08:30"),
    ],
)
def test_where_a_series_begins(times: TimeParser, hour: int, phrase: str, first: str) -> None:
    now = datetime(2026, 3, 27, hour, tzinfo=BERLIN)
    assert (line(said(phrase, "en", times, now=now)) or "").partition("| ")[2] == first


def test_the_31st_said_in_a_short_month_still_is_the_31st() -> None:
    now = datetime(2026, 1, 31, 12, tzinfo=UTC)
    assert (
        line(said("every month", "en", now=now))
        == "every month on the 31st or the last day at 09:00 | 2026-02-28 09:00"
    )


def test_a_first_time_that_clocks_skip_keeps_its_wall_time() -> None:
    rule = said("every day at 2:30 in the morning", "en", now=datetime(2026, 3, 28, 12, tzinfo=UTC))
    assert line(rule) is None  # 2:30 is no hour of the morning in English
    rule = said("jeden Tag um 2:30", "de", now=datetime(2026, 3, 28, 12, tzinfo=UTC))
    assert line(rule) == "every day at 02:30 | 2026-03-29 02:30"


def test_counted_time_starts_now_whatever_the_clocks_do() -> None:
    rule = said("every 2 hours", "en", now=datetime(2026, 10, 24, 23, 30, tzinfo=UTC))
    assert isinstance(rule, ElapsedRule)
    assert rule.start == datetime(2026, 10, 25, 1, 30, tzinfo=UTC)
