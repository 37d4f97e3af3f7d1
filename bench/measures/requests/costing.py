"""The CPU time of a move and of pages, and the memory: what no wait for a disk or a client hides."""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from itertools import islice
from statistics import median
from time import perf_counter, sleep

from bench.measures.requests.moving import append
from bench.measures.requests.reading import answers, bare_read, pages
from bench.processes import cpu_seconds, resident
from bench.rows import Row, in_turn
from bench.site import Site
from bench.tables import new_table
from bench.turns import rounds
from bench.wire import asking, request, wires
from harness.games import seeded

SETTLE_SECONDS = 4.0
"""The time in which the processes finish the work for earlier moves, such as notices."""
TURNS = 50
"""The number of moves at each table: the first half of its game."""
MB = 1_000_000

Costs = Mapping[str, float]
"""A figure of each process."""


def cpu(site: Site, count: int) -> Iterator[Row]:
    """The CPU time of a read, a list of moves and a move, with all work that follows, such as notices.

    The limit is that of the bare views: two reads and an XADD. What the processes use when they are idle is
    subtracted for the time in which they only finish.
    """
    sleep(SETTLE_SECONDS)
    idle = _spent(site.pids, lambda: sleep(SETTLE_SECONDS))
    ours, limit = list[Costs](), list[Costs]()
    for _ in rounds():
        ours.append(_each(_moves(site, count), idle, 1, count))
        limit.append(_appends(site, idle, count))
    yield _row("move: cpu", [sum(costs.values()) for costs in ours], [sum(costs.values()) for costs in limit])
    for name in site.pids:
        bare = [costs[name] for costs in limit if name in costs]
        yield _row(f"move: cpu {name}", [costs[name] for costs in ours], bare)


def page_cpu(site: Site, count: int) -> Iterator[Row]:
    """The CPU time of the web process for a page, for a guest and for a player; the limit is a bare view.

    The same page is read again and again, as popular ones are: what the process keeps, it has.
    """
    paths, token = pages(site)
    for name, path in paths.items():
        for reader, asked in {"guest": request("GET", path), "player": asking(path, token)}.items():
            bare = bare_read(site, "head", site.size(asked))
            ours, limit = in_turn(
                partial(_answered, site.pids["web"], site.service.port, asked, count),
                partial(_answered, site.bare.pid, site.bare.port, bare, count),
            )
            yield Row.time(f"page: cpu {name}, {reader}", "ms", ours, limit)


def _answered(pid: int, port: int, asked: bytes, count: int) -> list[float]:
    """The CPU ms that a process spends on each of `count` responses, as the only figure of a round."""
    spent = _spent({"": pid}, lambda: answers(port, asked, count))
    return [spent[""] / count * 1000]


def memory(site: Site, count: int) -> Iterator[Row]:
    """The resident memory of each process after this number of moves; the limit is that of the bare views."""
    _moves(site, count)
    for name, pid in site.pids.items():
        limit = resident(site.bare.pid) / MB if name == "web" else None
        yield Row.time(f"memory: {name}", "MB", resident(pid) / MB, limit)


def _row(name: str, ours: list[float], limit: list[float]) -> Row:
    return Row.time(name, "ms", median(ours), median(limit) if limit else None)


def _moves(site: Site, count: int) -> Costs:
    """The CPU seconds of `count` moves with their reads, at new tables, until the work for them is done."""
    port, random = site.service.port, seeded(6)
    tables = [new_table(port) for _ in range(-(-count // TURNS))]
    sleep(SETTLE_SECONDS)

    def play() -> None:
        turns = (table for table in tables for _ in range(TURNS))
        for table, wire in zip(islice(turns, count), wires(port), strict=False):
            wire.expect(200, asking(table.path, table.tokens[0]))
            asked = table.next_move(wire, random)
            assert asked is not None, "these games are longer than what is measured"  # noqa: S101
            wire.expect(201, asked)
        sleep(SETTLE_SECONDS)

    return _spent(site.pids, play)


def _appends(site: Site, idle: Costs, count: int) -> Costs:
    """The CPU ms of the bare views for a move: of their process, and of the store."""
    read, asked = bare_read(site, "head", site.size(site.state)), append(site)
    begun = perf_counter()

    def ask() -> None:
        for wire, _ in zip(wires(site.bare.port), range(count), strict=False):
            wire.expect(200, read)
            wire.expect(200, read)
            wire.expect(201, asked)

    spent = _spent({"web": site.bare.pid, "store": site.pids["store"]}, ask)
    share = (perf_counter() - begun) / SETTLE_SECONDS
    return _each(spent, {"store": idle["store"]}, share, count)


def _each(spent: Costs, idle: Costs, share: float, count: int) -> Costs:
    """The ms for each of `count` moves, without this share of what idle processes spend."""
    return {name: (cost - share * idle.get(name, 0)) / count * 1000 for name, cost in spent.items()}


def _spent(pids: Mapping[str, int], work: Callable[[], object]) -> Costs:
    """The CPU seconds that each process spends during the work."""
    before = {name: cpu_seconds(pid) for name, pid in pids.items()}
    work()
    return {name: cpu_seconds(pid) - before[name] for name, pid in pids.items()}
