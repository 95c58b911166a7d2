"""What commands say of their own. Words about reminders come from the tools."""

from __future__ import annotations

HELP = {
    "en": "I am Kallisti, a bot with a language model of its own. Talk to me in a direct message, or "
    "mention me in a channel: “remind me tomorrow at 9 to call Ann”, “every Monday at 8 take out "
    "the bins”, “what is pending?”.\n"
    "`/remind` sets a reminder, `/alarm` an alarm, `/timer` a timer\n"
    "`/reminders` shows yours: change, pause or delete them\n"
    "“Remind me about this” in a message's menu under Apps brings that message back later\n"
    "`/ask` asks me something, for all to see or for you alone\n"
    "`/timezone` chooses the time zone that your times are read in\n"
    "`/language` chooses the language that I answer you in\n"
    "`/persona` sets how I sound in a channel or on the server, for those who manage it\n"
    "`/stop` ends the answer that I am working on; deleting your message does so, too\n"
    "“Remember that …” keeps a note; `/memory` shows what I know here, to change or delete it\n"
    "`/forget-me` removes all that I hold of you\n"
    "`/reset` makes me forget what was said in this channel\n"
    "`/tools` shows what I can do, `/status` how I am",
    "de": "Ich bin Kallisti, ein Bot mit eigenem Sprachmodell. Schreib mir direkt, oder erwähne mich in "
    "einem Kanal: „erinnere mich morgen um 9, Ann anzurufen“, „jeden Montag um 8 Müll "
    "rausbringen“, „was steht an?“.\n"
    "`/remind` setzt eine Erinnerung, `/alarm` einen Wecker, `/timer` einen Timer\n"
    "`/reminders` zeigt deine: ändere, pausiere oder lösche sie\n"
    "„Daran erinnern“ im Menü einer Nachricht unter Apps bringt sie dir später zurück\n"
    "`/ask` fragt mich etwas, für alle sichtbar oder nur für dich\n"
    "`/timezone` wählt die Zeitzone, in der deine Zeiten gelten\n"
    "`/language` wählt die Sprache, in der ich dir antworte\n"
    "`/persona` legt fest, wie ich in einem Kanal oder auf dem Server klinge, für alle, die ihn verwalten\n"
    "`/stop` beendet die Antwort, an der ich arbeite; deine Nachricht zu löschen tut das auch\n"
    "„Merk dir, dass …“ hält etwas fest; `/memory` zeigt, was ich hier weiß: ändere oder lösche es\n"
    "`/forget-me` entfernt alles, was ich von dir habe\n"
    "`/reset` lässt mich vergessen, was in diesem Kanal gesagt wurde\n"
    "`/tools` zeigt, was ich kann, `/status`, wie es mir geht",
    "es": "Soy Kallisti, un bot con su propio modelo de lenguaje. Escríbeme en un mensaje directo o "
    "mencióname en un canal: «recuérdame mañana a las 9 llamar a Ana», «cada lunes a las 8 sacar "
    "la basura», «¿qué hay pendiente?».\n"
    "`/remind` pone un recordatorio, `/alarm` una alarma, `/timer` un temporizador\n"
    "`/reminders` muestra los tuyos: cámbialos, ponlos en pausa o bórralos\n"
    "«Recordarme esto» en el menú de un mensaje, en Aplicaciones, te lo trae de vuelta más "
    "tarde\n"
    "`/ask` me pregunta algo, a la vista de todos o solo para ti\n"
    "`/timezone` elige la zona horaria en que se leen tus horas\n"
    "`/language` elige el idioma en que te respondo\n"
    "`/persona` elige cómo sueno en un canal o en el servidor, para quienes lo administran\n"
    "`/stop` detiene la respuesta en curso; borrar tu mensaje también\n"
    "«Recuerda que …» guarda una nota; `/memory` muestra lo que sé aquí: cámbialo o bórralo\n"
    "`/forget-me` elimina todo lo que tengo de ti\n"
    "`/reset` me hace olvidar lo dicho en este canal\n"
    "`/tools` muestra lo que sé hacer, `/status` cómo estoy",
    "fr": "Je suis Kallisti, un bot avec son propre modèle de langage. Écris-moi en privé ou "
    "mentionne-moi dans un salon : « rappelle-moi demain à 9h d’appeler Anne », « tous les lundis "
    "à 8h sortir les poubelles », « qu’est-ce qui est prévu ? ».\n"
    "`/remind` note un rappel, `/alarm` règle un réveil, `/timer` lance un minuteur\n"
    "`/reminders` montre les tiens : modifie, suspends ou supprime-les\n"
    "« Me le rappeler » dans le menu d’un message, sous Applications, te le ramène plus tard\n"
    "`/ask` me pose une question, pour tous ou pour toi seul\n"
    "`/timezone` choisit le fuseau dans lequel tes heures sont lues\n"
    "`/language` choisit la langue dans laquelle je te réponds\n"
    "`/persona` choisit mon ton dans un salon ou sur le serveur, pour ceux qui le gèrent\n"
    "`/stop` arrête la réponse en cours ; supprimer ton message aussi\n"
    "« Retiens que … » garde une note ; `/memory` montre ce que je sais ici : modifie ou supprime-le\n"
    "`/forget-me` supprime tout ce que j’ai de toi\n"
    "`/reset` me fait oublier ce qui a été dit dans ce salon\n"
    "`/tools` montre ce que je sais faire, `/status` comment je vais",
    "it": "Sono Kallisti, un bot con un proprio modello linguistico. Scrivimi in un messaggio diretto o "
    "menzionami in un canale: «ricordami domani alle 9 di chiamare Anna», «ogni lunedì alle 8 "
    "portare fuori la spazzatura», «che cosa è in programma?».\n"
    "`/remind` imposta un promemoria, `/alarm` una sveglia, `/timer` un timer\n"
    "`/reminders` mostra i tuoi: modificali, sospendili o eliminali\n"
    "«Ricordamelo» nel menu di un messaggio, sotto App, te lo riporta più tardi\n"
    "`/ask` mi chiede qualcosa, davanti a tutti o solo per te\n"
    "`/timezone` sceglie il fuso in cui valgono i tuoi orari\n"
    "`/language` sceglie la lingua in cui ti rispondo\n"
    "`/persona` sceglie il mio tono in un canale o sul server, per chi lo gestisce\n"
    "`/stop` ferma la risposta in corso; lo fa anche eliminare il tuo messaggio\n"
    "«Ricorda che …» tiene una nota; `/memory` mostra quello che so qui: modificalo o eliminalo\n"
    "`/forget-me` rimuove tutto ciò che ho di te\n"
    "`/reset` mi fa dimenticare ciò che è stato detto in questo canale\n"
    "`/tools` mostra che cosa so fare, `/status` come sto",
    "nl": "Ik ben Kallisti, een bot met een eigen taalmodel. Stuur me een privébericht of noem me in "
    "een kanaal: “herinner me morgen om 9 uur aan Anna bellen”, “elke maandag om 8 uur vuilnis "
    "buiten zetten”, “wat staat er open?”.\n"
    "`/remind` zet een herinnering, `/alarm` een wekker, `/timer` een timer\n"
    "`/reminders` toont de jouwe: wijzig, pauzeer of verwijder ze\n"
    "“Herinner me hieraan” in het menu van een bericht, onder Apps, brengt het later terug\n"
    "`/ask` stelt me een vraag, voor iedereen of alleen voor jou\n"
    "`/timezone` kiest de tijdzone waarin je tijden gelden\n"
    "`/language` kiest de taal waarin ik je antwoord\n"
    "`/persona` bepaalt hoe ik klink in een kanaal of op de server, voor wie die beheert\n"
    "`/stop` stopt het antwoord waaraan ik werk; je bericht verwijderen doet dat ook\n"
    "“Onthoud dat …” bewaart een notitie; `/memory` toont wat ik hier weet: wijzig of verwijder het\n"
    "`/forget-me` verwijdert alles wat ik van je heb\n"
    "`/reset` laat me vergeten wat er in dit kanaal is gezegd\n"
    "`/tools` toont wat ik kan, `/status` hoe het met me gaat",
    "pt": "Sou Kallisti, um bot com seu próprio modelo de linguagem. Escreva em uma mensagem direta ou "
    "mencione-me em um canal: “lembre-me amanhã às 9 de ligar para a Ana”, “toda segunda-feira às "
    "8 levar o lixo”, “o que está pendente?”.\n"
    "`/remind` define um lembrete, `/alarm` um alarme, `/timer` um timer\n"
    "`/reminders` mostra os seus: altere, pause ou apague\n"
    "“Lembrar disto” no menu de uma mensagem, em Apps, traz a mensagem de volta mais tarde\n"
    "`/ask` pergunta-me algo, para todos verem ou só para você\n"
    "`/timezone` escolhe o fuso em que seus horários são lidos\n"
    "`/language` escolhe o idioma em que respondo a você\n"
    "`/persona` escolhe o meu tom num canal ou no servidor, para quem o administra\n"
    "`/stop` para a resposta em andamento; apagar sua mensagem também\n"
    "“Lembre que …” guarda uma nota; `/memory` mostra o que sei aqui: altere ou apague\n"
    "`/forget-me` remove tudo o que tenho de você\n"
    "`/reset` faz-me esquecer o que foi dito neste canal\n"
    "`/tools` mostra o que sei fazer, `/status` como estou",
}
TOOLS = {
    "en": "What I can do when you ask for it:",
    "de": "Was ich kann, wenn du mich darum bittest:",
    "es": "Lo que puedo hacer cuando me lo pides:",
    "fr": "Ce que je peux faire quand tu le demandes :",
    "it": "Che cosa posso fare quando me lo chiedi:",
    "nl": "Wat ik kan als je erom vraagt:",
    "pt": "O que posso fazer quando você pede:",
}
STATUS = {
    "en": "Model: {model}\nConnection to Discord: {latency}\nMessages waiting: {waiting}\n"
    "Your pending reminders: {pending}\nYour time zone: {zone}\nRunning since <t:{since}:R>",
    "de": "Modell: {model}\nVerbindung zu Discord: {latency}\nWartende Nachrichten: {waiting}\n"
    "Deine offenen Erinnerungen: {pending}\nDeine Zeitzone: {zone}\nGestartet <t:{since}:R>",
    "es": "Modelo: {model}\n"
    "Conexión con Discord: {latency}\n"
    "Mensajes en espera: {waiting}\n"
    "Tus recordatorios pendientes: {pending}\n"
    "Tu zona horaria: {zone}\n"
    "En marcha desde <t:{since}:R>",
    "fr": "Modèle : {model}\n"
    "Connexion à Discord : {latency}\n"
    "Messages en attente : {waiting}\n"
    "Tes rappels en attente : {pending}\n"
    "Ton fuseau horaire : {zone}\n"
    "Démarré <t:{since}:R>",
    "it": "Modello: {model}\n"
    "Connessione a Discord: {latency}\n"
    "Messaggi in attesa: {waiting}\n"
    "I tuoi promemoria in sospeso: {pending}\n"
    "Il tuo fuso orario: {zone}\n"
    "Avviato <t:{since}:R>",
    "nl": "Model: {model}\n"
    "Verbinding met Discord: {latency}\n"
    "Wachtende berichten: {waiting}\n"
    "Je openstaande herinneringen: {pending}\n"
    "Je tijdzone: {zone}\n"
    "Gestart <t:{since}:R>",
    "pt": "Modelo: {model}\n"
    "Conexão com o Discord: {latency}\n"
    "Mensagens em espera: {waiting}\n"
    "Seus lembretes pendentes: {pending}\n"
    "Seu fuso horário: {zone}\n"
    "Iniciado <t:{since}:R>",
}
NO_MODEL = {
    "en": "not loaded yet (reminders and commands work without it)",
    "de": "noch nicht geladen (Erinnerungen und Befehle gehen auch ohne)",
    "es": "aún no cargado (los recordatorios y los comandos funcionan sin él)",
    "fr": "pas encore chargé (les rappels et les commandes marchent sans lui)",
    "it": "non ancora caricato (promemoria e comandi funzionano anche senza)",
    "nl": "nog niet geladen (herinneringen en opdrachten werken ook zonder)",
    "pt": "ainda não carregado (lembretes e comandos funcionam sem ele)",
}

