"""Spanish."""

# ruff: noqa: E501 - a pattern reads best unbroken

from __future__ import annotations

from agent.recurrence.clock import Part
from agent.recurrence.languages.shared import any_of, counted
from agent.recurrence.lexicon import Form, Lexicon, SmallHours, Unit
from agent.recurrence.terms import LAST

_NUMBERS = {
    **counted(
        """uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis diecisiete
        dieciocho diecinueve veinte veintiuno veintidós veintitrés"""
    ),
    "una": 1, "treinta": 30, "cuarenta": 40, "cuarenta y cinco": 45, "cincuenta": 50, "sesenta": 60, "noventa": 90,
}  # fmt: skip
_ALL = "(?:todos los|todas las)"
_EVERY = f"(?:por )?(?:cada|{_ALL})"
_WEEKDAYS = ("lunes", "martes", "miércoles", "jueves", "viernes", "sábados?", "domingos?")
_DAY = r"(?P<day>\d{1,2}|primero|uno)"
_AT = "(?:(?:a|para|sobre) (?:eso de )?las? )"
_HALF_DAY = r"(?: ?(?:(?P<am>a\.? ?m\b\.?)|(?P<pm>p\.? ?m\b\.?)))"
_HOURS = "(?: ?(?:horas?|hrs?|h))"
_PARTS = "de la mañana|por la mañana|en la mañana|de la tarde|por la tarde|en la tarde|de la noche|por la noche|en la noche|de la madrugada"
_WORKING = "(?P<working>{}días (?:laborables|laborales|hábiles|de semana|entre semana))"

