"""The option of the commands that measure another build, too."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click


def beside(doing: str) -> Callable[[Any], Any]:
    """The option `--beside`, a folder with a checkout of another build; `doing` begins its help."""
    return click.option(
        "--beside",
        metavar="FOLDER",
        type=click.Path(exists=True, file_okay=False, resolve_path=True, path_type=Path),
        help=f"{doing}: a checkout with its own .venv.",
    )
