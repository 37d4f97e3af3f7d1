"""What the parts of an account share: where they lie in the store, and that none outlives it."""

import hashlib
import hmac
from collections.abc import Callable
from typing import Any

from redis import Redis

from replays.encoding.identity import is_uuid
from replays.mail.outbox import emails_key
from replays.store.scripts import Script


class AccountErased(Exception):  # noqa: N818 - the answer, not a fault
    """The account is erased, or never was."""


def profile_key(player: str) -> str:
    """The key of the profile: name, time of registration and hashed tokens."""
    return f"player:{player}"


def seen_key(player: str) -> str:
    """The key of the versions seen last; as a hash tag the profile's key puts both into one slot."""
    return f"{{{profile_key(player)}}}:seen"


def notes_key(player: str) -> str:
    """The key of the private notes, in the same slot."""
    return f"{{{profile_key(player)}}}:notes"


def comments_key(player: str) -> str:
    """The key of the texts of comments on games, in the same slot."""
    return f"{{{profile_key(player)}}}:comments"


def credentials_key(player: str) -> str:
    """The key of the confirmed e-mail and the hashed password, in the same slot."""
    return f"{{{profile_key(player)}}}:credentials"


def proposal_key(player: str) -> str:
    """The key of the e-mail and password that wait for the e-mail's confirmation, in the same slot."""
    return f"{{{profile_key(player)}}}:proposal"


def reset_key(player: str) -> str:
    """The key of the hashed token that a new password may be set with, in the same slot."""
    return f"{{{profile_key(player)}}}:reset"


def requests_key(player: str) -> str:
    """The key of the counter of the account's changes, in the same slot; it ends by itself in seconds."""
    return f"{{{profile_key(player)}}}:requests"


def storage_key(player: str) -> str:
    """The key of the ledger of what the account keeps, in bytes, in the same slot."""
    return f"{{{profile_key(player)}}}:storage"


def notices_key(player: str) -> str:
    """The key of the newest notices, in the same slot."""
    return f"{{{profile_key(player)}}}:notices"


def notices_state_key(player: str) -> str:
    """The key of what the notices were made from so far, in the same slot."""
    return f"{{{profile_key(player)}}}:notices:state"


def unread_key(player: str) -> str:
    """The key of the positions of unread notices, in the same slot."""
    return f"{{{profile_key(player)}}}:notices:unread"


def channels_key(player: str) -> str:
    """The key of where and how the player is told of notices, in the same slot."""
    return f"{{{profile_key(player)}}}:channels"


def following_key(player: str) -> str:
    """The key of those whom the player follows, by the time of it, in the same slot."""
    return f"{{{profile_key(player)}}}:following"


def blocked_key(player: str) -> str:
    """The key of those whom the player has blocked, by the time of it, in the same slot."""
    return f"{{{profile_key(player)}}}:blocked"


def record_key(player: str) -> str:
    """The key of the sums of the player's results, by pool, in the same slot."""
    return f"{{{profile_key(player)}}}:record"


def met_key(player: str) -> str:
    """The key of the player's results against each other player, in the same slot."""
    return f"{{{profile_key(player)}}}:met"


def counted_key(player: str) -> str:
    """The key of the games that the player's results are made of, in the same slot."""
    return f"{{{profile_key(player)}}}:counted"


def webhooks_key(player: str) -> str:
    """The key of the logs of webhooks, in the same slot."""
    return f"{{{profile_key(player)}}}:webhooks"


def collections_key(player: str) -> str:
    """The key of the player's collections of games, in the same slot."""
    return f"{{{profile_key(player)}}}:collections"


def uses_key(player: str) -> str:
    """The key of each token's last use, in the same slot."""
    return f"{{{profile_key(player)}}}:uses"


def audit_key(player: str) -> str:
    """The key of the audit: what was done to the account, in the same slot."""
    return f"{{{profile_key(player)}}}:audit"


def reports_key(player: str) -> str:
    """The key of what the player says of texts that they report, in the same slot."""
    return f"{{{profile_key(player)}}}:reports"


def reported_key(player: str) -> str:
    """The key of the player's texts as others have reported them, in the same slot."""
    return f"{{{profile_key(player)}}}:reported"


def muted_key(player: str) -> str:
    """The key of those whose messages the player does not read, by the time of it, in the same slot."""
    return f"{{{profile_key(player)}}}:muted"


def talk_key(player: str) -> str:
    """The key of the texts of messages at tables, in the same slot."""
    return f"{{{profile_key(player)}}}:talk"


def talk_muted_key(player: str) -> str:
    """The key of the games whose talk the player has muted, by the time of it, in the same slot."""
    return f"{{{profile_key(player)}}}:talk:muted"


PARTS = (
    profile_key,
    seen_key,
    notes_key,
    credentials_key,
    proposal_key,
    reset_key,
    emails_key,
    comments_key,
    storage_key,
    notices_key,
    notices_state_key,
    unread_key,
    channels_key,
    following_key,
    blocked_key,
    record_key,
    met_key,
    counted_key,
    webhooks_key,
    uses_key,
    audit_key,
    reports_key,
    reported_key,
    muted_key,
    talk_key,
    talk_muted_key,
    collections_key,
)
"""All that there is of an account: the keys 1 to 27 of every script on one."""


def place_of(key: Callable[[str], str]) -> int:
    """The number of a key among the KEYS of a script on an account, from 1."""
    return PARTS.index(key) + 1


class AccountScript:
    """A script on one account: KEYS are its `PARTS`.

    It changes nothing where the account is erased, even at the same moment: that raises `AccountErased`.
    """

    def __init__(self, store: Redis, text: str) -> None:
        guard = "if redis.call('HEXISTS', KEYS[1], 'name') == 0 then return 'erased' end\n"
        self._script = Script(store, guard + text)

    def run(self, player: str, *args: str | bytes | int) -> Any:
        """The script's answer; raises `StoreAway` and `UnknownOutcome` too, and may be repeated then."""
        answer = self._script.run([key(player) for key in PARTS], args)
        if answer == b"erased":
            raise AccountErased
        return answer


def tokens_key(key: bytes) -> bytes:
    """The key of tokens and credentials, which follows from the server's key alike in all processes."""
    return hmac.digest(key, b"kingdomino tokens", "sha256")


def derive(key: bytes, purpose: bytes, source: bytes) -> bytes:
    """32 bytes that follow from the source for whoever has the server's key, and are random to all others."""
    return hmac.digest(key, purpose + b"\0" + source, "sha256")


def token_text(player: str, secret: bytes) -> str:
    """A token as its owner sends it."""
    return f"{player}.{secret.hex()}"


def token_digest(token: str) -> str:
    """What is kept of a token; it has 256 random bits, so a plain hash is enough."""
    return hashlib.sha256(token.encode()).hexdigest()


def is_player(text: str) -> bool:
    """Whether this can be a player's id: a UUID's one canonical text."""
    return is_uuid(text)
