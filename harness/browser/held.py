"""Requests and responses that arrive late, as on a slow connection: another may overtake them."""

import re
from collections.abc import Callable

from playwright.sync_api import APIResponse, Page, Request, Route

from harness.waiting import eventually


class HeldResponse:
    """Keeps the response to a page's next request that matches, until it is delivered.

    The service answers the request at once. All later requests pass.
    """

    def __init__(self, page: Page, url: str, wanted: Callable[[Request], bool] = lambda _: True) -> None:
        """Keep the next response from now on; `url` is a regular expression."""
        self._page = page
        self._wanted = wanted
        self._is_taken = False
        self._held: tuple[Route, APIResponse] | None = None
        page.route(re.compile(url), self._take)

    def _take(self, route: Route) -> None:
        if self._is_taken or not self._wanted(route.request):
            route.continue_()
            return
        self._is_taken = True  # before the call, during which other requests are handled
        self._held = (route, route.fetch())

    def wait(self) -> tuple[Route, APIResponse]:
        """Wait until the request was sent."""
        return eventually(self._found)

    def _found(self) -> tuple[Route, APIResponse] | None:
        self._page.evaluate("true")  # requests are handled only during calls
        return self._held

    def deliver(self) -> None:
        """Give the page the response, and wait until it has it."""
        route, response = self.wait()
        with self._page.expect_event("requestfinished", lambda request: request == route.request):
            route.fulfill(response=response)


class HeldRequests:
    """Keeps a page's requests that match unsent, until they are sent."""

    def __init__(self, page: Page, url: str) -> None:
        """Keep all of them from now on; `url` is a regular expression."""
        self._page = page
        self._held: list[Route] = []
        self._is_open = False
        page.route(re.compile(url), self._take)

    def _take(self, route: Route) -> None:
        if self._is_open:
            route.continue_()
        else:
            self._held.append(route)

    def wait(self) -> None:
        """Wait until there is one; others may follow."""
        eventually(lambda: self._page.evaluate("true") and self._held)

    def send(self) -> None:
        """Send them. All later requests pass."""
        self._is_open = True
        for route in self._held:
            route.continue_()
