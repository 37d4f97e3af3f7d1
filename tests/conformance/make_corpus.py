"""Adds games to the corpus: `python -m tests.conformance.make_corpus NAME…` with names of `corpus.plans`.

An existing file is never overwritten: it holds the game as played then, not as it would be played now. After
an intended change of the API's views, `python -m tests.conformance.make_corpus views` regenerates the digits.
"""

import sys
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

from replays.audit.bundle.contents import events_text
from tests.conformance import corpus
from tests.conformance.corpus.plans import CORRESPONDENCE, DYNASTIES, EXPIRED, GAMES
from tests.conformance.corpus.playing import Stream, play_dynasty, play_expired, play_game, play_story
from tests.conformance.corpus.tournaments import TOURNAMENTS

VIEWS = "views"


def streams(name: str) -> Iterator[tuple[str, Stream]]:
    """The streams of a plan by the names of their files: a game, or a series and its games."""
    if name in GAMES:
        yield name, play_game(GAMES[name])
    elif name in CORRESPONDENCE:
        yield name, play_story(CORRESPONDENCE[name])
    elif name in EXPIRED:
        yield name, play_expired(EXPIRED[name])
    else:
        own, *games = TOURNAMENTS[name]() if name in TOURNAMENTS else play_dynasty(DYNASTIES[name])
        yield name, own
        yield from ((f"{name}-game-{number}", game) for number, game in enumerate(games, start=1))


def entry_of(stream: Stream) -> corpus.Entry:
    """The index entry of a stream."""
    records = [event.record for event in stream.events]
    points, ranking = _result(records)
    return corpus.Entry(
        id=stream.id,
        shows=stream.shows,
        rules_version=records[0]["data"]["rules_version"],
        schemas={record["type"]: record["schema"] for record in records},
        versions=len(records),
        head=stream.events[-1].hash,
        points=points,
        ranking=ranking,
        states=corpus.states_of(corpus.folded(stream.id, stream.events)),
    )


def _result(records: Sequence[Mapping[str, Any]]) -> tuple[list[int], list[list[int]]]:
    """The points by seat and the ranking, from the last events; none for an aborted game.

    Those of a tournament are by row of its last standings, with entrants numbered from 0.
    """
    if records[0]["type"] == "TournamentCreated":
        return _standings([each["data"] for each in records if each["type"] == "TournamentRoundClosed"])
    before, last = records[-2]["data"], records[-1]["data"]
    if "totals" in last:
        return last["totals"], before["ranking"]
    if "scores" not in last:
        return [], []
    return [score["total"] for score in last["scores"]], last["ranking"]


def _standings(closed: Sequence[Mapping[str, Any]]) -> tuple[list[int], list[list[int]]]:
    rows = closed[-1]["standings"] if closed else []
    places = groupby(rows, key=lambda row: row["place"])
    return [row["points"] for row in rows], [[row["entrant"] for row in level] for _, level in places]


def add(name: str, folder: Path = corpus.FOLDER) -> None:
    """Play a plan, write its files and index them; raises FileExistsError if a file exists already."""
    for file, stream in streams(name):
        entry, views = entry_of(stream), corpus.views_of(corpus.folded(stream.id, stream.events))
        with corpus.stream_file(folder, file).open("xb") as out:
            out.write(events_text(stream.events))
        corpus.write_index(folder, {**corpus.read_index(folder), file: entry})
        all_views = corpus.read_lines(folder / corpus.VIEWS)
        corpus.write_lines(folder / corpus.VIEWS, {**all_views, file: views})


def renew_views() -> None:
    """Regenerate the digits of all views with the present code."""
    views = {}
    for name, entry in corpus.read_index().items():
        record = corpus.read_stream(name, entry.id)
        views[name] = corpus.views_of(corpus.folded(entry.id, record.events))
    corpus.write_lines(corpus.FOLDER / corpus.VIEWS, views)


def main(names: Sequence[str]) -> None:
    """Add the named games, or regenerate the views."""
    unknown = set(names) - {*GAMES, *CORRESPONDENCE, *DYNASTIES, *EXPIRED, *TOURNAMENTS, VIEWS}
    if unknown or not names:
        sys.exit(
            f"no plan of these names: {', '.join(sorted(unknown)) or '(none given)'}; see corpus/plans.py"
        )
    for name in names:
        try:
            if name == VIEWS:
                renew_views()
            else:
                add(name)
        except FileExistsError as error:
            sys.exit(f"{error.filename} is there already, and a file of the corpus is never changed")


if __name__ == "__main__":
    main(sys.argv[1:])
