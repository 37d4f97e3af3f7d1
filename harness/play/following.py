"""Waiting for a follower of live updates."""

from collections.abc import Sequence
from threading import Event

from service.application.live.follower import Follower
from service.application.live.items import Item


def wait(follower: Follower, seconds: float) -> Sequence[Item]:
    """The next items within this time, read from the log if the follower requires it."""
    rung = Event()
    follower.on_news = rung.set
    while True:
        items = follower.take()
        if items is None:
            items = follower.recover()
        if items or follower.ended or not rung.wait(seconds):
            return items
        rung.clear()
