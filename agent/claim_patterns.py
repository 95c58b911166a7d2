"""What claims look like, in seven languages: statements about the past and promises, not talk about doing.

A deed names its doer ("I have set ..."); a state does not ("your reminder is set"). Verbs of many meanings
count only with a thing that can be set, or a word that stands for one: "I set the table" claims nothing.
"""

from __future__ import annotations

THING = r"(?:reminders?|alarms?|timers?|notifications?|events?|appointments?|alerts?)"
_DING = r"(?:erinnerung(?:en)?|wecker|alarme?|timer|benachrichtigung(?:en)?|termine?)"
_CHOSE = r"(?:rappels?|alarmes?|minuteurs?|minuteries?|réveils?|rendez-vous|notifications?)"
_COSA_ES = r"(?:recordatorios?|alarmas?|temporizador(?:es)?|avisos?|citas?|notificaci(?:ón|ones))"
_COSA_IT = r"(?:promemoria|sveglia|sveglie|timer|allarmi?|avvis[oi]|appuntament[oi]|notific(?:a|he))"
_COISA = r"(?:lembretes?|alarmes?|temporizador(?:es)?|avisos?|compromissos?|notificaç(?:ão|ões))"
_DING_NL = r"(?:herinnering(?:en)?|wekkers?|alarm(?:en)?|timers?|melding(?:en)?|afspra(?:ak|ken))"

_I_HAVE = r"\bi(?:'ve| have)?(?: just| already| now| successfully)*"
_OBJECT = (
    rf"(?: up)?(?: (?:it|that|this|one|them|these|those|everything|both)\b"
    r"(?! (?:on|under|beside|into) (?:the|a|my|your) (?!calendar|agenda|list))"
    rf"|(?: \w+){{0,4}} {THING}\b| (?:for|at|to) \d|$|[.!,:])"
)
_ICH_HABE = r"\bich habe?\b.{0,80}\b"
_J_AI = r"\b(?:j'ai|je l'ai|je les ai|je (?:t'|vous )ai)(?: bien| déjà)?"
_HE = r"\b(?:ya )?(?:te |le |lo |la |los |las )*he(?: ya)?"
_HO = r"\b(?:l'ho|ho|te l'ho|ti ho)(?: già| appena)?"
_EU = r"\b(?:eu |já )+(?:o |a )?"
_IK_HEB = r"\bik heb\b.{0,80}\b"

