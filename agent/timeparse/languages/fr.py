"""French."""

# ruff: noqa: E501 - a pattern reads best unbroken

from __future__ import annotations

from agent.timeparse.languages.shared import (
    BARE_HOUR,
    HALF_DAY,
    PLAIN_DATES,
    YEAR,
    any_of,
    compounds,
    counted,
    units,
)
from agent.timeparse.lexicon import Lexicon, SmallHours, Words
from agent.timeparse.policy import Part

_ONES = "un deux trois quatre cinq six sept huit neuf"
_SMALL = f"{_ONES} dix onze douze treize quatorze quinze seize dix_sept dix_huit dix_neuf"
_TENS = {"vingt": 20, "trente": 30, "quarante": 40, "cinquante": 50}
_NUMBERS = {
    **compounds(_TENS, _ONES.split(), " "),
    **{f"{ten} et un{ending}": value + 1 for ten, value in _TENS.items() for ending in ("", "e")},
    **{f"{ten} une": value + 1 for ten, value in _TENS.items()},
    **compounds({"soixante": 60, "soixante dix": 70, "quatre vingt": 80}, _ONES.split(), " "),
    **_TENS, "soixante": 60, "quatre vingt dix": 90, **counted(_SMALL), "une": 1,
}  # fmt: skip
_MONTHS = (
    r"janv?(?:ier|\.)?", r"f[eé]v(?:rier|r?\.?)?", "mars", r"avr(?:il|\.)?", "mai", r"juin", r"juil(?:let|l?\.)?",
    r"ao[uû]t", r"sept?(?:embre|\.)?", r"oct(?:obre|\.)?", r"nov(?:embre|\.)?", r"d[eé]c(?:embre|\.)?",
)  # fmt: skip
_WEEKDAYS = (
    r"lundi|lun\.?", r"mardi|mar\.", r"mercredi|mer\.?", r"jeudi|jeu\.?", r"vendredi|ven\.?", r"samedi|sam\.?",
    r"dimanche|dim\.?",
)  # fmt: skip
_ANY_WEEKDAY = "lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche"

_AT = r"(?:(?:à|a|vers|environ|dès|autour de|aux alentours de|aux environs de|avant|jusqu'à|plutôt|@) ?)+"
_HOURS = r"(?: ?(?:heures?|hrs?|h))"
_HOUR = rf"(?:(?P<h>\d{{1,2}}){_HOURS}|(?P<noon>midi)|(?P<midnight>minuit))"
_N = (
    r"(?:les? )?(?:(?P<q3>3 quarts)|(?P<q>(?:1 )?quart)|(?P<half>demie?)|(?P<n>[0-5]?\d)(?: ?min(?:utes?)?)?)"
)
_UNITS = "(?:jours?|semaines?|mois|ans?|années?)"

