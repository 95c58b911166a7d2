"""Words by which a message asks for a tool, in English, German, French, Spanish, Italian, Dutch and
Portuguese.

Data only: each constant is a tuple of regular expression sources, joined by `one_of`. Texts are compared
case-folded, with straight apostrophes.
"""

from __future__ import annotations

import re

TIMER_NOUNS = (
    r"\w*timers?",
    r"countdowns?",
    r"stopp?uhr",
    r"eieruhr",
    r"kurzzeitwecker",
    r"minuteurs?",
    r"minuterie",
    r"compte [àa] rebours",
    r"temporizador(?:es)?",
    r"cuenta (?:atr[áa]s|regresiva)",
    r"kookwekkers?",
    r"conto alla rovescia",
    r"cron[ôo]metros?",
)
_KIND_WORDS = (
    r"(?:hey|hi|ok|please|bitte|kannst du|k[öo]nntest du|(?:can|could|would|will) you|(?:peux|pourrais)-tu"
    r"|tu peux|puedes|podr[íi]as|puoi|potresti|kun je|wil je|(?:voc[êe] )?pode(?:ria)?|por favor|per favore"
    r"|s['’]il te pla[îi]t)(?: please| bitte)?"
)
_MEASURE = (
    r"(?:time|clock|count(?:[ -]?down)?|stopp?e?n?|(?:he)?runterz[äa]hlen|z[äa]hle?|miss|nimm die zeit"
    r"|stopp?e? die zeit|chronom[èe]tre[rz]?|(?:d[ée])?compte[rz]?|cron[oó]m[eé]tr[ae](?:r|me|mi|-me)?"
    r"|cuenta|contar?|conte|misura(?:mi)?|m[ií]de(?:me)?|marca(?:r|me)?|marque|klok|tel|aftellen)"
)
_TO_MEASURE = (
    r"(?:[ -](?:me|us|it|this|down|out|for|from|of|mir|uns|mal|bitte|eben|kurz|von|ab|moi|nous|mij|even|eens"
    r"|af|voor|vanaf|desde|de|da|por|per))*"
)
_NO_AMOUNT = (
    r"(?:the|this|these|die|den|der|diese|ces|les|los|las|le|i|gli|de|os|as|is|was|ist|war|est|how|wie|combien"
    r"|cu[áa]ntos|quanti|hoeveel|quantos|in|at|by|to|with|after|until|and|um|mit|nach|bis|und|dans|avec|en|con"
    r"|tra|fra|em|com|over|met|na|naar)\b"
)
_SPAN = (
    rf"(?:(?:\d[\d.,:/]*|(?!{_NO_AMOUNT})[^\W\d_][\w-]*)[ -]?)"
    r"{1,4}?(?<![^\W\d_])(?:h|hrs?|hours?|mins?|minutes?|secs?|seconds?|sek|sekunden?|minuten?|stunden?"
    r"|(?:drei)?viertelstunde|secondes?|heures?|segundos?|minutos?|horas?|second[oi]|minut[oi]|or[ae]"
    r"|seconden|uur|uren|kwartier)\b"
)
TIMED = (rf"^[\W_]*(?:{_KIND_WORDS}[\s,]+)*{_MEASURE}{_TO_MEASURE}(?=[\s,:]+{_SPAN})",)
"""At the start of a message: verbs by which a span is measured, with the span right behind them."""
TIMED_ENDS = (r"down", r"(?:he)?runter", r"ab", r"af", r"for me", r"f[üu]r mich", r"voor me")
"""Belong to such a verb, behind the span."""
ALARM_NOUNS = (
    r"\w*alarms?",
    r"\w*weckers?",
    r"alarme[ns]?",
    r"r[ée]veils?",
    r"alarmas?",
    r"despertador(?:es)?",
    r"\w*wekkers?",
    r"svegli[ae]",
    r"allarm[ei]",
)
REMINDER_NOUNS = (
    r"reminders?",
    r"erinnerung(?:en)?",
    r"rappels?",
    r"recordatorios?",
    r"herinnering(?:en)?",
    r"promemoria",
    r"lembretes?",
)

