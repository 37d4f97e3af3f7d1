"""The composition root of the web process: the only place that creates its parts."""

import hmac
import os
from collections.abc import Callable
from dataclasses import dataclass
from time import monotonic
from typing import cast

from argon2 import PasswordHasher
from flask import current_app
from redis import Redis

from replays.bootstrap import now_ms, open_signer, open_tables, server_key
from replays.commands.attendance import Attendance
from replays.commands.planning import Planning
from replays.commands.tables import Tables
from replays.kinds import HandledStreams
from replays.log.life import RecentSigns
from replays.runtime import logs
from replays.runtime.metrics import Metrics
from replays.runtime.settings.settings import Settings
from replays.store import clients
from replays.store.life import LifeStore
from replays.store.outages import OutageLog
from replays.tournament.kind import TOURNAMENT
from replays.transparency.policies import TrustPolicy
from service.application.account_data.stores import AccountStores
from service.application.account_keys import tokens_key
from service.application.accounts.access.audit import Audit
from service.application.accounts.access.known import KnownAccess
from service.application.accounts.access.last_use import LastUses
from service.application.accounts.credentials.credentials import CredentialsStore
from service.application.accounts.credentials.passwords import Passwords
from service.application.accounts.origins import Origins
from service.application.accounts.passkeys.challenges import Challenges
from service.application.accounts.passkeys.passkeys import Passkeys
from service.application.accounts.passkeys.store import PasskeyStore
from service.application.accounts.players import Players
from service.application.accounts.sessions import Mail, Sessions
from service.application.accounts.tokens import Tokens
from service.application.caches.answers import (
    DOCUMENT_BYTES,
    PICTURE_BYTES,
    RECORDING_BYTES,
    AnswerCache,
    Document,
)
from service.application.caches.fragments import FRAGMENT_BYTES, Fragment
from service.application.caches.rendered import RenderedEvents
from service.application.caches.states import States
from service.application.channels.calendar.links import CalendarLinks
from service.application.channels.changing_preferences import NoticePreferences
from service.application.channels.delivering.announcing import Announcer
from service.application.channels.delivering.due import DueTargets
from service.application.channels.email.links import UnsubscribeLinks
from service.application.channels.email.mailings import Mailings
from service.application.channels.http.destination import Destinations, Resolve, system_resolve
from service.application.channels.offered import offered
from service.application.channels.push.subscriptions import Subscriptions
from service.application.channels.push.vapid import Vapid, open_vapid
from service.application.channels.targets import Targets
from service.application.channels.webhooks.admin import WebhookAdmin
from service.application.channels.webhooks.signing import WebhookSecrets
from service.application.cursors import Cursors
from service.application.games.lists.collecting.collections import Collections
from service.application.games.lists.collecting.shown import ShownCollections
from service.application.games.lists.fair_pages import FairPages
from service.application.games.recordings import RecordingReader
from service.application.games.reviews.stored import Reviews
from service.application.games.search.finder import Finder
from service.application.games.search.index import Index
from service.application.games.search.shown import GameSearch
from service.application.games.seats.again import PlayAgain
from service.application.games.seats.opened_tables import OpenedTables
from service.application.games.seats.seat_quota import CAPS, SeatQuota
from service.application.games.seats.seeks import Seeks
from service.application.games.shown_tables import ShownTables
from service.application.games.talk.messages import Talk
from service.application.games.talk.mutes import TalkMutes
from service.application.games.talk.switches import TalkSwitches
from service.application.games.texts.comments import Comments
from service.application.games.texts.notes import Notes
from service.application.games.texts.studies import Studies
from service.application.games.visibility import Visibility, directs_in, endings_in, invitations_key
from service.application.grants.listing import LastingGrants
from service.application.grants.registry import ENDING
from service.application.grants.signing_out import SigningOut
from service.application.live.access_changes import AccessChanges
from service.application.live.changes import LiveChanges
from service.application.live.hub import Hub
from service.application.live.right_checks import RightChecks
from service.application.live.rights import valid_in
from service.application.mail.kinds import EmailWriter
from service.application.mail.outbox import Links, Outbox
from service.application.moderating.cases import Cases
from service.application.moderating.finding import TextFinder
from service.application.moderating.reporting import Reporting
from service.application.notices.inboxes.inboxes import teller
from service.application.notices.inboxes.reading import NoticeReader
from service.application.notices.inboxes.stored import StoredInboxes
from service.application.people.contacts import Contacts
from service.application.people.moderation.conflicts import Conflicts
from service.application.people.moderation.moderation import open_moderation
from service.application.people.people import People
from service.application.people.ratings.boards import Boards
from service.application.people.ratings.ledger import RatingLedger
from service.application.people.ratings.shown import ShownRatings
from service.application.people.records import Records
from service.application.pictures.animations import Animations
from service.application.pictures.rasterizer import Rasterizer
from service.application.quotas.address_storage import AddressStorage
from service.application.quotas.storage import QUOTAS, Storage
from service.application.quotas.streams import NO_STREAM_QUOTA, STREAM_QUOTA
from service.application.quotas.throttle import LIMITS, NO_LIMITS, Throttle
from service.application.tournaments.bars import Bars
from service.application.tournaments.collusion import Collusion
from service.application.tournaments.entries import Entries
from service.application.tournaments.shown import ShownTournaments
from service.application.transparency.keys import ServiceKeys
from service.application.transparency.ledger import Ledger
from service.application.transparency.origins import log_signer, log_url, origin_of
from service.application.transparency.proving import Prover
from service.application.transparency.tree import LogTree
from service.application.transparency.trust import policy_of

