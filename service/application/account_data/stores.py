"""The stores that have something of accounts."""

from dataclasses import dataclass

from redis import Redis

from replays.commands.tables import Tables
from replays.encoding.signing import Signer
from replays.kinds import HandledStreams
from service.application.accounts.access.audit import Audit
from service.application.accounts.passkeys.passkeys import Passkeys
from service.application.accounts.players import Players
from service.application.accounts.sessions import Sessions
from service.application.accounts.tokens import Tokens
from service.application.channels.calendar.links import CalendarLinks
from service.application.channels.push.subscriptions import Subscriptions
from service.application.channels.targets import Targets
from service.application.channels.webhooks.store import Webhooks
from service.application.games.lists.collecting.collections import Collections
from service.application.games.talk.messages import Talk
from service.application.games.talk.mutes import TalkMutes
from service.application.games.texts.comments import Comments
from service.application.games.texts.notes import Notes
from service.application.games.texts.studies import Studies
from service.application.notices.inboxes.inboxes import Inboxes
from service.application.people.contacts import Contacts
from service.application.people.moderation.moderation import Moderation
from service.application.people.ratings.boards import Boards
from service.application.people.ratings.ledger import RatingLedger
from service.application.people.records import Records
from service.application.quotas.storage import Storage


@dataclass(frozen=True, slots=True, kw_only=True)
class AccountStores:
    """The stores that have something of accounts; `store` is the server behind them."""

    store: Redis
    tables: Tables
    streams: HandledStreams
    signer: Signer
    players: Players
    tokens: Tokens
    sessions: Sessions
    passkeys: Passkeys
    audit: Audit
    inboxes: Inboxes
    targets: Targets
    browsers: Subscriptions
    calendars: CalendarLinks
    contacts: Contacts
    moderation: Moderation
    notes: Notes
    comments: Comments
    talk: Talk
    talk_mutes: TalkMutes
    studies: Studies
    collections: Collections
    records: Records
    ratings: Boards
    rated_games: RatingLedger
    storage: Storage

    @property
    def webhook_store(self) -> Webhooks:
        """The webhooks of players, with their logs."""
        return Webhooks(self.store, self.targets)
