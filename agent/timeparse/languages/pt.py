"""Portuguese, of Brazil and of Portugal."""

# ruff: noqa: E501 - a pattern reads best unbroken

from __future__ import annotations

from agent.timeparse.languages.shared import BARE_HOUR, HALF_DAY, PLAIN_DATES, YEAR, any_of, counted, units
from agent.timeparse.lexicon import Lexicon, SmallHours, Words
from agent.timeparse.policy import Part

_ONES = "um dois três quatro cinco seis sete oito nove"
_SMALL = f"{_ONES} dez onze doze treze catorze quinze dezesseis dezessete dezoito dezenove"
_OTHERS = {"uma": 1, "duas": 2, "tres": 3, "quatorze": 14, "dezasseis": 16, "dezassete": 17, "dezanove": 19}
_TENS = {
    "vinte": 20,
    "trinta": 30,
    "quarenta": 40,
    "cinquenta": 50,
    "sessenta": 60,
    "setenta": 70,
    "oitenta": 80,
    "noventa": 90,
}
_NUMBERS = {
    **{f"{ten} e {one}": value + digit for ten, value in _TENS.items() for digit, one in enumerate(_ONES.split(), 1)},
    **{f"{ten} e {one}": value + _OTHERS[one] for ten, value in _TENS.items() for one in ("uma", "duas", "tres")},
    **_TENS, **counted(_SMALL), **_OTHERS,
}  # fmt: skip
_MONTHS = (
    r"jan(?:eiro|\.)?", r"fev(?:ereiro|\.)?", r"mar(?:ço|co|\.)", r"abr(?:il|\.)?", r"mai(?:o|\.)?", r"jun(?:ho|\.)?",
    r"jul(?:ho|\.)?", r"ago(?:sto|\.)?", r"set(?:embro|\.)?", r"out(?:ubro|\.)?", r"nov(?:embro|\.)?", r"dez(?:embro|\.)",
)  # fmt: skip
_FEIRA = r"(?:[ -]feira)?"
_WEEKDAYS = (
    rf"segunda{_FEIRA}|seg\.?|2[ªa]{_FEIRA}", rf"ter[çc]a{_FEIRA}|ter\.?|3[ªa]{_FEIRA}", rf"quarta{_FEIRA}|qua\.?|4[ªa]{_FEIRA}",
    rf"quinta{_FEIRA}|qui\.?|5[ªa]{_FEIRA}", rf"sexta{_FEIRA}|sex\.?|6[ªa]{_FEIRA}", r"s[áa]bado|s[áa]b\.?", r"domingo|dom\.?",
)  # fmt: skip

_ABOUT = "(?:(?:cerca d|por volta d|a partir d|antes d|l[áa] p?)?)"
_AT = rf"(?:{_ABOUT}(?:[àa]s|aos?|elas|pelas|para as|pras|à|ao)|@|umas) ?"
_HORAS = r"(?: ?(?:horas?|hrs?|h))"
_HOUR = rf"(?:(?P<h>\d{{1,2}}){_HORAS}?{HALF_DAY}?|(?P<noon>(?:o )?meio[ -]?dia)|(?P<midnight>(?:a )?meia[ -]?noite))"
_N = r"(?:(?P<q3>3 quartos)|(?P<q>(?:1 )?quarto)|(?P<half>meia)|(?P<n>[0-5]?\d)(?: ?min(?:utos?)?)?)"
_SHORT_N = r"(?:(?P<q>(?:1 )?quarto)|(?P<n>5|10|15|20|25|\d{1,2}(?= min))(?: ?min(?:utos?)?)?)"
_UNITS = "(?:dias?|semanas?|m[eê]s(?:es)?|meses|anos?)"
_ON = "(?:no |na |em |n[oa] dia |este |esta |esse |essa |nesta |neste |para |até |o |a |de )*"