SET_DEEDS = (
    rf"{_I_HAVE} (?:set|created|added|noted|saved|put|started)\b(?! (?:out|off)){_OBJECT}",
    rf"{_I_HAVE} scheduled\b",
    r"\bi(?:'ll| will| am going to|'m going to) (?:remind|wake|ping|notify|alert) you\b",
    (
        rf"{_ICH_HABE}(?:gestellt|gesetzt|eingestellt|erstellt|angelegt|gespeichert|notiert|eingetragen"
        r"|eingerichtet|gestartet|vorgemerkt)\b"
    ),
    r"\bich (?:werde|erinnere|wecke) (?:dich|sie|euch)\b",
    rf"{_J_AI} (?:programmé|créé|ajouté|enregistré|noté|réglé|planifié|lancé|mis)e?s?\b(?! la table)",
    r"\bje (?:te|vous) (?:rappellerai|réveillerai|préviendrai)\b",
    r"\bje vais (?:te|vous) (?:rappeler|réveiller|prévenir)\b",
    rf"{_HE} (?:programado|creado|añadido|guardado|configurado|anotado|puesto|activado)\b(?! la mesa)",
    r"\b(?:te|le|os) (?:recordaré|avisaré|despertaré)\b|\bvoy a (?:recordarte|avisarte|despertarte)\b",
    rf"{_HO} (?:impostat|creat|aggiunt|salvat|programmat|annotat|avviat)[oaie]\b",
    r"\bti (?:ricorderò|avviserò|sveglierò)\b",
    rf"{_EU}(?:defini|criei|adicionei|guardei|salvei|programei|anotei|configurei|agendei)\b",
    r"\b(?:criei|defini|agendei|programei|configurei) (?:o|um|a|uma|seu|teu) ",
    r"\b(?:vou|irei) (?:te |lhe )?(?:lembrá-l[oa]|lembrar|acordar|avisar)\b",
    r"\b(?:lembrar|avisar)-(?:te|lhe)-ei\b",
    rf"{_IK_HEB}(?:ingesteld|gezet|aangemaakt|toegevoegd|opgeslagen|genoteerd|gestart|gepland)\b",
    r"\bik (?:zal|ga) (?:je|u|jullie)\b.{0,40}\b(?:herinneren|wekken|waarschuwen)\b",
    r"\bik herinner (?:je|u|jullie)\b(?! er niet)",
)
SET_STATES = (
    (
        rf"\b{THING} (?:is|are|was|were|has been|have been)(?: now| already| still| successfully)* "
        r"(?:set|scheduled|created|added|saved|started|active|running)\b"
    ),
    rf"\b{THING} (?:set|scheduled|created|added)\b",
    (
        rf"\b{_DING}\b.{{0,40}}\b(?:ist|sind|wurde|wurden|läuft)\b.{{0,40}}"
        r"\b(?:gestellt|gesetzt|eingestellt|erstellt|angelegt|gespeichert|aktiv|gestartet)\b"
    ),
    rf"\b{_DING} (?:gestellt|gesetzt|eingestellt|erstellt|angelegt|gespeichert)\b",
    (
        rf"\b{_CHOSE}\b.{{0,30}}\b(?:est|sont|a été|ont été)(?: bien| maintenant| déjà)? "
        r"(?:programmé|créé|ajouté|enregistré|réglé|activé|planifié)e?s?\b"
    ),
    (
        rf"\b{_COSA_ES}\b.{{0,30}}\b(?:está|están|ha sido|han sido|queda)(?: ya)? "
        r"(?:programad|cread|guardad|configurad|activad|añadid)[oa]s?\b"
    ),
    (
        rf"\b{_COSA_IT}\b.{{0,30}}\b(?:è|sono)(?: stat[oaie])?(?: già| ora)? "
        r"(?:impostat|creat|salvat|programmat|attiv|aggiunt)[oaie]\b"
    ),
    (
        rf"\b{_COISA}\b.{{0,30}}\b(?:está|estão|foi|foram)(?: já| agora)? "
        r"(?:definid|criad|salv|guardad|programad|agendad|ativ|ativad)[oa]s?\b"
    ),
    (
        rf"\b{_DING_NL}\b.{{0,30}}\b(?:is|zijn|staat|staan|werd)\b(?: nu| al)? ?"
        r"(?:ingesteld|gezet|aangemaakt|opgeslagen|gepland|actief|aan)\b"
    ),
)
REMOVED_DEEDS = (
    rf"{_I_HAVE} (?:cancell?ed|removed|deleted|cleared|stopped)\b",
    rf"\b{THING} (?:is|are|was|were|has been|have been)(?: now| already)? (?:cancell?ed|removed|deleted)\b",
    rf"\b{THING} (?:cancell?ed|removed|deleted)\b",
    rf"{_ICH_HABE}(?:gelöscht|entfernt|storniert|abgebrochen|gestoppt)\b",
    rf"\b{_DING}\b.{{0,40}}\b(?:ist|sind|wurde|wurden) (?:gelöscht|entfernt|storniert|abgebrochen)\b",
    rf"{_J_AI} (?:annulé|supprimé|effacé|arrêté)e?s?\b",
    rf"\b{_CHOSE}\b.{{0,30}}\b(?:est|sont|a été|ont été) (?:annulé|supprimé|effacé)e?s?\b",
    rf"{_HE} (?:cancelado|eliminado|borrado|quitado|detenido)\b",
    rf"\b{_COSA_ES}\b.{{0,30}}\b(?:está|ha sido|han sido) (?:cancelad|eliminad|borrad)[oa]s?\b",
    rf"{_HO} (?:annullat|cancellat|eliminat|rimoss|fermat)[oaie]\b",
    rf"\b{_COSA_IT}\b.{{0,30}}\b(?:è|sono)(?: stat[oaie])? (?:annullat|cancellat|eliminat|rimoss)[oaie]\b",
    rf"{_EU}(?:cancelei|removi|apaguei|excluí|eliminei)\b",
    r"\b(?:cancelei|removi|apaguei|excluí|eliminei) (?:o|a|os|as|seu|teu) ",
    rf"\b{_COISA}\b.{{0,30}}\b(?:foi|foram|está) (?:cancelad|removid|apagad|excluíd|eliminad)[oa]s?\b",
    rf"{_IK_HEB}(?:geannuleerd|verwijderd|gewist|gestopt)\b",
    rf"\b{_DING_NL}\b.{{0,30}}\b(?:is|zijn|werd) (?:geannuleerd|verwijderd|gewist)\b",
)
KEPT_DEEDS = (
    rf"{_I_HAVE} (?:remembered|memori[sz]ed|noted|(?:made|taken) a note)\b",
    rf"{_I_HAVE} (?:saved|stored|added|committed) (?:it|that|this|your note)\b",
    r"\bI(?:'ll| will| shall) (?:remember|keep in mind|make a note of|note down|memori[sz]e)\b(?! to\b)",
    r"^\s*(?:noted|remembered|saved)\b\s*[.!:]",
    r"\b(?:it|that|note) (?:is|has been|was)(?: now)? (?:noted|remembered|memori[sz]ed)\b",
    rf"{_ICH_HABE}(?:gemerkt|notiert|abgespeichert)\b",
    r"\bich (?:merke|notiere|behalte) (?:es )?mir\b",
    r"\bich (?:werde )?(?:es |das )?mir (?:das |es )?merken\b",
    r"^\s*(?:notiert|gemerkt|gespeichert)\b\s*[.!:]",
    rf"{_J_AI} (?:noté|retenu|mémorisé)e?s?\b",
    rf"{_HE} (?:anotado|memorizado|recordado)\b",
    rf"{_HO} (?:annotat|memorizzat)[oaie]\b",
    rf"{_EU}(?:anotei|memorizei)\b",
    rf"{_IK_HEB}(?:onthouden|genoteerd)\b",
)
FORGOTTEN_DEEDS = (
    rf"{_I_HAVE} (?:forgotten|deleted|removed|erased) (?:the|your|that|this|my)(?: \w+){{0,2}} notes?\b",
    rf"{_I_HAVE} forgotten (?:what you|everything|all)\b",
    r"\bnotes? (?:is|are|was|were|has been|have been)(?: now)? (?:deleted|removed|forgotten|erased)\b",
    r"\bich habe?\b.{0,20}\bnotiz(?:en)?\b.{0,60}\b(?:vergessen|gelöscht|entfernt)\b",
    r"\bnotiz(?:en)?\b.{0,40}\b(?:ist|sind|wurde|wurden) (?:gelöscht|entfernt|vergessen)\b",
)
OTHER_DEEDS = (
    rf"{_I_HAVE} (?:sent|emailed|posted|booked|ordered|updated)\b",
    rf"{_I_HAVE} changed\b(?! my mind| a lot)",
    rf"{_I_HAVE} saved\b(?: \w+){{0,2}} (?:notes?|messages?|files?|e-?mails?)\b",
    r"\b(?:message|e-?mail|it|note) (?:is|was|has been) (?:sent|saved|booked|updated)\b",
    rf"{_ICH_HABE}(?:gesendet|geschickt|verschickt|gebucht|bestellt|aktualisiert|geändert)\b",
    r"\b(?:nachricht|e-?mail|notiz)\b.{0,40}\b(?:ist|wurde) (?:gesendet|geschickt|gespeichert|verschickt)\b",
    rf"{_J_AI} (?:envoyé|réservé|commandé|publié|modifié)e?s?\b",
    rf"{_HE} (?:enviado|reservado|pedido|publicado|actualizado|cambiado)\b",
    rf"{_HO} (?:inviat|prenotat|ordinat|pubblicat|aggiornat|modificat)[oaie]\b",
    rf"{_EU}(?:enviei|reservei|encomendei|publiquei|atualizei)\b",
    r"\b(?:enviei|reservei|encomendei) (?:o|a|um|uma|sua|tua) ",
    rf"{_IK_HEB}(?:verzonden|verstuurd|gestuurd|geboekt|besteld|bijgewerkt|gewijzigd)\b",
)
NEGATIONS = (
    rf"\b(?:not|never|nothing|no (?:\w+ )?{THING})\b|n't\b"
    r"|\b(?:nicht|nichts|keine?n?|nie)\b"
    r"|\b(?:ne|n'ai|n'a|n'est|rien|jamais|aucune?)\b|\bn'"
    r"|\b(?:nada|nunca|ningún|ninguna|ningun)\b|\bno\b(?= (?:\w+ )?(?:he|está|están|ha)\b)"
    r"|\b(?:non|niente|nessun[oa]?|mai)\b"
    r"|\b(?:não|nenhuma?|nem)\b"
    r"|\b(?:niet|niets|geen|nooit)\b"
)
EARLIER = (
    r"\b(?:already|still|earlier|yesterday|before|you (?:had )?set|bereits|schon|noch|gestern|vorhin|déjà"
    r"|encore|hier|ya|todavía|ayer|antes|già|ancora|ieri|prima|já|ainda|ontem|al|nog|gisteren|eerder)\b"
)
"""Words by which a state is one from before."""
