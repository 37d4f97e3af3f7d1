"""Browser contexts that are reused: a new one costs as much as a third of a visit to a page."""

from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Browser, BrowserContext


class Contexts:
    """The contexts of one browser, each lent to one user at a time.

    A context comes without pages, cookies, storage and permissions. Set routes, scripts, media and listeners
    on a page; they end with it. Anything that stays with a context, such as a clock, needs a context of its
    own.
    """

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._free: dict[str, list[BrowserContext]] = defaultdict(list)

    @contextmanager
    def lent(self, **options: Any) -> Iterator[BrowserContext]:
        """Give a context with these options; after an error it is closed and not reused."""
        free = self._free[repr(sorted(options.items()))]
        context = free.pop() if free else self._browser.new_context(**options)
        try:
            yield context
        except BaseException:
            context.close()
            raise
        _clear(context)
        free.append(context)


def _clear(context: BrowserContext) -> None:
    for page in context.pages:
        page.close()
    context.set_storage_state({"cookies": [], "origins": []})
    context.clear_permissions()
