"""The one place that turns turn ends, missing facts and failed calls into words for users.

What tools confirm is composed by the tools, from stored rows.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from agent import questions
from agent.errors import EngineBusy, EngineCancelled, EngineDeadline, EngineDown, EngineLost
from agent.question_words import (
    APPROVAL_DROPPED,
    APPROVAL_LOST,
    DENIED,
    NO_LONGER_THERE,
    NOT_APPROVED,
    QUESTION_ANSWERED,
    QUESTION_DROPPED,
    QUESTION_OLD,
    WHICH_TIME,
)
from agent.reports import CallReport, Standing
from agent.routing.plan import Need, Question
from agent.routing.policy import NO_TOOL
from agent.tools._readings import as_choices
from agent.tools._wording import Words, reminder_line, say, without_pings
from agent.types import Choice, QuestionKind, QuestionState, TurnEnd

LISTED = 10
"""Reminders named in a question; more would bury it."""

ENDS: Mapping[TurnEnd, Words] = {
    TurnEnd.REPLIED: {
        "en": "Done.",
        "de": "Erledigt.",
        "es": "Hecho.",
        "fr": "C’est fait.",
        "it": "Fatto.",
        "nl": "Klaar.",
        "pt": "Feito.",
    },
    TurnEnd.CONFIRMED: {
        "en": "Done.",
        "de": "Erledigt.",
        "es": "Hecho.",
        "fr": "C’est fait.",
        "it": "Fatto.",
        "nl": "Klaar.",
        "pt": "Feito.",
    },
    TurnEnd.ASKED: {
        "en": "Could you tell me more?",
        "de": "Kannst du mir mehr dazu sagen?",
        "es": "¿Puedes decirme más?",
        "fr": "Peux-tu m’en dire plus ?",
        "it": "Puoi dirmi di più?",
        "nl": "Kun je me meer vertellen?",
        "pt": "Pode me dizer mais?",
    },
    TurnEnd.EMPTY_INPUT: {
        "en": "Your message has no text that I can read. What can I do for you?",
        "de": "Deine Nachricht enthält keinen Text, den ich lesen kann. Was kann ich für dich tun?",
        "es": "Tu mensaje no tiene texto que yo pueda leer. ¿Qué puedo hacer por ti?",
        "fr": "Ton message ne contient aucun texte que je puisse lire. Que puis-je faire pour toi ?",
        "it": "Il tuo messaggio non contiene testo che io possa leggere. Che cosa posso fare per te?",
        "nl": "Je bericht bevat geen tekst die ik kan lezen. Wat kan ik voor je doen?",
        "pt": "Sua mensagem não tem texto que eu possa ler. O que posso fazer por você?",
    },
    TurnEnd.EMPTY_REPLY: {
        "en": "I could not put an answer together. Please say it in other words.",
        "de": "Ich habe keine Antwort zustande gebracht. Bitte sag es mit anderen Worten.",
        "es": "No he conseguido componer una respuesta. Por favor, dilo con otras palabras.",
        "fr": "Je n’ai pas réussi à composer une réponse. Dis-le autrement, s’il te plaît.",
        "it": "Non sono riuscito a comporre una risposta. Dillo con altre parole, per favore.",
        "nl": "Ik kreeg geen antwoord bij elkaar. Zeg het alsjeblieft met andere woorden.",
        "pt": "Não consegui compor uma resposta. Por favor, diga com outras palavras.",
    },
    TurnEnd.STEP_LIMIT: {
        "en": "I stopped here: this took more steps than I may take for one message. "
        "Please ask for less at once.",
        "de": "Ich habe hier aufgehört: das waren mehr Schritte, als ich für eine Nachricht gehen darf. "
        "Bitte frag nach weniger auf einmal.",
        "es": "He parado aquí: esto requería más pasos de los que puedo dar por mensaje. Por favor, "
        "pide menos de una vez.",
        "fr": "Je m’arrête ici : il fallait plus d’étapes que je n’en ai le droit pour un message. "
        "Demande moins à la fois, s’il te plaît.",
        "it": "Mi fermo qui: servivano più passi di quanti ne possa fare per un messaggio. Chiedi meno "
        "cose alla volta, per favore.",
        "nl": "Ik ben hier gestopt: dit kostte meer stappen dan ik voor één bericht mag zetten. Vraag "
        "alsjeblieft minder tegelijk.",
        "pt": "Parei aqui: isto exigia mais passos do que posso dar por mensagem. Por favor, peça "
        "menos de uma vez.",
    },
    TurnEnd.TOOL_FAILED: {
        "en": "That did not work, and nothing was changed by it.",
        "de": "Das hat nicht geklappt, und es wurde dadurch nichts geändert.",
        "es": "Eso no ha funcionado, y no ha cambiado nada.",
        "fr": "Cela n’a pas marché, et rien n’a été modifié.",
        "it": "Non ha funzionato, e non è cambiato nulla.",
        "nl": "Dat is niet gelukt, en er is niets door veranderd.",
        "pt": "Isso não funcionou, e nada foi alterado.",
    },
    TurnEnd.ENGINE_DOWN: {
        "en": "The language model is not running at the moment; it is being restarted. "
        "Reminders that are set still arrive. Please try again in a minute.",
        "de": "Das Sprachmodell läuft gerade nicht und wird neu gestartet. "
        "Gesetzte Erinnerungen kommen trotzdem an. Bitte versuch es in einer Minute noch einmal.",
        "es": "El modelo de lenguaje no está en marcha ahora mismo; se está reiniciando. Los "
        "recordatorios puestos llegan igualmente. Inténtalo de nuevo en un minuto.",
        "fr": "Le modèle de langage ne tourne pas pour le moment ; il redémarre. Les rappels notés "
        "arrivent quand même. Réessaie dans une minute.",
        "it": "Il modello linguistico al momento non è attivo; si sta riavviando. I promemoria "
        "impostati arrivano comunque. Riprova tra un minuto.",
        "nl": "Het taalmodel draait op dit moment niet; het wordt opnieuw gestart. Ingestelde "
        "herinneringen komen wel aan. Probeer het over een minuut opnieuw.",
        "pt": "O modelo de linguagem não está rodando no momento; está sendo reiniciado. Os lembretes "
        "definidos chegam mesmo assim. Tente de novo em um minuto.",
    },
    TurnEnd.ENGINE_LOST: {
        "en": "The language model broke off in the middle of its answer. Please ask once more.",
        "de": "Das Sprachmodell ist mitten in der Antwort ausgefallen. Bitte frag noch einmal.",
        "es": "El modelo de lenguaje se ha interrumpido en mitad de la respuesta. Pregunta otra vez.",
        "fr": "Le modèle de langage s’est interrompu au milieu de sa réponse. Pose encore ta question.",
        "it": "Il modello linguistico si è interrotto a metà della risposta. Chiedi di nuovo, per favore.",
        "nl": "Het taalmodel is midden in het antwoord uitgevallen. Vraag het alsjeblieft nog een keer.",
        "pt": "O modelo de linguagem parou no meio da resposta. Pergunte de novo, por favor.",
    },
    TurnEnd.ENGINE_BUSY: {
        "en": "Too many messages are waiting for the language model. Please try again in a minute.",
        "de": "Zu viele Nachrichten warten auf das Sprachmodell. Bitte versuch es gleich noch einmal.",
        "es": "Demasiados mensajes esperan al modelo de lenguaje. Inténtalo de nuevo en un minuto.",
        "fr": "Trop de messages attendent le modèle de langage. Réessaie dans une minute.",
        "it": "Troppi messaggi aspettano il modello linguistico. Riprova tra un minuto.",
        "nl": "Er wachten te veel berichten op het taalmodel. Probeer het over een minuut opnieuw.",
        "pt": "Há mensagens demais esperando pelo modelo de linguagem. Tente de novo em um minuto.",
    },
    TurnEnd.DEADLINE: {
        "en": "The answer took too long, so I stopped. Please try again, or ask for something shorter.",
        "de": "Die Antwort hat zu lange gedauert, darum habe ich aufgehört. "
        "Bitte versuch es noch einmal oder frag nach etwas Kürzerem.",
        "es": "La respuesta tardaba demasiado, así que he parado. Inténtalo de nuevo o pide algo más corto.",
        "fr": "La réponse prenait trop de temps, alors je me suis arrêté. Réessaie, ou demande quelque "
        "chose de plus court.",
        "it": "La risposta richiedeva troppo tempo, quindi mi sono fermato. Riprova, o chiedi qualcosa "
        "di più breve.",
        "nl": "Het antwoord duurde te lang, dus ik ben gestopt. Probeer het opnieuw, of vraag iets korters.",
        "pt": "A resposta demorou demais, então parei. Tente de novo ou peça algo mais curto.",
    },
    TurnEnd.CANCELLED: {
        "en": "Stopped, as asked.",
        "de": "Abgebrochen, wie gewünscht.",
        "es": "Detenido, como pediste.",
        "fr": "Arrêté, comme demandé.",
        "it": "Fermato, come richiesto.",
        "nl": "Gestopt, zoals gevraagd.",
        "pt": "Parado, como pedido.",
    },
    TurnEnd.INTERNAL: {
        "en": "Something went wrong on my side; the operator finds it in the log. Please try again.",
        "de": "Auf meiner Seite ist etwas schiefgegangen; im Protokoll des Betreibers steht, was. "
        "Bitte versuch es noch einmal.",
        "es": "Algo ha fallado por mi parte; el operador lo encuentra en el registro. Inténtalo de nuevo.",
        "fr": "Quelque chose a mal tourné de mon côté ; l’opérateur le trouve dans le journal. "
        "Réessaie, s’il te plaît.",
        "it": "Qualcosa è andato storto da parte mia; il gestore lo trova nel registro. Riprova, per favore.",
        "nl": "Er ging aan mijn kant iets mis; de beheerder vindt het in het logboek. Probeer het opnieuw.",
        "pt": "Algo deu errado do meu lado; o operador encontra no registro. Tente de novo.",
    },
}
PARTLY_DONE = {
    "en": "This was done before that happened:",
    "de": "Das war vorher schon erledigt:",
    "es": "Esto ya estaba hecho antes:",
    "fr": "Ceci était déjà fait avant :",
    "it": "Questo era già stato fatto prima:",
    "nl": "Dit was daarvóór al gedaan:",
    "pt": "Isto já estava feito antes:",
}
NOTHING_DONE = {
    "en": "To be clear: with this message I have set, changed, sent or cancelled nothing. "
    "To be reminded, write for example: remind me in 20 minutes to stretch.",
    "de": "Damit das klar ist: Ich habe hiermit nichts gesetzt, geändert, gesendet oder gelöscht. "
    "Für eine Erinnerung schreib zum Beispiel: erinnere mich in 20 Minuten ans Dehnen.",
    "es": "Para que quede claro: con este mensaje no he puesto, cambiado, enviado ni cancelado nada. "
    "Para un recordatorio, escribe por ejemplo: recuérdame en 20 minutos estirarme.",
    "fr": "Pour être clair : avec ce message, je n’ai rien noté, modifié, envoyé ni annulé. Pour un "
    "rappel, écris par exemple : rappelle-moi dans 20 minutes de m’étirer.",
    "it": "Per chiarezza: con questo messaggio non ho impostato, modificato, inviato o annullato "
    "nulla. Per un promemoria, scrivi per esempio: ricordami tra 20 minuti di fare stretching.",
    "nl": "Voor de duidelijkheid: met dit bericht heb ik niets ingesteld, gewijzigd, verstuurd of "
    "geannuleerd. Schrijf voor een herinnering bijvoorbeeld: herinner me over 20 minuten aan "
    "rekken.",
    "pt": "Para deixar claro: com esta mensagem não defini, alterei, enviei nem cancelei nada. Para um "
    "lembrete, escreva por exemplo: lembre-me em 20 minutos de alongar.",
}

WHEN = {
    "en": "For when? Please name a time.",
    "de": "Für wann? Bitte nenn mir eine Zeit.",
    "es": "¿Para cuándo? Di una hora, por favor.",
    "fr": "Pour quand ? Donne-moi une heure, s’il te plaît.",
    "it": "Per quando? Dimmi un orario, per favore.",
    "nl": "Voor wanneer? Noem alsjeblieft een tijd.",
    "pt": "Para quando? Diga um horário, por favor.",
}
WHEN_FOR: Mapping[str, Words] = {
    "agenda:remind_at": {
        "en": "When should I remind you?",
        "de": "Wann soll ich dich erinnern?",
        "es": "¿Cuándo debo recordártelo?",
        "fr": "Quand dois-je te le rappeler ?",
        "it": "Quando devo ricordartelo?",
        "nl": "Wanneer moet ik je eraan herinneren?",
        "pt": "Quando devo lembrar você?",
    },
    "clock:alarm": {
        "en": "When should the alarm ring?",
        "de": "Wann soll der Wecker klingeln?",
        "es": "¿Cuándo debe sonar la alarma?",
        "fr": "Quand le réveil doit-il sonner ?",
        "it": "Quando deve suonare la sveglia?",
        "nl": "Wanneer moet de wekker gaan?",
        "pt": "Quando o alarme deve tocar?",
    },
    "clock:timer": {
        "en": "How long should the timer run?",
        "de": "Wie lange soll der Timer laufen?",
        "es": "¿Cuánto debe durar el temporizador?",
        "fr": "Combien de temps le minuteur doit-il durer ?",
        "it": "Quanto deve durare il timer?",
        "nl": "Hoe lang moet de timer lopen?",
        "pt": "Quanto tempo o timer deve durar?",
    },
}
WHICH = {
    "en": "Which one do you mean? Please tell me its number.",
    "de": "Welche meinst du? Bitte nenn mir die Nummer.",
    "es": "¿Cuál quieres decir? Dime su número, por favor.",
    "fr": "Lequel veux-tu dire ? Donne-moi son numéro, s’il te plaît.",
    "it": "Quale intendi? Dimmi il numero, per favore.",
    "nl": "Welke bedoel je? Noem me alsjeblieft het nummer.",
    "pt": "Qual deles? Diga o número, por favor.",
}
NO_MATCH = {
    "en": "None of your pending reminders fits that. Which one do you mean? Please tell me its number.",
    "de": "Keine deiner offenen Erinnerungen passt dazu. Welche meinst du? Bitte nenn mir die Nummer.",
    "es": "Ninguno de tus recordatorios pendientes encaja. ¿Cuál quieres decir? Dime su número, por favor.",
    "fr": "Aucun de tes rappels en attente ne correspond. Lequel veux-tu dire ? Donne-moi son numéro, "
    "s’il te plaît.",
    "it": "Nessuno dei tuoi promemoria in sospeso corrisponde. Quale intendi? Dimmi il numero, per favore.",
    "nl": "Geen van je openstaande herinneringen past daarbij. Welke bedoel je? Noem me alsjeblieft "
    "het nummer.",
    "pt": "Nenhum dos seus lembretes pendentes corresponde. Qual deles? Diga o número, por favor.",
}
NONE_PENDING = {
    "en": "You have no pending reminders, so there is nothing to cancel.",
    "de": "Du hast keine offenen Erinnerungen, also gibt es nichts zu löschen.",
    "es": "No tienes recordatorios pendientes, así que no hay nada que cancelar.",
    "fr": "Tu n’as aucun rappel en attente, donc il n’y a rien à annuler.",
    "it": "Non hai promemoria in sospeso, quindi non c’è nulla da annullare.",
    "nl": "Je hebt geen openstaande herinneringen, dus er valt niets te annuleren.",
    "pt": "Você não tem lembretes pendentes, então não há nada a cancelar.",
}
CHOICE = {
    "en": "Do you want {options}?",
    "de": "Möchtest du {options}?",
    "es": "¿Quieres {options}?",
    "fr": "Veux-tu {options} ?",
    "it": "Vuoi {options}?",
    "nl": "Wil je {options}?",
    "pt": "Você quer {options}?",
}
JUST_TALK = {
    "en": "just to talk",
    "de": "einfach reden",
    "es": "solo hablar",
    "fr": "juste parler",
    "it": "solo parlare",
    "nl": "gewoon praten",
    "pt": "só conversar",
}
OR = {
    "en": "or",
    "de": "oder",
    "es": "o",
    "fr": "ou",
    "it": "o",
    "nl": "of",
    "pt": "ou",
}
MORE = {
    "en": "… and {count} more.",
    "de": "… und {count} weitere.",
    "es": "… y {count} más.",
    "fr": "… et {count} de plus.",
    "it": "… e altri {count}.",
    "nl": "… en nog {count}.",
    "pt": "… e mais {count}.",
}

FROM_OWN_NOTE = {
    "en": "From your note *{name}*: {text}",
    "de": "Aus deiner Notiz *{name}*: {text}",
    "es": "De tu nota *{name}*: {text}",
    "fr": "D’après ta note *{name}* : {text}",
    "it": "Dalla tua nota *{name}*: {text}",
    "nl": "Uit je notitie *{name}*: {text}",
    "pt": "Da sua nota *{name}*: {text}",
}
FROM_NOTE = {
    "en": "From the note *{name}*: {text}",
    "de": "Aus der Notiz *{name}*: {text}",
    "es": "De la nota *{name}*: {text}",
    "fr": "D’après la note *{name}* : {text}",
    "it": "Dalla nota *{name}*: {text}",
    "nl": "Uit de notitie *{name}*: {text}",
    "pt": "Da nota *{name}*: {text}",
}

TIMED_OUT = {
    "en": "That took too long, so I stopped it. I cannot say for sure whether it was done.",
    "de": "Das hat zu lange gedauert, darum habe ich es abgebrochen. "
    "Ob es noch geklappt hat, weiß ich nicht sicher.",
    "es": "Eso tardaba demasiado, así que lo he detenido. No puedo asegurar si llegó a hacerse.",
    "fr": "Cela prenait trop de temps, alors je l’ai arrêté. Je ne peux pas dire avec certitude si "
    "cela a été fait.",
    "it": "Richiedeva troppo tempo, quindi l’ho fermato. Non so dire con certezza se è stato fatto.",
    "nl": "Dat duurde te lang, dus ik heb het gestopt. Ik weet niet zeker of het gedaan is.",
    "pt": "Isso demorou demais, então interrompi. Não sei dizer ao certo se foi feito.",
}
BROKEN = {
    "en": "That failed because of a fault on my side; the operator finds it in the log.",
    "de": "Das ist an einem Fehler auf meiner Seite gescheitert; im Protokoll des Betreibers steht, welcher.",
    "es": "Ha fallado por un error mío; el operador lo encuentra en el registro.",
    "fr": "Cela a échoué à cause d’une erreur de mon côté ; l’opérateur la trouve dans le journal.",
    "it": "Non è riuscito per un errore da parte mia; il gestore lo trova nel registro.",
    "nl": "Dat mislukte door een fout aan mijn kant; de beheerder vindt die in het logboek.",
    "pt": "Isso falhou por um erro meu; o operador o encontra no registro.",
}
NEEDS_APPROVAL = {
    "en": "That needs your approval first, so it was not done.",
    "de": "Dafür brauche ich erst deine Zustimmung, darum wurde es nicht getan.",
    "es": "Eso necesita antes tu aprobación, así que no se ha hecho.",
    "fr": "Il faut d’abord ton accord, donc cela n’a pas été fait.",
    "it": "Serve prima la tua approvazione, quindi non è stato fatto.",
    "nl": "Daarvoor heb ik eerst je toestemming nodig, dus het is niet gedaan.",
    "pt": "Isso precisa antes da sua aprovação, então não foi feito.",
}
FORBIDDEN = {
    "en": "Only the owners of this bot may have that done, so it was not done.",
    "de": "Das dürfen nur die Eigentümer dieses Bots veranlassen, darum wurde es nicht getan.",
    "es": "Solo los dueños de este bot pueden pedir eso, así que no se ha hecho.",
    "fr": "Seuls les propriétaires de ce bot peuvent faire faire cela, donc cela n’a pas été fait.",
    "it": "Solo i proprietari di questo bot possono farlo fare, quindi non è stato fatto.",
    "nl": "Dat mogen alleen de eigenaren van deze bot laten doen, dus het is niet gedaan.",
    "pt": "Só os donos deste bot podem mandar fazer isso, então não foi feito.",
}
GIVEN_UP = {
    "en": "I did not get the details of that right, so it was not done. Please say it again in other words.",
    "de": "Ich habe die Einzelheiten dazu nicht richtig zusammenbekommen, darum wurde es nicht getan. "
    "Bitte sag es noch einmal mit anderen Worten.",
    "es": "No he acertado con los detalles, así que no se ha hecho. Dilo otra vez con otras palabras, "
    "por favor.",
    "fr": "Je n’ai pas bien saisi les détails, donc cela n’a pas été fait. Redis-le autrement, s’il te "
    "plaît.",
    "it": "Non ho colto bene i dettagli, quindi non è stato fatto. Ridillo con altre parole, per favore.",
    "nl": "Ik kreeg de details niet goed, dus het is niet gedaan. Zeg het alsjeblieft nog eens met "
    "andere woorden.",
    "pt": "Não acertei os detalhes, então não foi feito. Diga de novo com outras palavras, por favor.",
}


FILES_READ = {
    "en": "I have read {names}. Ask me about it in the same message as the file, or in a reply to it.",
    "de": "Ich habe {names} gelesen. Frag mich in derselben Nachricht wie die Datei danach, oder in einer "
    "Antwort darauf.",
    "es": "He leído {names}. Pregúntame en el mismo mensaje que el archivo o en una respuesta a él.",
    "fr": "J’ai lu {names}. Pose ta question dans le même message que le fichier, ou en y répondant.",
    "it": "Ho letto {names}. Fammi una domanda nello stesso messaggio del file, o rispondendo a esso.",
    "nl": "Ik heb {names} gelezen. Stel je vraag in hetzelfde bericht als het bestand, of in een antwoord "
    "erop.",
    "pt": "Li {names}. Pergunte na mesma mensagem do arquivo ou em uma resposta a ela.",
}


def sentence(end: TurnEnd, language: str) -> str:
    """What a user reads when a turn ends so and has nothing better to say; never empty."""
    return say(ENDS[end], language)


def end_of(error: Exception) -> TurnEnd:
    """How a turn ends on this error."""
    table: tuple[tuple[type[Exception], TurnEnd], ...] = (
        (EngineLost, TurnEnd.ENGINE_LOST),
        (EngineDown, TurnEnd.ENGINE_DOWN),
        (EngineBusy, TurnEnd.ENGINE_BUSY),
        (EngineDeadline, TurnEnd.DEADLINE),
        (EngineCancelled, TurnEnd.CANCELLED),
    )
    return next((end for kind, end in table if isinstance(error, kind)), TurnEnd.INTERNAL)


def interrupted(end: TurnEnd, done: Sequence[str], language: str) -> str:
    """The sentence of a turn that ended early, and what it had done by then."""
    if not done:
        return sentence(end, language)
    return "\n".join((sentence(end, language), say(PARTLY_DONE, language), *done))


def nothing_done(language: str) -> str:
    """Goes out instead of a reply that claims what no tool did."""
    return say(NOTHING_DONE, language)


def from_note(name: str, text: str, language: str, *, own: bool) -> str:
    """A note that answers a question by itself, quoted as it stands."""
    return say(FROM_OWN_NOTE if own else FROM_NOTE, language).format(name=name, text=text)


def files_read(names: Sequence[str], language: str) -> str:
    """What is said to files that came without a word."""
    return say(FILES_READ, language).format(names=", ".join(names))


def question(asked: Question, language: str) -> str:
    """What the author is asked, or told, where a request lacks something."""
    if asked.need is Need.TIME:
        return say(WHEN_FOR.get(asked.tool, WHEN), language)
    if asked.need is Need.NONE_PENDING:
        return say(NONE_PENDING, language)
    if asked.need is Need.CHOICE:
        return _choice(asked, language)
    if asked.need is Need.READING:
        shown = say(WHICH_TIME, language).format(
            phrase=without_pings(asked.phrase), zone=asked.readings[0].zone
        )
        return questions.numbered(shown, [choice.label for choice in choices(asked, language)])
    lines = [reminder_line(reminder, language) for reminder in asked.candidates[:LISTED]]
    left_out = len(asked.candidates) - len(lines)
    more = [say(MORE, language).format(count=left_out)] if left_out else []
    opening = WHICH if asked.need is Need.WHICH else NO_MATCH
    return "\n".join((say(opening, language), *lines, *more))


def choices(asked: Question, language: str) -> tuple[Choice, ...]:
    """The answers that a question offers, in the order in which it shows them."""
    if asked.need is Need.CHOICE:
        named = tuple(Choice(label=each.named(language), value=each.tool) for each in asked.options)
        return (*named, Choice(label=say(JUST_TALK, language), value=NO_TOOL))
    if asked.need is Need.READING:
        return tuple(
            Choice(label=label, value=value) for label, value in as_choices(asked.readings, language)
        )
    if asked.need in (Need.WHICH, Need.NO_MATCH):
        return tuple(
            Choice(label=reminder_line(each, language), value=f"#{each.id}")
            for each in asked.candidates[:LISTED]
        )
    return ()


def kind_of(asked: Question) -> QuestionKind:
    kinds = {Need.CHOICE: QuestionKind.TOOL, Need.READING: QuestionKind.CALL}
    return kinds.get(asked.need, QuestionKind.WORDS)


def denied(language: str) -> str:
    return say(DENIED, language)


def no_longer_there(language: str) -> str:
    return say(NO_LONGER_THERE, language)


def not_open(kind: QuestionKind, state: QuestionState, language: str) -> str:
    """Why a question cannot be answered any more; OPEN stands for one whose time is over."""
    approval = kind is QuestionKind.APPROVAL
    words = {
        QuestionState.OPEN: NOT_APPROVED if approval else QUESTION_OLD,
        QuestionState.ANSWERED: QUESTION_ANSWERED,
        QuestionState.DROPPED: APPROVAL_DROPPED if approval else QUESTION_DROPPED,
        QuestionState.LOST: APPROVAL_LOST if approval else QUESTION_DROPPED,
    }[state]
    minutes = int(questions.lifetime(kind).total_seconds() // 60)
    return say(words, language).format(minutes=minutes)


def _choice(asked: Question, language: str) -> str:
    """The question in words, and a number for each answer to it."""
    options = [option.named(language) for option in asked.options]
    talk, conjunction = say(JUST_TALK, language), say(OR, language)
    comma = "," if language == "en" and len(options) > 1 else ""
    spoken = f"{', '.join(options)}{comma} {conjunction} {talk}"
    numbered = [f"{number}. {words}" for number, words in enumerate((*options, talk), start=1)]
    return "\n".join((say(CHOICE, language).format(options=spoken), *numbered))


def failure(report: CallReport, language: str) -> str:
    """What a user reads about a call that did not succeed."""
    if report.said:
        return report.said
    words = {
        Standing.TIMED_OUT: TIMED_OUT,
        Standing.BROKEN: BROKEN,
        Standing.NEEDS_APPROVAL: NEEDS_APPROVAL,
        Standing.FORBIDDEN: FORBIDDEN,
        Standing.GIVEN_UP: GIVEN_UP,
    }.get(report.standing, ENDS[TurnEnd.TOOL_FAILED])
    return say(words, language)
