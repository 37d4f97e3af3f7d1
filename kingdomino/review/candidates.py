"""The legal moves that are worth playouts: those with the best outlook, and the played one."""

from collections.abc import Sequence

from kingdomino.game.commands import Command
from kingdomino.game.origins_commands import Pass
from kingdomino.machine import evolve, judge
from kingdomino.policies.outlook import Outlook
from kingdomino.review.decisions import Decision

ALWAYS = 6
"""The number of moves up to which all are looked at."""


def candidates(decision: Decision, legal: Sequence[Command], most: int) -> list[Command]:
    """The `most` legal commands with the best outlook, the played one and, if legal, passing; all if few."""
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
