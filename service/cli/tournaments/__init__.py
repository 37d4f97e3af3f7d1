"""The command `kingdomino tournament`, with which an organizer announces, fills and directs tournaments.

It uses a running service over HTTP, with a token of the organizer. `acting.py` makes the commands of acts
from their registry, `telling.py` prints. Start with `command.py`.
"""
