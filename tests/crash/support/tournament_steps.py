"""The steps of a tournament of duels: the preparation and the execution of each, both deterministic."""

from typing import NamedTuple

from harness.games import finish, seeded
from replays.encoding.identity import GameId
from replays.match.randomness.secrets import Secrets
from replays.tournament.aggregate import Tournament
from replays.tournament.deciding import rounds
from replays.tournament.lots import game_seed, number_of_games, number_of_lots
from replays.tournament.tournaments import at_pairing, full_table
from tests.crash.support.scene import Do, Player, Scene, job

CUP = {"name": "Cup", "kind": "swiss", "table": 2, "rounds": 2}
CORRECTED = {"type": "correct", "reason": "as they said", "game": 1, "places": [2, 1]}


class Cup(NamedTuple):
    """A tournament with its director, who plays in it, and the other player."""

    id: GameId
    ann: Player
    bob: Player

    def now(self, scene: Scene) -> Tournament:
        """The tournament as it is in the log."""
        return scene.tournaments.tournament(self.id)

    @property
    def path(self) -> str:
        """Its path in the API."""
        return f"/tournaments/{self.id}"


def announce(scene: Scene) -> Do:
    """Ann announces a tournament."""
    ann = scene.player("Ann")
    return lambda there: there.ask("POST", "/tournaments", CUP, ann)


def enter(scene: Scene) -> Do:
    """Bob enters it."""
    cup = _announced(scene)
    return lambda there: there.ask("POST", f"{cup.path}/entries", {}, cup.bob)


def start(scene: Scene) -> Do:
    """Ann starts it."""
    cup = _entered(scene)
    return lambda there: there.ask("POST", f"{cup.path}/start", {}, cup.ann)


def pair(scene: Scene) -> Do:
    """A worker pairs the first round and opens it."""
    return _advance(_started(scene))


def open_games(scene: Scene) -> Do:
    """The worker that paired the round was killed just after that, and another one starts its game."""
    return _advance(_paired(scene))


def tell(scene: Scene) -> Do:
    """The worker that started the game was killed just after that, and another one opens the round."""
    cup = _paired(scene)
    now, secrets = cup.now(scene), scene.tables.secrets
    (round_,) = now.rounds
    (table,) = round_.tables
    seed = _seed(secrets, now, number_of_games(1))
    then = at_pairing(now, round_.number)
    scene.tables.start(
        table.id,
        full_table(then, round_, table),
        lambda: game_seed(seed, table.number),
    )
    return _advance(cup)


def count(scene: Scene) -> Do:
    """The game is scored, and a worker counts it."""
    cup = _opened(scene)
    (table,) = cup.now(scene).games
    scene.tables.settle(finish(scene.tables, table.id, seeded(1)))
    return _advance(cup)


def correct(scene: Scene) -> Do:
    """Ann corrects its result."""
    cup = _opened(scene)
    return lambda there: there.ask("POST", f"{cup.path}/acts", CORRECTED, cup.ann)


def close(scene: Scene) -> Do:
    """Ann signs the round off."""
    cup = _opened(scene)
    scene.made(f"{cup.path}/acts", CORRECTED, cup.ann)
    return lambda there: there.ask("POST", f"{cup.path}/rounds/1/close", {}, cup.ann)


def _announced(scene: Scene) -> Cup:
    ann, bob = scene.player("Ann"), scene.player("Bob")
    cup = Cup(GameId(scene.made("/tournaments", CUP, ann)["id"]), ann, bob)
    scene.made(f"{cup.path}/entries", {}, ann)
    return cup


def _entered(scene: Scene) -> Cup:
    cup = _announced(scene)
    scene.made(f"{cup.path}/entries", {}, cup.bob)
    return cup


def _started(scene: Scene) -> Cup:
    cup = _entered(scene)
    scene.made(f"{cup.path}/start", {}, cup.ann)
    return cup


def _paired(scene: Scene) -> Cup:
    cup = _started(scene)
    now = cup.now(scene)
    seed = _seed(scene.tables.secrets, now, number_of_lots(1))
    scene.tournaments.change(now, lambda now, _: rounds.pair(now, 1, seed))
    return cup


def _opened(scene: Scene) -> Cup:
    cup = _started(scene)
    scene.tournaments.advance(cup.id)
    return cup


def _seed(secrets: Secrets, now: Tournament, number: int) -> bytes:
    return secrets.seed_in(now.id, number, now.created.commitments[number - 1])


def _advance(cup: Cup) -> Do:
    return lambda scene: job(lambda: scene.tournaments.advance(cup.id))
