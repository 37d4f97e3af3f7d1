"""Scripts and styles under addresses that change with their content, so that a browser fetches each once.

`/static/` has the same files for those who name one; they are asked for again each time.
"""

import hashlib
import posixpath
import re
from functools import cached_property
from pathlib import Path

from flask import Flask, Response, send_from_directory, url_for
from markupsafe import Markup
from werkzeug.exceptions import NotFound

from service.http.page_headers import csp_nonce

FOLDER = Path(__file__).parents[2] / "static"
KEPT_SECONDS = 365 * 24 * 60 * 60
_IMPORT = re.compile(r'^(?:import|export|\}) ?.*?"(\.{1,2}/[^"]+\.js)";', re.MULTILINE)


class Assets:
    """The files of this process: read when they are first asked for, and known from then on."""

    def __init__(self) -> None:
        self._imports: dict[str, tuple[str, ...]] = {}

    @cached_property
    def edition(self) -> str:
        """Twelve hexadecimal digits that are others as soon as any of the files is."""
        digest = hashlib.sha256()
        for path in sorted(path for path in FOLDER.rglob("*") if path.is_file() and _is_served(path.name)):
            content = path.read_bytes()
            digest.update(f"{path.relative_to(FOLDER).as_posix()} {len(content)}\n".encode() + content)
        return digest.hexdigest()[:12]

    def show(self, edition: str, name: str) -> Response:
        """A file; kept for a year where it is of this very edition.

        While an installation is renewed, a page of one edition may ask a process of the other: it gets what
        there is, and does not keep it.
        """
        response = self.plain(name)
        if edition == self.edition:
            response.headers["Cache-Control"] = f"public, max-age={KEPT_SECONDS}, immutable"
        return response

    def plain(self, filename: str) -> Response:
        """A file by its path alone; a browser asks for it again each time."""
        if not _is_served(filename):
            raise NotFound
        return send_from_directory(FOLDER, filename)

    def address(self, name: str) -> str:
        """The address of a file, by its path under `static/`."""
        return url_for("asset", edition=self.edition, name=name)

    def script(self, name: str) -> Markup:
        """The tags that load a module, and at once with it all that it imports, however deep."""
        link = Markup('<link rel="modulepreload" href="{}">')
        preloads = (link.format(self.address(each)) for each in self.imports(name))
        tag = Markup('<script type="module" nonce="{}" src="{}"></script>')
        return Markup("\n  ").join([*preloads, tag.format(csp_nonce(), self.address(name))])

    def imports(self, name: str) -> tuple[str, ...]:
        """The modules that this one imports, and those that they import, without itself, sorted."""
        known = self._imports.get(name)
        if known is None:
            known = self._imports[name] = _imported(name)
        return known


def register(app: Flask) -> Assets:
    """Serve them, and give templates `asset(name)` and `script(name)`."""
    assets = Assets()
    app.add_url_rule("/assets/<edition>/<path:name>", endpoint="asset", view_func=assets.show)
    app.add_url_rule("/static/<path:filename>", endpoint="static", view_func=assets.plain)
    app.add_template_global(assets.address, "asset")
    app.add_template_global(assets.script, "script")
    return assets


def _is_served(name: str) -> bool:
    """The folders' READMEs are for those who write the scripts."""
    return not name.endswith(".md")


def _imported(name: str) -> tuple[str, ...]:
    found, unread = set[str](), [name]
    while unread:
        module = unread.pop()
        text = (FOLDER / module).read_text(encoding="utf-8")
        beside = posixpath.dirname(module)
        named = {posixpath.normpath(posixpath.join(beside, path)) for path in _IMPORT.findall(text)}
        unread += named - found
        found |= named
    return tuple(sorted(found - {name}))
