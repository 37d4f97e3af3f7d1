"""Attacks from one address on a service started by `make run` with its default settings.

`python -m tests.long abuse` attacks from 127.0.1.x while an innocent player at 127.0.0.1 plays against a bot,
and prints the innocent player's latencies for each attack. It needs Linux, where all of 127.0.0.0/8 is
loopback.

`docs/operate/security.md` has the results. Start with `run.py`.
"""

from tests.long.abuse.run import abuse

__all__ = ["abuse"]
