"""What is said about notes, in every language. A note's text comes from the vault, and is quoted."""

from __future__ import annotations

from agent.memory_types import ScopeKind

OFF = {
    "en": "My memory for notes is switched off here.",
    "de": "Mein Notizgedächtnis ist hier abgeschaltet.",
    "es": "Mi memoria para notas está desactivada aquí.",
    "fr": "Ma mémoire des notes est désactivée ici.",
    "it": "La mia memoria per le note è disattivata qui.",
    "nl": "Mijn geheugen voor notities staat hier uit.",
    "pt": "Minha memória para notas está desativada aqui.",
}
KEPT = {
    "en": "I will remember: “{text}” (note “{name}”, {where}).",
    "de": "Ich merke mir: „{text}“ (Notiz „{name}“, {where}).",
    "es": "Lo recordaré: «{text}» (nota «{name}», {where}).",
    "fr": "Je retiens : « {text} » (note « {name} », {where}).",
    "it": "Me lo ricorderò: «{text}» (nota «{name}», {where}).",
    "nl": "Ik onthoud: “{text}” (notitie “{name}”, {where}).",
    "pt": "Vou lembrar: “{text}” (nota “{name}”, {where}).",
}
KNOWN = {
    "en": "I know that already: “{text}” (note “{name}”, {where}).",
    "de": "Das weiß ich schon: „{text}“ (Notiz „{name}“, {where}).",
    "es": "Eso ya lo sé: «{text}» (nota «{name}», {where}).",
    "fr": "Je le sais déjà : « {text} » (note « {name} », {where}).",
    "it": "Lo so già: «{text}» (nota «{name}», {where}).",
    "nl": "Dat weet ik al: “{text}” (notitie “{name}”, {where}).",
    "pt": "Já sei disso: “{text}” (nota “{name}”, {where}).",
}
REPLACED = {
    "en": "Changed: “{text}” (note “{name}”, {where}). It said before: “{old}”",
    "de": "Geändert: „{text}“ (Notiz „{name}“, {where}). Vorher stand da: „{old}“",
    "es": "Cambiado: «{text}» (nota «{name}», {where}). Antes decía: «{old}»",
    "fr": "Modifié : « {text} » (note « {name} », {where}). Avant, elle disait : « {old} »",
    "it": "Modificato: «{text}» (nota «{name}», {where}). Prima diceva: «{old}»",
    "nl": "Gewijzigd: “{text}” (notitie “{name}”, {where}). Eerst stond er: “{old}”",
    "pt": "Alterado: “{text}” (nota “{name}”, {where}). Antes dizia: “{old}”",
}
NARROWED = {
    "en": "Only owners may keep notes for the whole server, so it stays in this channel.",
    "de": "Nur Besitzer dürfen Notizen für den ganzen Server ablegen, also bleibt sie in diesem Kanal.",
    "es": "Solo los dueños pueden guardar notas para todo el servidor, así que se queda en este canal.",
    "fr": "Seuls les propriétaires peuvent garder des notes pour tout le serveur ; elle reste donc dans "
    "ce salon.",
    "it": "Solo i proprietari possono tenere note per tutto il server, quindi resta in questo canale.",
    "nl": "Alleen eigenaars mogen notities voor de hele server bewaren, dus blijft ze in dit kanaal.",
    "pt": "Só os donos podem guardar notas para o servidor inteiro, então ela fica neste canal.",
}
SIMILAR = {
    "en": "I know something close to that: “{old}” (note “{name}”). Shall I replace it with “{text}”, or "
    "keep both? Until you say, yours waits as number {number}.",
    "de": "Ich weiß schon etwas Ähnliches: „{old}“ (Notiz „{name}“). Soll ich es durch „{text}“ ersetzen, "
    "oder beides behalten? Bis du es sagst, wartet deins als Nummer {number}.",
    "es": "Ya sé algo parecido: «{old}» (nota «{name}»). ¿Lo reemplazo por «{text}» o conservo ambos? "
    "Hasta que lo digas, lo tuyo espera con el número {number}.",
    "fr": "Je sais déjà quelque chose de proche : « {old} » (note « {name} »). Faut-il le remplacer par "
    "« {text} » ou garder les deux ? En attendant, la tienne porte le numéro {number}.",
    "it": "So già qualcosa di simile: «{old}» (nota «{name}»). Lo sostituisco con «{text}» o tengo "
    "entrambi? Finché non lo dici, la tua aspetta con il numero {number}.",
    "nl": "Ik weet al iets wat daarop lijkt: “{old}” (notitie “{name}”). Zal ik het vervangen door "
    "“{text}” of allebei bewaren? Tot je het zegt wacht de jouwe als nummer {number}.",
    "pt": "Já sei algo parecido: “{old}” (nota “{name}”). Substituo por “{text}” ou mantenho os dois? "
    "Até você dizer, a sua espera como número {number}.",
}
UPDATE = {
    "en": "Update: replace the old one",
    "de": "Ersetzen: das Alte aktualisieren",
    "es": "Actualizar: reemplazar lo anterior",
    "fr": "Mettre à jour : remplacer l’ancienne",
    "it": "Aggiornare: sostituire la vecchia",
    "nl": "Vervangen: de oude bijwerken",
    "pt": "Atualizar: substituir a antiga",
}
BOTH = {
    "en": "Keep both",
    "de": "Beide behalten",
    "es": "Conservar ambos",
    "fr": "Garder les deux",
    "it": "Tenere entrambi",
    "nl": "Allebei bewaren",
    "pt": "Manter os dois",
}
WHERE = {
    ScopeKind.USER: {
        "en": "only in our direct messages",
        "de": "nur in unseren Direktnachrichten",
        "es": "solo en nuestros mensajes directos",
        "fr": "seulement dans nos messages privés",
        "it": "solo nei nostri messaggi diretti",
        "nl": "alleen in onze privéberichten",
        "pt": "só nas nossas mensagens diretas",
    },
    ScopeKind.CHANNEL: {
        "en": "only in this channel",
        "de": "nur in diesem Kanal",
        "es": "solo en este canal",
        "fr": "seulement dans ce salon",
        "it": "solo in questo canale",
        "nl": "alleen in dit kanaal",
        "pt": "só neste canal",
    },
    ScopeKind.GUILD: {
        "en": "for the whole server",
        "de": "für den ganzen Server",
        "es": "para todo el servidor",
        "fr": "pour tout le serveur",
        "it": "per tutto il server",
        "nl": "voor de hele server",
        "pt": "para o servidor inteiro",
    },
}
NO_NOTES = {
    "en": "I have no notes here.",
    "de": "Ich habe hier keine Notizen.",
    "es": "No tengo notas aquí.",
    "fr": "Je n’ai pas de notes ici.",
    "it": "Non ho note qui.",
    "nl": "Ik heb hier geen notities.",
    "pt": "Não tenho notas aqui.",
}
WHICH = {
    "en": "Which note do you mean? Name it: {names}",
    "de": "Welche Notiz meinst du? Nenn ihren Namen: {names}",
    "es": "¿A qué nota te refieres? Di su nombre: {names}",
    "fr": "De quelle note parles-tu ? Donne son nom : {names}",
    "it": "Quale nota intendi? Di’ il nome: {names}",
    "nl": "Welke notitie bedoel je? Noem de naam: {names}",
    "pt": "De qual nota você fala? Diga o nome: {names}",
}
NO_INDEX = {
    "en": "I cannot search my notes right now; a list of them still works.",
    "de": "Ich kann meine Notizen gerade nicht durchsuchen; eine Liste davon geht noch.",
    "es": "Ahora no puedo buscar en mis notas; una lista de ellas sí funciona.",
    "fr": "Je ne peux pas chercher dans mes notes pour le moment ; une liste reste possible.",
    "it": "Ora non posso cercare nelle mie note; un elenco funziona ancora.",
    "nl": "Ik kan mijn notities nu niet doorzoeken; een lijst ervan gaat nog wel.",
    "pt": "Não consigo pesquisar minhas notas agora; uma lista delas ainda funciona.",
}
GONE = {
    "en": "There is no such note here.",
    "de": "Eine solche Notiz gibt es hier nicht.",
    "es": "Aquí no hay tal nota.",
    "fr": "Il n’y a pas de telle note ici.",
    "it": "Qui non c’è una nota del genere.",
    "nl": "Zo'n notitie is hier niet.",
    "pt": "Não há tal nota aqui.",
}
SOMEBODY_ELSES = {
    "en": "That note is somebody else's, so only they or an owner may change it.",
    "de": "Die Notiz ist von jemand anderem, also dürfen nur diese Person oder ein Besitzer sie ändern.",
    "es": "Esa nota es de otra persona, así que solo ella o un dueño pueden cambiarla.",
    "fr": "Cette note est à quelqu’un d’autre ; seuls cette personne ou un propriétaire peuvent la modifier.",
    "it": "Quella nota è di qualcun altro, quindi solo lui o un proprietario possono cambiarla.",
    "nl": "Die notitie is van iemand anders, dus alleen die persoon of een eigenaar mag ze wijzigen.",
    "pt": "Essa nota é de outra pessoa, então só ela ou um dono podem alterá-la.",
}

