"""Use cases run in a plain function, as in a job or a command: without Flask's context, from their parts."""

import pytest
from fakeredis import FakeRedis, FakeServer

from harness.games import ADDRESS, KEY, play_out, seeded, tables_on
from harness.store.fake_log import FakeEventLog
from harness.store.storing import HOME, moderation_on, storage_on
from kingdomino.rules import Rules
from replays.commands.tables import NewTable
from replays.encoding.identity import GameId, derived_game_id
from replays.kinds import HandledStreams
from replays.match.aggregate import Sitter
from replays.match.deciding.decisions import Refusal
from service.application.accounts.access.actors import SERVICE
from service.application.accounts.credentials.credentials import CredentialsStore
from service.application.accounts.players import Players
from service.application.caches.answers import AnswerCache
from service.application.games.lists.collecting.collection import CollectionVisibility
from service.application.games.lists.collecting.collections import Collections, UnknownCollection
from service.application.games.lists.collecting.shown import ShownCollections
from service.application.games.recordings import RecordingReader
from service.application.games.seats.opened_tables import OpenedTables
from service.application.games.seats.seat_quota import SeatQuota
from service.application.games.shown_tables import ShownTables
from service.application.games.sight import Sight
from service.application.games.talk.messages import Talk
from service.application.games.texts.comments import Comments
from service.application.games.texts.studies import Studies
from service.application.games.visibility import Viewer, Visibility
from service.application.grants.registry import ENDING
from service.application.moderating.cases import Cases
from service.application.moderating.finding import TextFinder
from service.application.moderating.reporting import Reporting
from service.application.people.contacts import ContactList, Contacts
from service.application.people.moderation.conflicts import open_conflicts
from service.application.people.moderation.docket import NotAModerator
from service.application.people.moderation.subjects import ModerationVerdict, ReportSubject, Why
from service.application.quotas.throttle import NO_LIMITS, Throttle

NOW = 1_000


class Parts:
    """The parts of the use cases on a store and a log in memory, with four accounts; Mo is a moderator."""

    def __init__(self) -> None:
        store = FakeRedis(server=FakeServer())
        storage, self.throttle = storage_on(store), Throttle(store, NO_LIMITS)
        self.players = Players(store, KEY, bytes, lambda: 0.0)
        self.ann, self.ben, self.cleo, self.mo = (
            self.players.register(name, name * 16, ADDRESS, 1).id for name in ("Ann", "Ben", "Cleo", "Mo")
        )
        self.moderation = moderation_on(store, self.players, lambda: NOW)
        self.moderation.docket.name_moderator(self.mo, "")
        self.tables = tables_on(FakeEventLog())
        self.visibility = Visibility(KEY)
        self.shown = ShownTables(self.tables, HandledStreams(self.tables, lambda: NOW))
        self.studies, self.contacts = Studies(store, storage), Contacts(store, storage)
        self.collections = Collections(store, storage)
        self.shown_collections = ShownCollections(
            self.collections, self.tables.matches, self.players, self.moderation
        )
        finder = TextFinder(
            self.players, Comments(store, storage), Talk(store, storage), self.studies, self.collections
        )
        self.reporting = Reporting(self.moderation, finder, self.shown, self.shown_collections, self.throttle)
        conflicts = open_conflicts(self.tables.log, lambda: NOW)
        self.cases = Cases(self.reporting, conflicts, self.players)
        credentials = CredentialsStore(store, KEY, ENDING)
        opened = OpenedTables(store, self.tables.log, KEY, lambda: NOW)
        self.seats = SeatQuota(self.tables.log, self.throttle, credentials, opened, self.contacts, None)
        self.recordings = RecordingReader(
            self.shown, self.players, self.studies, self.moderation, AnswerCache(1_000_000)
        )

    def sight_of(self, player: str | None) -> Sight:
        """What this player sees."""
        return Sight(self.visibility, lambda: Viewer(player))

    def played(self) -> GameId:
        """A game that was played to its end."""
        return play_out(self.tables, 2, Rules(), seeded(1))


@pytest.fixture
def parts() -> Parts:
    """Give the parts."""
    return Parts()


def test_a_moderator_decides_on_a_report(parts: Parts) -> None:
    """A report of a name is found, decided and carried out; nobody but a moderator may decide."""
    subject = ReportSubject("name", parts.ann)
    parts.reporting.report(
        parts.ben, subject, Why.INSULT, "", sight=parts.sight_of(parts.ben), address=HOME, now=NOW
    )
    rename, cleo = ModerationVerdict.RENAME, parts.sight_of(parts.cleo)
    with pytest.raises(NotAModerator):
        parts.cases.decide(parts.cleo, subject, rename, "Not here", None, sight=cleo, now=NOW)
    assert parts.players.profile(parts.ann).name == "Ann"
    mo = parts.sight_of(parts.mo)
    decided = parts.cases.decide(parts.mo, subject, rename, "Not here", None, sight=mo, now=NOW)
    assert (decided.by, decided.verdict) == (parts.mo, rename)
    assert parts.players.profile(parts.ann).name != "Ann"


def test_a_game_is_stored_in_a_collection(parts: Parts) -> None:
    """The owner puts a game in; others see it once it is public; the owner takes it out."""
    game, mine = parts.played(), str(derived_game_id("suite", "collection"))
    parts.shown_collections.begin(
        parts.ann, mine, "Close ones", CollectionVisibility.PRIVATE, address=HOME, by=SERVICE, now=NOW
    )
    parts.collections.change(parts.ann, mine, lambda each: each.having(game, "wins by one", None), HOME)
    ben = parts.sight_of(parts.ben)
    with pytest.raises(UnknownCollection):
        parts.shown_collections.find(parts.ann, mine, None, ben)
    parts.shown_collections.rename(
        parts.ann, mine, "Close ones", CollectionVisibility.PUBLIC, address=HOME, by=SERVICE
    )
    found = parts.shown_collections.find(parts.ann, mine, None, ben)
    ((item, match),) = parts.shown_collections.entries(parts.ann, found, ben)
    assert (item.game, item.note, match and match.id) == (game, "wins by one", game)
    parts.collections.change(parts.ann, mine, lambda each: each.without(game), HOME)
    assert not parts.shown_collections.own(parts.ann)[0].items


def test_a_game_is_replayed(parts: Parts) -> None:
    """The replay of a game has a frame for each event."""
    game = parts.played()
    recording = parts.recordings.game(game, parts.sight_of(None))
    frames = len(parts.recordings.rendered(recording).matches)
    assert recording.match
    assert frames == recording.match.head.version


def test_a_blocked_player_takes_no_seat(parts: Parts) -> None:
    """The refusal is that of the request."""
    table = NewTable(Rules(), 2, parts.ann, Sitter(parts.ann, None))
    match = parts.tables.create(GameId(derived_game_id("suite", "game")), table).after
    parts.seats.check_seat(parts.ben, match)
    parts.contacts.add(ContactList.BLOCKED, parts.ann, parts.ben, HOME, NOW)
    with pytest.raises(Refusal) as refused:
        parts.seats.check_seat(parts.ben, match)
    assert refused.value.code == "seat/refused"
