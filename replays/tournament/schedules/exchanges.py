"""Exchanges of two players between the tables of a round, as long as they lower the cost."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, product

from replays.tournament.schedules.costs import Costs, Group, meet_again


@dataclass(frozen=True, slots=True)
class Party:
    """A table, or all those who rest. `apart` is true of these, and of a table of three among fours."""

    group: Group
    apart: bool = False
    rests: bool = False


class Exchanges:
    """The exchanges in one round: with the costs, and how often each player, by place, was apart before.

    Two players change places if both tables are of one kind, or if both have been apart equally often; so
    exchanges change nothing in who is apart how often. Tables are near if there are at most `near` - 1
    between them; a table where players meet again exchanges with all others, too.
    """

    def __init__(self, costs: Costs, had: Sequence[int], near: int) -> None:
        self._costs, self._had, self._near = costs, had, near

    def made(self, parties: Sequence[Party]) -> list[Party]:
        """The tables after all exchanges: pass after pass over all two of them, until one changes nothing."""
        now, settled, changed = list(parties), set[tuple[Party, Party]](), True
        again = [self._again(each) for each in now]
        while changed:
            changed = False
            for one, two in combinations(range(len(now)), 2):
                before = now[one], now[two]
                if not (two - one <= self._near or again[one] or again[two]) or before in settled:
                    continue
                cheaper = self._cheaper(*before)
                if cheaper is None:
                    settled.add(before)
                    continue
                now[one], now[two] = cheaper
                again[one], again[two] = map(self._again, cheaper)
                changed = True
        return now

    def cost(self, parties: Sequence[Party]) -> int:
        """What all tables and rests of a round cost."""
        return sum(map(self._cost, parties))

    def _cheaper(self, one: Party, two: Party) -> tuple[Party, Party] | None:
        """The first exchange that lowers the cost of these tables."""
        moved = {place: self._beside(place, two) - self._beside(place, one) for place in one.group}
        moved |= {place: self._beside(place, one) - self._beside(place, two) for place in two.group}
        for first, second in product(one.group, two.group):
            if one.apart == two.apart or self._had[first] == self._had[second]:
                change = moved[first] + moved[second] - self._not_met(one, two, first, second)
                if change < 0:
                    return _with(one, first, second), _with(two, second, first)
        return None

    def _beside(self, place: int, party: Party) -> int:
        """What it costs that the player of this place is there; all others of the table stay."""
        below = self._costs.below(place) if party.apart else 0
        if party.rests:
            return below
        return below + sum([self._costs.meeting(place, other) for other in party.group if other != place])

    def _not_met(self, one: Party, two: Party, first: int, second: int) -> int:
        """What `_beside` counts too much for two who change places: each would still meet the other."""
        return self._costs.meeting(first, second) * ((not one.rests) + (not two.rests))

    def _cost(self, party: Party) -> int:
        below = sum(map(self._costs.below, party.group)) if party.apart else 0
        return below if party.rests else below + self._costs.within(party.group)

    def _again(self, party: Party) -> bool:
        return not party.rests and meet_again(self._costs.within(party.group))


def _with(party: Party, old: int, new: int) -> Party:
    group = sorted(new if each == old else each for each in party.group)
    return Party(tuple(group), party.apart, party.rests)
