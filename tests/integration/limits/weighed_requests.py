"""For each endpoint the most expensive requests that it permits, as far as they are known."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple
from urllib.parse import urlencode

import orjson

from harness.play.authenticator import Authenticator
from harness.wire.push_service import PushBrowser

NOWHERE = "00000000-0000-4000-8000-000000000000"
FORM = {"Content_Type": "application/x-www-form-urlencoded"}
URL = "https://8.8.8.8/"
PASSWORD = "eleven purple swamps"  # noqa: S105 - nobody's
COMMENT = "A comment. " * 180


class Asked(NamedTuple):
    """A request of an account, and those that must come before it each time.

    `{…}` in a request is a name of the scene; `{made}` is the id in the response to the last one before.
    """

    request: str
    body: Any = None
    before: Sequence["Asked"] = ()
    by: str | None = "ann"
    headers: Mapping[str, str] = {}


def got(path: str, **headers: str) -> Asked:
    """A GET under the API."""
    return Asked(f"GET /api/v1{path}", headers=headers)


def sent(request: str, body: Any = None, *before: Asked, by: str | None = "ann", **headers: str) -> Asked:
    """Another request under the API."""
    method, path = request.split(" ")
    return Asked(f"{method} /api/v1{path}", body, before, by, headers)


def page(path: str) -> Asked:
    """A page."""
    return Asked(f"GET {path}")


def form(path: str, *before: Asked, by: str | None = "ann", **fields: str) -> Asked:
    """A form that is sent."""
    return Asked(f"POST {path}", urlencode(fields), before, by, FORM)


SIGNED = Authenticator(player="AAAA").sign({"challenge": "AAAA"})
CREATED = Authenticator().create({"challenge": "AAAA", "user": {"id": "AAAA"}})
NEW_ACCOUNT = Asked("a new account")
"""Stands for a new account, which has the name `new`."""
MOVE = Asked("a move")
"""Stands for the first legal move in the game `late`."""
BEN = "/players/{ben}"
COLLECTION = sent("POST /me/collections", {"title": "Best", "shared": "public"})
STUDIED = sent("POST /studies", {"text": "{text}"})
COMMENTED = sent("POST /games/{over}/comments", {"text": COMMENT, "version": 50})
TALKED = sent("POST /games/{running}/talk", {"text": "t" * 300})
HOOKED = sent("POST /me/webhooks", {"url": URL})
TABLE = sent("POST /games", {"players": 2}, by="ben")
STARTED = sent("POST /games/{made}/seats", {}, by="ann")
DYNASTY = sent("POST /dynasties", {"players": 2}, by="ben")
CUP = {"name": "Cup", "kind": "swiss", "table": 4, "rounds": 7}
MADE = "/tournaments/{made}"
ANNOUNCED = sent("POST /tournaments", CUP, by="ben")
FILLED = sent("POST /tournaments/{made}/entries", {"bots": ["random"] * 500}, by="ben")
EVERYBODY = [f"player {number}" for number in range(200)]
FORBIDDEN = {"type": "forbid-meeting", "reason": "siblings", "entrants": [1, 2]}
TOKEN = sent("POST /me/tokens", {"name": "phone"})
REPORT = {"about": {"kind": "name", "id": "{ben}"}, "reason": "insult", "text": "r" * 900}

REQUESTS: Mapping[str, Sequence[Asked]] = {
    "calendar_feed": [page("/calendar/{calendar}.ics")],
    "healthz": [page("/healthz")],
    "readyz": [page("/readyz")],
    "metrics": [page("/metrics")],
    "asset": [page("/assets/x/style.css"), page("/assets/x/live/page.js"), page("/assets/x/none.css")],
    "static": [page("/static/style.css"), page("/static/none.css")],
    "service_worker": [page("/service-worker.js")],
    "manifest": [page("/manifest.webmanifest")],
    "": [page("/nowhere"), page("/api/v1/nowhere"), Asked("POST /rules"), Asked("DELETE /api/v1/games")],
    # games
    "games.create": [
        sent("POST /games", {"players": 4, "join": True, "clock": {"policy": "per_turn", "seconds": 86400}})
    ],
    "games.index": [
        got("/games?limit=200"),
        got("/games?limit=200&player={ann}"),
        got("/games?status=active&limit=200"),
    ],
    "games.join": [sent("POST /games/{made}/seats", {"entropy": "ab" * 32}, TABLE)],
    "games.show": [
        got("/games/{late}"),
        got("/games/{tribe}?version=150"),
        got("/games/{tribe}", Accept="text/plain"),
    ],
    "moves.index": [got("/games/{late}/moves"), got("/games/{running}/moves")],
    "moves.create": [MOVE],
    "moves.offered": [got("/games/{running}/offers"), got("/games/{late}/offers")],
    "variations.show": [
        got("/games/{running}/variation?seat=0&domino=1"),
        got("/games/{over}/variation?version=60&seat=0"),
    ],
    "continuations.show": [
        *(
            got(f"/games/{{over}}/continuation?version={version}&seat=0&bot=full-greedy&seed=1")
            for version in (10, 40, 70)
        )
    ],
    "invitations.of_game": [got("/games/{over}/invitation")],
    "invitations.of_dynasty": [sent("GET /dynasties/{made}/invitation", None, DYNASTY, by="ben")],
    "invitations.rematch": [sent("POST /games/{over}/rematch", {})],
    "attendance.seat_bot": [sent("POST /games/{made}/bots", {"policy": "greedy"}, TABLE, by="ben")],
    "attendance.resign": [sent("POST /games/{made}/resign", {}, TABLE, STARTED)],
    "attendance.abort": [sent("POST /games/{made}/abort", {}, TABLE, STARTED)],
    "attendance.claim": [sent("POST /games/{running}/claim", {})],
    "attendance.come_back": [sent("POST /games/{running}/return", {})],
    "attendance.end": [sent("POST /games/{made}/end", {}, TABLE, STARTED)],
    "attendance.take_over": [sent("POST /games/{running}/takeover", {"seat": 1})],
    "attendance.begin_vacation": [sent("POST /games/{running}/vacation", {})],
    "attendance.end_vacation": [sent("DELETE /games/{running}/vacation")],
    "clocks.show": [got("/games/{late}/clock")],
    "plans.show": [got("/games/{running}/plan")],
    "plans.lay": [
        sent(
            "PUT /games/{running}/plan",
            {
                "choose": list(range(1, 49)),
                "branches": [{"taken": list(range(1, 49)), "choose": list(range(1, 49))} for _ in range(8)],
            },
        )
    ],
    "plans.drop": [sent("DELETE /games/{running}/plan")],
    "events.index": [
        got("/games/{over}/events"),
        got("/games/{tribe}/events"),
        got("/games/{tribe}/events", Accept="application/x-ndjson"),
        got("/games/{late}/events", Accept="text/event-stream"),
    ],
    "events.show": [
        got("/games/{over}/replay"),
        got("/games/{tribe}/replay"),
        got("/games/{tribe}/replay?form=changes"),
    ],
    "live.index": [
        got("/events?{followed}&{talked}&mine=true"),
        got("/events?game={late}"),
        got("/events?{followed}"),
        Asked("GET /api/v1/events?{private}", by=None),
    ],
    # dynasties
    "dynasties.create": [sent("POST /dynasties", {"players": 4})],
    "dynasties.index": [got("/dynasties?limit=200")],
    "dynasties.join": [sent("POST /dynasties/{made}/seats", {}, DYNASTY)],
    "dynasties.seat_bot": [sent("POST /dynasties/{made}/bots", {"policy": "greedy"}, DYNASTY, by="ben")],
    "dynasties.show": [got("/dynasties/{dynasty}")],
    "dynasties.events": [got("/dynasties/{dynasty}/events")],
    "dynasties.replay": [got("/dynasties/{dynasty}/replay")],
    "audits.dynasty": [got("/dynasties/{dynasty}/audit")],
    # tournaments
    "tournaments.create": [sent("POST /tournaments", {**CUP, "rounds": 99}, by="ben")],
    "tournaments.index": [got("/tournaments?limit=200")],
    "tournaments.show": [got("/tournaments/{tournament}"), got("/tournaments/{tournament}?version=200")],
    "tournaments.events": [got("/tournaments/{tournament}/events")],
    "entries.create": [
        sent("POST /tournaments/{made}/entries", {}, ANNOUNCED),
        sent("POST /tournaments/{made}/entries", {"bots": ["random"] * 500}, ANNOUNCED, by="ben"),
        sent("POST /tournaments/{made}/entries", {"players": EVERYBODY}, ANNOUNCED, by="ben"),
    ],
    "entries.delete": [
        sent("DELETE /tournaments/{made}/entries/mine", {}, ANNOUNCED, sent(f"POST {MADE}/entries", {}))
    ],
    "directing.start": [sent("POST /tournaments/{made}/start", None, ANNOUNCED, FILLED, by="ben")],
    "directing.close": [sent("POST /tournaments/{tournament}/rounds/9/close", None, by="ben")],
    "directing.act": [sent("POST /tournaments/{tournament}/acts", FORBIDDEN, by="ben")],
    "directing.forecast": [got("/tournaments/{tournament}/forecast")],
    "directing.preview": [sent("GET /tournaments/{tournament}/preview", by="ben")],
    "directing.desk": [sent("GET /tournaments/{tournament}/desk", by="ben")],
    "collusion.show": [sent("GET /tournaments/{tournament}/collusion", by="ben")],
    "collusion.ask": [sent("POST /tournaments/{tournament}/collusion", None, by="ben")],
    "tournament_pictures.card": [got("/tournaments/{tournament}/card.png")],
    "files.standings": [got("/tournaments/{tournament}/standings.csv")],
    "files.pairings": [got("/tournaments/{tournament}/pairings.csv")],
    "files.acts": [got("/tournaments/{tournament}/acts.csv")],
    "audits.tournament": [got("/tournaments/{small}/audit")],
    "audits.game": [got("/games/{over}/audit"), got("/games/{tribe}/audit")],
    # history
    "studies.create": [sent("POST /studies", {"text": "{text}"})],
    "studies.index": [got("/studies")],
    "studies.show": [
        sent("GET /studies/{made}", None, STUDIED),
        sent("GET /studies/{made}?version=60", None, STUDIED),
    ],
    "studies.delete": [sent("DELETE /studies/{made}", None, STUDIED)],
    "studies.replay": [sent("GET /studies/{made}/replay", None, STUDIED)],
    "reviews.create": [sent("POST /games/{over}/review")],
    "reviews.show": [got("/games/{over}/review")],
    "reviews.create_for_study": [sent("POST /studies/{made}/review", None, STUDIED)],
    "reviews.show_for_study": [sent("GET /studies/{made}/review", None, STUDIED)],
    "pictures.svg": [got("/games/{over}.svg"), got("/games/{tribe}.svg"), got("/games/{tribe}.svg?seat=0")],
    "pictures.png": [got("/games/{over}.png"), got("/games/{tribe}.png")],
    "pictures.card": [got("/games/{over}/card.png"), got("/games/{tribe}/card.png")],
    "pictures.animation": [got("/games/{over}.gif")],
    "picture": [got("/games/{over}.bmp")],
    "ratings.index": [got("/ratings?limit=200")],
    "ratings.player": [got("/players/{ann}/ratings")],
    "ratings.game": [got("/games/{over}/ratings")],
    "keys.index": [got("/keys")],
    # the account
    "me.show": [got("/me")],
    "me.rename": [sent("PUT /me", {"name": "Anna"})],
    "me.erase": [sent("DELETE /me", {"confirm": "new"}, NEW_ACCOUNT, by="new")],
    "me.show_page": [sent("PUT /me/page", {"page": "everybody"})],
    "me.speak": [sent("PUT /me/language", {"language": "en"})],
    "me.audit": [got("/me/audit?limit=200")],
    "me.export": [got("/me/export")],
    "me.archive": [got("/me/archive")],
    "tokens.index": [got("/me/tokens")],
    "tokens.create": [sent("POST /me/tokens", {"name": "phone"}, NEW_ACCOUNT, by="new")],
    "tokens.rename": [
        sent("PUT /me/tokens/{made}", {"name": "tablet"}, NEW_ACCOUNT, TOKEN._replace(by="new"), by="new")
    ],
    "tokens.revoke": [
        sent("DELETE /me/tokens/{made}", None, NEW_ACCOUNT, TOKEN._replace(by="new"), by="new")
    ],
    "tokens.sign_out": [sent("DELETE /me/sessions")],
    "passkeys.ask_to_sign_in": [sent("POST /session/passkey/options", by=None)],
    "passkeys.sign_in": [sent("POST /session/passkey", {"credential": SIGNED}, by=None)],
    "passkeys.index": [got("/me/passkeys")],
    "passkeys.ask_to_add": [sent("POST /me/passkeys/options", {"current": PASSWORD})],
    "passkeys.add": [sent("POST /me/passkeys", {"name": "phone", "credential": CREATED})],
    "passkeys.rename": [sent("PATCH /me/passkeys/0", {"name": "phone"})],
    "passkeys.remove": [sent("DELETE /me/passkeys/0")],
    "my games.index": [got("/me/games?limit=200")],
    "my games.events": [got("/me/events")],
    "my notices.index": [got("/me/notices?limit=200")],
    "my notices.see": [sent("PUT /me/notices/seen", {"id": "0"})],
    "my notice preferences.show": [got("/me/notices/preferences")],
    "my notice preferences.save": [
        sent(
            "PUT /me/notices/preferences",
            {"time_zone": "Europe/Berlin", "quiet": {"from": "22:00", "to": "07:00"}},
        )
    ],
    "my emails.show": [got("/me/notices/email")],
    "my emails.begin": [sent("PUT /me/notices/email")],
    "my muted games.index": [got("/me/notices/mutes?limit=200")],
    "my muted games.show": [got("/me/notices/mutes/{running}")],
    "my muted games.save": [sent("PUT /me/notices/mutes/{running}", {"channels": ["email", "push"]})],
    "push.key": [got("/push/key")],
    "push.index": [got("/me/push")],
    "push.create": [
        sent(
            "POST /me/push",
            {"endpoint": "https://updates.push.services.mozilla.com/wpush/v2/x", "keys": PushBrowser().keys},
        )
    ],
    "push.remove": [sent(f"DELETE /me/push/{NOWHERE}")],
    "my calendar.show": [got("/me/calendar")],
    "my calendar.renew": [sent("POST /me/calendar")],
    "my calendar.revoke": [sent("DELETE /me/calendar")],
    "webhooks.index": [got("/me/webhooks")],
    "webhooks.create": [sent("POST /me/webhooks", {"url": URL}, NEW_ACCOUNT, by="new")],
    "webhooks.show": [got("/me/webhooks/{webhook}")],
    "webhooks.change": [sent("PATCH /me/webhooks/{webhook}", {"url": URL, "active": True})],
    "webhooks.remove": [sent("DELETE /me/webhooks/{made}", None, HOOKED)],
    "webhooks.rotate": [sent("POST /me/webhooks/{webhook}/secret")],
    "webhooks.test": [sent("POST /me/webhooks/{webhook}/test")],
    "webhooks.deliveries": [got("/me/webhooks/{webhook}/deliveries")],
    "webhooks.replay": [sent("POST /me/webhooks/{webhook}/deliveries/1/replay")],
    "notes.show": [got("/games/{over}/notes")],
    "notes.write": [sent("PUT /games/{over}/notes", {"text": "n" * 10_000})],
    "notes.remove": [sent("DELETE /games/{over}/notes")],
    "notes.see": [sent("PUT /games/{over}/seen", {"version": 1})],
    "notes.unsee": [sent("DELETE /games/{over}/seen")],
    "notes.since": [got("/games/{over}/since"), got("/games/{tribe}/since")],
    "comments.index": [got("/games/{over}/comments?limit=200")],
    "comments.write": [COMMENTED],
    "comments.edit": [sent("PUT /games/{over}/comments/{made}", {"text": COMMENT}, COMMENTED)],
    "comments.remove": [sent("DELETE /games/{over}/comments/{made}", None, COMMENTED)],
    "talk.index": [got("/games/{running}/talk?limit=100")],
    "talk.write": [TALKED],
    "talk.remove": [sent("DELETE /games/{running}/talk/{made}", None, TALKED)],
    "talk.mute": [sent("PUT /games/{running}/talk/muted")],
    "talk.unmute": [sent("DELETE /games/{running}/talk/muted")],
    "session.show": [got("/session")],
    "session.sign_in": [sent("POST /session", {"email": "ann@example.org", "password": PASSWORD}, by=None)],
    "session.sign_out": [sent("DELETE /session", None, NEW_ACCOUNT, TOKEN._replace(by="new"), by="new")],
    "session.guest": [sent("POST /session/guest", {"name": "Eve"}, by=None)],
    "session.verify": [sent("POST /session/verify/{ann}.x", {"password": PASSWORD})],
    "session.ask_reset": [sent("POST /session/reset", {"email": "ann@example.org"}, by=None)],
    "session.reset": [sent("POST /session/reset/{ann}.x", {"password": PASSWORD}, by=None)],
    "session.set_password": [
        sent("PUT /me/password", {"email": "new@example.org", "password": PASSWORD}, NEW_ACCOUNT, by="new")
    ],
    "players.register": [sent("POST /players", {"name": "Eve"}, by=None)],
    # people
    "people.search": [got("/players?name=player&limit=50")],
    "people.show": [got(BEN), got("/players/{ann}")],
    "proofs.game": [got("/games/{running}/proof")],
    "proofs.dynasty": [got("/dynasties/{dynasty}/proof")],
    "proofs.tournament": [got("/tournaments/{tournament}/proof")],
    "log_checkpoint": [page("/log/checkpoint")],
    "log_policy": [page("/log/policy")],
    "log_tile": [page("/log/tile/0/000.p/1")],
    "seeks.index": [got("/seeks")],
    "seeks.seek": [sent("POST /seeks", {"players": 3})],
    "people.play": [sent("POST /players/{ben}/games", {})],
    "contacts.following": [got("/me/following?limit=200")],
    "contacts.blocked": [got("/me/blocked?limit=200")],
    "contacts.muted": [got("/me/muted?limit=200")],
    "contacts.follow": [sent("PUT /me/following/{ben}")],
    "contacts.unfollow": [sent("DELETE /me/following/{ben}")],
    "contacts.block": [sent("PUT /me/blocked/{dan}")],
    "contacts.unblock": [sent("DELETE /me/blocked/{dan}")],
    "contacts.mute": [sent("PUT /me/muted/{ben}")],
    "contacts.unmute": [sent("DELETE /me/muted/{ben}")],
    "collections.index": [got("/me/collections?limit=100")],
    "collections.create": [COLLECTION._replace(by="new", before=(NEW_ACCOUNT,))],
    "collections.change": [sent("PUT /me/collections/{collection}", {"title": "Best", "shared": "public"})],
    "collections.remove": [
        sent("DELETE /me/collections/{made}", None, NEW_ACCOUNT, COLLECTION._replace(by="new"), by="new")
    ],
    "collections.put": [
        sent("PUT /me/collections/{collection}/games/{over}", {"note": "n" * 300, "place": 0})
    ],
    "collections.take": [sent("DELETE /me/collections/{collection}/games/{tribe}")],
    "collections.of_player": [got("/players/{ann}/collections?limit=100")],
    "collections.show": [got("/players/{ann}/collections/{collection}?limit=200")],
    "moderation.create": [sent("POST /reports", REPORT, by="cal")],
    "moderation.index": [got("/reports?limit=50")],
    "moderation.decide_on": [
        sent(
            "POST /decisions",
            {"about": {"kind": "name", "id": "{new}"}, "verdict": "rename", "reason": "bad"},
            NEW_ACCOUNT,
        )
    ],
    "moderation.mine": [got("/me/moderation")],
    # pages
    "openapi": [got("/openapi.json")],
    "page": [got("/docs")],
    "lobby": [page("/")],
    "all_games": [page("/games"), page("/games?status=active")],
    "watch": [page("/watch?game={running}"), page("/watch?game={over}&company=any")],
    "game": [page("/games/{late}"), page("/games/{running}"), page("/games/{over}"), page("/games/{tribe}")],
    "replay": [page("/games/{over}/replay"), page("/games/{tribe}/replay")],
    "audit": [page("/games/{over}/audit")],
    "dynasty": [page("/dynasties/{dynasty}")],
    "dynasty_audit": [page("/dynasties/{dynasty}/audit")],
    "tournaments": [page("/tournaments"), page("/tournaments?status=open")],
    "new_tournament.show": [page("/tournaments/new"), page("/tournaments/new?kind=league&template=league")],
    "new_tournament.create": [form("/tournaments/new", name="Cup"), form("/tournaments/new")],
    "tournament": [page("/tournaments/{tournament}")],
    "tournament_entry.enter": [form("/tournaments/{made}/enter", ANNOUNCED)],
    "tournament_entry.withdraw": [
        form("/tournaments/{made}/withdraw", ANNOUNCED, sent(f"POST {MADE}/entries", {}))
    ],
    "tournament_round": [page("/tournaments/{tournament}/rounds/1")],
    "tournament_standings": [
        page("/tournaments/{tournament}/standings"),
        page("/tournaments/{tournament}/standings?version=200"),
    ],
    "tournament_table": [page("/tournaments/{tournament}/table")],
    "tournament_entrant": [page("/tournaments/{tournament}/entrants/1")],
    "tournament_audit": [page("/tournaments/{tournament}/audit")],
    "study": [Asked("GET /studies/{made}", before=(STUDIED,))],
    "import": [page("/studies")],
    "new_game": [page("/new")],
    "rules": [page("/rules")],
    "tutorial": [page("/tutorial"), page("/tutorial?play=" + "+".join(["x"] * 1000))],
    "joining.game": [form("/games/{made}/seats", TABLE)],
    "joining.dynasty": [form("/dynasties/{made}/seats", DYNASTY)],
    "player": [page("/players/{ann}")],
    "players": [page("/players?name=player"), page("/players")],
    "ratings": [page("/ratings")],
    "collection": [page("/players/{ann}/collections/{collection}")],
    "friends.index": [page("/following")],
    "friends.blocked": [page("/blocked")],
    "friends.muted": [page("/muted")],
    "friends.follow": [form("/players/{ben}/follow")],
    "friends.unfollow": [form("/players/{ben}/unfollow")],
    "friends.block": [form("/players/{dan}/block")],
    "friends.unblock": [form("/players/{dan}/unblock")],
    "friends.unmute": [form("/players/{ben}/unmute")],
    "friends.play": [form("/players/{ben}/play")],
    "own_collections.index": [page("/collections")],
    "own_collections.create": [
        form("/collections", NEW_ACCOUNT, by="new", title="Best", shared="public"),
        form("/collections"),
    ],
    "own_collections.edit": [
        form("/collections/{collection}/edit", title="Best", shared="public"),
        form("/collections/{collection}/edit"),
    ],
    "own_collections.delete": [
        form("/collections/{made}/delete", NEW_ACCOUNT, COLLECTION._replace(by="new"), by="new")
    ],
    "own_collections.write": [form("/collections/{collection}/games/{over}/note", note="n" * 300)],
    "own_collections.move": [form("/collections/{collection}/games/{over}/move", place="1")],
    "own_collections.take": [form("/collections/{collection}/games/{tribe}/take")],
    "own_collections.collect": [page("/games/{over}/collect"), form("/games/{over}/collect")],
    "notices.index": [page("/notices")],
    "notices.see": [form("/notices/seen", id="0")],
    "notice_preferences.show": [page("/account/notices")],
    "notice_preferences.save": [
        form("/account/notices", time_zone="Europe/Berlin", channel="email"),
        form("/account/notices", **{"channel": "email", "email.hour": "x"}),
    ],
    "notice_preferences.remove_browser": [form(f"/account/notices/browsers/{NOWHERE}/remove")],
    "notice_preferences.unmute": [form("/account/notices/mutes/{running}/remove")],
    "calendar.renew": [form("/account/notices/calendar")],
    "calendar.revoke": [form("/account/notices/calendar/revoke")],
    "mailings.ask": [page("/unsubscribe/{unsubscribe}")],
    "mailings.stop": [form("/unsubscribe/{unsubscribe}")],
    "own_mailings.begin": [form("/account/notices/email")],
    "webhook_pages.index": [page("/account/webhooks")],
    "webhook_pages.create": [
        form("/account/webhooks", NEW_ACCOUNT, by="new", url=URL),
        form("/account/webhooks"),
    ],
    "webhook_pages.show": [page("/account/webhooks/{webhook}")],
    "webhook_pages.edit": [form("/account/webhooks/{webhook}", url=URL), form("/account/webhooks/{webhook}")],
    "webhook_pages.switch": [form("/account/webhooks/{webhook}/switch", active="on")],
    "webhook_pages.rotate": [form("/account/webhooks/{webhook}/secret", key="x")],
    "webhook_pages.test": [form("/account/webhooks/{webhook}/test")],
    "webhook_pages.replay": [form("/account/webhooks/{webhook}/replay", position="1")],
    "webhook_pages.remove": [form("/account/webhooks/{made}/remove", HOOKED)],
    "tournament_desk.show": [Asked("GET /tournaments/{tournament}/desk?preview=yes", by="ben")],
    "tournament_desk.act": [
        form("/tournaments/{tournament}/desk/acts", by="ben", type="call-off", code="other", reason="none")
    ],
    "tournament_desk.enter": [
        form("/tournaments/{made}/desk/entries", ANNOUNCED, by="ben", players="\n".join(EVERYBODY))
    ],
    "tournament_desk.start": [form("/tournaments/{made}/desk/start", ANNOUNCED, FILLED, by="ben")],
    "tournament_desk.close": [form("/tournaments/{tournament}/desk/rounds/1/close", by="ben")],
    "tournament_report.show": [Asked("GET /tournaments/{tournament}/desk/collusion", by="ben")],
    "tournament_report.ask": [form("/tournaments/{tournament}/desk/collusion", by="ben")],
    "tournament_disputes.dispute": [
        form("/tournaments/{tournament}/disputes", game="1", at="1", code="fault", reason="r" * 400)
    ],
    "reporting.show": [page("/report/name/{ben}")],
    "reporting.send": [
        form("/report/name/{ben}", reason="insult", by="cal"),
        form("/report/name/{ben}", reason="other", by="cal"),
    ],
    "own_moderation.show": [page("/account/moderation")],
    "cases.index": [page("/moderation")],
    "cases.show": [page("/moderation/name/{ben}")],
    "cases.decide_on": [
        form("/moderation/name/{ben}", verdict="keep", reason="fine", days="1"),
        form("/moderation/name/{ben}"),
    ],
    "account.sign_in": [page("/sign-in")],
    "account.begin": [
        form("/sign-in", by=None, email="ann@example.org", password=PASSWORD),
        form("/sign-in", by=None),
    ],
    "account.begin_as_guest": [form("/sign-in/guest", by=None, name="Eve"), form("/sign-in/guest", by=None)],
    "account.ask_reset": [
        form("/sign-in/reset", by=None, email="ann@example.org"),
        form("/sign-in/reset", by=None),
    ],
    "account.show_reset": [page("/reset/{ann}.x")],
    "account.reset": [form("/reset/{ann}.x", password=PASSWORD), form("/reset/{ann}.x")],
    "account.show_verify": [page("/verify/{ann}.x")],
    "account.verify": [form("/verify/{ann}.x", password=PASSWORD)],
    "account.show": [page("/account")],
    "account.rename": [form("/account/name", name="Anna"), form("/account/name")],
    "choose_language": [form("/language", language="en")],
    "account.show_page": [form("/account/page", page="everybody"), form("/account/page")],
    "account.set_password": [
        form("/account/password", NEW_ACCOUNT, by="new", email="new@example.org", password=PASSWORD),
        form("/account/password"),
    ],
    "account.begin_by_passkey": [
        form("/sign-in/passkey", by=None, credential=orjson.dumps(SIGNED).decode()),
        form("/sign-in/passkey", by=None),
    ],
    "account.add_passkey": [
        form("/account/passkeys", name="phone", credential=orjson.dumps(CREATED).decode()),
        form("/account/passkeys"),
    ],
    "account.rename_passkey": [form("/account/passkeys/0/name", name="phone")],
    "account.remove_passkey": [form("/account/passkeys/0/remove")],
    "account.revoke": [form(f"/account/tokens/{NOWHERE}/revoke")],
    "account.sign_out": [form("/account/sign-out", NEW_ACCOUNT, TOKEN._replace(by="new"), by="new")],
    "account.sign_out_others": [form("/account/sign-out/others")],
    "account.sign_out_all": [form("/account/sign-out/everywhere")],
    "account.erase": [form("/account/erase", NEW_ACCOUNT, by="new", confirm="new"), form("/account/erase")],
}
"""By endpoint; the empty name stands for paths and methods that there are not."""
