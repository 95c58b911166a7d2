"""Spanish."""

# ruff: noqa: E501 - a pattern reads best unbroken

from __future__ import annotations

from agent.timeparse.languages.shared import BARE_HOUR, HALF_DAY, PLAIN_DATES, YEAR, any_of, counted, units
from agent.timeparse.lexicon import Lexicon, SmallHours, Words
from agent.timeparse.policy import Part

_ONES = "uno dos tres cuatro cinco seis siete ocho nueve"
_SMALL = f"{_ONES} diez once doce trece catorce quince dieciséis diecisiete dieciocho diecinueve veinte veintiuno veintidós veintitrés veinticuatro veinticinco veintiséis veintisiete veintiocho veintinueve"
_UNACCENTED = {
    "dieciseis": 16,
    "veintidos": 22,
    "veintitres": 23,
    "veintiseis": 26,
    "veintiún": 21,
    "veintiuna": 21,
}
_TENS = {
    "treinta": 30,
    "cuarenta": 40,
    "cincuenta": 50,
    "sesenta": 60,
    "setenta": 70,
    "ochenta": 80,
    "noventa": 90,
}
_NUMBERS = {
    **{f"{ten} y {one}": value + digit for ten, value in _TENS.items() for digit, one in enumerate(_ONES.split(), 1)},
    **_TENS, **counted(_SMALL), **_UNACCENTED, "un": 1, "una": 1,
}  # fmt: skip
_MONTHS = (
    r"ene(?:ro|\.)?", r"feb(?:rero|\.)?", r"mar(?:zo|\.)", r"abr(?:il|\.)?", r"may(?:o|\.)?", r"jun(?:io|\.)?",
    r"jul(?:io|\.)?", r"ago(?:sto|\.)?", r"sept?(?:iembre|\.)?|setiembre", r"oct(?:ubre|\.)?", r"nov(?:iembre|\.)?",
    r"dic(?:iembre|\.)?",
)  # fmt: skip
_WEEKDAYS = (
    r"lunes|lun?\.?", r"martes|mart?\.?|ma\.?", r"mi[eé]rcoles|mi[eé]\.?|mx\.?", r"jueves|jue?\.?", r"viernes|vie?\.?",
    r"s[aá]bado|s[aá]b?\.?", r"domingo|dom?\.?",
)  # fmt: skip
_ANY_WEEKDAY = "lunes|martes|mi[eé]rcoles|jueves|viernes|s[aá]bado|domingo"

_AT = r"(?:(?:a eso de|al?|sobre|hacia|para|desde|cerca de|alrededor de|antes de|por|@) )*(?:las?|los) ?"
_LOOSE_AT = rf"(?:{_AT}|a )"
_HOUR = rf"(?:(?P<h>\d{{1,2}})(?: horas?| h)?{HALF_DAY}?|(?P<noon>(?:el )?mediod[ií]a)|(?P<midnight>(?:la )?medianoche))"
_N = r"(?:(?P<q3>(?:3|tres) cuartos)|(?P<q>(?:1 |un )?cuarto)|(?P<half>media)|(?P<n>[0-5]?\d)(?: minutos)?)"
_SHORT_N = r"(?:(?P<q>(?:1 |un )?cuarto)|(?P<n>5|10|15|20|25|\d{1,2}(?= minutos))(?: minutos)?)"
_UNITS = "(?:d[ií]as?|semanas?|mes(?:es)?|años?)"
_ON = "(?:el |para el |del |al |este |esta )?(?:d[ií]a )?"
_NEXT = "(?:pr[oó]xim[oa]|siguiente|que viene)"