LEXICON = Lexicon(
    language="es",
    numbers=_NUMBERS,
    steps=counted("tercer cuarto quinto sexto", 3),
    nth=(
        ("primer[oa]?", 1),
        ("segund[oa]", 2),
        ("tercer[oa]?", 3),
        ("cuart[oa]", 4),
        ("últim[oa]", LAST),
    ),
    weekdays=_WEEKDAYS,
    plurals=("lunes", "martes", "miércoles", "jueves", "viernes", "sábados", "domingos"),
    months=(
        "enero", "febrero", "marzo", "abril", "mayo", "junio", "julio", "agosto", "sep?tiembre", "octubre", "noviembre",
        "diciembre",
    ),
    month_day=r"\d{1,2}",
    day_words={"primero": 1, "uno": 1},
    units={
        Unit.SECOND: "segundos?|seg",
        Unit.MINUTE: "minutos?|min",
        Unit.HOUR: "horas?|hrs?|h",
        Unit.DAY: "días?",
        Unit.WEEK: "semanas?",
        Unit.MONTH: "mes(?:es)?",
        Unit.YEAR: "años?",
    },
    parts=(
        ("(?:(?:de|por|en) )?(?:las? )?mañanas?", Part.MORNING),
        ("madrugadas?|de la madrugada", Part.EARLY),
        ("(?:los )?mediodías?|al mediodía", Part.NOON),
        ("(?:(?:de|por|en) )?(?:las? )?tardes?", Part.AFTERNOON),
        ("(?:(?:de|por|en) )?(?:las? )?noches?", Part.NIGHT),
    ),
    plural_parts=(),
    hour=r"(?:las? )?(?P<h#>\d{1,2})(?::(?P<m#>[0-5]\d))?(?: ?(?:(?P<am#>a\.?m\b\.?)|(?P<pm#>p\.?m\b\.?)))?(?: ?h(?:oras)?)?",
    patterns=(
        (Form.SERIES, f"{_EVERY} {{unit}}"),
        (Form.SERIES, f"{_EVERY} {{n}} {{unit}}"),
        (Form.SERIES, "cada (?P<other>otr[oa]|segund[oa]) {unit}"),
        (Form.SERIES, "cada {step} {unit}"),
        (Form.SERIES, "(?P<u_day>un día) (?P<other>sí,? y (?:otro|un día) no)"),
        (Form.SERIES, "(?P<u_day>día) (?P<other>(?:por|de) medio)"),
        (Form.SERIES, "cada (?P<half_hour>media hora)"),
        (Form.SERIES, "cada (?P<quarter_hour>cuarto de hora)"),
        (Form.SERIES, "cada (?P<hour_and_half>hora y media)"),
        (Form.SERIES, f"(?:{_EVERY}|los) {{weekdays}}(?: {{part}})?"),
        (Form.SERIES, "cada (?P<other>otro|dos|segundo) {weekdays}(?: {part})?"),
        (Form.SERIES, "(?:el |cada )?{nth} {weekdays} de (?:cada|todos los) mes(?:es)?"),
        (Form.SERIES, "cada {nth} {weekdays} del mes"),
        (Form.SERIES, "cada {edge} {weekdays}"),
        (Form.SERIES, "(?:el |cada )?{edge} (?P<any_day>día) de cada mes"),
        (Form.SERIES, "(?:el |cada )?{edge} (?P<working>día (?:laborable|hábil)) (?:de cada|del) mes"),
        (Form.SERIES, _WORKING.format(f"(?:en )?(?:los |{_ALL} )")),
        (Form.SERIES, "cada (?P<working>día (?:laborable|laboral|hábil))"),
        (Form.SERIES, "(?P<working>entre semana|de lunes a viernes)"),
        (Form.SERIES, f"(?P<weekend>(?:cada|{_ALL}) fin(?:es)? de semana|los fines de semana)"),
        (Form.SERIES, f"(?:en )?{_EVERY} {{part}}"),
        (Form.SERIES, "(?:por |en )?(?P<part>las (?:mañanas|tardes|noches)|los mediodías)"),
        (Form.SERIES, "(?:el |los )?(?:días? )?{days} de cada mes"),
        (Form.SERIES, f"{_EVERY} (?:días? )?{{days}} del? (?:cada )?mes"),
        (Form.ADVERB, "cada día {days}"),
        (Form.SERIES, "(?:a |al |el )?(?P<month_start>principios?|inicios?|comienzo) de cada mes"),
        (Form.SERIES, "(?:a |al )?(?P<month_end>fin(?:al|ales|es)?) de cada mes"),
        (Form.SERIES, f"{_EVERY} {_DAY} de {{month}}"),
        (Form.ADVERB, "(?P<u_day>diariamente|(?:a )?diario|cotidianamente)"),
        (Form.ADVERB, "(?P<u_week>semanalmente)"),
        (Form.ADVERB, "(?P<u_month>mensualmente)"),
        (Form.ADVERB, "(?P<u_year>anualmente)"),
        (Form.ADJECTIVE, "(?P<u_day>diari[oa]s?)"),
        (Form.ADJECTIVE, "(?P<u_week>semanal(?:es)?)"),
        (Form.ADJECTIVE, "(?P<u_month>mensual(?:es)?)"),
        (Form.ADJECTIVE, "(?P<u_year>anual(?:es)?)"),
        (Form.PER, "(?:(?P<once>una vez)|(?P<twice>(?:dos|2) veces)|{n} veces) (?:al|por|a la|cada) {unit}"),
        (Form.OF_MONTH, "del mes"),
        (Form.PLAIN, "(?:el |en )?{weekdays}(?: {part})?"),
        (Form.PLAIN, "(?:el )?{nth} {weekdays}"),
        (Form.PLAIN, "(?:el )?{nth} (?P<any_day>día)"),
        (Form.PLAIN, r"el (?:día )?{days}(?! de|[:.]\d)"),
        (Form.PLAIN, f"(?:para )?(?:el )?(?:día )?{_DAY} de {{month}}"),
        (Form.PLAIN, f"(?P<part>{_PARTS})"),
        (Form.WINDOW, "(?:entre|de|desde) {clock1} (?:y|a|hasta) {clock2}"),
        (Form.CLOCK, rf"{_AT}{{h}}(?:[:.](?P<m>[0-5]\d))?{_HALF_DAY}?{_HOURS}?"),
        (Form.CLOCK, rf"{{h}}(?:[:.](?P<m>[0-5]\d))?{_HALF_DAY}"),
        (Form.CLOCK, rf"{{h}}(?:[:.](?P<m>[0-5]\d))?{_HOURS}?(?= (?:{_PARTS})(?!\w))"),
        (Form.CLOCK, r"{h}:(?P<m>[0-5]\d)"),
        (Form.CLOCK, f"{_AT}{{h}} (?P<half_past>y media){_HALF_DAY}?"),
        (Form.CLOCK, f"{_AT}{{h}} (?:(?P<quarter_past>y cuarto)|(?P<quarter_to>menos cuarto)){_HALF_DAY}?"),
        (Form.CLOCK, rf"{_AT}{{h}} y (?P<past>5|10|25|[345]\d|cinco|diez|veinte|veinticinco){_HALF_DAY}?"),
        (Form.CLOCK, rf"{_AT}{{h}} menos (?P<to>\d{{1,2}}|cinco|diez|veinte|veinticinco){_HALF_DAY}?"),
        (Form.CLOCK, "(?:a|al|para el) (?P<noon>mediodía)"),
        (Form.CLOCK, "a (?:la )?(?P<midnight>medianoche)"),
        (Form.ON_THE_HOUR, "en punto de cada hora"),
        (Form.COUNT, "(?P<lead>en total )?{n} veces(?! al| por| a la| cada)"),
        (Form.LENGTH, "(?:durante|por|en|para) (?:los próximos |las próximas |los siguientes |las siguientes )(?:{n} )?{unit}"),
        (Form.LENGTH, "(?:durante|por) (?:{n}|una?) {unit}"),
        (Form.LENGTH, "(?:durante|por) (?:la (?:próxima|siguiente) )?(?P<half_hour>media hora)"),
        (Form.NOW, "(?:a partir de|desde|empezando|comenzando) (?:ahora|hoy)(?: mismo)?"),
        (Form.OPEN_END, r"hasta (?:nuevo aviso|cancelarl[oa]|borrarl[oa]|eliminarl[oa]|que (?:yo )?(?:lo |la )?(?:cancele|borre|elimine|pare|diga)\w*)|para siempre"),
        (Form.UNTIL, "hasta(?: el| la| las)?"),
        (Form.START, "a partir del?|desde(?: el| las)?|empezando(?: el| desde el)?|comenzando(?: el| desde el)?"),
        (Form.UNCLEAR, any_of(
            r"""mañana hoy ayer pasado_mañana (?:este|esta|estos|estas|próxim[oa]s?|la_próxima|el_próximo)_(?:{unit}|{weekdays}|fin_de_semana|{part}) (?:para|por|durante|en)_(?:el|la|los|las)_(?:siguientes?|siguentes|próxim[oa]s?|resto)(?:_\w+){0,3}
            excepto salvo menos pero_no no_(?:el|los) sino si o utc gmt hora_de en_{month} del_día durante antes_de después_de tras"""
        )),
    ),
    joiners="y(?: a)?(?: las| los| el)?|e|(?<=, )(?:el|los)",
    range=" (?:a|hasta) ",
    fillers="solo|sólo|solamente|por favor|siempre|exactamente|y|también|en punto|en|repetido|recurrente",
    nouns="(?:nuevo )?(?:recordatorios?|alarmas?|avisos?|temporizador(?:es)?|notificación|notificaciones|despertador)",
    follows=any_of(
        r"""de del para a al que en hasta por y desde con sobre cuando porque mi mis el la los las un una yo tomar sacar
        cada todos todas \d+ me nos por_favor"""
    ),
    spoils="no|casi|que|como|ni|nunca|cada|todos|todas",
    owners="mi|mis|tu|su|nuestro|el|la|de",
    prepositions="a|al|el|en|de|desde|hasta|para|por|las|la|los",
    leads="en|al|a la|a las",
    wakes=r"despierta\w*|despertar\w*|despertador",
    alarms="alarmas?",
    clause="que|porque|cuando|si|donde|mientras|quien",
    literal_minutes=False,
    small_hours=SmallHours.WAKING,
)  # fmt: skip
