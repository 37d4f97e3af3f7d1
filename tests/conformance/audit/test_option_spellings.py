"""Each option has one spelling in a record; a different time zone database gives a note, not a fault."""

from collections.abc import Mapping
from typing import Any

import orjson
import pytest

from harness.audit.audits import bundle, dynasty_of, faults
from harness.audit.forging import Forger
from replays.audit.verdicts import Report
from replays.audit.verifier import audit
from replays.clocks.zones import offsets
from replays.encoding.canonical import canonical

FRIDAY = 1_806_075_000_000
"""2027-03-26 15:30 UTC, as in docs/play/clocks.md."""

PAUSE = {"timezone": "Europe/Berlin", "weekdays": ["sat", "sun"]}
BERLIN = [list(entry) for entry in offsets("Europe/Berlin", FRIDAY)]

DEFAULTS: Mapping[str, Any] = {
    "absent": "bot",
    "on_timeout": "bot",
    "private": False,
    "spectators": True,
    "hints": True,
    "rated": False,
    "invited": [],
    "offsets": [],
    "clock": {"policy": "none"},
    "stand_in": "steady-1",
}


def with_options(options: Mapping[str, Any], upto: int = 2) -> bytes:
    """The beginning of a game of two players with these options, with all other data adjusted."""
    forger = Forger(bundle(2))
    del forger.events[upto:]
    forger.data("GameCreated")["options"] = options
    rules = {"options": options, "players": 2, "rules": forger.data("GameCreated")["rules"]}
    whole = {**rules, "dominoes": _dominoes(forger), "rules_version": 1}
    forger.members["rules.json"] = canonical(whole)
    return forger.forged()


def _dominoes(forger: Forger) -> Any:
    return orjson.loads(forger.members["rules.json"])["dominoes"]


def paused(pause: Mapping[str, Any], table: Any = BERLIN) -> dict[str, Any]:
    """The options of a table whose clock has this pause."""
    return {"clock": {"policy": "per_turn", "seconds": 3600, "pause": pause}, "offsets": table}


@pytest.mark.parametrize("name", DEFAULTS)
def test_a_default_that_is_spelled_out(name: str) -> None:
    """A record must not store an option with its default value: it is a fault at event 1."""
    report = audit(with_options({name: DEFAULTS[name]}))
    [fault] = [found for found in report.findings if found.aspect.value == "legality"]
    assert (fault.version, fault.code) == (1, "log/data")
    assert fault.text.startswith(f"options: {name} has its default, ")


@pytest.mark.parametrize(
    "options",
    [{"absent": "end"}, {"absent": "discard"}, {"hints": False}, {"stand_in": "greedy-1"}, paused(PAUSE)],
)
def test_what_differs_from_the_default(options: dict[str, Any]) -> None:
    """An option that differs from the record's default is no fault; `end` is a default of new tables only."""
    assert faults(with_options(options)) == []


@pytest.mark.parametrize("policy", ["perfect-1", "greedy", "strong-1", ""])
def test_a_stand_in_that_cannot_be(policy: str) -> None:
    """A stand-in that is unknown or needs the kernel is a fault."""
    assert ("legality", 1, "options/stand-in") in faults(with_options({"stand_in": policy}))


@pytest.mark.parametrize("weekdays", [[], ["sun", "sat"]])
def test_weekdays_in_another_form(weekdays: list[str]) -> None:
    """Weekdays that are empty or out of order have the same meaning but another form: a fault at event 1."""
    hours = {"from": "22:00", "to": "07:00"}
    content = with_options(paused({**PAUSE, **hours, "weekdays": weekdays}))
    assert faults(content)[0] == ("legality", 1, "log/data")
    assert "options are stored as" in audit(content).findings[0].text


def test_spellings_of_a_dynasty() -> None:
    """The options of a dynasty's first event must have the same form."""
    for options in ({"private": False}, paused({**PAUSE, "weekdays": ["sun", "sat"]})):
        forger = Forger(dynasty_of(1))
        forger.data("DynastyCreated")["options"] = options
        assert ("legality", 1, "log/data") in faults(forger.forged())


def test_a_version_of_the_rules_that_is_not_known() -> None:
    """The fault names the unknown version and the known ones."""
    forger = Forger(bundle(2))
    forger.data("GameCreated")["rules_version"] = 2
    found = audit(forger.forged()).findings[0]
    assert (found.version, found.code) == (1, "log/data")
    assert found.text == "rules_version 2: this verifier knows 1 to 1"


def zone_notes(report: Report) -> list[str]:
    """The texts of the notes about the time zone."""
    return [note.text for note in report.notes if note.code == "clock/zone"]


def test_the_offsets_of_another_database() -> None:
    """The first difference gives a note with dates; no verdict fails, because deadlines follow the record."""
    true = audit(with_options(paused(PAUSE)))
    assert zone_notes(true) == []
    false = [BERLIN[0], [BERLIN[1][0] + 3_600_000, BERLIN[1][1]], *BERLIN[2:]]
    report = audit(with_options(paused(PAUSE, false)))
    assert report.findings == ()
    [told] = zone_notes(report)
    assert told.startswith(
        "from 2027-03-28 01:00:00 UTC on, the record has UTC+01:00 for Europe/Berlin, and "
    )
    assert told.endswith(" UTC+02:00; deadlines follow the record")


@pytest.mark.parametrize(
    ("zone", "start"), [("Europe/Atlantis", FRIDAY), ("Europe/Berlin", 2**53 - 1), ("Europe/Berlin", 10**15)]
)
def test_offsets_that_cannot_be_compared(zone: str, start: int) -> None:
    """An unknown zone, and a time beyond the calendar, give notes too."""
    report = audit(with_options(paused({**PAUSE, "timezone": zone}, [[start, 3600]])))
    assert report.findings == ()
    assert zone_notes(report)[0].startswith(f"the UTC offsets of {zone} cannot be compared")
