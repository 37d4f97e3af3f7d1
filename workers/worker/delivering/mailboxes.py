"""Creates the e-mail channel of a worker from its parts."""

from redis import Redis

from replays.bootstrap import known_signer, now_ms, server_key
from replays.commands.tables import Tables
from replays.mail.postman import Postman
from replays.runtime.settings.mail_server import MailServer
from replays.runtime.settings.settings import Settings
from service.account_keys import tokens_key
from service.accounts.credentials.credentials import CredentialsStore
from service.channels.delivering.due import DueTargets
from service.channels.email.links import UnsubscribeLinks
from service.channels.email.mailbox import Mailboxes
from service.channels.email.receipts import Receipts
from service.channels.email.story import Stories
from service.channels.email.writing import Writer
from service.channels.target import EMAIL
from service.notices.inboxes.reading import Names
from service.pictures.rasterizer import Rasterizer


def open_mailboxes(
    settings: Settings, server: MailServer, store: Redis, tables: Tables, names: Names
) -> Mailboxes:
    """The channel for this mail server; it connects and starts processes only when it sends."""
    key = server_key(settings)
    due = DueTargets(store)
    return Mailboxes(
        CredentialsStore(store, tokens_key(key)),
        Writer(server, UnsubscribeLinks(key)),
        Postman(server.smtp).send,
        names,
        Stories(tables.log).since_own,
        Receipts(lambda: known_signer(settings)),
        Rasterizer().png,
        lambda: due.crowd(EMAIL, now_ms()),
    )
