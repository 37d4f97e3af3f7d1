"""Several real servers on loopback that replace each other: a cluster, and a master with Sentinels."""

import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from redis.exceptions import RedisError

from harness.processes import free_port
from harness.waiting import eventually
from replays.runtime import parent_death
from replays.store import clients
from service.ops.embedded.store_program import server_binary

HOST = "127.0.0.1"
READY_SECONDS = 30.0
AWAY_MS = "2000"
"""The time in ms after which the other nodes take a silent one for dead, if another one can take over."""
LONG_AWAY_MS = "6000"
"""The same if none can, so that a short stall of the machine is not an outage of the cluster."""
AGAIN_MS = "4000"
"""The failover timeout in ms; a failed election is repeated after twice this (`docs/operate/stores.md`)."""
MASTER = "games"
SLOTS = 16384
DURABLE = {
    "appendonly": "yes",
    "appendfsync": "always",
    "maxmemory": "1gb",
    "maxmemory-policy": "noeviction",
    "save": "",
    "repl-diskless-sync-delay": "0",
}

_FORKS = ThreadPoolExecutor(1)
"""Starts the servers: each ends with the thread that started it, and this thread stays alive."""


class Node:
    """A running server or Sentinel; `client` is connected to this node only."""

    def __init__(self, folder: Path, settings: Mapping[str, str], sentinel: str = "") -> None:
        self.port = free_port()
        self.folder = folder / str(self.port)
        self.folder.mkdir()
        self._settings = {"port": str(self.port), "dir": str(self.folder), "logfile": "log", **settings}
        self._sentinel = sentinel
        self.client = clients.writer(f"redis://{HOST}:{self.port}")
        self.process = self._start()

    @property
    def address(self) -> str:
        """Host and port, as in a URL."""
        return f"{HOST}:{self.port}"

    def kill(self) -> None:
        """End it abruptly, as a power cut would."""
        self.process.kill()
        self.process.wait()

    def restart(self) -> None:
        """Start it again with the data on its disk."""
        self.process = self._start()
        self.await_answer()

    def await_answer(self) -> None:
        """Wait until it has loaded its data and responds."""
        eventually(lambda: self.told("PING"), READY_SECONDS)

    def await_master(self) -> None:
        """Wait until its link to its master is up, with all data copied."""
        eventually(lambda: self.says("replication", "master_link_status") == "up", READY_SECONDS)

    def do(self, *command: object) -> Any:
        """The response to a command."""
        return self.client.execute_command(*command)  # type: ignore[no-untyped-call]

    def told(self, *command: object) -> Any:
        """The response to a command, or None after an error."""
        try:
            return self.do(*command)
        except RedisError:
            return None

    def says(self, section: str, name: str) -> Any:
        """A value of INFO; None while it does not respond."""
        try:
            return self.client.info(section).get(name)
        except RedisError:
            return None

    def _start(self) -> subprocess.Popen[bytes]:
        """Start it; the settings that it may rewrite are in a file, the others are arguments."""
        own = self.folder / "own.conf"
        if not own.exists():
            own.write_text(self._sentinel)
        kind = ["--sentinel"] if self._sentinel else []
        flags = [part for name, text in self._settings.items() for part in (f"--{name}", text)]
        command = parent_death.bound([str(server_binary()), str(own), *kind, *flags])
        return _FORKS.submit(subprocess.Popen, command, stdin=subprocess.DEVNULL).result()


