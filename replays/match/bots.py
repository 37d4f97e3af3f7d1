"""Bots as players: how they sit down, and what they do when it is their turn.

A bot's choice is a function of the position and of its seat's stream of words, so that anybody can repeat it
once the seed is revealed (`docs/play/bots.md`). The names under which policies are stored have a version.
"""

from collections.abc import Callable
from functools import partial

from kingdomino.board.numbers import Seat
from kingdomino.game.chance import Chance
from kingdomino.game.commands import Command
from kingdomino.policies import BOTS, NeedsKernel, Policy, command, policy_named, stored_names
from replays.events import game_events
from replays.events.causes import BOT, PLAYER, SYSTEM
from replays.match import draws
from replays.match.aggregate import Match, Sitter, Status
from replays.match.chances import digest_of
from replays.match.decisions import Choice, Refusal, check_going, made, started_when_full
from replays.match.recording import Draft

STAND_IN = BOTS["steady"].stored_name
"""Who plays on for a seat whose player is away or has left."""

BLOCKS_A_TURN = 2**16
"""How far apart in its stream the words for the decisions at two versions begin, in blocks."""


class UnknownPolicy(Exception):  # noqa: N818 - the state of the log
    """A bot plays by a policy that this code does not know; a newer version of the service may."""

    code = "bot/unknown-policy"


def sit_down(match: Match, policy: str, player: str, seed: Callable[[], bytes]) -> list[Draft]:
    """A bot of this policy on the lowest free seat, put there by a player who sits there; raises `Refusal`.

    Codes: `bot/unknown-policy`, `bot/needs-kernel`, `seat/not-seated`, `rated/no-bots`, `game/over`,
    `seat/none-free`.
    """
    if policy not in BOTS:
        raise Refusal("bot/unknown-policy", f"{policy!r} is none of {', '.join(BOTS)}")
    if not BOTS[policy].is_offered:
        raise Refusal(NeedsKernel.code, str(NeedsKernel()))
    seat, stored = seat_for(match, player), BOTS[policy].stored_name
    draft = Draft(game_events.BotSeated(seat, stored), player, PLAYER)
    return started_when_full(match, Sitter(f"bot/{stored}", None, stored), draft, seed)


def seat_for(match: Match, player: str) -> Seat:
    """The seat on which the player may put a bot; raises `Refusal`."""
    if match.seat_of(player) is None:
        raise Refusal("seat/not-seated", "only players at the table can seat a bot")
    if match.created.options.rated:
        raise Refusal("rated/no-bots", "the game is rated: only people sit down")
    check_going(match)
    if len(match.sitters) == match.players:
        raise Refusal("seat/none-free", f"all {match.players} seats are taken")
    return Seat(len(match.sitters))


def is_due(match: Match) -> bool:
    """Whether a bot is to act."""
    if match.status is not Status.ACTIVE or match.mover is None:
        return False
    return match.policy_of(match.mover) is not None


def act(match: Match, seed: Callable[[], bytes], chance: Callable[[], Chance]) -> list[Draft]:
    """What the bot to act does, and what follows from it; raises `Refusal` `bot/not-due`."""
    if not is_due(match) or match.game is None or match.mover is None:
        raise Refusal("bot/not-due", "no bot is to act")
    wanted = choice(match, seed())
    return made(match.game, Choice(match.mover, wanted, SYSTEM, BOT), chance())


def choice(match: Match, seed: bytes) -> Command:
    """What the bot to act chooses; raises `UnknownPolicy` and `NeedsKernel`.

    At a position of version v, it takes the words of `bot/<seat>` from block v x 2^16 on.
    """
    if match.game is None or match.mover is None:
        raise ValueError("nobody is to act")
    policy = _policy(match.policy_of(match.mover))
    digest = digest_of(match)
    first = match.turn_version * BLOCKS_A_TURN
    stream = draws.words(seed, draws.bot(match.mover), match.id, digest, first)
    return command(policy, match.game, match.mover, partial(draws.below, stream))


def _policy(stored: str | None) -> Policy:
    policy = policy_named(stored or "")
    if policy is None:
        raise UnknownPolicy(f"{stored!r} is none of {', '.join(stored_names())}")
    return policy
