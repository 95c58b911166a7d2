"""The words that only ask, in seven languages: "could you", "remind me", "set a new alarm called". Data.

Regular expressions over one line of text, without regard to case. The languages are tried together, since
many people mix them; what could stand in another language's ordinary text is bound to a noun ("set ...
reminder").
"""

# ruff: noqa: E501 - a pattern reads best unbroken

from __future__ import annotations

import re

_FLAGS = re.IGNORECASE


def _any_of(*sources: str) -> str:
    return f"(?:{'|'.join(sources)})"


POLITE = tuple(
    re.compile(rf"(?<!\w){source}(?!\w)", _FLAGS)
    for source in (
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

_REMIND = _any_of(
    # English
    r"(?:remind|ping|nudge|poke|notify|alert|buzz|wake) (?:me|us)(?: up)?",
    r"let (?:me|us) know",
    r"do(?:n['’]t| not) let (?:me|us) forget",
    r"help me (?:to )?remember",
    r"make sure (?:that )?i (?:do(?:n['’]t| not) forget|remember)",
    # German
    r"erinner(?:e|n|st|t)?(?: (?:mich|uns|mi))?(?: bitte)?",
    r"(?:weck(?:e|en)?|ping(?:e|st)?|stups(?:e|t)?|benachrichtige?) (?:mich|uns)(?: bitte)?",
    r"(?:sage?|gib) (?:mir|uns)(?: bitte)?(?: bescheid)?",
    r"(?:mich|uns) (?:zu )?wecken",
    # French
    r"rappell?e[zs]?[- ](?:moi|nous)|(?:me|nous) rappeler|fais[- ]moi penser|prév(?:iens|enez)[- ]moi",
    r"réveille[zr]?[- ](?:moi|nous)|(?:me|nous) réveiller",
    # Spanish
    r"recu[eé]rd[ae](?:me|nos)(?:lo)?|(?:que )?(?:me|nos) recuerd(?:es?|as?|en)|record[aá]r?(?:me|nos)",
    r"(?:me|nos) recordar|hazme (?:acordar|recordar)|av[ií]sa(?:me|nos)|despi[eé]rta(?:me|nos)",
    # Italian
    r"ricorda(?:r?mi|r?ci)|mi ricord(?:i|are)|fammi ricordare|svegli(?:a|ar)mi|avvis(?:a|ar)mi",
    # Dutch
    r"(?:herinner|waarschuw) (?:me|mij|ons)|maak (?:me|mij) wakker|wek (?:me|mij)|herinneren",
    # Portuguese
    r"(?:que (?:você )?)?(?:(?:me |nos )lembr(?:es?|a|ar)|lembr(?:e|a|ar)[- ](?:me|nos))",
    r"me acord(?:e|a|ar)|acord[ea][- ]me|me avis(?:e|a|ar)|avis[ea][- ]me",
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
    r"(?:ich )?(?:möchte|hätte gern|stelle?|setze?|starte|mache?|erstelle?|lege?|richte|füge?|programmiere?|brauche)",
    r"mets|mettre|crée[zr]?|créer|règle[zr]?|régler|programme[zr]?|ajoute[zr]?|définis|définir|fais|donne|planifie",
    r"(?:configur|program|establec|cre|coloc|pon|pón|hac|hag|prepar|comen[zc]|comien[zc]|añad|agreg|fij|inici"
    r"|env[ií]|activ|ajust|mand|necesit|quier)[a-záéíóú]{0,7}|haz|dame|dar(?:me)?|pon",
    r"imposta(?:re|mi)?|crea(?:re|mi)?|metti(?:mi)?|mettere|aggiung(?:i|ere)|fissa(?:re)?|programma(?:re)?|fammi|dammi",
    r"zet|maak|stel|plan|creëer|voeg|geef|start",
    r"cri[ae]r?|defin(?:a|ir|e)|coloqu?[aeo]r?|adicion[ae]r?|configur[ae]r?|ponha|põe|marqu?[ae]r?|bot[ae]",
)
_TO_WHOM = r"(?: (?:me|us|mir|uns|bitte|please|mal|moi|mij|por favor|per favore))*"
_ARTICLE = (
    r"(?: (?:an?|another|my|the|one|noch|eine[nr]?|ein|den|die|das|meinen?|nen|ne|un[ae]?|el|la|mi|otr[oa]|le|mon|ma"
    r"|il|mio|een|de|mijn|uma?|o|meu))*"
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
    rf"(?<!\w)(?:please )?{_SET}{_TO_WHOM}{_ARTICLE}{_KIND}{_ABOUT} {_NOUNS}(?:{_KIND})?{_NAMED}(?!\w)",
    _FLAGS,
)
"""Names what is to be set; `about` are words of the author's own between: "set a dentist reminder"."""
NOUN = re.compile(
    rf"(?<!\w)(?:(?:an?|my|the|eine[nr]?|den|die|meinen?|un[ae]?|el|la|il|een|de|uma?|o) )?(?:neue[nr]? |new |daily |weekly )?{_NOUNS}{_NAMED}(?!\w)",
    _FLAGS,
)
"""Without a verb: "alarm at 7 called gym", or with one at the end."""
SET_TIMER = re.compile(
    rf"(?<!\w)(?:bitte |please )?{_SET}{_TO_WHOM}{_ARTICLE}(?= (?:\S+ ){{0,3}}\w*(?:timer|countdown|wecker))",
    _FLAGS,
)
TIMER = re.compile(
    r"(?<!\w)(?:timer|countdown|minuteur|temporizador|kookwekker)(?: (?:called|named|namens))?(?!\w)", _FLAGS
)
VERB_AT_END = re.compile(
    r"(?<!\w)(?<!zu )(?:(?:ein|auf)?wecken|erinnern|bescheid(?: (?:geben|sagen))?|(?:er|ein)?stellen|setzen|machen"
    r"|anlegen|einrichten|hinzufügen|zetten|maken|instellen|herinneren|eraan)\W*$",
    _FLAGS,
)
"""Ends a request whose verb comes last: "kannst du mir einen Wecker stellen"."""
PARTICLE_AT_END = re.compile(r"(?<!\w)(?:ein|an|hinzu|in|toe)\W*$", _FLAGS)
SEPARABLE = re.compile(r"(?<!\w)(?:stelle?|lege?|richte|füge?|stel|voeg)(?!\w)", _FLAGS)
"""Verbs whose particle may stand at the end: "stell einen Wecker für 7 ein"."""
