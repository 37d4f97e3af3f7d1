"""How many requests of one address are worked on at once."""

from threading import Barrier, Event, Thread

import pytest
from flask import Flask

from service.bulkhead import AT_ONCE, WAITING, Bulkhead, TooManyAtOnce, register
from tests.support.waiting import eventually


def entered(bulkhead: Bulkhead, who: str) -> tuple[Thread, Event]:
    """A thread that enters, and what is set once it is inside."""
    inside = Event()

    def enter() -> None:
        bulkhead.enter(who)
        inside.set()

    thread = Thread(target=enter, daemon=True)
    thread.start()
    return thread, inside


def test_requests_of_one_address_wait_for_each_other() -> None:
    """The third enters when one of two leaves; those of another address enter at once."""
    bulkhead = Bulkhead(at_once=2, waiting=1)
    bulkhead.enter("a")
    bulkhead.enter("a")
    thread, inside = entered(bulkhead, "a")
    bulkhead.enter("b")
    assert not inside.is_set()
    bulkhead.leave("a")
    thread.join()
    assert inside.is_set()


def test_too_many_waiting_requests_are_refused() -> None:
    """One more than may wait is refused, and another address is not."""
    bulkhead = Bulkhead(at_once=1, waiting=1)
    bulkhead.enter("a")
    thread, _ = entered(bulkhead, "a")
    eventually(lambda: bulkhead._compartments["a"].members == 2)
    with pytest.raises(TooManyAtOnce):
        bulkhead.enter("a")
    bulkhead.enter("b")
    bulkhead.leave("a")
    thread.join()


def test_nothing_is_kept_of_an_address_without_requests() -> None:
    """A process that has answered many addresses remembers none of them."""
    bulkhead = Bulkhead()
    for number in range(100):
        bulkhead.enter(str(number))
        bulkhead.leave(str(number))
    assert len(bulkhead) == 0


def test_an_app_works_on_so_many_requests_of_an_address() -> None:
    """As many as may are inside at once; the next is answered once one is done, also by a fault."""
    app, done = Flask(__name__), Event()
    inside = Barrier(AT_ONCE + 1)
    seen: list[int] = []

    @app.get("/slow")
    def slow() -> str:
        inside.wait()
        done.wait()
        raise RuntimeError

    @app.get("/")
    def quick() -> str:
        seen.append(1)
        return "done"

    register(app)
    slow_ones = [Thread(target=app.test_client().get, args=("/slow",)) for _ in range(AT_ONCE)]
    for thread in slow_ones:
        thread.start()
    inside.wait()
    last = Thread(target=app.test_client().get, args=("/",))
    last.start()
    assert app.test_client().get("/", environ_base={"REMOTE_ADDR": "192.0.2.1"}).status_code == 200
    assert seen == [1]
    done.set()
    for thread in [*slow_ones, last]:
        thread.join()
    assert seen == [1, 1]


def test_the_app_says_how_many_there_may_be() -> None:
    """A request beyond those that wait is answered 429, and does not reach its view."""
    app, done = Flask(__name__), Event()
    inside = Barrier(AT_ONCE + 1)

    @app.get("/slow")
    def slow() -> str:
        if not done.is_set():
            inside.wait()
            done.wait()
        return "done"

    app.register_error_handler(Exception, lambda error: (str(error.code), 429))
    register(app)
    statuses: list[int] = []

    def ask() -> None:
        statuses.append(app.test_client().get("/slow").status_code)

    first = [Thread(target=ask) for _ in range(AT_ONCE)]
    for thread in first:
        thread.start()
    inside.wait()
    others = [Thread(target=ask) for _ in range(WAITING + 1)]
    for thread in others:
        thread.start()
    eventually(lambda: statuses == [429])
    done.set()
    for thread in [*first, *others]:
        thread.join()
    assert sorted(statuses) == [200] * (AT_ONCE + WAITING) + [429]
