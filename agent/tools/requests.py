"""Scheduled requests: what the author asks for is worked on at its time, as if they asked for it then."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from agent.errors import ToolFailed, ToolRetry
from agent.ports import Services
from agent.tools._scheduling import LONGEST_PHRASE, LONGEST_TEXT, Wish, schedule
from agent.tools._wording import say
from agent.types import Grounded, ReminderKind, Source, Tool, ToolContext, ToolResult

NOT_BY_ITSELF = {
    "en": "A scheduled request may not schedule another one; ask me for it in a message.",
    "de": "Ein geplanter Auftrag darf keinen weiteren planen; schreib mir dafür eine Nachricht.",
    "es": "Una petición programada no puede programar otra; pídemela en un mensaje.",
    "fr": "Une demande programmée ne peut pas en programmer une autre ; demande-la-moi dans un message.",
    "it": "Una richiesta programmata non può programmarne un’altra; chiedimela in un messaggio.",
    "nl": "Een gepland verzoek mag geen ander plannen; vraag het me in een bericht.",
    "pt": "Um pedido agendado não pode agendar outro; peça-me em uma mensagem.",
}
FOR_WHAT = {
    "en": "What should I do then? For example: every Friday at 17:00 tell me what I have next week.",
    "de": "Was soll ich dann tun? Zum Beispiel: sag mir jeden Freitag um 17 Uhr, was ich nächste Woche habe.",
    "es": "¿Qué debo hacer entonces? Por ejemplo: cada viernes a las 17:00 dime qué tengo la semana "
    "que viene.",
    "fr": "Que dois-je faire alors ? Par exemple : chaque vendredi à 17 h dis-moi ce que j’ai la "
    "semaine prochaine.",
    "it": "Che cosa devo fare allora? Per esempio: ogni venerdì alle 17 dimmi cosa ho la prossima settimana.",
    "nl": "Wat moet ik dan doen? Bijvoorbeeld: zeg me elke vrijdag om 17 uur wat ik volgende week heb.",
    "pt": "O que devo fazer então? Por exemplo: toda sexta às 17h me diga o que tenho na próxima semana.",
}


class RemindSelf(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    time: Annotated[
        str, Grounded(source=Source.TIME_PHRASE), Field(min_length=1, max_length=LONGEST_PHRASE)
    ] = Field(description="when to do it, in the user's words")
    request: Annotated[
        str, Grounded(source=Source.MESSAGE_TEXT), Field(min_length=1, max_length=LONGEST_TEXT)
    ] = Field(description="what to do then, in the user's words")


def tools(services: Services) -> tuple[Tool, ...]:
    async def remind_self(arguments: RemindSelf, context: ToolContext) -> ToolResult:
        origin = context.origin
        if origin.scheduled:
            raise ToolFailed(say(NOT_BY_ITSELF, origin.language))
        if not arguments.request.strip():
            raise ToolRetry(FOR_WHAT["en"], question=say(FOR_WHAT, origin.language))
        wish = Wish(kind=ReminderKind.REMINDER, phrase=arguments.time, text=arguments.request, request=True)
        return await schedule(services, context, wish)

    return (Tool(name="agenda:remind_self", arguments=RemindSelf, run=remind_self),)
