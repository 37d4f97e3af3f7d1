"""A rematch is followed live before it is there, by those who played the game, and by nobody else."""

from harness.service import API, Account, Service, ok
from harness.wire.sse import messages

SSE = "text/event-stream"


def over(service: Service, **more: object) -> tuple[list[Account], str]:
    """The players of a game that one has resigned, and its id."""
    players = service.accounts(2)
    game = str(ok(players[0].post("/games", {"players": 2, **more}), 201)["id"])
    key = ok(players[0].mine("GET", f"/games/{game}/invitation"))["key"] or ""
    ok(players[1].post(f"/games/{game}/seats?invitation={key}", {}), 201)
    ok(players[0].post(f"/games/{game}/abort", {}), 201)
    return players, game


def tables(player: Account, game: str) -> dict[bool, str]:
    """The ids of the rematch as a game (False) and as a dynasty (True), there or not."""
    actions = ok(player.mine("GET", f"/games/{game}"))["actions"]
    return {each.get("dynasty", False): each["table"] for each in actions if each["action"] == "rematch"}


def test_the_others_hear_of_it(service: Service) -> None:
    """From its first event on, though it was not there when they began to listen; so of a dynasty."""
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
    """To a stranger it is unknown, there or not; to a player without the game that leads to it as well."""
    (ann, ben), game = over(service)
    table = tables(ben, game)[False]
    stranger = service.account()
    for account, query in ((stranger, f"game={game}&game={table}"), (ben, f"game={table}")):
        answer = account.mine("GET", f"/events?{query}", Accept=SSE)
        assert (answer.code, answer.json["games"]) == ("game/unknown", [table])
    assert ann.mine("GET", f"/games/{table}").code == "game/unknown"
