"""Tournaments for tests, played through the same interfaces as all others, without waiting."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from random import Random

from harness.games import finish, seeded
from harness.store.fake_log import FakeEventLog
from kingdomino.rules import Rules
from replays.audit.bundle.building import game_bundle, series_bundle
from replays.commands.tables import Tables
from replays.encoding.entries import StoredEvent
from replays.encoding.identity import GameId, derived_game_id
from replays.encoding.signing import Signer
from replays.events.game_events import NO_OPTIONS, Options
from replays.events.regulations import DAY_MS, Code, Format, Regulations
from replays.match.aggregate import Sitter
from replays.match.randomness.seed_store import SeedStore
from replays.match.recording import EventDraft
from replays.tournament.aggregate import Tournament
from replays.tournament.deciding import acts, opening, undoing
from replays.tournament.deciding.directing import Grounds
from replays.tournament.deciding.opening import Announcement
from replays.tournament.kind import TOURNAMENT as KIND
from replays.tournament.tournaments import Tournaments

TOURNAMENT = GameId(derived_game_id("suite", "tournament"))
DIRECTOR = "director"
START = 1_700_000_000_000
SIGNER = Signer(bytes(range(32)))


def announcement(
    kind: Format = Format.SWISS,
    table: int = 4,
    rounds: int = 3,
    *,
    rules: Rules | None = None,
    options: Options = NO_OPTIONS,
    regulations: Regulations | None = None,
) -> Announcement:
    """A tournament to be announced."""
    return Announcement("Cup", kind, table, rounds, rules or Rules(), options, regulations or Regulations())


def why(by: str = DIRECTOR, code: Code = Code.OTHER, reason: str = "it was agreed") -> Grounds:
    """A reason, by default the director's."""
    return Grounds(by, code, reason)


@dataclass
class PlayedTournament:
    """A tournament on a log of its own, in which everything depends on the plan and the seed.

    The clock advances one second with each reading; `skip` advances it further.
    """

    plan: Announcement
    seed: int = 1
    id: GameId = TOURNAMENT
    now_ms: int = START
    random: Random = field(init=False)
    tables: Tables = field(init=False)
    tournaments: Tournaments = field(init=False)

    def __post_init__(self) -> None:
        self.random = seeded(self.seed)
        log = FakeEventLog()
        self.tables = Tables(log, SeedStore(bytes(32)), self.clock, self.random.randbytes)
        self.tournaments = Tournaments(self.tables, self.clock)
        self.tournaments.found(self.id, self.plan, DIRECTOR)

    def clock(self) -> int:
        """The time in ms UTC."""
        self.now_ms += 1000
        return self.now_ms

    def skip(self, period: int) -> None:
        """Let time pass, in ms."""
        self.now_ms += period

    @property
    def now(self) -> Tournament:
        """The tournament."""
        return self.tournaments.tournament(self.id)

    def change(self, decide: Callable[[Tournament], list[EventDraft]]) -> Tournament:
        """Carry out a decision."""
        return self.tournaments.change(self.now, lambda now, _: decide(now)).after

    def enter(self, people: int = 0, bots: Sequence[str] = (), checkpoint: int | None = None) -> None:
        """Enter players `player-<n>`, every second with entropy after reading event 1, and bots.

        A checkpoint is the size that these players name.
        """
        there = len(self.now.field)
        for number in range(there, there + people):
            sitter = Sitter(f"player-{number}", None)
            if number % 2:
                entropy = self.random.randbytes(32).hex()
                sitter = replace(sitter, entropy=entropy, seen=self.now.opening, checkpoint=checkpoint)
            self.change(lambda now, sitter=sitter: opening.enter(now, sitter))  # type: ignore[misc]
        if bots:
            self.change(lambda now: opening.enter_bots(now, bots, DIRECTOR))

    def start(self) -> None:
        """Start the tournament, and open its first round."""
        self.change(lambda now: opening.start(now, DIRECTOR))
        self.advance()

    def advance(self) -> Tournament:
        """Carry out the steps of the workers."""
        return self.tournaments.advance(self.id)

    def play(self, but: Collection[int] = ()) -> None:
        """Play the open games to their ends, but for those of these numbers, and count them."""
        for table in self.now.games:
            if table.number not in but and not self.tables.match(table.id).is_over:
                self.tables.settle(finish(self.tables, table.id, self.random))
        self.advance()

    def close(self) -> Tournament:
        """Sign the round off, and open the next one."""
        self.tournaments.close(self.now, self.now.paired, DIRECTOR)
        return self.advance()

    def finish(self) -> Tournament:
        """Play all rounds to the end of the record."""
        while not self.now.finished:
            self.play()
            self.close()
        return self.now

    def record_of(self, number: int) -> Sequence[StoredEvent]:
        """The events of the game of this number."""
        return tuple(self.tables.log.read(self.now.games[number - 1].id))

    def bundle(self, upto: int | None = None) -> bytes:
        """The bundle of the tournament at a version, or now, with all its games as they are now."""
        log = self.tables.log
        record = list(log.read(self.id))[:upto]
        folded = KIND.stream.fold(self.id, record, None)
        games = [game_bundle(game.id, log.read(game.id), SIGNER) for game in folded.games] if folded else []
        return series_bundle(KIND, self.id, record, games, SIGNER)


def opened_with(plan: Announcement, people: int, bots: Sequence[str] = (), seed: int = 1) -> PlayedTournament:
    """A tournament with players and bots whose first round is open."""
    found = PlayedTournament(plan, seed)
    found.enter(people, bots)
    found.start()
    return found


@cache
def eventful() -> PlayedTournament:
    """A Swiss tournament of six in two rounds of duels, with acts and a late table in the second."""
    agreed = Regulations(first_move_ms=DAY_MS)
    played = opened_with(announcement(table=2, rounds=2, regulations=agreed), 5, ["greedy"])
    played.play()
    played.close()
    disputed = played.now.rounds[1].tables[0]
    player = played.now.sitter_in(disputed.entrants[0], 2).player
    decisions: list[Callable[[Tournament], list[EventDraft]]] = [
        lambda now: acts.adjust_clocks(now, why(), (START, START + 1), [4], played.now_ms),
        lambda now: acts.name_deputy(now, why(), "deputy"),
        lambda now: acts.open_dispute(now, why(player), disputed.number, 9),
        lambda now: acts.answer_dispute(now, why("deputy"), now.head.version, upheld=True),
        lambda now: acts.annul(now, why("deputy"), 5),
        lambda now: undoing.undo(now, why("deputy"), now.head.version),
        lambda now: acts.annul(now, why("deputy"), 1),
        lambda now: acts.withdraw(now, why(), 3),
        lambda now: acts.forbid_meeting(now, why(), [1, 2]),
        lambda now: acts.replace_entrant(now, why(), 5, "substitute"),
        lambda now: opening.withdraw(now, "player-0", "ill"),
        lambda now: acts.correct(now, why("deputy"), 4, [1, 1]),
        lambda now: acts.dismiss_deputy(now, why(), "deputy"),
    ]
    for decide in decisions:
        played.change(decide)
    played.skip(DAY_MS)
    played.play(but=[6])
    played.close()
    played.play()
    return played
