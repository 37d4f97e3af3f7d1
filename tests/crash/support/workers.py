"""Workers that are killed on the way, and the sweepers that find their work."""

from contextlib import ExitStack

from harness.jobs.dying import die_at, dies
from harness.jobs.site import Site


def sweep(site: Site) -> None:
    """Let the sweepers find due work after the longest patience, so that they also find lost work."""
    site.clock.advance(60.0)
    site.sweep_patiently()


def kill_a_worker(site: Site, store_url: str, point: str) -> None:
    """Start a worker on the due jobs, and kill it before or after its first append."""
    site.rq.flushdb()
    sweep(site)
    assert site.queue.size() > 0

    def work() -> None:
        with ExitStack() as stack:
            there = Site(store_url, stack)
            die_at(there.log, "append", point)
            there.work()

    assert dies(work)
