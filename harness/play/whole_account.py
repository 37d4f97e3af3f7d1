"""An account that has one of each thing that the service keeps for it, made by requests and by workers."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from harness.games import STUDY, finish, seeded
from harness.play.signing_in import Browser, World
from harness.play.telling.thief import Thief
from kingdomino.machine import legal_commands
from replays.bootstrap import now_ms
from replays.commands.tables import Move
from replays.encoding.identity import GameId
from service.application.account_data.running import begin
from service.application.accounts.access.known import KnownAccess
from service.application.accounts.admission import AdmissionControl
from service.application.notices.projection.projector import Projector
from service.application.people.moderation.docket import Docket
from service.application.people.ratings.projector import RatingProjector
from service.application.people.ratings.writing import GenerationWriter
from service.application.people.recorder import Recorder
from service.application.quotas.counters import Limit
from service.http.cookies import SESSION

EMAIL = "ann@example.org"


class WholeAccount:
    """Ann, who does everything; Ben is at her tables, and Eve writes to both."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.ann, self.ben = world.browser(), world.browser()
        self.id = self.ann.member(EMAIL)
        self.ben_id = self.ben.guest("Ben")
        self.thief = Thief(world, self.ann, EMAIL)
        Docket(world.store, now_ms).name_moderator(self.id, "")
        self._grants()
        self.running = self._begun()
        self.over = self._over()
        self._texts()
        self._lists()
        self._reports()
        self._moderation()
        self._projections()

    @contextmanager
    def busy(self) -> Iterator[None]:
        """Keep what is there for moments only: an export runs, and a change has just been counted."""
        cookie = self.ann.client.get_cookie(SESSION)
        assert cookie is not None
        control = AdmissionControl(self.world.store, Limit(9, 60), Limit(9, 60), KnownAccess())
        control.admit("192.0.2.1", cookie.value, 1, changes=True)
        export = begin(self.world.store, self.id, lambda: iter([]))
        yield
        export.end()

    def _done(self, method: str, path: str, body: Any = None, by: Browser | None = None) -> Any:
        answer = (by or self.ann).ask(method, path, body)
        assert answer.status_code < 300, (path, answer.data)
        return answer.json

    def _grants(self) -> None:
        """Ann grants everything; her webhook is called, and an e-mail waits."""
        assert self.thief.create()["webhook"]()
        self._done("POST", "/session/reset", {"email": EMAIL})
        self._done("PUT", "/me/language", {"language": "en"})

    def _begun(self, **agreed: Any) -> GameId:
        game = GameId(self._done("POST", "/games", {"players": 2, **agreed})["id"])
        self._done("POST", f"/games/{game}/seats", {}, self.ben)
        return game

    def _over(self) -> GameId:
        tables = self.world.services.tables
        game = finish(tables, self._begun(rated=True), seeded(1))
        tables.settle(game)
        return game

    def _texts(self) -> None:
        path, over = f"/games/{self.running}", f"/games/{self.over}"
        self._done("PUT", f"{over}/notes", {"text": "swamps"})
        self._done("PUT", f"{over}/seen", {"version": 9})
        self._done("PUT", f"{path}/seen", {"version": 2})
        self.comment = self._done("POST", f"{over}/comments", {"text": "Well played.", "version": 9})["id"]
        self._done("PUT", f"{over}/comments/{self.comment}", {"text": "Well played!"})
        self._done("POST", f"{path}/talk", {"text": "Hello."})
        self._done("POST", f"{path}/talk", {"text": "Hello, Ann."}, self.ben)
        self._done("POST", f"{over}/talk", {"text": "Again?"})
        self._plan()
        self._done("POST", "/studies", {"text": STUDY.decode()})
        kept = self._done("POST", "/me/collections", {"title": "Best", "shared": "public"})
        self._done("PUT", f"/me/collections/{kept['id']}/games/{self.over}", {"note": "the last line"})
        self._done("POST", "/dynasties", {"players": 2})
        wanted = {"name": "Cup", "kind": "swiss", "table": 2, "rounds": 1}
        cup = self._done("POST", "/tournaments", wanted)["id"]
        self._done("POST", f"/tournaments/{cup}/entries", {})
        self._done("POST", f"{over}/review")

    def _plan(self) -> None:
        """Plan in the running game, in which it is Ben's turn then."""
        tables = self.world.services.tables
        match = tables.match(self.running)
        while (now := match.game) is not None and match.sitters[match.mover or 0].player == self.id:
            match = tables.move(match, Move(self.id, legal_commands(now)[0], match.head.version)).after
        self._done("PUT", f"/games/{self.running}/plan", {"choose": list(range(1, 49))})

    def _lists(self) -> None:
        self._done("PUT", f"/me/following/{self.ben_id}")
        for name in ("blocked", "muted"):
            self._done("PUT", f"/me/{name}/{self.thief.eve_id}")
        self._done("PUT", f"/games/{self.running}/talk/muted")
        self._done("PUT", "/me/notices/preferences", {"time_zone": "Europe/Berlin"})

    def _reports(self) -> None:
        for author, by in ((self.ben_id, self.ann), (self.id, self.ben)):
            about = {"kind": "name", "id": author}
            self._done("POST", "/reports", {"about": about, "reason": "insult", "text": "Bad."}, by)

    def _moderation(self) -> None:
        """Cid looks at a comment that nobody has reported, and hides it."""
        cid = self.world.browser()
        Docket(self.world.store, now_ms).name_moderator(cid.guest("Cid"), "")
        page = cid.client.get(f"/moderation/comment/{self.comment}/{self.over}")
        assert page.status_code == 200
        about = {"kind": "comment", "id": self.comment, "game": self.over}
        self._done("POST", "/decisions", {"about": about, "verdict": "hide", "reason": "Rude."}, cid)

    def _projections(self) -> None:
        """Let the workers catch up."""
        parts = self.world.services
        log, store = parts.tables.log, parts.store
        for projector in (
            Projector(log, parts.inboxes, now_ms, lambda *_: None),
            Recorder(store, log, parts.players, lambda _: True),
            RatingProjector(log, parts.rated_games, GenerationWriter(store), now_ms),
        ):
            while projector.go_on(1):
                pass
