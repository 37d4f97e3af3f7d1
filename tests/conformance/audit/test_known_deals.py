"""Games that play a known deal again: both verifiers compare the draws, and neither calls them unforeseen."""

from functools import cache
from typing import Any

import pytest

from harness.audit.audits import SERVICE, TRIBE, bundle, faults, tables_of
from harness.audit.forging import Forger
from harness.audit.second_verifier import judged
from harness.games import finish, play_out, seeded
from kingdomino.board.camp import Caveman
from kingdomino.rules import Rules
from replays.audit.bundle.building import game_bundle
from replays.audit.evidence import Evidence
from replays.audit.verdicts import Aspect, Condition, Verdict
from replays.audit.verifier import audit
from replays.commands.tables import NewTable, Tables
from replays.encoding.identity import GameId, new_game_id
from replays.events.game_events import Options
from replays.match.aggregate import Match, Sitter
from replays.match.randomness.chances import chance_of, deal_of

KEY = Evidence(keys=frozenset({SERVICE.public_key}))


def again(tables: Tables, over: Match, number: int) -> Match:
    """The scored game that plays the deal of this one again, by others with entropy and other moves."""
    game = new_game_id(bytes([number]) * 16)
    new = NewTable(over.rules, over.players, "ann", None, Options(deal=deal_of(over)))
    match = tables.create(game, new).after
    for seat in range(over.players):
        match = tables.join(match, Sitter(f"other-{seat}", bytes([seat + number] * 32).hex())).after
    finish(tables, game, seeded(number))
    tables.settle(game)
    return tables.match(game)


@cache
def played(players: int, rules: Rules) -> tuple[Tables, Match, Match, Match]:
    """A scored game, one with its deal, and one with the deal of that one."""
    tables = tables_of(5)
    first = play_out(tables, players, rules, seeded(5))
    tables.settle(first)
    source = tables.match(first)
    second = again(tables, source, 1)
    return tables, source, second, again(tables, second, 2)


def packed(tables: Tables, game: GameId) -> bytes:
    """The bundle of this game."""
    return game_bundle(game, tables.log.read(game), SERVICE)


def drawn(match: Match) -> tuple[Any, ...]:
    """The deck, the kings and the stack of cavemen of a game that is over."""
    assert match.seed is not None
    chance = chance_of(match, bytes.fromhex(match.seed))
    return chance.deck, chance.kings, chance.stack(0, tuple(Caveman))


@pytest.mark.parametrize(("players", "rules"), [(2, Rules()), (3, TRIBE)])
def test_the_same_draws(players: int, rules: Rules) -> None:
    """All draws are those of the source, also of a deal that was played again, whatever entropy was sent."""
    _, source, second, third = played(players, rules)
    assert drawn(source) == drawn(second) == drawn(third)
    assert second.created.options.deal == third.created.options.deal
    assert (second.created.draws, second.created.commitment) == (3, source.created.commitment)


@pytest.mark.parametrize(("players", "rules"), [(2, Rules()), (3, TRIBE)])
def test_fairness_is_not_shown(players: int, rules: Rules) -> None:
    """Both verifiers show all but fairness, and say that the deck was known."""
    tables, source, second, _ = played(players, rules)
    content = packed(tables, second.id)
    report = audit(content, KEY)
    assert {aspect for aspect, found in report.verdicts.items() if found is Verdict.NOT_SHOWN} == {
        Aspect.FAIRNESS
    }
    assert Verdict.FAIL not in report.verdicts.values()
    assert not report.meets(Condition.ENTROPY)
    [note] = report.notes
    assert note.code == "deal/known"
    assert source.id in note.text
    [verdicts] = judged([(content, {"own": SERVICE.public_key})])
    outcomes = {verdict["name"]: verdict["outcome"] for verdict in verdicts}
    assert outcomes == dict.fromkeys(outcomes, "pass") | {"Fairness": "not shown"}
    [check] = [each for each in verdicts[2]["checks"] if each["outcome"] != "pass"]
    assert source.id in check["text"]
    assert "known before the game" in check["text"]


def forged(change: dict[str, Any], **options: Any) -> bytes:
    """The bundle of such a duel after these changes of the data and the options of its first event."""
    tables, _, second, _ = played(2, Rules())
    forger = Forger(packed(tables, second.id))
    forger.data("GameCreated").update(change)
    forger.data("GameCreated")["options"].update(options)
    return forger.forged()


def verdicts_of(content: bytes) -> tuple[set[str], set[str]]:
    """The aspects that fail by the command, and by the page."""
    report = audit(content, KEY)
    [verdicts] = judged([(content, {"own": SERVICE.public_key})])
    command = {aspect.value for aspect, found in report.verdicts.items() if found is Verdict.FAIL}
    return command, {found["name"].lower() for found in verdicts if found["outcome"] == "fail"}


def test_another_deal_is_a_fault() -> None:
    """Another digest or game gives other draws, and another seed is not that of the commitment."""
    deal = played(2, Rules())[2].created.options.deal
    assert deal
    whole = {"game": deal.game, "seed": deal.seed, "digest": deal.digest}
    for other, code in (
        ({"digest": "ab" * 32}, "draw/otherwise"),
        ({"game": str(new_game_id(bytes(16)))}, "draw/otherwise"),
        ({"seed": "ab" * 32}, "seed/commitment"),
    ):
        content = forged({}, deal=whole | other)
        assert "fairness" in verdicts_of(content)[0] & verdicts_of(content)[1], other
        assert code in {found[2] for found in faults(content)}, other


def test_a_rated_game_is_a_fault() -> None:
    """No game with a known deal is rated, by either verifier."""
    content = forged({}, rated=True)
    assert ("legality", 1, "options/deal") in faults(content)
    assert all("legality" in failing for failing in verdicts_of(content))


@pytest.mark.parametrize("change", [{"draws": 2}, {"options": {}}])
def test_a_deal_and_its_version_go_together(change: dict[str, Any]) -> None:
    """Draws of version 3 without a deal, and a deal with other draws, are not of the form of event 1."""
    assert ("legality", 1, "log/data") in faults(forged(change))


def test_new_draws_after_a_known_deal_are_no_downgrade() -> None:
    """New draws after a known deal get no note on versions, because the deal's version is not compared."""
    tables, _, second, _ = played(2, Rules())
    subjects = {use.subject for use in audit(packed(tables, second.id)).uses}
    assert "draws" not in subjects
    assert "draws" in {use.subject for use in audit(bundle(2)).uses}
