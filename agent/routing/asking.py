"""The words that only ask, in seven languages: "could you", "remind me", "set a new alarm called". Data.

Regular expressions over one line of text, without regard to case. The languages are tried together, since
many people mix them; what could stand in another language's ordinary text is bound to a noun ("set ...
reminder").
"""

# ruff: noqa: E501 - a pattern reads best unbroken

from __future__ import annotations

import re

from agent.routing import words

_FLAGS = re.IGNORECASE


def _any_of(*sources: str) -> str:
    return f"(?:{'|'.join(sources)})"


POLITE = tuple(
    re.compile(rf"(?<!\w){source}(?!\w)", _FLAGS)
    for source in (
        r"(?:would|do) you mind(?= \w+ing )",
        r"(?:can|could|would|will) you(?: please)?",
        r"(?:i want|i need|i['’]d like|i would like) (?:you )?to(?= (?:please )?(?:remind|ping|set|wake|nudge))",
        r"(?:kannst|könntest|würdest) du(?: bitte)? <@[!&]?\d{1,20}>",
        r"(?:kannst|könntest|würdest|magst|willst) du(?: bitte)?(?: (?:mich|uns|mir))?",
        r"(?:peux|pourrais|pouvez|pourriez)[- ](?:tu|vous)",
        r"(?:puedes|podrías|puede|podría)",
        r"(?:necesito|quiero|quisiera|me gustaría)(?= que (?:me|nos) )",
        r"(?:puoi|potresti|può)",
        r"(?:kun|kan|wil|zou) (?:je|u)(?: (?:me|mij|ons))?",
        r"(?:você )?(?:pode|poderia)(?: você)?",
        r"(?:eu )?(?:preciso|quero)(?= que (?:você )?(?:me|nos) )",
    )
)
"""In front of the request; each is dropped once."""
BEGGING = re.compile(
    r"^[\W_]*(?:"
    + _any_of(
        r"(?:please |kindly )?do(?:n['’]t| not) forget to|(?:please )?(?:make|be) sure (?:to|and|that you|you)",
        r"be so (?:kind|good|nice)(?: and| as to)?|be kind enough to|(?:please )?do me a favou?r(?: and)?",
        r"would you (?:mind|be so kind as to)|do you mind|(?:is|would) it (?:be )?possible(?: for you)? to",
        r"(?:it|that)(?: would|['’]d) be (?:\w+ )?\w+,? if you (?:could|would|can)(?: please)?",
        r"i(?:['’]d| would) (?:appreciate it|be grateful|love it|like it) if you (?:could|would)",
        r"i(?:['’]d like| would like| need| want) you to",
        r"vergiss (?:(?:bitte|ja|bloß|mir) )*nicht|denke? (?:(?:bitte|doch|mal|auch) )*(?:dran|daran)",
        r"sei (?:(?:doch|bitte) )*so (?:lieb|nett|gut|freundlich)(?: und)?",
        r"tu mir (?:(?:bitte|mal) )*(?:den|einen|nen) gefallen(?: und)?",
        r"(?:wäre|ist) es (?:dir )?möglich|würde es dir (?:et)?was ausmachen",
        r"(?:es )?wäre (?:es )?(?:(?:sehr|echt) )?\w+,? wenn du|ich würde mich freuen,? wenn du|ich möchte,? dass du",
        r"n['’]oublie[zs]? (?:surtout )?pas (?:de|d['’])|pense[zs]? (?:bien )?à",
        r"(?:est[- ]ce que )?(?:tu|vous) (?:peux|pouvez|pourrais|pourriez|veux|voudrais)(?: bien)?",
        r"(?:j['’]aimerais(?: bien)?|je (?:voudrais|veux|souhaite)|il faut(?:drait)?) (?:que (?:tu|vous)|qu['’]on)",
        r"(?:ce|ça) serait (?:\w+ )?\w+ (?:si tu pouvais|que tu)|(?:serait|est)-il possible de",
        r"sois (?:gentille?|sympa)(?:,)?(?: et)?",
        r"no (?:te |se )?olvid(?:es|e|ar)(?: de)?|aseg[uú]rate de|(?:sería|es) posible|te importa(?:ría)?",
        r"(?:me gustaría|quisiera|quiero|necesito) que|(?:hazme|haz) (?:el|un) favor(?: de| y)?",
        r"non dimenticar(?:e|ti)(?: di)?|assicurati di|(?:sarebbe|è) possibile|ti dispiace(?:rebbe)?",
        r"(?:vorrei|voglio|ho bisogno) che(?: tu)?|fammi (?:il|un) (?:favore|piacere)(?: di| e)?|sii gentile e",
        r"vergeet (?:alsjeblieft )?niet(?: om)?|denk (?:(?:er|alsjeblieft) )*aan|denk eraan(?: om)?",
        r"zorg (?:er ?voor )?dat je|wees zo (?:lief|vriendelijk|goed)(?: en| om)?|het zou \w+ zijn als je",
        r"não (?:te |se )?esque(?:ças|ça|cer)(?: de)?|certifique-se de|(?:seria|é) possível",
        r"(?:gostaria|queria|quero|preciso) (?:de )?que(?: você| tu)?|fa(?:z|ça)(?:-me)? (?:o|um) favor(?: de| e)?",
    )
    + r"(?:(?<=['’])|(?!\w))[\s,:]*)+",
    _FLAGS,
)
"""In front of a request that is spoken of: "don't forget to remind me", "vergiss nicht, mich zu erinnern"."""

