"""A correspondence game stays one legal game and ends, whatever people do, in any order and repeated."""

from collections.abc import Callable
from contextlib import suppress
from itertools import count

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from harness.play.correspondence import Correspondence
from kingdomino.board.numbers import Seat
from kingdomino.machine import legal_commands
from kingdomino.rules import GameKind, Mode, Rules
from replays.audit.bundle.building import game_bundle
from replays.audit.verdicts import Verdict
from replays.audit.verifier import audit
from replays.clocks.spec import ClockSpec, TimeControl
from replays.commands.handler import REFUSALS
from replays.commands.tables import ChangedMatch, Move
from replays.encoding.signing import Signer
from replays.events.game_events import Absent, OnTimeout, Options
from replays.log.event_log import CommandId
from replays.match.aggregate import EndCause, Match, Status
from replays.projections.replay import replay
from service.application.games.actions import Action, actions_of
from tests.sampling import examples

MINUTES = st.integers(0, 2 * 24 * 60)
SEATS = st.integers(0, 3)
CLOCKS = [
    None,
    ClockSpec(TimeControl.PER_TURN, 86_400, 86_400, 86_400),
    ClockSpec(TimeControl.FISCHER, 86_400, 3_600, 172_800),
    ClockSpec(TimeControl.BANK, 172_800, 0, 172_800),
]
RULES = [
    Rules(),
    Rules(game=GameKind.ORIGINS, mode=Mode.TOTEM),
    Rules(game=GameKind.ORIGINS, mode=Mode.TRIBE),
]
CHANGES = {
    "resign": "resign",
    "claim": "claim",
    "come_back": "return",
    "agree_to_end": "end",
    "begin_vacation": "vacation",
    "end_vacation": "end_vacation",
    "abort": "abort",
}
"""The methods with which players change their attendance, and the actions that offer them."""
BOTS = st.sampled_from(["random", "greedy", None, None])


