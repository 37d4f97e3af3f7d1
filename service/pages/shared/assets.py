"""Serves scripts and styles at URLs that change with their content, so that a browser fetches each once.

`/static/` serves the same files under fixed URLs; browsers revalidate them on each use.
"""

import hashlib
from functools import cache, cached_property
from pathlib import Path, PurePosixPath

from flask import Flask, Response, url_for
from markupsafe import Markup
from werkzeug.exceptions import NotFound

from service.http.endpoints import BACKGROUND
from service.http.page_headers import csp_nonce
from service.pages.shared.bundles import Bundle, bundle
from service.pages.shared.minification import minified
from service.shared.conditions import unless_known

FOLDER = Path(__file__).parents[2] / "static"
WORKER_POLICY = "default-src 'none'; connect-src 'self'; img-src 'self'"
KEPT_SECONDS = 365 * 24 * 60 * 60
TYPES = {".css": "text/css", ".js": "text/javascript", ".png": "image/png"}
"""The served file types. Other files in the folders, such as READMEs, are not served."""
OF_SCRIPT = ".js/"
"""Separates a script's path, without its ending, from that of a part of it (`bundles.py`)."""


class Assets:
    """The static files of this process, listed on first use and remembered."""

    def __init__(self) -> None:
        self._contents: dict[str, bytes] = {}
        self._addresses: dict[str, str] = {}

    @cached_property
    def _files(self) -> dict[str, Path]:
        """All files by their paths under `static/`."""
        paths = sorted(path for path in FOLDER.rglob("*") if path.suffix in TYPES)
        return {path.relative_to(FOLDER).as_posix(): path for path in paths}

    @cached_property
    def edition(self) -> str:
        """Twelve hexadecimal digits that change whenever any of the files changes."""
        digest = hashlib.sha256()
        for name, path in self._files.items():
            content = path.read_bytes()
            digest.update(f"{name} {len(content)}\n".encode() + content)
        return digest.hexdigest()[:12]

    def show(self, edition: str, name: str) -> Response:
        """Serve a file, scripts with all their imports; cached for a year if the edition is the current one.

        During a rolling update, a page of one edition may request a file from a process of another. It gets
        the process's file, and must revalidate it; but no part of a script, which fits that script only.
        """
        is_current = edition == self.edition
        if OF_SCRIPT in name and not is_current:
            raise NotFound
        response = _sent(self._content(name), name)
        if is_current:
            response.headers["Cache-Control"] = f"public, max-age={KEPT_SECONDS}, immutable"
        return response

    def plain(self, filename: str) -> Response:
        """Serve a file at its fixed URL; browsers revalidate it each time."""
        return _sent(self._file(filename).read_bytes(), filename)

    def worker(self) -> Response:
        """Serve the service worker at its fixed URL; it may only connect to this service."""
        name = "offline/worker.js"
        response = _sent(self._content(name), name)
        response.headers["Content-Security-Policy"] = WORKER_POLICY
        return response

    def address(self, name: str) -> str:
        """The URL of a file, by its path under `static/`."""
        if name not in self._addresses:
            self._addresses[name] = url_for("asset", edition=self.edition, name=name)
        return self._addresses[name]

    def script(self, name: str) -> Markup:
        """The script tag that loads a module with all its imports; it names the script's parts.

        A page that is kept for times without a connection is kept with all files that it names
        (`static/shared/kept/pages.js`).
        """
        parts = " ".join(self.address(f"{name}/{part}") for part in _bundled(name).parts)
        named = Markup(' data-parts="{}"').format(parts) if parts else ""
        tag = Markup('<script type="module" nonce="{}" src="{}"{}></script>')
        return tag.format(csp_nonce(), self.address(name), named)

    def _file(self, name: str) -> Path:
        if name not in self._files:
            raise NotFound
        return self._files[name]

    def _content(self, name: str) -> bytes:
        """The content to send: at the first request, a script is bundled, and minified like a style."""
        if name not in self._contents:
            self._contents[name] = self._made(name)
        return self._contents[name]

    def _made(self, name: str) -> bytes:
        script, is_part, module = name.partition(OF_SCRIPT)
        path = self._file(f"{script}.js" if is_part else name)
        match path.suffix:
            case ".js" if is_part:
                parts = _bundled(f"{script}.js").parts
                if module not in parts:
                    raise NotFound
                text = parts[module]
            case ".js":
                text = _bundled(name).script
            case ".css":
                text = path.read_text("utf-8")
            case _:
                return path.read_bytes()
        return minified(name, text, TYPES[path.suffix]).encode()


@cache
def _bundled(name: str) -> Bundle:
    return bundle(FOLDER, name)


def register(app: Flask) -> Assets:
    """Register the routes and the template functions `asset(name)` and `script(name)`."""
    assets = Assets()
    app.add_url_rule(
        "/assets/<edition>/<path:name>",
        endpoint="asset",
        view_func=assets.show,
        without_store=True,
        **BACKGROUND,
    )
    app.add_url_rule(
        "/static/<path:filename>", endpoint="static", view_func=assets.plain, without_store=True, **BACKGROUND
    )
    app.add_url_rule("/service-worker.js", endpoint="service_worker", view_func=assets.worker, weight=0)
    app.add_template_global(assets.address, "asset")
    app.add_template_global(assets.script, "script")
    return assets


def _sent(content: bytes, name: str) -> Response:
    """The content of a file, or 304 if the client has it."""
    mimetype = TYPES[PurePosixPath(name).suffix]
    response = Response(content, mimetype=mimetype, headers={"Cache-Control": "no-cache"})
    response.add_etag()
    return unless_known(response)