SET_VERBS = (
    r"set", r"start", r"create", r"make", r"add", r"put", r"give", r"need", r"want", r"get", r"schedule",
    r"begin",
    r"run", r"turn on", r"like",
    r"stelle?n?", r"einstellen", r"setze?n?", r"starte?n?", r"erstelle?n?", r"mache?n?", r"lege?", r"richte",
    r"aktiviere?n?", r"f[üu]ge?", r"brauche?", r"m[öo]chte", r"programmiere?n?", r"gib", r"hinzuf[üu]gen",
    r"mets", r"mettre", r"mettez", r"cr[ée]e[rz]?", r"ajoute[rz]?", r"programme[rz]?", r"r[èe]gle[rz]?",
    r"r[ée]gler",
    r"lance[rz]?", r"d[ée]marre[rz]?", r"d[ée]finis", r"active[rz]?", r"fais",
    r"pon(?:er|me|ga)?", r"crea(?:r|me)?", r"agrega(?:r|me)?", r"a[ñn]ad(?:e|ir)", r"programa(?:r|me)?",
    r"establece[r]?", r"configura(?:r)?", r"activa(?:r)?", r"inicia(?:r)?", r"haz",
    r"imposta(?:re|mi)?", r"metti(?:mi)?", r"aggiung(?:i|ere)", r"fissa(?:re)?", r"avvia(?:re)?", r"punta",
    r"zet", r"maak", r"plaats", r"voeg", r"stel",
    r"cri[ae]r?", r"adicion[ae]r?", r"colo(?:que|car|ca)", r"defin[ai]r?", r"configur[ae]r?",
    r"program[ae]r?",
    r"ajust[ae]r?", r"fa[çc]a", r"p[õo]e", r"ponha", r"inici[ae]r?",
)  # fmt: skip

_SOMEBODY = r"(?:<@[!&]?\d+>|@(?:everyone|here)\b)"
REMIND_PHRASES = (
    rf"(?:remind|ping|nudge|notify|alert) {_SOMEBODY}", rf"erinner(?:e|n|st|t)?(?: bitte)? {_SOMEBODY}",
    rf"(?:kannst|k[öo]nntest|w[üu]rdest) du (?:bitte )?{_SOMEBODY}.{{0,200}}\berinnern",
    rf"rappel(?:le|lez) [àa] {_SOMEBODY}", rf"recu[ée]rda(?:le)? a {_SOMEBODY}", rf"ricorda a {_SOMEBODY}",
    rf"herinner {_SOMEBODY}", rf"lembr[ea] (?:ao?|[àa]|o )?{_SOMEBODY}",
    r"remind (?:me|us)", r"(?:ping|nudge|poke|notify|alert|buzz) (?:me|us)",
    r"let (?:me|us) know (?:in|at|on|when)",
    r"do(?:n't| not) let (?:me|us) forget", r"make sure (?:that )?i (?:do(?:n't| not) forget|remember)",
    r"help me remember",
    r"erinner(?:e|n|st|t)?\b.{0,40}\b(?:mich|uns)", r"(?:mich|uns)\b.{0,200}\berinner(?:n|st|t|e)?",
    r"mir\b.{0,100}\bbescheid", r"bescheid (?:geben|sagen)", r"lass mich\b.{0,100}\bnicht vergessen",
    r"ping(?:e|st)? (?:mich|uns)", r"stups(?:e|t)? mich", r"benachrichtige? mich",
    r"rappel(?:le|lez|er)[- ](?:moi|nous)", r"(?:me|nous) rappeler", r"pr[ée]viens[- ]moi",
    r"fais[- ]moi penser",
    r"rec[uú][ée]rda(?:me|nos|rme)", r"(?:me|nos) (?:puedes )?recordar", r"recordarme", r"av[íi]sa(?:me|rme)",
    r"ricorda(?:mi|rmi|ci)", r"mi ricordi", r"avvisami", r"avvertimi",
    r"herinner (?:me|mij|ons)", r"(?:me|mij|ons)\b.{0,100}\bherinneren", r"waarschuw (?:me|mij)",
    r"lembr[ea][- ]me", r"me lembr(?:e|a|ar)", r"lembrar[- ]me", r"avis[ea][- ]me", r"me avis(?:e|a|ar)",
)  # fmt: skip
WAKE_PHRASES = (
    r"wake (?:me|us)", r"get (?:me|us) up",
    r"weck(?:e|en|st|t)?\b.{0,20}\b(?:mich|uns)", r"(?:mich|uns)\b.{0,100}\b(?:auf)?(?:zu)?wecke(?:n|st)",
    r"r[ée]veill?e[rz]?[- ](?:moi|nous)", r"(?:me|nous) r[ée]veiller",
    r"despi[ée]rta(?:me|nos)", r"despertarme", r"svegliam?[mc]i", r"svegliarmi",
    r"maak (?:me|mij|ons)\b.{0,100}\bwakker", r"wek (?:me|mij)",
    r"me acord(?:e|a|ar)", r"acord[ea][- ]me", r"despert[ea][- ]me", r"me despert(?:e|a|ar)",
    r"(?:me|nos) despiert(?:es|en|e)", r"(?:que tu|que vous|qu['’]on) (?:me|nous) r[ée]veill(?:es?|iez)",
    r"che (?:tu )?(?:mi|ci) svegli", r"dat je (?:me|mij|ons)\b.{0,60}\b(?:wekt|wakker maakt)",
    r"que (?:tu |você |me |nos )*acord(?:es?|em)",
)  # fmt: skip