class ClusterOfNodes:
    """Masters that share the slots, each with the same number of replicas."""

    def __init__(self, folder: Path, masters: int, replicas: int) -> None:
        away_ms = AWAY_MS if replicas else LONG_AWAY_MS
        settings = {**DURABLE, "cluster-enabled": "yes", "cluster-node-timeout": away_ms}
        self.nodes = [
            Node(folder, {**settings, "cluster-port": str(free_port())})
            for _ in range(masters * (1 + replicas))
        ]
        self.masters, self.replicas = self.nodes[:masters], self.nodes[masters:]
        for node in self.nodes:
            node.await_answer()
        self._share_out()
        self._meet()
        for number, node in enumerate(self.replicas):
            self._replicate(node, self.masters[number % masters])
        eventually(self._is_whole, READY_SECONDS)

    @property
    def url(self) -> str:
        """The URL of the cluster, with all its nodes."""
        return f"redis+cluster://{','.join(node.address for node in self.nodes)}"

    def clear(self) -> None:
        """Delete all data, once all slots are served again after what a test did to a node."""
        eventually(self._is_whole, READY_SECONDS)
        for node in self.masters:
            node.client.flushall()

    def fail_over(self) -> None:
        """Kill a master, and restart it as a replica of the node that took over."""
        master = next(node for node in self.nodes if node.says("replication", "role") == "master")
        others = [node for node in self.nodes if node is not master]
        replica = next(node for node in others if node.says("replication", "master_port") == master.port)
        master.kill()
        eventually(lambda: replica.says("replication", "role") == "master", READY_SECONDS)
        master.restart()
        eventually(lambda: master.says("replication", "role") == "slave", READY_SECONDS)
        master.await_master()

    def give(self, slot: int, owner: Node) -> None:
        """Assign an empty slot to another master."""
        name = owner.do("CLUSTER MYID").decode()
        # Else a later message of the former owner, with a higher epoch, could take the slot back.
        owner.do("CLUSTER", "BUMPEPOCH")
        for node in [owner, *self.masters]:
            node.do("CLUSTER", "SETSLOT", slot, "NODE", name)

    def _share_out(self) -> None:
        share = -(-SLOTS // len(self.masters))
        for number, node in enumerate(self.masters):
            first, last = number * share, min((number + 1) * share, SLOTS) - 1
            node.do("CLUSTER", "SET-CONFIG-EPOCH", number + 1)
            node.do("CLUSTER", "ADDSLOTSRANGE", first, last)

    def _meet(self) -> None:
        first = self.nodes[0]
        for node in self.nodes[1:]:
            node.do("CLUSTER", "MEET", HOST, first.port, first._settings["cluster-port"])
        eventually(lambda: all(self._known(node) == len(self.nodes) for node in self.nodes), READY_SECONDS)

    def _replicate(self, replica: Node, master: Node) -> None:
        name = master.do("CLUSTER MYID")
        eventually(lambda: replica.told("CLUSTER", "REPLICATE", name), READY_SECONDS)
        replica.await_master()

    def _known(self, node: Node) -> int:
        nodes = node.do("CLUSTER NODES")
        return sum("handshake" not in about["flags"] for about in nodes.values())

    def _is_whole(self) -> bool:
        states = (node.do("CLUSTER INFO") for node in self.nodes)
        return all(state["cluster_state"] == "ok" for state in states)


class Watched:
    """A master, its replicas, and three Sentinels."""

    def __init__(self, folder: Path, replicas: int) -> None:
        self.master = Node(folder, DURABLE)
        self.master.await_answer()
        following = {**DURABLE, "replicaof": f"{HOST} {self.master.port}"}
        self.replicas = [Node(folder, following) for _ in range(replicas)]
        for node in self.replicas:
            node.await_master()
        orders = (
            f"sentinel monitor {MASTER} {HOST} {self.master.port} 2\n"
            f"sentinel down-after-milliseconds {MASTER} {AWAY_MS}\n"
            f"sentinel failover-timeout {MASTER} {AGAIN_MS}\n"
        )
        self.sentinels = [Node(folder, {}, orders) for _ in range(3)]
        for node in self.sentinels:
            node.await_answer()
        eventually(self._is_whole, READY_SECONDS)

    @property
    def nodes(self) -> Sequence[Node]:
        """All running nodes."""
        return [*self.sentinels, self.master, *self.replicas]

    @property
    def url(self) -> str:
        """The URL of the master's database 0, through its Sentinels."""
        return self.url_of(0)

    def url_of(self, database: int) -> str:
        """The URL of one of the master's databases."""
        return f"redis+sentinel://{','.join(node.address for node in self.sentinels)}/{MASTER}/{database}"

    def fail_over(self) -> None:
        """Kill the master, and restart it as a replica of the node that took over."""
        master = self._named(self.sentinels[0])
        assert master is not None
        master.kill()
        gone = (None, master)
        eventually(lambda: all(self._named(node) not in gone for node in self.sentinels), READY_SECONDS)
        master.restart()
        eventually(lambda: master.says("replication", "role") == "slave", READY_SECONDS)
        master.await_master()

    def _named(self, sentinel: Node) -> Node | None:
        """The master as this Sentinel sees it."""
        _, port = sentinel.told("SENTINEL GET-MASTER-ADDR-BY-NAME", MASTER) or (None, 0)
        return next((node for node in [self.master, *self.replicas] if node.port == int(port)), None)

    def _is_whole(self) -> bool:
        """True if every Sentinel knows the others and all replicas."""
        return all(self._knows(node) for node in self.sentinels)

    def _knows(self, node: Node) -> bool:
        seen = node.told("SENTINEL MASTER", MASTER)
        wanted = {"num-other-sentinels": len(self.sentinels) - 1, "num-slaves": len(self.replicas)}
        return bool(seen) and all(int(seen[name]) == number for name, number in wanted.items())


class Pair:
    """A master, its replica, and a Sentinel that is told who is master and does nothing by itself."""

    def __init__(self, folder: Path) -> None:
        self.master = Node(folder, DURABLE)
        self.master.await_answer()
        self.replica = Node(folder, {**DURABLE, "replicaof": f"{HOST} {self.master.port}"})
        self.replica.await_master()
        self.sentinel = Node(folder, {}, "sentinel resolve-hostnames no\n")
        self.sentinel.await_answer()
        self._name(self.master)

    @property
    def nodes(self) -> Sequence[Node]:
        """All running nodes."""
        return [self.sentinel, self.master, self.replica]

    @property
    def url(self) -> str:
        """The URL of the master, through the Sentinel."""
        return f"redis+sentinel://{self.sentinel.address}/{MASTER}"

    def even(self) -> None:
        """Wait until the replica has all data of the master."""
        written = self.master.says("replication", "master_repl_offset")
        eventually(lambda: self.replica.says("replication", "master_repl_offset") >= written, READY_SECONDS)

    def fail_over(self) -> None:
        """Kill the master, and promote the replica in its place."""
        self.master.kill()
        self.replica.do("REPLICAOF", "NO", "ONE")
        self.sentinel.do("SENTINEL REMOVE", MASTER)
        self._name(self.replica)

    def _name(self, master: Node) -> None:
        self.sentinel.do("SENTINEL MONITOR", MASTER, HOST, master.port, 2)


@contextmanager
def running_pair() -> Iterator[Pair]:
    """Run a pair; nothing of it is left afterwards."""
    with _folder() as folder:
        pair = Pair(folder)
        try:
            yield pair
        finally:
            _end(pair.nodes)


@contextmanager
def running_cluster(masters: int = 3, replicas: int = 0) -> Iterator[ClusterOfNodes]:
    """Run a cluster; nothing of it is left afterwards."""
    with _folder() as folder:
        cluster = ClusterOfNodes(folder, masters, replicas)
        try:
            yield cluster
        finally:
            _end(cluster.nodes)


@contextmanager
def running_watched(replicas: int = 1) -> Iterator[Watched]:
    """Run a master with replicas and Sentinels; nothing of it is left afterwards."""
    with _folder() as folder:
        watched = Watched(folder, replicas)
        try:
            yield watched
        finally:
            _end(watched.nodes)


def _end(nodes: Sequence[Node]) -> None:
    for node in nodes:
        node.client.close()
        node.kill()


@contextmanager
def _folder() -> Iterator[Path]:
    folder = Path(tempfile.mkdtemp(prefix="stores-"))
    try:
        yield folder
    finally:
        shutil.rmtree(folder)
