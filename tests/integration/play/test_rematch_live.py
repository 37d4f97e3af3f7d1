"""Players of a finished game, and only they, can follow its rematch live before it is opened."""

from harness.service import API, Account, Service, ok
from harness.wire.sse import messages

SSE = "text/event-stream"


def over(service: Service, **more: object) -> tuple[list[Account], str]:
    """The players of a game that was called off, and its id."""
    players = service.accounts(2)
    game = str(ok(players[0].post("/games", {"players": 2, **more}), 201)["id"])
    key = ok(players[0].mine("GET", f"/games/{game}/invitation"))["key"] or ""
    ok(players[1].post(f"/games/{game}/seats?invitation={key}", {}), 201)
    ok(players[0].post(f"/games/{game}/abort", {}), 201)
    return players, game


def tables(player: Account, game: str) -> dict[bool, str]:
    """The ids of the rematch as a game (False) and as a dynasty (True), whether or not it is open."""
    actions = ok(player.mine("GET", f"/games/{game}"))["actions"]
    return {each.get("dynasty", False): each["table"] for each in actions if each["action"] == "rematch"}


def test_the_others_hear_of_it(service: Service) -> None:
    """The other player gets the rematch's events from the first one on, for a game and a dynasty."""
    (ann, ben), game = over(service, visibility="private", spectators=False)
    for dynasty, first in ((False, "GameCreated"), (True, "DynastyCreated")):
        table = tables(ben, game)[dynasty]
        path = f"{API}/events?game={game}&game={table}"
        with (
            service.http() as http,
            http.stream(path, Authorization=f"Bearer {ben.token}", Accept=SSE) as (
                answer,
                lines,
            ),
        ):
            assert answer.status == 200
            heard = messages(lines)
            ok(ann.post(f"/games/{game}/rematch", {"dynasty": dynasty}), 201)
            message = next(
                each.json for each in heard if each.type == "message" and each.json["game"] == table
            )
            assert (message["event"]["type"], message["event"]["actor"]) == (first, ann.id)


def test_nobody_else_follows_what_is_not_there(service: Service) -> None:
    """A rematch is unknown to strangers, and to its players without the finished game in the query."""
    (ann, ben), game = over(service)
    table = tables(ben, game)[False]
    stranger = service.account()
    for account, query in ((stranger, f"game={game}&game={table}"), (ben, f"game={table}")):
        answer = account.mine("GET", f"/events?{query}", Accept=SSE)
        assert (answer.code, answer.json["games"]) == ("game/unknown", [table])
    assert ann.mine("GET", f"/games/{table}").code == "game/unknown"
