"""How many requests of one address are worked on at once."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Event, Thread

import pytest
from flask import Flask

from service.http.bulkhead import WAITING, Admission, Bulkhead, TooManyAtOnce, outside, register
from service.problem import Problem
from tests.support.waiting import eventually


def entered(bulkhead: Bulkhead, who: str) -> Admission:
    """The admission of a request that runs."""
    admission = bulkhead.enter(who)
    admission.run()
    return admission


@contextmanager
def running(admission: Admission) -> Iterator[Event]:
    """A thread that waits to run; what is set once it does."""
    runs = Event()

    def run() -> None:
        admission.run()
        runs.set()

    thread = Thread(target=run, daemon=True)
    thread.start()
    yield runs
    thread.join()


def test_requests_of_one_address_run_one_after_the_other() -> None:
    """The second runs when the first leaves; one of another address runs at once."""
    bulkhead = Bulkhead()
    first, second = entered(bulkhead, "a"), bulkhead.enter("a")
    with running(second) as runs:
        entered(bulkhead, "b")
        assert not runs.is_set()
        bulkhead.leave(first)
    assert runs.is_set()


def test_a_request_that_waits_for_its_client_lets_others_run() -> None:
    """It gives its turn away, stays counted, and waits for its turn again."""
    bulkhead = Bulkhead(waiting=1)
    slow, quick = entered(bulkhead, "a"), bulkhead.enter("a")
    slow.pause()
    quick.run()
    with pytest.raises(TooManyAtOnce):
        bulkhead.enter("a")
    with running(slow) as runs:
        assert not runs.is_set()
        bulkhead.leave(quick)
    assert runs.is_set()


def test_too_many_waiting_requests_are_refused() -> None:
    """One more than may wait is refused, and another address is not."""
    bulkhead = Bulkhead(waiting=1)
    entered(bulkhead, "a")
    bulkhead.enter("a")
    with pytest.raises(TooManyAtOnce):
        bulkhead.enter("a")
    bulkhead.enter("b")


def test_a_turn_that_does_not_come_is_a_refusal() -> None:
    """Who waited in vain may leave without having run, and the one that runs keeps its turn."""
    bulkhead = Bulkhead(patience=0.01)
    first, second = entered(bulkhead, "a"), bulkhead.enter("a")
    with pytest.raises(TooManyAtOnce):
        second.run()
    bulkhead.leave(second)
    with pytest.raises(TooManyAtOnce):
        entered(bulkhead, "a")
    bulkhead.leave(first)


def test_nothing_is_kept_of_an_address_without_requests() -> None:
    """A process that has answered many addresses remembers none of them."""
    bulkhead = Bulkhead()
    for number in range(100):
        bulkhead.leave(entered(bulkhead, str(number)))
    assert len(bulkhead) == 0


class Site:
    """An app behind a bulkhead; `/slow` stays in its view until `done`, `/body` waits for its client."""

    def __init__(self) -> None:
        self.app = Flask(__name__)
        self.inside, self.done = Event(), Event()
        self.app.add_url_rule("/slow", "slow", self._slow)
        self.app.add_url_rule("/body", "body", self._body)
        self.app.add_url_rule("/", "quick", lambda: "done")
        self.app.register_error_handler(Problem, lambda error: (error.code, error.status))
        register(self.app)
        self.statuses: list[int] = []

    def ask(self, path: str, address: str = "127.0.0.1") -> int:
        """The status of an answer; 0 where the app failed."""
        with suppress(RuntimeError):
            return self.app.test_client().get(path, environ_base={"REMOTE_ADDR": address}).status_code
        return 0

    def asking(self, path: str) -> Thread:
        """A thread that asks, and notes the status."""
        thread = Thread(target=lambda: self.statuses.append(self.ask(path)), daemon=True)
        thread.start()
        return thread

    def _slow(self) -> str:
        self.inside.set()
        self.done.wait()
        raise RuntimeError

    def _body(self) -> str:
        with outside():
            self.inside.set()
            self.done.wait()
        return "done"


@pytest.fixture
def site() -> Iterator[Site]:
    """Give an app that fails as it is, without a page for it."""
    site = Site()
    site.app.testing = True
    yield site
    site.done.set()


def test_an_app_works_on_one_request_of_an_address(site: Site) -> None:
    """The next is answered once one is done, also by a fault; another address is answered at once."""
    slow = site.asking("/slow")
    assert site.inside.wait(10)
    quick = site.asking("/")
    assert site.ask("/", "192.0.2.1") == 200
    assert site.statuses == []
    site.done.set()
    slow.join()
    quick.join()
    assert sorted(site.statuses) == [0, 200]


def test_a_body_that_is_waited_for_holds_nobody_up(site: Site) -> None:
    """A neighbour's request is answered meanwhile."""
    slow = site.asking("/body")
    assert site.inside.wait(10)
    assert site.ask("/") == 200
    site.done.set()
    slow.join()
    assert site.statuses == [200]


def test_the_app_says_how_many_there_may_be(site: Site) -> None:
    """A request beyond those that wait is answered 429, and does not reach its view."""
    slow = site.asking("/slow")
    assert site.inside.wait(10)
    others = [site.asking("/") for _ in range(WAITING + 1)]
    eventually(lambda: site.statuses == [429])
    site.done.set()
    for thread in [slow, *others]:
        thread.join()
    assert sorted(site.statuses) == [0, *[200] * WAITING, 429]
