"""What is said of questions with choices: of rival times, of approvals, and of answers that come too late."""

from __future__ import annotations

from agent.words import Words

WHICH_TIME: Words = {
    "en": "“{phrase}” may mean several times, so nothing is set. Which one ({zone})?",
    "de": "„{phrase}“ kann mehrere Zeiten heißen, also ist nichts gesetzt. Welche ({zone})?",
    "es": "«{phrase}» puede significar varias horas, así que no he puesto nada. ¿Cuál ({zone})?",
    "fr": "« {phrase} » peut désigner plusieurs heures, donc rien n’est noté. Laquelle ({zone}) ?",
    "it": "«{phrase}» può indicare più orari, quindi non ho impostato nulla. Quale ({zone})?",
    "nl": "“{phrase}” kan meerdere tijden betekenen, dus er is niets ingesteld. Welke ({zone})?",
    "pt": "“{phrase}” pode significar vários horários, então nada foi definido. Qual ({zone})?",
}
DENIED: Words = {
    "en": "Denied, so it was not done.",
    "de": "Abgelehnt, also wurde es nicht getan.",
    "es": "Denegado, así que no se ha hecho.",
    "fr": "Refusé, donc ce n’a pas été fait.",
    "it": "Negato, quindi non è stato fatto.",
    "nl": "Geweigerd, dus het is niet gedaan.",
    "pt": "Negado, então não foi feito.",
}
NOT_APPROVED: Words = {
    "en": "That was not approved within {minutes} minutes, so it was not done.",
    "de": "Das wurde nicht innerhalb von {minutes} Minuten genehmigt, also wurde es nicht getan.",
    "es": "No se aprobó en {minutes} minutos, así que no se ha hecho.",
    "fr": "Ce n’a pas été approuvé en {minutes} minutes, donc ce n’a pas été fait.",
    "it": "Non è stato approvato entro {minutes} minuti, quindi non è stato fatto.",
    "nl": "Dat is niet binnen {minutes} minuten goedgekeurd, dus het is niet gedaan.",
    "pt": "Isso não foi aprovado em {minutes} minutos, então não foi feito.",
}
APPROVAL_LOST: Words = {
    "en": "I was restarted before you answered. That counts as denied, so it was not done.",
    "de": "Ich wurde neu gestartet, bevor du geantwortet hast. Das gilt als abgelehnt, "
    "also wurde es nicht getan.",
    "es": "Me reinicié antes de tu respuesta. Eso cuenta como denegado, así que no se ha hecho.",
    "fr": "J’ai redémarré avant ta réponse. Cela compte comme un refus, donc ce n’a pas été fait.",
    "it": "Sono stato riavviato prima della tua risposta. Vale come negato, quindi non è stato fatto.",
    "nl": "Ik ben opnieuw gestart voordat je antwoordde. Dat telt als geweigerd, dus het is niet gedaan.",
    "pt": "Fui reiniciado antes da sua resposta. Isso conta como negado, então não foi feito.",
}
APPROVAL_DROPPED: Words = {
    "en": "Something else was asked after that, so this counts as denied and was not done.",
    "de": "Danach ging es um etwas anderes, also gilt das als abgelehnt und wurde nicht getan.",
    "es": "Después se preguntó otra cosa, así que esto cuenta como denegado y no se ha hecho.",
    "fr": "Autre chose a été demandé depuis, donc cela compte comme un refus et n’a pas été fait.",
    "it": "Dopo è stato chiesto altro, quindi vale come negato e non è stato fatto.",
    "nl": "Daarna is iets anders gevraagd, dus dit telt als geweigerd en is niet gedaan.",
    "pt": "Depois foi perguntada outra coisa, então isto conta como negado e não foi feito.",
}
QUESTION_OLD: Words = {
    "en": "That question is too old to be answered now; please ask again.",
    "de": "Diese Frage ist inzwischen zu alt; bitte frag noch einmal.",
    "es": "Esa pregunta ya es demasiado antigua; por favor, pide de nuevo.",
    "fr": "Cette question est trop ancienne ; redemande, s’il te plaît.",
    "it": "Questa domanda è ormai troppo vecchia; chiedi di nuovo, per favore.",
    "nl": "Die vraag is nu te oud; vraag het alsjeblieft opnieuw.",
    "pt": "Essa pergunta já é antiga demais; por favor, peça de novo.",
}
QUESTION_ANSWERED: Words = {
    "en": "That question has been answered already.",
    "de": "Diese Frage ist schon beantwortet.",
    "es": "Esa pregunta ya está respondida.",
    "fr": "Cette question a déjà reçu une réponse.",
    "it": "A questa domanda è già stata data risposta.",
    "nl": "Die vraag is al beantwoord.",
    "pt": "Essa pergunta já foi respondida.",
}
QUESTION_DROPPED: Words = {
    "en": "That question is no longer open; please ask again.",
    "de": "Diese Frage ist nicht mehr offen; bitte frag noch einmal.",
    "es": "Esa pregunta ya no está abierta; por favor, pide de nuevo.",
    "fr": "Cette question n’est plus ouverte ; redemande, s’il te plaît.",
    "it": "Questa domanda non è più aperta; chiedi di nuovo, per favore.",
    "nl": "Die vraag staat niet meer open; vraag het alsjeblieft opnieuw.",
    "pt": "Essa pergunta não está mais aberta; por favor, peça de novo.",
}
NO_LONGER_THERE: Words = {
    "en": "I no longer have the tool for that, so it was not done.",
    "de": "Das Werkzeug dafür habe ich nicht mehr, also wurde es nicht getan.",
    "es": "Ya no tengo la herramienta para eso, así que no se ha hecho.",
    "fr": "Je n’ai plus l’outil pour cela, donc ce n’a pas été fait.",
    "it": "Non ho più lo strumento per questo, quindi non è stato fatto.",
    "nl": "Daarvoor heb ik het gereedschap niet meer, dus het is niet gedaan.",
    "pt": "Não tenho mais a ferramenta para isso, então não foi feito.",
}
NEEDS_APPROVAL: Words = {
    "en": "This needs your approval: {purpose} (`{tool}`)",
    "de": "Dafür brauche ich deine Zustimmung: {purpose} (`{tool}`)",
    "es": "Esto necesita tu aprobación: {purpose} (`{tool}`)",
    "fr": "Il me faut ton accord : {purpose} (`{tool}`)",
    "it": "Serve la tua approvazione: {purpose} (`{tool}`)",
    "nl": "Dit heeft je goedkeuring nodig: {purpose} (`{tool}`)",
    "pt": "Isto precisa da sua aprovação: {purpose} (`{tool}`)",
}
HOW_TO_APPROVE: Words = {
    "en": "Shall I do it? Yes or no; after {minutes} minutes I take it for a no.",
    "de": "Soll ich das tun? Ja oder nein; nach {minutes} Minuten gilt es als Nein.",
    "es": "¿Lo hago? Sí o no; pasados {minutes} minutos lo tomo por un no.",
    "fr": "Je le fais ? Oui ou non ; après {minutes} minutes, c’est non.",
    "it": "Lo faccio? Sì o no; dopo {minutes} minuti vale come no.",
    "nl": "Zal ik het doen? Ja of nee; na {minutes} minuten geldt het als nee.",
    "pt": "Faço isso? Sim ou não; depois de {minutes} minutos vale como não.",
}
MORE_CHARACTERS: Words = {
    "en": " … and {count} more characters",
    "de": " … und {count} weitere Zeichen",
    "es": " … y {count} caracteres más",
    "fr": " … et {count} caractères de plus",
    "it": " … e altri {count} caratteri",
    "nl": " … en nog {count} tekens",
    "pt": " … e mais {count} caracteres",
}
APPROVE: Words = {
    "en": "Approve once",
    "de": "Einmal zustimmen",
    "es": "Aprobar una vez",
    "fr": "Approuver une fois",
    "it": "Approva una volta",
    "nl": "Eenmalig goedkeuren",
    "pt": "Aprovar uma vez",
}
DENY: Words = {
    "en": "Deny",
    "de": "Ablehnen",
    "es": "Denegar",
    "fr": "Refuser",
    "it": "Nega",
    "nl": "Weigeren",
    "pt": "Negar",
}
