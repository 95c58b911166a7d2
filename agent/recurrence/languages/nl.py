"""Dutch."""

# ruff: noqa: E501 - a pattern reads best unbroken

from __future__ import annotations

from agent.recurrence.clock import Part
from agent.recurrence.languages.shared import any_of, counted
from agent.recurrence.lexicon import Form, Lexicon, SmallHours, Unit
from agent.recurrence.terms import LAST

_NUMBERS = {
    **counted(
        """een twee drie vier vijf zes zeven acht negen tien elf twaalf dertien veertien vijftien zestien zeventien
        achttien negentien twintig"""
    ),
    "dertig": 30, "veertig": 40, "vijfenveertig": 45, "vijftig": 50, "zestig": 60, "negentig": 90,
}  # fmt: skip
_ORDINALS = counted("eerste tweede derde vierde vijfde zesde zevende achtste negende tiende elfde twaalfde")
_EVERY = "(?:elke|elk|iedere|ieder)"
_WEEKDAYS = ("maandag", "dinsdag", "woensdag", "donderdag", "vrijdag", "zaterdag", "zondag")
_DAY = r"(?P<day>\d{1,2}(?:e|ste|de)?|eerste)"
_AT = "(?:(?:om|rond|voor|tegen) )"
_UUR = "(?: ?(?:uur|u))"
_PARTS = (
    "'?s ochtends|'?s morgens|'?s middags|'?s avonds|'?s nachts|in de (?:ochtend|morgen|middag|avond|nacht)"
)
_SHORT = r"vijf|tien|twintig|5|10|20"

