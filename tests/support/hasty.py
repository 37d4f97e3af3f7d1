"""The command `kingdomino`, which waits less for its clients: `python -m tests.support.hasty web`."""

from service.cli.main import main
from service.server import socket_timeouts

if __name__ == "__main__":
    socket_timeouts.REQUEST_SECONDS = 1
    socket_timeouts.LINGER_SECONDS = 0.1
    main()
