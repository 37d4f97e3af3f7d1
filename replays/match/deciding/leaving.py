"""The decisions about resigning, time-outs, returning, taking over seats, and early ends (R32).

All functions are pure: they depend on the match, the time and the seed, and store and draw nothing. Decisions
of a player have the same arguments, `PlayerDecision`, also those that do not depend on the time.
"""

from collections.abc import Callable

from kingdomino.board.numbers import Seat
from kingdomino.game import events as rules_events
from kingdomino.game.chance import Chance
from kingdomino.machine import evolve, settle
from replays.clocks.controls import CONTROLS
from replays.clocks.fold import vacation_days_left
from replays.clocks.vacations import end
from replays.events import game_events
from replays.events.causes import PLAYER, SYSTEM, TIMEOUT
from replays.events.game_events import OnTimeout, Reason
from replays.match.aggregate import Match, Status
from replays.match.deciding.absence import ending, policy_for_away, stand_in
from replays.match.deciding.decisions import Refusal, check_invited, recorded, seat_of
from replays.match.recording import EventDraft

Chances = Callable[[], Chance]
PlayerDecision = Callable[[Match, str, int], list[EventDraft]]
"""The drafts of what a player does in a match at a time (ms UTC); raises `Refusal`."""


def resignation(match: Match, player: str, _: int = 0) -> list[EventDraft]:
    """The player resigns; raises `Refusal`: `seat/not-seated`, `game/not-active`, `seat/left`."""
    seat = _active(match, player)
    left = game_events.SeatLeft(seat, Reason.RESIGNED, stand_in(match))
    return [EventDraft(left, player, PLAYER), *ending(match, seat)]


def abort(match: Match, player: str, seed: Callable[[], bytes]) -> list[EventDraft]:
    """Call the game off before its first domino is placed, and reveal its seed; raises `Refusal`.

    Codes: `seat/not-seated`, `seat/left`, `game/over`, `game/begun`, `game/in-dynasty`.
    """
    _not_left(match, player)
    if match.status not in {Status.OPEN, Status.ACTIVE}:
        raise Refusal("game/over", f"the game is {match.status.value}")
    if series := match.created.options.series:
        text = f"a game of a {series.kind} cannot be called off: resign instead"
        raise Refusal(f"game/in-{series.kind}", text)
    if match.game and any(k.placements or k.discarded for k in match.game.kingdoms):
        raise Refusal("game/begun", "a domino has been placed: resign, or agree to end the game")
    return [
        EventDraft(game_events.GameAborted(), player, PLAYER),
        EventDraft(game_events.SeedRevealed(seed().hex())),
    ]


def abort_unfilled(match: Match, now: int, open_ms: int, seed: Callable[[], bytes]) -> list[EventDraft]:
    """Call off a table that has waited for players for `open_ms`, by the system; raises `Refusal`.

    Codes: `table/not-expired`, and those of `unfilled`.
    """
    if now - match.created_at < open_ms:
        raise Refusal("table/not-expired", "the time for taking the seats is not over yet")
    return unfilled(match, seed)


def unfilled(match: Match, seed: Callable[[], bytes]) -> list[EventDraft]:
    """Call a game off whose seats were not taken in time, by the system; raises `Refusal`.

    Codes: `game/over`, and `game/begun` if all seats are taken.
    """
    if match.status is Status.ABORTED:
        raise Refusal("game/over", "the game was called off already")
    if match.status is not Status.OPEN:
        raise Refusal("game/begun", "all seats were taken in time")
    aborted = EventDraft(game_events.GameAborted(), SYSTEM, TIMEOUT)
    return [aborted, EventDraft(game_events.SeedRevealed(seed().hex()))]


def time_out(match: Match, now: int) -> list[EventDraft]:
    """Time out the seat to act; raises `Refusal` (`clock/not-expired`), always if time-outs are claimed."""
    if match.created.options.on_timeout is OnTimeout.CLAIM:
        raise Refusal("clock/not-expired", "in this game the other players claim time-outs")
    seat, expired = _expired(match, now)
    if match.created.options.on_timeout is OnTimeout.FORFEIT:
        return _forfeited(match, seat, expired)
    return _timed(expired, game_events.SeatAway(seat, policy_for_away(match)))


