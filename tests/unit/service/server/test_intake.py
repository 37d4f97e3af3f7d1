"""Turns and steps of addresses: counted on a loop whose time stands still until a test moves it."""

import asyncio
import gc
from collections.abc import Callable, Iterator
from typing import Any
from unittest.mock import Mock, patch

import pytest

from service.server.intake import BURST_STEPS, STEPS_A_SECOND, TURN_STEPS, Intake

STEPS = 100
"""The steps of each slice here."""


class Loop:
    """A loop that is turned by hand."""

    def __init__(self) -> None:
        self.now = 0.0
        self._calls: list[tuple[float, Callable[[], Any], Mock]] = []

    def time(self) -> float:
        """The time, in seconds."""
        return self.now

    def call_soon(self, call: Callable[[], Any]) -> Mock:
        """Call in the next iteration."""
        return self.call_later(0.0, call)

    def call_later(self, seconds: float, call: Callable[[], Any]) -> Mock:
        """Call in the first iteration after this time."""
        handle = Mock(is_cancelled=False)
        handle.cancel = lambda: setattr(handle, "is_cancelled", True)
        self._calls.append((self.now + seconds, call, handle))
        return handle

    def turn(self) -> bool:
        """Run one iteration; False if nothing was due."""
        due = [each for each in self._calls if each[0] <= self.now]
        self._calls = [each for each in self._calls if each[0] > self.now]
        for _, call, handle in due:
            if not handle.is_cancelled:
                call()
        return bool(due)


class Slices:
    """A connection with so many slices to be parsed; notes its name in `order` at each."""

    def __init__(self, name: str, number: int, order: list[str]) -> None:
        self.name, self.left, self._order = name, number, order

    def read(self) -> int:
        """Parse one."""
        self.left -= 1
        self._order.append(self.name)
        return STEPS

    def waits(self) -> bool:
        """True if there is another one."""
        return self.left > 0


@pytest.fixture
def loop() -> Iterator[Loop]:
    """Give the running loop."""
    made = Loop()
    with patch.object(asyncio, "get_running_loop", return_value=made):
        yield made


def test_a_turn_has_an_end(loop: Loop) -> None:
    """An address with much to parse goes on in the next iteration of the loop, not before."""
    order: list[str] = []
    Intake(is_limited=True).share("a").ask(Slices("a", 1000, order))
    turns = [len(order)]
    for _ in range(3):
        loop.turn()
        turns.append(len(order))
    assert turns == [TURN_STEPS // STEPS * number for number in (1, 2, 3, 4)]


def test_another_address_is_read_at_once(loop: Loop) -> None:
    """It waits for no turn of the first one, whether that has steps left or not."""
    order: list[str] = []
    intake = Intake(is_limited=True)
    intake.share("a").ask(Slices("a", 1000, order))
    intake.share("b").ask(Slices("b", 1, order))
    assert order[-1] == "b"
    while loop.turn():
        pass
    intake.share("c").ask(Slices("c", 1, order))
    assert order[-1] == "c"


@pytest.mark.usefixtures("loop")
def test_connections_of_an_address_take_turns() -> None:
    """A slice each, so a short request does not wait for the end of a long one."""
    order: list[str] = []
    share = Intake(is_limited=True).share("a")
    share.ask(Slices("long", 1000, order))
    share.ask(Slices("short", 1, order))
    share._take_turn()
    assert order[TURN_STEPS // STEPS :][:2] == ["long", "short"]


def test_an_address_earns_its_steps(loop: Loop) -> None:
    """After a burst it is read as fast as it earns steps, and after a rest it has a burst again."""
    order: list[str] = []
    share = Intake(is_limited=True).share("a")
    share.ask(Slices("a", 10_000, order))
    while loop.turn():
        pass
    assert len(order) == BURST_STEPS / STEPS
    for _ in range(100):
        loop.now += 0.01
        loop.turn()
    earned = len(order) * STEPS - BURST_STEPS
    assert earned == pytest.approx(STEPS_A_SECOND, abs=TURN_STEPS + STEPS)


def test_a_new_connection_finds_the_debts_of_the_old_ones(loop: Loop) -> None:
    """They are remembered until they are paid, and then forgotten."""
    order: list[str] = []
    intake = Intake(is_limited=True)
    intake.share("a").ask(Slices("a", int(BURST_STEPS) // STEPS, order))
    while loop.turn():
        pass
    gc.collect()
    intake.share("a").ask(Slices("again", 1, order))
    assert "again" not in order
    loop.now += 10
    while loop.turn():
        pass
    assert order[-1] == "again"
    loop.now += 10
    while loop.turn():
        pass
    gc.collect()
    assert len(intake) == 0


def test_without_limits_an_address_takes_turns_only(loop: Loop) -> None:
    """Behind a proxy all clients have one address, which never has to wait for steps."""
    order: list[str] = []
    Intake(is_limited=False).share("proxy").ask(Slices("a", 10_000, order))
    while loop.turn():
        pass
    assert len(order) == 10_000


def test_what_asks_for_later_is_not_read_now(loop: Loop) -> None:
    """The caller is in the middle of its own work then."""
    order: list[str] = []
    share = Intake(is_limited=True).share("a")
    share.ask_later(Slices("a", 1, order))
    assert order == []
    loop.turn()
    assert order == ["a"]


class Faulty(Slices):
    """A connection whose slices cannot be parsed, because of a fault in this program."""

    def read(self) -> int:
        """Fail."""
        super().read()
        raise ZeroDivisionError


@pytest.mark.parametrize("is_alone", [True, False])
def test_a_fault_at_one_connection_does_not_stop_the_others(loop: Loop, *, is_alone: bool) -> None:
    """Behind a proxy they are everybody."""
    order: list[str] = []
    share = Intake(is_limited=True).share("a")
    if not is_alone:
        share.ask_later(Slices("before", 1, order))
        share.ask_later(Faulty("faulty", 1, order))
        share.ask_later(Slices("beside", 1, order))
        with pytest.raises(ZeroDivisionError):
            loop.turn()
    else:
        with pytest.raises(ZeroDivisionError):
            share.ask(Faulty("faulty", 1, order))
    share.ask(Slices("after", 1, order))
    while loop.turn():
        pass
    assert order == (["faulty", "after"] if is_alone else ["before", "faulty", "beside", "after"])
