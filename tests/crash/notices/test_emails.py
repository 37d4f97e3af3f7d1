"""Senders of e-mails are killed, `kill -9`, around each step: each is sent; a repeat has the same id."""

from collections import Counter
from collections.abc import Callable, Iterator
from email.message import EmailMessage
from itertools import product

import pytest
from redis import Redis

from harness.jobs.dying import POINTS, die_at, dies
from harness.play.telling.mailed import Mailed, an_address, mailed, wanted
from service.application.channels.delivering.due import DISPATCHED_MS, WORK_MS

STEPS = ("begin", "save", "hand_over", "settle")
"""The courier's steps for a message: lease the target, store the message, send it, end the lease."""
TAKEN = ("hand_over", "after")
"""The step and point at which the mail server has the message, and the store does not show it."""


@pytest.fixture
def scene(store: Redis) -> Iterator[Mailed]:
    """Yield a game of two that has begun, on a real store and with a real mail server."""
    with mailed(store) as here:
        here.begin(wanted())
        yield here


@pytest.mark.smoke
def test_an_email_is_sent_wherever_its_sender_is_killed(scene: Mailed) -> None:
    """Each e-mail is sent once, or twice with the same id if its sender died after the server accepted it."""
    for step, point in product(STEPS, POINTS):
        name = scene.turn()
        before = len(scene.mailbox.to(an_address(name)))
        assert dies(lambda: deliver(scene, step, point))  # noqa: B023
        scene.table.now += max(DISPATCHED_MS, WORK_MS)
        came = scene.emails(name)[before:]
        ids = Counter(email["Message-ID"] for email in came)
        assert len(ids) == 1
        assert ids.total() == (2 if (step, point) == TAKEN else 1)


def deliver(scene: Mailed, step: str, point: str) -> None:
    """Send the due e-mails, and die at this step."""
    here = scene.deliveries
    if step == "hand_over":
        dying = Dying(scene.channel.hand_over)
        die_at(dying, "send", point)
        object.__setattr__(scene.channel, "hand_over", dying.send)
    else:
        die_at(here.targets if step == "save" else here.due, step, point)
    here.deliver()


class Dying:
    """A postman at whose call a process can die."""

    def __init__(self, send: Callable[[EmailMessage], None]) -> None:
        self._send = send

    def send(self, message: EmailMessage) -> None:
        """Hand a message over to the mail server."""
        self._send(message)
