"""Rendered parts of pages, which an `AnswerCache` keeps."""

from dataclasses import dataclass

from markupsafe import Markup

from service.application.caches.answers import ENTRY_BYTES

FRAGMENT_BYTES = 6 * 1024 * 1024
"""The cache size: some 100 tables of four with their moves, or 2,000 rows of games."""


@dataclass(frozen=True, slots=True)
class Fragment:
    """A part of a page; it has no validator, because it is never sent alone."""

    text: Markup
    etag: str = ""
    lasts: bool = True

    @property
    def size(self) -> int:
        """The approximate size in bytes of memory; hardly any text has a letter of more than one byte."""
        return len(self.text) + ENTRY_BYTES
