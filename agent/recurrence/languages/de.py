"""German."""

# ruff: noqa: E501 - a pattern reads best unbroken

from __future__ import annotations

from agent.recurrence.clock import Part
from agent.recurrence.languages.shared import any_of, counted
from agent.recurrence.lexicon import Form, Lexicon, SmallHours, Unit
from agent.recurrence.terms import LAST

_NUMBERS = {
    **counted(
        """ein zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn
        achtzehn neunzehn zwanzig"""
    ),
    "eins": 1, "fuenf": 5, "zwoelf": 12, "fuenfzehn": 15, "dreißig": 30, "dreissig": 30, "vierzig": 40,
    "fünfundvierzig": 45, "fünfzig": 50, "sechzig": 60, "neunzig": 90,
}  # fmt: skip
_STEMS = counted(
    """erst zweit dritt viert fünft sechst siebt acht neunt zehnt elft zwölft dreizehnt vierzehnt fünfzehnt
    sechzehnt siebzehnt achtzehnt neunzehnt zwanzigst einundzwanzigst zweiundzwanzigst dreiundzwanzigst
    vierundzwanzigst fünfundzwanzigst sechsundzwanzigst siebenundzwanzigst achtundzwanzigst neunundzwanzigst
    dreißigst einunddreißigst"""
)
_EVERY = "jede[nrsm]?"
_OTHER = r"(?P<other>zweite[nrsm]?|2\.)"
_WEEKDAYS = ("montag", "dienstag", "mittwoch", "donnerstag", "freitag", "samstag|sonnabend", "sonntag")
_WORKING = "(?P<working>werktag|arbeitstag|wochentag)"
_OF_EVERY_MONTH = "(?:jedes monats|eines jeden monats|in jedem monat|jeden monat)"
_IN_MONTH = f"(?:im monat|des monats|{_OF_EVERY_MONTH})"
_AT = "(?:(?:um|gegen|für|auf|@) )?(?:(?:etwa|circa|ca\\.|ungefähr|genau|punkt|so) )?"
_UHR = "(?: ?uhr)"
_SHORT = "fünf|zehn|zwanzig|fuenf|5|10|20"
_TIME_OF_DAY = any_of(
    "morgens frühmorgens vormittags mittags nachmittags abends nachts früh in_der_früh in_der_frühe "
    "am_(?:frühen_)?morgen am_vormittag am_mittag zu_mittag mittag am_nachmittag am_abend in_der_nacht"
)
_WHICH = "diese[nrsm]?|nächste[nrsm]?|kommende[nrsm]?|letzte[nrsm]?|vergangene[nrsm]?"

