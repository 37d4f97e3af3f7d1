"""The connection to the store fails before, during and after each step: it happens once or not at all."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

import pytest
from redis import Redis

from harness.wire.proxy import End, Fault, Proxy, Way, proxy_to
from replays.store import clients
from tests.crash.support.cuts import UNKNOWN, Course
from tests.crash.support.scene import Scene
from tests.crash.support.steps import STEPS

PATIENCE = 0.6
"""The seconds for which processes wait for a reply of a store that falls silent."""
SOON = 60.0


class Place(NamedTuple):
    """Processes that reach the store directly, others that use a proxy, and the proxy."""

    direct: Scene
    through: Scene
    impatient: Scene
    proxy: Proxy


@pytest.fixture(scope="module")
def place(store_url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    """Give the place; its impatient processes use the proxy, too."""
    data = tmp_path_factory.mktemp("data")
    with proxy_to(Path(urlsplit(store_url).path)) as proxy:
        url = f"redis://{proxy.host}:{proxy.port}"
        direct, through = Scene(store_url, data), Scene(url, data)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(clients, "ANSWER_SECONDS", PATIENCE)
            impatient = Scene(url, data)
        yield Place(direct, through, impatient, proxy)


@contextmanager
def course_of(step: str, store_url: str, place: Place, through: Scene) -> Iterator[Course]:
    """A step on an empty store behind the proxy; the test's own client has a long timeout."""
    with Redis.from_url(store_url, socket_timeout=SOON) as store:
        yield Course(STEPS[step], store, place.direct, through, place.proxy)


@pytest.fixture(params=STEPS)
def course(request: pytest.FixtureRequest, store_url: str, place: Place) -> Iterator[Course]:
    """Yield each step."""
    with course_of(request.param, store_url, place, place.through) as course:
        yield course


@pytest.fixture(params=STEPS)
def impatient(request: pytest.FixtureRequest, store_url: str, place: Place) -> Iterator[Course]:
    """Yield each step of processes that soon give up a silent store, for which a busy one may pass."""
    with course_of(request.param, store_url, place, place.impatient) as course:
        yield course


@pytest.mark.smoke
@pytest.mark.sampled(7)
def test_the_connection_is_cut(course: Course) -> None:
    """A step happens once or not at all if its request or its reply is cut at the start, middle or end."""
    course.check_record()
    for fault in course.cuts():
        course.check_cut(fault)


def test_the_store_falls_silent(impatient: Course) -> None:
    """A step has an unknown outcome if the store goes silent; what arrives after a retry changes nothing."""
    for fault in (
        Fault(impatient.step.mark, Way.REQUEST, impatient.length[Way.REQUEST] // 2, End.SILENCE),
        Fault(impatient.step.mark, Way.ANSWER, 0, End.SILENCE),
    ):
        told = impatient.fails(fault)
        assert told.code == UNKNOWN, fault
        assert impatient.is_untouched() == (fault.way is Way.REQUEST), fault
        impatient.check_retries()
        impatient.trial.released.set()
        assert impatient.trial.answered.wait(SOON)
        impatient.check_retries()


def test_the_store_cannot_be_reached(course: Course) -> None:
    """A step fails with `store/away` and changes nothing; it succeeds as soon as the store is back."""
    course.begin()
    course.proxy.refuse()
    assert course.do().code == "store/away"
    assert course.is_untouched()
    course.proxy.accept()
    course.check_retries()