EXTENSION = "kingdomino"


@dataclass(frozen=True, slots=True, kw_only=True)
class Services(AccountStores):
    """The parts that views use.

    `store` is also for readiness checks and the list of signing keys; `signs` gives signs of life.
    `channels` are the names of the offered channels. `vapid` is None if push messages are not offered.
    """

    attendance: Attendance
    planning: Planning
    throttle: Throttle
    seat_quota: SeatQuota
    last_uses: LastUses
    visibility: Visibility
    cursors: Cursors
    talk_switches: TalkSwitches
    due_targets: DueTargets
    mailings: Mailings
    channels: tuple[str, ...]
    vapid: Vapid | None
    destinations: Destinations
    webhook_secrets: WebhookSecrets
    hub: Hub
    access_changes: AccessChanges
    signs: RecentSigns
    states: States
    fair_pages: FairPages
    finder: Finder
    recordings: AnswerCache[RenderedEvents]
    documents: AnswerCache[Document]
    pictures: AnswerCache[Document]
    fragments: AnswerCache[Fragment]
    rasterizer: Rasterizer
    animations: Animations
    grants: LastingGrants
    prover: Prover
    log_policy: TrustPolicy

    @property
    def service_keys(self) -> ServiceKeys:
        """The public keys with which this installation has ever signed heads."""
        return ServiceKeys(self.store)

    @property
    def shown_tables(self) -> ShownTables:
        """The tables by their ids, for viewers who may see them."""
        return ShownTables(self.tables, self.streams)

    @property
    def recording_reader(self) -> RecordingReader:
        """The reader of games and studies to replay."""
        return RecordingReader(
            self.shown_tables, self.players, self.studies, self.moderation, self.recordings
        )

    @property
    def shown_tournaments(self) -> ShownTournaments:
        """The states of tournaments."""
        return ShownTournaments(self.tables.log, self.players)

    @property
    def entries(self) -> Entries:
        """Enters players and bots into tournaments."""
        bars = Bars(self.tables, self.streams)
        commands = self.streams.commands(TOURNAMENT)
        return Entries(commands, self.players, self.contacts, bars, self.throttle)

    @property
    def collusion(self) -> Collusion:
        """Reports on choices in tournaments that help one other, for their directors."""
        return Collusion(self.tables, self.reviews, self.throttle)

    @property
    def game_search(self) -> GameSearch:
        """The search for finished games that a viewer may see."""
        return GameSearch(self.finder, self.players, self.cursors, self.tables.matches)

    @property
    def shown_collections(self) -> ShownCollections:
        """The collections, as viewers may see them."""
        return ShownCollections(self.collections, self.tables.matches, self.players, self.moderation)

    @property
    def reporting(self) -> Reporting:
        """Reports texts to the moderators."""
        finder = TextFinder(self.players, self.comments, self.talk, self.studies, self.collections)
        return Reporting(self.moderation, finder, self.shown_tables, self.shown_collections, self.throttle)

    @property
    def cases(self) -> Cases:
        """The moderators' cases."""
        return Cases(self.reporting, self.conflicts, self.players)

    @property
    def people(self) -> People:
        """The players, as viewers may see them."""
        return People(self.players, self.records, self.contacts, self.throttle, self.cursors)

    @property
    def shown_ratings(self) -> ShownRatings:
        """The ratings, as viewers may see them."""
        return ShownRatings(self.ratings, self.rated_games, self.players, self.cursors)

    @property
    def play_again(self) -> PlayAgain:
        """Opens tables like the last game of two players."""
        return PlayAgain(self.tables, self.people, self.seat_quota, self.talk_switches)

    @property
    def seeks(self) -> Seeks:
        """The tables that wait for somebody near a rating."""
        return Seeks(self.store, self.tables, self.ratings, self.contacts, now_ms)

    @property
    def notice_reader(self) -> NoticeReader:
        """The reader that turns stored notices into texts."""
        return NoticeReader(self.streams, self.players.names)

    @property
    def notice_preferences(self) -> NoticePreferences:
        """The preferences of players for notices."""
        return NoticePreferences(self.targets, self.due_targets, self.channels)

    @property
    def signing_out(self) -> SigningOut:
        """Ends sessions and tokens."""
        return SigningOut(self.sessions, self.tokens, self.browsers, self.audit)

    @property
    def conflicts(self) -> Conflicts:
        """The conflicts of interest of moderators."""
        return Conflicts(self.tables.log, self.streams, now_ms)

    @property
    def reviews(self) -> Reviews:
        """The reviews of finished games: requested, in progress and stored."""
        return Reviews(self.store)

    @property
    def webhooks(self) -> WebhookAdmin:
        """The webhooks of players, as their owners manage them."""
        stored, secrets = self.webhook_store, self.webhook_secrets
        return WebhookAdmin(stored, self.due_targets, self.inboxes, secrets, self.destinations, now_ms)


