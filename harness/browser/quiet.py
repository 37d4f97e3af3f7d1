"""Pages that must be quiet: they log nothing to the console and request nothing from other hosts."""

import re

from playwright.sync_api import ConsoleMessage, Page, Request

_UNUSED = re.compile(r"/api/v1/\S+ was preloaded using link preload but not used")

_PROOF = "/proof?leaf=open"


def noise(page: Page, base_url: str) -> list[str]:
    """A list to which each error, warning and foreign request of the page is added from now on.

    Two are left out, since timing causes them. One is that a preloaded response of the API was not used in
    a few seconds. It comes if the machine is slow, or if the game changes between the page and its script.
    That preloads are used is tested in `tests/browser/pages/test_loading.py`. The other
    is the answer 404 of the public log, which a page asks again for the proof of a new table.
    """
    found: list[str] = []

    def on_console(message: ConsoleMessage) -> None:
        is_late = _UNUSED.search(message.text) or message.location["url"].endswith(_PROOF)
        if message.type in ("error", "warning") and not is_late:
            found.append(message.text)

    def on_request(request: Request) -> None:
        if not request.url.startswith((base_url, "data:")):
            found.append(f"asked {request.url}")

    page.on("console", on_console)
    page.on("pageerror", lambda error: found.append(str(error)))
    page.on("request", on_request)
    return found
