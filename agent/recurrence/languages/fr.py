"""French."""

# ruff: noqa: E501 - a pattern reads best unbroken

from __future__ import annotations

from agent.recurrence.clock import Part
from agent.recurrence.languages.shared import any_of, counted
from agent.recurrence.lexicon import Form, Lexicon, SmallHours, Unit
from agent.recurrence.terms import LAST

_NUMBERS = {
    **counted(
        """un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept dix-huit
        dix-neuf vingt vingt-et-un vingt-deux vingt-trois"""
    ),
    "une": 1, "trente": 30, "quarante": 40, "quarante-cinq": 45, "cinquante": 50, "soixante": 60,
    "quatre-vingt-dix": 90,
}  # fmt: skip
_ALL = "(?:tous les|toutes les)"
_EVERY = f"(?:chaque|{_ALL})"
_WEEKDAYS = ("lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi", "dimanche")
_DAY = r"(?P<day>\d{1,2}(?:er)?|premier)"
_AT = "(?:(?:à|vers|pour) )"
_HOURS = "(?: ?(?:h|heures?))"
_HOUR = f"(?:{{h}}{_HOURS}|(?P<noon>midi)|(?P<midnight>minuit))"
_PARTS = (
    "du matin|le matin|au matin|dans la matinée|de l'après-midi|l'après-midi|dans l'après-midi|du soir|le soir"
    "|dans la soirée|la nuit|de nuit|de la nuit"
)
_SHORT = r"cinq|dix|vingt|vingt-cinq|\d{1,2}"

