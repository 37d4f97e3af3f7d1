"""The vectors of the ratings: games in the order of the stream, with all numbers after each game."""

import json
from pathlib import Path

from replays.encoding.identity import GameId
from service.application.people.ratings.entries import GameRated
from service.application.people.ratings.fold import Fold
from service.application.people.ratings.pools import Pool
from service.application.people.ratings.skill import MODEL, Skill

VECTORS = json.loads(Path(__file__).with_name("ratings.json").read_text("utf-8"))
PAGE = Path(__file__).parents[3] / "docs" / "understand" / "ratings.md"


def test_the_vectors_are_of_this_model() -> None:
    """The vectors are of the present model; a new model needs new ones and a line in the changelog."""
    assert VECTORS["model"] == MODEL


def test_every_game_has_its_numbers() -> None:
    """Every game has the weights, skills and ratings of its vector: repeats, idle time, ties, all pools."""
    fold = Fold()
    for number, vector in enumerate(VECTORS["games"], 1):
        players, places = tuple(vector["players"]), tuple(vector["places"])
        game = GameRated(
            GameId(str(number)), vector["at"], Pool(vector["pool"]), players, places, is_open=True
        )
        counted = fold.add(number, game)
        assert counted is not None
        assert [str(change.weight) for change in counted.changes] == vector["weights"]
        assert [list(change.before) for change in counted.changes] == vector["before"]
        assert [list(change.after.skill) for change in counted.changes] == vector["after"]
        assert [Skill(*skill).rating for skill in vector["after"]] == vector["ratings"]


def test_the_page_tells_the_first_games_as_they_are() -> None:
    """The table in the document matches the first vectors."""
    rows = [
        line.split("|")[1:-1] for line in PAGE.read_text("utf-8").splitlines() if line.startswith("| game ")
    ]
    assert len(rows) == 5
    for row, vector in zip(rows, VECTORS["games"], strict=False):
        _, _, winner, weight, first, second = (cell.strip() for cell in row)
        ahead = vector["places"].index(1)
        by_name = dict(zip(vector["players"], vector["after"], strict=True))
        assert winner == vector["players"][ahead]
        assert weight == vector["weights"][0]
        assert [first, second] == [f"{mu}, {sigma}" for mu, sigma in (by_name["ann"], by_name["ben"])]