WISHED = (
    r"(?:i|we)(?:(?: would|['’]d)? (?:want|need|wish|like|love|prefer|have)| ought)(?: to)?",
    r"(?:i|we) (?:must|should)", r"make sure (?:that )?(?:i|we)",
    r"(?:ich|wir) (?:will|wollen|m[öo]chten?|muss|m[üu]ssen|sollte?n?|w[üu]rden?)",
    r"daf[üu]r(?: sorgen)?,? dass? (?:ich|wir)",
    r"(?:je|on|nous) (?:veux|veut|voulons|voudrais|dois|doit|devons|devrais|souhaite|pr[ée]f[èe]re)",
    r"j['’](?:aimerais|ai besoin d['’])",
    r"(?:quiero|queremos|quisiera|querr[íi]a|necesito|debo|tengo que|deseo|me gustar[íi]a)",
    r"(?:voglio|vogliamo|vorrei|devo|desidero|mi piacerebbe|ho bisogno di)",
    r"(?:ik|wij|we) (?:wil|willen|moet|moeten|zou)",
    r"(?:quero|queremos|queria|preciso|devo|tenho (?:que|de)|gostaria de)",
)  # fmt: skip
"""Begins a wish that somebody else should do what is named at its end: "I want to be woken"."""
WOKEN = (
    r"(?:be|get) (?:woken|waked|awoken|awakened)(?: up)?", r"(?:auf)?geweckt(?: zu)? werden?",
    r"[êe]tre r[ée]veill[ée]e?s?", r"ser despertad[oa]s?", r"(?:essere|venire) svegliat[oaie]",
    r"(?:gewekt|wakker gemaakt)(?: te| willen)? worden", r"worden (?:gewekt|wakker gemaakt)",
    r"ser (?:acordad|despertad)[oa]s?",
)  # fmt: skip
REMINDED = (
    r"(?:be|get) (?:reminded|notified|pinged|nudged|alerted)", r"erinnert(?: zu)? werden?",
    r"[êe]tre (?:rappel[ée]|pr[ée]venu|averti)e?s?", r"ser (?:recordad|avisad)[oa]s?",
    r"(?:essere|venire) avvisat[oaie]", r"herinnerd(?: te| willen)? worden", r"worden herinnerd",
    r"ser (?:lembrad|avisad)[oa]s?",
)  # fmt: skip


def wished(*ends: str) -> str:
    """One source for a wish that ends in one of these."""
    return rf"(?:{'|'.join(WISHED)})\b.{{0,100}}\b(?:{'|'.join(ends)})"


REMOVE_VERBS = (
    r"cancel", r"delete", r"remove", r"clear", r"stop", r"turn off", r"deactivate",
    r"turn (?:\S+ ){1,4}off", r"switch off",
    r"shut off", r"disable", r"kill", r"drop", r"get rid of", r"erase", r"dismiss", r"silence", r"scrap",
    r"forget",
    r"l[öo]sche?n?", r"storniere?n?", r"abbrechen", r"brich", r"entferne?n?", r"ausschalten", r"ausmachen",
    r"schalt\w*\b.{0,60}\b(?:aus|ab)", r"mach\w*\b.{0,60}\baus", r"stell\w*\b.{0,60}\b(?:ab|aus)",
    r"abstellen",
    r"(?:aus|uit)\W*$", r"stoppe?n?", r"beende?n?", r"deaktiviere?n?", r"streiche?n?", r"vergiss",
    r"annule[rz]?", r"supprime[rz]?", r"arr[êe]te[rz]?", r"enl[èe]ve[rz]?", r"efface[rz]?",
    r"d[ée]sactive[rz]?",
    r"[ée]teins", r"stoppe[rz]?",
    r"cancela(?:r)?", r"borra(?:r)?", r"elimina(?:r|re)?", r"quita(?:r)?", r"det[ée]n(?:er)?", r"apaga(?:r)?",
    r"desactiva(?:r)?", r"anula(?:r)?", r"suprim(?:e|ir)",
    r"annulla(?:re)?", r"cancella(?:re)?", r"rimuov(?:i|ere)", r"ferma(?:re)?", r"disattiva(?:re)?",
    r"spegni",
    r"togli",
    r"annuleer", r"verwijder", r"wis", r"zet\b.{0,60}\buit", r"schakel\b.{0,60}\buit",
    r"cancel[ae]r?", r"apag(?:ue|ar|a)", r"exclu(?:a|ir)", r"remov(?:a|er)", r"delet[ae]r?",
    r"desliga?(?:ue|r)?",
    r"desativ[ae]r?", r"pare",
)  # fmt: skip
LIST_CUES = (
    r"what", r"what's", r"whats", r"which", r"when", r"when's", r"show", r"list", r"tell me", r"do i have",
    r"have i", r"any", r"how many", r"how (?:much|long)", r"are there", r"is there", r"see", r"check",
    r"view",
    r"display", r"read", r"status", r"left", r"remaining", r"need to know", r"give me (?:all|my|the)",
    r"welche[nrs]?", r"was (?:f[üu]r|steht|liegt)", r"zeige?", r"liste?", r"habe? ich",
    r"wie (?:viele?|lange)", r"gibt es", r"wann",
    r"nenne?", r"sind", r"ist", r"anzeigen", r"vorlesen", r"lese?", r"lies",
    r"quels?", r"quelles?", r"montre[rz]?(?:-moi)?", r"affiche[rz]?", r"ai-je", r"j'ai", r"combien", r"quand",
    r"qu[ée]", r"cu[áa]l(?:es)?", r"mu[ée]stra(?:me)?", r"mostrar", r"tengo", r"cu[áa]nt[oa]s?",
    r"ens[ée][ñn]a(?:me)?",
    r"cu[áa]ndo", r"quali", r"che", r"mostra(?:mi)?", r"elenca", r"ho", r"quant[ie]", r"quando", r"ci sono",
    r"welke", r"wat", r"toon", r"laat", r"heb ik", r"hoeveel", r"wanneer",
    r"quais", r"qua(?:l|nto)s?", r"mostr[ea](?:r|-me)?", r"tenho", r"liste",
)  # fmt: skip
NOW_PHRASES = (
    r"what(?:'s| is)? (?:the )?(?:current |exact )?time(?: is it)?(?: right| just)?(?: now| please)?\W*$",
    r"what time (?:is it|do we have)", r"(?:tell|give) me the (?:current )?(?:time|date)\b", r"got the time",
    r"(?:do you )?(?:know|have) (?:the time|what time it is)", r"current (?:time|date)",
    r"time (?:is it )?now",
    r"what(?:'s| is)? (?:the )?(?:current |today's )?date\b",
    r"what (?:date|day)(?: of the week)? is (?:it|today)",
    r"what day (?:is|do)", r"today's date", r"which day is it",
    r"wie sp[äa]t", r"wie ?viel uhr", r"uhrzeit", r"welche[rsn]? (?:tag|datum|wochentag)\b",
    r"(?:den|der) wievielten?", r"heutige[sn]? datum",
    r"quelle heure", r"quel jour (?:est|sommes|on est)", r"quelle (?:est la )?date",
    r"qu[ée] hora", r"qu[ée] d[íi]a es", r"qu[ée] fecha", r"che or[ae]", r"che giorno [èe]", r"che data",
    r"hoe laat", r"welke (?:dag|datum) is", r"que horas", r"que dia [ée]", r"qual [ée] (?:a data|o dia)",
)  # fmt: skip

