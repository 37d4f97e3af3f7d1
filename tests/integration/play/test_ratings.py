"""Ratings by the API, counted by a real worker: the agreement, the changes, and leaderboards."""

from functools import partial
from typing import Any

from click.testing import CliRunner

from harness.service import KEY, SCORED_SECONDS, Account, Service, ok
from harness.waiting import eventually
from service.cli.commands.ratings import ratings as command


def opened(owner: Account, **more: Any) -> str:
    """The id of a rated table of two."""
    return str(ok(owner.post("/games", {"players": 2, "rated": True, **more}), 201)["id"])


def code(answer: Any) -> tuple[int, str]:
    """Status and code of a problem."""
    return answer.status, answer.json["code"]


def played(service: Service, *players: Account, **more: Any) -> str:
    """A rated game that the second player resigns."""
    game = opened(players[0], **more)
    ok(players[1].post(f"/games/{game}/seats", {}), 201)
    ok(players[1].post(f"/games/{game}/resign", {}), 201)
    return game


def counted(asker: Account, game: str, status: str = "counted") -> Any:
    """The rating changes of a game, once it has this status."""

    def found() -> Any:
        answer = ok(asker.get(f"/games/{game}/ratings"))
        return answer if answer["status"] == status else None

    return eventually(found, SCORED_SECONDS)


def test_a_game_is_rated_if_that_is_agreed_on(service: Service) -> None:
    """A rated game says so in its record and state; without the agreement a game is not rated."""
    ann, ben = service.accounts(2)
    game = opened(ann)
    first = ok(ann.get(f"/games/{game}/events"))["events"][0]
    assert first["data"]["options"] == {"absent": "end", "rated": True}
    assert ann.state(game)["rated"] is True
    assert ok(ann.get(f"/games/{game}/ratings"))["status"] == "pending"
    casual = ok(ann.post("/games", {"players": 2, "rated": False}), 201)["id"]
    assert "rated" not in ann.state(casual)
    ok(ben.post(f"/games/{casual}/seats", {}), 201)
    ok(ben.post(f"/games/{casual}/resign", {}), 201)
    assert ok(ann.get(f"/games/{casual}/ratings")) == {
        "status": "unrated",
        "pool": None,
        "reason": None,
        "changes": None,
    }


def test_people_alone_play_a_rated_game(service: Service) -> None:
    """In a rated game no bot takes a seat or plays for a late player, and no seat can be taken over."""
    ann, ben, cleo, dan = service.accounts(4)
    game = opened(ann, players=3)
    assert code(ann.post(f"/games/{game}/bots", {"policy": "greedy"})) == (409, "rated/no-bots")
    clock = {"policy": "per_turn", "seconds": 3600}
    timed = opened(ann, clock=clock)
    assert ann.state(timed)["on_timeout"] == "forfeit"
    assert ann.state(opened(ann, clock=clock, on_timeout="claim"))["on_timeout"] == "claim"
    refused = ann.post("/games", {"players": 2, "rated": True, "clock": clock, "on_timeout": "bot"})
    assert refused.status == 422
    assert "on_timeout" in refused.json["errors"]["json"]
    for other in (ben, cleo):
        ok(other.post(f"/games/{game}/seats", {}), 201)
    ok(ben.post(f"/games/{game}/resign", {}), 201)
    answer = dan.post(f"/games/{game}/takeover", {"seat": 1})
    assert code(answer) == (409, "rated/no-takeover")


