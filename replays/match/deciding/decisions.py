"""The decisions about a game: opening, sitting down, moving and scoring. Each returns drafts.

All functions are pure: they depend on the match, the request and the seed, and store and draw nothing.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from kingdomino.board.numbers import Seat
from kingdomino.game import Game
from kingdomino.game import events as rules_events
from kingdomino.game.chance import Chance
from kingdomino.game.commands import Command
from kingdomino.game.origins_commands import ChoosePair
from kingdomino.machine import begin, decide, evolve, start
from kingdomino.rules import Rules, check
from kingdomino.scoring import ranking, score
from replays.encoding.drift import state_hash
from replays.encoding.entries import Head
from replays.encoding.identity import GameId
from replays.events import game_events
from replays.events.causes import PLAYER
from replays.match.aggregate import Match, Sitter, Status
from replays.match.randomness.chances import chance_of
from replays.match.randomness.draws import VERSION, commitment
from replays.match.recording import EventDraft

NOT_OF_THE_RULES = (rules_events.SeatLeft, rules_events.SeatRejoined)
"""Events of the rules that no command leads to."""


class Refusal(Exception):  # noqa: N818 - a verdict, not a fault
    """A request that the table refuses, as the rules refuse a move: a stable `code` and a sentence.

    Codes: `seat/taken-by-you`, `seat/none-free`, `seat/not-seated`, `seat/not-invited`, `seat/other-opening`,
    `game/not-started`, `game/not-finished`, `game/over`. The codes about bots are in `bots`, those about
    plans in `plans`, those about left seats and early ends in `leaving`.
    """

    def __init__(self, code: str, text: str) -> None:
        super().__init__(code, text)
        self.code = code
        self.text = text

    def __str__(self) -> str:
        return f"{self.code}: {self.text}"


@dataclass(frozen=True, slots=True)
class FullTable:
    """A table with all seats taken, in order of seats: its rules, its players and its options.

    `founding` is the hash of the series' first event, which has the commitment to the game's seed; None if
    the seed is new, with draws of version 1.
    """

    rules: Rules
    sitters: tuple[Sitter, ...]
    options: game_events.Options
    founding: str | None = None


def open_table(
    rules: Rules,
    players: int,
    seed: bytes,
    creator: str,
    options: game_events.Options = game_events.NO_OPTIONS,
) -> list[EventDraft]:
    """Open a table; raises `RuleViolation` for rules that cannot be played."""
    check(rules, players)
    version = game_events.KNOWN_DEAL if options.deal else VERSION
    created = game_events.GameCreated(rules, players, commitment(seed), options, version)
    return [EventDraft(created, creator, PLAYER)]


def seated(seat: Seat, sitter: Sitter) -> EventDraft:
    """The draft that seats a player."""
    return EventDraft(_seating(seat, sitter), sitter.player, PLAYER)


def seat_of(match: Match, player: str) -> Seat:
    """The player's seat; raises `Refusal` (`seat/not-seated`)."""
    seat = match.seat_of(player)
    if seat is None:
        raise Refusal("seat/not-seated", "you hold no seat in this game")
    return seat


def free_seat(sitters: Sequence[Sitter], players: int, player: str | None = None) -> Seat:
    """The lowest free seat for a player who has none, or for a bot (None); raises `Refusal`."""
    for seat, sitter in enumerate(sitters):
        if player is not None and sitter.player == player:
            raise Refusal("seat/taken-by-you", f"you have seat {seat} already")
    if len(sitters) == players:
        raise Refusal("seat/none-free", f"all {players} seats are taken")
    return Seat(len(sitters))


def sit_down(match: Match, sitter: Sitter, seed: Callable[[], bytes]) -> list[EventDraft]:
    """Seat the player on the lowest free seat; the last player starts the game, which needs the seed."""
    seat = seat_for(match, sitter.player)
    check_seen(match.opening, sitter)
    return started_when_full(match, sitter, seated(seat, sitter), seed)


def seat_for(match: Match, player: str) -> Seat:
    """The seat that the player may take; raises `Refusal`.

    Codes: `game/over`, `seat/taken-by-you`, `seat/none-free`, `seat/not-invited`.
    """
    check_going(match)
    seat = free_seat(match.sitters, match.players, player)
    check_invited(match.created.options, player)
    return seat


def check_going(match: Match) -> None:
    """Raise `Refusal` (`game/over`) if the game was called off."""
    if match.status is Status.ABORTED:
        raise Refusal("game/over", "the game was called off")