REFUSALS = (
    r"(?:do(?:n't| not)|never|no need to|stop) (?:remind|wake|ping|notify|nudge)\w*",
    r"(?:erinnere?|wecke?) (?:mich|uns) (?:nicht|bitte nicht)",
    r"(?:don't|do not|didn't|never|hate|refuse) (?:want |need |like |wish |have )?to be (?:woken|reminded)",
    r"(?:nicht|nie|niemals|kein\w*)\b.{0,60}\b(?:geweckt|erinnert)(?: zu)? werden",
    r"(?:veux|veut|voudrais|dois) (?:pas|plus) (?:[êe]tre|qu)\W.{0,40}\b(?:r[ée]veill|rappel)\w*",
    r"no (?:quiero|quisiera|necesito|debo|deseo) (?:ser|que) .{0,40}\b(?:desp(?:i?e)rt|rec(?:o|ue)rd)\w*",
    r"non (?:voglio|vorrei|devo) (?:essere|che) .{0,40}\b(?:svegli|ricord)\w*",
    r"niet\b.{0,60}\b(?:gewekt|herinnerd|wakker gemaakt) worden",
    r"n[ãa]o (?:quero|queria|preciso|devo) (?:ser|que) .{0,40}\b(?:acord|lembr)\w*",
)  # fmt: skip
"""Says that nobody is to be woken or reminded."""

NOT_A_REQUEST = (
    r"(?:i|we|he|she|they|you) (?:had |have |just |already |always |usually |never )?(?:set|put|made)",
    r"(?:i|we|he|she|they|you) (?:don't|didn't|did not) (?:set|put|make)",
    r"(?:i|we|you|he|she|they)'ve (?:set|put|made)", r"did (?:you|i|he|she|they)",
    r"why (?:did|do|does|would)",
    r"(?:reminds|reminded|woke|wakes|pinged) (?:me|us)", r"how (?:do|does|can|would|to) (?:i|you|one)?",
    r"ich habe?\b.{0,80}\b(?:gestellt|gesetzt)",
    r"das erinnert", r"ich erinnere mich", r"warum", r"kannst du dich",
    r"(?:veux|veut|voudrais|aimerais|dois|souhaite) (?:pas|plus|jamais) (?:[êe]tre|qu)",
    r"no (?:quiero|quisiera|necesito|debo|deseo) (?:ser|que)", r"non (?:voglio|vorrei|devo) (?:essere|che)",
    r"n[ãa]o (?:quero|queria|preciso|devo) (?:ser|que)",
    *REFUSALS,
)  # fmt: skip
"""Says that a request was made, or must not be made: a lexical guard stays quiet then."""

