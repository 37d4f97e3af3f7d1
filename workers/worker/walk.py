"""Walks over listings that are too long for one round of a background thread."""

from collections.abc import Callable, Iterator


class PagedWalk:
    """A walk that goes on page by page: `pages` begins a new one, at its end and after an error."""

    def __init__(self, pages: Callable[[], Iterator[None]]) -> None:
        self._pages = pages
        self._walk = pages()

    def go_on(self) -> bool:
        """Do the next page; False at the end of a walk. Raises the errors of a page."""
        walk, self._walk = self._walk, self._pages()
        for _ in walk:
            self._walk = walk
            return True
        return False