def test_a_game_changes_the_ratings_of_its_players(service: Service) -> None:
    """A leaver loses (R32); the change is at the game, at both players and in the leaderboard."""
    ann, ben = service.accounts(2)
    game = played(service, ann, ben)
    found = counted(ann, game)
    assert found["pool"] == "base-2"
    won, lost = found["changes"]
    newcomer = {"rating": 1500, "deviation": 333, "mu": 25_000, "sigma": 8_333, "provisional": True}
    assert won == {
        "seat": 0,
        "player": ann.id,
        "before": newcomer,
        "after": {"rating": 1605, "deviation": 323, "mu": 27_635, "sigma": 8_066, "provisional": True},
        "change": 105,
        "weight": "1",
    }
    assert (lost["player"], lost["change"], lost["after"]["mu"]) == (ben.id, -105, 22_365)
    (rating,) = ok(ben.get(f"/players/{ann.id}/ratings"))["ratings"]
    assert (rating["pool"], rating["rating"], rating["games"], rating["wins"]) == ("base-2", 1605, 1, 1)
    assert rating["curve"] == [{"at": rating["at"], "game": game, "rating": 1605, "change": 105}]
    skill = {"mu": 27_635, "sigma": 8_066, "at": rating["at"]}
    assert ok(ann.mine("GET", "/me/export"))["ratings"] == [
        {"pool": "base-2", **skill, "games": 1, "wins": 1, "curve": [{"game": game, **skill}]}
    ]
    rows = everybody(ann, "base-2")
    assert [row["name"] for row in rows if row["player"] in {ann.id, ben.id}] == [ann.name, ben.name]
    assert [row["place"] for row in rows] == sorted(row["place"] for row in rows)
    assert ann.id not in {row["player"] for row in ok(ann.get("/ratings"))["ratings"]}


def everybody(asker: Account, pool: str) -> list[Any]:
    """The whole leaderboard, page by page."""
    rows, cursor = [], ""
    while True:
        page = ok(asker.get(f"/ratings?pool={pool}&provisional=true&limit=2{cursor}"))
        rows += page["ratings"]
        if page["next"] is None:
            return rows
        cursor = f"&cursor={page['next']}"


def test_cursors_are_of_their_leaderboard(service: Service) -> None:
    """A foreign text and the cursor of another pool are refused."""
    ann, ben, cleo = service.accounts(3)
    counted(ann, played(service, ann, ben))
    counted(ann, played(service, ann, cleo))
    page = ok(ann.get("/ratings?provisional=true&limit=1"))
    for query in (f"pool=base-3&cursor={page['next']}", "cursor=nonsense"):
        assert code(ann.get(f"/ratings?{query}")) == (422, "request/invalid")


def test_what_few_may_see_is_in_no_curve(service: Service) -> None:
    """A private game counts; its id is in no curve, and only its viewers see its changes."""
    ann, ben, cleo = service.accounts(3)
    game = opened(ann, visibility="private", invited=[ben.id])
    ok(ben.post(f"/games/{game}/seats", {}), 201)
    ok(ben.post(f"/games/{game}/resign", {}), 201)

    def found() -> Any:
        answer = ok(ann.mine("GET", f"/games/{game}/ratings"))
        return answer if answer["status"] == "counted" else None

    eventually(found, SCORED_SECONDS)
    (rating,) = ok(cleo.get(f"/players/{ann.id}/ratings"))["ratings"]
    assert [point["game"] for point in rating["curve"]] == [None]
    assert cleo.mine("GET", f"/games/{game}/ratings").status == 404


def test_whose_page_is_hidden_is_not_named(service: Service) -> None:
    """A player with a hidden page has a place without id and name; only the player sees the ratings."""
    ann, ben = service.accounts(2)
    counted(ann, played(service, ann, ben))
    ok(ann.mine("PUT", "/me/page", {"page": "nobody"}))
    assert ok(ben.mine("GET", f"/players/{ann.id}/ratings"))["ratings"] == []
    assert len(ok(ann.mine("GET", f"/players/{ann.id}/ratings"))["ratings"]) == 1
    rows = everybody(ben, "base-2")
    assert ann.id not in {row["player"] for row in rows}
    assert any(row["player"] is None and row["name"] is None for row in rows)


def test_an_erased_account_leaves_the_leaderboard(service: Service) -> None:
    """An erased account leaves the leaderboard at once; other players keep their ratings."""
    ann, ben = service.accounts(2)
    game = played(service, ann, ben)
    counted(ann, game)
    before = len(everybody(ann, "base-2"))
    answer = ben.mine("DELETE", "/me", {"confirm": ben.name})
    assert answer.status == 204
    rows = everybody(ann, "base-2")
    assert ben.id not in {row["player"] for row in rows}
    assert len(rows) == before - 1
    assert ann.get(f"/players/{ben.id}/ratings").status == 404
    eventually(lambda: [row["place"] for row in everybody(ann, "base-2")] == list(range(1, before)))
    assert counted(ann, game)["changes"][1]["player"] == ben.id


