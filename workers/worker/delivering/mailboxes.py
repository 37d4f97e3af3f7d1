"""Creates the e-mail channel of a worker from its parts."""

from redis import Redis

from replays.bootstrap import known_signer, now_ms, server_key
from replays.commands.tables import Tables
from replays.runtime.settings.mail_server import MailServer
from replays.runtime.settings.settings import Settings
from service.application.account_keys import tokens_key
from service.application.accounts.credentials.credentials import CredentialsStore
from service.application.channels.delivering.due import DueTargets
from service.application.channels.email.links import UnsubscribeLinks
from service.application.channels.email.mailbox import Mailboxes
from service.application.channels.email.receipts import Receipts
from service.application.channels.email.story import Stories
from service.application.channels.email.writing import Writer
from service.application.channels.target import EMAIL
from service.application.grants.registry import ENDING
from service.application.mail.postman import Postman
from service.application.notices.inboxes.reading import Names
from service.application.pictures.rasterizer import Rasterizer


def open_mailboxes(
    settings: Settings, server: MailServer, store: Redis, tables: Tables, names: Names
) -> Mailboxes:
    """The channel for this mail server; it connects and starts processes only when it sends."""
    key = server_key(settings)
    due = DueTargets(store)
    return Mailboxes(
        CredentialsStore(store, tokens_key(key), ENDING),
        Writer(server, UnsubscribeLinks(key)),
        Postman(server.smtp).send,
        names,
        Stories(tables.log).since_own,
        Receipts(lambda: known_signer(settings)),
        Rasterizer().png,
        lambda: due.crowd(EMAIL, now_ms()),
    )
