"""German."""

# ruff: noqa: E501 - a pattern reads best unbroken

from __future__ import annotations

from agent.timeparse.languages.shared import ISO_DATE, compounds_reversed
from agent.timeparse.lexicon import Lexicon, Scale, Unit
from agent.timeparse.policy import Part

_ONES = ("ein", "zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun")
_SMALL = {
    **{word: number for number, word in enumerate(_ONES, 1)},
    "eins": 1, "eine": 1, "einer": 1, "einem": 1, "einen": 1, "zwo": 2, "zehn": 10, "elf": 11, "zwölf": 12,
    "dreizehn": 13, "vierzehn": 14, "fünfzehn": 15, "sechzehn": 16, "siebzehn": 17, "achtzehn": 18, "neunzehn": 19,
}  # fmt: skip
_TENS = {
    "zwanzig": 20, "dreißig": 30, "dreissig": 30, "vierzig": 40, "fünfzig": 50, "sechzig": 60, "siebzig": 70,
    "achtzig": 80, "neunzig": 90,
}  # fmt: skip
_ORDINALS = (
    "erst", "zweit", "dritt", "viert", "fünft", "sechst", "siebt", "acht", "neunt", "zehnt", "elft", "zwölft",
    "dreizehnt", "vierzehnt", "fünfzehnt", "sechzehnt", "siebzehnt", "achtzehnt", "neunzehnt", "zwanzigst",
    "einundzwanzigst", "zweiundzwanzigst", "dreiundzwanzigst", "vierundzwanzigst", "fünfundzwanzigst",
    "sechsundzwanzigst", "siebenundzwanzigst", "achtundzwanzigst", "neunundzwanzigst", "dreißigst",
    "einunddreißigst",
)  # fmt: skip
_MONTHS = (
    r"jan(?:uar|\.)?|jänner", r"feb(?:ruar|\.)?|feber", r"märz|mär\.?|mrz\.?|maerz", r"apr(?:il|\.)?", "mai", r"jun[io]?\.?",
    r"jul[iy]?\.?", r"aug(?:ust|\.)?", r"sept?(?:ember|\.)?", r"okt(?:ober|\.)?", r"nov(?:ember|\.)?", r"dez(?:ember|\.)?",
)  # fmt: skip
_ANY_MONTH = "|".join(_MONTHS)
_WEEKDAYS = ("montag", "dienstag", "mittwoch", "donnerstag", "freitag", "samstag|sonnabend", "sonntag")
_ANY_WEEKDAY = "|".join(_WEEKDAYS)
_UHR = r"(?: ?uhr)?"
_HOUR = rf"(?:(?P<h>\d{{1,2}}){_UHR}|(?P<noon>mittags?)|(?P<midnight>mitternachts?))"
_AT = r"(?:(?:so|etwa|ca\.?|circa|zirka|ungefähr|gegen|genau|punkt|um|ab|bis|auf|für|@) ?)+"

