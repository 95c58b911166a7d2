"""What people read about their messages when these are not answered, or not yet; and who is not answered."""

from __future__ import annotations

from bot.access import Verdict

CHANNEL_FULL = {
    "en": "I still have {count} messages of this channel to answer; please send this one again later.",
    "de": "Ich habe hier noch {count} Nachrichten zu beantworten; bitte schick diese später noch einmal.",
    "es": "Aún tengo {count} mensajes de este canal por responder; envía este otra vez más tarde.",
    "fr": "J’ai encore {count} messages de ce salon à traiter ; renvoie celui-ci plus tard.",
    "it": "Ho ancora {count} messaggi di questo canale a cui rispondere; rimanda questo più tardi.",
    "nl": "Ik moet in dit kanaal nog {count} berichten beantwoorden; stuur dit later opnieuw.",
    "pt": "Ainda tenho {count} mensagens deste canal para responder; envie esta de novo mais tarde.",
}
HOUSE_FULL = {
    "en": "I have too much to do right now; please send this again in a minute.",
    "de": "Ich habe gerade zu viel zu tun; bitte schick das in einer Minute noch einmal.",
    "es": "Ahora mismo tengo demasiado que hacer; envíalo otra vez en un minuto.",
    "fr": "J’ai trop à faire en ce moment ; renvoie cela dans une minute.",
    "it": "Al momento ho troppo da fare; rimandalo tra un minuto.",
    "nl": "Ik heb het nu te druk; stuur dit over een minuut opnieuw.",
    "pt": "Tenho coisas demais para fazer agora; envie isto de novo em um minuto.",
}
STOPPING = {
    "en": "I am being restarted and could not finish this; please send it again in a minute.",
    "de": "Ich werde neu gestartet und konnte das nicht beenden; bitte schick es gleich noch einmal.",
    "es": "Me están reiniciando y no he podido terminar esto; envíalo otra vez en un minuto.",
    "fr": "On me redémarre et je n’ai pas pu finir ; renvoie cela dans une minute.",
    "it": "Mi stanno riavviando e non ho potuto finire; rimandalo tra un minuto.",
    "nl": "Ik word opnieuw gestart en kon dit niet afmaken; stuur het over een minuut opnieuw.",
    "pt": "Estou sendo reiniciado e não consegui terminar isto; envie de novo em um minuto.",
}
MISSED = {
    "en": "I was away, and messages for me came in here more than ten minutes ago: {links}. "
    "Send again what still matters.",
    "de": "Ich war nicht da, und hier kamen vor mehr als zehn Minuten Nachrichten für mich an: {links}. "
    "Schick noch einmal, was noch wichtig ist.",
    "es": "No estaba, y aquí llegaron mensajes para mí hace más de diez minutos: {links}. "
    "Vuelve a enviar lo que aún importe.",
    "fr": "J’étais absent, et des messages pour moi sont arrivés ici il y a plus de dix minutes : {links}. "
    "Renvoie ce qui compte encore.",
    "it": "Non c’ero, e qui sono arrivati messaggi per me più di dieci minuti fa: {links}. "
    "Rimanda ciò che conta ancora.",
    "nl": "Ik was er niet, en hier kwamen meer dan tien minuten geleden berichten voor mij binnen: {links}. "
    "Stuur opnieuw wat er nog toe doet.",
    "pt": "Eu estava fora, e mensagens para mim chegaram aqui há mais de dez minutos: {links}. "
    "Envie de novo o que ainda importa.",
}
ANSWERED_LATE = {
    "en": "You asked this in private in {place}. It took so long that Discord takes no answer there now:",
    "de": "Das hast du in {place} nur für dich gefragt. Es hat so lange gedauert, dass Discord die Antwort "
    "dort nicht mehr annimmt:",
    "es": "Preguntaste esto en privado en {place}. Ha tardado tanto que Discord ya no acepta allí "
    "la respuesta:",
    "fr": "Tu as demandé cela en privé dans {place}. Cela a pris si longtemps que Discord n’y accepte plus "
    "la réponse :",
    "it": "Lo hai chiesto in privato in {place}. Ci è voluto così tanto che Discord non accetta più lì "
    "la risposta:",
    "nl": "Je vroeg dit privé in {place}. Het duurde zo lang dat Discord het antwoord daar niet meer "
    "aanneemt:",
    "pt": "Você perguntou isto em particular em {place}. Demorou tanto que o Discord já não aceita "
    "a resposta lá:",
}
STORE_DOWN = {
    "en": "I cannot use my storage right now, so I did nothing about this; please send it again later.",
    "de": "Ich komme gerade nicht an meinen Speicher, also habe ich hierzu nichts getan; bitte schick es "
    "später noch einmal.",
    "es": "Ahora mismo no puedo usar mi almacenamiento, así que no he hecho nada; envíalo más tarde.",
    "fr": "Je ne peux pas utiliser mon stockage, donc je n’ai rien fait ; renvoie cela plus tard.",
    "it": "Al momento non posso usare il mio archivio, quindi non ho fatto nulla; rimandalo più tardi.",
    "nl": "Ik kan mijn opslag nu niet gebruiken, dus ik heb niets gedaan; stuur het later opnieuw.",
    "pt": "Não consigo usar meu armazenamento agora, então não fiz nada; envie de novo mais tarde.",
}
STILL_WORKING = {
    "en": "I am still working on this; it takes longer than usual.",
    "de": "Ich arbeite noch daran; es dauert länger als sonst.",
    "es": "Sigo trabajando en esto; tarda más de lo normal.",
    "fr": "J’y travaille encore ; cela prend plus de temps que d’habitude.",
    "it": "Ci sto ancora lavorando; richiede più tempo del solito.",
    "nl": "Ik ben er nog mee bezig; het duurt langer dan normaal.",
    "pt": "Ainda estou trabalhando nisto; está demorando mais do que o normal.",
}
CRASHED = {
    "en": "Something went wrong inside me, so I could not answer. The log says what; please try again.",
    "de": "Bei mir ist etwas schiefgegangen, darum konnte ich nicht antworten. Im Protokoll steht, was; "
    "bitte versuch es noch einmal.",
    "es": "Algo ha fallado en mí y no he podido responder. El registro dice qué; inténtalo de nuevo.",
    "fr": "Quelque chose a mal tourné chez moi et je n’ai pas pu répondre. Le journal dit quoi ; réessaie.",
    "it": "Qualcosa è andato storto in me e non ho potuto rispondere. Il registro dice che cosa; riprova.",
    "nl": "Er ging bij mij iets mis, dus ik kon niet antwoorden. Het logboek zegt wat; probeer het opnieuw.",
    "pt": "Algo deu errado em mim e não pude responder. O registro diz o quê; tente de novo.",
}
ANSWER_REFUSED = {
    "en": "Discord refused my answer, so I cannot show it here.",
    "de": "Discord hat meine Antwort abgelehnt, darum kann ich sie hier nicht zeigen.",
    "es": "Discord ha rechazado mi respuesta, así que no puedo mostrarla aquí.",
    "fr": "Discord a refusé ma réponse, donc je ne peux pas la montrer ici.",
    "it": "Discord ha rifiutato la mia risposta, quindi non posso mostrarla qui.",
    "nl": "Discord weigerde mijn antwoord, dus ik kan het hier niet tonen.",
    "pt": "O Discord recusou minha resposta, então não posso mostrá-la aqui.",
}

