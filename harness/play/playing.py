"""Random games over HTTP, checked at every version against the rules and the public record."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, product
from random import Random
from typing import Any

import orjson

from harness.audit.record import check_chain, stored
from harness.play.moves import any_move, command, identity
from harness.service import SCORED_SECONDS, Account, Service, ok
from harness.waiting import eventually
from kingdomino.board.dominoes import DOMINOES, DominoSet
from kingdomino.board.numbers import Seat
from kingdomino.game.chance import Chance
from kingdomino.game.table import without
from kingdomino.machine import decide
from kingdomino.rules import FirstLine, GameKind, Mode
from kingdomino.rules.violations import CODES
from replays.encoding.identity import GameId
from replays.match.aggregate import Match, evolve
from replays.match.randomness.chances import chance_of
from replays.match.randomness.draws import commitment
from replays.projections.view import state

Json = Mapping[str, Any]

LONGEST_LIST = 300
"""The API's limit on the length of the list of moves."""


@dataclass(frozen=True, slots=True)
class Table:
    """A kind of game: the number of players, and the rules that are not the default."""

    players: int
    rules: Mapping[str, str | bool]

    def __str__(self) -> str:
        words = [name if value is True else str(value) for name, value in self.rules.items()]
        return "-".join([f"{self.players}-players", *words])


EDITIONS = [(2, "classic"), (3, "classic"), (3, "second"), (4, "classic")]

TABLES = [
    Table(players, {"edition": edition, "first_line": first_line.value})
    for (players, edition), first_line in product(EDITIONS, FirstLine)
]
"""Every number of players with every edition and every first line."""

ORIGINS_TABLES = [
    Table(players, {"game": GameKind.ORIGINS.value, "mode": mode.value})
    for mode, players in product(Mode, (2, 3, 4))
]
"""Every mode of Origins with every number of players; their bonuses are random."""

VARIANT_TABLES = [
    Table(2, {"mighty_duel": True}),
    Table(2, {"mighty_duel": True, "middle_kingdom": True, "harmony": True, "first_line": "seated"}),
    *(Table(players, {"no_limit": True, "edition": edition}) for players, edition in EDITIONS),
]
"""The variants of the base game (R16, R17); elsewhere Middle Kingdom and Harmony are random (R14, R15)."""

MODE_TABLES = [*ORIGINS_TABLES, *VARIANT_TABLES]


@dataclass(slots=True)
class Game:
    """A game over HTTP: its players in order of seats, and the match rebuilt from its public events."""

    id: str
    seats: Sequence[Account]
    match: Match | None = None
    states: list[bytes] = field(default_factory=list)

    def watch(self) -> None:
        """Read the new events, and record the state after each."""
        after = self.match.head.version if self.match else 0
        page = ok(self.seats[0].get(f"/games/{self.id}/events?after={after}"))
        names = {account.id: account.name for account in self.seats}
        for event in stored(page["events"]):
            self.match = evolve(GameId(self.id), self.match, event)
            self.states.append(written(state(self.match, names)))

    @property
    def served(self) -> bytes:
        """The state that the service serves now."""
        answer = self.seats[0].get(f"/games/{self.id}")
        assert answer.headers["etag"] == f'"{answer.json["version"]}"'
        return answer.body


def written(value: Any) -> bytes:
    """The value in the service's JSON form."""
    return orjson.dumps(value, option=orjson.OPT_APPEND_NEWLINE)


def play(service: Service, table: Table, random: Random, tries: int) -> Game:
    """Play a game to its end with random listed moves; before each, try this number of unlisted moves."""
    accounts = service.accounts(table.players)
    bonuses = {} if "no_limit" in table.rules else random_bonuses(random)
    game = Game(service.table(accounts, **{**bonuses, **table.rules}), accounts)
    game.watch()
    while turn(game, random, tries):
        pass
    eventually(lambda: orjson.loads(game.served)["status"] == "scored", SCORED_SECONDS)
    game.watch()
    return game


def random_game(service: Service, players: int, random: Random) -> Game:
    """A game played with random moves until it is scored, without checks."""
    accounts = service.accounts(players)
    game = Game(service.table(accounts), accounts)
    move(game, random)
    eventually(lambda: orjson.loads(game.served)["status"] == "scored", SCORED_SECONDS)
    return game


def move(game: Game, random: Random, count: int | None = None) -> None:
    """Make this number of random listed moves, or all to the end."""
    while count != 0:
        offered = game.seats[0].moves(game.id)
        if not offered["moves"]:
            return
        mover = game.seats[offered["seat"]]
        ok(mover.move(game.id, random.choice(offered["moves"]), offered["version"]), 201)
        count = None if count is None else count - 1


def random_bonuses(random: Random) -> dict[str, bool]:
    """Middle Kingdom and Harmony, each switched on or off at random."""
    return {name: random.random() < 0.5 for name in ("middle_kingdom", "harmony")}


def turn(game: Game, random: Random, tries: int) -> bool:
    """Make one listed move after some unlisted ones; False if no move is listed."""
    offered = game.seats[0].moves(game.id)
    moves = offered["moves"]
    if not moves:
        return False
    check_list(game, offered)
    mover = game.seats[offered["seat"]]
    for attempt in unlisted(offered, random, tries, dominoes_of(game)):
        refused = mover.move(game.id, attempt, offered["version"])
        assert refused.status == 409, (attempt, refused.body)
        assert refused.code in CODES, refused.body
    if random.random() < 0.1:
        check_not_yours(game, offered, random)
    assert game.served == game.states[-1]
    made = mover.move(game.id, random.choice(moves), offered["version"])
    ok(made, 201)
    game.watch()
    assert made.body == game.states[made.json["version"] - 1]  # the worker may have scored it since
    return True