class Players(RuleBasedStateMachine):
    """People, bots and workers at one table; every request is sent twice."""

    table: Correspondence

    @initialize(
        seed=st.integers(0, 2**16),
        rules=st.sampled_from(RULES),
        others=st.lists(BOTS, min_size=1, max_size=3),
        clock=st.sampled_from(CLOCKS),
        on_timeout=st.sampled_from([None, *OnTimeout]),
        absent=st.sampled_from([None, *Absent]),
    )
    def sit_down(
        self,
        *,
        seed: int,
        rules: Rules,
        others: list[str | None],
        clock: ClockSpec | None,
        on_timeout: OnTimeout | None,
        absent: Absent | None,
    ) -> None:
        """Begin a game."""
        options = Options(clock=clock, on_timeout=on_timeout if clock else None, absent=absent)
        self.table = Correspondence(seed, rules, len(others) + 1, options)
        self.table.fill(*others)
        self.keys = map(str, count())

    @property
    def match(self) -> Match:
        """The game as it is."""
        return self.table.match

    def twice(self, ask: Callable[[Match, CommandId], ChangedMatch]) -> bool:
        """Make a request, and assert that retries with the same key change nothing and have the same result.

        Returns True if the request was accepted.
        """
        key, before = CommandId(next(self.keys), "00" * 32), self.match
        try:
            first = ask(before, key)
        except REFUSALS:
            assert self.match.head == before.head
            with pytest.raises(REFUSALS):
                ask(before, key)
            return False
        assert first.after == self.match
        for seen in (before, self.match):
            again = ask(seen, key)
            assert again.repeated
            assert again.after == first.after
        assert self.match.head == first.after.head
        return True

    @rule(minutes=MINUTES)
    def time_passes(self, minutes: int) -> None:
        """Time passes, and the workers do not look until `workers_look`."""
        self.table.now += 60_000 * minutes

    @rule()
    def workers_look(self) -> None:
        """The workers do everything that is due, and a second look finds nothing more."""
        self.table.work()
        head = self.match.head
        self.table.work()
        assert self.match.head == head

    @precondition(lambda self: self.match.mover is not None)
    @rule(choice=st.integers(0, 2**16))
    def somebody_moves(self, choice: int) -> None:
        """The player to move makes a legal move."""
        match = self.match
        assert match.game is not None
        assert match.mover is not None
        legal = legal_commands(match.game)
        player, wanted = match.sitters[match.mover].player, legal[choice % len(legal)]
        move = Move(player, wanted, match.head.version)
        self.twice(lambda seen, key: self.table.tables.move(seen, move, key))

    @precondition(lambda self: self.match.game is not None)
    @rule(seat=SEATS)
    def somebody_plans(self, seat: int) -> None:
        """A player may store a plan, which changes nothing in the log."""
        head = self.match.head
        if seat < len(self.match.sitters):
            for _ in range(2):
                with suppress(*REFUSALS):
                    self.table.lay_plan(Seat(seat))
        assert self.match.head == head

    @rule(seat=SEATS, name=st.sampled_from(sorted(CHANGES)), rarely=st.integers(0, 3))
    def somebody_changes_their_attendance(self, seat: int, name: str, rarely: int) -> None:
        """A change of attendance is accepted exactly if it is offered; resigning and aborting are rare."""
        if name in {"abort", "resign"} and rarely:
            return
        change, player = getattr(self.table.attendance, name), f"player-{seat}"
        offered = CHANGES[name] in self.offered(player)
        assert self.twice(lambda seen, key: change(seen, player, key)) == offered

    def offered(self, player: str) -> set[str]:
        """The names of the actions that this player may do now."""
        return {
            action.name
            for action in actions_of(self.match, player)
            if (action.since or 0) <= self.table.now
            and (action.until is None or self.table.now < action.until)
        }

    @rule(seat=SEATS)
    def somebody_takes_over(self, seat: int) -> None:
        """A visitor can take over a seat exactly if that is offered."""
        visitor = f"visitor-{self.match.head.version}"
        offered = Action("takeover", seat=seat) in actions_of(self.match, visitor)
        done = self.twice(lambda seen, key: self.table.attendance.take_over(seen, visitor, Seat(seat), key))
        assert done == offered

    @invariant()
    def what_is_due_is_known(self) -> None:
        """The schedule has the due time of the game, or the time of its last event for a plan."""
        due = self.table.log.due_of([self.table.game]).get(self.table.game)
        assert due in {self.match.due, self.match.at}

    @invariant()
    def enough_have_stayed(self) -> None:
        """With `Absent.END` a game continues exactly while two seats have stayed, a person's among them."""
        match = self.match
        if match.created.options.absent is not Absent.END or match.game is None:
            return
        stayed = [sitter for seat, sitter in enumerate(match.sitters) if seat not in match.game.left]
        enough = len(stayed) > 1 and any(sitter.bot is None for sitter in stayed)
        if match.status is Status.ACTIVE:
            assert enough
        elif match.status in {Status.FINISHED, Status.SCORED}:
            assert (match.end_cause is EndCause.LEFT) == (not enough)

    def teardown(self) -> None:
        """When all players have resigned, the workers end the game, and the verifier passes it."""
        if not hasattr(self, "table"):
            return
        for seat in range(self.match.players):
            with suppress(*REFUSALS):
                self.table.attendance.resign(self.match, self.match.sitters[seat].player)
        self.table.work()
        assert self.match.status in {Status.SCORED, Status.ABORTED}
        assert replay(self.table.log, self.table.game).fault is None
        report = audit(game_bundle(self.table.game, self.table.log.read(self.table.game), Signer(bytes(32))))
        assert Verdict.FAIL not in report.verdicts.values(), report.findings


Players.TestCase.settings = settings(examples(8), stateful_step_count=40)
TestPlayers = Players.TestCase