PAIRED = {
    "en": "Welcome! You may write to me here from now on.",
    "de": "Willkommen! Du kannst mir hier ab jetzt schreiben.",
    "es": "¡Bienvenido! Desde ahora puedes escribirme aquí.",
    "fr": "Bienvenue ! Tu peux m’écrire ici à partir de maintenant.",
    "it": "Benvenuto! Da ora puoi scrivermi qui.",
    "nl": "Welkom! Je kunt me hier vanaf nu schrijven.",
    "pt": "Boas-vindas! A partir de agora você pode me escrever aqui.",
}
CODE_WRONG = {
    "en": "That code is wrong, used or too old; ask my operator for a new one.",
    "de": "Dieser Code ist falsch, verbraucht oder zu alt; lass dir von meinem Betreiber einen neuen geben.",
    "es": "Ese código es incorrecto, ya se usó o caducó; pide otro a mi operador.",
    "fr": "Ce code est faux, déjà utilisé ou trop ancien ; demandes-en un autre à mon opérateur.",
    "it": "Quel codice è sbagliato, usato o scaduto; chiedine uno nuovo al mio gestore.",
    "nl": "Die code is fout, gebruikt of te oud; vraag mijn beheerder om een nieuwe.",
    "pt": "Esse código está errado, já foi usado ou expirou; peça outro ao meu operador.",
}
CODES_LOCKED = {
    "en": "Too many wrong codes: I will not look at another one from you for an hour.",
    "de": "Zu viele falsche Codes: Ich sehe mir eine Stunde lang keinen mehr von dir an.",
    "es": "Demasiados códigos incorrectos: no miraré otro tuyo durante una hora.",
    "fr": "Trop de codes faux : je n’en regarderai plus aucun de toi pendant une heure.",
    "it": "Troppi codici sbagliati: per un’ora non ne guarderò altri da te.",
    "nl": "Te veel foute codes: ik kijk een uur lang niet meer naar een code van jou.",
    "pt": "Códigos errados demais: não vou olhar outro seu durante uma hora.",
}

