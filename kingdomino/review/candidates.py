"""Which legal moves are worth playouts: those that promise most at first sight, and the one that was made."""

from collections.abc import Sequence

from kingdomino.game.commands import Command
from kingdomino.game.origins_commands import Pass
from kingdomino.machine import evolve, judge
from kingdomino.policies.outlook import Outlook
from kingdomino.review.decisions import Decision

ALWAYS = 6
"""So few moves are all looked at."""


def candidates(decision: Decision, legal: Sequence[Command], most: int) -> list[Command]:
    """At most so many of the legal commands, with the one that was made and, where it is legal, passing."""
    if len(legal) <= max(most, ALWAYS):
        return list(legal)
    game, seat = decision.position.game, decision.seat
    outlook = Outlook.of(game, seat)

    def worth(command: Command) -> int:
        after = game
        for event in judge(game, seat, command):
            after = evolve(after, event)
        return outlook.worth(after.kingdoms[seat])

    promising = sorted(legal, key=worth, reverse=True)[:most]
    others = [each for each in legal if each == decision.command or isinstance(each, Pass)]
    return promising + [each for each in others if each not in promising]