ADJUST_WORDS = (
    r"pause", r"resume", r"continue", r"unpause", r"snooze", r"change", r"move", r"increase", r"decrease",
    r"extend",
    r"shorten", r"lengthen", r"postpone", r"reschedule", r"repeat", r"reset", r"restart", r"close",
    r"(?:add|remove|take) .{1,40}\b(?:to|from|off)\b.{0,40}\btimer", r"more", r"longer", r"shorter",
    r"verl[äa]nger\w*", r"verk[üu]rz\w*", r"verringer\w*", r"erh[öo]h\w*", r"pausier\w*",
    r"fort(?:setzen|f[üu]hren)?",
    r"weiter\w*", r"anhalten", r"halte?\b.{0,60}\ban", r"[äa]ndere?n?", r"verschiebe?n?", r"\w*schlummer\w*",
    r"l[äa]nger",
    r"k[üu]rzer", r"mehr", r"verwerfen", r"zur[üu]ck\w*",
    r"prolonge[rz]?", r"rallonge[rz]?", r"repren(?:d|ds|dre|ez)", r"modifie[rz]?", r"repousse[rz]?",
    r"r[ée]p[èe]te[rz]?",
    r"mets en pause", r"(?:de|en) plus", r"ajoute\b.{1,40}\b(?:au|à)",
    r"cambia(?:r)?", r"mueve", r"aumenta(?:r)?", r"posp[óo]n(?:er)?", r"pausa(?:r)?", r"reanuda(?:r)?",
    r"contin[úu]a(?:r)?",
    r"aplaza(?:r)?", r"modifica(?:r|re)?", r"m[áa]s", r"a[ñn]ade\b.{1,40}\bal?\b", r"reduce",
    r"sposta(?:re)?", r"rimanda(?:re)?", r"ripren\w+", r"posticipa(?:re)?", r"metti in pausa",
    r"aggiungi\b.{1,40}\bal",
    r"ripet\w+", r"diminuisci", r"in pausa",
    r"pauzeer", r"hervat", r"verander", r"verplaats", r"verleng", r"verkort", r"snoozen?", r"wijzig",
    r"verhoog",
    r"verlaag", r"voeg\b.{1,40}\baan", r"sluimer\w*", r"herhaal",
    r"mud[ae]r?", r"altera?e?r?", r"adi[ae]r?", r"aument[ae]r?", r"retom[ae]r?", r"prolong[ae]r?",
    r"continu[ae]r?", r"mais",
    r"repet\w+", r"soneca",
)  # fmt: skip
"""Change, pause or go on with what is set already: no tool does that yet, and setting another would be wrong.
"""

CALL_OFF_VERBS = (
    r"cancel", r"delete", r"remove", r"scrap", r"erase", r"dismiss", r"get rid of", r"call off", r"undo",
    r"l[öo]sche?", r"streiche?", r"entferne?", r"storniere?", r"verg[ie]ss",
    r"annule[rz]?", r"supprime[rz]?", r"efface[rz]?", r"enl[èe]ve[rz]?",
    r"cancela", r"borra", r"elimina", r"quita", r"anula",
    r"annulla", r"cancella", r"rimuovi", r"togli",
    r"annuleer", r"verwijder", r"wis", r"haal", r"schrap",
    r"cancele", r"apaga", r"apague", r"exclua", r"remova", r"tira",
)  # fmt: skip
"""At the start of a message that names a pending reminder by its own words, these ask for its end."""
TELLERS = frozenset(
    ("i", "we", "he", "she", "they", "ich", "wir", "er", "je", "il", "elle", "io", "yo", "ik", "eu")
)
"""In front of such a verb, one of these tells instead of asking."""

WISHES = (
    r"please", r"pls", r"(?:can|could|would|will) you", r"i (?:need|want|must|have to|should)", r"i'd like",
    r"(?:tell|give|send|message|ring|call|get|text|write) me", r"bitte",
    r"(?:kannst|k[öo]nntest|w[üu]rdest|magst) du",
    r"ich (?:muss|m[öo]chte|will|brauche?|soll)", r"(?:sag|gib|schreib|schick|melde?)e? (?:mir|dich)",
    r"s'il te pla[îi]t", r"(?:peux|pourrais)[- ]tu", r"je (?:dois|veux|voudrais)", r"dis-moi",
    r"por favor", r"(?:puedes|podr[íi]as)", r"(?:tengo que|quiero|necesito)", r"dime",
    r"per favore", r"(?:puoi|potresti)", r"(?:devo|voglio|vorrei)", r"dimmi",
    r"alsjeblieft", r"graag", r"(?:kun|kan|wil) je", r"ik (?:moet|wil)", r"zeg me",
    r"(?:voc[êe] )?pode(?:ria)?", r"(?:preciso|quero|tenho que)", r"me (?:diz|avisa|chama)",
)  # fmt: skip

