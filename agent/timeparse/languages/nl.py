"""Dutch."""

# ruff: noqa: E501 - a pattern reads best unbroken

from __future__ import annotations

from agent.timeparse.languages.shared import BARE_HOUR, HALF_DAY, PLAIN_DATES, YEAR, any_of, counted, units
from agent.timeparse.lexicon import Lexicon, Scale, SmallHours, Unit, Words
from agent.timeparse.policy import Part

_ONES = "een twee drie vier vijf zes zeven acht negen"
_SMALL = f"{_ONES} tien elf twaalf dertien veertien vijftien zestien zeventien achttien negentien"
_TENS = {
    "twintig": 20,
    "dertig": 30,
    "veertig": 40,
    "vijftig": 50,
    "zestig": 60,
    "zeventig": 70,
    "tachtig": 80,
    "negentig": 90,
}
_JOINED = {
    f"{one}{'ën' if one.endswith('e') else 'en'}{ten}": value + digit
    for ten, value in _TENS.items()
    for digit, one in enumerate(_ONES.split(), 1)
}
_NUMBERS = {
    **_JOINED,
    **{word.replace("ë", "e"): number for word, number in _JOINED.items()},
    **_TENS,
    **counted(_SMALL),
    "één": 1,
    "eén": 1,
}
_ORDINALS = {
    **counted(
        "eerste tweede derde vierde vijfde zesde zevende achtste negende tiende elfde twaalfde dertiende veertiende "
        "vijftiende zestiende zeventiende achttiende negentiende"
    ),
    **{f"{word}ste": number for word, number in _NUMBERS.items() if 20 <= number <= 31},
}
_MONTHS = (
    r"jan(?:uari|\.)?", r"feb(?:ruari|\.)?", r"maart|mrt\.?|mar\.", r"apr(?:il|\.)?", "mei", r"jun(?:i|\.)?",
    r"jul(?:i|\.)?", r"aug(?:ustus|\.)?", r"sept?(?:ember|\.)?", r"okt(?:ober|\.)?", r"nov(?:ember|\.)?", r"dec(?:ember|\.)?",
)  # fmt: skip
_WEEKDAYS = (
    r"maandag|ma\.?", r"dinsdag|di(?:ns)?\.?", r"woensdag|wo(?:e|ens)?\.?", r"donderdag|do(?:nd)?\.?", r"vrijdag|vr(?:ij)?\.?",
    r"zaterdag|zat?\.?", r"zondag|zon?\.?",
)  # fmt: skip
_ANY_WEEKDAY = "maandag|dinsdag|woensdag|donderdag|vrijdag|zaterdag|zondag"

_AT = r"(?:(?:om|rond|omstreeks|tegen|circa|ca\.?|stipt|precies|ongeveer|vanaf|@)(?: de)? ?)+"
_UUR = r"(?: ?(?:uur|u))"
_HOUR = rf"(?:(?P<h>\d{{1,2}}){_UUR}?|(?P<noon>(?:de )?middag|12 uur 's middags)|(?P<midnight>middernacht))"
_N = r"(?:(?P<q>kwart)|(?P<n>\d{1,2})(?: min(?:uten|uut)?)?)"
_UNITS = "(?:dag(?:en)?|we(?:ek|ken)|maand(?:en)?|jaar|jaren)"
_ON = "(?:op |de |tot |vanaf |aan )*"