CALENDAR = {
    "en": "Your {count} pending reminders as a calendar file.",
    "de": "Deine {count} offenen Erinnerungen als Kalenderdatei.",
    "es": "Tus {count} recordatorios pendientes como archivo de calendario.",
    "fr": "Tes {count} rappels en attente en fichier de calendrier.",
    "it": "I tuoi {count} promemoria in sospeso come file di calendario.",
    "nl": "Je {count} openstaande herinneringen als agendabestand.",
    "pt": "Seus {count} lembretes pendentes como arquivo de calendário.",
}
NO_REMINDERS = {
    "en": "You have no pending reminders.",
    "de": "Du hast keine offenen Erinnerungen.",
    "es": "No tienes recordatorios pendientes.",
    "fr": "Tu n’as aucun rappel en attente.",
    "it": "Non hai promemoria in sospeso.",
    "nl": "Je hebt geen openstaande herinneringen.",
    "pt": "Você não tem lembretes pendentes.",
}
REMINDERS = {
    "en": "Your pending reminders ({first} to {last} of {count}):",
    "de": "Deine offenen Erinnerungen ({first} bis {last} von {count}):",
    "es": "Tus recordatorios pendientes ({first} a {last} de {count}):",
    "fr": "Tes rappels en attente ({first} à {last} sur {count}) :",
    "it": "I tuoi promemoria in sospeso (da {first} a {last} di {count}):",
    "nl": "Je openstaande herinneringen ({first} tot {last} van {count}):",
    "pt": "Seus lembretes pendentes ({first} a {last} de {count}):",
}
EARLIER = {
    "en": "Earlier",
    "de": "Frühere",
    "es": "Anteriores",
    "fr": "Précédents",
    "it": "Precedenti",
    "nl": "Eerdere",
    "pt": "Anteriores",
}
LATER = {
    "en": "Later",
    "de": "Spätere",
    "es": "Siguientes",
    "fr": "Suivants",
    "it": "Successivi",
    "nl": "Latere",
    "pt": "Seguintes",
}

