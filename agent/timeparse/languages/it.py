"""Italian."""

# ruff: noqa: E501 - a pattern reads best unbroken

from __future__ import annotations

from agent.timeparse.languages.shared import BARE_HOUR, HALF_DAY, PLAIN_DATES, YEAR, any_of, counted, units
from agent.timeparse.lexicon import Lexicon, SmallHours, Words
from agent.timeparse.policy import Part

_ONES = "uno due tre quattro cinque sei sette otto nove"
_SMALL = f"{_ONES} dieci undici dodici tredici quattordici quindici sedici diciassette diciotto diciannove"
_TENS = {
    "venti": 20,
    "trenta": 30,
    "quaranta": 40,
    "cinquanta": 50,
    "sessanta": 60,
    "settanta": 70,
    "ottanta": 80,
    "novanta": 90,
}
_JOINED = {
    (ten[:-1] if one[0] in "uo" else ten) + one: value + digit
    for ten, value in _TENS.items()
    for digit, one in enumerate(_ONES.split(), 1)
}
_NUMBERS = {
    **_JOINED,
    **{word[:-1] + "é": number for word, number in _JOINED.items() if word.endswith("tre")},
    **_TENS,
    **counted(_SMALL),
    "un": 1,
    "una": 1,
}
_MONTHS = (
    r"gen(?:naio|\.)?", r"feb(?:braio|\.)?", r"mar(?:zo|\.)", r"apr(?:ile|\.)?", r"mag(?:gio|\.)?", r"giu(?:gno|\.)?",
    r"lug(?:lio|\.)?", r"ago(?:sto|\.)?", r"sett?(?:embre|\.)?", r"ott(?:obre|\.)?", r"nov(?:embre|\.)?", r"dic(?:embre|\.)?",
)  # fmt: skip
_WEEKDAYS = (
    r"luned[iì]|lun\.?", r"marted[iì]|mar\.?", r"mercoled[iì]|mer\.?", r"gioved[iì]|gio\.?", r"venerd[iì]|ven\.?",
    r"sabato|sab\.?", r"domenica|dom\.?",
)  # fmt: skip
_ANY_WEEKDAY = "luned[iì]|marted[iì]|mercoled[iì]|gioved[iì]|venerd[iì]|sabato|domenica"

_ABOUT = "(?:circa |verso |intorno |per |entro |attorno )?"
_AT = rf"{_ABOUT}(?:alle(?: ore)?|all'|le(?: ore)?|l'|ore|dalle|dall') ?(?:circa )?"
_HOUR = rf"(?:(?P<h>\d{{1,2}})(?: ?{HALF_DAY})?|(?P<noon>(?:a )?mezzogiorno)|(?P<midnight>(?:a )?mezzanotte))"
_N = r"(?:(?P<q3>3 quarti)|(?P<q>(?:1 )?quarto)|(?P<half>mezz[ao]|trenta)|(?P<n>[0-5]?\d)(?: minuti)?)"
_UNITS = "(?:giorn[oi]|settiman[ae]|mes[ei]|ann[oi])"
_ON = "(?:il |l'|di |del |della |per |entro |lo |la |al |dal )*"