MOVE_VERBS = (
    r"move", r"push", r"shift", r"reschedule", r"postpone", r"delay", r"make", r"change", r"set", r"put",
    r"bring", r"verschieb\w*", r"verleg\w*", r"[äa]nder\w*", r"mach\w*", r"leg\w*", r"zieh\w*", r"setze?",
    r"d[ée]place[rz]?", r"d[ée]cale[rz]?", r"repousse[rz]?", r"change[rz]?", r"mueve", r"cambia", r"pasa",
    r"aplaza", r"posp[oó]n", r"retrasa", r"atrasa", r"adelanta", r"pon(?:lo|la)?", r"sposta(?:lo|la)?",
    r"rimanda", r"posticipa", r"anticipa", r"verplaats", r"verzet", r"verschuif", r"wijzig", r"stel",
    r"vervroeg", r"maak", r"reporte[rz]?", r"retarde[rz]?", r"avance[rz]?", r"mets", r"mud[ae]", r"mov[ae]",
    r"adi[ae]", r"passe",
    r"antecip[ae]", r"adiant[ae]", r"atras[ae]", r"p[õo]e", r"metti(?:lo|la)?",
)  # fmt: skip
"""At the start of a message that names a pending reminder by its own words and a time, these move it."""
SNOOZE_VERBS = (
    r"snooze[nr]?",
    r"schlummer\w*",
    r"sluimer\w*",
    r"soneca",
)
"""At the start of a message, these let what arrived last come once more."""
REMIND_AGAIN = (
    r"remind (?:me|us) (?:of|about) (?:that|this|it) again",
    r"remind (?:me|us) again",
    r"(?:erinner\w*|weck\w*) (?:mich|uns)\b.{0,40}?\b(?:nochmals?|noch ?einmal|noch ?mal|wieder) daran",
    r"(?:erinner\w*|weck\w*) (?:mich|uns)\b.{0,10}?\b(?:nochmals?|noch ?einmal|noch ?mal) in\b",
    r"^sp[äa]ter (?:nochmals?|noch ?einmal|noch ?mal)",
    r"rappelle[- ]le[- ]moi (?:encore|de nouveau)",
    r"recu[ée]rdamelo (?:otra vez|de nuevo)",
    r"ricordamelo (?:di nuovo|ancora)",
    r"herinner me er nog eens aan",
    r"lembra-me (?:disso )?(?:de novo|outra vez)",
)
"""These ask for what arrived last once more, where the scores do not speak against it."""
EARLIER_OR_LATER = (
    r"earlier", r"sooner", r"later", r"fr[üu]her", r"eher", r"sp[äa]ter", r"plus (?:t[ôo]t|tard)",
    r"m[áa]s (?:temprano|tarde)", r"pi[ùu] (?:presto|tardi)", r"prima", r"dopo", r"eerder", r"vroeger",
    r"later", r"mais (?:cedo|tarde)",
)  # fmt: skip

_OBJECT_DE = r"(?:das|die|den|es|ihn|sie|diese[ns]?)"
UNDO_PHRASES = (
    (
        r"(?:delete|cancel|remove|undo|scrap|drop|erase|stop|forget)"
        r" (?:that|it|this|the last(?: one)?|this one|that one)"
        r"(?: (?:again|please|one|reminder|alarm|timer))*\W*$"
    ),
    r"undo\W*$", r"(?:take|turn) (?:that|it) (?:back|off)", r"never ?mind (?:that|it)\W*$",
    (
        rf"(?:l[öo]sche?|streiche?|entferne?|storniere?|vergiss|stoppe?|nimm) {_OBJECT_DE}"
        r"(?: (?:wieder|bitte|letzte|zur[üu]ck|doch|eben|lieber))*\W*$"
    ),
    r"doch nicht\W*$", r"mach (?:das|es) r[üu]ckg[äa]ngig", r"r[üu]ckg[äa]ngig\W*$",
    r"(?:annule|supprime|efface|enl[èe]ve)[- ](?:[çc]a|le|la)\W*$",
    r"(?:b[óo]rra|canc[ée]la|qu[íi]ta|elim[íi]na)(?:lo|la| eso)\W*$",
    r"(?:cancella|annulla|togli|elimina)(?:lo|la| quello)\W*$",
    r"(?:verwijder|annuleer|schrap|wis) (?:dat|die|het)(?: (?:maar|weer))?\W*$",
    r"(?:apaga|cancela|tira) (?:isso|esse|essa)\W*$",
)  # fmt: skip
CHANGE_PHRASES = (
    r"instead", r"rather", r"make (?:it|that)", r"change (?:it|that)", r"move (?:it|that)",
    r"(?:push|set) it to",
    r"stattdessen", r"lieber", r"doch (?:erst|schon|um|am|auf|in)", r"mach (?:da )?(?:es|das|daraus|draus)",
    r"[äa]nder (?:es|das|ihn|sie)", r"verschieb (?:es|das|ihn|sie)", r"plut[ôo]t", r"mejor", r"en vez",
    r"invece", r"piuttosto", r"liever", r"in plaats", r"em vez", r"melhor",
)  # fmt: skip
AGAIN_PHRASES = (
    r"(?:and|also|same|again|und|auch|nochmal|noch einmal|dasselbe|et|aussi|y|tambi[ée]n|otra vez|e)(?!\w)",
    r"(?:anche|ancora|en|ook|nog een keer|tamb[ée]m|de novo)(?!\w)",
    r"(?:what|how) about", r"(?:was|wie) (?:ist|w[äa]re) (?:es )?mit", r"wie sieht es", r"qu[ée] tal",
    r"et pour",
)  # fmt: skip
"""At the start of a short message, these ask for the same once more."""

