"""Whom a reminder is for, where its author names somebody else: by a mention, and by that alone. Pure.

The mention must stand right behind the reminding word of the author's own message, and Discord must have said
that the message mentions it: nothing that a model, a quotation or a note says can name a target.
"""

from __future__ import annotations

import re

from agent.errors import ToolFailed
from agent.tools._wording import say
from agent.types import ChannelKind, Origin, Target

_WHOM = r"(?:<@(?P<role>&)?!?(?P<id>\d{1,20})>|@(?P<all>everyone|here)\b)"
_VERBS = (
    r"(?:remind|ping|nudge|notify|alert|erinner(?:e|n|st|t)?(?: bitte)?|ping(?:e|st)?"
    r"|rappel(?:le|lez|er)(?: [àa])?|rec(?:u[ée]rda|orda)(?:le|r(?:le)?)?(?: a)?|ricorda(?:re|gli)?(?: a)?"
    r"|herinner|lembr(?:e|a|ar)(?: (?:ao?|[àa]|o))?)"
)
_LAST_VERBS = r"(?:erinnern|anpingen|pingen|rappeler|herinneren)"
_SELF = re.compile(
    r"(?<!\w)(?:remind|ping|nudge|notify|alert|erinner(?:e|n|st|t)?|ping(?:e|st)?) (?:me|us|mich|uns)(?!\w)"
    r"|(?<!\w)(?:rappelle[- ]moi|recu[ée]rdame|ricordami|herinner me|lembre-me|me lembre)(?!\w)",
    re.IGNORECASE,
)
_TARGET = re.compile(
    rf"(?<!\w){_VERBS} {_WHOM}(?P<more>(?:,| and| und| et| y| e| en)\s+(?:<@|@(?:everyone|here)\b))?",
    re.IGNORECASE,
)
_TARGET_FIRST = re.compile(
    r"(?<!\w)(?:kannst|k[öo]nntest|w[üu]rdest|magst) du (?:bitte )?"
    rf"{_WHOM}(?P<more>(?:,| und)\s+<@)?.{{0,400}}(?<!\w){_LAST_VERBS}(?!\w)",
    re.IGNORECASE | re.DOTALL,
)

EVERYONE = {
    "en": "I never ping everyone, so nothing is set. Name one person or one role instead.",
    "de": "Ich pinge nie alle, also ist nichts gesetzt. Nenn stattdessen eine Person oder eine Rolle.",
    "es": "Nunca aviso a todos, así que no hay nada puesto. Nombra a una persona o un rol.",
    "fr": "Je ne mentionne jamais tout le monde, donc rien n’est noté. Nomme une personne ou un rôle.",
    "it": "Non avviso mai tutti, quindi non è impostato nulla. Nomina una persona o un ruolo.",
    "nl": "Ik ping nooit iedereen, dus er is niets ingesteld. Noem één persoon of één rol.",
    "pt": "Nunca aviso todo mundo, então nada foi definido. Cite uma pessoa ou um cargo.",
}
ONE_ONLY = {
    "en": "One reminder is for one person or one role, so nothing is set. Please ask for each by itself.",
    "de": "Eine Erinnerung ist für eine Person oder eine Rolle, also ist nichts gesetzt. Bitte nenn "
    "sie einzeln.",
    "es": "Un recordatorio es para una persona o un rol, así que no hay nada puesto. Pídelos uno a uno.",
    "fr": "Un rappel est pour une personne ou un rôle, donc rien n’est noté. Demande-les un par un.",
    "it": "Un promemoria è per una persona o un ruolo, quindi non è impostato nulla. Chiedili uno per uno.",
    "nl": "Een herinnering is voor één persoon of één rol, dus er is niets ingesteld. Vraag ze één voor één.",
    "pt": "Um lembrete é para uma pessoa ou um cargo, então nada foi definido. Peça um de cada vez.",
}
NOT_HERE = {
    "en": "Others can only be reminded in a server's channel, so nothing is set.",
    "de": "Andere kann ich nur in einem Kanal eines Servers erinnern, also ist nichts gesetzt.",
    "es": "Solo puedo recordar a otros en un canal de un servidor, así que no hay nada puesto.",
    "fr": "Je ne peux rappeler quelque chose à d’autres que dans un salon de serveur, donc rien n’est noté.",
    "it": "Posso ricordare qualcosa ad altri solo nel canale di un server, quindi non è impostato nulla.",
    "nl": "Anderen kan ik alleen in een kanaal van een server herinneren, dus er is niets ingesteld.",
    "pt": "Só posso lembrar outras pessoas em um canal de servidor, então nada foi definido.",
}
NOT_ALLOWED = {
    "en": "My operator has not given you the permission to have others reminded, so nothing is set.",
    "de": "Mein Betreiber hat dir nicht erlaubt, andere erinnern zu lassen, also ist nichts gesetzt.",
    "es": "Mi operador no te ha dado permiso para que recuerde algo a otros, así que no hay nada puesto.",
    "fr": "Mon opérateur ne t’a pas permis de faire des rappels à d’autres, donc rien n’est noté.",
    "it": "Il mio operatore non ti ha dato il permesso di far ricordare qualcosa ad altri, quindi "
    "non è impostato nulla.",
    "nl": "Mijn beheerder heeft je niet toegestaan anderen te laten herinneren, dus er is niets ingesteld.",
    "pt": "Meu operador não deu a você permissão para lembrar outras pessoas, então nada foi definido.",
}
UNKNOWN = {
    "en": "I do not know whom you mean, so nothing is set. Mention them with @.",
    "de": "Ich weiß nicht, wen du meinst, also ist nichts gesetzt. Erwähne die Person mit @.",
    "es": "No sé a quién te refieres, así que no hay nada puesto. Menciónalo con @.",
    "fr": "Je ne sais pas de qui tu parles, donc rien n’est noté. Mentionne la personne avec @.",
    "it": "Non so chi intendi, quindi non è impostato nulla. Menziona la persona con @.",
    "nl": "Ik weet niet wie je bedoelt, dus er is niets ingesteld. Noem de persoon met @.",
    "pt": "Não sei de quem você fala, então nada foi definido. Mencione a pessoa com @.",
}


def target_of(origin: Origin) -> Target | None:
    """The one that the author's message has reminded, None for its author.

    Raises ToolFailed, in the author's language, for everyone, for several, and without the permission.
    """
    found = None if _SELF.search(origin.text) else _named(origin.text)
    if found is None:
        return None
    if found["all"] or (found["role"] and int(found["id"]) == origin.channel.guild_id):
        raise ToolFailed(say(EVERYONE, origin.language))  # the role of everyone has the server's id
    if found["more"]:
        raise ToolFailed(say(ONE_ONLY, origin.language))
    return _checked(Target(id=int(found["id"]), is_role=bool(found["role"])), origin)


def _named(text: str) -> re.Match[str] | None:
    return _TARGET.search(text) or _TARGET_FIRST.search(text)


def _checked(target: Target, origin: Origin) -> Target | None:
    if not target.is_role and target.id == origin.author.id:
        return None
    if origin.channel.kind not in (ChannelKind.GUILD, ChannelKind.THREAD):
        raise ToolFailed(say(NOT_HERE, origin.language))
    if not origin.mentions.may_remind:
        raise ToolFailed(say(NOT_ALLOWED, origin.language))
    if target.id not in (origin.mentions.roles if target.is_role else origin.mentions.users):
        raise ToolFailed(say(UNKNOWN, origin.language))
    return target
