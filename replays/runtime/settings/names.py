"""Refuses misspelt settings: a variable that is named like a setting, but that no process reads.

A misspelt setting would otherwise have no effect: games would be in another store, or without limits.
"""

import re
from collections.abc import Mapping
from difflib import get_close_matches

from replays.runtime import parent_death
from replays.runtime.settings.errors import ConfigurationError
from replays.runtime.settings.settings import READ

OWN = "KINGDOMINO_"
"""The prefix of settings that belong to this program only; a name in lower case counts as misspelt."""

OF_COMMANDS = (parent_death.VARIABLE, "KINGDOMINO_TOKEN", "KINGDOMINO_URL")
"""Variables that a parent passes to its children, and variables for options of the client's commands."""

KNOWN = frozenset({name for variable in READ for name in variable.names}.union(OF_COMMANDS))
"""All names of this prefix, and of the settings without it, that a process reads."""

PAGE = "docs/operate/operation.md lists all settings"

_OF_A_SERVICE = re.compile(r"KINGDOMINO_(\w+_)?(SERVICE_HOST|SERVICE_PORT\w*|PORT_\d+_(TCP|UDP|SCTP)\w*)")
_PORT_OF_A_SERVICE = re.compile(r"KINGDOMINO_(\w+_)?PORT=(tcp|udp|sctp)://.*")


def check_names(environ: Mapping[str, str]) -> None:
    """Raise `ConfigurationError` for misspelt settings, with the nearest right name of each.

    >>> check_names({"KINGDOMINO_THREAD": "3"})
    Traceback (most recent call last):
    ...
    replays.runtime.settings.errors.ConfigurationError: nothing reads KINGDOMINO_THREAD: did you mean \
KINGDOMINO_THREADS?
    """
    unknown = unknown_names(environ)
    if unknown:
        raise ConfigurationError("; ".join(f"nothing reads {name}: {_way_out(name)}" for name in unknown))


def unknown_names(environ: Mapping[str, str]) -> list[str]:
    """The variables with a value that are named like a setting but that no process reads.

    Kubernetes sets variables for each service of a namespace (`KINGDOMINO_PORT=tcp://…` for one that is
    called kingdomino); these are no settings.

    >>> unknown_names({"KINGDOMINO_THREAD": "3", "KINGDOMINO_KEY_FILE": "/run/secrets/key", "HOME": "/"})
    ['KINGDOMINO_THREAD']
    >>> unknown_names({"KINGDOMINO_PORT": "tcp://10.0.0.11:80", "KINGDOMINO_WEB_SERVICE_HOST": "10.0.0.12"})
    []
    """
    return sorted(
        name
        for name, value in environ.items()
        if name.upper().startswith(OWN) and name not in KNOWN and value and not _is_of_a_service(name, value)
    )


def _is_of_a_service(name: str, value: str) -> bool:
    """True for a variable that Kubernetes sets; `KINGDOMINO_PORT=80` is none, but a mistake for `PORT`."""
    return bool(_OF_A_SERVICE.fullmatch(name) or _PORT_OF_A_SERVICE.fullmatch(f"{name}={value}"))


def _way_out(name: str) -> str:
    """The nearest right name; some settings have no prefix, such as PORT."""
    bare = name.upper().removeprefix(OWN)
    if bare in KNOWN:
        return f"did you mean {bare}?"
    own = sorted(known.removeprefix(OWN) for known in KNOWN if known.startswith(OWN))
    near = get_close_matches(bare, own, 1)
    return f"did you mean {OWN}{near[0]}?" if near else PAGE
