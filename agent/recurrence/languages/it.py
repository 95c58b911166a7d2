"""Italian."""

# ruff: noqa: E501 - a pattern reads best unbroken

from __future__ import annotations

from agent.recurrence.clock import Part
from agent.recurrence.languages.shared import any_of, counted
from agent.recurrence.lexicon import Form, Lexicon, SmallHours, Unit
from agent.recurrence.terms import LAST

_NUMBERS = {
    **counted(
        """uno due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici quindici sedici
        diciassette diciotto diciannove venti ventuno ventidue ventitré"""
    ),
    "una": 1, "trenta": 30, "quaranta": 40, "quarantacinque": 45, "cinquanta": 50, "sessanta": 60, "novanta": 90,
}  # fmt: skip
_ALL = "(?:tutti i|tutte le|tutti gli)"
_EVERY = f"(?:ogni|ciascun[oa]?|{_ALL})"
_DAY = r"(?P<day>\d{1,2}|primo|1[°º])"
_AT = "(?:(?:per |verso )?(?:le|alle|all') ?|ore |per l')"
_PARTS = (
    "di mattina|del mattino|della mattina|al mattino|la mattina|di pomeriggio|del pomeriggio|nel pomeriggio"
    "|di sera|della sera|la sera|alla sera|di notte|la notte|della notte"
)
_SHORT = r"cinque|dieci|venti|venticinque|5|10|25|[345]\d"

