"""The process of a witness: its HTTP server, until a signal ends it."""

import uvicorn

from replays.runtime import open_files
from service.server.listening import configured
from service.witness.application import WitnessApplication
from service.witness.witness import Witness


def serve(witness: Witness, host: str, port: int, *, behind_proxy: bool = False) -> None:
    """Serve a witness at an address until told to stop."""
    open_files.raise_limit()
    config = configured(
        WitnessApplication(witness), host, port, files=open_files.limit(), knows_clients=not behind_proxy
    )
    uvicorn.Server(config).run()
