"""Store keys of the parts of an account, and scripts that change nothing once the account is erased."""

import hashlib
import hmac
from collections.abc import Callable
from typing import Any

from redis import Redis

from replays.encoding.identity import is_uuid
from replays.store.scripts import Script
from service.application.mail.outbox import emails_key


class AccountErased(Exception):  # noqa: N818 - an expected outcome, not a fault
    """The account is erased or never existed."""


class AccessRevoked(Exception):  # noqa: N818 - an expected outcome, not a fault
    """The session or token behind a change has ended since the request was admitted."""


def profile_key(player: str) -> str:
    """The key of the profile: name, time of registration and hashed tokens."""
    return f"player:{player}"


def seen_key(player: str) -> str:
    """The key of the versions seen last; its hash tag, the profile's key, puts it into the profile's slot."""
    return f"{{{profile_key(player)}}}:seen"


def notes_key(player: str) -> str:
    """The key of the private notes, in the same slot."""
    return f"{{{profile_key(player)}}}:notes"


def comments_key(player: str) -> str:
    """The key of the texts of comments on games, in the same slot."""
    return f"{{{profile_key(player)}}}:comments"


def credentials_key(player: str) -> str:
    """The key of the confirmed e-mail address and the hashed password, in the same slot."""
    return f"{{{profile_key(player)}}}:credentials"


def proposal_key(player: str) -> str:
    """The key of the e-mail address and password that await confirmation by e-mail, in the same slot."""
    return f"{{{profile_key(player)}}}:proposal"


def reset_key(player: str) -> str:
    """The key of the hashed token for resetting the password, in the same slot."""
    return f"{{{profile_key(player)}}}:reset"


def requests_key(player: str) -> str:
    """The key of the counter of the account's changes, in the same slot; it expires within seconds."""
    return f"{{{profile_key(player)}}}:requests"


def storage_key(player: str) -> str:
    """The key of the ledger of the bytes that the account stores, in the same slot."""
    return f"{{{profile_key(player)}}}:storage"


def notices_key(player: str) -> str:
    """The key of the newest notices, in the same slot."""
    return f"{{{profile_key(player)}}}:notices"


def notices_state_key(player: str) -> str:
    """The key of the state of the notices: how far they have been projected, in the same slot."""
    return f"{{{profile_key(player)}}}:notices:state"


def unread_key(player: str) -> str:
    """The key of the positions of unread notices, in the same slot."""
    return f"{{{profile_key(player)}}}:notices:unread"


def channels_key(player: str) -> str:
    """The key of the player's notice preferences and channel targets, in the same slot."""
    return f"{{{profile_key(player)}}}:channels"


def following_key(player: str) -> str:
    """The key of the accounts that the player follows, each with the time it began, in the same slot."""
    return f"{{{profile_key(player)}}}:following"


def blocked_key(player: str) -> str:
    """The key of the accounts that the player has blocked, each with the time it began, in the same slot."""
    return f"{{{profile_key(player)}}}:blocked"


def record_key(player: str) -> str:
    """The key of the sums of the player's results, by pool, in the same slot."""
    return f"{{{profile_key(player)}}}:record"


def met_key(player: str) -> str:
    """The key of the player's results against each other player, in the same slot."""
    return f"{{{profile_key(player)}}}:met"


def counted_key(player: str) -> str:
    """The key of the games that are counted in the player's results, in the same slot."""
    return f"{{{profile_key(player)}}}:counted"


def webhooks_key(player: str) -> str:
    """The key of the delivery logs of the player's webhooks, in the same slot."""
    return f"{{{profile_key(player)}}}:webhooks"


def collections_key(player: str) -> str:
    """The key of the player's collections of games, in the same slot."""
    return f"{{{profile_key(player)}}}:collections"


def uses_key(player: str) -> str:
    """The key of each token's last use, in the same slot."""
    return f"{{{profile_key(player)}}}:uses"


def audit_key(player: str) -> str:
    """The key of the account's audit log, in the same slot."""
    return f"{{{profile_key(player)}}}:audit"


def reports_key(player: str) -> str:
    """The key of the texts of the player's reports, in the same slot."""
    return f"{{{profile_key(player)}}}:reports"


def reported_key(player: str) -> str:
    """The key of the player's texts that others have reported, as of the report, in the same slot."""
    return f"{{{profile_key(player)}}}:reported"


def muted_key(player: str) -> str:
    """The key of the accounts that the player has muted, each with the time it began, in the same slot."""
    return f"{{{profile_key(player)}}}:muted"


def talk_key(player: str) -> str:
    """The key of the texts of the player's messages at tables, in the same slot."""
    return f"{{{profile_key(player)}}}:talk"


def talk_muted_key(player: str) -> str:
    """The key of the games whose talk the player has muted, each with the time it began, in the same slot."""
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
"""All parts of an account, in the order of KEYS 1 to 27 of every `AccountScript`."""


def place_of(key: Callable[[str], str]) -> int:
    """The index of a key in the KEYS of an `AccountScript`, from 1."""
    return PARTS.index(key) + 1


class AccountScript:
    """A script on one account; its KEYS are the account's `PARTS`.

    If the account is erased, even at the same moment, the script changes nothing and raises `AccountErased`.
    A script returns "revoked" if the session or token behind it has ended; this raises `AccessRevoked`.
    """

    def __init__(self, store: Redis, text: str) -> None:
        guard = "if redis.call('HEXISTS', KEYS[1], 'name') == 0 then return 'erased' end\n"
        self._script = Script(store, guard + text)

    def run(self, player: str, *args: str | bytes | int) -> Any:
        """Run the script; returns its result. After `StoreAway` and `UnknownOutcome` a retry is safe."""
        answer = self._script.run([key(player) for key in PARTS], args)
        if answer == b"erased":
            raise AccountErased
        if answer == b"revoked":
            raise AccessRevoked
        return answer


def tokens_key(key: bytes) -> bytes:
    """The HMAC key for tokens and credentials, derived from the server's key, so equal in all processes."""
    return hmac.digest(key, b"kingdomino tokens", "sha256")


def derive(key: bytes, purpose: bytes, source: bytes) -> bytes:
    """32 bytes derived from the source with the server's key; unpredictable without that key."""
    return hmac.digest(key, purpose + b"\0" + source, "sha256")


def token_text(player: str, secret: bytes) -> str:
    """A token in the form that its owner sends."""
    return f"{player}.{secret.hex()}"


def token_digest(token: str) -> str:
    """The stored digest of a token; a token has 256 random bits, so a plain hash is enough."""
    return hashlib.sha256(token.encode()).hexdigest()


def is_player(text: str) -> bool:
    """True if the text has the form of a player's id: the canonical text of a UUID."""
    return is_uuid(text)
