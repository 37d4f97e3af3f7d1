"""Blocking reads of the log, compared with the timeouts of connections."""

from contextlib import ExitStack
from threading import Thread

import pytest
from redis import Redis

from harness.waiting import eventually
from replays.log.feeds import SOON_MS
from replays.store import clients
from replays.store.unblocking import unblock
from service.application.live import hub
from workers.relay import chores, relay
from workers.worker.projections import projection_thread

PRECISION_MS = 100
"""Servers look for the ends of waits ten times a second."""


def test_blocking_reads_block_for_less_than_a_client_waits() -> None:
    """Readers of the feeds block for less than the client's timeout."""
    longest = max(hub.BLOCK_MS, relay.BLOCK_MS, chores.REST_MS, projection_thread.BLOCK_MS)
    assert longest + PRECISION_MS < 1000 * clients.ANSWER_SECONDS


def test_the_relay_rests_for_no_longer_than_appends_expect() -> None:
    """An append wakes the relay for what becomes due while it would rest."""
    assert chores.REST_MS + PRECISION_MS < SOON_MS


def test_a_projection_keeps_its_lease_while_it_waits() -> None:
    """The lease lasts longer than a read."""
    assert projection_thread.BLOCK_MS + PRECISION_MS < projection_thread.LEASE_MS


@pytest.mark.slow
def test_a_stopping_process_ends_its_own_blocking_commands(store_url: str) -> None:
    """A read without an end returns nothing; another process's read goes on."""
    with ExitStack() as stack:
        ours, theirs, looking = (
            stack.enter_context(Redis(unix_socket_path=store_url.removeprefix("unix://"), client_name=name))
            for name in (clients.process_name(), "another", "looking")
        )
        found = list[object]()
        reads = [
            Thread(target=lambda client=client: found.append(client.blpop("nothing")))
            for client in (ours, theirs)
        ]
        for read in reads:
            read.start()
        eventually(lambda: looking.info("clients")["blocked_clients"] == 2)
        unblock(store_url)
        reads[0].join()
        assert (found, reads[1].is_alive()) == ([None], True)
        looking.rpush("nothing", "something")
        reads[1].join()
