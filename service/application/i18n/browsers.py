"""The name of a browser by its User-Agent header, such as "Firefox on Android"."""

from service.application.i18n.speaking import gettext as _
from service.application.i18n.speaking import pgettext as _p

_BROWSERS = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("Firefox/", "Firefox"),
    ("FxiOS/", "Firefox"),
    ("CriOS/", "Chrome"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
)
"""Marks in the header, and names; Chrome and Safari are last, since other headers contain them too."""
_SYSTEMS = (
    ("Android", "Android"),
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Windows", "Windows"),
    ("CrOS", "ChromeOS"),
    ("Mac OS X", "macOS"),
    ("Linux", "Linux"),
)
LONGEST = 1000
"""The number of characters of the header that are read."""


def described(agent: str) -> tuple[str, str]:
    """The names of the browser and its system, each empty if unknown.

    >>> described("Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0")
    ('Firefox', 'Android')
    """
    agent = agent[:LONGEST]
    browser, system = (
        next((name for mark, name in marks if mark in agent), "") for marks in (_BROWSERS, _SYSTEMS)
    )
    return browser, system


def in_words(browser: str, system: str) -> str:
    """The displayed name, in the current language."""
    if browser and system:
        return _("%(browser)s on %(system)s", browser=browser, system=system)
    return browser or system or _p("name", "A browser")
