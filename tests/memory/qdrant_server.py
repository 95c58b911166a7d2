"""A Qdrant server on the loopback interface: its documented REST interface over qdrant-client's local mode.

Only the calls that Kallisti makes: collections (exists, create, delete), payload index, points (upsert,
delete, scroll, query in batches). It answers slowly or not at all where a test asks for that.
"""

from __future__ import annotations

import json
import threading
import time
import warnings
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from pydantic import BaseModel, TypeAdapter
from qdrant_client import QdrantClient, models

KEY = "the key"
SELECTOR: TypeAdapter[Any] = TypeAdapter(models.PointsSelector)


class QdrantServer:
    def __init__(self) -> None:
        self.store = QdrantClient(":memory:", force_disable_check_same_thread=True)
        self.lock = threading.Lock()
        self.delay = 0.0
        self.failing = False
        self.indexed: list[str] = []
        self._http = ThreadingHTTPServer(("127.0.0.1", 0), _handler(self))
        self.url = f"http://127.0.0.1:{self._http.server_address[1]}"
        self._thread = threading.Thread(target=self._http.serve_forever, args=(0.02,), daemon=True)
        self._thread.start()

    def wipe(self) -> None:
        with self.lock:
            for each in self.store.get_collections().collections:
                self.store.delete_collection(each.name)

    def close(self) -> None:
        self._http.shutdown()
        self._http.server_close()
        self._thread.join()
        self.store.close()

    def answer(self, method: str, path: list[str], body: Any) -> tuple[int, Any]:
        """Status and `result`, or the text of an error."""
        if path[:1] != ["collections"] or len(path) < 2:
            return 404, "not here"
        name, rest = path[1], path[2:]
        exists = self.store.collection_exists(name)
        if (method, rest) == ("GET", ["exists"]):
            return 200, {"exists": exists}
        if (method, rest) == ("PUT", []):
            return self._create(name, body) if not exists else (409, f"Collection `{name}` already exists!")
        if not exists:
            return 404, f"Not found: Collection `{name}` doesn't exist!"
        return self._actions(name, body)[(method, "/".join(rest))]()

    def _create(self, name: str, body: Any) -> tuple[int, Any]:
        wanted = models.CreateCollection.model_validate(body)
        self.store.create_collection(
            name, vectors_config=wanted.vectors, sparse_vectors_config=wanted.sparse_vectors
        )
        return 200, True

    def _actions(self, name: str, body: Any) -> dict[tuple[str, str], Callable[[], tuple[int, Any]]]:
        return {
            ("DELETE", ""): lambda: (200, self.store.delete_collection(name)),
            ("PUT", "index"): lambda: self._index(body),
            ("PUT", "points"): lambda: self._upsert(name, body),
            ("POST", "points/delete"): lambda: self._delete(name, body),
            ("POST", "points/scroll"): lambda: self._scroll(name, body),
            ("POST", "points/query/batch"): lambda: self._query(name, body),
        }

    def _index(self, body: Any) -> tuple[int, Any]:
        self.indexed.append(body["field_name"])
        return 200, _done()

    def _upsert(self, name: str, body: Any) -> tuple[int, Any]:
        self.store.upsert(name, [models.PointStruct.model_validate(each) for each in body["points"]])
        return 200, _done()

    def _delete(self, name: str, body: Any) -> tuple[int, Any]:
        self.store.delete(name, points_selector=SELECTOR.validate_python(body))
        return 200, _done()

    def _scroll(self, name: str, body: Any) -> tuple[int, Any]:
        wanted = models.ScrollRequest.model_validate(body)
        points, following = self.store.scroll(
            name,
            scroll_filter=wanted.filter,
            limit=wanted.limit or 10,
            offset=wanted.offset,
            with_payload=wanted.with_payload if wanted.with_payload is not None else True,
            with_vectors=wanted.with_vector or False,
        )
        return 200, {"points": points, "next_page_offset": following}

    def _query(self, name: str, body: Any) -> tuple[int, Any]:
        wanted = models.QueryRequestBatch.model_validate(body)
        return 200, self.store.query_batch_points(name, requests=wanted.searches)


def _done() -> dict[str, Any]:
    return {"operation_id": 1, "status": "completed"}


def _plain(value: Any) -> Any:
    if isinstance(value, BaseModel):
        return value.model_dump(mode="json")
    if isinstance(value, dict):
        return {key: _plain(each) for key, each in value.items()}
    return [_plain(each) for each in value] if isinstance(value, list) else value


def _handler(server: QdrantServer) -> type[BaseHTTPRequestHandler]:  # noqa: C901 - one class
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self._serve("GET")

        def do_PUT(self) -> None:
            self._serve("PUT")

        def do_POST(self) -> None:
            self._serve("POST")

        def do_DELETE(self) -> None:
            self._serve("DELETE")

        def _serve(self, method: str) -> None:
            length = int(self.headers.get("Content-Length") or 0)
            body = json.loads(self.rfile.read(length) or "null")
            time.sleep(server.delay)
            status, result = self._answered(method, body)
            content: dict[str, Any] = {"time": 0.001, "status": "ok", "result": _plain(result)}
            if status != 200:
                content = {"time": 0.0, "status": {"error": result}, "result": None}
            self._send(status, json.dumps(content).encode())

        def _send(self, status: int, data: bytes) -> None:
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def _answered(self, method: str, body: Any) -> tuple[int, Any]:
            if self.headers.get("api-key") != KEY:
                return 401, "Must provide an API key or an Authorization bearer token"
            if server.failing:
                return 503, "Service unavailable"
            path = [each for each in self.path.partition("?")[0].split("/") if each]
            with server.lock, warnings.catch_warnings():
                warnings.simplefilter("ignore")
                return server.answer(method, path, body)

        def log_message(self, *args: Any) -> None:
            pass

    return Handler
