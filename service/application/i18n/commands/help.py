"""The words of `--help`, besides the texts of commands, which `service.cli.parameters.help` extracts."""

from service.application.i18n.speaking import lazy_pgettext as _lp
from service.application.i18n.speaking import pgettext

CONTEXT = "help"

USAGE = _lp("help", "Usage:")
OPTIONS = _lp("help", "Options:")
VARIABLE = _lp("help", "env var: %(name)s")
DEFAULT = _lp("help", "default: %(choices)s")
REQUIRED = _lp("help", "required")


def help_text(english: str) -> str:
    """A paragraph or a text of an option in the current language."""
    return pgettext(CONTEXT, english)
