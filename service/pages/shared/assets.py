"""Scripts and styles under addresses that change with their content, so that a browser fetches each once.

`/static/` has the same files one by one for those who name one; they are asked for again each time.
"""

import hashlib
from functools import cached_property
from pathlib import Path

from flask import Flask, Response, request, url_for
from markupsafe import Markup
from werkzeug.exceptions import NotFound

from service.http.page_headers import csp_nonce
from service.pages.shared.bundles import bundle

FOLDER = Path(__file__).parents[2] / "static"
WORKER_POLICY = "default-src 'none'; connect-src 'self'; img-src 'self'"
KEPT_SECONDS = 365 * 24 * 60 * 60
TYPES = {".css": "text/css", ".js": "text/javascript", ".png": "image/png"}
"""What is served, by the end of its name. The folders' READMEs are for those who write the scripts."""


class Assets:
    """The files of this process: read when they are first asked for, and known from then on."""

    def __init__(self) -> None:
        self._bundles: dict[str, str] = {}

    @cached_property
    def _files(self) -> dict[str, Path]:
        """All files by their paths under `static/`."""
        paths = sorted(path for path in FOLDER.rglob("*") if path.suffix in TYPES)
        return {path.relative_to(FOLDER).as_posix(): path for path in paths}

    @cached_property
    def edition(self) -> str:
        """Twelve hexadecimal digits that are others as soon as any of the files is."""
        digest = hashlib.sha256()
        for name, path in self._files.items():
            content = path.read_bytes()
            digest.update(f"{name} {len(content)}\n".encode() + content)
        return digest.hexdigest()[:12]

    def show(self, edition: str, name: str) -> Response:
        """A file, a script with all that it imports; kept for a year where it is of this very edition.

        While an installation is renewed, a page of one edition may ask a process of the other: it gets what
        there is, and does not keep it.
        """
        path = self._file(name)
        response = _sent(self._bundle(name).encode() if path.suffix == ".js" else path.read_bytes(), path)
        if edition == self.edition:
            response.headers["Cache-Control"] = f"public, max-age={KEPT_SECONDS}, immutable"
        return response

    def plain(self, filename: str) -> Response:
        """A file by its path alone; a browser asks for it again each time."""
        path = self._file(filename)
        return _sent(path.read_bytes(), path)

    def worker(self) -> Response:
        """The service worker, whose address must not change; it may only reach this service."""
        response = self.plain("push/worker.js")
        response.headers["Content-Security-Policy"] = WORKER_POLICY
        return response

    def address(self, name: str) -> str:
        """The address of a file, by its path under `static/`."""
        return url_for("asset", edition=self.edition, name=name)

    def script(self, name: str) -> Markup:
        """The tag that loads a module with all that it imports."""
        tag = Markup('<script type="module" nonce="{}" src="{}"></script>')
        return tag.format(csp_nonce(), self.address(name))

    def _file(self, name: str) -> Path:
        if name not in self._files:
            raise NotFound
        return self._files[name]

    def _bundle(self, name: str) -> str:
        if name not in self._bundles:
            self._bundles[name] = bundle(FOLDER, name)
        return self._bundles[name]


def register(app: Flask) -> Assets:
    """Serve them, and give templates `asset(name)` and `script(name)`."""
    assets = Assets()
    app.add_url_rule("/assets/<edition>/<path:name>", endpoint="asset", view_func=assets.show)
    app.add_url_rule("/static/<path:filename>", endpoint="static", view_func=assets.plain)
    app.add_url_rule("/service-worker.js", endpoint="service_worker", view_func=assets.worker)
    app.add_template_global(assets.address, "asset")
    app.add_template_global(assets.script, "script")
    return assets


def _sent(content: bytes, path: Path) -> Response:
    """The content of a file, or 304 for who has it."""
    response = Response(content, mimetype=TYPES[path.suffix], headers={"Cache-Control": "no-cache"})
    response.add_etag()
    response.make_conditional(request)
    return response
