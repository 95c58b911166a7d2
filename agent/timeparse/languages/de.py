"""German."""

# ruff: noqa: E501 - a pattern reads best unbroken

from __future__ import annotations

from agent.timeparse.languages.shared import (
    BARE_HOUR,
    PLAIN_DATES,
    YEAR,
    any_of,
    compounds_reversed,
    counted,
    units,
)
from agent.timeparse.lexicon import Lexicon, Scale, SmallHours, Unit, Words
from agent.timeparse.policy import Part

_ONES = "ein zwei drei vier fünf sechs sieben acht neun"
_SMALL = f"{_ONES} zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn"
_TENS = {
    "zwanzig": 20, "dreißig": 30, "dreissig": 30, "vierzig": 40, "fünfzig": 50, "sechzig": 60, "siebzig": 70,
    "achtzig": 80, "neunzig": 90,
}  # fmt: skip
_ARTICLES = dict.fromkeys(("eins", "eine", "einer", "einem", "einen"), 1)
_NUMBERS = {
    **compounds_reversed(_TENS, _ONES.split(), "und"),
    **_TENS,
    **counted(_SMALL),
    **_ARTICLES,
    "zwo": 2,
}
_STEMS = {
    **counted(
        "erst zweit dritt viert fünft sechst siebt acht neunt zehnt elft zwölft dreizehnt vierzehnt fünfzehnt "
        "sechzehnt siebzehnt achtzehnt neunzehnt"
    ),
    "siebent": 7,
    **{f"{word}st": number for word, number in _NUMBERS.items() if 20 <= number <= 31},
}
_ORDINALS = {
    f"{stem}e{ending}": number for stem, number in _STEMS.items() for ending in ("", "n", "r", "m", "s")
}
_HALVES = tuple(
    (rf"\b{word}einhalb(?=\w* |\b)", f"{number},5")
    for word, number in counted(f"{_ONES} zehn").items()
    if word != "ein"
)
_MONTHS = (
    r"jan(?:uar|\.)?|jänner", r"feb(?:ruar|\.)?|feber", r"märz|mär\.?|mrz\.?|maerz", r"apr(?:il|\.)?", "mai",
    r"jun[io]?\.?", r"jul[iy]?\.?", r"aug(?:ust|\.)?", r"sept?(?:ember|\.)?", r"okt(?:ober|\.)?", r"nov(?:ember|\.)?",
    r"dez(?:ember|\.)?",
)  # fmt: skip
_WEEKDAYS = (
    r"montag|mo\.?", r"dienstag|di\.?", r"mittwoch|mi\.?", r"donnerstag|do\.?", r"freitag|fr\.?",
    r"samstag|sonnabend|sa\.?", r"sonntag|so\.?",
)  # fmt: skip
_ANY_WEEKDAY = "montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonnabend|sonntag"

_ABOUT = any_of(r"so etwa ca\.? circa zirka ungefähr gegen genau punkt pünktlich")
_AT = rf"(?:(?:{_ABOUT}|um|ab|bis|auf|für|@) ?)+"
_UHR = r"(?: ?uhr)?"
_HOUR = rf"(?:(?P<h>\d{{1,2}}){_UHR}|(?P<noon>mittags?)|(?P<midnight>mitternachts?))"
_N = r"(?P<n>\d{1,2})(?: min(?:uten?)?)?"
_UNITS = "(?:tage?n?|wochen?|monate?n?|jahre?n?)"
_YEAR = r"(?:19|20|21)\d\d"
_ON = "(?:am |der |den |dem |zum |vom |bis |ab |an )*"
_NEXT = "(?:nächste[nrsm]?|kommende[nrsm]?)"

