"""The language of whoever reads the terminal."""

from collections.abc import Mapping

from service.application.i18n.languages import english, wanted
from service.application.i18n.speaking import Language

VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")
"""The variables that name a locale for messages; the first one that is set decides (POSIX, 8.2)."""


def language_of(environment: Mapping[str, str]) -> Language:
    """The language of a terminal with these variables; English if the service does not have it.

    >>> language_of({"LANG": "C.UTF-8"}).tag, language_of({"LC_ALL": "xx_YY", "LANG": "tr_TR.UTF-8"}).tag
    ('en', 'en')
    """
    name = next((environment[each] for each in VARIABLES if environment.get(each)), "")
    return wanted(name.partition(".")[0].partition("@")[0]) or english()
