"""Trying a move restyles only the elements that change, not the whole page."""

from typing import Any

from playwright.sync_api import CDPSession

from harness.browser.at_table import Player, click_square, table
from harness.waiting import eventually

TRACED = {"includedCategories": ["devtools.timeline"], "excludedCategories": ["*"]}
RESTYLED = "UpdateLayoutTree"
MOST = 3
"""The number of times that the bar's height, which the whole page inherits, may change."""


def test_a_try_does_not_restyle_the_whole_page(people: tuple[Player, Player]) -> None:
    """Laying a domino, choosing and undoing do not restyle unchanged elements."""
    ann, bob = people
    game = table(ann, 2, first_line="seated")
    bob.api(f"/games/{game}/seats", "POST", {})
    for _ in range(4):
        state = ann.api(f"/games/{game}")
        domino = next(slot["domino"] for slot in state["line"] if slot["seat"] is None)
        choice = {"type": "choose", "domino": domino}
        mover = people[state["to_act"]["seat"]]
        mover.api(f"/games/{game}/moves", "POST", choice, **{"If-Match": f'"{state["version"]}"'})
    here = people[ann.api(f"/games/{game}")["to_act"]["seat"]]
    here.open(game)
    eventually(lambda: here.see(".hand").count())
    every = here.page.evaluate("document.querySelectorAll('body *').length")
    session = here.page.context.new_cdp_session(here.page)
    found = _Restyled(session)
    click_square(here, here.see(".own-board .mark.lit").first)
    here.see(".pick").first.click()
    here.see("[data-key=back]").click()
    restyled = found.end(here)
    session.detach()
    assert restyled, "nothing was traced"
    whole = [
        count for count in restyled if count > every
    ]  # copies made by <use> add to the number of styled elements
    assert len(whole) <= MOST, restyled


class _Restyled:
    """Records the number of elements that each recalculation of styles touches, from now on."""

    def __init__(self, session: CDPSession) -> None:
        self._session = session
        self._counts: list[int] = []
        self._is_complete = False
        session.on("Tracing.dataCollected", self._collect)
        session.on("Tracing.tracingComplete", self._end)
        session.send("Tracing.start", {"transferMode": "ReportEvents", "traceConfig": TRACED})

    def _collect(self, message: dict[str, Any]) -> None:
        for event in message["value"]:
            if event["name"] == RESTYLED and "elementCount" in event["args"]:
                self._counts.append(event["args"]["elementCount"])

    def _end(self, _: dict[str, Any]) -> None:
        self._is_complete = True

    def end(self, here: Player) -> list[int]:
        """The counts so far."""
        self._session.send("Tracing.end")
        eventually(lambda: here.page.title() and self._is_complete)
        return self._counts