LEXICON = Lexicon(
    language="de",
    numbers=_NUMBERS,
    steps={f"{stem}e{ending}": number for stem, number in _STEMS.items() if 3 <= number <= 10 for ending in ("n", "", "s", "r")},
    nth=(
        (r"erste[nrsm]?|1\.", 1),
        (r"zweite[nrsm]?|2\.", 2),
        (r"dritte[nrsm]?|3\.", 3),
        (r"vierte[nrsm]?|4\.", 4),
        ("letzte[nrsm]?", LAST),
    ),
    weekdays=_WEEKDAYS,
    plurals=tuple(f"(?:{day})s" for day in _WEEKDAYS),
    months=(
        r"januar|jänner|jan\.?", r"februar|feb\.?", "märz|maerz", r"april|apr\.?", "mai", "juni", "juli",
        r"august|aug\.?", r"september|sept?\.?", r"oktober|okt\.?", r"november|nov\.?", r"dezember|dez\.?",
    ),
    month_day=r"\d{1,2}\.",
    day_words={f"{stem}en": number for stem, number in _STEMS.items()},
    units={
        Unit.SECOND: "sekunden?|sek",
        Unit.MINUTE: "minuten?|min",
        Unit.HOUR: "stunden?|std|h",
        Unit.DAY: "tage?n?",
        Unit.WEEK: "wochen?",
        Unit.MONTH: "monate?n?|monats",
        Unit.YEAR: "jahre?n?|jahres",
    },
    parts=(
        ("frühmorgens|am frühen morgen", Part.EARLY),
        ("morgens?|am morgen|früh|in der frühe?|vormittags?|am vormittag", Part.MORNING),
        ("mittags?|am mittag|zu mittag", Part.NOON),
        ("nachmittags?|am nachmittag", Part.AFTERNOON),
        ("abends?|am abend", Part.EVENING),
        ("nachts?|in der nacht", Part.NIGHT),
    ),
    plural_parts=(),
    hour=r"(?P<h#>\d{1,2})(?:[:.](?P<m#>[0-5]\d))?(?: ?uhr)?",
    patterns=(
        (Form.SERIES, f"(?:in )?{_EVERY} {{unit}}"),
        (Form.SERIES, "aller? {n} ?{unit}"),
        (Form.SERIES, f"{_EVERY} {_OTHER} {{unit}}"),
        (Form.SERIES, f"{_EVERY} {{step}} {{unit}}"),
        (Form.SERIES, rf"{_EVERY} (?P<n>\d{{1,2}})\. {{unit}}"),
        (Form.SERIES, f"{_EVERY} (?P<quarter_year>quartal)"),
        (Form.ADVERB, "(?P<quarter_year>vierteljährlich)"),
        (Form.ADVERB, "(?P<half_year>halbjährlich)"),
        (Form.SERIES, f"{_EVERY} (?P<half_year>halbe jahr)"),
        (Form.SERIES, "(?:jede|aller?) (?P<half_hour>halben? stunden?)"),
        (Form.ADVERB, "(?P<half_hour>halbstündlich)"),
        (Form.SERIES, "(?:jede|aller?) (?P<quarter_hour>viertel ?stunden?)"),
        (Form.SERIES, "aller? (?P<hour_and_half>anderthalb stunden|eineinhalb stunden|1[.,]5 stunden)"),
        (Form.SERIES, f"(?:an )?{_EVERY} {{weekdays}}(?: ?{{part}}s?)?"),
        (Form.SERIES, f"(?:an )?{_EVERY} {_OTHER} {{weekdays}}(?: ?{{part}}s?)?"),
        (Form.SERIES, f"(?:an )?{_EVERY} {{nth}} {{weekdays}} {_IN_MONTH}"),
        (Form.SERIES, f"(?:immer )?(?:an |am )?(?:(?:der|dem|den) )?{{nth}} {{weekdays}} {_OF_EVERY_MONTH}"),
        (Form.SERIES, f"(?:an )?{_EVERY} {{edge}} {{weekdays}}"),
        (Form.SERIES, f"(?:an )?{_EVERY} {{edge}} {_WORKING}(?: {_IN_MONTH})?"),
        (Form.SERIES, f"(?:immer )?(?:am )?{{nth}} {_WORKING} {_OF_EVERY_MONTH}"),
        (Form.SERIES, f"(?:immer )?(?:am )?{{edge}} (?P<any_day>tag) {_OF_EVERY_MONTH}"),
        (Form.SERIES, "(?:immer )?{plurals}(?: ?{part}s?)?"),
        (Form.SERIES, "immer (?:am )?{weekdays}(?: ?{part}s?)?"),
        (Form.SERIES, f"(?:an )?{_EVERY} {_WORKING}(?: ?{{part}})?"),
        (Form.SERIES, "(?P<working>(?:von )?montags? bis freitags?|mo ?- ?fr|werktags|wochentags|unter der woche|an (?:allen )?(?:werktagen|arbeitstagen|wochentagen))"),
        (Form.SERIES, "(?P<weekend>(?:an )?jede[sm] wochenende|an (?:allen |den )?wochenenden|immer am wochenende|wochenends)"),
        (Form.SERIES, f"(?:an )?{_EVERY} {{part}}"),
        (Form.SERIES, f"immer (?P<part>{_TIME_OF_DAY})"),
        (Form.SERIES, f"(?:immer )?(?:(?:am|zum|den|jeden) )?{{days}}(?: tag)? {_OF_EVERY_MONTH}"),
        (Form.SERIES, f"(?:immer )?(?:am |zu )?(?P<month_start>(?:monats)?anfang|beginn) {_OF_EVERY_MONTH}"),
        (Form.SERIES, f"(?:immer )?(?:am |zum )?(?P<month_end>(?:monats)?ende|letzten) {_OF_EVERY_MONTH}"),
        (Form.SERIES, "(?P<month_end>(?:zu )?jede[sm] monatsende|immer (?:am|zum) monatsende)"),
        (Form.SERIES, "(?P<month_start>jeden monatsersten|immer (?:am|zum) monatsersten)"),
        (Form.ADVERB, f"{_EVERY} {{days}}"),
        (Form.SERIES, f"(?:an )?{_EVERY} {{day}} ?{{month}}"),
        (Form.ADVERB, "(?P<u_day>täglich|taeglich|tagtäglich)"),
        (Form.ADVERB, "(?P<u_week>wöchentlich|woechentlich)"),
        (Form.ADVERB, "(?P<other>zweiw)(?P<u_week>öchentlich)"),
        (Form.ADVERB, "(?P<u_month>monatlich)"),
        (Form.ADVERB, "(?P<u_year>jährlich|jaehrlich)"),
        (Form.ADVERB, "(?P<u_minute>minütlich)"),
        (Form.ADVERB, "(?P<u_hour>stündlich|stuendlich)"),
        (Form.ADJECTIVE, "(?P<u_day>tägliche[nrs]?|taegliche[nrs]?)"),
        (Form.ADJECTIVE, "(?P<u_week>wöchentliche[nrs]?|woechentliche[nrs]?)"),
        (Form.ADJECTIVE, "(?P<u_month>monatliche[nrs]?)"),
        (Form.ADJECTIVE, "(?P<u_year>jährliche[nrs]?)"),
        (Form.ADJECTIVE, "(?P<u_hour>stündliche[nrs]?)"),
        (Form.PER, "(?:(?P<once>einmal|1 ?mal|1x)|(?P<twice>zweimal|2 ?mal|2x)|{n} ?(?:mal|x)) (?:am|pro|in der|im|die|jeden|jede) {unit}"),
        (Form.PER, "(?:(?P<once>einmal)|(?P<twice>zweimal|2 ?mal|2x)|{n} ?(?:mal|x)) (?P<u_day>täglich|taeglich)"),
        (Form.PER, "(?:(?P<once>einmal)|(?P<twice>zweimal|2 ?mal|2x)|{n} ?(?:mal|x)) (?P<u_week>wöchentlich)"),
        (Form.OF_MONTH, "im monat|des monats"),
        (Form.PLAIN, f"(?:am |an )?{{weekdays}}(?: ?(?P<part>{_TIME_OF_DAY}|abend|mittag|nachmittag|vormittag|nacht))?"),
        (Form.SERIES, f"(?:an )?{_EVERY} {{nth}} {{weekdays}} (?:im|des) {{month}}s?"),
        (Form.PLAIN, "(?:am |an |an dem |der |den )?{nth} {weekdays} (?:im|des) {month}s?"),
        (Form.PLAIN, "(?:am |an |der |den )?{nth} (?P<any_day>tag) (?:im|des) {month}s?"),
        (Form.PLAIN, f"(?:am |an |der |den )?{{nth}} {_WORKING} (?:im|des) {{month}}s?"),
        (Form.PLAIN, "(?:am |an |an dem |der |den )?{nth} {weekdays}"),
        (Form.PLAIN, f"(?:am |an |der |den )?{{nth}} {_WORKING}"),
        (Form.PLAIN, "(?:am |an |der |den )?{nth} (?P<any_day>tag)"),
        (Form.PLAIN, "(?:am |zum |den )(?:tag )?{days}"),
        (Form.PLAIN, "(?:am |zum |den )?{day} ?{month}"),
        (Form.PLAIN, f"(?P<part>{_TIME_OF_DAY})"),
        (Form.WINDOW, "(?:zwischen|von) {clock1} ?(?:und|bis|-) ?{clock2}"),
        (Form.CLOCK, rf"{_AT}{{h}}[:.](?P<m>[0-5]\d){_UHR}?"),
        (Form.CLOCK, rf"{_AT}{{h}}{_UHR} (?P<m>[0-5]\d)"),
        (Form.CLOCK, rf"{_AT}{{h}}{_UHR}"),
        (Form.CLOCK, r"(?:um|gegen) (?:(?:etwa|circa|ca\.|ungefähr|genau|punkt) )?{h}(?! ?(?:%|°|prozent|grad|euro|minuten?|stunden?|tage|/|:\d|\.\d|-\d))"),
        (Form.CLOCK, rf"{_AT}(?P<half_to>halb) {{h}}{_UHR}?"),
        (Form.CLOCK, rf"{_AT}(?:(?P<quarter_past>viertel nach)|(?P<quarter_to>viertel vor)|(?P<three_quarters>drei ?viertel)|(?P<quarter_of>viertel)) {{h}}{_UHR}?"),
        (Form.CLOCK, rf"{_AT}(?P<past>{_SHORT})(?: minuten)? nach (?:(?P<half_to>halb) )?{{h}}{_UHR}?"),
        (Form.CLOCK, rf"{_AT}(?P<to>{_SHORT})(?: minuten)? vor (?:(?P<half_to>halb) )?{{h}}{_UHR}?"),
        (Form.CLOCK, rf"{_AT}(?P<midnight>mitternacht)s?"),
        (Form.BARE, rf"{{h}}(?:[:.](?P<m>[0-5]\d))?{_UHR}?"),
        (Form.ON_THE_HOUR, "zur vollen stunde"),
        (Form.COUNT, "(?P<lead>insgesamt |genau )?{n}[ -]?(?:mal|x)(?! (?:am|pro|in|im|die|täglich|jede))"),
        (Form.LENGTH, "(?:für )?(?:die |den |das |in den |während der )(?:nächsten|kommenden) (?:{n} )?{unit}(?: lang)?"),
        (Form.LENGTH, "für (?:{n}|eine[nr]?|ein) {unit}"),
        (Form.LENGTH, "(?:{n}|eine[nr]?|ein) {unit} lang"),
        (Form.NOW, "ab (?:jetzt|sofort|heute)|von (?:jetzt|heute) an"),
        (Form.NOW, r"oder am letzten tag|sonst am 28\."),
        (Form.OPEN_END, r"bis (?:auf weiteres|auf widerruf|(?:er|sie|es) gelöscht (?:wird|ist)|ich (?:stopp|es lösche|sie lösche|ihn lösche|abbreche|absage|es sage|halt sage)\w*)|für immer|dauerhaft"),
        (Form.UNTIL, "bis(?: einschließlich| inklusive)?(?: zum| zur)?"),
        (Form.START, "(?:beginnend|angefangen|startend)(?: ab| am| mit)?|ab(?: dem)?|vom"),
        (Form.UNCLEAR, any_of(
            f"""heute (?:für|in|während)_(?:den|die|das|der|dem)_(?:rest|nächsten?|kommenden?) morgen übermorgen gestern (?:{_WHICH})_(?:{{unit}}|{{weekdays}}|wochenende|{{part}}) außer ausser ausgenommen aber_nicht nicht_a[mn]
            sondern es_sei_denn wenn oder utc gmt mez mesz im_{{month}} (?:bei|beim|zum|vor_dem)_(?:sonnen\\w+|frühstück|mittagessen|abendessen|schlafengehen) zwischen während bevor nachdem seit vor_dem vor_der nach_dem nach_der"""
        )),
    ),
    joiners="und|sowie|&|und um|und am|jeweils",
    range=" ?(?:bis|-) ?",
    fillers="nur|bitte|genau|pünktlich|immer|jeweils|und|auch|wieder|je|am|so|dann|wiederkehrend",
    nouns=any_of(
        "(?:neuen?_)?(?:erinnerung(?:en)?|wecker|alarme?|timer|weckruf|benachrichtigung(?:en)?|hinweis|meldung|ping)"
    ),
    follows=any_of(
        r"""an ans daran dran zu zum zur für über um ab bis und oder ich wir mich uns dass weil damit bitte \d+ am im in mit von vor
        nach jede[nrs]? alle halb viertel einen? den die das meine[nmr]? zwischen erinnern wecken den_wecker stellen ein(?=_?[,.!?]|_?$)"""
    ),
    spoils="nicht|fast|beinahe|kaum|nie|niemals|als|wie|von|innerhalb|jede[nrsm]?|alle",
    owners="meine[nmrs]?|deine[nmrs]?|seine[nmrs]?|ihre[nmrs]?|unsere[nmrs]?|der|die|das|dem|den|des",
    prepositions="auf|für|um|am|an|im|in|ab|bis|vom|von|zum|zur|gegen|der|den|dem",
    leads="um|am|bei|beim",
    wakes="we[ck]k\\w*|aufwachen|aufstehen",
    alarms="alarme?",
    clause="dass|der|die|das|weil|wenn|falls|ob|wo|während|seit",
    literal_minutes=True,
    small_hours=SmallHours.WAKING,
)  # fmt: skip
