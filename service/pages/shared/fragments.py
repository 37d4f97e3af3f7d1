"""Keeps rendered parts of pages in memory: `{% kept KEY %}…{% endkept %}` in a template.

The key names all that the part depends on besides the language: the hash of a stream's head, the names that
are shown, the viewer's seat. It must name whatever may differ between two readers or change later. A part
must not contain the response's nonce or an absolute URL, nor decide what the viewer may see: it is not
rendered again while it is kept.
"""

from collections.abc import Callable, Hashable
from dataclasses import dataclass

from flask import Flask, current_app
from jinja2 import nodes
from jinja2.ext import Extension
from jinja2.parser import Parser
from markupsafe import Markup

from service.application.caches.answers import ENTRY_BYTES, AnswerCache
from service.application.i18n.speaking import present

KEPT_BYTES = 6 * 1024 * 1024
"""The cache size: some 150 positions of four players with their moves, or 2,000 rows of games."""
CACHE = "fragments"
"""The key of the cache in an app's extensions."""


@dataclass(frozen=True, slots=True)
class Fragment:
    """A rendered part of a page."""

    text: Markup
    etag: str = ""
    lasts: bool = True

    @property
    def size(self) -> int:
        """The approximate size in bytes of memory: few texts have letters of more than one byte."""
        return len(self.text) + ENTRY_BYTES


class Kept(Extension):
    """The tag; its place in the templates is part of the key."""

    tags = {"kept"}  # noqa: RUF012 - as Jinja declares it

    def parse(self, parser: Parser) -> nodes.Node:
        """The call that returns the kept part, or renders the block."""
        line = next(parser.stream).lineno
        key = [nodes.Const(parser.name), nodes.Const(line), parser.parse_tuple(with_condexpr=True)]
        body = parser.parse_statements(("name:endkept",), drop_needle=True)
        return nodes.CallBlock(self.call_method("keep", key), [], [], body).set_lineno(line)

    def keep(self, template: str, line: int, key: Hashable, caller: Callable[[], Markup]) -> Markup:
        """The part of this template with this key."""
        return kept((template, line, key), caller)


def register(app: Flask) -> None:
    """Add the tag to the templates of the app; register this before any template is used."""
    app.extensions[CACHE] = AnswerCache[Fragment](KEPT_BYTES, validators=0)
    app.jinja_env.add_extension(Kept)


def kept(key: Hashable, make: Callable[[], Markup]) -> Markup:
    """The part kept under this key in the current language; on a miss, made with `make`."""
    cache: AnswerCache[Fragment] = current_app.extensions[CACHE]
    return cache.get((present().catalogue, key), lambda: Fragment(make())).text