REFUSALS = {
    Verdict.BOT: {
        "en": "I do not answer bots.",
        "de": "Ich antworte keinen Bots.",
        "es": "No respondo a bots.",
        "fr": "Je ne réponds pas aux bots.",
        "it": "Non rispondo ai bot.",
        "nl": "Ik antwoord geen bots.",
        "pt": "Não respondo a bots.",
    },
    Verdict.BLOCKED: {
        "en": "My operator has blocked you, so I do nothing here for you.",
        "de": "Mein Betreiber hat dich gesperrt, darum tue ich hier nichts für dich.",
        "es": "Mi operador te ha bloqueado, así que aquí no hago nada por ti.",
        "fr": "Mon opérateur t’a bloqué, donc je ne fais rien ici pour toi.",
        "it": "Il mio gestore ti ha bloccato, quindi qui non faccio nulla per te.",
        "nl": "Mijn beheerder heeft je geblokkeerd, dus ik doe hier niets voor je.",
        "pt": "Meu operador bloqueou você, então não faço nada aqui para você.",
    },
    Verdict.DIRECT_MESSAGE: {
        "en": "My operator does not let me answer your direct messages.",
        "de": "Mein Betreiber lässt mich deine Direktnachrichten nicht beantworten.",
        "es": "Mi operador no me deja responder a tus mensajes directos.",
        "fr": "Mon opérateur ne me laisse pas répondre à tes messages privés.",
        "it": "Il mio gestore non mi lascia rispondere ai tuoi messaggi diretti.",
        "nl": "Van mijn beheerder mag ik je privéberichten niet beantwoorden.",
        "pt": "Meu operador não me deixa responder às suas mensagens diretas.",
    },
    Verdict.UNPAIRED: {
        "en": "I answer direct messages only with a pairing code: ask my operator for one and send it to me.",
        "de": "Direktnachrichten beantworte ich nur mit einem Kopplungscode: Lass dir von meinem Betreiber "
        "einen geben und schick ihn mir.",
        "es": "Solo respondo a mensajes directos con un código: pídeselo a mi operador y envíamelo.",
        "fr": "Je ne réponds aux messages privés qu’avec un code : demande-le à mon opérateur et "
        "envoie-le-moi.",
        "it": "Rispondo ai messaggi diretti solo con un codice: chiedilo al mio gestore e mandamelo.",
        "nl": "Ik beantwoord privéberichten alleen met een code: vraag mijn beheerder erom en stuur hem mij.",
        "pt": "Só respondo a mensagens diretas com um código: peça um ao meu operador e envie-o para mim.",
    },
    Verdict.GUILD: {
        "en": "My operator does not let me work in this server.",
        "de": "Mein Betreiber lässt mich auf diesem Server nicht arbeiten.",
        "es": "Mi operador no me deja trabajar en este servidor.",
        "fr": "Mon opérateur ne me laisse pas travailler sur ce serveur.",
        "it": "Il mio gestore non mi lascia lavorare in questo server.",
        "nl": "Van mijn beheerder mag ik op deze server niet werken.",
        "pt": "Meu operador não me deixa trabalhar neste servidor.",
    },
    Verdict.CHANNEL: {
        "en": "My operator does not let me work in this channel.",
        "de": "Mein Betreiber lässt mich in diesem Kanal nicht arbeiten.",
        "es": "Mi operador no me deja trabajar en este canal.",
        "fr": "Mon opérateur ne me laisse pas travailler dans ce salon.",
        "it": "Il mio gestore non mi lascia lavorare in questo canale.",
        "nl": "Van mijn beheerder mag ik in dit kanaal niet werken.",
        "pt": "Meu operador não me deixa trabalhar neste canal.",
    },
    Verdict.PERSON: {
        "en": "My operator has not given you access to me in this server.",
        "de": "Mein Betreiber hat dir auf diesem Server keinen Zugang zu mir gegeben.",
        "es": "Mi operador no te ha dado acceso a mí en este servidor.",
        "fr": "Mon opérateur ne t’a pas donné accès à moi sur ce serveur.",
        "it": "Il mio gestore non ti ha dato accesso a me in questo server.",
        "nl": "Mijn beheerder heeft je op deze server geen toegang tot mij gegeven.",
        "pt": "Meu operador não lhe deu acesso a mim neste servidor.",
    },
}
"""What a refused one reads, by the verdict."""
