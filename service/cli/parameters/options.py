"""Options that several commands have."""

from collections.abc import Callable
from typing import Any, TypeVar

import click

DEFAULT_URL = "http://127.0.0.1:8000"

F = TypeVar("F", bound=Callable[..., Any])


def url_option(function: F) -> F:
    """`--url`, the address of the service that a command talks to."""
    return click.option(
        "--url",
        metavar="URL",
        envvar="KINGDOMINO_URL",
        default=DEFAULT_URL,
        show_default=True,
        show_envvar=True,
        help="The service's address.",
    )(function)