LEXICON = Lexicon(
    language="fr",
    spellings=(
        (r"\b(?:ajd|aujourd hui|aujourdhui|auj)\b", "aujourd'hui"),
        (r"\b(?:dem1|demin|dmain|2main|demaim)\b", "demain"),
        (r"\baprès[ -]?demain\b|\bapres[ -]?demain\b", "après-demain"),
        (r"\bapr[eè]s[ -]?midi\b|\baprem\b", "après-midi"),
        (r"\bqq(?:s|es)? (?=min|sec|heure|jour)", "quelques "),
        (r"\b(?:minuttes?|mintues?|minuts?)\b", "minutes"),
        (r"\bmat\b", "matin"),
        (r"\bd'(?=(?:avril|août|aout|octobre)\b)", "de "),
        (r"^un jour$", "un de ces jours"),
        (r"\bsoiree\b", "soirée"),
    ),
    numbers=_NUMBERS,
    ordinals={
        "premier": 1,
        "première": 1,
        "premiere": 1,
        "1er": 1,
        "1ère": 1,
        "2nd": 2,
        "deuxième": 2,
        "troisième": 3,
        "quatrième": 4,
        "cinquième": 5,
    },
    ordinal_mark="e",
    thousand="mille",
    rewrites=(
        (r"\b(\d{1,2}) heures? et demie?\b(?! (?:du|de l))", r"\1 heures 30"),
        (r"\b(?:1 )?demi[ -]heure\b", "30 minutes"),
        (r"\b3 quarts d'heures?\b", "45 minutes"),
        (r"\b(dans|d'ici) (\d{1,2}) heures? et quart\b", r"\1 \2 heures 15"),
        (r"\b(?:1 )?quart d'heure\b", "15 minutes"),
        (r"\b(?:1 )?demi[ -]journée\b", "12 heures"),
        (r"\bquinzaine de jours\b", "15 jours"),
        (r"\b(?:encore|environ) (?=\d+ (?:min|sec|heure|jour))", ""),
    ),
    articles="une?",
    units=units(
        second="s|sec|secs|secondes?",
        minute="m|min|mins|minutes?|'",
        hour="h|hr|heures?",
        day="j|jours?",
        week="sem|semaines?",
        month="mois",
        year="ans?|années?",
    ),
    ahead="dans|d'ici|pendant|sous",
    from_now=any_of("à_partir_de_maintenant plus_tard après à_compter_de_maintenant"),
    about="environ|à peu près|encore|exactement|juste|pour|de",
    joiner="et",
    disputed_hours=r"(?:(?:pour|de) )?(?:\d|1\d|2[0-3])(?:\.[0-5]\d)? ?(?:h|hr|heures?)",
    clocks=(
        (
            "digital",
            rf"(?:{_AT})?(?P<h>\d{{1,2}})(?::| ?h ?| heures? )(?P<m>[0-5]\d)(?:(?::| ?min(?:utes?)? ?)(?P<s>[0-5]\d)?)?{HALF_DAY}?",
        ),
        ("point", rf"(?:{_AT})?(?P<h>\d{{1,2}}){_HOURS}?{HALF_DAY}"),
        ("point", rf"{_AT}(?P<h>\d{{1,2}}){_HOURS}(?: pile| précises?)?"),
        ("point", rf"{_AT}(?P<h>\d{{1,2}})"),
        ("hours", rf"(?P<h>\d{{1,2}}){_HOURS}(?: pile| précises?)?"),
        ("bare", BARE_HOUR),
        ("packed", rf"(?:{_AT})?(?!(?:19|20|21)\d\d)(?P<h>\d{{1,2}})(?P<m>[0-5]\d)"),
        ("past", rf"(?:{_AT})?{_HOUR}(?: et| passée?s? de)? {_N}"),
        ("to", rf"(?:{_AT})?{_HOUR} moins {_N}"),
        ("noon", rf"(?:{_AT})?midi|ce midi"),
        ("midnight", rf"(?:{_AT})?minuit"),
        ("day_end", "(?:à |en )?(?:la )?fin de"),
        ("present", "(?:à )?(?:cette|la même) heure"),
    ),
    literal_minutes=True,
    small_hours=SmallHours.DATED_LITERAL,
    parts=(
        (r"tôt (?:le|dans la) matin(?:ée)?|de bonne heure", Part.EARLY, False),
        (r"(?:du |le |au |dans la )?matin(?:ée)?", Part.MORNING, False),
        (r"ce matin", Part.MORNING, True),
        (r"(?:de l'|l'|dans l'|en )?après-midi", Part.AFTERNOON, False),
        (r"cet après-midi", Part.AFTERNOON, True),
        (r"(?:du |le |au |dans la |en )?soir(?:ée)?", Part.EVENING, False),
        (r"ce soir", Part.EVENING, True),
        (r"(?:de la |la |dans la )nuit", Part.NIGHT, False),
        (r"cette nuit", Part.NIGHT, True),
    ),
    days=(
        (r"aujourd'hui|ce jour", 0),
        ("demain", 1),
        ("après-demain", 2),
    ),
    weekdays=_WEEKDAYS,
    months=_MONTHS,
    which_weekday=(
        ("nth", r"(?:le )?(?P<nth>[1-5])(?:er|e|ère) {weekday} (?:de|du)"),
        ("last", r"(?:le )?dernier {weekday} (?:de|du)"),
        ("coming", r"(?:le |ce |au |pour |de )?{weekday}"),
        ("disputed", r"(?:le )?{weekday} prochain"),
        ("following", r"(?:le )?{weekday} (?:de |dans )?la semaine (?:prochaine|suivante|d'après)"),
        ("following", r"(?:la )?semaine prochaine,?(?: le)? {weekday}"),
        ("week_later", r"(?:le )?{weekday} en 8"),
        ("fortnight_later", r"(?:le )?{weekday} en 15"),
    ),
    dates=(
        *PLAIN_DATES,
        ("month", rf"{{month}}(?:,? {YEAR})?"),
        ("day_month", rf"(?:le |au |du |pour le )?(?P<d>\d{{1,2}})(?:er|e)?[ /-]{{month}}(?:[ /-]{YEAR})?"),
        ("day", r"(?:le |au |du |pour le )(?P<d>\d{1,2})(?:er|e)?"),
        ("numeric", r"(?:le |au |du |pour le )?(?P<a>\d{1,2})[/.-](?P<b>\d{1,2})(?:[/.-](?P<y>\d{4}|\d\d))?"),
        ("numeric", r"(?:le |au |du )(?P<a>\d{1,2}) (?P<b>\d{1,2})(?: (?P<y>\d{4}|\d\d))?"),
        ("numeric", rf"(?P<a>\d{{1,2}}) (?P<b>\d{{1,2}}) {YEAR}"),
        ("year", rf"(?:en |de l'année )?{YEAR}"),
        ("offset", rf"(?P<duration>(?:dans|d'ici) (?:\d+|une?) {_UNITS})"),
        ("plus", rf"(?P<duration>(?:\d+|une?) {_UNITS}) après(?= )"),
        ("next_week", "(?:la )?semaine prochaine"),
        ("this_weekend", "(?:ce |le )week[ -]?end"),
        ("this_week", "cette semaine"),
        ("next_month", "(?:le |du )?mois prochain"),
        ("this_month", "ce mois(?:-ci)?|de ce mois"),
        ("month_end", "(?:à |en )?(?:la )?fin (?:du|de ce) mois"),
        ("next_month_end", "(?:à |en )?(?:la )?fin du mois prochain"),
    ),
    holidays=(
        (r"(?:à |le jour de )?no[eë]l", 12, 25),
        (r"(?:la |à la )?veille de no[eë]l|(?:le )?réveillon de noël", 12, 24),
        (r"(?:la )?saint[ -]sylvestre|(?:le )?réveillon(?: du (?:nouvel an|jour de l'an))?", 12, 31),
        (r"(?:le |au )?(?:jour de l'an|nouvel an)", 1, 1),
        (r"(?:à |en )?(?:la )?fin de l'année|fin d'année", 12, 31),
        (r"(?:la |à la )?saint[ -]valentin", 2, 14),
        (r"(?:la |à la )?fête du travail", 5, 1),
        (r"(?:la |à la )?fête nationale", 7, 14),
        (r"(?:la |à la |à l')?toussaint", 11, 1),
        (r"(?:l')?assomption", 8, 15),
        (r"(?:l')?armistice", 11, 11),
        (r"halloween", 10, 31),
    ),
    easter=(
        (r"(?:à |le dimanche de )?pâques", 0),
        (r"(?:le )?lundi de pâques", 1),
        (r"(?:le )?vendredi saint", -2),
        (r"(?:l')?ascension", 39),
        (r"(?:la )?pentecôte", 49),
        (r"(?:le )?lundi de pentecôte", 50),
    ),
    fillers=any_of(r"le la à au vers environ pour du de dès plutôt précises? exactement svp ,"),
    recurrence=any_of(
        rf"""tous_les toutes_les chaque quotidien\w* hebdomadaire\w* mensuel\w* annuel\w* (?:{_ANY_WEEKDAY})s
        fois_par \w+_fois_par par_(?:jour|semaine|mois|heure) un_(?:jour|soir|matin)_sur"""
    ),
    past=any_of(
        r"hier avant-hier il_y_a derni[eè]re?(?!_\w+_d) passé(?!_de) passée(?!_de) précédent[e]? auparavant plus_tôt ça_fait"
    ),
    event=any_of(
        r"""avant_(?!\d|midi|minuit) après_(?!\d|midi|minuit|demain|une?_) pendant_que depuis entre jusqu'à_ce fin_de_(?:la_)?journée
        le_lendemain_d[eu]"""
    ),
    words=Words(
        inside=any_of(
            r"""même cette dans d'ici à a au vers environ pour du de des le la les l'après-midi d'après ce cet cette en et moins dès plutôt
            autour alentours aux après après-demain apres-demain après-midi apres-midi apres aprem demain aujourd'hui aujourdhui aujourd ajd auj
            hui dem1 demin dmain midi minuit quart quarts d'heure d'heures demi demie demi-heure demi-journée matin mat matinée
            soir soirée soiree nuit tôt prochain prochaine semaine semaines fin mois suivante suivant week-end weekend week end plus tard heures? pile précises
            noël noel veille saint-sylvestre sylvestre réveillon jour l'an nouvel an toussaint pâques pentecôte ascension lundi
            \d+(?:er|e|h|h\d+) quelques minuttes? mintues? vingt-\w+ trente-\w+ quarante-\w+ cinquante-\w+ dix-\w+ utc gmt journée quinzaine jours"""
        ),
        named=any_of(
            r"fête_des_\w+ utc gmt cet premier_\w+_d[eu'] dernier_\w+_d[eu'] lendemain pentecôte ascension"
        ),
        weak=any_of(
            r"mai mars mar mer sam dim lun jeu ven an un une matin soir midi nuit aujourd le_\d{1,2} la_\d de_\d+_min a_\d{1,2} du_\d{1,2} au_\d{1,2} matinée soirée ce_jour"
        ),
        before=any_of(
            r"""joyeux joyeuses bonne tous_les toutes_les chaque dernier dernière depuis entre bon bonne belle il_y_a ça_fait avait fête autre autres dure duré duraient"""
        ),
        labels=any_of(
            r"version v chapitre page salle chambre ligne quai numéro n° top niveau épisode saison que bus"
        ),
        behind=any_of(r"avant auparavant plus_tôt dernier dernière passé passée de_retard d'avance"),
        counted=any_of(r"pour_cent euros? personnes?"),
    ),
)
