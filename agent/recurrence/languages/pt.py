"""Portuguese."""

# ruff: noqa: E501 - a pattern reads best unbroken

from __future__ import annotations

from agent.recurrence.clock import Part
from agent.recurrence.languages.shared import any_of, counted
from agent.recurrence.lexicon import Form, Lexicon, SmallHours, Unit
from agent.recurrence.terms import LAST

_NUMBERS = {
    **counted(
        """um dois três quatro cinco seis sete oito nove dez onze doze treze catorze quinze dezesseis dezessete dezoito
        dezenove vinte"""
    ),
    "uma": 1, "duas": 2, "quatorze": 14, "dezasseis": 16, "trinta": 30, "quarenta": 40, "quarenta e cinco": 45,
    "cinquenta": 50, "sessenta": 60, "noventa": 90,
}  # fmt: skip
_ALL = "(?:todos os|todas as|todo o|toda a|todo|toda)"
_EVERY = f"(?:(?:a )?cada|{_ALL})"
_NAMES = ("segunda", "terça", "quarta", "quinta", "sexta")
_DAY = r"(?P<day>\d{1,2}º?|primeiro)"
_AT = "(?:(?:para |pelas |por volta d)?(?:as|às) )"
_HOURS = "(?: ?(?:h|hs|horas?))"
_PARTS = "de manhã|da manhã|pela manhã|na manhã|à tarde|da tarde|de tarde|à noite|da noite|de noite|da madrugada|de madrugada"

