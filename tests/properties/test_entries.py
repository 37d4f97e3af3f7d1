"""Lists of entries of a tournament: all or none, with every wrong line named, for any list."""

import csv
import io

from hypothesis import given
from hypothesis import strategies as st

from replays.tournament.kind import TOURNAMENT
from service.application.problem import Problem
from service.application.tournaments.entries import Line
from service.application.tournaments.lines import MOST_BYTES, read_lines
from tests.unit.service.api.tournaments.site import Site

SITE = Site()
KNOWN = SITE.names
NAMES = st.sampled_from([*KNOWN, *SITE.ids.values(), "Zed", "ann", " ", "Ben,", 'C"id', "=1+1"])


def written(names: list[str]) -> str:
    """The list as CSV, with a header."""
    text = io.StringIO(newline="")
    csv.writer(text).writerows([["player"], *([name] for name in names)])
    return text.getvalue()


@given(there=st.sets(st.sampled_from(KNOWN)), names=st.lists(NAMES, min_size=1, max_size=8))
def test_a_list_enters_all_or_none(there: set[str], names: list[str]) -> None:
    """Exactly the unknown, the repeated and those in the field are named, each by its line."""
    SITE.announce()
    if there:
        SITE.enter(*sorted(there))
    wrong, seen = [], {SITE.ids[name] for name in there}
    for line, name in enumerate(names, start=2):
        player = SITE.ids.get(name, name if name in SITE.ids.values() else None)
        if not name.strip():
            continue
        if player is None or player in seen:
            wrong.append((line, name.strip()))
        else:
            seen.add(player)
    answer = SITE.csv(SITE.ann, written(names))
    field = len(SITE.world.services.streams.commands(TOURNAMENT).tournament(SITE.id).field)
    if not "".join(names).strip():
        assert (answer.status_code, answer.json["code"]) == (422, "tournament/csv")
    elif wrong:
        assert (answer.status_code, answer.json["code"]) == (409, "tournament/bad-entries")
        assert [(each["line"], each["player"]) for each in answer.json["lines"]] == wrong
        assert field == len(there)
    else:
        assert answer.status_code == 201
        assert field == len(seen) == len(there) + len(answer.json["entrants"])


def read(text: bytes) -> list[Line] | str:
    """The lines of a list, or the code of its problem."""
    try:
        return read_lines(text)
    except Problem as problem:
        return problem.code


@given(st.binary(max_size=MOST_BYTES // 100))
def test_any_bytes_are_a_list_or_refused(text: bytes) -> None:
    """Nothing but the problem of a list is raised, and no line is empty."""
    found = read(text)
    if isinstance(found, str):
        assert found == "tournament/csv"
    else:
        assert all(each.player.strip() == each.player != "" for each in found)
        assert [each.number for each in found] == sorted(each.number for each in found)
