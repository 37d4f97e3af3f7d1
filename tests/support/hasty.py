"""The command `kingdomino`, which waits less for its clients: `python -m tests.support.hasty web`."""

from service import impatience
from service.cli import main

if __name__ == "__main__":
    impatience.REQUEST_SECONDS = 1
    impatience.LINGER_SECONDS = 0.1
    main()