# ------------------------------------------------------------------ staged notes

STAGED = {
    "en": "Noted for now as number {line} Say “commit {number}” to keep it.",
    "de": "Vorgemerkt als Nummer {line} Sag „behalte {number}“, damit ich es mir merke.",
    "es": "Anotado por ahora con el número {line} Di «commit {number}» para guardarlo.",
    "fr": "Noté pour l’instant sous le numéro {line} Dis « commit {number} » pour le garder.",
    "it": "Annotato per ora con il numero {line} Di’ «commit {number}» per tenerlo.",
    "nl": "Voorlopig genoteerd als nummer {line} Zeg “commit {number}” om het te bewaren.",
    "pt": "Anotado por enquanto como número {line} Diga “commit {number}” para guardar.",
}
WAITING = {
    "en": "Noted for now, not kept yet:",
    "de": "Vorgemerkt, noch nicht behalten:",
    "es": "Anotado por ahora, aún no guardado:",
    "fr": "Noté pour l’instant, pas encore gardé :",
    "it": "Annotato per ora, non ancora tenuto:",
    "nl": "Voorlopig genoteerd, nog niet bewaard:",
    "pt": "Anotado por enquanto, ainda não guardado:",
}
NONE_WAITING = {
    "en": "Nothing is waiting to be kept.",
    "de": "Es ist nichts vorgemerkt.",
    "es": "No hay nada por guardar.",
    "fr": "Rien n’attend d’être gardé.",
    "it": "Non c’è niente da tenere.",
    "nl": "Er wacht niets om bewaard te worden.",
    "pt": "Não há nada esperando para ser guardado.",
}
WHICH_NUMBER = {
    "en": "Which of these shall I keep? Name its number.",
    "de": "Was davon soll ich behalten? Nenn die Nummer.",
    "es": "¿Cuál de estas guardo? Di su número.",
    "fr": "Laquelle dois-je garder ? Donne son numéro.",
    "it": "Quale di queste devo tenere? Di’ il numero.",
    "nl": "Welke hiervan zal ik bewaren? Noem het nummer.",
    "pt": "Qual destas devo guardar? Diga o número.",
}
NOT_WAITING = {
    "en": "You have no staged note of that number here.",
    "de": "Du hast hier keine vorgemerkte Notiz mit dieser Nummer.",
    "es": "No tienes aquí una nota pendiente con ese número.",
    "fr": "Tu n’as pas ici de note en attente de ce numéro.",
    "it": "Qui non hai una nota in attesa con quel numero.",
    "nl": "Je hebt hier geen wachtende notitie met dat nummer.",
    "pt": "Você não tem aqui uma nota pendente com esse número.",
}
FAILED = {
    "en": "{number}. not kept: {why}",
    "de": "{number}. nicht behalten: {why}",
    "es": "{number}. no guardada: {why}",
    "fr": "{number}. pas gardée : {why}",
    "it": "{number}. non tenuta: {why}",
    "nl": "{number}. niet bewaard: {why}",
    "pt": "{number}. não guardada: {why}",
}