_REMIND = _any_of(
    # English
    r"(?:remind|ping|nudge|poke|notify|alert|buzz|wake)(?:ing)? (?:me|us)(?: up)?|waking (?:me|us)(?: up)?",
    r"let (?:me|us) know",
    r"do(?:n['’]t| not) let (?:me|us) forget",
    r"help me (?:to )?remember",
    r"make sure (?:that )?i (?:do(?:n['’]t| not) forget|remember)",
    # German
    r"(?:zu )?erinner(?:e|n|st|t)?(?: (?:mich|uns|mi))?(?: bitte)?(?: (?:könntest|würdest|kannst|magst))?",
    r"(?:weck(?:e|en)?|ping(?:e|st)?|stups(?:e|t)?|benachrichtige?) (?:mich|uns)(?: bitte)?",
    r"(?:sage?|gib) (?:mir|uns)(?: bitte)?(?: bescheid)?",
    r"(?:mich|uns) (?:zu )?wecken|(?:zu )?wecken(?: (?:könntest|würdest|kannst|magst))",
    # French
    r"rappell?e[zs]?[- ](?:moi|nous)|(?:me|nous) rappel(?:er|les?|iez)|fais[- ]moi penser|prév(?:iens|enez)[- ]moi",
    r"réveille[zr]?[- ](?:moi|nous)|(?:me|nous) réveill(?:er|es?|iez)",
    # Spanish
    r"recu[eé]rd[ae](?:me|nos)(?:lo)?|(?:que )?(?:me|nos) recuerd(?:es?|as?|en)|record[aá]r?(?:me|nos)",
    r"(?:me|nos) recordar|hazme (?:acordar|recordar)|av[ií]sa(?:me|nos)|despi[eé]rta(?:me|nos)",
    r"despertar(?:me|nos)|(?:que )?(?:me|nos) despiert(?:es?|en)",
    # Italian
    r"ricorda(?:r?mi|r?ci)|mi ricord(?:i|are)|fammi ricordare|svegli(?:a|ar)mi|avvis(?:a|ar)mi|mi svegli(?:are)?",
    # Dutch
    r"(?:herinner|waarschuw) (?:me|mij|ons)|maak (?:me|mij) wakker|wek (?:me|mij)",
    r"(?:er ?)?(?:aan )?(?:te )?herinneren(?: eraan)?|(?:te )?wekken",
    # Portuguese
    r"(?:que (?:você )?)?(?:(?:me |nos )lembr(?:es?|a|ar)|lembr(?:e|a|ar)[- ](?:me|nos))",
    r"me acord(?:es?|em|a|ar)|acord[ea][- ]me|me avis(?:e|a|ar)|avis[ea][- ]me",
)
_MENTION = r"<@[!&]?\d{1,20}>"
_REMIND_OTHERS = _any_of(
    rf"^\s*(?:please |hey )?(?:remind|ping|nudge|notify|alert) {_MENTION}",
    rf"^\s*(?:bitte |hey )?erinner(?:e|n|st|t)?(?: bitte)? {_MENTION}",
    rf"^\s*(?:rappel(?:le|lez) [àa]|recu[ée]rda(?:le)? a|ricorda a|herinner|lembr[ea](?: (?:ao?|[àa]|o))?) {_MENTION}",
)
REMIND = re.compile(
    rf"{_REMIND_OTHERS}|(?<!\w){_REMIND}(?!\w)|^\W*(?:please )?(?:remind(?:er)? (?:me|us)|remind)(?!\w)"
    r"|^\W*(?:recu[eé]rda\w{0,3}|recordar)(?!\w)|^\W*lembr[ea](?!\w)",
    _FLAGS,
)
"""Asks by itself; at the start "remind" does without the "me"."""

