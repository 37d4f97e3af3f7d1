"""The decisions about a dynasty: pure functions from a dynasty and a request to drafts, or a refusal."""

from collections.abc import Sequence

from kingdomino import dynasty as rule
from kingdomino.board.numbers import Points, Seat
from kingdomino.rules import Rules, check
from replays.dynasty.aggregate import Dynasty
from replays.encoding.identity import GameId
from replays.events import dynasty_events
from replays.events.causes import PLAYER, SYSTEM, TIMEOUT
from replays.events.game_events import NO_OPTIONS, Options
from replays.match.aggregate import Sitter, Status
from replays.match.deciding.bots import check_company, policy_to_seat
from replays.match.deciding.decisions import Refusal, check_invited, check_seen, free_seat
from replays.match.randomness.draws import VERSION, commitment
from replays.match.recording import EventDraft


def found(
    rules: Rules, players: int, seeds: Sequence[bytes], creator: str, options: Options = NO_OPTIONS
) -> list[EventDraft]:
    """Open a dynasty with a seed for each game; raises `RuleViolation` for rules that cannot be played."""
    check(rules, players)
    commitments = tuple(map(commitment, seeds))
    created = dynasty_events.DynastyCreated(rules, players, options, VERSION, commitments)
    return [EventDraft(created, creator, PLAYER)]


def seated(seat: Seat, sitter: Sitter) -> EventDraft:
    """The draft that seats a player."""
    event = dynasty_events.DynastySeated(seat, sitter.player, sitter.entropy, sitter.seen, sitter.checkpoint)
    return EventDraft(event, sitter.player, PLAYER)


def sit_down(dynasty: Dynasty, sitter: Sitter) -> list[EventDraft]:
    """Seat the player on the lowest free seat; raises `Refusal`. A worker starts the first game later."""
    _check_going(dynasty)
    seat = free_seat(dynasty.sitters, dynasty.players, sitter.player)
    check_invited(dynasty.created.options, sitter.player)
    check_seen(dynasty.opening, sitter)
    return [seated(seat, sitter)]


def seat_bot(dynasty: Dynasty, policy: str, player: str) -> list[EventDraft]:
    """Put a bot of this policy on the lowest free seat, for a seated player; raises `Refusal`.

    Codes: those of a game's `bots.sit_down`, with `dynasty/over` in place of `game/over`.
    """
    stored = policy_to_seat(policy)
    check_company(dynasty.seat_of(player), dynasty.created.options)
    _check_going(dynasty)
    seat = free_seat(dynasty.sitters, dynasty.players)
    return [EventDraft(dynasty_events.DynastyBotSeated(seat, stored), player, PLAYER)]


def _check_going(dynasty: Dynasty) -> None:
    if dynasty.status is Status.ABORTED:
        raise Refusal("dynasty/over", "the dynasty was called off")


def abort_unfilled(dynasty: Dynasty, now: int, open_ms: int) -> list[EventDraft]:
    """Call off a dynasty that has waited for players for `open_ms`, by the system; raises `Refusal`.

    Codes: `table/not-expired`; `dynasty/begun` if all seats are taken or the dynasty was called off before.
    """
    if dynasty.status is not Status.OPEN:
        raise Refusal("dynasty/begun", f"the dynasty is {dynasty.status.value}")
    if now - dynasty.created_at < open_ms:
        raise Refusal("table/not-expired", "the time for taking the seats is not over yet")
    return [EventDraft(dynasty_events.DynastyAborted(), SYSTEM, TIMEOUT)]


def game_started(dynasty: Dynasty, number: int, game: GameId) -> list[EventDraft]:
    """Record that the game of this number is in the log; raises `Refusal` if it is not the next game due."""
    if number != dynasty.next_number:
        raise Refusal("dynasty/not-due", f"game {number} is not due to start")
    return [EventDraft(dynasty_events.DynastyGameStarted(number, game))]


def game_scored(dynasty: Dynasty, number: int, points: tuple[Points, ...]) -> list[EventDraft]:
    """Count this game's points, and decide after the last game; raises `Refusal` if it is not running."""
    if number != dynasty.running:
        raise Refusal("dynasty/not-due", f"game {number} cannot be counted now")
    before = (game.points for game in dynasty.games if game.points is not None)
    totals = rule.totals([*before, points], dynasty.players)
    places = rule.standings(totals)
    scored = EventDraft(dynasty_events.DynastyGameScored(number, points, places))
    if number < rule.GAMES:
        return [scored]
    return [scored, EventDraft(dynasty_events.DynastyDecided(totals, places[0]))]