@dataclass(frozen=True, slots=True, kw_only=True)
class Outside:
    """What the parts use of the world around them; tests use another one.

    `tables` have the log, and `signs` gives signs of life. `clock` is in ms UTC, `monotonic` in seconds.
    `names` looks up the addresses of a webhook's host. `watching` is called with the change of the number of
    open live streams.
    """

    store: Redis
    tables: Tables
    signs: RecentSigns
    clock: Callable[[], int] = now_ms
    monotonic: Callable[[], float] = monotonic
    entropy: Callable[[int], bytes] = os.urandom
    hasher: PasswordHasher | None = None
    names: Resolve = system_resolve
    watching: Callable[[int], None] = lambda _: None


def this_machine(settings: Settings, metrics: Metrics, watching: Callable[[int], None]) -> Outside:
    """The world of a process that serves; it connects to the store at the first request."""
    store = clients.writer(settings.log_url())
    signs = RecentSigns(LifeStore(store).beat)
    return Outside(store=store, tables=open_tables(settings, metrics, signs), signs=signs, watching=watching)


def open_services(settings: Settings, outside: Outside) -> Services:
    """Create the parts for these settings in this world."""
    store, tables, clock = outside.store, outside.tables, outside.clock
    key = server_key(settings)
    for_tokens, for_cursors = tokens_key(key), hmac.digest(key, b"kingdomino cursors", "sha256")
    streams = HandledStreams(tables, clock)
    visibility = Visibility(invitations_key(key), endings_in(store), directs_in(streams))
    players = Players(store, for_tokens, outside.entropy, outside.monotonic)
    tokens = Tokens(store, for_tokens, outside.entropy)
    credentials = CredentialsStore(store, for_tokens, ENDING)
    storage = Storage(store, AddressStorage(store, key), QUOTAS if settings.limits else None)
    throttle = Throttle(store, LIMITS if settings.limits else NO_LIMITS)
    mail = Mail(Outbox(store, clock), Links(key), EmailWriter(outside.entropy), settings.mail is not None)
    sessions = Sessions(players, tokens, credentials, throttle, mail, storage, Passwords(outside.hasher))
    inboxes, announcer = StoredInboxes(store), Announcer(Targets(store), DueTargets(store), clock)
    opened, contacts = OpenedTables(store, tables.log, key, clock), Contacts(store, storage)
    hub = Hub(
        tables.log,
        tables.matches,
        settings.streams,
        STREAM_QUOTA if settings.limits else NO_STREAM_QUOTA,
        outside.watching,
        render=LiveChanges(tables.matches, players.names),
        checks=RightChecks(valid_in(tokens, visibility)),
        outages=OutageLog(logs.say(__name__)),
    )
    return Services(
        tables=tables,
        streams=streams,
        attendance=Attendance(tables),
        planning=Planning(tables, clock),
        throttle=throttle,
        seat_quota=SeatQuota(
            tables.log, throttle, credentials, opened, contacts, CAPS if settings.limits else None
        ),
        players=players,
        tokens=tokens,
        last_uses=LastUses(store),
        audit=Audit(store),
        visibility=visibility,
        cursors=Cursors(for_cursors),
        notes=Notes(store, storage),
        comments=Comments(store, storage),
        talk=Talk(store, storage),
        talk_mutes=TalkMutes(store, storage),
        talk_switches=TalkSwitches(store),
        inboxes=inboxes,
        targets=Targets(store),
        due_targets=DueTargets(store),
        mailings=Mailings(UnsubscribeLinks(key), Targets(store)),
        contacts=contacts,
        moderation=open_moderation(store, storage, players, clock, teller(inboxes), announcer.announce),
        records=Records(store),
        channels=offered(settings),
        browsers=Subscriptions(store, Targets(store)),
        vapid=open_vapid(settings),
        destinations=Destinations(settings.webhook_networks or (), outside.names),
        calendars=CalendarLinks(store, key),
        webhook_secrets=WebhookSecrets(key),
        sessions=sessions,
        passkeys=Passkeys(
            PasskeyStore(store),
            Challenges(store, for_tokens, outside.entropy),
            players,
            sessions,
            throttle,
            mail,
        ),
        hub=hub,
        access_changes=AccessChanges(store, KnownAccess(), hub),
        store=store,
        signs=outside.signs,
        signer=open_signer(settings),
        states=States(),
        studies=Studies(store, storage),
        collections=Collections(store, storage),
        storage=storage,
        fair_pages=FairPages(tables.log, Origins(store).groups),
        finder=Finder(Index(store), tables.log),
        recordings=AnswerCache(RECORDING_BYTES),
        documents=AnswerCache(DOCUMENT_BYTES),
        pictures=AnswerCache(PICTURE_BYTES),
        fragments=AnswerCache(FRAGMENT_BYTES, validators=0),
        rasterizer=Rasterizer(),
        animations=Animations(store),
        ratings=Boards(store),
        rated_games=RatingLedger(store),
        grants=LastingGrants(store),
        prover=Prover(LogTree(Ledger(store))),
        log_policy=policy_of(
            settings.log_policy, log_signer(key, origin_of(settings)).key, log_url(settings)
        ),
    )


def services() -> Services:
    """The parts of the app that serves the current request."""
    return cast("Services", current_app.extensions[EXTENSION])