GREETINGS_TEXT = """
hi hello hey heya hiya yo sup howdy greetings morning evening hallo servus moin moinsen tag gruezi grüezi
salut bonjour bonsoir coucou hola buenas ciao salve buongiorno hoi olá ola oi thanks thank thx danke merci
gracias grazie bedankt obrigado obrigada ok okay cool nice lol haha bye tschüss tschüs
"""
GREETINGS = frozenset(GREETINGS_TEXT.split())
"""One of these as the first of few words makes a message small talk."""
SMALL_TALK = (
    r"(?:hi|hello|hey|heya|hiya|yo|howdy|greetings|hallo|servus|moin|na)(?: (?:there|all|zusammen))?",
    r"(?:salut|bonjour|bonsoir|coucou)(?: tout le monde)?",
    r"(?:hola|ciao|salve|hoi|ol[áa]|oi)(?: (?:buenas|a todos|a tutti))?", r"tsch[üu]ss|welterusten",
    r"good (?:morning|day|afternoon|evening|night)", r"guten? (?:morgen|tag|abend|nacht)",
    r"bonne (?:nuit|soir[ée]e|journ[ée]e)", r"buen(?:as|os|a) (?:noches|tardes|d[íi]as|noche|d[íi]a)",
    r"buen ?(?:d[íi]a|giorno)", r"buon(?:a|giorno|asera|anotte)(?: (?:notte|sera|giornata))?",
    r"goede(?:morgen|middag|navond|nacht|n (?:dag|avond|morgen))", r"bo(?:a|m) (?:noite|tarde|dia)",
    r"how (?:are|have) (?:you|things|we)(?: (?:been|doing|feeling|going))?",
    r"how(?:'s| is) (?:it|life|everything)(?: going)?", r"what'?s up(?: with you)?",
    r"(?:are )?you (?:ok(?:ay)?|alright|well)", r"sleep well", r"nice to (?:meet|see) you",
    r"wie (?:geht(?:'?s| es)?|l[äa]uft(?:'?s| es)?)(?: (?:dir|euch|ihnen|so))?",
    r"alles (?:klar|gut|in ordnung)", r"was geht(?: ab)?", r"(?:hast du |habt ihr )?gut geschlafen",
    r"schlaf gut", r"comment (?:vas-tu|allez-vous|tu vas|vous allez|[çc]a va|va)",
    r"[çc]a (?:va|roule)(?: bien)?", r"quoi de neuf", r"dors bien",
    r"qu[ée] (?:tal|hay|hubo|pasa)(?: (?:est[áa]s?|est[áa]n|te va|va todo|va|todo|andas|de nuevo))*",
    r"c[óo]mo (?:est[áa]s?|est[áa]n|te va|va todo|va|andas|te encuentras|has dormido)",
    r"todo (?:bien|bom|bem)", r"que descanses", r"come (?:stai|state|va|ti va|te la passi)", r"tutto bene",
    r"dormi bene", r"hoe (?:gaat|is) (?:het|ie)(?: (?:met (?:je|jou|jullie)|ermee))?", r"alles goed",
    r"slaap lekker", r"como (?:vai|est[áa]s?|vais|voc[êe] (?:est[áa]|vai))(?: voc[êe])?",
    r"tudo (?:bem|bom|certo)(?: (?:com voc[êe]|contigo))?",
)  # fmt: skip
"""Greetings, and questions after how somebody is, which ask for no answer out of a list."""
SMALL_TALK_ENDS = (
    r"today|tonight|now|so|then|you|my friend|heute|denn|du|dir|und selbst|aujourd'hui|toi|hoy|t[úu]|amig[oa]"
    r"|oggi|tu|vandaag|jij|hoje|voc[êe]|and you|und dir|et toi|y t[úu]|e tu|en jij|e voc[êe]|kallisti"
)


_KNOWN_TEXT = "the my this that der die das den dem mein meine meinen le la les mon el mi il lo het de o os"
KNOWN_THINGS = frozenset(_KNOWN_TEXT.split())
"""Articles and pronouns before a thing that exists already."""


def one_of(*groups: tuple[str, ...]) -> re.Pattern[str]:
    """A pattern that finds any of the sources as whole words."""
    return re.compile(r"(?<!\w)(?:" + "|".join(source for group in groups for source in group) + r")(?!\w)")


