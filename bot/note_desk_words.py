"""What /memory and /forget-me say of their own. Words about notes stand in `agent.note_words`."""

from __future__ import annotations

from bot.store.forgetting import Held

HEADING = {
    "en": "What I know here ({first} to {last} of {count}):",
    "de": "Was ich hier weiß ({first} bis {last} von {count}):",
    "es": "Lo que sé aquí ({first} a {last} de {count}):",
    "fr": "Ce que je sais ici ({first} à {last} sur {count}) :",
    "it": "Quello che so qui ({first} a {last} di {count}):",
    "nl": "Wat ik hier weet ({first} tot {last} van {count}):",
    "pt": "O que sei aqui ({first} a {last} de {count}):",
}
NOTHING = {
    "en": "I keep no notes here. “Remember that …” makes one.",
    "de": "Ich habe hier keine Notizen. „Merk dir, dass …“ macht eine.",
    "es": "No guardo notas aquí. «Recuerda que …» crea una.",
    "fr": "Je ne garde pas de notes ici. « Retiens que … » en crée une.",
    "it": "Qui non tengo note. «Ricorda che …» ne crea una.",
    "nl": "Ik bewaar hier geen notities. “Onthoud dat …” maakt er een.",
    "pt": "Não guardo notas aqui. “Lembre que …” cria uma.",
}
STAGED_MARK = {
    "en": "noted for now, not kept yet",
    "de": "vorgemerkt, noch nicht behalten",
    "es": "anotado por ahora, aún no guardado",
    "fr": "noté pour l’instant, pas encore gardé",
    "it": "annotato per ora, non ancora tenuto",
    "nl": "voorlopig genoteerd, nog niet bewaard",
    "pt": "anotado por enquanto, ainda não guardado",
}
YOURS = {
    "en": "yours",
    "de": "deine",
    "es": "tuya",
    "fr": "à toi",
    "it": "tua",
    "nl": "van jou",
    "pt": "sua",
}
STAGED_OPEN = {
    "en": "Noted for now as number {number}: “{text}”. It is forgotten {expires} unless you keep it.",
    "de": "Vorgemerkt als Nummer {number}: „{text}“. Ich vergesse es {expires}, wenn du es nicht behältst.",
    "es": "Anotado por ahora con el número {number}: «{text}». Lo olvido {expires} si no lo guardas.",
    "fr": "Noté pour l’instant sous le numéro {number} : « {text} ». Je l’oublie {expires} si tu ne le "
    "gardes pas.",
    "it": "Annotato per ora con il numero {number}: «{text}». Lo dimentico {expires} se non lo tieni.",
    "nl": "Voorlopig genoteerd als nummer {number}: “{text}”. Ik vergeet het {expires} als je het niet "
    "bewaart.",
    "pt": "Anotado por enquanto como número {number}: “{text}”. Esqueço {expires} se você não guardar.",
}
DISCARDED = {
    "en": "Dropped: “{text}”",
    "de": "Verworfen: „{text}“",
    "es": "Descartado: «{text}»",
    "fr": "Jeté : « {text} »",
    "it": "Scartato: «{text}»",
    "nl": "Weggegooid: “{text}”",
    "pt": "Descartado: “{text}”",
}
STAGED_CHANGED = {
    "en": "Number {number} now says: “{text}”",
    "de": "Nummer {number} lautet jetzt: „{text}“",
    "es": "El número {number} dice ahora: «{text}»",
    "fr": "Le numéro {number} dit maintenant : « {text} »",
    "it": "Il numero {number} ora dice: «{text}»",
    "nl": "Nummer {number} zegt nu: “{text}”",
    "pt": "O número {number} agora diz: “{text}”",
}
TOO_LONG_FOR_A_FORM = {
    "en": "This note is too long for a form of Discord's ({limit} characters at most); change its file, or "
    "tell me what it shall say.",
    "de": "Die Notiz ist zu lang für ein Formular von Discord (höchstens {limit} Zeichen); ändere ihre "
    "Datei, oder sag mir, was darin stehen soll.",
    "es": "Esta nota es demasiado larga para un formulario de Discord ({limit} caracteres como máximo); "
    "cambia su archivo o dime qué debe decir.",
    "fr": "Cette note est trop longue pour un formulaire de Discord ({limit} caractères au plus) ; modifie "
    "son fichier ou dis-moi ce qu’elle doit dire.",
    "it": "Questa nota è troppo lunga per un modulo di Discord (al massimo {limit} caratteri); cambia il "
    "suo file o dimmi che cosa deve dire.",
    "nl": "Deze notitie is te lang voor een formulier van Discord (hoogstens {limit} tekens); wijzig het "
    "bestand of zeg me wat er moet staan.",
    "pt": "Esta nota é longa demais para um formulário do Discord (no máximo {limit} caracteres); mude o "
    "arquivo ou diga-me o que ela deve dizer.",
}
KEEP = {
    "en": "Keep it",
    "de": "Behalten",
    "es": "Guardar",
    "fr": "Garder",
    "it": "Tenere",
    "nl": "Bewaren",
    "pt": "Guardar",
}
KEEP_SERVER_WIDE = {
    "en": "Keep it for the whole server",
    "de": "Für den ganzen Server behalten",
    "es": "Guardar para todo el servidor",
    "fr": "Garder pour tout le serveur",
    "it": "Tenere per tutto il server",
    "nl": "Voor de hele server bewaren",
    "pt": "Guardar para o servidor inteiro",
}
DISCARD = {
    "en": "Drop it",
    "de": "Verwerfen",
    "es": "Descartar",
    "fr": "Jeter",
    "it": "Scartare",
    "nl": "Weggooien",
    "pt": "Descartar",
}
OPEN_ONE = {
    "en": "Open a note",
    "de": "Eine Notiz öffnen",
    "es": "Abrir una nota",
    "fr": "Ouvrir une note",
    "it": "Aprire una nota",
    "nl": "Een notitie openen",
    "pt": "Abrir uma nota",
}
EDIT_TITLE = {
    "en": "Change the note",
    "de": "Notiz ändern",
    "es": "Cambiar la nota",
    "fr": "Modifier la note",
    "it": "Modifica la nota",
    "nl": "Notitie wijzigen",
    "pt": "Alterar a nota",
}

