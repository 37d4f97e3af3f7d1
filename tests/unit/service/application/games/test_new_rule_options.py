"""An extra rule option, added by its registries alone (`docs/extending.md`)."""

from collections.abc import Sequence
from typing import Any

import pytest

from harness.games import KEY
from harness.play.correspondence import Correspondence
from harness.play.signing_in import World
from kingdomino.base.first_choice import FirstChoice
from kingdomino.base.variant import Variant
from kingdomino.board.numbers import Seat
from kingdomino.game.chance import Source
from kingdomino.game.events import GameStarted
from kingdomino.machine.variants import VARIANTS
from kingdomino.rules import OPTIONS, GameKind, Mode, Rules
from kingdomino.rules.options import NotWith, Option
from kingdomino.transcript.playing import replay
from kingdomino.transcript.syntax import format_transcript, parse_transcript
from replays.audit.bundle.building import game_bundle
from replays.audit.verdicts import Verdict
from replays.audit.verifier import audit
from replays.encoding.signing import Signer
from replays.projections.transcripts import transcript_of_match
from service.application.i18n.games.rules import REASONS, WORDS, ValueWords
from service.application.i18n.speaking import lazy_gettext


class _FromTheHost(FirstChoice):
    """The kings are in order of seats, starting with the opener of the table."""

    def kings(self, players: int, each: int, source: Source) -> tuple[Seat, ...]:  # noqa: ARG002
        return tuple(Seat(seat) for seat in range(players)) * each

    def why_impossible(self, drawn: Sequence[Seat], players: int) -> str | None:
        return None if drawn[-1] == (len(drawn) - 1) % players else "the host comes first"


class _WithHosts(Variant):
    """The base game with the option's rule."""

    def first_choice(self, rules: Rules, players: int) -> FirstChoice:
        return _FromTheHost() if rules.chosen("host_first") else super().first_choice(rules, players)


@pytest.fixture(autouse=True)
def _host_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """Declare the option, its rule and its words."""
    option = Option(
        "host_first",
        default=False,
        about="Who opens the table chooses first.",
        rule="R5",
        games=(GameKind.KINGDOMINO,),
        not_with=NotWith(("mighty_duel",), "rules/host-first-mix", "a duel is fair"),
    )
    monkeypatch.setitem(OPTIONS, "host_first", option)
    monkeypatch.setitem(VARIANTS, GameKind.KINGDOMINO, dict.fromkeys(Mode, _WithHosts()))
    monkeypatch.setitem(
        WORDS, "host_first", ValueWords(lazy_gettext("Guests last"), lazy_gettext("You first."))
    )
    monkeypatch.setitem(REASONS, "rules/host-first-mix", lazy_gettext("In a duel nobody is a guest."))


def played(rules: Rules) -> Correspondence:
    """A whole game."""
    table = Correspondence(2, rules)
    table.fill("random")
    table.work()
    table.finish()
    return table


def passes(table: Correspondence) -> bool:
    """True if the audit of the game has no failing verdict."""
    report = audit(game_bundle(table.game, table.log.read(table.game), Signer(KEY)))
    return Verdict.FAIL not in report.verdicts.values()


def kings(table: Correspondence) -> list[int]:
    """The seats in the order in which their kings were drawn."""
    return [event.record["seat"] for event in table.played.events if event.record["type"] == "KingDrawn"]


@pytest.mark.slow
def test_it_is_played_and_passes_the_audit() -> None:
    """The log has the option where it was chosen; other games have the same members as before."""
    without, with_it = played(Rules()), played(Rules.of(GameKind.KINGDOMINO, {"host_first": True}))
    stored = [table.played.events[0].record["data"]["rules"] for table in (without, with_it)]
    assert stored[1] == {**stored[0], "host_first": True}
    assert "host_first" not in stored[0]
    assert kings(with_it) == [0, 1, 0, 1] != kings(without)
    assert passes(without)
    assert passes(with_it)


def test_it_is_in_the_notation() -> None:
    """Its word follows those of the other options."""
    table = played(Rules.of(GameKind.KINGDOMINO, {"host_first": True}))
    text = format_transcript(transcript_of_match(table.match, table.log.read(table.game), {}))
    assert '[Rules "classic drawn host_first"]' in text
    assert replay(parse_transcript(text))[0] == GameStarted(table.match.rules, 2)


def test_the_api_takes_it_checks_it_and_tells_it() -> None:
    """The API accepts it in its game only, and refuses excluded combinations."""
    browser = World().browser()
    browser.guest()
    game: Any = browser.ask("POST", "/games", {"players": 2, "rules": {"host_first": True}}).json
    assert game["rules"]["host_first"] is True
    lobby: Any = browser.ask("GET", "/games").json
    assert [listed["rules"] for listed in lobby["games"]] == [game["rules"]]
    for rules, code in (
        ({"host_first": 1}, "request/invalid"),
        ({"host_first": True, "game": "origins"}, "rules/meaningless"),
        ({"host_first": True, "mighty_duel": True}, "rules/host-first-mix"),
    ):
        refused = browser.ask("POST", "/games", {"players": 2, "rules": rules})
        problem: Any = refused.json
        assert (refused.status_code, problem["code"]) == (422, code)


@pytest.mark.slow
def test_the_document_describes_it() -> None:
    """The description is the sentence of its declaration."""
    document: Any = World(documented=True, own_app=True).browser().client.get("/api/v1/openapi.json").json
    assert document["components"]["schemas"]["Rules"]["properties"]["host_first"] == {
        "type": "boolean",
        "default": False,
        "description": "Who opens the table chooses first. Base game only.",
    }


def test_the_form_offers_it() -> None:
    """The form has its words among the switches, and disables it where it does not fit."""
    page = World().browser().client.get("/new").text
    assert '<input type="checkbox" name="host_first" value="true"><b>Guests last</b><small>You first.' in page
    assert page.index('name="no_limit"') < page.index('name="host_first"') < page.index('name="first_line"')
    assert "In a duel nobody is a guest." in page
