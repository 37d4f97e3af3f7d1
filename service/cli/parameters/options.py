"""Options that several commands share."""

from collections.abc import Callable
from typing import Any, TypeVar

import click

DEFAULT_URL = "http://127.0.0.1:8000"

F = TypeVar("F", bound=Callable[..., Any])


def url_option(function: F) -> F:
    """Add `--url`, the address of the service that a command uses."""
    return click.option(
        "--url",
        metavar="URL",
        envvar="KINGDOMINO_URL",
        default=DEFAULT_URL,
        show_default=True,
        show_envvar=True,
        help="The service's address.",
    )(function)
