"""An extra event type, added by its registries alone (`docs/extending.md`)."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest

from harness.audit.recordings import ndjson
from harness.play.signing_in import Browser, World
from kingdomino.board.numbers import Seat
from replays.encoding.forms import integer
from replays.encoding.identity import GameId
from replays.events.causes import PLAYER
from replays.events.codec import CodecError, decode
from replays.events.event_types import EVENT_TYPES, EventType
from replays.events.game_events import GameEvent
from replays.match.aggregate import EVOLVERS
from replays.match.recording import MATCHES, AppendContext, EventDraft, prepare
from service.application.i18n.games.events import EVENTS, EventDisplay, EventWords
from service.application.i18n.speaking import Text
from service.cli.terminal.recording import of_file, of_service
from service.cli.terminal.stepping import lines
from service.services import services

EVENTS_BLOCK = re.compile(r'<script[^>]* id="events"[^>]*>(.*?)</script>', re.DOTALL)


@dataclass(frozen=True, slots=True)
class Waved(GameEvent):
    """The player greeted the others with one hand or two."""

    seat: Seat
    hands: int


WAVED = EventType("Waved", Waved, {"hands": integer(1, 2)}, (PLAYER,))


@pytest.fixture(autouse=True)
def _waving(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Declare the type with its words, and that it does not change the match."""
    monkeypatch.setitem(EVOLVERS, Waved, lambda match, _event, _moment: match)
    monkeypatch.setitem(EVENTS, "Waved", EventWords(Text("{name} waved with {hands}")))
    with EVENT_TYPES.registered(WAVED):
        yield


@pytest.fixture
def table() -> tuple[Browser, GameId]:
    """Give a table whose only player waved, with that player's browser."""
    world = World()
    browser = world.browser()
    browser.guest("Ann")
    opened: Any = browser.ask("POST", "/games", {"players": 2}).json
    game = GameId(opened["id"])
    with world.app.app_context():
        tables = services().tables
        match = tables.match(game)
        draft = EventDraft(Waved(Seat(0), 2), match.sitters[0].player, PLAYER)
        tables.log.append(prepare(MATCHES, game, match, [draft], AppendContext(match.at)).append)
    return browser, game


def public(browser: Browser, game: GameId) -> list[dict[str, Any]]:
    """Return the game's events as in the API."""
    page: Any = browser.ask("GET", f"/games/{game}/events").json
    return list(page["events"])


def test_it_is_stored_and_read(table: tuple[Browser, GameId]) -> None:
    """The seat is in the envelope; data of the wrong form is refused."""
    browser, game = table
    event = public(browser, game)[-1]
    assert (event["type"], event["schema"], event["seat"]) == ("Waved", 1, 0)
    assert (event["data"], event["cause"]) == ({"hands": 2}, "player")
    with browser.world.app.app_context():
        stored = services().tables.log.read(game)[-1]
    assert decode(stored) == Waved(Seat(0), 2)
    with (
        EVENT_TYPES.registered(EventType("Waved", Waved, {"hands": integer(1, 1)}, (PLAYER,))),
        pytest.raises(CodecError, match="log/data: Waved: hands: 2 is no whole number from 1 to 1"),
    ):
        decode(stored)


@pytest.mark.slow
def test_the_pages_tell_it(table: tuple[Browser, GameId]) -> None:
    """The list without scripts and the words for scripts both have it."""
    browser, game = table
    for path in (f"/games/{game}", f"/games/{game}/replay"):
        page = browser.client.get(path).text
        assert "Ann waved with 2" in page
        [block] = EVENTS_BLOCK.findall(page)
        told = {
            "display": EventDisplay.NEWS.value,
            "text": "{name} waved with {hands}",
            "causes": {},
            "choice": False,
        }
        assert json.loads(block)["Waved"] == told


def test_the_terminal_tells_it(table: tuple[Browser, GameId]) -> None:
    """A game at a service and in a file gives the same sentence."""
    browser, game = table
    frames: Any = browser.ask("GET", f"/games/{game}/replay").json
    in_file = of_file(ndjson(public(browser, game)), game)
    assert list(lines(of_service(frames, game)))[-1] == "   3  Ann waved with 2"
    assert list(lines(in_file))[-1] == "   3  Seat 0 waved with 2"
