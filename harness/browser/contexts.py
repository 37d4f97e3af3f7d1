"""Browser contexts that are reused: a new one costs as much as a third of a visit to a page."""

from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Browser, BrowserContext, Frame


class Contexts:
    """The contexts of one browser, each lent to one user at a time.

    A context comes without pages, cookies, storage, service workers and permissions. Set routes, scripts,
    media and listeners on a page; they end with it. Anything that stays with a context, such as a clock,
    needs a context of its own.
    """

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._free: dict[str, list[_Context]] = defaultdict(list)

    @contextmanager
    def lent(self, **options: Any) -> Iterator[BrowserContext]:
        """Give a context with these options; after an error it is closed and not reused."""
        free = self._free[repr(sorted(options.items()))]
        # Where a service worker outlives its registration, Chromium at times never answers `set_offline`.
        while free and free[-1].context.service_workers:
            free.pop().context.close()
        lent = free.pop() if free else _Context(self._browser.new_context(**options))
        try:
            yield lent.context
        except BaseException:
            lent.context.close()
            raise
        lent.clear()
        free.append(lent)


class _Context:
    """A context, and the origins that its pages have visited."""

    def __init__(self, context: BrowserContext) -> None:
        self.context = context
        self._origins: set[str] = set()
        context.on("page", lambda page: page.on("framenavigated", self._visited))

    def clear(self) -> None:
        """Close its pages, and remove everything that they stored.

        Playwright itself would visit each origin once more with a new page, which costs a third of a test.
        """
        if self._origins:
            page = self.context.pages[0] if self.context.pages else self.context.new_page()
            browser = self.context.new_cdp_session(page)
            browser.send("ServiceWorker.enable")
            browser.send("ServiceWorker.stopAllWorkers")
            for origin in self._origins:
                browser.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": "all"})
        for page in self.context.pages:
            page.close()
        self._origins.clear()
        self.context.clear_cookies()
        self.context.clear_permissions()

    def _visited(self, frame: Frame) -> None:
        url = urlsplit(frame.url)
        if url.scheme in {"http", "https"}:
            self._origins.add(f"{url.scheme}://{url.netloc}")