LEXICON = Lexicon(
    language="es",
    spellings=(
        (r"\bmanana\b|\bmañna\b|\bmñn\b", "mañana"),
        (r"\bpasado mañana\b", "pasado mañana"),
        (r"\b(?:minuto?s|mintuos|min\.)(?!\w)", "minutos"),
        (r"\bmedio d[ií]a\b", "mediodía"),
        (r"\bmedia noche\b", "medianoche"),
        (r"\bun(?:os|as)? (?:pocos |pocas )?(?=minutos|horas|segundos|días)", "3 "),
        (r"\bun par de (?=min|hora|seg|d[ií]a|semana)", "2 "),
    ),
    numbers=_NUMBERS,
    ordinals={"primero": 1, "primer": 1},
    ordinal_mark="",
    thousand="mil",
    rewrites=(
        (r"\b(\d+) (horas?|minutos?|días?|años?) y media?o?\b", r"\1.5 \2"),
        (r"\b(?<!\d )hora y media\b", "1.5 horas"),
        (r"\b(?:1 )?medi[ao] (?=hora|minuto|día|año)", "0.5 "),
        (r"\b3 cuartos de hora\b", "45 minutos"),
        (r"\b(?:1 )?cuarto de hora\b", "15 minutos"),
        (rf"\bsegundo (?={_ANY_WEEKDAY})", "2 "),
        (rf"\btercer (?={_ANY_WEEKDAY})", "3 "),
        (rf"\bcuarto (?={_ANY_WEEKDAY})", "4 "),
        (r"\b(?:cero|zero|0) (?=\d\b)", "0"),
        (r"\b(?:otros?|otras?|unos|unas) (?=\d+ (?:min|hora|seg|d[ií]a))", ""),
    ),
    articles="una?",
    units=units(
        second="s|seg|segs|segundos?",
        minute="m|min|mins|minutos?",
        hour="h|hs|hr|hrs|hra|horas?",
        day="d[ií]as?",
        week="sem|semanas?",
        month="mes|meses",
        year="años?",
    ),
    ahead="en|dentro de|de aquí a|durante|tras",
    from_now=any_of("a_partir_de_ahora desde_ahora más_tarde mas_tarde después despues"),
    about="unos|unas|aproximadamente|cerca de|exactamente|solo|de|por|para",
    joiner="y|con",
    disputed_hours=r"\d{1,2}\.[0-5]\d ?(?:h|hs|horas?)",
    clocks=(
        (
            "digital",
            rf"{_LOOSE_AT}?(?P<h>\d{{1,2}}):(?P<m>[0-5]\d)(?::(?P<s>[0-5]\d))?(?: ?h(?:oras|s)?)?{HALF_DAY}?",
        ),
        ("literal", rf"{_LOOSE_AT}?(?P<h>\d{{1,2}}) ?h ?(?P<m>[0-5]\d)"),
        ("digital", rf"{_LOOSE_AT}?(?P<h>\d{{1,2}})\.(?P<m>[0-5]\d)(?: ?h(?:oras)?)?{HALF_DAY}?"),
        ("point", rf"{_LOOSE_AT}?(?P<h>\d{{1,2}})(?: horas)?{HALF_DAY}"),
        ("point", rf"{_LOOSE_AT}?(?P<h>\d{{1,2}}) (?P<m>0\d){HALF_DAY}?"),
        ("point", rf"{_AT}(?P<h>\d{{1,2}})(?: (?:horas|hs?|en punto))?"),
        ("point", r"a (?P<h>\d{1,2})(?: (?:horas|hs?|en punto))?"),
        ("point", r"(?P<h>\d{1,2}) en punto"),
        ("bare", BARE_HOUR),
        ("point", rf"{_LOOSE_AT}?(?P<h>\d{{1,2}})(?P<m>[0-5]\d){HALF_DAY}"),
        ("packed", rf"{_LOOSE_AT}?(?!(?:19|20|21)\d\d)(?P<h>\d{{1,2}})(?P<m>[0-5]\d)"),
        ("past", rf"(?:{_AT})?{_HOUR} (?:y|con) {_N}"),
        ("past", rf"(?:{_AT})?(?P<h>\d{{1,2}}) (?:y|con) {_N}{HALF_DAY}"),
        ("past", rf"{_AT}(?P<h>\d{{1,2}}) (?P<n>[1-5]\d){HALF_DAY}?"),
        ("to", rf"(?:{_AT})?{_HOUR} menos {_N}"),
        ("to", rf"(?<![so] )(?:faltan )?{_SHORT_N} (?:para|antes de) (?:las? )?{_HOUR}"),
        ("noon", r"(?:a |al |hacia |sobre |cerca de(?:l)? ?)?(?:el )?mediodía(?: de)?"),
        ("midnight", "(?:a |hacia )?(?:la )?medianoche"),
        ("day_end", "(?:al? |el )*(?:fin|final|finales) de(?: este| el|l)?"),
        ("present", "(?:a )?(?:esta|la misma) hora"),
        ("point", r"(?P<h>\d{1,2})(?= del (?:d[ií]a )?\d)"),
    ),
    literal_minutes=False,
    small_hours=SmallHours.WAKING,
    parts=(
        (r"(?:de |por |en )la mañana(?: temprano)?|(?:temprano )por la mañana", Part.MORNING, False),
        (r"temprano", Part.EARLY, False),
        (r"esta mañana", Part.MORNING, True),
        (r"(?:de |por |en |a )?la tarde", Part.AFTERNOON, False),
        (r"del mediodía", Part.NOON, False),
        (r"esta tarde", Part.AFTERNOON, True),
        (r"(?:de |por |en |a )?la noche", Part.TONIGHT, False),
        (r"esta noche", Part.TONIGHT, True),
        (r"(?:de |por |en )?la madrugada", Part.DAWN, False),
        (r"de tarde", Part.AFTERNOON, False),
        (r"de noche|noche", Part.TONIGHT, False),
        (r"tarde", Part.AFTERNOON, False),
    ),
    days=(("hoy(?: día)?|de hoy", 0), ("(?:de )?mañana", 1), ("(?:de )?pasado mañana", 2)),
    weekdays=_WEEKDAYS,
    months=_MONTHS,
    which_weekday=(
        ("nth", r"(?:el )?(?P<nth>[1-5]) {weekday} del?"),
        ("last", r"(?:el )?último {weekday} del?"),
        ("coming", rf"{_ON}{{weekday}}"),
        ("later", r"(?:este )pr[oó]ximo {weekday}"),
        ("disputed", rf"{_ON}(?:pr[oó]ximo) {{weekday}}"),
        ("disputed", rf"{_ON}{{weekday}} (?:pr[oó]ximo|que viene|siguiente)"),
        (
            "following",
            rf"{_ON}{{weekday}} (?:de )?la (?:pr[oó]xima semana|semana que viene|semana próxima|siguiente semana)",
        ),
        ("following", r"(?:la )?(?:pr[oó]xima semana|semana que viene),?(?: el)? {weekday}"),
    ),
    dates=(
        *PLAIN_DATES,
        ("month", rf"{{month}}(?:,? {YEAR})?"),
        (
            "day_month",
            rf"{_ON}(?:próximo )?(?P<d>\d{{1,2}})(?:º|\.º|°|o)?[ /-](?:de )?{{month}}(?:,? (?:de |del )?(?:año )?{YEAR})?",
        ),
        ("day_month", rf"(?:el )?{{month}} (?P<d>\d{{1,2}})(?:,? (?:de |del )?{YEAR})?"),
        ("day", r"(?:el |para el |del |al )(?:d[ií]a )?(?P<d>\d{1,2})(?:º|°)?"),
        ("day", r"(?P<d>\d{1,2})\.?º"),
        ("day", r"d[ií]a (?P<d>\d{1,2})"),
        ("numeric", rf"{_ON}(?P<a>\d{{1,2}})[/-](?P<b>\d{{1,2}})(?:[/-](?P<y>\d{{4}}|\d\d))?"),
        ("numeric", r"(?:el )?(?P<a>1[3-9]|2\d|3[01]) del (?P<b>0?[1-9]|1[0-2])"),
        ("dotted", rf"{_ON}(?P<a>\d{{1,2}})\.(?P<b>\d{{1,2}})\.{YEAR}"),
        ("year", rf"(?:en |de |del |del año )?{YEAR}"),
        ("offset", rf"(?P<duration>(?:en|dentro de) (?:\d+|una?) {_UNITS})"),
        ("plus", rf"(?P<duration>(?:\d+|una?) {_UNITS}) (?:después|despues|a partir) de(?= )"),
        (
            "next_week",
            f"(?:en |de )?la (?:semana {_NEXT}|próxima semana|proxima semana|siguiente semana)|próxima semana",
        ),
        ("this_weekend", "(?:en |para |de )?(?:este |el )fin de semana|del fin de semana"),
        ("this_week", "(?:de )?esta semana"),
        ("next_month", f"(?:de |en )?(?:el |del )?(?:mes {_NEXT}|pr[oó]ximo mes)"),
        ("this_month", "(?:de )?este mes"),
        (
            "month_end",
            "(?:a |al )?(?:fin(?:es|al)? de(?:l)? (?:este )?mes|fin de este mes)|último día del mes",
        ),
        ("next_month_end", "(?:a |al )?fin(?:es|al)? del (?:próximo mes|mes que viene)"),
    ),
    holidays=(
        (r"(?:en |la )?(?:navidad|el día de navidad)", 12, 25),
        (r"(?:en |la )?(?:nochebuena)", 12, 24),
        (r"(?:en |la )?(?:nochevieja|fin de año)", 12, 31),
        (r"(?:el )?(?:año nuevo|ano nuevo|día de año nuevo)", 1, 1),
        (r"(?:el )?(?:día de )?(?:los )?reyes(?: magos)?", 1, 6),
        (r"(?:el )?(?:día de )?san valentín", 2, 14),
        (r"(?:el )?día (?:internacional )?(?:del trabajador|de los trabajadores|del trabajo)", 5, 1),
        (r"(?:el )?(?:día de )?todos los santos", 11, 1),
        (r"halloween", 10, 31),
    ),
    easter=(
        (r"(?:el )?domingo de (?:pascua|resurrección)|pascua", 0),
        (r"(?:el )?viernes santo", -2),
        (r"(?:el )?jueves santo", -3),
        (r"(?:el )?lunes de pascua", 1),
    ),
    fillers=any_of(
        r"el la las los a al de del en para por sobre hacia este esta aproximadamente exactamente ,"
    ),
    recurrence=any_of(
        rf"""cada todos_los todas_las diario diaria diariamente semanal\w* mensual\w* anual\w* (?:los)_(?:{_ANY_WEEKDAY})s?
        ve(?:z|ces)_(?:al|por|a_la) al_día a_la_semana por_(?:día|semana|hora)"""
    ),
    past=any_of(
        r"ayer anteayer anoche hace pasad[oa](?!_mañana) últim[oa]s?(?!_\w+_de) anterior antes_de_(?:ayer|hoy)"
    ),
    event=any_of(
        r"""antes_(?!de_las_|del?_(?:mediodía|medianoche|\d)) después_de_(?!las?|mañana|hoy|\d) despues_de_(?!las?|mañana|hoy|\d) mientras desde
        hasta entre durante_el durante_la fin(?:al)?_del?_día"""
    ),
    words=Words(
        inside=any_of(
            r"""misma esta en a al de del el la las los para por sobre hacia dentro este esta eso y con menos cuarto cuartos media medio par unos unas
            punto faltan mañana manana mañna tarde noche madrugada mediodía mediodia medianoche día dia hoy pasado temprano próximo próxima
            proximo proxima siguiente que viene semana mes fin fines final finales navidad nochebuena nochevieja año nuevo reyes
            pascua santo santa valentín trabajador am pm a\.m p\.m cerca alrededor antes partir ahora después despues más mas mil
            enero \d+[ºh°]? primero primer utc gmt horas?"""
        ),
        named=any_of(
            r"día_de_\w+ día_del_\w+ utc gmt primer_\w+_de último_\w+_de segundo_\w+_de tercer_\w+_de"
        ),
        weak=any_of(
            r"mar ma may mi ju jue vi vie lu lun do dom sa sab mie un una tarde noche temprano en_\d+ a_\d{1,2} las?_\d{1,2} los_\d{1,2} el_\d{1,2} la_noche la_tarde la_mañana un_par"
        ),
        before=any_of(
            r"""feliz cada todos_los todas_las últim[oa]s? desde entre hace buen[oa]s? otro otra otros duró dura tardó pasad[oa]"""
        ),
        labels=any_of(
            r"versión version v capítulo página sala habitación línea número nº nivel episodio temporada que"
        ),
        behind=any_of(r"antes atrás atras pasad[oa] anterior"),
        counted=any_of(r"por_ciento euros? personas? veces"),
    ),
)
