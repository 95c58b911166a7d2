"""Fetching from a hub, against a small server that speaks as much of its HTTP as is asked for."""

from __future__ import annotations

import hashlib
import json
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from agent.engine.hub import HubId, parse_hub_id, pick_file
from agent.engine.models import resolve_model
from agent.errors import ModelFileError
from tests.engine.gguf_files import small_gguf

COMMIT = "0" * 39 + "1"


@dataclass
class Hub:
    """`sent` overrides what a file's bytes are on the wire; `requests` counts what was asked."""

    files: dict[str, bytes]
    sent: dict[str, bytes] = field(default_factory=dict)
    requests: list[str] = field(default_factory=list)
    address: str = ""


def handler(hub: Hub) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_HEAD(self) -> None:
            self._serve(body=False)

        def do_GET(self) -> None:
            self._serve(body=True)

        def _serve(self, *, body: bool) -> None:
            hub.requests.append(f"{self.command} {self.path}")
            path = self.path.split("?")[0]
            if path.startswith("/api/models/owner/model/tree/"):
                tree = [
                    {"type": "file", "path": name, "size": len(data), "oid": "0"}
                    for name, data in hub.files.items()
                ]
                self._send(json.dumps(tree).encode(), {})
            elif path.startswith("/owner/model/resolve/") and (name := path.split("/", 5)[5]) in hub.files:
                digest = hashlib.sha256(hub.files[name]).hexdigest()
                headers = {
                    "ETag": f'"{digest}"',
                    "X-Repo-Commit": COMMIT,
                    "X-Linked-Etag": f'"{digest}"',
                    "X-Linked-Size": str(len(hub.files[name])),
                }
                self._send(hub.sent.get(name, hub.files[name]), headers, body=body)
            else:
                self.send_response(404)
                self.send_header("X-Error-Code", "RepoNotFound")
                self.send_header("Content-Length", "0")
                self.end_headers()

        def _send(self, data: bytes, headers: dict[str, str], *, body: bool = True) -> None:
            self.send_response(200)
            for name, value in {**headers, "Content-Length": str(len(data))}.items():
                self.send_header(name, value)
            self.end_headers()
            if body:
                self.wfile.write(data)

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002  # the base class's name
            pass

    return Handler


@pytest.fixture
def hub() -> Iterator[Hub]:
    hub = Hub(
        files={
            "README.md": b"hello",
            "model-Q8_0.gguf": small_gguf(name="eight"),
            "model-Q4_K_M.gguf": small_gguf(),
        }
    )
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler(hub))
    hub.address = f"http://127.0.0.1:{server.server_address[1]}"
    thread = threading.Thread(target=server.serve_forever, args=[0.02])
    thread.start()
    yield hub
    server.shutdown()
    thread.join()
    server.server_close()


def test_the_preferred_file_is_fetched_once_and_then_found_without_asking(hub: Hub, tmp_path: Path) -> None:
    path = resolve_model("owner/model", cache_directory=tmp_path, endpoint=hub.address)
    assert path.name == "model-Q4_K_M.gguf"
    assert path.read_bytes() == hub.files["model-Q4_K_M.gguf"]
    hub.requests.clear()
    assert resolve_model("owner/model", cache_directory=tmp_path, endpoint=hub.address) == path
    assert hub.requests == []


def test_a_named_file_is_fetched_once_and_then_found_without_asking(hub: Hub, tmp_path: Path) -> None:
    model = "owner/model:model-Q8_0.gguf"
    path = resolve_model(model, cache_directory=tmp_path, endpoint=hub.address)
    assert path.name == "model-Q8_0.gguf"
    hub.requests.clear()
    assert resolve_model(model, cache_directory=tmp_path, endpoint=hub.address) == path
    assert hub.requests == []


def test_a_file_damaged_on_its_way_is_removed_and_named(hub: Hub, tmp_path: Path) -> None:
    original = hub.files["model-Q4_K_M.gguf"]
    hub.sent["model-Q4_K_M.gguf"] = original[:-1] + bytes([original[-1] ^ 1])
    with pytest.raises(ModelFileError, match="damaged on its way"):
        resolve_model("owner/model", cache_directory=tmp_path, endpoint=hub.address)
    hub.sent.clear()
    path = resolve_model("owner/model", cache_directory=tmp_path, endpoint=hub.address)
    assert path.read_bytes() == original


def test_an_unknown_repository_is_one_sentence(hub: Hub, tmp_path: Path) -> None:
    with pytest.raises(ModelFileError, match="owner/none could not be fetched"):
        resolve_model("owner/none", cache_directory=tmp_path, endpoint=hub.address)


def test_a_repository_without_gguf_is_named(hub: Hub, tmp_path: Path) -> None:
    hub.files = {"README.md": b"hello"}
    with pytest.raises(ModelFileError, match="no whole GGUF file"):
        resolve_model("owner/model", cache_directory=tmp_path, endpoint=hub.address)


def test_no_hub_within_reach_is_one_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(time, "sleep", lambda _: None)  # the library waits 23 s between its tries
    with pytest.raises(ModelFileError, match="could not be fetched"):
        resolve_model("owner/model", cache_directory=tmp_path, endpoint="http://127.0.0.1:9")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("owner/model", HubId(repository="owner/model", file=None)),
        ("owner/model:sub/a.gguf", HubId(repository="owner/model", file="sub/a.gguf")),
        ("models/a.gguf", None),
        ("./owner/model", None),
        ("/owner/model", None),
        ("~/owner/model", None),
        ("model", None),
        ("owner/model:a.bin", None),
        ("a/b/c", None),
    ],
)
def test_hub_ids_and_paths_are_told_apart(text: str, expected: HubId | None) -> None:
    assert parse_hub_id(text) == expected


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        (["a-Q8_0.gguf", "a-q4_k_m.gguf", "a-F16.gguf"], "a-q4_k_m.gguf"),
        (["a-Q4_K_M-00001-of-00002.gguf", "a.Q8_0.gguf"], "a.Q8_0.gguf"),
        (["mmproj-Q8_0.gguf", "only.gguf"], "only.gguf"),
        (["README.md"], None),
    ],
)
def test_one_file_of_a_repository_is_preferred(names: list[str], expected: str | None) -> None:
    assert pick_file(names) == expected
