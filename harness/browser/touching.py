"""Touch whose parts come one by one: something can happen while the finger is down."""

from playwright.sync_api import Page


class Finger:
    """A finger on a page with touch."""

    def __init__(self, page: Page) -> None:
        self._session = page.context.new_cdp_session(page)

    def _send(self, kind: str, *points: tuple[float, float]) -> None:
        touches = [{"x": x, "y": y} for x, y in points]
        self._session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})

    def down(self, x: float, y: float) -> None:
        """Touch this point of the window."""
        self._send("touchStart", (x, y))

    def move(self, x: float, y: float) -> None:
        """Move to this point."""
        self._send("touchMove", (x, y))

    def up(self) -> None:
        """Lift the finger."""
        self._send("touchEnd")