# ------------------------------------------------------------------ found, listed, changed

FORGOTTEN = {
    "en": "Forgotten: note “{name}”.",
    "de": "Vergessen: Notiz „{name}“.",
    "es": "Olvidada: nota «{name}».",
    "fr": "Oubliée : note « {name} ».",
    "it": "Dimenticata: nota «{name}».",
    "nl": "Vergeten: notitie “{name}”.",
    "pt": "Esquecida: nota “{name}”.",
}
FOUND = {
    "en": "What I have noted:",
    "de": "Was ich notiert habe:",
    "es": "Lo que tengo anotado:",
    "fr": "Ce que j’ai noté :",
    "it": "Quello che ho annotato:",
    "nl": "Wat ik genoteerd heb:",
    "pt": "O que tenho anotado:",
}
NOT_FOUND = {
    "en": "I have no note about that here.",
    "de": "Dazu habe ich hier keine Notiz.",
    "es": "No tengo ninguna nota sobre eso aquí.",
    "fr": "Je n’ai pas de note à ce sujet ici.",
    "it": "Qui non ho note al riguardo.",
    "nl": "Daarover heb ik hier geen notitie.",
    "pt": "Não tenho nenhuma nota sobre isso aqui.",
}
WITH_WORDS = {
    "en": "Notes with these words:",
    "de": "Notizen mit diesen Worten:",
    "es": "Notas con estas palabras:",
    "fr": "Notes avec ces mots :",
    "it": "Note con queste parole:",
    "nl": "Notities met deze woorden:",
    "pt": "Notas com estas palavras:",
}
WITHOUT_WORDS = {
    "en": "No note here has these words.",
    "de": "Keine Notiz hier enthält diese Worte.",
    "es": "Ninguna nota de aquí tiene estas palabras.",
    "fr": "Aucune note ici n’a ces mots.",
    "it": "Nessuna nota qui ha queste parole.",
    "nl": "Geen notitie hier heeft deze woorden.",
    "pt": "Nenhuma nota daqui tem estas palavras.",
}
LISTED = {
    "en": "My notes here ({shown} of {count}):",
    "de": "Meine Notizen hier ({shown} von {count}):",
    "es": "Mis notas aquí ({shown} de {count}):",
    "fr": "Mes notes ici ({shown} sur {count}) :",
    "it": "Le mie note qui ({shown} di {count}):",
    "nl": "Mijn notities hier ({shown} van {count}):",
    "pt": "Minhas notas aqui ({shown} de {count}):",
}
TAGS = {
    "en": "Tags of my notes here: {tags}",
    "de": "Schlagworte meiner Notizen hier: {tags}",
    "es": "Etiquetas de mis notas aquí: {tags}",
    "fr": "Étiquettes de mes notes ici : {tags}",
    "it": "Etichette delle mie note qui: {tags}",
    "nl": "Labels van mijn notities hier: {tags}",
    "pt": "Etiquetas das minhas notas aqui: {tags}",
}
NO_TAGS = {
    "en": "No note here has a tag.",
    "de": "Keine Notiz hier hat ein Schlagwort.",
    "es": "Ninguna nota de aquí tiene etiqueta.",
    "fr": "Aucune note ici n’a d’étiquette.",
    "it": "Nessuna nota qui ha un’etichetta.",
    "nl": "Geen notitie hier heeft een label.",
    "pt": "Nenhuma nota daqui tem etiqueta.",
}
CHANGED = {
    "en": "Changed: note “{name}” says now: “{text}”",
    "de": "Geändert: In der Notiz „{name}“ steht jetzt: „{text}“",
    "es": "Cambiada: la nota «{name}» dice ahora: «{text}»",
    "fr": "Modifiée : la note « {name} » dit maintenant : « {text} »",
    "it": "Modificata: la nota «{name}» ora dice: «{text}»",
    "nl": "Gewijzigd: in notitie “{name}” staat nu: “{text}”",
    "pt": "Alterada: a nota “{name}” diz agora: “{text}”",
}
