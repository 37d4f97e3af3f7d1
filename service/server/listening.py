"""How every server of the project listens: uvicorn's configuration, with the project's own connections."""

from collections.abc import Callable
from functools import partial
from typing import Any

import uvicorn

from service.server.connection import Connection
from service.server.intake import Intake
from service.server.occupancy import Occupancy

GRACE_SECONDS = 3
"""The time that a stopping process waits for open requests; live streams end at once."""
KEEP_ALIVE_SECONDS = 5
"""The time that an idle connection is kept open for its next request."""
OF_ADDRESS = 1000
"""The most connections of one address, at most a quarter of all; a proxy may have all of them."""
FILES_BESIDE = 256
"""Open files reserved for purposes other than connections, at most half of the limit."""


def configured(
    app: Callable[..., Any], host: str, port: int, *, files: int, knows_clients: bool
) -> uvicorn.Config:
    """The configuration of a server with this limit of open files.

    Without `knows_clients` all connections may be those of a proxy, and no address has a limit of its own.
    """
    most, of_address = _room(files)
    occupancy = Occupancy(most, of_address if knows_clients else most)
    return uvicorn.Config(
        app,
        host,
        port,
        http=partial(  # type: ignore[arg-type]
            Connection, occupancy=occupancy, intake=Intake(is_limited=knows_clients)
        ),
        ws="none",
        lifespan="off",
        log_config=None,
        access_log=False,
        proxy_headers=False,
        server_header=False,
        timeout_keep_alive=KEEP_ALIVE_SECONDS,
        timeout_graceful_shutdown=GRACE_SECONDS,
    )


def _room(files: int) -> tuple[int, int]:
    """The maximum number of connections in total and for one address, given the limit of open files.

    >>> _room(65_536), _room(1024), _room(256)
    ((65280, 1000), (768, 192), (128, 32))
    """
    most = max(files - FILES_BESIDE, files // 2)
    return most, min(OF_ADDRESS, most // 4)
