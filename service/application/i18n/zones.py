"""The time zones that pages offer, by region."""

from collections.abc import Mapping
from functools import cache

from replays.clocks.zones import names
from service.application.i18n.speaking import Word
from service.application.i18n.speaking import lazy_pgettext as _lp

REGIONS: Mapping[str, Word] = {
    "Africa": _lp("region", "Africa"),
    "America": _lp("region", "America"),
    "Antarctica": _lp("region", "Antarctica"),
    "Asia": _lp("region", "Asia"),
    "Atlantic": _lp("region", "Atlantic"),
    "Australia": _lp("region", "Australia"),
    "Europe": _lp("region", "Europe"),
    "Indian": _lp("region", "Indian Ocean"),
    "Pacific": _lp("region", "Pacific"),
}
"""The regions in the names of zones; names without one of these are obsolete."""


@cache
def zones() -> Mapping[str, Mapping[str, str]]:
    """The displayed places of each region, by the names of their zones.

    >>> zones()["America"]["America/Argentina/La_Rioja"]
    'Argentina, La Rioja'
    """
    found: dict[str, dict[str, str]] = {region: {} for region in REGIONS}
    for name in sorted(names()):
        region, _, place = name.partition("/")
        if region in found:
            found[region][name] = place.replace("/", ", ").replace("_", " ")
    return found
