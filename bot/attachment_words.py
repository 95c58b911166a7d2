"""What is said about files that came with a message, a table of languages for each text."""

from __future__ import annotations

from agent.types import Unread
from agent.words import Words

UNREAD: dict[Unread, Words] = {
    Unread.IMAGE: {
        "en": "I cannot see images, so I did not look at {name}.",
        "de": "Ich kann keine Bilder sehen, also habe ich {name} nicht angeschaut.",
        "es": "No puedo ver imágenes, así que no he mirado {name}.",
        "fr": "Je ne peux pas voir les images, donc je n’ai pas regardé {name}.",
        "it": "Non posso vedere le immagini, quindi non ho guardato {name}.",
        "nl": "Ik kan geen afbeeldingen zien, dus ik heb {name} niet bekeken.",
        "pt": "Não consigo ver imagens, por isso não olhei {name}.",
    },
    Unread.TOO_LARGE: {
        "en": "I did not read {name}: it is larger than {most}.",
        "de": "{name} habe ich nicht gelesen: Die Datei ist größer als {most}.",
        "es": "No he leído {name}: ocupa más de {most}.",
        "fr": "Je n’ai pas lu {name} : le fichier dépasse {most}.",
        "it": "Non ho letto {name}: supera {most}.",
        "nl": "Ik heb {name} niet gelezen: het bestand is groter dan {most}.",
        "pt": "Não li {name}: tem mais de {most}.",
    },
    Unread.NO_TEXT_FILE: {
        "en": "I did not read {name}: I can read text, source code and PDF only.",
        "de": "{name} habe ich nicht gelesen: Ich kann nur Text, Quellcode und PDF lesen.",
        "es": "No he leído {name}: solo puedo leer texto, código fuente y PDF.",
        "fr": "Je n’ai pas lu {name} : je ne lis que du texte, du code source et des PDF.",
        "it": "Non ho letto {name}: leggo solo testo, codice sorgente e PDF.",
        "nl": "Ik heb {name} niet gelezen: ik kan alleen tekst, broncode en pdf lezen.",
        "pt": "Não li {name}: só consigo ler texto, código-fonte e PDF.",
    },
    Unread.EMPTY: {
        "en": "I found no text in {name}.",
        "de": "In {name} habe ich keinen Text gefunden.",
        "es": "No he encontrado texto en {name}.",
        "fr": "Je n’ai trouvé aucun texte dans {name}.",
        "it": "Non ho trovato testo in {name}.",
        "nl": "Ik heb geen tekst gevonden in {name}.",
        "pt": "Não encontrei texto em {name}.",
    },
    Unread.LOCKED: {
        "en": "I could not read {name}: it needs a password.",
        "de": "{name} konnte ich nicht lesen: Die Datei ist mit einem Passwort geschützt.",
        "es": "No he podido leer {name}: necesita una contraseña.",
        "fr": "Je n’ai pas pu lire {name} : il faut un mot de passe.",
        "it": "Non ho potuto leggere {name}: serve una password.",
        "nl": "Ik kon {name} niet lezen: er is een wachtwoord nodig.",
        "pt": "Não consegui ler {name}: precisa de uma senha.",
    },
    Unread.BROKEN: {
        "en": "I could not read {name}: the file is damaged.",
        "de": "{name} konnte ich nicht lesen: Die Datei ist beschädigt.",
        "es": "No he podido leer {name}: el archivo está dañado.",
        "fr": "Je n’ai pas pu lire {name} : le fichier est endommagé.",
        "it": "Non ho potuto leggere {name}: il file è danneggiato.",
        "nl": "Ik kon {name} niet lezen: het bestand is beschadigd.",
        "pt": "Não consegui ler {name}: o arquivo está danificado.",
    },
    Unread.TOO_LONG: {
        "en": "I gave up on {name}: reading it takes too long.",
        "de": "Bei {name} habe ich aufgegeben: Das Lesen dauert zu lange.",
        "es": "He dejado de leer {name}: tarda demasiado.",
        "fr": "J’ai renoncé à lire {name} : cela prend trop de temps.",
        "it": "Ho rinunciato a {name}: leggerlo richiede troppo tempo.",
        "nl": "Ik ben gestopt met {name}: het lezen duurt te lang.",
        "pt": "Desisti de {name}: demora demais para ler.",
    },
    Unread.NOT_FETCHED: {
        "en": "I could not get {name} from Discord; please send it once more.",
        "de": "{name} konnte ich nicht von Discord holen; bitte schick die Datei noch einmal.",
        "es": "No he podido obtener {name} de Discord; envíalo otra vez, por favor.",
        "fr": "Je n’ai pas pu récupérer {name} auprès de Discord ; renvoie-le, s’il te plaît.",
        "it": "Non ho potuto ottenere {name} da Discord; invialo di nuovo, per favore.",
        "nl": "Ik kon {name} niet van Discord ophalen; stuur het nog eens, alsjeblieft.",
        "pt": "Não consegui obter {name} do Discord; envie de novo, por favor.",
    },
    Unread.TOO_MANY: {
        "en": "I did not read {name}: that is more files than I read at once.",
        "de": "{name} habe ich nicht gelesen: Das sind mehr Dateien, als ich auf einmal lese.",
        "es": "No he leído {name}: son más archivos de los que leo a la vez.",
        "fr": "Je n’ai pas lu {name} : c’est plus de fichiers que je n’en lis à la fois.",
        "it": "Non ho letto {name}: sono più file di quanti ne legga insieme.",
        "nl": "Ik heb {name} niet gelezen: dat zijn meer bestanden dan ik tegelijk lees.",
        "pt": "Não li {name}: são mais arquivos do que leio de uma vez.",
    },
}
CUT: Words = {
    "en": "I read the beginning of {name} only; the rest is left out.",
    "de": "Von {name} habe ich nur den Anfang gelesen; der Rest ist weggelassen.",
    "es": "Solo he leído el principio de {name}; el resto queda fuera.",
    "fr": "Je n’ai lu que le début de {name} ; le reste est laissé de côté.",
    "it": "Ho letto solo l’inizio di {name}; il resto è tralasciato.",
    "nl": "Ik heb alleen het begin van {name} gelezen; de rest is weggelaten.",
    "pt": "Li apenas o começo de {name}; o resto ficou de fora.",
}