LEXICON = Lexicon(
    language="nl",
    numbers={**_NUMBERS, "eén": 1, "één": 1},
    steps={word: value for word, value in _ORDINALS.items() if 3 <= value <= 10},
    nth=(
        ("eerste|1e|1ste", 1),
        ("tweede|2e|2de", 2),
        ("derde|3e|3de", 3),
        ("vierde|4e|4de", 4),
        ("laatste", LAST),
    ),
    weekdays=_WEEKDAYS,
    plurals=tuple(f"(?:'s )?{day}(?:s|en)" for day in _WEEKDAYS),
    months=(
        "januari|jan", "februari|feb", "maart|mrt", "april|apr", "mei", "juni", "juli", "augustus|aug",
        "september|sept?", "oktober|okt", "november|nov", "december|dec",
    ),
    month_day=r"\d{1,2}(?:e|ste|de)",
    day_words=_ORDINALS,
    units={
        Unit.SECOND: "seconden?|sec",
        Unit.MINUTE: "minuten|minuut|min",
        Unit.HOUR: "uren|uur|u",
        Unit.DAY: "dag(?:en)?",
        Unit.WEEK: "week|weken",
        Unit.MONTH: "maand(?:en)?",
        Unit.YEAR: "jaar|jaren",
    },
    parts=(
        ("ochtend(?:en)?|morgens?|'?s ochtends|'?s morgens|in de (?:ochtend|morgen)", Part.MORNING),
        ("middag(?:en)?|'?s middags|in de middag", Part.AFTERNOON),
        ("avond(?:en)?|'?s avonds|in de avond", Part.EVENING),
        ("nacht(?:en)?|'?s nachts|in de nacht", Part.NIGHT),
    ),
    plural_parts=(),
    hour=r"(?P<h#>\d{1,2})(?:[:.](?P<m#>[0-5]\d))?(?: ?uur)?",
    patterns=(
        (Form.SERIES, f"{_EVERY} {{unit}}"),
        (Form.SERIES, f"(?:{_EVERY}|om de) {{n}} {{unit}}"),
        (Form.SERIES, f"(?:{_EVERY} (?P<other>tweede|andere)) {{unit}}"),
        (Form.SERIES, r"(?P<other>om de(?: andere)?) {unit}(?! (?:\w+ ){0,4}te \w)"),
        (Form.SERIES, f"{_EVERY} {{step}} {{unit}}"),
        (Form.SERIES, f"{_EVERY} (?P<half_hour>half ?uur|halve uur)"),
        (Form.SERIES, f"{_EVERY} (?P<quarter_hour>kwartier)"),
        (Form.SERIES, f"{_EVERY} (?P<hour_and_half>anderhalf uur)"),
        (Form.SERIES, f"(?:op )?{_EVERY} {{weekdays}}(?: ?{{part}})?"),
        (Form.SERIES, f"(?:op )?{_EVERY} (?P<other>tweede|andere) {{weekdays}}(?: ?{{part}})?"),
        (Form.SERIES, f"(?:op )?(?:de |{_EVERY} )?{{nth}} {{weekdays}} van (?:elke|iedere) maand"),
        (Form.SERIES, f"(?:op )?{_EVERY} {{nth}} {{weekdays}} van de maand"),
        (Form.SERIES, f"(?:op )?{_EVERY} {{edge}} {{weekdays}}"),
        (Form.SERIES, "(?:op )?(?:de )?{edge} (?P<any_day>dag) van (?:elke|iedere) maand"),
        (Form.SERIES, f"(?:op )?(?:de |{_EVERY} )?{{edge}} (?P<working>werkdag) van (?:elke|iedere|de) maand"),
        (Form.SERIES, "(?:op )?{plurals}(?: ?{part})?"),
        (Form.SERIES, f"(?:op )?{_EVERY} (?P<working>werkdag|weekdag|doordeweekse dag)"),
        (Form.SERIES, "(?:op )?(?P<working>werkdagen|weekdagen|doordeweekse dagen|doordeweeks)"),
        (Form.SERIES, "(?:van )?(?P<working>maandag (?:tot en met|t/m|tot) vrijdag)"),
        (Form.SERIES, f"(?P<weekend>{_EVERY} weekend|(?:in )?(?:de )?weekenden)"),
        (Form.SERIES, f"{_EVERY} {{part}}"),
        (Form.SERIES, "(?:op )?(?:de )?{days} van (?:elke|iedere) maand"),
        (Form.SERIES, "(?:aan het )?(?P<month_start>begin) van (?:elke|iedere) maand"),
        (Form.SERIES, "(?:aan het |op het )?(?P<month_end>einde?) van (?:elke|iedere) maand"),
        (Form.ADVERB, f"(?:op )?{_EVERY} {{days}}"),
        (Form.SERIES, f"(?:op )?{_EVERY} {_DAY} {{month}}"),
        (Form.ADVERB, "(?P<u_day>dagelijks)"),
        (Form.ADVERB, "(?P<u_week>wekelijks)"),
        (Form.ADVERB, "(?P<other>twee)(?P<u_week>wekelijks)"),
        (Form.ADVERB, "(?P<u_month>maandelijks)"),
        (Form.ADVERB, "(?P<u_year>jaarlijks)"),
        (Form.ADJECTIVE, "(?P<u_day>dagelijkse?)"),
        (Form.ADJECTIVE, "(?P<u_week>wekelijkse?)"),
        (Form.ADJECTIVE, "(?P<u_month>maandelijkse?)"),
        (Form.ADJECTIVE, "(?P<u_year>jaarlijkse?)"),
        (Form.PER, "(?:(?P<once>een keer|één keer|eenmaal)|(?P<twice>(?:twee|2) keer|tweemaal)|{n} ?(?:keer|maal)) (?:per|in de|elke) {unit}"),
        (Form.OF_MONTH, "van de maand"),
        (Form.PLAIN, "(?:op )?{weekdays}(?: ?{part})?"),
        (Form.PLAIN, "(?:op )?(?:de )?{nth} {weekdays}"),
        (Form.PLAIN, "(?:op )?(?:de )?{nth} (?P<any_day>dag)"),
        (Form.PLAIN, "op (?:de )?{days}"),
        (Form.PLAIN, f"(?:op )?(?:de )?{_DAY} {{month}}"),
        (Form.PLAIN, f"(?P<part>{_PARTS})"),
        (Form.WINDOW, "(?:tussen|van) {clock1} (?:en|tot) {clock2}"),
        (Form.CLOCK, rf"{_AT}?{{h}}[:.](?P<m>[0-5]\d){_UUR}?"),
        (Form.CLOCK, rf"{_AT}{{h}}{_UUR}"),
        (Form.CLOCK, rf"{_AT}?{{h}}{_UUR}?(?= (?:{_PARTS})(?!\w))"),
        (Form.CLOCK, r"om {h}(?! ?(?:%|procent|graden|euro|minuten|uren|dagen|de\b|het\b))"),
        (Form.CLOCK, f"{_AT}?(?P<half_to>half) {{h}}{_UUR}?"),
        (Form.CLOCK, f"{_AT}?(?:(?P<quarter_past>kwart over)|(?P<quarter_to>kwart voor)) {{h}}{_UUR}?"),
        (Form.CLOCK, f"{_AT}?(?P<past>{_SHORT}) over (?:(?P<half_to>half) )?{{h}}{_UUR}?"),
        (Form.CLOCK, f"{_AT}?(?P<to>{_SHORT}) voor (?:(?P<half_to>half) )?{{h}}{_UUR}?"),
        (Form.CLOCK, f"{_AT}?(?:het )?(?P<noon>middaguur)|(?:om )?12 uur 's middags"),
        (Form.CLOCK, f"{_AT}?(?P<midnight>middernacht)"),
        (Form.BARE, rf"{{h}}(?:[:.](?P<m>[0-5]\d))?{_UUR}?"),
        (Form.ON_THE_HOUR, "op het hele uur"),
        (Form.COUNT, "(?P<lead>in totaal )?{n} ?(?:keer|maal)(?! per| in| elke)"),
        (Form.LENGTH, "(?:voor|gedurende) (?:de (?:komende|volgende) )?(?:{n}|een) {unit}"),
        (Form.LENGTH, "{n} {unit} lang"),
        (Form.NOW, "vanaf (?:nu|vandaag)"),
        (Form.OPEN_END, r"tot (?:nader order|(?:het |hij |deze )?(?:wordt )?(?:verwijderd|geannuleerd|gestopt)(?: wordt)?|ik [\w ]{0,25})|voor altijd"),
        (Form.UNTIL, "tot(?: en met| aan)?"),
        (Form.START, "vanaf|(?:te )?beginnend?e? (?:op|vanaf|met)|met ingang van"),
        (Form.UNCLEAR, any_of(
            r"""morgen vandaag vanavond gisteren overmorgen (?:deze|dit|volgende|volgend|komende|komend|afgelopen)_(?:{unit}|{weekdays}|weekend|{part}) (?:voor|gedurende)_(?:de|het)_(?:rest|komende?|volgende?)(?:_\w+){0,3}
            behalve uitgezonderd maar_niet niet_op tenzij utc gmt als of in_{month} tijdens voordat nadat sinds"""
        )),
    ),
    joiners="en(?: om| op)?|alsook",
    range=" ?(?:tot en met|t/m|tot|-) ?",
    fillers="alleen|enkel|graag|alsjeblieft|aub|altijd|precies|en|ook|telkens|op|herhalend",
    nouns="(?:nieuwe )?(?:herinnering(?:en)?|wekkers?|alarm(?:en)?|timers?|melding(?:en)?)",
    follows=any_of(
        r"""om aan te voor tot en of dat van vanaf op in met als omdat ik we mij mijn de het een elke ieder iedere \d+ alleen zetten
        eraan in(?=_?[,.!?]|_?$)"""
    ),
    spoils="niet|bijna|haast|dan|als|nooit|van|elke|elk|iedere|ieder",
    owners="mijn|je|jouw|zijn|haar|onze|de|het",
    prepositions="om|op|in|aan|van|vanaf|tot|voor|de|het|rond",
    leads=r"om (?!te\b)|op (?!te\b)|bij|tijdens",
    wakes=r"wek|wekt|wekken|wakker|opstaan",
    alarms=r"wekkers?|alarm(?:en)?",
    clause="dat|die|omdat|wanneer|als|waar|terwijl|wie",
    literal_minutes=True,
    small_hours=SmallHours.WAKING,
)  # fmt: skip
