"""The command `kingdomino` with shorter socket timeouts: `python -m harness.programs.hasty web`."""

from service.cli.main import main
from service.server import connection

SECONDS = 1.0

if __name__ == "__main__":
    connection.REQUEST_SECONDS = connection.TAKING_SECONDS = SECONDS
    main()
