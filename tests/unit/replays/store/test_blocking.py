"""Blocking reads of the log, compared with the timeouts of connections."""

from replays.store import clients
from service.application.live import hub
from workers.relay import relay


def test_blocking_reads_block_for_less_than_a_client_waits() -> None:
    """Readers of the feeds block for less than the client's timeout."""
    assert max(hub.BLOCK_MS, relay.BLOCK_MS) < 1000 * clients.ANSWER_SECONDS