LEXICON = Lexicon(
    language="de",
    spellings=(
        (r"\bue?berm?orgen\b|\bübermogen\b", "übermorgen"),
        (r"\bueber", "über"),
        (r"fuenf", "fünf"),
        (r"zwoelf", "zwölf"),
        (r"\bnaechst", "nächst"),
        (r"\bfrueh", "früh"),
        (r"\b(?:mogen|morgne|morgn|moregn)\b", "morgen"),
        (r"\b(?:haute|huete|heude)\b", "heute"),
        (r"\b(?:minunten|minten|minutn|mintuen)\b", "minuten"),
        (r"\b(?:studen|stundne)\b", "stunden"),
        (
            rf"\b({_ANY_WEEKDAY}|heute|morgen|übermorgen)(früh|morgen|vormittag|mittag|nachmittag|abend|nacht)(morgens|s)?\b",
            r"\1 \2",
        ),
        (rf"\b({_ANY_WEEKDAY}) morgen\b", r"\1 früh"),
        (r"\bfrühmorgens?\b", "früh"),
        (r"(?<!\w)'?(?:ner|nem|ne) (?=stunde|minute|sekunde|woche|halbe|viertel|monat|tag)", "einer "),
        (r"\b(?:1 |ein(?:em|en)? )?paar (?=sek|min|stunde|tage|woche)", "2 "),
        (r"\b(ein(?:e[rnm]?)?) gute[nr]? ", r"\1 "),
        (r"\b(\d{1,2}):(\d\d) ?(?:std|stunden)(?!\w)", r"\1h\2"),
        (r"\b(?:eine[rn]? )?drei ?viertel ?stunden?\b", "45 minuten"),
        (r"\b(?:eine[rn]? )?viertel ?stunde\b", "15 minuten"),
    ),
    numbers=_NUMBERS,
    ordinals=_ORDINALS,
    ordinal_mark=".",
    thousand="tausend",
    rewrites=(
        (r"\b(?:zwei)tausend(?:und)?(\w+)", r"2000\1"),
        *_HALVES,
        (r"\b(?:anderthalb|eineinhalb|1einhalb)(?=\b)", "1,5"),
        (r"\b(?:anderthalb|eineinhalb|1einhalb)e?n?(?= )", "1,5"),
        (r"\b(\d+) und (?:1|ein(?:e[rn]?)?) halbe[nrs]? (?=stunde|minute|tag|jahr)", r"\1,5 "),
        (r"\b(?:1 )?halbe[rsnm]? (?=stunde|minute|tag|jahr)", "0,5 "),
        (r"\b(?:1 )?halbstunde\b", "30 minuten"),
        (r"\b3 ?viertel(?= )", "3viertel"),
        (r"\b(?:noch|weiteren?) (?=\d)", ""),
    ),
    articles="eine[rmn]?|ein",
    units=(
        *units(
            second="s|sek|sekunden?",
            minute="m|min|mins|minuten?",
            hour="h|std|stdn|stunden?",
            day="t|tg|tage?n?",
            week="w|wo|wochen?",
            month="monate?n?",
            year="j|jahre?n?",
        ),
        Unit(pattern="viertelstunden?", scale=Scale.SECONDS, factor=900),
        Unit(pattern="vierteljahre?n?", scale=Scale.MONTHS, factor=3),
        Unit(pattern="halbjahre?n?", scale=Scale.MONTHS, factor=6),
    ),
    ahead="in|nach|für|auf|binnen|innerhalb von",
    from_now=any_of("ab_jetzt ab_heute von_jetzt_an später von_heute_an"),
    about=any_of(r"etwa ca\.? circa zirka ungefähr rund so genau gut gute[nr]? nochmal noch weitere[nr]?"),
    joiner="und|&",
    disputed_hours=None,
    clocks=(
        ("digital", rf"(?:{_AT})?(?P<h>\d{{1,2}})(?::| ?h ?)(?P<m>\d\d)(?::(?P<s>\d\d))?(?: ?uhr|h)?"),
        ("digital", r"(?:um |gegen |bis |ab )?(?P<h>\d{1,2})\.(?P<m>[0-5]\d) ?uhr"),
        ("digital", rf"{_AT}(?P<h>\d{{1,2}})\.(?P<m>[0-5]\d)"),
        ("point", rf"(?:{_AT})?(?P<h>\d{{1,2}}) ?uhr(?: und)? (?P<m>[0-5]?\d)(?: minuten)?"),
        ("point", rf"(?:{_AT})?(?P<h>\d{{1,2}}) ?(?:uhr|h)"),
        ("point", rf"{_AT}(?P<h>\d{{1,2}})"),
        ("bare", BARE_HOUR),
        ("point", rf"(?:{_AT})?(?P<h>\d{{1,2}})(?P<m>[0-5]\d) ?uhr"),
        ("packed", rf"(?:{_AT})?(?!(?:19|20|21)\d\d)(?P<h>\d{{1,2}})(?P<m>[0-5]\d)"),
        ("past", rf"(?:{_AT})?(?:(?P<q>viertel)|{_N}) nach {_HOUR}"),
        ("to", rf"(?:{_AT})?(?:(?P<q>viertel)|{_N}) vor {_HOUR}"),
        (
            "fraction",
            rf"(?:{_AT})?(?:(?P<q3>dreiviertel|3viertel)|(?P<q1>viertel)|halb) (?P<h>\d{{1,2}}){_UHR}",
        ),
        ("short_to", rf"(?:{_AT})?{_N} vor halb (?P<h>\d{{1,2}}){_UHR}"),
        ("short_past", rf"(?:{_AT})?{_N} nach halb (?P<h>\d{{1,2}}){_UHR}"),
        ("noon", "(?:um |gegen )?12 uhr mittags?|zu mittag|(?:zur |in der )?mittagszeit"),
        ("midnight", "(?:um |gegen |zu )?(?:12 uhr )?mitternachts?"),
        ("day_end", "(?:am |bis |zum )*ende von"),
        (
            "present",
            "(?:um |zu |zur )?(?:diese[rn]?|dieselbe[rn]?|(?:die |der )?(?:gleiche|selbe)[rn]?) zeit",
        ),
    ),
    literal_minutes=True,
    small_hours=SmallHours.WAKING,
    parts=(
        (r"früh am morgen|in aller früh|am frühen morgen", Part.EARLY, False),
        (r"früh|in der früh|am morgen|morgens|vormittags?|am vormittag", Part.MORNING, False),
        (r"heute (?:morgen|früh|vormittag)", Part.MORNING, True),
        (r"(?:am )?mittags?", Part.NOON, False),
        (r"(?:am |frühe[nr] |späte[nr] )*nachmittags?", Part.AFTERNOON, False),
        (r"heute nachmittag", Part.AFTERNOON, True),
        (r"(?:am |frühe[nr] |späte[nr] )*abends?", Part.EVENING, False),
        (r"heute abend", Part.EVENING, True),
        (r"nachts|(?:in der )?nacht", Part.NIGHT, False),
        (r"heute nacht", Part.NIGHT, True),
    ),
    days=(
        ("heute in (?:1 woche|8 tagen)", 7),
        ("morgen in (?:1 woche|8 tagen)", 8),
        ("heute", 0),
        ("morgen", 1),
        ("übermorgen", 2),
        ("überübermorgen", 3),
    ),
    weekdays=_WEEKDAYS,
    months=_MONTHS,
    which_weekday=(
        ("nth", rf"{_ON}(?P<nth>[1-5])\. {{weekday}} (?:im|in|des|von)"),
        ("last", rf"{_ON}letzte[rnms]? {{weekday}} (?:im|in|des|von)"),
        ("coming", rf"{_ON}(?:diese[nrm]? )?{{weekday}}"),
        ("later", rf"{_ON}{_NEXT} {{weekday}}"),
        ("following", rf"(?:am )?{{weekday}}(?: in)?(?: der)? {_NEXT} woche"),
        ("following", rf"{_NEXT} woche(?: am)? {{weekday}}"),
        ("week_later", rf"{_ON}{{weekday}} in (?:1 woche|8 tagen)"),
        ("fortnight_later", rf"{_ON}{{weekday}} in (?:2 wochen|14 tagen)"),
        ("week_later", r"(?:am )?übernächste[nr]? {weekday}"),
    ),
    dates=(
        *PLAIN_DATES,
        ("month", rf"{{month}}(?:,? {YEAR})?"),
        (
            "day_month",
            rf"{_ON}(?P<d>\d{{1,2}})(?:\.|te[rn]?)?[ /-]?{{month}}(?:[ /-](?:im jahr )?(?P<y>{_YEAR}|\d\d(?=$| um)))?",
        ),
        ("day_month", rf"{{month}}[ /-](?P<d>\d{{1,2}})\.?(?:(?:,? |[/-]){YEAR})?"),
        ("day", r"(?:am |der |den |dem |zum )+(?P<d>\d{1,2})\.?"),
        ("day", r"(?P<d>\d{1,2})\."),
        (
            "numeric",
            rf"{_ON}(?P<a>\d{{1,2}})\. ?(?P<b>\d{{1,2}})(?:\.? ?(?P<y>{_YEAR}|(?<=\.)\d\d|(?<=\. )\d\d)|\.)?",
        ),
        ("numeric", rf"{_ON}(?P<a>\d{{1,2}})[/-](?P<b>\d{{1,2}})(?:[/-](?P<y>\d{{4}}|\d\d))?"),
        ("year", rf"(?:im jahr |in |im jahre )?{YEAR}"),
        ("offset", rf"(?P<duration>(?:in|nach) (?:\d+|eine[rmn]?) {_UNITS})"),
        ("plus", rf"(?P<duration>(?:\d+|eine[rmn]?) {_UNITS}) (?:nach|ab|von)(?= )"),
        ("next_week", rf"(?:in der |der )?{_NEXT} woche"),
        ("this_weekend", "(?:am |an |dieses |diesem |das |dem )*wochenende"),
        ("this_week", "(?:in )?diese[rn]? woche"),
        ("week_after_next", "(?:in der )?übernächste[nr]? woche"),
        ("next_month", rf"(?:des |im )?{_NEXT} monats?"),
        ("this_month", "(?:des |in )?diese[snm]? monats?"),
        (
            "month_end",
            "(?:am |zum )?(?:ende (?:des|diesen|dieses) monats?|monatsende|monatsletzten|letzten (?:tag )?(?:des|dieses) monats)",
        ),
        ("ends_month", rf"(?:am |zum |bis )?(?:ende|letzte[rn]? tag (?:im|des)) {{month}}(?: {YEAR})?"),
        ("next_month_end", f"(?:am |zum )?ende (?:des )?{_NEXT} monats?"),
    ),
    holidays=(
        (r"(?:an |zu )?(?:heilig(?:en )?abend|weihnachtsabend)", 12, 24),
        (r"(?:an |zu |am )?(?:weihnachten|weihnachtstag|1\. weihnachts(?:feier)?tag)", 12, 25),
        (r"(?:am )?2\. weihnachts(?:feier)?tag", 12, 26),
        (r"(?:am |zum |bis )?(?:jahresende|ende (?:des|dieses) jahres)", 12, 31),
        (r"(?:an |zu )?silvester(?:abend)?", 12, 31),
        (r"(?:an |zu )?(?:neujahr(?:stag)?)", 1, 1),
        (r"(?:an )?(?:den )?heiligen? (?:3|drei) königen?", 1, 6),
        (r"(?:am )?valentinstag", 2, 14),
        (r"(?:am )?(?:internationalen )?(?:welt)?frauentag", 3, 8),
        (r"(?:am )?(?:tag der arbeit|maifeiertag)", 5, 1),
        (r"(?:an )?peter und paul", 6, 29),
        (r"(?:an )?mariä himmelfahrt", 8, 15),
        (r"(?:am )?tag der deutschen einheit", 10, 3),
        (r"(?:am )?(?:reformationstag|halloween)", 10, 31),
        (r"(?:an )?allerheiligen", 11, 1),
        (r"(?:an )?allerseelen", 11, 2),
        (r"(?:an |am )?(?:martinstag|sankt martin|st\.? martin)", 11, 11),
        (r"(?:an |am )?nikolaus(?:tag)?", 12, 6),
    ),
    easter=(
        (r"(?:am )?rosenmontag", -48),
        (r"(?:am )?aschermittwoch", -46),
        (r"(?:am )?palmsonntag", -7),
        (r"(?:am )?gründonnerstag", -3),
        (r"(?:am )?karfreitag", -2),
        (r"(?:am |an |zu )?(?:ostern|ostersonntag)", 0),
        (r"(?:am )?ostermontag", 1),
        (r"(?:an |am )?(?:christi himmelfahrt|himmelfahrt|vatertag)", 39),
        (r"(?:an |zu |am )?(?:pfingsten|pfingstsonntag)", 49),
        (r"(?:am )?pfingstmontag", 50),
        (r"(?:an )?fronleichnam", 60),
    ),
    fillers=any_of(
        r"am um an den der dem gegen bitte ca\.? circa zirka etwa ungefähr genau pünktlich punkt so ab zum ,"
    ),
    recurrence=any_of(
        rf"""jede[rnsm]? alle täglich wöchentlich monatlich jährlich stündlich (?:{_ANY_WEEKDAY})s werktags wochentags immer
        (?:ein|zwei|drei)?mal_(?:am|pro|die|in_der|im) zweiwöchentlich"""
    ),
    past=any_of(
        r"""gestern vorgestern vorvorgestern letzte[nrsm]?(?!_\w+_(?:im|in|des)_) vergangene[nrsm]? vorige[nrsm]? her vorhin
        vor_(?:\S+_)?(?:\S+_)?(?:sekunden?|minuten?|stunden?|tage?n?|wochen?|monate?n?|jahre?n?|std|min|sek|paar)"""
    ),
    event=any_of(
        r"bevor nachdem während seit (?:vor|nach)_(?:dem|der|den|meine[mrn]|deine[mrn]|ende) zwischen feierabend ende_des_tages"
    ),
    words=Words(
        inside=any_of(
            r"""in am um an den der dem des die das diese[nmr]? nächste[nrsm]? kommende[nrsm]? naechste[nrsm]? übernächste[nr]? nach vor halb
            halbe[nrs]? viertel dreiviertel uhr h mittags? mitternachts? morgens? mogen morgne morgn moregn früh frühen
            frueh vormittags? nachmittags? abends? nachts? haute huete heude heute ue?berm?orgen übermorgen überübermorgen ende monats?
            monatsende woche wochenende dieses gegen so etwa ca circa zirka ungefähr genau punkt pünktlich ab bis auf für zum zur und anderthalb
            \w*einhalb\w* viertelstunde dreiviertelstunde halbstunde paar '?ner '?nem '?ne minunten minten minutn mintuen studen stundne
            \w+tag(?:früh|morgen|mittag|abend|nachmittag|vormittag|nacht|frühmorgens)s? mittwoch(?:früh|abend|mittag|nachmittag)
            heute(?:abend|früh|morgen|nachmittag) morgen(?:früh|abend|mittag|nachmittag) frühmorgens
            \w+ten \w+ter \w+te weihnachten heiligabend heiligen silvester ostern \w+montag \w+sonntag pfingsten neujahr nikolaus
            karfreitag valentinstag tag arbeit deutschen einheit allerheiligen zeit gleichen? gleiche selben? dieselbe vierteljahr letzten \d+\. utc mez mesz jahr später"""
        ),
        named=any_of(
            r"utc mez mesz gmt (?:1|2|ersten?r?|zweiter?n?|dritter?n?|letzter?n?)_\w+_(?:im|in) muttertag vatertag advent \w*advents?\w*"
        ),
        weak=any_of(
            "so do mi di fr mo sa mai früh abend nacht mittag nachmittag morgens abends nachts mittags jetzt am_morgen ende"
        ),
        before=any_of(
            r"""frohe[sn]? fröhliche schöne guten jede[nrsm]? alle letzte[nrsm]? seit vor guten? schönen zwischen als dauert dauerte gewartet"""
        ),
        labels=any_of(
            r"version kapitel seite zimmer raum linie gleis nummer nr\.? staffel folge level teil platz bus tram"
        ),
        behind=any_of(r"vorher zuvor her alt lang vor bevor entfernt"),
        counted=any_of(r"prozent euro leute personen mal"),
    ),
)