LEXICON = Lexicon(
    language="fr",
    numbers={word.replace("-", " "): value for word, value in _NUMBERS.items()},
    steps=counted("troisième quatrième cinquième sixième", 3),
    nth=(
        ("premi(?:er|ère)|1er", 1),
        ("deuxième|seconde?", 2),
        ("troisième", 3),
        ("quatrième", 4),
        ("derni(?:er|ère)", LAST),
    ),
    weekdays=_WEEKDAYS,
    plurals=tuple(f"{day}s" for day in _WEEKDAYS),
    months=(
        "janvier", "février", "mars", "avril", "mai", "juin", "juillet", "août", "septembre", "octobre", "novembre",
        "décembre",
    ),
    month_day=r"\d{1,2}(?:er)?(?!\w| ?(?:h|heures?|:))",
    day_words={"premier": 1},
    units={
        Unit.SECOND: "secondes?|sec",
        Unit.MINUTE: "minutes?|min",
        Unit.HOUR: "heures?|h",
        Unit.DAY: "jours?",
        Unit.WEEK: "semaines?",
        Unit.MONTH: "mois",
        Unit.YEAR: "ans?|années?",
    },
    parts=(
        ("matins?|matinées?|(?:du|le|au) matin|dans la matinée", Part.MORNING),
        ("midis?", Part.NOON),
        ("après-midis?|(?:de |dans )?l'après-midi", Part.AFTERNOON),
        ("soirs?|soirées?|(?:du|le) soir|dans la soirée", Part.EVENING),
        ("nuits?|(?:de )?la nuit|de nuit", Part.NIGHT),
    ),
    plural_parts=(),
    hour=r"(?P<h#>\d{1,2})(?: ?(?:h|heures?|:) ?(?P<m#>[0-5]\d)?)?",
    patterns=(
        (Form.SERIES, f"{_EVERY} {{unit}}"),
        (Form.SERIES, f"{_ALL} {{n}} {{unit}}"),
        (Form.SERIES, "(?P<u_day>un jour) (?P<other>sur (?:deux|2))"),
        (Form.SERIES, "(?P<u_week>une semaine) (?P<other>sur (?:deux|2))"),
        (Form.SERIES, "(?P<u_month>un mois) (?P<other>sur (?:deux|2))"),
        (Form.SERIES, "chaque {step} {unit}"),
        (Form.SERIES, f"{_EVERY} (?P<half_hour>demi[- ]?heures?)"),
        (Form.SERIES, f"{_EVERY} (?P<quarter_hour>quarts? d'heure)"),
        (Form.SERIES, f"{_EVERY} (?P<hour_and_half>heures? et demie)"),
        (Form.SERIES, f"(?:{_EVERY}|les) {{weekdays}}(?: {{part}})?"),
        (Form.SERIES, "(?:le )?un {weekdays}(?: {part})? (?P<other>sur (?:deux|2))"),
        (Form.SERIES, f"(?:le |{_EVERY} )?{{nth}} {{weekdays}} de chaque mois"),
        (Form.SERIES, f"{_EVERY} {{nth}} {{weekdays}} du mois"),
        (Form.SERIES, "tous les (?P<other>deux|2) {weekdays}"),
        (Form.SERIES, f"{_EVERY} {{edge}} {{weekdays}}"),
        (Form.SERIES, "(?:le )?{edge} (?P<any_day>jour) de chaque mois"),
        (Form.SERIES, "(?:le )?{edge} (?P<working>jour (?:ouvré|ouvrable)) (?:de chaque|du) mois"),
        (Form.SERIES, f"(?P<working>(?:les |{_ALL} )jours (?:ouvrés|ouvrables|de (?:la )?semaine))"),
        (Form.SERIES, "chaque (?P<working>jour (?:ouvré|ouvrable|de semaine))"),
        (Form.SERIES, "(?P<working>en semaine|du lundi au vendredi)"),
        (Form.SERIES, f"(?P<weekend>(?:{_EVERY}|les) week[- ]?ends?)"),
        (Form.SERIES, f"{_EVERY} {{part}}"),
        (Form.SERIES, "(?:le |les )?{days} de chaque mois"),
        (Form.SERIES, f"{_EVERY} {{days}} du mois"),
        (Form.SERIES, "(?:au |en )?(?P<month_start>début) de chaque mois"),
        (Form.SERIES, "(?:à la |en )?(?P<month_end>fin) de chaque mois"),
        (Form.SERIES, f"{_EVERY} {_DAY} {{month}}"),
        (Form.ADVERB, "(?P<u_day>quotidiennement|journellement)"),
        (Form.ADVERB, "(?P<u_week>hebdomadairement)"),
        (Form.ADVERB, "(?P<u_month>mensuellement)"),
        (Form.ADVERB, "(?P<u_year>annuellement)"),
        (Form.ADJECTIVE, "(?P<u_day>quotidien(?:ne)?s?|journali(?:er|ère)s?)"),
        (Form.ADJECTIVE, "(?P<u_week>hebdomadaires?)"),
        (Form.ADJECTIVE, "(?P<u_month>mensuel(?:le)?s?)"),
        (Form.ADJECTIVE, "(?P<u_year>annuel(?:le)?s?)"),
        (Form.PER, "(?:(?P<once>une fois)|(?P<twice>(?:deux|2) fois)|{n} fois) (?:par|chaque) {unit}"),
        (Form.OF_MONTH, "du mois"),
        (Form.PLAIN, "(?:le |au )?{weekdays}(?: {part})?"),
        (Form.PLAIN, "(?:le )?{nth} {weekdays}"),
        (Form.PLAIN, "(?:le )?{nth} (?P<any_day>jour)"),
        (Form.PLAIN, "le {days}"),
        (Form.PLAIN, f"(?:le )?{_DAY} {{month}}"),
        (Form.PLAIN, f"(?P<part>{_PARTS})"),
        (Form.WINDOW, "(?:entre|de) {clock1} (?:et|à) {clock2}"),
        (Form.CLOCK, rf"{_AT}{{h}}{_HOURS}(?: pile| précises)?"),
        (Form.CLOCK, rf"{_AT}?{{h}}{_HOURS} ?(?P<m>[0-5]\d)"),
        (Form.CLOCK, rf"{_AT}?{{h}}{_HOURS}?(?= (?:{_PARTS})(?!\w))"),
        (Form.CLOCK, rf"{_AT}?{{h}}:(?P<m>[0-5]\d)"),
        (Form.CLOCK, f"{_AT}?{_HOUR} (?P<half_past>et demie?)"),
        (Form.CLOCK, f"{_AT}?{_HOUR} (?:(?P<quarter_past>et quart)|(?P<quarter_to>moins le quart))"),
        (Form.CLOCK, f"{_AT}?{_HOUR} moins (?P<to>{_SHORT})"),
        (Form.CLOCK, f"{_AT}(?P<noon>midi)"),
        (Form.CLOCK, f"{_AT}(?P<midnight>minuit)"),
        (Form.BARE, rf"{{h}}{_HOURS}"),
        (Form.ON_THE_HOUR, "à l'heure pile"),
        (Form.COUNT, "(?P<lead>en tout )?{n} fois(?! par| chaque)"),
        (Form.LENGTH, "(?:pendant|durant|pour) (?:les (?P<next>prochaine?s) )?(?:{n}|une?) (?:prochaine?s )?{unit}"),
        (Form.NOW, "(?:à partir de|dès) (?:maintenant|aujourd'hui)|dès à présent"),
        (Form.OPEN_END, r"jusqu'à (?:nouvel ordre|(?:la )?suppression|annulation|ce que (?:je|j')[\w' ]{0,25})|pour toujours"),
        (Form.UNTIL, "jusqu'(?:à la|au|aux|à|en)"),
        (Form.START, "à partir (?:de la|du|de|d')|dès(?: le)?|à compter (?:du|de)|depuis"),
        (Form.UNCLEAR, any_of(
            r"""demain aujourd'hui hier (?:pendant|pour|durant)_(?:le|la|les)_(?:reste|prochaine?s?)(?:_\w+){0,3} après-demain (?:ce|cet|cette|ces)_(?:{unit}|{weekdays}|week-end|{part}) la_semaine_prochaine
            le_mois_prochain prochaine?s? sauf excepté hormis à_part mais_pas pas_l[ea]s? sinon si ou utc gmt heure_de en_{month} pendant avant après"""
        )),
    ),
    joiners="et(?: à| le| les| au)?|(?<=, )les?",
    range=" (?:au|à) ",
    fillers="seulement|uniquement|stp|svp|s'il te plaît|toujours|exactement|et|aussi|pile|récurrent",
    nouns="(?:nouveau )?(?:rappels?|alarmes?|réveils?|minuteurs?|notifications?|alertes?)",
    follows=any_of(
        r"""de d' du pour à au que qu' en jusqu' par et dès avec car quand mon ma mes le la les l' un une je chaque tous toutes
        \d+ moi nous stp svp"""
    ),
    spoils="pas|presque|quasi|que|comme|ni|jamais|chaque|tous|toutes",
    owners="mon|ma|mes|ton|son|notre|le|la|d'|de",
    prepositions="à|au|le|en|de|du|dès|pour|vers|jusqu'à|les|la",
    leads="à la|à l'|au|lors|pendant",
    wakes=r"réveill\w*|lever",
    alarms=r"alarmes?|réveils?",
    clause="que|qui|parce|quand|si|où|pendant|car|dont",
    literal_minutes=True,
    small_hours=SmallHours.UNCLEAR,
)  # fmt: skip