def check_seen(opening: str, sitter: Sitter) -> None:
    """Refuse entropy that was sent for another first event than that of the log: `seat/other-opening`."""
    if sitter.seen is not None and sitter.seen != opening:
        text = f"the first event has the hash {opening}, not {sitter.seen}: keep both, and do not play"
        raise Refusal("seat/other-opening", text)


def check_invited(options: game_events.Options, player: str) -> None:
    """Refuse a player who is not invited to this table: `seat/not-invited`."""
    if options.invited is not None and player not in options.invited:
        raise Refusal("seat/not-invited", "the seats are for invited players")


def started_when_full(
    match: Match, sitter: Sitter, draft: EventDraft, seed: Callable[[], bytes]
) -> list[EventDraft]:
    """The draft that seats a sitter, and the beginning of the game if it takes the last seat."""
    full = match.with_sitter(sitter)
    return [draft] if len(full.sitters) < full.players else [draft, *_begun(full, seed())]


def start_full(game: GameId, table: FullTable, seed: bytes) -> list[EventDraft]:
    """Open a table, seat all players at once and begin the game."""
    players, version = len(table.sitters), VERSION if table.founding else 1
    created = game_events.GameCreated(
        table.rules, players, commitment(seed), table.options, version, table.founding
    )
    full = Match(game, Head.genesis(game), at=0, created_at=0, created=created, seated=table.sitters)
    seats = [_seating(Seat(seat), sitter) for seat, sitter in enumerate(table.sitters)]
    return [EventDraft(created), *map(EventDraft, seats), *_begun(full, seed)]


def _seating(seat: Seat, sitter: Sitter) -> game_events.Event:
    if sitter.bot is not None:
        return game_events.BotSeated(seat, sitter.bot)
    return game_events.PlayerSeated(seat, sitter.player, sitter.entropy, sitter.seen, sitter.checkpoint)


def _begun(full: Match, seed: bytes) -> list[EventDraft]:
    """The drafts that begin a game whose seats are all taken."""
    _, happened = begin(full.rules, full.players, chance_of(full, seed))
    return [EventDraft(event) for event in recorded(None, happened)]


def move(match: Match, seat: Seat, command: Command, chance: Callable[[], Chance]) -> list[EventDraft]:
    """A player's move and what follows from it; raises `RuleViolation` or `Refusal`."""
    if match.game is None:
        free = match.players - len(match.sitters)
        raise Refusal("game/not-started", f"the game starts when {free} more seats are taken")
    return made(match.game, SeatCommand(seat, command, match.sitters[seat].player, PLAYER), chance())


@dataclass(frozen=True, slots=True)
class SeatCommand:
    """A command for a seat, with its actor and its cause."""

    seat: Seat
    command: Command
    actor: str
    cause: str


def made(game: Game, choice: SeatCommand, chance: Chance) -> list[EventDraft]:
    """The drafts of a choice: its own events and the automatic ones after them; raises `RuleViolation`."""
    happened = recorded(game, decide(game, choice.seat, choice.command, chance))
    own = 2 if isinstance(choice.command, ChoosePair) else 1  # a pair of chiefs has two events (R21)
    drafts = [EventDraft(event, choice.actor, choice.cause) for event in happened[:own]]
    return drafts + [EventDraft(event) for event in happened[own:]]


def settle(match: Match, seed: Callable[[], bytes]) -> list[EventDraft]:
    """Settle a finished game: reveal its seed and score it (R11-R15, R32); raises `Refusal`."""
    if match.status is not Status.FINISHED or match.game is None:
        raise Refusal("game/not-finished", f"the game is {match.status.value}, not finished")
    return [EventDraft(game_events.SeedRevealed(seed().hex())), EventDraft(scored(match.game))]


def scored(game: Game) -> game_events.GameScored:
    """The result of a game that has ended: the points by seat, and the places (R11, R12, R32)."""
    scores = tuple(score(game, Seat(seat)) for seat in range(game.players))
    return game_events.GameScored(scores, ranking(scores, game.left))


def recorded(game: Game | None, happened: Sequence[rules_events.Event]) -> list[game_events.Event]:
    """The events of the rules in the form of the log, after `game` or from the start of a game."""
    hashed = rules_events.LineDealt in map(type, happened)  # else no state is needed
    told: list[game_events.Event] = []
    for event in happened:
        if isinstance(event, rules_events.GameStarted):
            game = start(event)
            told.append(game_events.GameStarted())
            continue
        if game is None or isinstance(event, NOT_OF_THE_RULES):
            raise ValueError(f"{type(event).__name__} does not follow from the rules here")
        game = evolve(game, event) if hashed else game
        if isinstance(event, rules_events.LineDealt):
            told.append(game_events.LineDealt(event.dominoes, state_hash(game)))
        else:
            told.append(event)
    return told
