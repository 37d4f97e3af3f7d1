"""The limit of live streams: one loop that forwards entries from the store to all sockets.

`python -m bench.fanout URL COUNT` prints its port, accepts `COUNT` connections and sends each entry of the
stream `STREAM` to all of them.
"""

import socket
import sys
from typing import Any

from harness.service import HOST
from replays.store import clients

STREAM = "bench:fanout"
BLOCK_MS = 4_000


def main(url: str, count: int) -> None:
    """Accept the connections and forward entries until killed."""
    with socket.create_server((HOST, 0), backlog=count) as listener, clients.writer(url) as store:
        print(listener.getsockname()[1], flush=True)
        sockets = [listener.accept()[0] for _ in range(count)]
        seen: bytes | str = "0"
        while True:
            news: Any = store.xread({STREAM: seen}, count=1, block=BLOCK_MS)
            for _, [(seen, fields)] in news:  # noqa: B007 - the next read starts after this entry
                for each in sockets:
                    each.sendall(fields[b"e"])


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