def check_list(game: Game, offered: Any) -> None:
    """Assert that the list belongs to the present position, and that the rules accept every move on it."""
    assert game.match is not None
    assert game.match.game is not None
    assert offered["version"] == game.match.head.version
    assert offered["seat"] == game.match.game.mover
    chance = some_chance(game.match)
    for move in offered["moves"]:
        assert decide(game.match.game, Seat(offered["seat"]), command(move), chance)
    assert "omitted" not in offered or {"type": "pass"} in offered["moves"]
    known = dominoes_of(game)
    assert len({identity(move, known) for move in offered["moves"]}) == len(offered["moves"]) <= LONGEST_LIST


def check_not_yours(game: Game, offered: Any, random: Random) -> None:
    """Assert that a listed move by another seat is refused."""
    other = random.choice([seat for seat in range(len(game.seats)) if seat != offered["seat"]])
    refused = game.seats[other].move(game.id, random.choice(offered["moves"]), offered["version"])
    assert (refused.status, refused.code) == (409, "turn/not-yours")


def some_chance(match: Match) -> Chance:
    """Possible draws of the match, from its public state; what is legal must not depend on them."""
    assert match.game is not None
    used = {slot.domino for slot in (*match.game.line, *match.game.next_line)}
    used |= {cell.domino for kingdom in match.game.kingdoms for cell in kingdom.cells()}
    used |= {domino for kingdom in match.game.kingdoms for domino in kingdom.discarded}
    deck = sorted(DOMINOES, key=lambda domino: (domino not in used, domino))
    padding = len(DOMINOES) - len(used)
    kings = [Seat(seat) for seat in range(match.players)] * match.rules.kings_each(match.players)
    shared = match.game.shared
    order = (*without(shared.shuffled, shared.stack), *shared.stack)
    return Chance(
        tuple(deck + deck[:padding]),
        tuple(kings),
        lambda shuffle, tiles: order if shuffle == shared.shuffles else tiles,
    )


def dominoes_of(game: Game) -> DominoSet:
    """The set of dominoes of the game."""
    assert game.match is not None
    return game.match.rules.dominoes


def unlisted(offered: Any, random: Random, number: int, known: DominoSet) -> Iterator[Json]:
    """Random unlisted moves, in the given number; half of them with a domino that is on the list.

    If the list is incomplete, which happens only with payments, none of the moves is a payment.
    """
    listed = {identity(move, known) for move in offered["moves"]}
    dominoes = sorted(set(chain.from_iterable(map(dominoes_in, offered["moves"])))) or list(DOMINOES)
    types = sorted({move["type"] for move in offered["moves"]})
    while number:
        domino = random.choice(dominoes) if random.random() < 0.5 else random.randint(1, len(DOMINOES))
        move = any_move(domino, types, random)
        if "omitted" in offered and move["type"] == "recruit":
            continue
        if identity(move, known) not in listed:
            yield move
            number -= 1


def dominoes_in(move: Json) -> Sequence[int]:
    """The dominoes that a move names."""
    return [move["domino"]] if "domino" in move else move.get("dominoes", [])


def check_record(game: Game, random: Random, versions: int | None = None) -> None:
    """Assert that the whole record is valid, and gives the states served in the replay and at each version.

    `versions` limits the number of versions that are requested one by one; None requests all.
    """
    events = paged(game)
    record = check_chain(game.id, events)
    frames = ok(game.seats[0].get(f"/games/{game.id}/replay"))["frames"]
    assert [frame["event"] for frame in frames] == events
    assert [frame["version"] for frame in frames] == [event.version for event in record]
    assert [written(frame["state"]) for frame in frames] == game.states
    every = range(1, len(record) + 1)
    for version in every if versions is None else random.sample(every, min(versions, len(record))):
        assert game.seats[0].get(f"/games/{game.id}?version={version}").body == game.states[version - 1]
    check_end(game, [event["type"] for event in events])


def paged(game: Game) -> list[Any]:
    """All events, read in pages of 50."""
    events: list[Any] = []
    after: int | None = 0
    while after is not None:
        page = ok(game.seats[0].get(f"/games/{game.id}/events?after={after}&limit=50"))
        events += page["events"]
        after = page["next"]
    return events


def check_end(game: Game, types: Sequence[str]) -> None:
    """Assert that the game is scored once, and that its revealed seed fits the commitment and the draws."""
    assert types[-3:] == ["GameEnded", "SeedRevealed", "GameScored"]
    assert types.count("GameScored") == 1
    match = game.match
    assert match is not None
    assert match.game is not None
    assert match.seed is not None
    seed = bytes.fromhex(match.seed)
    assert commitment(seed) == match.created.commitment
    dealt = chance_of(match, seed).deck[: match.rules.deck_size(match.players)]
    used = {cell.domino for kingdom in match.game.kingdoms for cell in kingdom.cells()}
    used |= {domino for kingdom in match.game.kingdoms for domino in kingdom.discarded}
    assert used <= set(dealt)
    served = orjson.loads(game.states[-1])
    assert sorted(seat for place in served["ranking"] for seat in place) == list(range(match.players))