LEXICON = Lexicon(
    language="de",
    spellings=(
        (r"\b(?:uebermorgen|überm?orgen|übermogen)\b", "übermorgen"),
        (r"\bueber", "über"),
        (r"fuenf", "fünf"),
        (r"zwoelf", "zwölf"),
        (r"\b(?:naechst)", "nächst"),
        (r"\b(?:frueh)", "früh"),
        (r"\b(?:mogen|morgne|morgn|moren)\b", "morgen"),
        (r"\b(?:heut|haute)\b", "heute"),
        (
            rf"\b({_ANY_WEEKDAY}|heute|morgen|übermorgen)(früh|morgen|vormittag|mittag|nachmittag|abend|nacht)s?\b",
            r"\1 \2",
        ),
        (rf"\b({_ANY_WEEKDAY}) ?früh ?morgens?\b", r"\1 früh"),
        (r"\bfrühmorgens\b", "früh"),
        (r"\b(?:ein |1 )?paar (?=sek|min|stunde|tage)", "3 "),
        (r"\b(?:min\.|minunten|minten|minutn)", "minuten"),
        *(
            (rf"(?<!\w){word}(?:e[nrsm]?)(?= (?:{_ANY_MONTH})(?!\w))", f"{number}.")
            for number, word in enumerate(_ORDINALS, 1)
        ),
        *(
            (rf"\b(am|der|dem|den) {word}(?:e[nrsm]?)(?!\w)", rf"\1 {number}.")
            for number, word in enumerate(_ORDINALS, 1)
        ),
    ),
    numbers={**compounds_reversed(_TENS, _ONES, "und"), **_TENS, **_SMALL},
    articles="eine[rmn]?|ein",
    units=(
        Unit(pattern="s|sek|sekunden?", scale=Scale.SECONDS, factor=1),
        Unit(pattern="m|min|mins|minuten?", scale=Scale.SECONDS, factor=60),
        Unit(pattern="viertelstunden?", scale=Scale.SECONDS, factor=900),
        Unit(pattern="h|std|stdn|stunden?", scale=Scale.SECONDS, factor=3600),
        Unit(pattern="t|tg|tage?n?", scale=Scale.DAYS, factor=1),
        Unit(pattern="w|wo|wochen?", scale=Scale.DAYS, factor=7),
        Unit(pattern="monate?n?", scale=Scale.MONTHS, factor=1),
        Unit(pattern="j|jahre?n?", scale=Scale.MONTHS, factor=12),
    ),
    amounts=(
        (r"(?:1 )?halben? stunde|(?:1 )?halbstunde", 1800),
        (r"(?:1 )?viertel ?stunde", 900),
        (r"(?:1 )?(?:dreiviertel|3viertel|3/4) ?stunde", 2700),
        (
            r"anderthalb stunden?|1einhalb stunden?|eineinhalb stunden?|ein(?:ein)?halb stunden?|1 und 1 halben? stunden?",
            5400,
        ),
        (r"zweieinhalb stunden?", 9000),
        (r"dreieinhalb stunden?", 12600),
        (r"viereinhalb stunden?", 16200),
        (r"(?:1 )?halben? minute", 30),
        (r"(?:anderthalb|eineinhalb) minuten", 90),
        (r"zweieinhalb minuten", 150),
        (r"(?:1 )?halben? tag", 43200),
        (r"(?:anderthalb|eineinhalb) tagen?", 129600),
        (r"(?:1 )?halben? jahre?", 0),
    ),
    ahead="in|nach|für|auf",
    from_now="ab jetzt|ab heute|von jetzt an|später|von heute an",
    about=r"etwa|ca\.?|circa|zirka|ungefähr|rund|so|genau|gut|nochmal|noch|weiteren",
    joiner="und|&",
    clocks=(
        ("digital", rf"(?:{_AT})?(?P<h>\d{{1,2}})(?::| ?h ?)(?P<m>\d\d)(?::(?P<s>\d\d))?(?:{_UHR}|h)"),
        ("digital", r"(?P<h>\d{1,2})\.(?P<m>[0-5]\d) ?uhr"),
        ("digital", rf"{_AT}(?P<h>\d{{1,2}})\.(?P<m>[0-5]\d){_UHR}"),
        ("point", rf"(?:{_AT})?(?P<h>\d{{1,2}}) ?uhr(?: und)? (?P<m>[0-5]?\d)(?: minuten)?"),
        ("point", rf"(?:{_AT})?(?P<h>\d{{1,2}}) ?(?:uhr|h)"),
        ("point", rf"{_AT}(?P<h>\d{{1,2}})"),
        ("bare", r"(?P<h>\d{1,2})"),
        ("past", rf"(?:{_AT})?(?:(?P<q>viertel)|(?P<n>\d{{1,2}})(?: min(?:uten?)?)?) nach {_HOUR}"),
        ("to", rf"(?:{_AT})?(?:(?P<q>viertel)|(?P<n>\d{{1,2}})(?: min(?:uten?)?)?) vor {_HOUR}"),
        (
            "fraction",
            rf"(?:{_AT})?(?:(?P<q3>drei ?viertel|3 ?viertel)|(?P<q1>viertel)|halb) (?P<h>\d{{1,2}}){_UHR}",
        ),
        ("short_to", rf"(?:{_AT})?(?P<n>\d{{1,2}})(?: min(?:uten?)?)? vor halb (?P<h>\d{{1,2}}){_UHR}"),
        ("short_past", rf"(?:{_AT})?(?P<n>\d{{1,2}})(?: min(?:uten?)?)? nach halb (?P<h>\d{{1,2}}){_UHR}"),
        ("noon", r"(?:um |gegen )?12 uhr mittags|zu mittag|(?:zur )?mittagszeit"),
        ("midnight", r"(?:um |gegen )?(?:12 uhr )?mitternachts?"),
    ),
    days=(
        ("heute", 0),
        ("morgen", 1),
        ("übermorgen", 2),
        ("überübermorgen", 3),
    ),
    parts=(
        (r"früh am morgen|in aller früh|am frühen morgen", Part.EARLY, False),
        (r"früh|in der früh|am morgen|morgens|vormittags?|am vormittag", Part.MORNING, False),
        (r"heute (?:morgen|früh|vormittag)", Part.MORNING, True),
        (r"(?:am )?mittags?", Part.NOON, False),
        (r"(?:am )?nachmittags?", Part.AFTERNOON, False),
        (r"(?:am )?abends?", Part.EVENING, False),
        (r"heute nachmittag", Part.AFTERNOON, True),
        (r"heute abend", Part.EVENING, True),
        (r"heute nacht", Part.NIGHT, True),
        (r"nachts|in der nacht", Part.NIGHT, False),
    ),
    weekdays=(
        r"montags?|mo\.?",
        r"dienstags?|di\.?",
        r"mittwochs?|mi\.?",
        r"donnerstags?|do\.?",
        r"freitags?|fr\.?",
        r"samstags?|sonnabends?|sa\.?",
        r"sonntags?|so\.?",
    ),
    which_weekday=(
        ("coming", r"(?:am |an |den |dem )?(?:diesen |diesem |kommenden |nächsten |nächster )?{weekday}"),
        ("following", r"(?:am )?{weekday} (?:nächster|der nächsten|kommender) woche"),
        ("following", r"nächste woche(?: am)? {weekday}"),
    ),
    months=_MONTHS,
    dates=(
        ISO_DATE,
        (
            "day_month",
            r"(?:am |der |den |dem )*(?P<d>\d{1,2})(?:\.|te[rn]?)? ?{month}(?: (?P<y>\d{4}|\d\d(?= ?$)))?",
        ),
        ("day_month", r"{month} (?P<d>\d{1,2})\.?(?:,? (?P<y>\d{4}))?"),
        ("day", r"(?:am |der |den |dem )+(?P<d>\d{1,2})\.?"),
        ("numeric", r"(?:am |der |den |dem )*(?P<a>\d{1,2})\. ?(?P<b>\d{1,2})(?:\. ?(?P<y>\d{4}|\d\d)?)?"),
        ("numeric", r"(?:am |der |den )?(?P<a>\d{1,2})/(?P<b>\d{1,2})(?:/(?P<y>\d{4}|\d\d))?"),
        (
            "offset",
            r"(?P<duration>in (?:\d+|eine[rmn]?) (?:tage?n?|wochen?|monate?n?|jahre?n?)|(?:heute )?in (?:1 woche|8 tagen|14 tagen))",
        ),
        ("week", r"(?:in der |der )?(?:nächsten?|nächster|kommenden?|kommender) woche"),
        ("this_week", r"(?:in )?diese[rn]? woche"),
        ("month", r"(?:des |im )?(?:nächsten|kommenden) monats?"),
        ("this_month", r"(?:des |in )?diese[sn]m? monats?"),
        (
            "month_end",
            r"(?:am |zum )?(?:ende des monats|monatsende|ende dieses monats|monatsletzten|letzten des monats)|ende (?:des|diesen) monats?",
        ),
        ("next_month_end", r"(?:am |zum )?ende (?:des )?nächsten monats?"),
    ),
    fillers=r"am|um|an|den|der|dem|gegen|bitte|ca\.?|circa|zirka|etwa|ungefähr|genau|so|ab|zum|,",
    recurrence=(
        r"jede[rnsm]?|alle|täglich|wöchentlich|monatlich|jährlich|stündlich|montags|dienstags|mittwochs|donnerstags"
        r"|freitags|samstags|sonntags|werktags|wochentags|immer|mal (?:am|pro|die|in der) \w+|zweiwöchentlich"
    ),
    past=r"gestern|vorgestern|vor (?:\S+ )?(?:\S+ )?(?:sekunden?|minuten?|stunden?|tage?n?|wochen?|monate?n?|jahre?n?)|letzte[nrs]?|vergangene[nrs]?|vorige[nrs]?|her",
    event=r"bevor|nachdem|während|seit|bis zum|vor (?:dem|der|meinem|meiner)|nach (?:dem|der|meinem|meiner)",
    literal_minutes=True,
    words=(
        "in|am|um|an|den|der|dem|des|die|das|diesen|diesem|dieser|diese|nächsten?|nächster|nächstes|kommenden?|kommender"
        "|naechsten?|naechster|nach|vor|halb|halben?|halbe[sr]?|viertel|dreiviertel|uhr|h|mittags?|mitternacht|morgens?|mogen|morgne"
        "|früh|frueh|vormittags?|nachmittags?|abends?|nachts?|nacht|heut|heute|übermorgen|uebermorgen|überübermorgen|ende|anfang|monats?"
        "|monatsende|woche|gegen|so|etwa|ca\\.?|circa|zirka|ungefähr|genau|punkt|ab|bis|auf|für|zum|zur|und|anderthalb|\\w*einhalb"
        "|viertelstunde|dreiviertelstunde|halbstunde|\\w+tag(?:früh|morgen|mittag|abend|nachmittag|vormittag|nacht)|mittwoch\\w+"
        "|heute(?:abend|früh)|\\w+ten|\\w+ter|ersten|weihnachten|heiligabend|silvester|ostern|ostermontag|ostersonntag|pfingsten"
        "|neujahr|letzten|tag|jetzt|\\d+\\.?|utc|mez|mesz"
    ),
    holidays="weihnachten|heiligabend|silvester|ostern|oster\\w+|pfingst\\w+|neujahr|utc|mez|mesz",
    weak="so|do|mi|di|fr|mo|sa|mai|früh|abend|nacht|mittag|nachmittag|morgens|abends|nachts|mittags|jetzt|am morgen",
    spoils_before="jede[nrsm]?|alle|letzte[nrs]?|seit|vor|version|kapitel|seite|zimmer|raum|linie|gleis|nummer|nr\\.?|guten?|schönen|zwischen|von|als|bis zum",
    spoils_behind="vorher|zuvor|her|alt|lang|vor|bevor|entfernt",
)