_SET = _any_of(
    r"set(?: up)?|start|create|make|add|put|give|schedule|run|begin|get|need|want|i need|i want|send",
    r"i(?:['’]d| would) (?:like|love|appreciate)|(?:i )?could use",
    r"(?:ich )?(?:möchte|hätte gerne?|will|stelle?|setze?|starte|mache?|erstelle?|lege?|richte|füge?|programmiere?)",
    r"(?:ich )?(?:brauche|bräuchte)|gib|schicke?|notiere?",
    r"mets|mettre|crée[zr]?|créer|règle[zr]?|régler|programme[zr]?|ajoute[zr]?|définis|définir|fais|donne|planifie",
    r"lance[zr]?|démarre[zr]?|avvia(?:re)?|note[zr]?|envoie",
    r"je (?:voudrais|veux|souhaite)(?: avoir)?|j['’]aimerais(?: avoir)?|il me faut(?:drait)?",
    r"j['’](?:ai|aurais) besoin d['’]une?|me gustaría(?: tener)?|quisiera|me hace falta|apúnta(?:me)?|an[oó]ta(?:me)?",
    r"vorrei|voglio|mi serv(?:e|irebbe)|ho bisogno di|segna(?:mi)?|ik (?:wil|heb)|noteer|plaats",
    r"quer(?:o|ia)|gostaria de|preciso(?: de)?|anote|mete",
    r"(?:configur|program|establec|cre|coloc|pon|pón|hac|hag|prepar|comen[zc]|comien[zc]|añad|agreg|fij|inici"
    r"|env[ií]|activ|ajust|mand|necesit|quier)[a-záéíóú]{0,7}|haz|dame|dar(?:me)?|pon",
    r"imposta(?:re|mi)?|crea(?:re|mi)?|metti(?:mi)?|mettere|aggiung(?:i|ere)|fissa(?:re)?|programma(?:re)?|fammi|dammi",
    r"zet|maak|stel|plan|creëer|voeg|geef|start",
    r"cri[ae]r?|defin(?:a|ir|e)|coloqu?[aeo]r?|adicion[ae]r?|configur[ae]r?|ponha|põe|marqu?[ae]r?|bot[ae]",
)
_TO_WHOM = (
    r"(?:[ -](?:me|us|mir|uns|bitte|please|mal|moi|nous|mij|gerne?|graag|por favor|per favore|s['’]il te pla[îi]t"
    r"|for me|für mich|pour moi|para mí|per me|voor m(?:e|ij)|para mim))*"
)
_ARTICLE = (
    r"(?: (?:an?|another|my|the|one|noch|eine[nr]?|ein|den|die|das|meinen?|nen|ne|un[ae]?|el|la|mi|otr[oa]|le|mon|ma"
    r"|il|mio|een|de|mijn|uma?|o|meu|des|two|three|zwei|drei|deux|trois|dos|tres|due|tre|twee|drie|dois|três))*"
)
_KIND = (
    r"(?: (?:new|quick|recurring|re-?occurring|repeating|repeat|daily|weekly|monthly|yearly|annual|pop-?up|extra"
    r"|additional|eh|neue[nrs]?|weitere[nrs]?|tägliche[nrs]?|wöchentliche[nrs]?|nuev[oa]|adicional|diari[oa]|semanal"
    r"|mensual|anual|recurrente|nouve(?:au|lle)|autre|quotidien(?:ne)?|nuov[oa]|nieuwe?|dagelijkse?|nov[oa]|diári[oa]))*"
)
_NOUN = _any_of(
    r"reminders?|alarms?|alerts?|erinnerung(?:en)?|wecker|recordatorios?|alarmas?|rappels?|alarmes?|réveils?",
    r"promemoria|svegli[ae]|allarm[ei]|herinnering(?:en)?|wekkers?|lembretes?|despertador",
)
_NOUNS = rf"{_NOUN}(?: (?:de |d['’])?{_NOUN})?"
_NAMED = r"(?: (?:called|named|titled|label(?:l)?ed|namens|genannt|llamad[oa]|appelée?|chiamat[oa]|chamad[oa])(?!\w))?"
_ABOUT = r"(?P<about>(?: (?!(?:to|that|sure|me|us|of|and|for|my|the|an?|zu|que|de|para|pour|per|om|te)(?!\w))[\w'’-]+){0,3}?)"
SET = re.compile(
    rf"(?<!\w)(?:please )?{_SET}{_TO_WHOM}{_ARTICLE}{_KIND}{_ABOUT} {_NOUNS}(?:{_KIND})?(?: nodig)?{_NAMED}(?!\w)",
    _FLAGS,
)
"""Names what is to be set; `about` are words of the author's own between: "set a dentist reminder"."""
WISHED = re.compile(
    rf"^\W*(?:{'|'.join(words.WISHED)})(?: (?:gerne?|bitte|graag|please))*(?P<about>\b.{{0,200}}?)"
    rf"(?<!\w)(?:{'|'.join((*words.WOKEN, *words.REMINDED))})(?!\w)",
    _FLAGS,
)
"""Wishes for what others do; `about` stands before the end of it: "ich will an die Miete erinnert werden"."""
NOUN = re.compile(
    rf"(?<!\w)(?:(?:an?|my|the|eine[nr]?|den|die|meinen?|un[ae]?|el|la|il|een|de|uma?|o) )?(?:neue[nr]? |new |daily |weekly )?{_NOUNS}{_NAMED}(?!\w)",
    _FLAGS,
)
"""Without a verb: "alarm at 7 called gym", or with one at the end."""
TIMED = re.compile("|".join(words.TIMED), _FLAGS)
TIMED_END = re.compile(rf"^\W*(?:{'|'.join(words.TIMED_ENDS)})(?!\w)", _FLAGS)
"""Verbs that measure a span, "count down 90 seconds", and what belongs to them behind it: "zähl 90 Sekunden ab"."""
_TIMED_NOUN = _any_of(
    r"timers?|countdowns?|minuteurs?|minuterie|compte à rebours|temporizador(?:es)?",
    r"cuenta (?:atrás|regresiva)|conto alla rovescia|kookwekkers?|cron[ôo]metros?",
)
SET_TIMER = re.compile(
    rf"(?<!\w)(?:bitte |please )?{_SET}{_TO_WHOM}{_ARTICLE}(?= (?:\S+ ){{0,3}}\w*(?:{_TIMED_NOUN}|wecker))",
    _FLAGS,
)
TIMER = re.compile(
    rf"(?<!\w){_TIMED_NOUN}(?: (?:called|named|namens))?(?!\w)",
    _FLAGS,
)
COUNT_ONLY = re.compile(
    r"(?:[\s,.;]|(?<!\w)(?:an?|one|two|three|eine[nrs]?|zwei|drei|un[aeo]?|des|deux|trois|dos|tres|due|tre|een|twee"
    r"|drie|uma|dois|três)(?!\w))*",
    _FLAGS,
)
"""What is left of "two timers, one for 5 minutes and one for 10"."""
VERB_AT_END = re.compile(
    r"(?<!\w)(?<!zu )(?:(?:ein|auf)?wecken|erinnern|bescheid(?: (?:geben|sagen))?|(?:er|ein)?stellen|setzen|machen"
    r"|anlegen|einrichten|hinzufügen|zetten|maken|instellen|herinneren|eraan)\W*$",
    _FLAGS,
)
"""Ends a request whose verb comes last: "kannst du mir einen Wecker stellen"."""
PARTICLE_AT_END = re.compile(r"(?<!\w)(?:ein|an|hinzu|in|toe)\W*$", _FLAGS)
SEPARABLE = re.compile(r"(?<!\w)(?:stelle?|lege?|richte|füge?|stel|voeg)(?!\w)", _FLAGS)
"""Verbs whose particle may stand at the end: "stell einen Wecker für 7 ein"."""