ZONE_SET = {
    "en": "Your time zone is {zone} now; it is {now} there. Reminders that are already set keep their time.",
    "de": "Deine Zeitzone ist jetzt {zone}; dort ist es {now}. Gesetzte Erinnerungen behalten ihre Zeit.",
    "es": "Tu zona horaria es ahora {zone}; allí son las {now}. Los recordatorios ya puestos conservan "
    "su hora.",
    "fr": "Ton fuseau horaire est maintenant {zone} ; il y est {now}. Les rappels déjà notés gardent "
    "leur heure.",
    "it": "Il tuo fuso orario ora è {zone}; lì sono le {now}. I promemoria già impostati mantengono il "
    "loro orario.",
    "nl": "Je tijdzone is nu {zone}; daar is het {now}. Herinneringen die al ingesteld zijn, houden "
    "hun tijd.",
    "pt": "Seu fuso horário agora é {zone}; lá são {now}. Os lembretes já definidos mantêm o horário.",
}
ZONE_IS = {
    "en": "Your time zone is {zone}; it is {now} there. `/timezone` with a city or an IANA name changes it.",
    "de": "Deine Zeitzone ist {zone}; dort ist es {now}. `/timezone` mit einer Stadt oder einem IANA-Namen "
    "ändert sie.",
    "es": "Tu zona horaria es {zone}; allí son las {now}. `/timezone` con una ciudad o un nombre IANA "
    "la cambia.",
    "fr": "Ton fuseau horaire est {zone} ; il y est {now}. `/timezone` avec une ville ou un nom IANA "
    "le change.",
    "it": "Il tuo fuso orario è {zone}; lì sono le {now}. `/timezone` con una città o un nome IANA lo "
    "cambia.",
    "nl": "Je tijdzone is {zone}; daar is het {now}. `/timezone` met een stad of een IANA-naam wijzigt die.",
    "pt": "Seu fuso horário é {zone}; lá são {now}. `/timezone` com uma cidade ou um nome IANA o altera.",
}
ZONE_UNKNOWN = {
    "en": "I know no time zone or city of that name, so nothing was changed.",
    "de": "Ich kenne keine Zeitzone oder Stadt dieses Namens, also wurde nichts geändert.",
    "es": "No conozco ninguna zona horaria ni ciudad con ese nombre, así que no se ha cambiado nada.",
    "fr": "Je ne connais aucun fuseau ni aucune ville de ce nom, donc rien n’a été modifié.",
    "it": "Non conosco nessun fuso orario o città con questo nome, quindi non è cambiato nulla.",
    "nl": "Ik ken geen tijdzone of stad met die naam, dus er is niets gewijzigd.",
    "pt": "Não conheço nenhum fuso horário ou cidade com esse nome, então nada foi alterado.",
}
ZONE_PERHAPS = {
    "en": " Did you mean {zones}?",
    "de": " Meintest du {zones}?",
    "es": " ¿Querías decir {zones}?",
    "fr": " Voulais-tu dire {zones} ?",
    "it": " Intendevi {zones}?",
    "nl": " Bedoelde je {zones}?",
    "pt": " Você quis dizer {zones}?",
}