def check_moving(match: Match, seat: Seat, now: int) -> None:
    """Refuse a move of a seat that has left (`seat/left`) or is away (`seat/away`), or a late move."""
    mover = match.mover
    if match.game is None or mover is None:
        return
    if seat in match.game.left:
        raise Refusal("seat/left", "you have left this game")
    if match.policy_of(seat) is not None:
        raise Refusal("seat/away", "your time was up and a bot plays for you: POST /return before you move")
    if seat == mover:
        in_time(match, now)


def in_time(match: Match, now: int) -> None:
    """Refuse a move after the deadline (`clock/expired`), unless time-outs of this game must be claimed."""
    due = match.deadline
    if due is not None and now >= due and match.created.options.on_timeout is not OnTimeout.CLAIM:
        raise Refusal("clock/expired", "your time is up: the time-out is about to be recorded")


def claimed(match: Match, player: str, now: int) -> list[EventDraft]:
    """The player claims the time-out of the seat to act, which then leaves the game; raises `Refusal`.

    Codes: `clock/not-claimable`, `clock/own`, `clock/not-expired`, and those of `resignation`.
    """
    own = _active(match, player)
    if match.created.options.on_timeout is not OnTimeout.CLAIM:
        raise Refusal("clock/not-claimable", "in this game time-outs take effect automatically")
    seat, expired = _expired(match, now)
    if seat == own:
        raise Refusal("clock/own", "your own time is up: move before another player claims the time-out")
    first, *others = _forfeited(match, seat, expired)
    return [EventDraft(first.event, player, PLAYER), *others]


def come_back(match: Match, player: str, _: int = 0) -> list[EventDraft]:
    """The player returns to a seat for which a bot plays; raises `Refusal`.

    Codes: `seat/not-away`, `bot/to-act`, `clock/no-time`, and those of `resignation`.
    """
    seat = _active(match, player)
    if match.policy_of(seat) is None:
        raise Refusal("seat/not-away", "no bot plays for you")
    _check_time_to_come(match, seat)
    return [EventDraft(game_events.SeatReturned(seat), player, PLAYER)]


def take_over(match: Match, player: str, seat: int) -> list[EventDraft]:
    """A player takes over a seat that was left; raises `Refusal`.

    Codes: `game/not-active`, `rated/no-takeover`, `seat/taken-by-you`, `seat/not-invited`, `seat/not-left`,
    `bot/to-act`, `clock/no-time`.
    """
    game = match.game if match.status is Status.ACTIVE else None
    if game is None:
        raise Refusal("game/not-active", f"the game is {match.status.value}")
    if match.created.options.rated:
        raise Refusal("rated/no-takeover", "the game is rated: nobody can take over a seat")
    if match.seat_of(player) is not None:
        raise Refusal("seat/taken-by-you", "you have, or had, a seat in this game")
    check_invited(match.created.options, player)
    if seat not in game.left:
        raise Refusal("seat/not-left", f"the player of seat {seat} has not left")
    _check_time_to_come(match, Seat(seat))
    return [EventDraft(game_events.SeatTakenOver(Seat(seat), player), player, PLAYER)]


def _check_time_to_come(match: Match, seat: Seat) -> None:
    """Refuse a person who would have no time left on the bot's seat, or whose seat is to act.

    If a turn that had timed out could be begun again, a game could last for ever.
    """
    if seat == match.mover:
        raise Refusal("bot/to-act", "the bot on this seat is about to act: try again after its turn")
    clock = match.created.options.clock
    if clock and CONTROLS[clock.policy].once and match.clocks and match.clocks.seats[seat].left == 0:
        raise Refusal("clock/no-time", "this seat's time for the whole game is used up: the bot plays on")


