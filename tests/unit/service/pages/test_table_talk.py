"""Reads of talk settings by the page of an open table."""

from collections.abc import Iterator
from typing import Any

import pytest

from harness.play.signing_in import Browser, World
from service.application.games.talk.switches import TalkSwitches


@pytest.fixture
def ann() -> Iterator[Browser]:
    """Give a signed-in browser."""
    world = World()
    browser = world.browser()
    browser.guest("Ann")
    yield browser
    world.hub.close()


@pytest.mark.parametrize("talk", [True, False])
def test_the_store_is_asked_once_whether_talk_is_off(
    ann: Browser, monkeypatch: pytest.MonkeyPatch, *, talk: bool
) -> None:
    """The terms and the scripts' data share one read; the next request reads again."""
    made: Any = ann.ask("POST", "/games", {"players": 2, "talk": talk}).json
    asked: list[str] = []
    is_off = TalkSwitches.is_off

    def counted(switches: TalkSwitches, table: Any) -> bool:
        asked.append(table.id)
        return is_off(switches, table)

    monkeypatch.setattr(TalkSwitches, "is_off", counted)
    for number in (1, 2):
        page = ann.client.get(f"/games/{made['id']}").text
        assert asked == [made["id"]] * number
        assert ("Nobody writes at this table" in page) is not talk