RESET = {
    "en": "I have forgotten what was said to me in this channel. Reminders stay.",
    "de": "Ich habe vergessen, was hier zu mir gesagt wurde. Erinnerungen bleiben.",
    "es": "He olvidado lo que se me dijo en este canal. Los recordatorios se quedan.",
    "fr": "J’ai oublié ce qu’on m’a dit dans ce salon. Les rappels restent.",
    "it": "Ho dimenticato ciò che mi è stato detto in questo canale. I promemoria restano.",
    "nl": "Ik ben vergeten wat er in dit kanaal tegen me gezegd is. Herinneringen blijven.",
    "pt": "Esqueci o que me disseram neste canal. Os lembretes ficam.",
}
STOPPED = {
    "en": "I am stopping.",
    "de": "Ich höre auf.",
    "es": "Paro.",
    "fr": "J’arrête.",
    "it": "Mi fermo.",
    "nl": "Ik stop.",
    "pt": "Estou parando.",
}
NOTHING_RUNS = {
    "en": "I am not working on anything in this channel.",
    "de": "Ich arbeite in diesem Kanal gerade an nichts.",
    "es": "No estoy trabajando en nada en este canal.",
    "fr": "Je ne travaille sur rien dans ce salon.",
    "it": "Non sto lavorando a nulla in questo canale.",
    "nl": "Ik ben in dit kanaal nergens mee bezig.",
    "pt": "Não estou trabalhando em nada neste canal.",
}
NOT_YOURS = {
    "en": "I am working on somebody else's message; its author or a moderator can stop that.",
    "de": "Ich arbeite an der Nachricht von jemand anderem; das beendet, wer sie schrieb oder moderiert.",
    "es": "Estoy trabajando en el mensaje de otra persona; su autor o un moderador puede detenerlo.",
    "fr": "Je travaille sur le message de quelqu’un d’autre ; son auteur ou un modérateur peut arrêter cela.",
    "it": "Sto lavorando al messaggio di qualcun altro; il suo autore o un moderatore può fermarlo.",
    "nl": "Ik ben bezig met het bericht van iemand anders; de schrijver of een moderator kan dat stoppen.",
    "pt": "Estou trabalhando na mensagem de outra pessoa; o autor ou um moderador pode parar isso.",
}
STORE_DOWN = {
    "en": "I cannot use my storage right now, so nothing was done; please try again later.",
    "de": "Ich komme gerade nicht an meinen Speicher, also wurde nichts getan; bitte versuch es später.",
    "es": "Ahora mismo no puedo usar mi almacenamiento, así que no se ha hecho nada; inténtalo más tarde.",
    "fr": "Je ne peux pas utiliser mon stockage en ce moment, donc rien n’a été fait ; réessaie plus tard.",
    "it": "Al momento non posso usare il mio archivio, quindi non è stato fatto nulla; riprova più tardi.",
    "nl": "Ik kan mijn opslag nu niet gebruiken, dus er is niets gedaan; probeer het later opnieuw.",
    "pt": "Não consigo usar meu armazenamento agora, então nada foi feito; tente mais tarde.",
}
BROKEN = {
    "en": "Something went wrong inside me; the operator finds it in the log.",
    "de": "Bei mir ist etwas schiefgegangen; im Protokoll des Betreibers steht, was.",
    "es": "Algo ha fallado en mí; el operador lo encuentra en el registro.",
    "fr": "Quelque chose a mal tourné chez moi ; l’opérateur le trouve dans le journal.",
    "it": "Qualcosa è andato storto in me; il gestore lo trova nel registro.",
    "nl": "Er ging bij mij iets mis; de beheerder vindt het in het logboek.",
    "pt": "Algo deu errado em mim; o operador encontra no registro.",
}

