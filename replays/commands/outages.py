"""Records the outages that are due in a game before any other decision about it."""

from replays.commands.handler import Decide
from replays.log.life import SignsOfLife
from replays.match.aggregate import Match
from replays.match.deciding.decisions import Refusal
from replays.match.deciding.outages import after, check_life, due_outages
from replays.match.recording import EventDraft


class Outages:
    """The outages that `signs` know. Methods raise StoreAway, and never ask if no time runs in the game."""

    def __init__(self, signs: SignsOfLife) -> None:
        self.signs = signs

    def before(self, decide: Decide[Match]) -> Decide[Match]:
        """The same decision, made after the outages that are due; raises `ServiceAway` if none may be made.

        Both are in one append, so a move is judged with the time that its player has.
        """

        def decided(match: Match, now: int) -> list[EventDraft]:
            due = match.deadline
            if due is None:
                return decide(match, now)
            life = self.signs.known(now, due if due <= now else 0)
            check_life(match, now, life)
            drafts = due_outages(match, now, life.outages)
            return [*drafts, *decide(after(match, drafts), now)]

        return decided

    def due(self, match: Match, now: int) -> list[EventDraft]:
        """The drafts of the outages that are due; raises `Refusal` (`outage/no-time`) if there are none."""
        drafts = due_outages(match, now, self.signs.known(now, 0).outages) if match.deadline else []
        if not drafts:
            raise Refusal("outage/no-time", "no outage took time in this turn")
        return drafts
