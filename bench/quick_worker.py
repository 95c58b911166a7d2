"""A worker without a model: `python -m bench.quick_worker FD PARENT`.

It speaks the whole protocol and answers at once, by the newest message alone: what the people of
`bench.crowd` ask for is called, anything else is answered in one sentence.
"""

from __future__ import annotations

import socket
import sys
import threading
import time
from dataclasses import asdict
from typing import Any

from agent.engine import protocol
from agent.engine.protocol import Message
from agent.engine.template import plain
from agent.testing.engine import SMALL_MODEL
from agent.types import Completion, Finish, GenerationStats
from bench.crowd import envelope_for

CHARACTERS_PER_TOKEN = 4
BEAT_SECONDS = 1.0


class Line:
    """The worker's end of the socket."""

    def __init__(self, connection: socket.socket) -> None:
        self._connection = connection
        self._stream = connection.makefile("rb")
        self._lock = threading.Lock()

    def send(self, message: Message) -> None:
        with self._lock:
            self._connection.sendall(protocol.encode(message))

    def receive(self) -> Message | None:
        """None at the end."""
        header = self._stream.read(protocol.LENGTH_BYTES)
        return protocol.decode(self._stream.read(protocol.body_length(header))) if header else None

    def beat(self) -> None:
        while True:
            self.send({"type": "beat"})
            time.sleep(BEAT_SECONDS)


def main() -> None:
    line = Line(socket.socket(fileno=int(sys.argv[1])))
    line.receive()
    threading.Thread(target=line.beat, daemon=True).start()
    line.send({"type": "ready", "info": asdict(SMALL_MODEL)})
    while (message := line.receive()) is not None:
        if message["type"] == "generate":
            _speak(line, message)
        elif message["type"] != "cancel":
            line.send({"type": "done", "id": message["id"], "value": _answer(message)})


def _speak(line: Line, message: Message) -> None:
    completion = _completion(message)
    line.send({"type": "text", "id": message["id"], "text": completion.text})
    line.send({"type": "done", "id": message["id"], "value": asdict(completion)})


def _answer(message: Message) -> Any:
    match message["type"]:
        case "render":
            return asdict(plain(protocol.messages_from_wire(message["messages"])))
        case "count":
            return len(message["text"]) // CHARACTERS_PER_TOKEN + 1
    return None


def _completion(message: Message) -> Completion:
    contents = [segment["text"] for segment in message["prompt"]["segments"] if not segment["special"]]
    text = envelope_for(contents[-1]) if message["grammar"] else "They talked."
    stats = GenerationStats(
        prompt_tokens=sum(map(len, contents)) // CHARACTERS_PER_TOKEN,
        generated_tokens=len(text) // CHARACTERS_PER_TOKEN,
    )
    return Completion(text=text, finish=Finish.STOP, stats=stats)


if __name__ == "__main__":
    main()