LEXICON = Lexicon(
    language="it",
    spellings=(
        (r"\b(?:domai|doamni|dmn|domni)\b", "domani"),
        (r"\bdopo ?domani\b|\bdoppodomani\b", "dopodomani"),
        (r"\b(?:il )?giorno dopo domani\b", "dopodomani"),
        (r"\b(?:minut|minuto|mintui)\b", "minuti"),
        (r"\b(?:1 |un )?paio di (?=min|or[ae]|giorn|sec|settiman)", "2 "),
        (r"\balcun[ie] (?=min|or[ae]|giorn|sec)", "3 "),
        (r"\bqualche (?=min|or[ae]|giorn|sec)", "3 "),
        (r"\b(?:una )?mezz(?:'|a )ora\b", "30 minuti"),
        (r"\b(un|all|dall|l)'(?=\w)", r"\1'"),
        (r"\bun'ora\b", "1 ora"),
        (r"\bun'altra ora\b", "1 ora"),
    ),
    numbers=_NUMBERS,
    ordinals={"primo": 1, "prima": 1, "1°": 1, "1º": 1},
    ordinal_mark="",
    thousand="mila",
    rewrites=(
        (r"\b(\d+) (or[ae]|minuti|giorn[oi]|ann[oi]) e mezz[ao]\b", r"\1.5 \2"),
        (r"\b3 quarti d'ora\b", "45 minuti"),
        (rf"\bsecond[oa] (?={_ANY_WEEKDAY})", "2 "),
        (rf"\bterz[oa] (?={_ANY_WEEKDAY})", "3 "),
        (rf"\bquart[oa] (?={_ANY_WEEKDAY})", "4 "),
        (r"\b(?:1 )?quarto d'ora\b", "15 minuti"),
        (r"\b(?:1 )?mezz[ao] (?=giornata|minuto|anno)", "0.5 "),
        (r"\b(?:altri|altre|ancora) (?=\d)", ""),
    ),
    articles="un[ao]?",
    units=units(
        second="s|sec|second[oi]",
        minute="m|min|mins|minut[oi]",
        hour="h|hr|or[ae]",
        day="g|gg|giorn[oi]|giornata",
        week="settiman[ae]",
        month="mes[ei]",
        year="ann[oi]",
    ),
    ahead="tra|fra|in|entro|per",
    from_now=any_of("da_ora da_adesso dopo a_partire_da_ora da_oggi"),
    about="circa|quasi|esattamente|ancora|di|da",
    joiner="e|ed",
    disputed_hours=None,
    clocks=(
        ("digital", rf"(?:{_AT}|{_ABOUT})?(?P<h>\d{{1,2}}):(?P<m>[0-5]\d)(?::(?P<s>[0-5]\d))?{HALF_DAY}?"),
        ("digital", rf"{_AT}(?P<h>\d{{1,2}})\.(?P<m>[0-5]\d){HALF_DAY}?"),
        ("point", rf"{_AT}(?P<h>\d{{1,2}}) (?P<m>[0-5]\d){HALF_DAY}?"),
        ("point", rf"(?:{_AT}|{_ABOUT})?(?P<h>\d{{1,2}}){HALF_DAY}"),
        ("point", rf"{_AT}(?P<h>\d{{1,2}})(?: in punto| circa)?"),
        ("point", r"(?P<h>\d{1,2}) (?:in punto|circa)"),
        ("bare", BARE_HOUR),
        ("packed", rf"(?:{_AT})?(?!(?:19|20|21)\d\d)(?P<h>\d{{1,2}})(?P<m>[0-5]\d)"),
        ("past", rf"(?:{_AT})?{_HOUR} e (?:un )?{_N}"),
        ("to", rf"(?:{_AT})?{_HOUR} meno (?:un )?{_N}"),
        ("to", rf"(?:(?P<q>(?:1 )?quarto)|(?P<n>\d{{1,2}}) minuti) (?:alle|all'|a) ?{_HOUR}"),
        ("noon", rf"{_ABOUT}(?:a |di )?mezzogiorno(?: di)?"),
        ("midnight", rf"{_ABOUT}(?:a )?mezzanotte"),
        ("day_end", "(?:alla |a |entro )?(?:la )?fine (?:di|della)"),
        ("present", "(?:a |alla )?(?:quest'ora|(?:la )?stessa ora)"),
    ),
    literal_minutes=True,
    small_hours=SmallHours.MINUTES_UNCLEAR,
    parts=(
        (r"(?:di |del |la |in |nella |al )?(?:mattin[ao]|mattinata)", Part.MORNING, False),
        (r"di prima mattina|presto|di buon'ora", Part.EARLY, False),
        (r"stamattina|stamani|stamane|questa mattina", Part.MORNING, True),
        (r"(?:di |del |il |nel |al )?pomeriggio", Part.AFTERNOON, False),
        (r"questo pomeriggio|oggi pomeriggio", Part.AFTERNOON, True),
        (r"(?:di |della |la |in |alla |nella )?(?:sera|serata)", Part.EVENING, False),
        (r"(?:di )?stasera|questa sera", Part.EVENING, True),
        (r"(?:di |della |la |nella )?notte", Part.NIGHT, False),
        (r"stanotte|questa notte", Part.NIGHT, True),
    ),
    days=((r"(?:di )?oggi|in giornata", 0), ("(?:di )?domani", 1), ("dopodomani", 2)),
    weekdays=_WEEKDAYS,
    months=_MONTHS,
    which_weekday=(
        ("nth", r"(?:il |la )?(?P<nth>[1-5])[°º]? {weekday} (?:di|del|in)(?: mese di)?"),
        ("last", r"(?:l'|il )?ultim[oa] {weekday} (?:di|del|in)(?: mese di)?"),
        ("coming", rf"{_ON}(?:questo |questa )?{{weekday}}"),
        ("disputed", rf"{_ON}{{weekday}} (?:prossim[oa]|che viene)"),
        ("disputed", rf"{_ON}prossim[oa] {{weekday}}"),
        ("following", rf"{_ON}{{weekday}} della (?:prossima settimana|settimana prossima)"),
        ("following", r"(?:la |della )?(?:prossima settimana|settimana prossima),?(?: di)? {weekday}"),
    ),
    dates=(
        *PLAIN_DATES,
        ("month", rf"{{month}}(?:,? {YEAR})?"),
        ("day_month", rf"{_ON}(?P<d>\d{{1,2}})[°º]?[ /-](?:di )?{{month}}(?:[ /-](?:del )?{YEAR})?"),
        ("day_month", rf"{{month}} (?P<d>\d{{1,2}})(?:,? {YEAR})?"),
        ("day", r"(?:il |l'|per il |al )(?P<d>\d{1,2})"),
        ("numeric", rf"{_ON}(?P<a>\d{{1,2}})[/-](?P<b>\d{{1,2}})(?:[/-](?P<y>\d{{4}}|\d\d))?"),
        ("dotted", rf"{_ON}(?P<a>\d{{1,2}})\.(?P<b>\d{{1,2}})\.{YEAR}"),
        ("year", rf"(?:nel |del )?{YEAR}"),
        ("offset", rf"(?P<duration>(?:tra|fra|in) (?:\d+|un[ao]?) {_UNITS})"),
        ("plus", rf"(?P<duration>(?:\d+|un[ao]?) {_UNITS}) (?:dopo|da)(?= )"),
        ("next_week", "(?:la |della |nella )?(?:prossima settimana|settimana prossima)"),
        ("this_weekend", "(?:in |per |nel |questo |il )+(?:week[ -]?end|fine settimana)"),
        ("this_week", "(?:di )?questa settimana"),
        ("next_month", "(?:il |del |nel )?(?:prossimo mese|mese prossimo)"),
        ("this_month", "(?:di )?questo mese"),
        ("month_end", "(?:alla |a )?fine (?:del |di questo )?mese|l'ultimo giorno del mese"),
        ("next_month_end", "(?:alla )?fine del (?:prossimo mese|mese prossimo)"),
    ),
    holidays=(
        (r"(?:a |il giorno di )?natale", 12, 25),
        (r"(?:la |alla )?vigilia(?: di natale)?", 12, 24),
        (r"(?:a )?santo stefano", 12, 26),
        (r"(?:a |l')?(?:capodanno)", 1, 1),
        (r"(?:il )?primo dell'anno|1 dell'anno", 1, 1),
        (r"(?:alla |a )?fine (?:dell')?anno", 12, 31),
        (r"(?:a )?san silvestro", 12, 31),
        (r"(?:l'|all')?epifania", 1, 6),
        (r"(?:a )?san valentino", 2, 14),
        (r"(?:a )?ferragosto", 8, 15),
        (r"(?:a )?ognissanti|tutti i santi", 11, 1),
        (r"(?:l'|all')?immacolata(?: concezione)?", 12, 8),
        (r"halloween", 10, 31),
    ),
    easter=(
        (r"(?:a |la domenica di )?pasqua", 0),
        (r"(?:a |il )?(?:pasquetta|lunedì dell'angelo)", 1),
        (r"(?:il )?venerdì santo", -2),
    ),
    fillers=any_of(r"il lo la le l' di del della a al alle per verso circa entro esattamente ,"),
    recurrence=any_of(
        r"""ogni tutti_i(?!_santi) tutte_le quotidian\w* settimanal\w* mensil\w* annual\w* volt[ae]_(?:al|alla|a|ogni) al_giorno alla_settimana"""
    ),
    past=any_of(r"ieri l'altroieri fa scors[oa] passat[oa] precedente"),
    event=any_of(
        r"prima_(?!delle_|dell'una|di_mezz) dopo_(?!le|l'|domani|oggi|\d) mentre durante da_quando fino tra_le fine_(?:della_)?giornata"
    ),
    words=Words(
        inside=any_of(
            r"""quest'ora stessa tra fra in entro per alle all'\w* alla le l'\w* ore ora dalle il lo la di del della nel nella a al e ed meno un'ora un'altra
            quarto quarti d'ora mezza mezzo mezz'ora mezzogiorno mezzanotte punto circa verso intorno domani domai dmn dopodomani doppodomani oggi
            mattina mattino mattinata stamattina stamani stamane pomeriggio sera serata stasera notte stanotte questa questo presto
            prossimo prossima settimana weekend week-end mese fine giorno giornata dopo paio qualche alcuni alcune natale vigilia capodanno pasqua pasquetta
            epifania ferragosto ognissanti santo stefano silvestro valentino immacolata primo dell'anno utc gmt mintui \d+[°º] viene"""
        ),
        named=any_of(
            r"festa_\w+ giornata_\w+ utc gmt ultimo_\w+_di primo_\w+_(?:di|in) secondo_\w+_di terzo_\w+_di"
        ),
        weak=any_of(
            r"mar mer gio ven sab dom lun un una uno ora mattina sera notte pomeriggio presto in_\d+ il_\d{1,2} le_\d{1,2} la_sera la_notte la_mattina per_\d+ l'\d+ set ott di_\d+ mag"
        ),
        before=any_of(
            r"""buon buona felice ogni tutti_i tutte_le scors[oa] tra_le buon buona altr[oaie] durata durato dura"""
        ),
        labels=any_of(
            r"versione version v capitolo pagina stanza camera linea binario numero n° livello puntata stagione che i gli da"
        ),
        behind=any_of(r"fa prima scors[oa] passat[oa] precedente di_ritardo al"),
        counted=any_of(r"per_cento euro persone volte"),
    ),
)
