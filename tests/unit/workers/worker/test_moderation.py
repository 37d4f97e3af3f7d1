"""A worker carries out decisions that the deciding process did not."""

from unittest.mock import patch

from fakeredis import FakeRedis, FakeServer

from harness.games import ADDRESS, KEY
from replays.bootstrap import server_key
from replays.runtime.settings.settings import Settings
from replays.store import clients
from service.application.account_keys import tokens_key
from service.application.accounts.players import Players
from service.application.accounts.tokens import Tokens
from service.application.notices.inboxes.stored import StoredInboxes
from service.application.people.moderation.docket import Docket
from service.application.people.moderation.subjects import ModerationVerdict, ReportSubject
from workers.outage import Reports
from workers.worker.moderation import EVERY_SECONDS, moderation_thread


def test_a_decision_whose_process_died_is_carried_out() -> None:
    """The account is suspended and notified once; then the thread pauses."""
    store, settings = FakeRedis(server=FakeServer()), Settings(key=KEY, redis_url="redis://nowhere")
    key = tokens_key(server_key(settings))
    ann = Players(store, key, bytes, lambda: 0.0).register("Ann", "a" * 16, ADDRESS, 1)
    docket = Docket(store, lambda: 1_000)
    docket.name_moderator("mo", "")
    docket.decide(
        ReportSubject("name", ann.id),
        ann.id,
        by="mo",
        verdict=ModerationVerdict.SUSPEND,
        reason="Spam",
        until=9_000,
        check=lambda _case: None,
    )
    said: list[str] = []
    with patch.object(clients, "writer", lambda _url: store):
        thread = moderation_thread(settings, Reports.to(said.append))
    assert thread.do_round() == 0.0
    assert thread.do_round() == EVERY_SECONDS
    access = Tokens(store, key, bytes).authenticate(ann.token)
    assert access is not None
    assert access.suspension is not None
    assert access.suspension.reason == "Spam"
    assert [each.notice.kind for each in StoredInboxes(store).every(ann.id)] == ["suspended"]
    assert said == []
