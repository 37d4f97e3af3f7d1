"""Decisions about bots: seating them, and their moves.

A bot's choice is a function of the position and of its seat's stream of words, so that anybody can repeat it
once the seed is revealed (`docs/play/bots.md`). The stored names of policies include a version.
"""

from collections.abc import Callable
from functools import partial

from kingdomino.board.numbers import Seat
from kingdomino.game.chance import Chance
from kingdomino.game.commands import Command
from kingdomino.policies import (
    BOTS,
    NeedsKernel,
    Policy,
    command,
    is_slow,
    policy_named,
    stored_names,
)
from replays.events import game_events
from replays.events.causes import BOT, PLAYER, SYSTEM
from replays.match.aggregate import Match, Status, bot_sitter
from replays.match.deciding.decisions import (
    Refusal,
    SeatCommand,
    check_going,
    free_seat,
    made,
    started_when_full,
)
from replays.match.randomness import draws
from replays.match.randomness.chances import digest_of, drawn_for
from replays.match.recording import EventDraft

STAND_IN = "steady-1"
"""The default policy for a seat whose player is away or has left; part of the log's format, never changes."""

BLOCKS_A_TURN = 2**16
"""The distance in blocks, in a bot's stream of words, between the starts for successive versions."""


class UnknownPolicy(Exception):  # noqa: N818 - the state of the log
    """A bot has a policy that this code does not know; a newer version of the service may know it."""

    code = "bot/unknown-policy"


def sit_down(match: Match, policy: str, player: str, seed: Callable[[], bytes]) -> list[EventDraft]:
    """Put a bot of this policy on the lowest free seat, for a seated player; raises `Refusal`.

    Codes: `bot/unknown-policy`, `bot/needs-kernel`, `seat/not-seated`, `rated/no-bots`, `game/over`,
    `seat/none-free`.
    """
    stored = policy_to_seat(policy)
    draft = EventDraft(game_events.BotSeated(seat_for(match, player), stored), player, PLAYER)
    return started_when_full(match, bot_sitter(stored), draft, seed)


def policy_to_seat(policy: str) -> str:
    """The stored name of a policy; raises `Refusal`: `bot/unknown-policy`, `bot/needs-kernel`."""
    if policy not in BOTS:
        raise Refusal("bot/unknown-policy", f'"policy" must be one of {", ".join(BOTS)}, not {policy!r}')
    if not BOTS[policy].is_offered:
        raise Refusal(NeedsKernel.code, str(NeedsKernel()))
    return BOTS[policy].stored_name


def seat_for(match: Match, player: str) -> Seat:
    """The seat on which the player may put a bot; raises `Refusal`."""
    check_company(match.seat_of(player), match.created.options)
    check_going(match)
    return free_seat(match.sitters, match.players)


def check_company(seat: Seat | None, agreed: game_events.Options) -> None:
    """Refuse a bot that a player without a seat adds, or that is added to a rated table.

    Raises `Refusal`: `seat/not-seated`, `rated/no-bots`.
    """
    if seat is None:
        raise Refusal("seat/not-seated", "only players at the table can seat a bot")
    if agreed.rated:
        raise Refusal("rated/no-bots", "the game is rated: bots cannot take a seat")


def is_due(match: Match) -> bool:
    """True if a bot is to act."""
    if match.status is not Status.ACTIVE or match.mover is None:
        return False
    return match.policy_of(match.mover) is not None


def act(match: Match, seed: Callable[[], bytes], chance: Callable[[], Chance]) -> list[EventDraft]:
    """The move of the bot that is to act, and what follows from it; raises `Refusal` (`bot/not-due`)."""
    if not is_due(match) or match.game is None or match.mover is None:
        raise Refusal("bot/not-due", "it is not the turn of a bot")
    wanted = choice(match, seed())
    return made(match.game, SeatCommand(match.mover, wanted, SYSTEM, BOT), chance())


def choice(match: Match, seed: bytes) -> Command:
    """The command that the bot to act chooses; raises `UnknownPolicy` and `NeedsKernel`.

    At a position of version v, the bot uses the words of `bot/<seat>` from block v x 2^16 on.
    """
    if match.game is None or match.mover is None:
        raise ValueError("nobody is to act")
    policy = _policy(match.policy_of(match.mover))
    digest = digest_of(match)
    first = match.turn_version * BLOCKS_A_TURN
    stream = draws.words(seed, draws.bot(match.mover), drawn_for(match), digest, first)
    return command(policy, match.game, match.mover, partial(draws.below, stream))


def is_stand_in(stored: str) -> bool:
    """True if the policy with this stored name may stand in for people: it is known and not slow."""
    return policy_named(stored) is not None and not is_slow(stored)


def _policy(stored: str | None) -> Policy:
    policy = policy_named(stored or "")
    if policy is None:
        raise UnknownPolicy(f"{stored!r} is none of {', '.join(stored_names())}")
    return policy
