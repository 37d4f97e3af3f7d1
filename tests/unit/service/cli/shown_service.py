"""A service on this machine that shows a log and games, whatever a test says that they are."""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from gzip import compress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit

from replays.encoding.entries import Head
from replays.encoding.identity import GameId, Version
from replays.transparency.leaves import HeadKind, head_leaf
from replays.transparency.policies import KnownLog, TrustPolicy
from tests.unit.replays.transparency.logs import MemoryLog


@dataclass
class ShownGame:
    """A game: the hashes of its events, its status, and when it was created (ms UTC).

    `checkpoints` has the sizes that seats name, by their versions.
    """

    id: GameId
    hashes: list[str]
    status: str = "active"
    created: int = 0
    checkpoints: dict[int, int] = field(default_factory=dict)

    def event(self, version: int) -> dict[str, Any]:
        """The event of this version; one for which there is a checkpoint is a seat's."""
        kind, size = ("PlayerSeated", self.checkpoints.get(version)) if version > 1 else ("GameCreated", None)
        return {
            "version": version,
            "hash": self.hashes[version - 1],
            "type": kind,
            "data": {"checkpoint": size},
        }

    def leaf(self, kind: HeadKind, version: int) -> bytes:
        """The entry of the log with the head at a version."""
        return head_leaf(self.id, Head(Version(version), self.hashes[version - 1]), kind).entry()


@dataclass
class ShownService:
    """What the service shows; `hidden` paths are answered 404, and `zipped` ones as gzip."""

    log: MemoryLog
    games: list[ShownGame] = field(default_factory=list)
    keys: list[dict[str, Any]] = field(default_factory=list)
    changed: dict[str, bytes] = field(default_factory=dict)
    hidden: set[str] = field(default_factory=set)
    zipped: bool = False
    url: str = ""

    def answer(self, target: str) -> tuple[int, bytes]:
        """The status and the body of the answer to a GET."""
        path, query = urlsplit(target).path, parse_qs(urlsplit(target).query)
        if path in self.hidden:
            return 404, b"{}"
        if path.startswith("/log/"):
            content = self._file(path.removeprefix("/log/"))
            return (404, b"{}") if content is None else (200, content)
        status, value = self._api(path.removeprefix("/api/v1/").split("/"), query)
        return status, json.dumps(value).encode()

    def _file(self, name: str) -> bytes | None:
        if name == "policy":
            return TrustPolicy((KnownLog(self.log.signer.key),)).text().encode()
        return self.changed[name] if name in self.changed else self.log.files.get(name)

    def _api(self, parts: list[str], query: dict[str, list[str]]) -> tuple[int, Any]:
        if parts == ["keys"]:
            return 200, {"keys": self.keys}
        if len(parts) == 1:
            shown = self.games if parts[0] == "games" else []
            rows = [{"id": game.id, "created_at": game.created, "status": game.status} for game in shown]
            return 200, {parts[0]: rows, "next": None}
        game = next((each for each in self.games if each.id == parts[1]), None)
        if game is None:
            return 404, {"code": "game/unknown"}
        if len(parts) == 2:
            return 200, {"id": game.id, "status": game.status}
        after = int(query["after"][0])
        if after > len(game.hashes):
            return 410, {"code": "version/gone"}
        last = min(after + int(query["limit"][0]), len(game.hashes))
        return 200, {"events": [game.event(version) for version in range(after + 1, last + 1)]}


@contextmanager
def showing(service: ShownService) -> Iterator[ShownService]:
    """Run the service."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        wbufsize = -1  # a response is sent as one piece, for which nobody waits

        def do_GET(self) -> None:
            status, body = service.answer(self.path)
            self.send_response(status)
            if service.zipped and "/tile/" in self.path and status == 200:
                body = compress(body)
                self.send_header("Content-Encoding", "gzip")
            kind = "application/json" if self.path.startswith("/api") else "text/plain"
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: Any) -> None:
            """Log nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        service.url = f"http://127.0.0.1:{server.server_port}"
        try:
            yield service
        finally:
            server.shutdown()
            thread.join()