_KINDLY = (
    r"^[\W_]*(?:(?:hey|hi|ok|okay|please|bitte|kallisti|so|and|und|also|auch)[\s,:]+){0,4}"
    r"(?:(?:can|could|would|will) you (?:please )?|i want you to "
    r"|(?:kannst|k[öo]nntest) du (?:dir )?(?:bitte )?)?"
    r"(?:(?:please|bitte|mal)[\s,]+)?"
)
REMEMBER_PHRASES = (
    _KINDLY + r"remember(?: for (?:me|later))?[:,]? ?(?:that|this|my|our|i|the fact|how|who)",
    _KINDLY + r"remember ?[:]", _KINDLY + r"(?:memori[sz]e|keep in mind)(?: that)?",
    _KINDLY + r"(?:note(?: down)?|make a note|take a note|don't forget)[:,]? that",
    _KINDLY + r"(?:note|take a note|make a note|notiz) ?:", _KINDLY + r"save (?:a|this|the following) note",
    _KINDLY + r"(?:merke?|behalte?) (?:es )?dir(?: bitte| mal)?[:,]? ?(?:dass|da[sß]|:|ich|wir)",
    _KINDLY + r"(?:merke?|behalte?) (?:es )?dir(?: bitte| mal)?[:,]? ?(?:mein|unser)\w*",
    _KINDLY + r"(?:merke?|notiere?)(?: dir)?(?: bitte| mal)?(?: ?:|,? dass)",
    _KINDLY + r"vergiss nicht,? dass",
    _KINDLY + r"(?:retiens|souviens-toi|note bien) que", _KINDLY + r"(?:recuerda|acu[ée]rdate de|apunta) que",
    _KINDLY + r"(?:ricorda|ricordati|tieni a mente) che", _KINDLY + r"(?:onthoud|noteer) dat",
    _KINDLY + r"(?:lembra-te|lembre-se|lembra|anota)(?: de)? que",
    r"(?<=[.,;!:-] )(?:merk dir das|remember (?:that|this)|keep (?:that|this) in mind)[\s.!]*$",
)  # fmt: skip
"""At the start of a message, or as its whole end: what is said there is to be known later. "Remember to ..."
is not among them, it asks for a reminder.
"""
COMMIT_PHRASES = (
    _KINDLY + r"(?:commit|keep both|behalte beide)(?: note| notiz| number| nummer)? #?\d{1,6}[\s.!]*$",
    _KINDLY
    + r"(?:update|replace|ersetze?|aktualisiere?|behalte) (?:staged )?(?:note|notiz) #?\d{1,6}[\s.!]*$",
)  # fmt: skip
KNOWN_PHRASES = (
    _KINDLY + r"what (?:do|did) you (?:know|remember|have noted|note)(?: about| of| from|[\s?]*$)",
    _KINDLY + r"what (?:do|does) your notes (?:say|know)",
    r"(?:search|look in|check) (?:your|my|the) (?:notes|memory)",
    _KINDLY + r"was (?:wei[sß]t|weisst) du (?:noch )?(?:über|ueber|von)",
    _KINDLY + r"was hast du (?:dir )?(?:über .{1,60} )?(?:gemerkt|notiert)",
    r"(?:such|schau)e? in deinen notizen",
)  # fmt: skip
FORGET_PHRASES = (
    _KINDLY + r"forget (?:(?:the|your|my|that) )?notes?(?: about| on| of)?",
    _KINDLY + r"forget (?:what|everything|all) (?:i|you|we) (?:told|said|know|remember)",
    _KINDLY + r"(?:delete|remove|erase) (?:the|your|my|that) notes?(?: about| on| of)?",
    _KINDLY + r"vergiss (?:die|deine|meine) notiz(?:en)?", _KINDLY + r"vergiss,? was (?:ich|du|wir)",
    _KINDLY + r"(?:l[öo]sch|entfern)e? (?:die|deine|meine) notiz(?:en)?",
)  # fmt: skip
NOTE_WORDS = (
    r"notes?", r"noted", r"notizen?", r"notier\w*", r"vermerk\w*", r"remember(?:ed)?",
    r"memor(?:y|ies|i[sz]ed?)", r"merk(?:e|en|st)?", r"gemerkt", r"vault", r"staged", r"commit(?:ted)?",
    r"vorgemerkt\w*", r"ged[äa]chtnis", r"keep in mind", r"forget", r"vergiss", r"tags", r"schlagw[oö]rte?r?",
    r"(?:i|we) (?:told|tell|said to) you", r"you know about", r"know about (?:me|us)",
    r"dir (?:gesagt|erz[äa]hlt)", r"wei[sß]t du (?:noch )?(?:über|von)",
    r"retiens", r"souviens[- ]toi", r"sais[- ]tu de", r"ma? m[ée]moire",
    r"recuerdas?", r"apunta", r"anota", r"notas?", r"sabes de", r"ricorda(?:ti)?", r"appunt[io]", r"nota",
    r"onthoud(?:en)?", r"notities?", r"lembra(?:-te)?", r"anota[çc][ãa]o", r"anota[çc][õo]es",
)  # fmt: skip
"""Without one of these a message is not about notes, however close its vector comes to what is."""
