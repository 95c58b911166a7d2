"""What is said about documents, a table of languages for each text."""

from __future__ import annotations

OFF = {
    "en": "I keep no documents here.",
    "de": "Ich bewahre hier keine Dokumente auf.",
    "es": "Aquí no guardo documentos.",
    "fr": "Je ne garde pas de documents ici.",
    "it": "Qui non conservo documenti.",
    "nl": "Ik bewaar hier geen documenten.",
    "pt": "Não guardo documentos aqui.",
}
NO_FILE = {
    "en": "There is no file that I could read. Send it in the same message, or reply to the one that has it.",
    "de": "Da ist keine Datei, die ich lesen konnte. Schick sie in derselben Nachricht, oder antworte auf "
    "die mit der Datei.",
    "es": "No hay ningún archivo que haya podido leer. Envíalo en el mismo mensaje o responde al mensaje que "
    "lo tiene.",
    "fr": "Il n’y a aucun fichier que j’aie pu lire. Envoie-le dans le même message, ou réponds au message "
    "qui le contient.",
    "it": "Non c’è nessun file che abbia potuto leggere. Invialo nello stesso messaggio o rispondi al "
    "messaggio che lo contiene.",
    "nl": "Er is geen bestand dat ik kon lezen. Stuur het in hetzelfde bericht, of antwoord op het bericht "
    "met het bestand.",
    "pt": "Não há nenhum arquivo que eu tenha conseguido ler. Envie-o na mesma mensagem ou responda à "
    "mensagem que o contém.",
}
NO_ROOM = {
    "en": "I did not keep {name}: it is too long, or you have as many documents as one person may keep.",
    "de": "{name} habe ich nicht behalten: Die Datei ist zu lang, oder du hast schon so viele Dokumente, wie "
    "eine Person haben darf.",
    "es": "No he guardado {name}: es demasiado largo o ya tienes tantos documentos como puede tener una "
    "persona.",
    "fr": "Je n’ai pas gardé {name} : le fichier est trop long, ou tu as déjà autant de documents qu’une "
    "personne peut en avoir.",
    "it": "Non ho conservato {name}: è troppo lungo, o hai già tutti i documenti che una persona può avere.",
    "nl": "Ik heb {name} niet bewaard: het is te lang, of je hebt al zoveel documenten als één persoon mag "
    "hebben.",
    "pt": "Não guardei {name}: é longo demais, ou você já tem tantos documentos quanto uma pessoa pode ter.",
}
KEPT = {
    "en": "Kept: document {name} ({where}).",
    "de": "Behalten: Dokument {name} ({where}).",
    "es": "Guardado: documento {name} ({where}).",
    "fr": "Gardé : document {name} ({where}).",
    "it": "Conservato: documento {name} ({where}).",
    "nl": "Bewaard: document {name} ({where}).",
    "pt": "Guardado: documento {name} ({where}).",
}
REPLACED = {
    "en": "Replaced: document {name} says now what you sent ({where}).",
    "de": "Ersetzt: In Dokument {name} steht jetzt, was du geschickt hast ({where}).",
    "es": "Sustituido: el documento {name} dice ahora lo que has enviado ({where}).",
    "fr": "Remplacé : le document {name} contient maintenant ce que tu as envoyé ({where}).",
    "it": "Sostituito: il documento {name} ora contiene ciò che hai inviato ({where}).",
    "nl": "Vervangen: in document {name} staat nu wat je hebt gestuurd ({where}).",
    "pt": "Substituído: o documento {name} contém agora o que você enviou ({where}).",
}
KNOWN = {
    "en": "I have document {name} already, word for word ({where}).",
    "de": "Dokument {name} habe ich schon, Wort für Wort ({where}).",
    "es": "Ya tengo el documento {name}, palabra por palabra ({where}).",
    "fr": "J’ai déjà le document {name}, mot pour mot ({where}).",
    "it": "Ho già il documento {name}, parola per parola ({where}).",
    "nl": "Ik heb document {name} al, woord voor woord ({where}).",
    "pt": "Já tenho o documento {name}, palavra por palavra ({where}).",
}
NONE = {
    "en": "I have no such document here.",
    "de": "So ein Dokument habe ich hier nicht.",
    "es": "No tengo ningún documento así aquí.",
    "fr": "Je n’ai pas de tel document ici.",
    "it": "Non ho nessun documento del genere qui.",
    "nl": "Zo’n document heb ik hier niet.",
    "pt": "Não tenho nenhum documento assim aqui.",
}
LISTED = {
    "en": "Documents here ({shown} of {count}):",
    "de": "Dokumente hier ({shown} von {count}):",
    "es": "Documentos aquí ({shown} de {count}):",
    "fr": "Documents ici ({shown} sur {count}) :",
    "it": "Documenti qui ({shown} di {count}):",
    "nl": "Documenten hier ({shown} van {count}):",
    "pt": "Documentos aqui ({shown} de {count}):",
}
FOUND = {
    "en": "What the documents say:",
    "de": "Das steht in den Dokumenten:",
    "es": "Lo que dicen los documentos:",
    "fr": "Ce que disent les documents :",
    "it": "Che cosa dicono i documenti:",
    "nl": "Wat er in de documenten staat:",
    "pt": "O que dizem os documentos:",
}
NOT_FOUND = {
    "en": "I found nothing about that in the documents here.",
    "de": "Dazu habe ich in den Dokumenten hier nichts gefunden.",
    "es": "No he encontrado nada sobre eso en los documentos de aquí.",
    "fr": "Je n’ai rien trouvé à ce sujet dans les documents d’ici.",
    "it": "Non ho trovato nulla al riguardo nei documenti qui.",
    "nl": "Daarover heb ik in de documenten hier niets gevonden.",
    "pt": "Não encontrei nada sobre isso nos documentos daqui.",
}
NO_INDEX = {
    "en": "I cannot search the documents right now; reading and listing them still works.",
    "de": "Ich kann die Dokumente gerade nicht durchsuchen; lesen und auflisten geht noch.",
    "es": "Ahora mismo no puedo buscar en los documentos; leerlos y listarlos sí funciona.",
    "fr": "Je ne peux pas chercher dans les documents pour le moment ; les lire et les lister marche encore.",
    "it": "Ora non posso cercare nei documenti; leggerli ed elencarli funziona ancora.",
    "nl": "Ik kan de documenten nu niet doorzoeken; lezen en opsommen gaat nog wel.",
    "pt": "Não consigo pesquisar nos documentos agora; ler e listar ainda funciona.",
}
PART = {
    "en": "part",
    "de": "Teil",
    "es": "parte",
    "fr": "partie",
    "it": "parte",
    "nl": "deel",
    "pt": "parte",
}
PART_OF = {
    "en": "part {number} of {count}",
    "de": "Teil {number} von {count}",
    "es": "parte {number} de {count}",
    "fr": "partie {number} sur {count}",
    "it": "parte {number} di {count}",
    "nl": "deel {number} van {count}",
    "pt": "parte {number} de {count}",
}
NEXT = {
    "en": "For more, say “read part {number} of {name}”.",
    "de": "Für mehr sag „lies Teil {number} von {name}“.",
    "es": "Para seguir, di «lee parte {number} de {name}».",
    "fr": "Pour la suite, dis « lis partie {number} de {name} ».",
    "it": "Per continuare, di’ «leggi parte {number} di {name}».",
    "nl": "Voor meer, zeg “lees deel {number} van {name}”.",
    "pt": "Para continuar, diga “leia parte {number} de {name}”.",
}
NO_SUCH_PART = {
    "en": "{name} has no part of that number.",
    "de": "{name} hat keinen Teil mit dieser Nummer.",
    "es": "{name} no tiene ninguna parte con ese número.",
    "fr": "{name} n’a pas de partie de ce numéro.",
    "it": "{name} non ha una parte con quel numero.",
    "nl": "{name} heeft geen deel met dat nummer.",
    "pt": "{name} não tem parte com esse número.",
}
WHICH = {
    "en": "Which document do you mean? {names}",
    "de": "Welches Dokument meinst du? {names}",
    "es": "¿A qué documento te refieres? {names}",
    "fr": "De quel document parles-tu ? {names}",
    "it": "Quale documento intendi? {names}",
    "nl": "Welk document bedoel je? {names}",
    "pt": "Qual documento você quer dizer? {names}",
}
DELETED = {
    "en": "Deleted: document {name}.",
    "de": "Gelöscht: Dokument {name}.",
    "es": "Borrado: documento {name}.",
    "fr": "Supprimé : document {name}.",
    "it": "Eliminato: documento {name}.",
    "nl": "Verwijderd: document {name}.",
    "pt": "Apagado: documento {name}.",
}
NOT_YOURS = {
    "en": "That document is somebody else’s, so only they or an owner may delete it.",
    "de": "Das Dokument gehört jemand anderem, also dürfen es nur sie oder Besitzer löschen.",
    "es": "Ese documento es de otra persona, así que solo ella o un propietario puede borrarlo.",
    "fr": "Ce document est à quelqu’un d’autre ; seul lui ou un propriétaire peut le supprimer.",
    "it": "Quel documento è di qualcun altro, quindi solo lui o un proprietario può eliminarlo.",
    "nl": "Dat document is van iemand anders, dus alleen die persoon of een eigenaar mag het verwijderen.",
    "pt": "Esse documento é de outra pessoa, então só ela ou um dono pode apagá-lo.",
}
