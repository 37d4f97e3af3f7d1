"""What a browser is called by its User-Agent, such as "Firefox on Android"."""

from service.i18n.speaking import gettext as _

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
"""What stands in the header; several name themselves after Chrome and Safari too, so those come last."""
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
"""How much of the header is read."""


def described(agent: str) -> tuple[str, str]:
    """The browser's and its system's name, each empty where it is not known.

    >>> described("Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0")
    ('Firefox', 'Android')
    """
    agent = agent[:LONGEST]
    browser, system = (
        next((name for mark, name in marks if mark in agent), "") for marks in (_BROWSERS, _SYSTEMS)
    )
    return browser, system


def in_words(browser: str, system: str) -> str:
    """The name to show, in the language that is spoken."""
    if browser and system:
        return _("%(browser)s on %(system)s", browser=browser, system=system)
    return browser or system or _("A browser")
