"""An extra bot, added by its registry and its words alone (`docs/extending.md`)."""

from collections.abc import Sequence
from typing import Any, TypeVar

import pytest

from harness.games import KEY
from harness.play.correspondence import Correspondence
from harness.play.signing_in import World
from kingdomino.board.numbers import Seat
from kingdomino.game import Game
from kingdomino.policies import BOTS, GREEDY, RANDOM, Below, Bot, Policy
from replays.audit.bundle.building import game_bundle
from replays.audit.verdicts import Verdict
from replays.audit.verifier import audit
from replays.encoding.signing import Signer
from service.application.i18n.games.bots import WORDS, BotWords
from service.application.i18n.speaking import Text

T = TypeVar("T")


def _first(_game: Game, _seat: Seat, options: Sequence[T], _below: Below) -> T:
    return options[0]


@pytest.fixture(autouse=True)
def _hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Add a bot that always takes the first option."""
    monkeypatch.setitem(BOTS, "hasty", Bot("hasty", (Policy(_first, _first, _first),)))
    names = (Text("Hal (bot)"), Text("Hanna (bot)"), Text("Hugo (bot)"), Text("Hilda (bot)"))
    words = BotWords(Text("Hasty bots"), Text("They take the first there is."), names, Text("hasty"))
    monkeypatch.setitem(WORDS, "hasty", words)


def passes(table: Correspondence) -> bool:
    """True if the audit of the game has no failing verdict."""
    report = audit(game_bundle(table.game, table.log.read(table.game), Signer(KEY)))
    return Verdict.FAIL not in report.verdicts.values()


def test_it_plays_and_passes_the_audit() -> None:
    """The audit repeats its moves like those of other bots."""
    table = Correspondence(1)
    table.fill("hasty")
    table.finish()
    assert table.played.events[2].record["data"] == {"policy": "hasty-1"}
    assert passes(table)


def test_it_is_offered_by_the_api_and_the_page() -> None:
    """API and page have its words and its names by seat."""
    browser = World().browser()
    browser.guest()
    game: Any = browser.ask("POST", "/games", {"players": 2}).json
    assert browser.ask("POST", f"/games/{game['id']}/bots", {"policy": "hasty"}).status_code == 201
    page = browser.client.get("/new").text
    assert "They take the first there is." in page
    assert "Hanna (bot)" in page


@pytest.mark.slow
def test_a_new_version_leaves_old_games_as_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game started with the first version is finished and audited with it."""
    old = Correspondence(1)
    old.fill("greedy")
    old.moves(6)
    monkeypatch.setitem(BOTS, "greedy", Bot("greedy", (GREEDY, RANDOM)))
    old.finish()
    new = Correspondence(1)
    new.fill("greedy")
    new.finish()
    stored = [table.played.events[2].record["data"]["policy"] for table in (old, new)]
    assert stored == ["greedy-1", "greedy-2"]
    assert passes(old)
    assert passes(new)
