"""The steps of games and series: the preparation and the execution of each, both deterministic."""

from collections.abc import Callable
from typing import Any, NamedTuple

from harness.games import finish, seeded
from harness.play.dynasties import DYNASTY, play_running, seated
from replays.dynasty.aggregate import game_id
from replays.encoding.identity import GameId
from replays.events.game_events import Membership, Options
from replays.match.aggregate import Match
from replays.match.deciding.decisions import FullTable
from replays.match.deciding.plans import Plan, PlannedTurn
from tests.crash.support import tournament_steps as tournament
from tests.crash.support.scene import Do, Player, Scene, Told, job

A_DAY = {"clock": {"policy": "per_turn", "seconds": 86_400}}
CHOSEN = {"choose": list(range(1, 49))}
"""A plan that can choose from any line."""


class Step(NamedTuple):
    """A step: bytes that occur in the request of its script and in no earlier request, and its preparation.

    `prepare` returns the function that does the step.
    """

    mark: bytes
    prepare: Callable[[Scene], Do]


def register(_: Scene) -> Do:
    """Ann registers."""
    return lambda scene: scene.ask("POST", "/players", {"name": "Ann"})


def create(scene: Scene) -> Do:
    """Ann opens a table and sits down at it."""
    ann = scene.player("Ann")
    return lambda there: there.ask("POST", "/games", {"players": 2}, ann)


def join(scene: Scene) -> Do:
    """Bob takes the last seat, and the game starts."""
    ann, bob = scene.player("Ann"), scene.player("Bob")
    game = scene.made("/games", {"players": 2}, ann)["id"]
    return lambda there: there.ask("POST", f"/games/{game}/seats", {}, bob)


def move(scene: Scene) -> Do:
    """The first player chooses a domino."""
    players, match = started(scene)
    choice = {"type": "choose", "domino": _free(match)}
    mover, version = players[match.mover or 0], f'"{match.head.version}"'
    return lambda there: there.ask("POST", f"/games/{match.id}/moves", choice, mover, If_Match=version)


def plan(scene: Scene) -> Do:
    """The waiting player stores a plan."""
    players, match = started(scene)
    other = players[1 - (match.mover or 0)]
    return lambda there: there.ask("PUT", f"/games/{match.id}/plan", CHOSEN, other)


def carry_out(scene: Scene) -> Do:
    """The first turn of a player with a plan for two has come, and a worker carries it out."""
    players, match = started(scene)
    waits = 1 - (match.mover or 0)
    every = tuple(sorted(match.rules.dominoes))
    scene.planning.lay(match, players[waits].id, Plan(choose=every, then=(PlannedTurn(choose=every),)))
    while match.mover != waits:
        version, choice = f'"{match.head.version}"', {"type": "choose", "domino": _free(match)}
        scene.made(f"/games/{match.id}/moves", choice, players[1 - waits], If_Match=version)
        match = scene.tables.match(match.id)
    return lambda there: job(lambda: there.duties.do(match.id))


def time_out(scene: Scene) -> Do:
    """The time of the first player is up, and a worker notices it."""
    _, match = started(scene, **A_DAY)
    return at(match.deadline, lambda there: job(lambda: there.duties.do(match.id)))


def claim(scene: Scene) -> Do:
    """The time of the first player is up, and the other player claims it."""
    players, match = started(scene, **A_DAY, on_timeout="claim")
    other = players[1 - (match.mover or 0)]
    return at(match.deadline, lambda there: there.ask("POST", f"/games/{match.id}/claim", {}, other))


def score(scene: Scene) -> Do:
    """The last move is made, and a worker scores the game."""
    _, match = started(scene)
    game = finish(scene.tables, match.id, seeded(1))
    return lambda there: job(lambda: there.tables.settle(game))


def found(scene: Scene) -> Do:
    """Ann opens a dynasty."""
    ann = scene.player("Ann")
    return lambda there: there.ask("POST", "/dynasties", {"players": 2}, ann)


def join_dynasty(scene: Scene) -> Do:
    """Bob takes the last seat of a dynasty."""
    ann, bob = scene.player("Ann"), scene.player("Bob")
    dynasty = scene.made("/dynasties", {"players": 2}, ann)["id"]
    return lambda there: there.ask("POST", f"/dynasties/{dynasty}/seats", {}, bob)


def start(scene: Scene) -> Do:
    """All seats are taken, and a worker starts the first game."""
    seated(scene.dynasties)
    return advance


def tell(scene: Scene) -> Do:
    """The worker that started the first game was killed just after that, and another one continues."""
    dynasty = seated(scene.dynasties)
    options = Options(series=Membership("dynasty", dynasty.id, 1))
    table = FullTable(dynasty.rules, dynasty.sitters, options, dynasty.opening)
    seed = scene.tables.secrets.seed_in(dynasty.id, 1, dynasty.created.commitments[0])
    scene.tables.start(game_id(dynasty.id, 1), table, lambda: seed)
    return advance


def count(scene: Scene) -> Do:
    """The first game is scored: a worker counts it and starts the second."""
    seated(scene.dynasties)
    game = play_running(scene.tables, scene.dynasties.advance(DYNASTY), seeded(1))
    scene.tables.settle(game)
    return advance


STEPS = {
    "register": Step(b"EVALSHA", register),
    "create": Step(b"GameCreated", create),
    "join": Step(b"PlayerSeated", join),
    "move": Step(b"DominoChosen", move),
    "plan": Step(b"EVALSHA", plan),
    "carry out a plan": Step(b"PlanFired", carry_out),
    "time-out": Step(b"TimeExpired", time_out),
    "claim a time-out": Step(b"TimeExpired", claim),
    "score": Step(b"GameScored", score),
    "found a dynasty": Step(b"DynastyCreated", found),
    "join a dynasty": Step(b"DynastySeated", join_dynasty),
    "start its game": Step(b"GameCreated", start),
    "tell of its game": Step(b"DynastyGameStarted", tell),
    "count its game": Step(b"DynastyGameScored", count),
    "announce a tournament": Step(b"TournamentCreated", tournament.announce),
    "enter it": Step(b"TournamentPlayerEntered", tournament.enter),
    "start it": Step(b"TournamentStarted", tournament.start),
    "pair a round": Step(b"TournamentRoundPaired", tournament.pair),
    "start its games": Step(b"GameCreated", tournament.open_games),
    "open the round": Step(b"TournamentRoundOpened", tournament.tell),
    "count a table": Step(b"TournamentTableScored", tournament.count),
    "correct a result": Step(b"TournamentResultCorrected", tournament.correct),
    "close the round": Step(b"TournamentRoundClosed", tournament.close),
}
"""All steps by their names."""


def advance(scene: Scene) -> Told:
    """A worker advances the dynasty."""
    return job(lambda: scene.dynasties.advance(DYNASTY))


def started(scene: Scene, **agreed: Any) -> tuple[list[Player], Match]:
    """A game that has just started, and its players by seat."""
    players = [scene.player("Ann"), scene.player("Bob")]
    game = scene.made("/games", {"players": 2, **agreed}, players[0])["id"]
    scene.made(f"/games/{game}/seats", {}, players[1])
    return players, scene.tables.match(GameId(game))


def at(moment: int | None, do: Do) -> Do:
    """A step that sets the clock to this moment, in ms UTC, and then does `do`."""
    assert moment is not None

    def do_then(scene: Scene) -> Told:
        scene.now = moment
        return do(scene)

    return do_then


def _free(match: Match) -> int:
    assert match.game is not None
    return next(int(slot.domino) for slot in match.game.line if slot.seat is None)
