"""How long the processes block on the log, and how long their connections wait for it."""

from replays.store import clients
from service.live import hub
from workers.relay import relay


def test_blocking_reads_block_for_less_than_a_client_waits() -> None:
    """What tails the feeds asks to be answered before its client takes the server for frozen."""
    assert max(hub.BLOCK_MS, relay.BLOCK_MS) < 1000 * clients.ANSWER_SECONDS