LEXICON = Lexicon(
    language="it",
    numbers=_NUMBERS,
    steps=counted("terzo quarto quinto sesto", 3),
    nth=(
        ("prim[oa]", 1),
        ("second[oa]", 2),
        ("terz[oa]", 3),
        ("quart[oa]", 4),
        ("ultim[oa]", LAST),
    ),
    weekdays=("lunedì", "martedì", "mercoledì", "giovedì", "venerdì", "sabat[oi]", "domenic(?:a|he)"),
    plurals=("lunedì", "martedì", "mercoledì", "giovedì", "venerdì", "sabati", "domeniche"),
    months=(
        "gennaio", "febbraio", "marzo", "aprile", "maggio", "giugno", "luglio", "agosto", "settembre", "ottobre",
        "novembre", "dicembre",
    ),
    month_day=r"\d{1,2}[°º]?",
    day_words={"primo": 1},
    units={
        Unit.SECOND: "second[oi]|sec",
        Unit.MINUTE: "minut[oi]|min",
        Unit.HOUR: "or[ae]|h",
        Unit.DAY: "giorn[oi]",
        Unit.WEEK: "settiman[ae]",
        Unit.MONTH: "mes[ei]",
        Unit.YEAR: "ann[oi]",
    },
    parts=(
        ("mattin[aoei]|(?:di|della|la) mattina|(?:del|al) mattino", Part.MORNING),
        ("mezzogiorno", Part.NOON),
        ("pomerigg(?:io|i)|(?:di|del|nel) pomeriggio", Part.AFTERNOON),
        ("ser[ae]|(?:di|della|la|alla) sera", Part.EVENING),
        ("nott[ei]|(?:di|della|la) notte", Part.NIGHT),
    ),
    plural_parts=(),
    hour=r"(?P<h#>\d{1,2})(?:[:.](?P<m#>[0-5]\d))?",
    patterns=(
        (Form.SERIES, f"{_EVERY} {{unit}}"),
        (Form.SERIES, f"{_EVERY} {{n}} {{unit}}"),
        (Form.SERIES, "ogni (?P<other>second[oa]) {unit}"),
        (Form.SERIES, "(?P<other>a) (?P<u_day>giorni) alterni"),
        (Form.SERIES, "(?P<u_day>un giorno) (?P<other>sì e (?:uno|un giorno) no)"),
        (Form.SERIES, "ogni {step} {unit}"),
        (Form.SERIES, "ogni (?P<half_hour>mezz'?ora|mezza ora)"),
        (Form.SERIES, "ogni (?P<quarter_hour>quarto d'ora)"),
        (Form.SERIES, "ogni (?P<hour_and_half>ora e mezz[ao])"),
        (Form.SERIES, f"{_EVERY} {{weekdays}}(?: {{part}})?"),
        (Form.SERIES, "(?:ogni (?P<other>due|second[oa])) {weekdays}(?: {part})?"),
        (Form.SERIES, "(?:solo|soltanto|solamente|sempre) (?:di|il|la) {weekdays}(?: {part})?"),
        (Form.SERIES, "(?:il |la |l'|ogni )?{nth} {weekdays} (?:di ogni|del) mese"),
        (Form.SERIES, "ogni {edge} {weekdays}"),
        (Form.SERIES, "(?:il |l'|ogni )?{edge} (?P<any_day>giorno) di ogni mese"),
        (Form.SERIES, "(?:il |l'|ogni )?{edge} (?P<working>giorno (?:feriale|lavorativo)) (?:di ogni|del) mese"),
        (Form.SERIES, f"(?P<working>(?:nei |{_ALL} )giorni (?:feriali|lavorativi))"),
        (Form.SERIES, "ogni (?P<working>giorno (?:feriale|lavorativo))"),
        (Form.SERIES, "(?P<working>dal lunedì al venerdì|durante la settimana)"),
        (Form.SERIES, f"(?P<weekend>(?:{_EVERY}|nei) (?:fine settimana|week-?end))"),
        (Form.SERIES, f"{_EVERY} {{part}}"),
        (Form.SERIES, "(?:il |l')?(?:giorno )?{days} di ogni mese"),
        (Form.SERIES, "ogni {days} del mese"),
        (Form.SERIES, "(?:all')?(?P<month_start>inizio) di ogni mese"),
        (Form.SERIES, "(?:alla |a )?(?P<month_end>fine) (?:di )?ogni mese"),
        (Form.SERIES, f"ogni {_DAY} {{month}}"),
        (Form.ADVERB, "(?P<u_day>giornalmente|quotidianamente)"),
        (Form.ADVERB, "(?P<u_week>settimanalmente)"),
        (Form.ADVERB, "(?P<u_month>mensilmente)"),
        (Form.ADVERB, "(?P<u_year>annualmente)"),
        (Form.ADJECTIVE, "(?P<u_day>giornalier[oaie]|quotidian[oaie])"),
        (Form.ADJECTIVE, "(?P<u_week>settimanal[ei])"),
        (Form.ADJECTIVE, "(?P<u_month>mensil[ei])"),
        (Form.ADJECTIVE, "(?P<u_year>annual[ei])"),
        (Form.PER, "(?:(?P<once>una volta)|(?P<twice>(?:due|2) volte)|{n} volte) (?:al|alla|a|per|ogni|all') ?{unit}"),
        (Form.OF_MONTH, "del mese"),
        (Form.PLAIN, "(?:il |la )?{weekdays}(?: {part})?"),
        (Form.PLAIN, "(?:il |la |l')?{nth} {weekdays}"),
        (Form.PLAIN, "(?:il |l')?{nth} (?P<any_day>giorno)"),
        (Form.PLAIN, r"(?:il|l')(?: giorno)? ?{days}(?![:.]\d)"),
        (Form.PLAIN, f"(?:il |l')?{_DAY} {{month}}"),
        (Form.PLAIN, f"(?P<part>{_PARTS})"),
        (Form.WINDOW, "(?:tra|fra|dalle|dall') ?(?:le )?{clock1} (?:e(?: le)?|alle|all') ?{clock2}"),
        (Form.CLOCK, rf"{_AT}{{h}}(?:[:.](?P<m>[0-5]\d))?(?: in punto)?"),
        (Form.CLOCK, rf"{{h}}(?:[:.](?P<m>[0-5]\d))?(?= (?:{_PARTS})(?!\w))"),
        (Form.CLOCK, r"{h}:(?P<m>[0-5]\d)"),
        (Form.CLOCK, f"{_AT}{{h}} (?P<half_past>e mezz[ao])"),
        (Form.CLOCK, f"{_AT}{{h}} (?:(?P<quarter_past>e un quarto)|(?P<quarter_to>meno un quarto))"),
        (Form.CLOCK, f"{_AT}{{h}} e (?P<past>{_SHORT})"),
        (Form.CLOCK, f"{_AT}{{h}} meno (?P<to>{_SHORT})"),
        (Form.CLOCK, "(?:a|per) (?P<noon>mezzogiorno)"),
        (Form.CLOCK, "(?:a|per) (?P<midnight>mezzanotte)"),
        (Form.ON_THE_HOUR, "allo scoccare dell'ora"),
        (Form.COUNT, "(?P<lead>in tutto )?{n} volte(?! al| per| a| ogni)"),
        (Form.LENGTH, "(?:per|durante) (?:i prossimi |le prossime )?(?:{n}|un|una|un') ?{unit}"),
        (Form.NOW, "(?:a partire )?da (?:ora|adesso|oggi)(?: in poi)?"),
        (Form.OPEN_END, r"fino (?:a nuovo avviso|alla cancellazione|all'eliminazione|a quando [\w ]{0,25})|per sempre"),
        (Form.UNTIL, "fino (?:alla|alle|al|ad|all'|a)"),
        (Form.START, "a partire (?:dalla|dalle|dal|dall'|da)|iniziando (?:dal|da)|dalla|dalle|dal"),
        (Form.UNCLEAR, any_of(
            r"""domani oggi ieri dopodomani quest[oaie']_?(?:{unit}|{weekdays}|fine_settimana|{part}) prossim[oaie] stasera stamattina (?:per|durante)_(?:il|la|le|i|l')_?(?:prossim[oaie]|resto)(?:_\w+){0,3}
            tranne eccetto salvo ma_non non_(?:di|il|la) utc gmt ora_di se o a_{month} in_20\d\d a_(?:cena|pranzo|colazione) durante prima dopo"""
        )),
    ),
    joiners="e(?: alle| il| le| la| di)?|ed|(?<=, )(?:il|la)",
    range=" (?:a|al|fino a) ",
    fillers="solo|soltanto|solamente|per favore|sempre|esattamente|e|anche|in punto|ricorrente|ripetut[oa]",
    nouns="(?:nuov[oa] )?(?:promemoria|svegli[ae]|allarm[ei]|timer|notific(?:a|he)|avvis[oi])",
    follows=any_of(
        r"""di per a al alle che in fino e dal dalle da con perché quando mio mia il la lo le i gli un una ogni tutti tutte solo
        \d+ mi ci all' alla l'"""
    ),
    spoils="non|quasi|che|come|né|mai|ogni|tutti|tutte",
    owners="mio|mia|miei|tuo|suo|nostro|il|la|i|le",
    prepositions="a|al|alle|all'|il|in|di|dal|dalle|da|per|fino|le|la",
    leads="al|alla|alle|all'",
    wakes=r"svegli\w*|alzarmi",
    alarms="svegli[ae]|allarm[ei]",
    clause="che|perché|quando|se|dove|mentre|chi",
    literal_minutes=True,
    small_hours=SmallHours.UNCLEAR,
)  # fmt: skip