LEXICON = Lexicon(
    language="nl",
    spellings=(
        (r"\b(?:mrgn|mrg|morge|mogen)\b(?= (?:om|rond|\d))", "morgen"),
        (r"\b(?:vndg|vadaag|vandag)\b", "vandaag"),
        (r"\b(?:minuuten|mintuen|minutten)\b", "minuten"),
        (r"\b(?:sec|seconden|secondes|secs)\b", "seconden"),
        (rf"\b({_ANY_WEEKDAY}|morgen|overmorgen)(ochtend|morgen|middag|avond|nacht)s?\b", r"\1 \2"),
        (rf"\b({_ANY_WEEKDAY}) morgen\b", r"\1 ochtend"),
        (r"\bvanavonds\b", "vanavond"),
        (r"(?<!\w)'?s (ochtends|morgens|middags|avonds|nachts)\b", r"'s \1"),
        (r"\b(?:1 |een )?paar (?=sec|min|uur|dag|we)", "2 "),
        (r"\banderhal(?:f|ve) (?=uur|minuut|dag|jaar|week)", "1,5 "),
        (r"\b(?:twee en een half|tweeënhalf|tweeëneenhalf|tweeenhalf|2,5) (?=uur|minuut)", "2,5 "),
        (r"\bdrie kwartier\b", "45 minuten"),
        (r"\b(?:een )?half ?uur(?:tje)?\b", "30 minuten"),
        (r"\buurtje\b", "uur"),
        (r"\b(?:morgenvroeg|morgen vroeg)\b", "morgen ochtend"),
        (r"(?<=\d) ste\b", "e"),
    ),
    numbers=_NUMBERS,
    ordinals=_ORDINALS,
    ordinal_mark="e",
    thousand="duizend",
    rewrites=(
        (r"\b(?:1 )?halve? (?=minuut|dag|jaar)", "0,5 "),
        (r"\b2 ?duizend(?: en )?(\d{1,2})\b", r"20\1"),
        (r"\b(?:nog|weer) (?=\d)", ""),
    ),
    articles="een|1",
    units=(
        *units(
            second="s|sec|seconden?|secondes",
            minute="m|min|minuu?t(?:en|je|jes)?",
            hour="u|uur|uren",
            day="dag|dagen|dagje",
            week="week|weken",
            month="maand|maanden",
            year="jaar|jaren",
        ),
        Unit(pattern="kwartiere?n?|kwartiertje", scale=Scale.SECONDS, factor=900),
    ),
    ahead="over|in|binnen",
    from_now=any_of("vanaf_nu vanaf_vandaag later"),
    about=r"ongeveer|circa|ca\.?|precies|zo'n|nog|voor|van|een",
    joiner="en",
    disputed_hours=r"(?:(?:voor|van) )?(?:\d|1\d|2[0-3])(?:\.[0-5]\d)? ?(?:u|uur)",
    clocks=(
        (
            "digital",
            rf"(?:{_AT})?(?P<h>\d{{1,2}})(?:[:]| ?u ?| uur )(?P<m>[0-5]\d)(?::(?P<s>[0-5]\d))?{_UUR}?{HALF_DAY}?",
        ),
        ("digital", rf"(?:{_AT})?(?P<h>\d{{1,2}})\.(?P<m>[0-5]\d){_UUR}?"),
        ("point", rf"(?:{_AT})?(?P<h>\d{{1,2}}){_UUR}?{HALF_DAY}"),
        ("point", rf"{_AT}(?P<h>\d{{1,2}}){_UUR}?"),
        ("hours", rf"(?P<h>\d{{1,2}}){_UUR}"),
        ("bare", BARE_HOUR),
        ("packed", rf"(?:{_AT}|voor )?(?!(?:19|20|21)\d\d)(?P<h>\d{{1,2}})(?P<m>[0-5]\d)"),
        ("past", rf"(?:{_AT})?{_N} over {_HOUR}"),
        ("to", rf"(?:{_AT})?{_N} voor {_HOUR}"),
        ("fraction", rf"(?:{_AT})?half (?P<h>\d{{1,2}}){_UUR}?"),
        ("short_to", rf"(?:{_AT})?{_N} voor half (?P<h>\d{{1,2}}){_UUR}?"),
        ("short_past", rf"(?:{_AT})?{_N} over half (?P<h>\d{{1,2}}){_UUR}?"),
        ("noon", rf"(?:{_AT})?(?:12 uur 's middags)|rond de middag|(?:tussen de )?(?:lunch|lunchtijd)"),
        ("midnight", rf"(?:{_AT})?middernacht"),
        ("day_end", "(?:aan |tegen |op )?(?:het )?einde? van(?: de)?"),
        ("present", "(?:om |rond )?(?:deze|dezelfde) tijd"),
    ),
    literal_minutes=True,
    small_hours=SmallHours.WAKING,
    parts=(
        (r"(?:'s |in de )?(?:vroege )?(?:ochtends?|morgens)|vroeg", Part.MORNING, False),
        (r"vroeg in de ochtend", Part.EARLY, False),
        (r"van(?:ochtend|morgen)|deze ochtend", Part.MORNING, True),
        (r"(?:'s |in de )?(?:namiddags?|middags?)", Part.AFTERNOON, False),
        (r"van(?:na)?middag|deze middag", Part.AFTERNOON, True),
        (r"(?:'s |in de )?avonds?", Part.EVENING, False),
        (r"vanavond|deze avond", Part.EVENING, True),
        (r"(?:'s |in de )?nachts?", Part.NIGHT, False),
        (r"vannacht|deze nacht", Part.NIGHT, True),
    ),
    days=(("vandaag", 0), ("morgen", 1), ("overmorgen", 2)),
    weekdays=_WEEKDAYS,
    months=_MONTHS,
    which_weekday=(
        ("nth", rf"{_ON}(?P<nth>[1-5])(?:e|ste|de) {{weekday}} (?:van|in)(?: de)?"),
        ("last", rf"{_ON}laatste {{weekday}} (?:van|in)(?: de)?"),
        ("coming", rf"{_ON}(?:deze )?{{weekday}}"),
        ("later", rf"{_ON}(?:deze )?(?:aankomende|komende|aanstaande) {{weekday}}"),
        ("following", rf"{_ON}volgende {{weekday}}"),
        ("following", rf"{_ON}volgende week(?: op)? {{weekday}}"),
        ("following", rf"{_ON}{{weekday}} (?:van )?volgende week"),
        ("week_later", rf"{_ON}{{weekday}} over (?:1|een) week"),
        ("fortnight_later", rf"{_ON}{{weekday}} over 2 weken"),
    ),
    dates=(
        *PLAIN_DATES,
        ("month", rf"{{month}}(?:,? {YEAR})?"),
        (
            "day_month",
            rf"{_ON}(?P<d>\d{{1,2}})(?:e|ste|de)?(?: dag)?(?: van)?[ /-]{{month}}(?:[ /-](?P<y>(?:19|20|21)\d\d))?",
        ),
        (
            "day_month",
            r"{month}[ /-](?:de )?(?P<d>\d{1,2})(?:e|ste|de)?(?:[ /,-]+(?P<y>(?:19|20|21)\d\d))?",
        ),
        ("day", rf"{_ON}(?P<d>\d{{1,2}})(?:e|ste|de)(?: dag)?(?: van)?"),
        ("numeric", rf"{_ON}(?P<a>\d{{1,2}})[/-](?P<b>\d{{1,2}})(?:[/-](?P<y>\d{{4}}|\d\d))?"),
        ("numeric", r"(?:op |op de )(?P<a>\d{1,2})\.(?P<b>\d{1,2})"),
        ("dotted", rf"{_ON}(?P<a>\d{{1,2}})\.(?P<b>\d{{1,2}})\.(?P<y>(?:19|20|21)\d\d)"),
        ("year", r"(?:in |van )?(?P<y>(?:19|20|21)\d\d)"),
        ("offset", rf"(?P<duration>(?:over|in|binnen) (?:\d+|een) {_UNITS})"),
        ("plus", rf"(?P<duration>(?:\d+|een) {_UNITS}) (?:gerekend )?(?:na|vanaf)(?= )"),
        ("next_week", "(?:in |van )?(?:de )?volgende week"),
        ("this_weekend", "(?:in het |dit |het |komend |aankomend )weekend"),
        ("this_week", "(?:van )?deze week"),
        ("next_month", "(?:van )?(?:de )?volgende maand"),
        ("this_month", "(?:van )?deze maand"),
        (
            "month_end",
            "(?:aan het |op het )?(?:einde?|eind) van (?:de|deze) maand|(?:op de )?laatste dag van de maand",
        ),
        ("next_month_end", "(?:aan het )?eind(?:e)? van (?:de )?volgende maand"),
    ),
    holidays=(
        (r"(?:op |met )?(?:(?:eerste )?kerst(?:dag|mis)?|1e kerstdag)", 12, 25),
        (r"(?:op )?(?:2e|tweede) kerstdag", 12, 26),
        (r"(?:op )?kerstavond", 12, 24),
        (r"(?:op )?oud(?:ejaarsavond|ejaarsdag|jaar|jaarsavond| en nieuw)", 12, 31),
        (r"(?:aan het )?einde? van het jaar", 12, 31),
        (r"(?:op |volgende )?nieuwjaar(?:sdag)?", 1, 1),
        (r"(?:op )?valentijn(?:sdag)?", 2, 14),
        (r"(?:op )?bevrijdingsdag", 5, 5),
        (r"(?:op )?(?:sinterklaas(?:avond)?|pakjesavond)", 12, 5),
        (r"(?:op )?(?:st\.? |saint )?patrick's day", 3, 17),
        (r"(?:met )?halloween", 10, 31),
    ),
    easter=(
        (r"(?:op |met )?(?:pasen|1e paasdag|paaszondag)", 0),
        (r"(?:op )?(?:2e paasdag|paasmaandag)", 1),
        (r"(?:op )?goede vrijdag", -2),
        (r"(?:op )?hemelvaart(?:sdag)?", 39),
        (r"(?:op |met )?(?:pinksteren|1e pinksterdag)", 49),
        (r"(?:op )?(?:2e pinksterdag|pinkstermaandag)", 50),
    ),
    fillers=any_of(
        r"op om de het aan rond tegen circa ca\.? ongeveer precies stipt voor van vanaf tot alsjeblieft ,"
    ),
    recurrence=any_of(
        rf"""elke elk ieder iedere dagelijks wekelijks maandelijks jaarlijks (?:{_ANY_WEEKDAY})en alle om_de_\w+
        keer_per per_(?:dag|week|maand|uur) maal_per"""
    ),
    past=any_of(
        r"geleden gisteren eergisteren gisteravond vorige afgelopen laatste_(?:week|maand|jaar) eerder"
    ),
    event=any_of(
        r"voordat nadat voor_(?:de_|het_|mijn_)(?!middag) na_(?!vandaag|morgen|de_\d|\d|dinsdag|maandag) tijdens terwijl sinds tussen totdat einde?_van_de_dag"
    ),
    words=Words(
        inside=any_of(
            r"""dezelfde deze tijd over in op om de het aan rond omstreeks tegen circa ca ongeveer precies stipt tot vanaf voor van na uur u kwart kwartier
            kwartiertje half halve halfuur anderhalf anderhalve paar vandaag vndg vadaag vandag morgen mrgn mrg overmorgen morgenochtend morgenvroeg morgenmiddag
            morgenavond ochtend ochtends morgens middag middags namiddag avond avonds nacht nachts 's vanochtend vanmorgen vanmiddag vannacht
            vanavond vroeg (?:maan|dins|woens|donder|vrij|zater|zon)dag\w* volgende komende aankomende aanstaande deze week weken weekend dit komend aankomend
            maand eind einde middernacht kerst kerstdag kerstmis kerstavond pasen paasdag pinksteren pinksterdag hemelvaartsdag hemelvaart goede
            nieuwjaar nieuwjaarsdag oudejaarsavond oudjaar sinterklaas koningsdag valentijnsdag half een één dag later nu minuuten mintuen uurtje
            halfuurtje tweeënhalf \d+(?:e|ste|de|u)? utc gmt"""
        ),
        named=any_of(
            r"koningsdag king's_day moederdag vaderdag utc gmt (?:1e|2e|3e|eerste|tweede|derde|vierde|laatste)_\w+_(?:in|van) juneteenth"
        ),
        weak=any_of(
            r"ma di wo do vr za zo mei een één nu vroeg ochtend middag avond nacht 's zon dins mar over_een de_middag in_de_middag mrg mrgn morge"
        ),
        before=any_of(
            r"""gelukkig fijne vrolijk zalig elke elk ieder iedere vorige afgelopen sinds goede tussen alle om_de duurde duurt laatste goeie"""
        ),
        labels=any_of(
            r"versie version v hoofdstuk pagina kamer zaal lijn spoor nummer nr\.? niveau aflevering seizoen bus"
        ),
        behind=any_of(r"geleden eerder ervoor daarvoor voor oud lang vertraging"),
        counted=any_of(r"procent euro mensen keer personen"),
    ),
)