LEXICON = Lexicon(
    language="pt",
    numbers=_NUMBERS,
    steps=counted("terceiro quarto quinto sexto", 3),
    nth=(
        ("primeir[oa]", 1),
        ("segundo", 2),
        ("terceir[oa]", 3),
        ("quarto", 4),
        ("últim[oa]", LAST),
    ),
    weekdays=(*(f"{name}s?(?:-feiras?| feiras?)?" for name in _NAMES), "sábados?", "domingos?"),
    plurals=(*(f"{name}s(?:-feiras?| feiras?)?" for name in _NAMES), "sábados", "domingos"),
    months=(
        "janeiro", "fevereiro", "março", "abril", "maio", "junho", "julho", "agosto", "setembro", "outubro", "novembro",
        "dezembro",
    ),
    month_day=r"\d{1,2}º?",
    day_words={"primeiro": 1},
    units={
        Unit.SECOND: "segundos|seg",
        Unit.MINUTE: "minutos?|min",
        Unit.HOUR: "horas?|hs?",
        Unit.DAY: "dias?",
        Unit.WEEK: "semanas?",
        Unit.MONTH: "mês|meses",
        Unit.YEAR: "anos?",
    },
    parts=(
        ("manhãs?|(?:de|da|pela|na) manhã", Part.MORNING),
        ("madrugadas?|(?:de|da) madrugada", Part.EARLY),
        ("meio-dia", Part.NOON),
        ("tardes?|(?:à|da|de) tarde", Part.AFTERNOON),
        ("noites?|(?:à|da|de) noite", Part.EVENING),
    ),
    plural_parts=(),
    hour=r"(?P<h#>\d{1,2})(?: ?(?:h|horas|:) ?(?P<m#>[0-5]\d)?)?",
    patterns=(
        (Form.SERIES, f"{_EVERY} {{unit}}"),
        (Form.SERIES, "(?:(?:a )?cada|todos os|todas as) {n} {unit}"),
        (Form.SERIES, "(?P<u_day>dia) (?P<other>sim,? dia não|sim e dia não|sim e outro não)"),
        (Form.SERIES, "(?:a )?cada {step} {unit}"),
        (Form.SERIES, "(?:a )?(?:cada|toda) (?P<half_hour>meia hora)"),
        (Form.SERIES, "(?:a )?cada (?P<quarter_hour>quarto de hora)"),
        (Form.SERIES, "(?:a )?cada (?P<hour_and_half>hora e meia)"),
        (Form.SERIES, f"{_EVERY} {{weekdays}}(?: {{part}})?"),
        (Form.SERIES, "(?:às|aos|nas|nos) {plurals}(?: {part})?"),
        (Form.SERIES, "(?:a )?cada (?P<other>duas|dois) {weekdays}(?: {part})?"),
        (Form.SERIES, f"(?:na |no |a |o |{_EVERY} )?{{nth}} {{weekdays}} de (?:cada|todo) mês"),
        (Form.SERIES, f"{_EVERY} {{nth}} {{weekdays}} do mês"),
        (Form.SERIES, f"{_EVERY} {{edge}} {{weekdays}}"),
        (Form.SERIES, "(?:no |o )?{edge} (?P<any_day>dia) de (?:cada|todo) mês"),
        (Form.SERIES, f"(?:no |o |{_EVERY} )?{{edge}} (?P<working>dia útil) (?:de cada|de todo|do) mês"),
        (Form.SERIES, "(?P<working>(?:em |nos |todos os )?dias (?:úteis|de semana))"),
        (Form.SERIES, f"{_EVERY} (?P<working>dia (?:útil|de semana))"),
        (Form.SERIES, "(?P<working>de segunda(?:-feira)? a sexta(?:-feira)?)"),
        (Form.SERIES, f"(?P<weekend>(?:{_EVERY}|aos|nos) (?:fim|fins|final|finais) de semana)"),
        (Form.SERIES, f"{_EVERY} {{part}}"),
        (Form.SERIES, "(?:no |todo )?(?:dia )?{days} de (?:cada|todo) mês"),
        (Form.SERIES, "todo dia {days} do mês"),
        (Form.ADVERB, "todo dia {days}"),
        (Form.SERIES, "(?:no )?(?P<month_start>início|começo) de (?:cada|todo) mês"),
        (Form.SERIES, "(?:no )?(?P<month_end>fim|final) de (?:cada|todo) mês"),
        (Form.SERIES, f"(?:a cada|cada|todo)(?: dia)? {_DAY} de {{month}}"),
        (Form.ADVERB, "(?P<u_day>diariamente)"),
        (Form.ADVERB, "(?P<u_week>semanalmente)"),
        (Form.ADVERB, "(?P<u_month>mensalmente)"),
        (Form.ADVERB, "(?P<u_year>anualmente)"),
        (Form.ADJECTIVE, "(?P<u_day>diári[oa]s?)"),
        (Form.ADJECTIVE, "(?P<u_week>semana(?:l|is))"),
        (Form.ADJECTIVE, "(?P<u_month>mensa(?:l|is))"),
        (Form.ADJECTIVE, "(?P<u_year>anua(?:l|is))"),
        (Form.PER, "(?:(?P<once>uma vez)|(?P<twice>(?:duas|2) vezes)|{n} vezes) (?:por|ao|à|a cada) {unit}"),
        (Form.OF_MONTH, "do mês"),
        (Form.PLAIN, "(?:na |no |em )?{weekdays}(?: {part})?"),
        (Form.PLAIN, "(?:na |no |a |o )?{nth} {weekdays}"),
        (Form.PLAIN, "(?:no |o )?{nth} (?P<any_day>dia)"),
        (Form.PLAIN, r"(?:no )?dia {days}(?! de|[:.]\d)"),
        (Form.PLAIN, f"(?:no |em )?(?:dia )?{_DAY} de {{month}}"),
        (Form.PLAIN, f"(?P<part>{_PARTS})"),
        (Form.WINDOW, "(?:entre|das|de) (?:as |às )?{clock1} (?:e|às|até)(?: as| às)? {clock2}"),
        (Form.CLOCK, rf"{_AT}{{h}}(?:{_HOURS}| em ponto)?"),
        (Form.CLOCK, rf"{_AT}?{{h}}(?: ?h ?|:)(?P<m>[0-5]\d)(?:min)?"),
        (Form.CLOCK, rf"{_AT}?{{h}}{_HOURS}?(?= (?:{_PARTS})(?!\w))"),
        (Form.CLOCK, r"(?:à|a|para a) (?P<h>1|uma)(?: ?(?:h|hora))?"),
        (Form.CLOCK, rf"{_AT}{{h}}{_HOURS}? (?P<half_past>e meia)"),
        (Form.CLOCK, rf"{_AT}{{h}}{_HOURS}? e (?P<past>5|10|25|[345]\d|cinco|dez|quinze|vinte|vinte e cinco|quarenta e cinco)"),
        (Form.CLOCK, "(?:ao|para o|para) (?P<noon>meio[- ]dia)"),
        (Form.CLOCK, "(?:à|a|para a) (?P<midnight>meia[- ]noite)"),
        (Form.ON_THE_HOUR, "na hora cheia"),
        (Form.COUNT, "(?P<lead>no total )?{n} vezes(?! por| ao| à| a)"),
        (Form.LENGTH, "(?:por|durante) (?:os próximos |as próximas )?(?:{n}|uma?) {unit}"),
        (Form.NOW, "(?:a partir de|desde|começando) (?:agora|hoje)"),
        (Form.OPEN_END, r"até (?:segunda ordem|novo aviso|ser (?:cancelad|apagad|excluíd)[oa]|(?:que )?eu [\w ]{0,25})|para sempre"),
        (Form.UNTIL, "até(?: ao| à| o| a| as| às)?"),
        (Form.START, "a partir d[eao]s?|começando (?:em|na|no)|desde(?: a| o)?"),
        (Form.UNCLEAR, any_of(
            r"""amanhã hoje ontem (?:por|durante|pelo|pelas?)_?(?:o|a|os|as)?_(?:resto|próxim[oa]s?)(?:_\w+){0,3} depois_de_amanhã (?:est[ae]|ess[ae]|n?est[ae]|próxim[oa]|na_próxima|no_próximo)_(?:{unit}|{weekdays}|fim_de_semana|{part})
            exceto menos salvo mas_não não_(?:aos?|na|no|nas|nos) senão utc gmt hora_de horário_de se ou em_{month} durante antes depois"""
        )),
    ),
    joiners="e(?: às| as| aos| à| o| a)?",
    range=" (?:a|até) ",
    fillers="só|somente|apenas|por favor|sempre|exatamente|e|também|em ponto|recorrente",
    nouns="(?:novo )?(?:lembretes?|alarmes?|despertador(?:es)?|avisos?|temporizador(?:es)?|notificação|notificações)",
    follows=any_of(
        r"""de do da para a ao às as que em até por e desde com porque quando meu minha o os um uma eu cada todo toda todos todas
        \d+ me nos à no na"""
    ),
    spoils="não|quase|que|como|nem|nunca|cada|todo|toda|todos|todas",
    owners="meu|minha|meus|minhas|seu|sua|nosso|o|de",
    prepositions="a|as|às|ao|em|no|na|de|do|das|desde|até|para|por",
    leads="no|na|ao|às|à",
    wakes=r"acord\w*|despert\w*|levantar",
    alarms="alarmes?",
    clause="que|porque|quando|se|onde|enquanto|quem",
    literal_minutes=False,
    small_hours=SmallHours.WAKING,
)  # fmt: skip