# ------------------------------------------------------------------ /forget-me

FORGET_ASK = {
    "en": "I will remove everything that I hold of you, wherever you said it: your messages to me and my "
    "answers, your notes with all earlier versions, your reminders and tasks and those that others set for "
    "you, open questions, and the summaries of channels where you spoke. This cannot be undone. What others "
    "said stays, and what is in Discord itself. Your settings are your time zone, your language, and that a "
    "code opened our direct messages.",
    "de": "Ich entferne alles, was ich von dir habe, wo immer du es gesagt hast: deine Nachrichten an mich "
    "und meine Antworten, deine Notizen mit allen früheren Fassungen, deine Erinnerungen und Aufgaben und "
    "die, die andere dir gestellt haben, offene Fragen und die Zusammenfassungen der Kanäle, in denen du "
    "gesprochen hast. Das lässt sich nicht rückgängig machen. Was andere gesagt haben, bleibt, und was in "
    "Discord selbst steht. Deine Einstellungen sind Zeitzone, Sprache, und dass ein Code unsere "
    "Direktnachrichten geöffnet hat.",
    "es": "Eliminaré todo lo que tengo de ti, lo dijeras donde lo dijeras: tus mensajes y mis respuestas, "
    "tus notas con todas sus versiones, tus recordatorios y tareas y los que otros pusieron para ti, las "
    "preguntas abiertas y los resúmenes de los canales donde hablaste. No se puede deshacer. Lo que dijeron "
    "otros se queda, y lo que está en Discord. Tus ajustes son tu zona horaria, tu idioma y que un código "
    "abrió nuestros mensajes directos.",
    "fr": "Je supprimerai tout ce que j’ai de toi, où que tu l’aies dit : tes messages et mes réponses, tes "
    "notes avec toutes leurs versions, tes rappels et tâches et ceux que d’autres ont mis pour toi, les "
    "questions ouvertes et les résumés des salons où tu as parlé. C’est irréversible. Ce que d’autres ont "
    "dit reste, et ce qui est dans Discord aussi. Tes réglages sont ton fuseau, ta langue et le fait qu’un "
    "code a ouvert nos messages privés.",
    "it": "Rimuoverò tutto ciò che ho di te, ovunque tu l’abbia detto: i tuoi messaggi e le mie risposte, le "
    "tue note con tutte le versioni, i tuoi promemoria e compiti e quelli che altri hanno messo per te, le "
    "domande aperte e i riassunti dei canali in cui hai parlato. Non si può annullare. Ciò che hanno detto "
    "altri resta, e ciò che è in Discord. Le tue impostazioni sono il fuso, la lingua e il fatto che un "
    "codice ha aperto i nostri messaggi diretti.",
    "nl": "Ik verwijder alles wat ik van je heb, waar je het ook zei: je berichten aan mij en mijn "
    "antwoorden, je notities met alle eerdere versies, je herinneringen en taken en die anderen voor je "
    "zetten, open vragen en de samenvattingen van kanalen waar je sprak. Dit kan niet ongedaan worden "
    "gemaakt. Wat anderen zeiden blijft, en wat in Discord zelf staat. Je instellingen zijn je tijdzone, je "
    "taal en dat een code onze privéberichten opende.",
    "pt": "Vou remover tudo o que tenho de você, onde quer que tenha dito: suas mensagens e as respostas, "
    "suas notas com todas as versões, seus lembretes e tarefas e os que outros puseram para você, perguntas "
    "em aberto e os resumos dos canais onde você falou. Não dá para desfazer. O que outros disseram fica, e "
    "o que está no Discord. Suas configurações são o fuso, o idioma e que um código abriu nossas mensagens "
    "diretas.",
}
FORGET_ALL = {
    "en": "Forget everything",
    "de": "Alles vergessen",
    "es": "Olvidarlo todo",
    "fr": "Tout oublier",
    "it": "Dimentica tutto",
    "nl": "Alles vergeten",
    "pt": "Esquecer tudo",
}
FORGET_BUT_SETTINGS = {
    "en": "Forget all but my settings",
    "de": "Alles außer meinen Einstellungen vergessen",
    "es": "Olvidar todo menos mis ajustes",
    "fr": "Tout oublier sauf mes réglages",
    "it": "Dimentica tutto tranne le impostazioni",
    "nl": "Alles vergeten behalve mijn instellingen",
    "pt": "Esquecer tudo menos minhas configurações",
}
CANCEL = {
    "en": "Cancel",
    "de": "Abbrechen",
    "es": "Cancelar",
    "fr": "Annuler",
    "it": "Annulla",
    "nl": "Annuleren",
    "pt": "Cancelar",
}
CANCELLED = {
    "en": "Nothing was removed.",
    "de": "Es wurde nichts entfernt.",
    "es": "No se ha eliminado nada.",
    "fr": "Rien n’a été supprimé.",
    "it": "Non è stato rimosso nulla.",
    "nl": "Er is niets verwijderd.",
    "pt": "Nada foi removido.",
}
FORGOT = {
    "en": "Forgotten. I removed:",
    "de": "Vergessen. Entfernt habe ich:",
    "es": "Olvidado. He eliminado:",
    "fr": "Oublié. J’ai supprimé :",
    "it": "Dimenticato. Ho rimosso:",
    "nl": "Vergeten. Ik heb verwijderd:",
    "pt": "Esquecido. Removi:",
}
NOTHING_LEFT = {
    "en": "There was nothing of you left to remove.",
    "de": "Es war nichts mehr von dir da.",
    "es": "No quedaba nada tuyo que eliminar.",
    "fr": "Il ne restait rien de toi à supprimer.",
    "it": "Non c’era più nulla di tuo da rimuovere.",
    "nl": "Er was niets meer van jou om te verwijderen.",
    "pt": "Não restava nada seu para remover.",
}
NOTES = {
    "en": "notes, with their earlier versions: {count}",
    "de": "Notizen mit ihren früheren Fassungen: {count}",
    "es": "notas con sus versiones anteriores: {count}",
    "fr": "notes avec leurs versions antérieures : {count}",
    "it": "note con le versioni precedenti: {count}",
    "nl": "notities met hun eerdere versies: {count}",
    "pt": "notas com as versões anteriores: {count}",
}
DOCUMENTS = {
    "en": "documents: {count}",
    "de": "Dokumente: {count}",
    "es": "documentos: {count}",
    "fr": "documents : {count}",
    "it": "documenti: {count}",
    "nl": "documenten: {count}",
    "pt": "documentos: {count}",
}
HELD = {
    Held.MESSAGES: {
        "en": "messages and answers: {count}",
        "de": "Nachrichten und Antworten: {count}",
        "es": "mensajes y respuestas: {count}",
        "fr": "messages et réponses : {count}",
        "it": "messaggi e risposte: {count}",
        "nl": "berichten en antwoorden: {count}",
        "pt": "mensagens e respostas: {count}",
    },
    Held.SUMMARIES: {
        "en": "summaries of channels: {count}",
        "de": "Zusammenfassungen von Kanälen: {count}",
        "es": "resúmenes de canales: {count}",
        "fr": "résumés de salons : {count}",
        "it": "riassunti di canali: {count}",
        "nl": "samenvattingen van kanalen: {count}",
        "pt": "resumos de canais: {count}",
    },
    Held.STAGED: {
        "en": "notes that waited to be kept: {count}",
        "de": "vorgemerkte Notizen: {count}",
        "es": "notas pendientes: {count}",
        "fr": "notes en attente : {count}",
        "it": "note in attesa: {count}",
        "nl": "wachtende notities: {count}",
        "pt": "notas pendentes: {count}",
    },
    Held.REMINDERS: {
        "en": "reminders, alarms, timers and scheduled requests: {count}",
        "de": "Erinnerungen, Wecker, Timer und geplante Aufträge: {count}",
        "es": "recordatorios, alarmas, temporizadores y encargos programados: {count}",
        "fr": "rappels, réveils, minuteurs et demandes programmées : {count}",
        "it": "promemoria, sveglie, timer e richieste programmate: {count}",
        "nl": "herinneringen, wekkers, timers en geplande opdrachten: {count}",
        "pt": "lembretes, alarmes, timers e pedidos agendados: {count}",
    },
    Held.TASKS: {
        "en": "tasks: {count}",
        "de": "Aufgaben: {count}",
        "es": "tareas: {count}",
        "fr": "tâches : {count}",
        "it": "compiti: {count}",
        "nl": "taken: {count}",
        "pt": "tarefas: {count}",
    },
    Held.QUESTIONS: {
        "en": "questions to you: {count}",
        "de": "Fragen an dich: {count}",
        "es": "preguntas para ti: {count}",
        "fr": "questions pour toi : {count}",
        "it": "domande per te: {count}",
        "nl": "vragen aan jou: {count}",
        "pt": "perguntas para você: {count}",
    },
    Held.PERSONAS: {
        "en": "personas that you gave me: {count}",
        "de": "Rollen, die du mir gegeben hast: {count}",
        "es": "personajes que me diste: {count}",
        "fr": "personnages que tu m’as donnés : {count}",
        "it": "personaggi che mi hai dato: {count}",
        "nl": "rollen die je me gaf: {count}",
        "pt": "personas que você me deu: {count}",
    },
    Held.TRACES: {
        "en": "records of who wrote where: {count}",
        "de": "Vermerke, wer wo geschrieben hat: {count}",
        "es": "registros de quién escribió dónde: {count}",
        "fr": "traces de qui a écrit où : {count}",
        "it": "registrazioni di chi ha scritto dove: {count}",
        "nl": "vermeldingen wie waar schreef: {count}",
        "pt": "registros de quem escreveu onde: {count}",
    },
    Held.SETTINGS: {
        "en": "settings: {count}",
        "de": "Einstellungen: {count}",
        "es": "ajustes: {count}",
        "fr": "réglages : {count}",
        "it": "impostazioni: {count}",
        "nl": "instellingen: {count}",
        "pt": "configurações: {count}",
    },
}
INDEX_LATER = {
    "en": "The index of notes cannot be cleaned right now; that is done as soon as it works again.",
    "de": "Der Index der Notizen lässt sich gerade nicht bereinigen; das geschieht, sobald er wieder geht.",
    "es": "Ahora no se puede limpiar el índice de notas; se hará en cuanto vuelva a funcionar.",
    "fr": "L’index des notes ne peut pas être nettoyé maintenant ; ce sera fait dès qu’il remarche.",
    "it": "L’indice delle note non si può pulire ora; si farà appena torna a funzionare.",
    "nl": "De index van notities kan nu niet worden opgeschoond; dat gebeurt zodra hij weer werkt.",
    "pt": "O índice de notas não pode ser limpo agora; isso será feito assim que ele voltar a funcionar.",
}
APART = {
    "en": "I have several parts, and this was the one that serves this place; to be forgotten by all, use "
    "/forget-me in your other servers and in a direct message too.",
    "de": "Ich habe mehrere Teile, und das war der, der für diesen Ort da ist; damit alle dich vergessen, "
    "nutze /forget-me auch auf deinen anderen Servern und in einer Direktnachricht.",
    "es": "Tengo varias partes, y esta era la que atiende este lugar; para que todas te olviden, usa "
    "/forget-me también en tus otros servidores y en un mensaje directo.",
    "fr": "J’ai plusieurs parties, et c’était celle qui sert ce lieu ; pour que toutes t’oublient, utilise "
    "/forget-me aussi sur tes autres serveurs et en message privé.",
    "it": "Ho più parti, e questa era quella che serve questo luogo; per farti dimenticare da tutte, usa "
    "/forget-me anche negli altri tuoi server e in un messaggio diretto.",
    "nl": "Ik heb meerdere delen, en dit was het deel dat voor deze plek zorgt; gebruik /forget-me ook op "
    "je andere servers en in een privébericht, dan vergeten alle delen je.",
    "pt": "Tenho várias partes, e esta era a que atende este lugar; para ser esquecido por todas, use "
    "/forget-me também em seus outros servidores e em uma mensagem direta.",
}
BACKUPS = {
    "en": "Backups that were made before hold it until they are replaced.",
    "de": "Frühere Sicherungen enthalten es, bis sie ersetzt werden.",
    "es": "Las copias de seguridad anteriores lo contienen hasta que se reemplacen.",
    "fr": "Les sauvegardes antérieures le gardent jusqu’à leur remplacement.",
    "it": "Le copie di sicurezza precedenti lo contengono finché non vengono sostituite.",
    "nl": "Eerdere back-ups bevatten het tot ze worden vervangen.",
    "pt": "Os backups anteriores o contêm até serem substituídos.",
}
NOT_YOURS = {
    "en": "Only the person who asked can answer that.",
    "de": "Das kann nur beantworten, wer gefragt hat.",
    "es": "Solo quien lo pidió puede responder a eso.",
    "fr": "Seule la personne qui l’a demandé peut y répondre.",
    "it": "Può rispondere solo chi l’ha chiesto.",
    "nl": "Alleen wie het vroeg kan dat beantwoorden.",
    "pt": "Só quem pediu pode responder a isso.",
}