def run(service: Service, *args: str) -> tuple[int, str]:
    """The exit code and the output of `kingdomino ratings`."""
    environ = {"REDIS_URL": service.store_url, "KINGDOMINO_KEY": KEY.hex()}
    result = CliRunner().invoke(command, args, env=environ)
    return result.exit_code, result.output


def test_organizers_annul_a_game(service: Service) -> None:
    """An annulled game counts as unrated, with the reason; a restored one counts again."""
    ann, ben = service.accounts(2)
    first = played(service, ann, ben)
    counted(ann, first)  # games count in the order in which they are scored
    second = played(service, ann, ben)
    before = counted(ann, second)["changes"][0]
    assert before["weight"] == "1/2"
    assert run(service, "annul", first, "--reason", "Ben was Ann.")[0] == 0
    assert counted(ann, first, "annulled")["reason"] == "Ben was Ann."

    def refolded() -> Any:
        change = ok(ann.get(f"/games/{second}/ratings"))["changes"][0]
        return change if change["weight"] == "1" else None

    assert eventually(refolded, SCORED_SECONDS)["after"]["mu"] == 27_635
    assert run(service, "annul", first, "--reason", "again")[0] == 1
    assert run(service, "restore", first, "--reason", "an error")[0] == 0
    counted(ann, first)
    eventually(lambda: counted(ann, second)["changes"][0] == before, SCORED_SECONDS)
    casual = str(ok(ann.post("/games", {"players": 2}), 201)["id"])
    exit_code, output = run(service, "annul", casual, "--reason", "no")
    assert exit_code == 1
    assert "not a scored rated game" in output


def test_repeated_wins_count_less_and_are_listed(service: Service) -> None:
    """The n-th surplus win over the same player weighs 1/n; from the third on the pair is listed."""
    ann, ben = service.accounts(2)
    changes = [counted(ann, played(service, ann, ben))["changes"][0] for _ in range(3)]
    assert [each["weight"] for each in changes] == ["1", "1/2", "1/3"]
    gained = [each["change"] for each in changes]
    assert gained == sorted(gained, reverse=True)
    assert gained[2] < gained[0] / 2
    exit_code, output = run(service, "repeats")
    assert exit_code == 0
    assert f"base-2: {ann.id} won 3 and lost 0 against {ben.id} in 30 days; the next win weighs 1/4" in output


def test_ratings_are_shown_checked_and_rebuilt(service: Service) -> None:
    """Ratings are shown, checked and rebuilt by commands while the service runs, without a change."""
    ann, ben = service.accounts(2)
    game = played(service, ann, ben)
    before = counted(ann, game)
    assert run(service, "check") == (0, "games, stream and ratings agree\n")
    exit_code, output = run(service, "rebuild")
    assert exit_code == 0
    assert "ratings" in output
    assert counted(ann, game) == before
    assert run(service, "check")[0] == 0
    exit_code, output = run(service, "show", "base-2", "--provisional", "--limit", "1000")
    assert any(ann.id in line and "1605?" in line for line in output.splitlines())
    assert run(service, "show", "chess")[0] == 2


def test_games_of_a_dynasty_count_each(service: Service) -> None:
    """Each game of a rated dynasty is rated."""
    ann, ben = service.accounts(2)
    dynasty = ok(ann.post("/dynasties", {"players": 2, "rated": True}), 201)["id"]
    ok(ben.post(f"/dynasties/{dynasty}/seats", {}), 201)

    for number in range(1, 4):
        game = eventually(partial(game_of, ann, dynasty, number), SCORED_SECONDS)
        assert game
        ok(ben.post(f"/games/{game}/resign", {}), 201)
        counted(ann, game)
    (rating,) = ok(ann.get(f"/players/{ann.id}/ratings"))["ratings"]
    assert (rating["games"], rating["wins"]) == (3, 3)


def game_of(asker: Account, dynasty: str, number: int) -> str | None:
    """The dynasty's game with this number, once it has started."""
    games = ok(asker.get(f"/dynasties/{dynasty}"))["games"]
    return str(games[-1]["id"]) if len(games) == number else None
