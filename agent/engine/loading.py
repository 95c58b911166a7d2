"""What the worker builds from a load message: model, grammar matcher, chat template. In the worker process
only.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from agent.engine import protocol
from agent.engine.decode import Decoder
from agent.engine.gguf import GgufHeader, read_header
from agent.engine.matcher import Grammars
from agent.engine.native import Interrupt, LoadOptions, NativeModel, quiet
from agent.engine.protocol import Message
from agent.engine.template import ChatTemplate
from agent.engine.vocabulary import build_tokenizer
from agent.types import ModelInfo


@dataclass(frozen=True, slots=True, kw_only=True)
class Engine:
    """All that answers requests. `decoder` belongs to one thread; the rest may be used from another."""

    info: ModelInfo
    model: NativeModel
    template: ChatTemplate
    decoder: Decoder

    def answer(self, message: Message) -> Any:
        """The reply's value to a `render` or `count` message."""
        if message["type"] == "count":
            return len(self.model.tokenize(message["text"], special=False))
        return asdict(self.template.render(protocol.messages_from_wire(message["messages"])))


def load_engine(load: Message, interrupt: Interrupt, report: Callable[[str], None]) -> Engine:
    """Raises ModelFileError. `report` gets sentences for the operator's log."""
    path, adapter = Path(load["path"]), load["adapter"]
    header = read_header(path)
    quiet()
    options = LoadOptions(
        path=path,
        context=load["context"],
        threads=load["threads"],
        prefill_threads=load["prefill_threads"],
        extra_buffers=load["extra_buffers"],
        adapter=Path(adapter["path"]) if adapter and not adapter["merged"] else None,
    )
    model = NativeModel(options, interrupt)
    return Engine(
        info=describe(header, path, model, adapter=adapter["label"] if adapter else ""),
        model=model,
        template=_template(header, model, report),
        decoder=Decoder(model, Grammars(build_tokenizer(model))),
    )


def describe(header: GgufHeader, path: Path, model: NativeModel, *, adapter: str) -> ModelInfo:
    return ModelInfo(
        name=header.text("general.name") or path.stem,
        architecture=header.architecture,
        parameters=header.parameters,
        context=model.context,
        vocabulary=model.size,
        has_template=header.chat_template is not None,
        adapter=adapter,
    )


def _template(header: GgufHeader, model: NativeModel, report: Callable[[str], None]) -> ChatTemplate:
    def spelling(token: int | None) -> str:
        return "" if token is None else model.piece(token, special=True).decode("utf-8", "replace")

    return ChatTemplate(header.chat_template, bos=spelling(model.bos), eos=spelling(model.eos), report=report)
