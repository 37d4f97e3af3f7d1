"""The responses of the operations that prove heads of the public log, as the document describes them."""

from collections.abc import Callable

from harness.service import Account
from harness.waiting import eventually
from harness.wire.http import Answer
from tests.integration.contract.account.me_cases import NOWHERE
from tests.integration.contract.sites import Site
from tests.integration.contract.tournament_cases import UNKNOWN, cup


def _proof(player: Account, path: str) -> Answer:
    """The response with a proof, which a stream has soon after its opening."""

    def proved() -> Answer | None:
        answer = player.get(f"{path}/proof")
        return answer if answer.status == 200 else None

    return eventually(proved)


CASES: dict[tuple[str, str, int], Callable[[Site], Answer]] = {
    ("get", "/games/{game}/proof", 200): lambda s: _proof(s.stranger, f"/games/{s.over.id}"),
    ("get", "/games/{game}/proof", 404): lambda s: s.stranger.get(f"/games/{NOWHERE}/proof"),
    ("get", "/games/{game}/proof", 422): lambda s: s.stranger.get(f"/games/{s.over.id}/proof?leaf=x"),
    ("get", "/dynasties/{dynasty}/proof", 200): lambda s: _proof(s.stranger, f"/dynasties/{s.decided}"),
    ("get", "/dynasties/{dynasty}/proof", 404): lambda s: s.stranger.get(f"/dynasties/{NOWHERE}/proof"),
    ("get", "/dynasties/{dynasty}/proof", 422): lambda s: s.stranger.get(
        f"/dynasties/{s.decided}/proof?leaf=x"
    ),
    ("get", "/tournaments/{tournament}/proof", 200): lambda s: _proof(s.stranger, cup(s).path),
    ("get", "/tournaments/{tournament}/proof", 404): lambda s: s.stranger.get(f"{UNKNOWN}/proof"),
    ("get", "/tournaments/{tournament}/proof", 422): lambda s: s.stranger.get(f"{cup(s).path}/proof?leaf=x"),
}
"""A request for each documented response."""