UNREADABLE = {
    "en": "not a time that I can read yet",
    "de": "noch keine Zeit, die ich lesen kann",
    "es": "aún no es una hora que pueda leer",
    "fr": "pas encore une heure que je sache lire",
    "it": "non ancora un orario che so leggere",
    "nl": "nog geen tijd die ik kan lezen",
    "pt": "ainda não é um horário que eu saiba ler",
}
TIMES = {
    "en": ("in 20 minutes", "tomorrow at 9", "friday at 18:00"),
    "de": ("in 20 Minuten", "morgen um 9", "Freitag um 18 Uhr"),
    "es": ("en 20 minutos", "mañana a las 9", "el viernes a las 18:00"),
    "fr": ("dans 20 minutes", "demain à 9h", "vendredi à 18h"),
    "it": ("tra 20 minuti", "domani alle 9", "venerdì alle 18:00"),
    "nl": ("over 20 minuten", "morgen om 9 uur", "vrijdag om 18:00"),
    "pt": ("em 20 minutos", "amanhã às 9", "sexta-feira às 18:00"),
}
DURATIONS = {
    "en": ("10 minutes", "25 minutes", "1 hour"),
    "de": ("10 Minuten", "25 Minuten", "1 Stunde"),
    "es": ("10 minutos", "25 minutos", "1 hora"),
    "fr": ("10 minutes", "25 minutes", "1 heure"),
    "it": ("10 minuti", "25 minuti", "1 ora"),
    "nl": ("10 minuten", "25 minuten", "1 uur"),
    "pt": ("10 minutos", "25 minutos", "1 hora"),
}
CHOOSE_ONE = {
    "en": "Change one of them…",
    "de": "Eine davon ändern…",
    "es": "Cambiar uno…",
    "fr": "En modifier un…",
    "it": "Modificarne uno…",
    "nl": "Er een wijzigen…",
    "pt": "Alterar um deles…",
}
FAILED = {
    "en": "Could not be delivered:",
    "de": "Konnten nicht zugestellt werden:",
    "es": "No se pudieron entregar:",
    "fr": "N’ont pas pu être remis :",
    "it": "Non è stato possibile consegnarli:",
    "nl": "Konden niet worden bezorgd:",
    "pt": "Não puderam ser entregues:",
}
NOT_DELIVERED = {
    "en": "last time not delivered: {why}",
    "de": "zuletzt nicht zugestellt: {why}",
    "es": "la última vez no se entregó: {why}",
    "fr": "pas remis la dernière fois : {why}",
    "it": "l’ultima volta non consegnato: {why}",
    "nl": "de laatste keer niet bezorgd: {why}",
    "pt": "da última vez não foi entregue: {why}",
}
EDIT = {
    "en": "Edit",
    "de": "Ändern",
    "es": "Cambiar",
    "fr": "Modifier",
    "it": "Modifica",
    "nl": "Wijzigen",
    "pt": "Alterar",
}
PAUSE = {
    "en": "Pause",
    "de": "Pausieren",
    "es": "Pausar",
    "fr": "Suspendre",
    "it": "Sospendi",
    "nl": "Pauzeren",
    "pt": "Pausar",
}
RESUME = {
    "en": "Resume",
    "de": "Fortsetzen",
    "es": "Reanudar",
    "fr": "Reprendre",
    "it": "Riprendi",
    "nl": "Hervatten",
    "pt": "Retomar",
}
DELETE = {
    "en": "Delete",
    "de": "Löschen",
    "es": "Borrar",
    "fr": "Supprimer",
    "it": "Elimina",
    "nl": "Verwijderen",
    "pt": "Apagar",
}
BACK = {
    "en": "Back to the list",
    "de": "Zurück zur Liste",
    "es": "Volver a la lista",
    "fr": "Retour à la liste",
    "it": "Torna alla lista",
    "nl": "Terug naar de lijst",
    "pt": "Voltar à lista",
}
GONE = {
    "en": "That one is no longer pending.",
    "de": "Diese ist nicht mehr offen.",
    "es": "Ese ya no está pendiente.",
    "fr": "Celui-ci n’est plus en attente.",
    "it": "Quello non è più in sospeso.",
    "nl": "Die staat niet meer open.",
    "pt": "Esse não está mais pendente.",
}
EDIT_TITLE = {
    "en": "Change the reminder",
    "de": "Erinnerung ändern",
    "es": "Cambiar el recordatorio",
    "fr": "Modifier le rappel",
    "it": "Modifica il promemoria",
    "nl": "Herinnering wijzigen",
    "pt": "Alterar o lembrete",
}
TEXT = {
    "en": "What about?",
    "de": "Woran?",
    "es": "¿Qué?",
    "fr": "De quoi ?",
    "it": "Che cosa?",
    "nl": "Waaraan?",
    "pt": "De quê?",
}
ABOUT_TITLE = {
    "en": "Remind me about this",
    "de": "Daran erinnern",
    "es": "Recordarme esto",
    "fr": "Me le rappeler",
    "it": "Ricordamelo",
    "nl": "Herinner me hieraan",
    "pt": "Lembrar disto",
}
ABOUT_WHEN = {
    "en": "When should I bring this message back to you?",
    "de": "Wann soll ich dir diese Nachricht wieder zeigen?",
    "es": "¿Cuándo te traigo de vuelta este mensaje?",
    "fr": "Quand dois-je te ramener ce message ?",
    "it": "Quando devo riportarti questo messaggio?",
    "nl": "Wanneer zal ik je dit bericht weer tonen?",
    "pt": "Quando devo trazer esta mensagem de volta?",
}
IN_20_MINUTES = {
    "en": "in 20 minutes",
    "de": "in 20 Minuten",
    "es": "en 20 minutos",
    "fr": "dans 20 minutes",
    "it": "tra 20 minuti",
    "nl": "over 20 minuten",
    "pt": "em 20 minutos",
}
IN_AN_HOUR = {
    "en": "in 1 hour",
    "de": "in 1 Stunde",
    "es": "en 1 hora",
    "fr": "dans 1 heure",
    "it": "tra 1 ora",
    "nl": "over 1 uur",
    "pt": "em 1 hora",
}
TOMORROW_MORNING = {
    "en": "tomorrow morning",
    "de": "morgen früh",
    "es": "mañana por la mañana",
    "fr": "demain matin",
    "it": "domani mattina",
    "nl": "morgenochtend",
    "pt": "amanhã de manhã",
}
CUSTOM_TIME = {
    "en": "another time…",
    "de": "eine andere Zeit…",
    "es": "otra hora…",
    "fr": "une autre heure…",
    "it": "un’altra ora…",
    "nl": "een andere tijd…",
    "pt": "outro horário…",
}
NO_WORDS = {
    "en": "a message without text",
    "de": "eine Nachricht ohne Text",
    "es": "un mensaje sin texto",
    "fr": "un message sans texte",
    "it": "un messaggio senza testo",
    "nl": "een bericht zonder tekst",
    "pt": "uma mensagem sem texto",
}
LANGUAGE_SET = {
    "en": "I will answer you in {name}.",
    "de": "Ich antworte dir auf {name}.",
    "es": "Te responderé en {name}.",
    "fr": "Je te répondrai en {name}.",
    "it": "Ti risponderò in {name}.",
    "nl": "Ik antwoord je in het {name}.",
    "pt": "Vou responder a você em {name}.",
}
LANGUAGE_FREE = {
    "en": "I will answer you in the language of your Discord, or of your messages.",
    "de": "Ich antworte dir in der Sprache deines Discord oder deiner Nachrichten.",
    "es": "Te responderé en el idioma de tu Discord o de tus mensajes.",
    "fr": "Je te répondrai dans la langue de ton Discord ou de tes messages.",
    "it": "Ti risponderò nella lingua del tuo Discord o dei tuoi messaggi.",
    "nl": "Ik antwoord je in de taal van je Discord of van je berichten.",
    "pt": "Vou responder no idioma do seu Discord ou das suas mensagens.",
}
LANGUAGE_UNKNOWN = {
    "en": "I do not speak that one, so nothing was changed. I speak: {names}.",
    "de": "Die Sprache spreche ich nicht, also wurde nichts geändert. Ich spreche: {names}.",
    "es": "Ese idioma no lo hablo, así que no se ha cambiado nada. Hablo: {names}.",
    "fr": "Je ne parle pas cette langue, donc rien n’a été modifié. Je parle : {names}.",
    "it": "Questa lingua non la parlo, quindi non è cambiato nulla. Parlo: {names}.",
    "nl": "Die taal spreek ik niet, dus er is niets gewijzigd. Ik spreek: {names}.",
    "pt": "Esse idioma eu não falo, então nada foi alterado. Falo: {names}.",
}
ASKED = {
    "en": "{name} asks: {question}",
    "de": "{name} fragt: {question}",
    "es": "{name} pregunta: {question}",
    "fr": "{name} demande : {question}",
    "it": "{name} chiede: {question}",
    "nl": "{name} vraagt: {question}",
    "pt": "{name} pergunta: {question}",
}
APART = {
    "en": "I have several parts, and these are the reminders of the one that serves this place; in other "
    "servers and in direct messages there may be more.",
    "de": "Ich habe mehrere Teile, und das sind die Erinnerungen dessen, der für diesen Ort da ist; auf "
    "anderen Servern und in Direktnachrichten kann es mehr geben.",
    "es": "Tengo varias partes, y estos son los recordatorios de la que atiende este lugar; en otros "
    "servidores y en mensajes directos puede haber más.",
    "fr": "J’ai plusieurs parties, et voici les rappels de celle qui sert ce lieu ; il peut y en avoir "
    "d’autres sur d’autres serveurs et en messages privés.",
    "it": "Ho più parti, e questi sono i promemoria di quella che serve questo luogo; in altri server e nei "
    "messaggi diretti possono essercene altri.",
    "nl": "Ik heb meerdere delen, en dit zijn de herinneringen van het deel dat voor deze plek zorgt; op "
    "andere servers en in privéberichten kunnen er meer zijn.",
    "pt": "Tenho várias partes, e estes são os lembretes da que atende este lugar; em outros servidores e "
    "em mensagens diretas pode haver mais.",
}
