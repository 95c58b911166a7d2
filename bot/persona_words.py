"""What `/persona` says."""

from __future__ import annotations

from agent.words import Words

IS: Words = {
    "en": "How I sound {where}: “{text}”",
    "de": "So klinge ich {where}: „{text}“",
    "es": "Cómo sueno {where}: «{text}»",
    "fr": "Mon ton {where} : « {text} »",
    "it": "Come mi esprimo {where}: «{text}»",
    "nl": "Zo klink ik {where}: “{text}”",
    "pt": "Como me expresso {where}: “{text}”",
}
NONE: Words = {
    "en": "No persona is set {where}.",
    "de": "{where} ist keine Persona gesetzt.",
    "es": "No hay ninguna persona definida {where}.",
    "fr": "Aucune persona n’est définie {where}.",
    "it": "Nessuna persona è impostata {where}.",
    "nl": "Er is {where} geen persona ingesteld.",
    "pt": "Nenhuma persona está definida {where}.",
}
CLEARED: Words = {
    "en": "Done: I sound as usual {where} again.",
    "de": "Erledigt: {where} klinge ich wieder wie sonst.",
    "es": "Hecho: vuelvo a sonar como siempre {where}.",
    "fr": "C’est fait : je reprends mon ton habituel {where}.",
    "it": "Fatto: {where} mi esprimo di nuovo come al solito.",
    "nl": "Gedaan: ik klink {where} weer zoals gewoonlijk.",
    "pt": "Pronto: volto a me expressar como sempre {where}.",
}
HERE: Words = {
    "en": "in this channel",
    "de": "in diesem Kanal",
    "es": "en este canal",
    "fr": "dans ce salon",
    "it": "in questo canale",
    "nl": "in dit kanaal",
    "pt": "neste canal",
}
SERVER: Words = {
    "en": "on this server",
    "de": "auf diesem Server",
    "es": "en este servidor",
    "fr": "sur ce serveur",
    "it": "in questo server",
    "nl": "op deze server",
    "pt": "neste servidor",
}
DENIED: Words = {
    "en": "Only members who may manage this server can do that, so nothing was changed.",
    "de": "Das können nur Mitglieder, die diesen Server verwalten dürfen; es wurde nichts geändert.",
    "es": "Solo pueden hacerlo quienes gestionan este servidor; no se ha cambiado nada.",
    "fr": "Seuls les membres qui gèrent ce serveur peuvent le faire ; rien n’a été changé.",
    "it": "Possono farlo solo i membri che gestiscono questo server; non è cambiato nulla.",
    "nl": "Dat kunnen alleen leden die deze server mogen beheren; er is niets gewijzigd.",
    "pt": "Só membros que gerenciam este servidor podem fazer isso; nada foi alterado.",
}
IGNORED: Words = {
    "en": "The small model that I run on cannot follow it; a larger one will.",
    "de": "Das kleine Modell, mit dem ich laufe, kann sich nicht daran halten; ein größeres wird es.",
    "es": "El modelo pequeño que uso no puede seguirla; uno mayor lo hará.",
    "fr": "Le petit modèle que j’utilise ne peut pas la suivre ; un plus grand le fera.",
    "it": "Il piccolo modello che uso non può seguirla; uno più grande lo farà.",
    "nl": "Het kleine model waarop ik draai, kan dat niet volgen; een groter model wel.",
    "pt": "O modelo pequeno que uso não consegue segui-la; um maior conseguirá.",
}
TITLE: Words = {
    "en": "How I sound",
    "de": "Wie ich klinge",
    "es": "Cómo sueno",
    "fr": "Mon ton",
    "it": "Come mi esprimo",
    "nl": "Hoe ik klink",
    "pt": "Como me expresso",
}
LABEL: Words = {
    "en": "Tone and words",
    "de": "Ton und Worte",
    "es": "Tono y palabras",
    "fr": "Ton et mots",
    "it": "Tono e parole",
    "nl": "Toon en woorden",
    "pt": "Tom e palavras",
}