LEXICON = Lexicon(
    language="pt",
    spellings=(
        (r"\bamanh[aã]\b|\bamnh[aã]\b|\bamanhã\b", "amanhã"),
        (r"\bdepois d[ea] amanhã\b", "depois de amanhã"),
        (r"\bmanha\b", "manhã"),
        (r"\b(?:minuto?s|mintuos|mins)\b", "minutos"),
        (r"\b(?:ho[gj]e|oje)\b", "hoje"),
        (r"\b(?:daqui h[áa]|daqui á)\b", "daqui a"),
        (r"\bmeianoite\b", "meia-noite"),
        (r"\bmeiodia\b", "meio-dia"),
        (r"\b(?:uns|umas|alguns|algumas) (?=minutos|horas|segundos|dias)", "3 "),
        (r"\bum par de (?=min|hora|seg|dia|semana)", "2 "),
    ),
    numbers=_NUMBERS,
    ordinals={"primeiro": 1, "primeira": 1, "1º": 1},
    ordinal_mark="",
    thousand="mil",
    rewrites=(
        (r"\b(\d+) (horas?|minutos?|dias?|anos?) e mei[oa]\b(?! d[ao])", r"\1.5 \2"),
        (r"\b(?:1 )?mei[ao] (?=hora|minuto|ano)", "0.5 "),
        (r"\b3 quartos de hora\b", "45 minutos"),
        (r"\bsegund[oa] (?=segunda|ter[çc]a|quarta|quinta|sexta|s[áa]bado|domingo)", "2 "),
        (r"\bterceir[oa] (?=segunda|ter[çc]a|quarta|quinta|sexta|s[áa]bado|domingo)", "3 "),
        (r"\b(?:1 )?quarto de hora\b", "15 minutos"),
        (r"\b(?:mais|outros|outras) (?=\d)", ""),
    ),
    articles="uma?",
    units=units(
        second="s|seg|segs|segundos?",
        minute="m|min|minutos?",
        hour="h|hr|hrs|horas?",
        day="d|dias?",
        week="sem|semanas?",
        month="m[eê]s|meses",
        year="anos?",
    ),
    ahead="em|daqui a|dentro de|durante|daqui",
    from_now=any_of("a_partir_de_agora mais_tarde depois"),
    about=r"cerca de|aproximadamente|exatamente|só|de|por|para",
    joiner="e",
    disputed_hours=r"(?:(?:de|por|para) )?(?:\d|1\d|2[0-3])(?:[.:][0-5]\d)? ?(?:h|hr|hrs|horas?)",
    clocks=(
        ("digital", rf"(?:{_AT})?(?P<h>\d{{1,2}}):(?P<m>[0-5]\d)(?::(?P<s>[0-5]\d))?{_HORAS}?{HALF_DAY}?"),
        ("literal", rf"(?:{_AT})?(?P<h>\d{{1,2}}) ?h ?(?P<m>[0-5]\d)(?:m|min)?"),
        ("digital", rf"(?:{_AT})?(?P<h>\d{{1,2}})\.(?P<m>[0-5]\d){_HORAS}?"),
        ("point", rf"(?:{_AT})?(?P<h>\d{{1,2}}){_HORAS}?{HALF_DAY}"),
        ("point", rf"{_AT}(?P<h>\d{{1,2}}){_HORAS}?(?: em ponto)?"),
        ("hours", rf"(?P<h>\d{{1,2}}){_HORAS}"),
        ("bare", BARE_HOUR),
        ("packed", rf"(?:{_AT})?(?!(?:19|20|21)\d\d)(?P<h>\d{{1,2}})(?P<m>[0-5]\d)"),
        ("past", rf"(?:{_AT})?(?P<h>\d{{1,2}}){_HORAS}?{HALF_DAY}? e {_N}"),
        ("past", rf"(?:{_AT})?(?P<h>\d{{1,2}}){_HORAS}? e {_N}{HALF_DAY}"),
        ("past", rf"(?:{_AT})?(?:(?P<noon>(?:o )?meio[ -]?dia)|(?P<midnight>(?:a )?meia[ -]?noite)) e {_N}"),
        ("to", rf"(?:{_AT})?{_HOUR} menos (?:um )?{_N}"),
        ("to", rf"(?:{_AT})?(?<![ao] ){_SHORT_N} (?:para|pra|pro|antes d)(?: ?as?| o| ao)? ?{_HOUR}"),
        ("noon", rf"(?:{_AT})?(?:ao |o |no )?meio[ -]dia"),
        ("midnight", rf"(?:{_AT})?(?:à |a |na )?meia[ -]noite"),
        ("day_end", "(?:no |ao |até o )?(?:fim|final) d[eo]"),
        ("present", "(?:a |à |na )?(?:est[ae]|essa|mesma) hora"),
        ("point", r"(?P<h>\d{1,2})(?= do dia \d)"),
    ),
    literal_minutes=False,
    small_hours=SmallHours.WAKING,
    parts=(
        (r"(?:da |de |pela |na |à )?manhã(?: cedo)?", Part.MORNING, False),
        (r"cedo", Part.EARLY, False),
        (r"esta manhã|hoje (?:de|pela) manhã|hoje cedo", Part.MORNING, True),
        (r"(?:da |de |à |na |pela |a )?tarde", Part.AFTERNOON, False),
        (r"esta tarde|hoje (?:à|de|a) tarde", Part.AFTERNOON, True),
        (r"(?:da |de |à |na |pela |a )?noite", Part.TONIGHT, False),
        (r"esta noite|hoje (?:à|de|a) noite", Part.TONIGHT, True),
        (r"(?:da |de |na )?madrugada", Part.DAWN, False),
    ),
    days=((r"(?:de )?hoje", 0), (r"(?:de )?amanhã", 1), (r"(?:de )?depois de amanhã", 2)),
    weekdays=_WEEKDAYS,
    months=_MONTHS,
    which_weekday=(
        ("nth", r"(?:n?[oa] )?(?P<nth>[1-5]) {weekday} d[eo]"),
        ("last", r"(?:n?[oa] )?últim[oa] {weekday} d[eo]"),
        ("coming", rf"{_ON}{{weekday}}"),
        ("disputed", rf"{_ON}pr[oó]xim[oa] {{weekday}}"),
        ("disputed", rf"{_ON}{{weekday}} (?:que vem|pr[oó]xim[oa])"),
        ("following", rf"{_ON}{{weekday}} d?a (?:semana que vem|pr[oó]xima semana)"),
        ("following", r"(?:na )?(?:semana que vem|pr[oó]xima semana),?(?: na| no)? {weekday}"),
    ),
    dates=(
        *PLAIN_DATES,
        ("month", rf"{{month}}(?:,? {YEAR})?"),
        ("day_month", rf"{_ON}(?:dia )?(?P<d>\d{{1,2}})[ /-](?:de )?{{month}}(?:,? (?:de |do ano )?{YEAR})?"),
        ("day_month", rf"{{month}} (?P<d>\d{{1,2}})(?:,? (?:de )?{YEAR})?"),
        ("day", rf"{_ON}(?:do )?dia (?P<d>\d{{1,2}})"),
        ("numeric", rf"{_ON}(?:dia )?(?P<a>\d{{1,2}})[/-](?P<b>\d{{1,2}})(?:[/-](?P<y>\d{{4}}|\d\d))?"),
        ("dotted", rf"{_ON}(?P<a>\d{{1,2}})\.(?P<b>\d{{1,2}})\.{YEAR}"),
        ("year", rf"(?:em |de )?{YEAR}"),
        ("offset", rf"(?P<duration>(?:em|daqui a|dentro de) (?:\d+|uma?) {_UNITS})"),
        ("plus", rf"(?P<duration>(?:\d+|uma?) {_UNITS}) (?:depois d[eo]|após|a partir d[eo])(?= )"),
        ("next_week", "(?:na |da |a )?(?:semana que vem|pr[oó]xima semana)"),
        ("this_weekend", "(?:n|d)?(?:este |esse |o )(?:fim de semana|final de semana)"),
        ("this_week", "(?:d|n)?esta semana"),
        ("next_month", "(?:no |do )?(?:m[eê]s que vem|pr[oó]ximo m[eê]s)"),
        ("this_month", "(?:d|n)?este m[eê]s"),
        ("month_end", "(?:no |ao )?(?:fim|final) d(?:o|este) m[eê]s|último dia do mês"),
        ("next_month_end", "(?:no )?(?:fim|final) do (?:m[eê]s que vem|pr[oó]ximo m[eê]s)"),
    ),
    holidays=(
        (r"(?:no |dia de )?natal", 12, 25),
        (r"(?:na )?véspera de natal", 12, 24),
        (r"(?:na )?véspera de ano[ -]novo", 12, 31),
        (r"(?:no )?(?:ano[ -]novo|dia de ano[ -]novo)", 1, 1),
        (r"(?:no )?(?:fim|final) d[oe] ano", 12, 31),
        (r"(?:no )?dia do trabalh(?:o|ador)", 5, 1),
        (r"(?:no )?dia de todos os santos", 11, 1),
        (r"halloween", 10, 31),
    ),
    easter=(
        (r"(?:na |domingo de )?páscoa", 0),
        (r"(?:na )?sexta-feira santa", -2),
        (r"(?:na |terça-feira de )?(?:carnaval)", -47),
        (r"(?:no )?corpus christi", 60),
    ),
    fillers=any_of(
        r"o a os as no na em de do da para até por volta cerca ao aos às à aproximadamente exatamente ,"
    ),
    recurrence=any_of(
        r"""cada todo toda todos todas diariamente diári[oa] semanalmente semanal mensal\w* anual\w* ve(?:z|zes)_(?:por|ao|à) por_(?:dia|semana|hora)"""
    ),
    past=any_of(r"ontem anteontem atrás há passad[oa] últim[oa]s?(?!_\w+(?:-feira)?_d) anterior"),
    event=any_of(
        r"antes_(?!d[ao]s_|d[ao]_\d|de_meio) depois_(?!de_amanhã|d[ao]s?|de_hoje) durante_[oa] enquanto desde entre até_que (?:fim|final)_do_dia"
    ),
    words=Words(
        inside=any_of(
            r"""mesma esta essa em a à às as ao aos o os no na nas nos de do da das dos para pra pras pelas por volta partir até daqui dentro dia dias e
            meia meio meia-noite meio-dia meianoite meiodia noite quarto quartos menos ponto horas? hrs amanhã amanha depois hoje oje
            manhã manha tarde madrugada cedo esta este essa esse nesta neste pr[oó]xim[oa] semana m[eê]s fim final que vem feira
            (?:segunda|ter[çc]a|quarta|quinta|sexta)-feira natal páscoa véspera ano novo ano-novo reveillon carnaval mais
            am pm a\.m p\.m primeiro utc gmt mil lá la umas uns cerca [2-6]ª cedo agora meses"""
        ),
        named=any_of(
            r"dia_d[aoe]s?_\w+ utc gmt reveillon primeir[oa]_\w+_de últim[oa]_\w+_de segund[oa]_\w+_de"
        ),
        weak=any_of(
            r"mar mai seg ter qua qui sex sab dom set um uma segunda terça terca quarta quinta sexta cedo tarde noite manhã em_\d+ a_\d{1,2} as_\d{1,2} a_noite a_tarde a_manhã de_manhã à_\d{1,2} de_\d+ por_\d+ para_\d+ aos_\d+ uma_\w+ a_segunda a_quarta a_terceira meio"
        ),
        before=any_of(
            r"""feliz bom boa cada todo toda todos todas últim[oa]s? desde entre há bo[am]s? outr[oa]s? durou dura passad[oa]"""
        ),
        labels=any_of(
            r"versão version v capítulo página sala quarto linha número nº nível episódio temporada que os dos"
        ),
        behind=any_of(r"antes atrás passad[oa] de_atraso"),
        counted=any_of(r"por_cento euros? reais pessoas? vezes"),
    ),
)
