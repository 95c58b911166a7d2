"""What a delivery says beside the reminder's own words."""

from __future__ import annotations

from agent.types import ReminderKind

WITHOUT_BODY = {
    ReminderKind.REMINDER: {
        "en": "You asked to be reminded.",
        "de": "Du wolltest erinnert werden.",
        "es": "Pediste un recordatorio.",
        "fr": "Tu as demandé un rappel.",
        "it": "Hai chiesto un promemoria.",
        "nl": "Je wilde herinnerd worden.",
        "pt": "Você pediu um lembrete.",
    },
    ReminderKind.TIMER: {
        "en": "Your timer is up.",
        "de": "Dein Timer ist abgelaufen.",
        "es": "Tu temporizador ha terminado.",
        "fr": "Ton minuteur est écoulé.",
        "it": "Il tuo timer è scaduto.",
        "nl": "Je timer is afgelopen.",
        "pt": "Seu timer terminou.",
    },
    ReminderKind.ALARM: {
        "en": "Your alarm is ringing.",
        "de": "Dein Wecker klingelt.",
        "es": "Tu alarma está sonando.",
        "fr": "Ton réveil sonne.",
        "it": "La tua sveglia sta suonando.",
        "nl": "Je wekker gaat.",
        "pt": "Seu alarme está tocando.",
    },
}
LATE = {
    "en": "late by {span}",
    "de": "{span} zu spät",
    "es": "con {span} de retraso",
    "fr": "avec {span} de retard",
    "it": "con {span} di ritardo",
    "nl": "{span} te laat",
    "pt": "com {span} de atraso",
}
AGAIN = {
    "en": "ringing again, {ring} of {rings}; press Done or write “done” to stop it",
    "de": "klingelt wieder, {ring} von {rings}; drück Fertig oder schreib „fertig“, um ihn zu beenden",
    "es": "suena otra vez, {ring} de {rings}; pulsa Hecho o escribe «hecho» para pararla",
    "fr": "sonne à nouveau, {ring} sur {rings} ; appuie sur Fini ou écris « fini » pour l’arrêter",
    "it": "suona di nuovo, {ring} di {rings}; premi Fatto o scrivi «fatto» per fermarla",
    "nl": "gaat opnieuw, {ring} van {rings}; druk op Klaar of schrijf “klaar” om hem te stoppen",
    "pt": "tocando de novo, {ring} de {rings}; pressione Feito ou escreva “feito” para parar",
}
MISSED = {
    "en": "Missed before this one while I was not running: {count}, since {since}.",
    "de": "Davor verpasst, während ich nicht lief: {count}, seit {since}.",
    "es": "Perdidos antes de este mientras yo no estaba en marcha: {count}, desde {since}.",
    "fr": "Manqués avant celui-ci pendant que je ne tournais pas : {count}, depuis {since}.",
    "it": "Persi prima di questo mentre non ero attivo: {count}, da {since}.",
    "nl": "Hiervoor gemist terwijl ik niet draaide: {count}, sinds {since}.",
    "pt": "Perdidos antes deste enquanto eu não estava rodando: {count}, desde {since}.",
}
OR_MORE = {
    "en": "{count} or more",
    "de": "{count} oder mehr",
    "es": "{count} o más",
    "fr": "{count} ou plus",
    "it": "{count} o più",
    "nl": "{count} of meer",
    "pt": "{count} ou mais",
}
CONTENT_REFUSED = {
    "en": "{kind} {id} is due. Discord refused its text here; ask me to list your reminders.",
    "de": "{kind} {id} ist fällig. Discord hat den Text hier abgelehnt; `/reminders` zeigt ihn dir.",
    "es": "{kind} {id}: es la hora. Discord rechazó su texto aquí; `/reminders` te lo muestra.",
    "fr": "{kind} {id} : c’est l’heure. Discord a refusé son texte ici ; `/reminders` te le montre.",
    "it": "{kind} {id}: è l’ora. Discord ha rifiutato il testo qui; `/reminders` te lo mostra.",
    "nl": "{kind} {id}: het is tijd. Discord weigerde de tekst hier; `/reminders` toont hem.",
    "pt": "{kind} {id}: chegou a hora. O Discord recusou o texto aqui; `/reminders` mostra-o a você.",
}
ELSEWHERE = {
    "en": "I can no longer write where you set this.",
    "de": "Wo du das gesetzt hast, kann ich nicht mehr schreiben.",
    "es": "Ya no puedo escribir donde pusiste esto.",
    "fr": "Je ne peux plus écrire là où tu as noté ceci.",
    "it": "Non posso più scrivere dove hai impostato questo.",
    "nl": "Waar je dit hebt ingesteld, kan ik niet meer schrijven.",
    "pt": "Não posso mais escrever onde você definiu isto.",
}
UNDELIVERED = {
    "en": "I could not deliver your reminder #{id}: {why}. `/reminders` shows it.",
    "de": "Deine Erinnerung #{id} konnte ich nicht zustellen: {why}. `/reminders` zeigt sie.",
    "es": "No he podido entregarte el recordatorio #{id}: {why}. `/reminders` lo muestra.",
    "fr": "Je n’ai pas pu te remettre ton rappel #{id} : {why}. `/reminders` l’affiche.",
    "it": "Non ho potuto consegnarti il promemoria #{id}: {why}. `/reminders` lo mostra.",
    "nl": "Ik kon je herinnering #{id} niet bezorgen: {why}. `/reminders` laat hem zien.",
    "pt": "Não consegui entregar o seu lembrete #{id}: {why}. `/reminders` mostra-o.",
}
NO_WAY = {
    "en": "where you set it, and by direct message, nothing can be written",
    "de": "dort, wo du sie gesetzt hast, und als Direktnachricht geht es nicht",
    "es": "ni donde lo pusiste ni por mensaje directo se puede escribir",
    "fr": "là où tu l’as noté et en message privé, rien ne peut être écrit",
    "it": "dove l’hai impostato e per messaggio diretto non si può scrivere",
    "nl": "waar je hem hebt ingesteld en als privébericht kan niets geschreven worden",
    "pt": "onde você o definiu e por mensagem direta não se pode escrever",
}
"""Why there is no other way, for people; the operator's reason is in the log and the list."""
DONE = {
    "en": "Done",
    "de": "Fertig",
    "es": "Hecho",
    "fr": "Fini",
    "it": "Fatto",
    "nl": "Klaar",
    "pt": "Feito",
}
TOMORROW = {
    "en": "Tomorrow",
    "de": "Morgen",
    "es": "Mañana",
    "fr": "Demain",
    "it": "Domani",
    "nl": "Morgen",
    "pt": "Amanhã",
}
CUSTOM = {
    "en": "Custom",
    "de": "Andere Zeit",
    "es": "Otra hora",
    "fr": "Autre heure",
    "it": "Altra ora",
    "nl": "Andere tijd",
    "pt": "Outro horário",
}
REMIND_AGAIN = {
    "en": "Remind me again",
    "de": "Noch einmal erinnern",
    "es": "Recordármelo otra vez",
    "fr": "Me le rappeler encore",
    "it": "Ricordamelo ancora",
    "nl": "Herinner me opnieuw",
    "pt": "Lembrar de novo",
}
WHEN = {
    "en": "When?",
    "de": "Wann?",
    "es": "¿Cuándo?",
    "fr": "Quand ?",
    "it": "Quando?",
    "nl": "Wanneer?",
    "pt": "Quando?",
}
WHEN_FOR_EXAMPLE = {
    "en": "in 20 minutes, tomorrow at 9",
    "de": "in 20 Minuten, morgen um 9",
    "es": "en 20 minutos, mañana a las 9",
    "fr": "dans 20 minutes, demain à 9 h",
    "it": "tra 20 minuti, domani alle 9",
    "nl": "over 20 minuten, morgen om 9 uur",
    "pt": "em 20 minutos, amanhã às 9",
}
UNAVAILABLE = {
    "en": "I cannot write anything down right now; please try again in a minute.",
    "de": "Ich kann gerade nichts festhalten; bitte versuch es gleich noch einmal.",
    "es": "Ahora mismo no puedo guardar nada; inténtalo de nuevo en un minuto.",
    "fr": "Je ne peux rien noter en ce moment ; réessaie dans une minute.",
    "it": "Al momento non posso annotare nulla; riprova tra un minuto.",
    "nl": "Ik kan nu niets vastleggen; probeer het over een minuut opnieuw.",
    "pt": "Não consigo anotar nada agora; tente de novo em um minuto.",
}
KEPT_ELSEWHERE = {
    "en": "This reminder belongs to a server that another part of me serves; I cannot change it from here. "
    "Use /reminders in that server.",
    "de": "Diese Erinnerung gehört zu einem Server, für den ein anderer Teil von mir da ist; von hier aus "
    "kann ich sie nicht ändern. Nutze /reminders auf jenem Server.",
    "es": "Este recordatorio es de un servidor que atiende otra parte de mí; desde aquí no puedo cambiarlo. "
    "Usa /reminders en ese servidor.",
    "fr": "Ce rappel vient d’un serveur dont s’occupe une autre partie de moi ; je ne peux pas le changer "
    "d’ici. Utilise /reminders sur ce serveur.",
    "it": "Questo promemoria è di un server servito da un’altra parte di me; da qui non posso cambiarlo. "
    "Usa /reminders in quel server.",
    "nl": "Deze herinnering hoort bij een server waar een ander deel van mij voor zorgt; van hieruit kan ik "
    "haar niet wijzigen. Gebruik /reminders op die server.",
    "pt": "Este lembrete é de um servidor atendido por outra parte de mim; daqui não posso mudá-lo. Use "
    "/reminders naquele servidor.",
}
