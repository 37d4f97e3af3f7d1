"""Which commands read a whole value, and what bounds the values that may be read whole.

`checked` watches the fake servers: a command of the products that reads a whole value with no bound written
down here is a fault, also inside a script. So no command grows with the games, players or notices that there
are, and no clock is needed to know it.
"""

import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

from fakeredis._socket._base import BaseFakeSocket

PRODUCTS = ("kingdomino", "replays", "service", "workers")
ROOT = Path(__file__).parents[2]

OF_SETS = re.compile(r"[SZ](INTER|UNION|DIFF)(STORE|CARD)?")
WHOLE = {"KEYS", "SMEMBERS", "HGETALL", "HKEYS", "HVALS", "SORT"}
BY_RANK = {"LRANGE", "ZRANGE", "ZREVRANGE"}
BY_SCORE = {"ZRANGEBYSCORE", "ZREVRANGEBYSCORE", "ZRANGEBYLEX", "ZREVRANGEBYLEX", "XRANGE", "XREVRANGE"}

BOUNDED = {
    r"X\w+ \{\d\d\}:game:.+": "the events of a game, some hundreds; a tournament has at most 5,000 acts",
    r"ZINTER \{\d\d\}:\w+:status:\w+": "only until the lists of an older version are mended",
    r"HGETALL player:.+": "the fields of a profile, 20 tokens and 100 revoked ones",
    r"HGETALL \{player:[^}]+\}:uses": "20 tokens",
    r"\w+ \{player:[^}]+\}:passkeys": "10 passkeys",
    r"\w+ \{player:[^}]+\}:channels": "10 browsers, 5 webhooks, an address, and preferences",
    r"HGETALL \{player:[^}]+\}:(following|blocked|muted)": "500 players each",
    r"HKEYS \{player:[^}]+\}:(notes|comments|talk|reports|collections)": "only before it has a ledger",
    r"HGETALL \{player:[^}]+\}:reports": "20 a day, and the quota",
    r"\w+ \{player:[^}]+\}:collections": "100 collections",
    r"HGETALL \{player:[^}]+\}:talk:muted": "500 games",
    r"HGETALL \{player:[^}]+\}:storage": "1,000 studies, and the plans of the seats that the quota allows",
    r"\w+ studies:.+": "1,000 studies of an account",
    r"HGETALL \{player:[^}]+\}:record": "some fields for each pool",
    r"HGETALL \{player:[^}]+\}:reported": "20 excerpts",
    r"HVALS \{player:[^}]+\}:mail": "the e-mails that wait, which the limits of an account bound",
    r"Z\w+ \{player:[^}]+\}:notices(:unread)?": "500 notices",
    r"ZRANGE talk:\{[^}]+\}:\w+": "1,000 messages in a room",
    r"HVALS comments:.+": "1,000 comments on a game",
    r"ZRANGE opened:.+": "the open tables that an address or an account may have opened",
    r"ZRANGE ((reviews|pictures):)?wanted": "100 requests",
    r"ZRANGE \{((reviews|pictures):)?wanted\}:\w+": "the turns of these requests",
    r"SMEMBERS review:.+:asked": "100 players",
    r"HGETALL signing-keys(:revoked)?": "the keys that the operator has ever used",
    r"HGETALL \{log\}:checkpoints": "three checkpoints, with the cosignatures of the operator's witnesses",
    r"HGETALL \{moderation\}:moderators": "the moderators",
    r"ZRANGE(BYSCORE)? \{ratings\}:generations": "the generations whose writers have died, one a rebuild",
    r"SMEMBERS \{finished\}:generations": "the index, and one that is being built",
    r"HGETALL \{finished\}:build": "the state of a build",
    r"ZRANGE \{life\}:outages": "the outages that are kept",
    r"\w+ rq:(job|executions?|worker):.+": "RQ's own, of one job or one worker",
    r"SMEMBERS rq:workers.*": "the workers",
}
"""Patterns of a command's name and key, with what bounds the value."""


def reads_whole(name: str, args: Sequence[bytes]) -> bool:
    """True if the command reads all that its key has, however much that is.

    >>> reads_whole("ZRANGE", [b"key", b"0", b"-1"]), reads_whole("ZRANGE", [b"key", b"0", b"9"])
    (True, False)
    """
    words = {arg.upper() for arg in args[1:]}
    if name in WHOLE or OF_SETS.fullmatch(name):
        return True
    if name in BY_SCORE or words & {b"BYSCORE", b"BYLEX"}:
        return args[1] != args[2] and not words & {b"LIMIT", b"COUNT"}
    return name in BY_RANK and args[1][:1] != b"-" and args[2][:1] == b"-"


@contextmanager
def checked() -> Iterator[list[str]]:
    """Give the faults of the commands that the products send to fake servers during the block."""
    faults: list[str] = []
    run: Any = BaseFakeSocket._run_command

    def checking(socket: Any, func: Any, sig: Any, args: list[bytes], from_script: Any) -> Any:
        name = sig.name.upper()
        if reads_whole(name, args):
            key = args[1 if OF_SETS.fullmatch(name) else 0].decode(errors="replace")
            if not any(re.fullmatch(pattern, f"{name} {key}") for pattern in BOUNDED) and (line := _sender()):
                faults.append(
                    f"{line}: {name} {key} reads all that there is: limit it, or write down its bound"
                )
        return run(socket, func, sig, args, from_script)

    with patch.object(BaseFakeSocket, "_run_command", checking):
        yield faults


def _sender() -> str | None:
    """The line of the products that sends the present command, or None if a test sends it."""
    frame: Any = sys._getframe(2)
    while frame is not None:
        path = Path(frame.f_code.co_filename)
        if path.is_relative_to(ROOT) and ".venv" not in path.parts and path != Path(__file__):
            line = f"{path.relative_to(ROOT)}:{frame.f_lineno}"
            return line if line.startswith(PRODUCTS) else None
        frame = frame.f_back
    return None