def agree_to_end(match: Match, player: str, _: int = 0) -> list[EventDraft]:
    """The player agrees to end the game; it ends when all present players agree. Raises `Refusal`.

    Codes: `seat/away`, `end/agreed`, and those of `resignation`.
    """
    seat = _active(match, player)
    if match.policy_of(seat) is not None:
        raise Refusal("seat/away", "a bot plays for you: POST /return before you agree to end the game")
    if seat in match.agreed:
        raise Refusal("end/agreed", "you have already agreed; your agreement lapses with the next move")
    agreed = {*match.agreed, seat}
    drafts = [EventDraft(game_events.EndAgreed(seat), player, PLAYER)]
    return [*drafts, EventDraft(rules_events.GameEnded())] if agreed >= present(match) else drafts


def present(match: Match) -> set[Seat]:
    """The seats that their players play in person."""
    return {Seat(seat) for seat in range(len(match.sitters)) if _in_person(match, Seat(seat))}


def begin_vacation(match: Match, player: str, now: int) -> list[EventDraft]:
    """The player begins a vacation, which stops the player's clock; raises `Refusal`.

    Codes: `vacation/no-clock`, `vacation/begun`, `vacation/no-days`, and those of `resignation`.
    """
    seat = _active(match, player)
    if match.clocks is None:
        raise Refusal("vacation/no-clock", "this game has no clock that a vacation could stop")
    if _on_vacation(match, seat, now):
        raise Refusal("vacation/begun", "you are on vacation already")
    if vacation_days_left(match.clocks, seat, now) <= 0:
        raise Refusal("vacation/no-days", "your vacation days of this year are used up")
    return [EventDraft(game_events.VacationBegan(seat), player, PLAYER)]


def end_vacation(match: Match, player: str, now: int) -> list[EventDraft]:
    """The player ends a vacation; raises `Refusal`: `vacation/none`, and those of `resignation`."""
    seat = _active(match, player)
    if not _on_vacation(match, seat, now):
        raise Refusal("vacation/none", "you are not on vacation")
    return [EventDraft(game_events.VacationEnded(seat), player, PLAYER)]


def _on_vacation(match: Match, seat: Seat, now: int) -> bool:
    return match.clocks is not None and now < end(match.clocks.seats[seat].vacations)


def _active(match: Match, player: str) -> Seat:
    """The seat of a player who has not left an active game; raises `Refusal`."""
    seat = _not_left(match, player)
    if match.status is not Status.ACTIVE:
        raise Refusal("game/not-active", f"the game is {match.status.value}")
    return seat


def _not_left(match: Match, player: str) -> Seat:
    seat = seat_of(match, player)
    if match.game and seat in match.game.left:
        raise Refusal("seat/left", "you have left this game")
    return seat


def _in_person(match: Match, seat: Seat) -> bool:
    gone = match.game.left if match.game else ()
    return match.policy_of(seat) is None and seat not in gone


def _expired(match: Match, now: int) -> tuple[Seat, game_events.TimeExpired]:
    due, seat = match.deadline, match.mover
    if due is None or seat is None or now < due:
        raise Refusal("clock/not-expired", "the seat to act has time left")
    return seat, game_events.TimeExpired(seat, due)


def _timed(
    expired: game_events.TimeExpired, then: game_events.SeatAway | game_events.SeatLeft
) -> list[EventDraft]:
    return [EventDraft(expired, SYSTEM, TIMEOUT), EventDraft(then, SYSTEM, TIMEOUT)]


def _forfeited(match: Match, seat: Seat, expired: game_events.TimeExpired) -> list[EventDraft]:
    left = game_events.SeatLeft(seat, Reason.TIMEOUT, stand_in(match))
    return [*_timed(expired, left), *ending(match, seat)]


def with_what_follows(match: Match, own: list[EventDraft], chance: Chances) -> list[EventDraft]:
    """The drafts, and the automatic events if they end in leaving a seat for which no bot plays."""
    left = own[-1].event
    if match.game is None or not isinstance(left, game_events.SeatLeft):
        return own
    game = evolve(match.game, rules_events.SeatLeft(left.seat, idle=left.policy is None))
    _, happened = settle(game, (), chance())
    return own + [EventDraft(event) for event in recorded(game, happened)]
