"""The registry of what the store keeps of an account, and scripts that change nothing once it is erased.

A part of an account is one key in the account's slot. Its declaration in `PARTS` says how it counts toward
the storage quota and where it is exported; erasing an account deletes every part.
"""

import hashlib
import hmac
import re
from dataclasses import dataclass
from typing import Any

from redis import Redis

from replays.encoding.identity import is_uuid
from replays.store.scripts import Run, Script


class AccountErased(Exception):  # noqa: N818 - an expected outcome, not a fault
    """The account is erased or never existed."""


class AccessRevoked(Exception):  # noqa: N818 - an expected outcome, not a fault
    """The session or token behind a change has ended since the request was admitted."""


@dataclass(frozen=True, slots=True)
class AccountPart:
    """A part of an account: call it with a player's id for its key.

    Its text stands for the key in an `AccountScript`. `name` follows the account's hash tag; it is empty for
    the profile, whose key is the tag. `holds` says what the part has. `exported` are the members of the
    export that show it, or a text that says why none does.

    The things of a part with an `overhead`, the measured bytes of one beside its value
    (`docs/operate/scaling.md`), count toward the storage quota. If they are `alike`, the values do not count.
    For all other parts, `bounded` says what keeps them small.
    """

    name: str
    holds: str
    exported: tuple[str, ...] | str
    bounded: str = ""
    overhead: int = 0
    alike: bool = False

    def __call__(self, player: str) -> str:
        """The key in the store."""
        return _key(self.name, player)

    def __str__(self) -> str:
        """The key in the text of an `AccountScript`."""
        return f"KEYS['{self.name}']"


def _key(part: str, player: str) -> str:
    return f"{{player:{player}}}:{part}" if part else f"player:{player}"


PARTS = (
    profile_key := AccountPart(
        "",
        "name, time of registration, audience of the page, hashed tokens, suspension",
        ("id", "name", "created_at", "page", "language", "tokens"),
        "20 tokens and 100 marks of revoked ones",
    ),
    seen_key := AccountPart("seen", "game: version seen last", ("seen",), overhead=100, alike=True),
    notes_key := AccountPart("notes", "game: private note", ("notes",), overhead=150),
    credentials_key := AccountPart(
        "credentials", "confirmed e-mail address, hashed password", ("email",), "one of each"
    ),
    passkeys_key := AccountPart(
        "passkeys", "public keys of passkeys, with their names and uses", ("passkeys",), "10 passkeys"
    ),
    proposal_key := AccountPart(
        "proposal", "e-mail and hashed password to be confirmed", ("proposed_email",), "one of each"
    ),
    reset_key := AccountPart(
        "reset", "hashed token for a new password", "the hash of a secret, for an hour", "one"
    ),
    emails_key := AccountPart(
        "mail", "e-mails that wait to be sent", "the player gets them", "they are throttled"
    ),
    comments_key := AccountPart("comments", "comment: its text", ("comments",), overhead=700),
    storage_key := AccountPart(
        "storage", "the storage ledger", "sums over what is exported", "one for each thing in another slot"
    ),
    notices_key := AccountPart("notices", "the newest notices", ("notices",), "the newest 500"),
    notices_state_key := AccountPart(
        "notices:state", "how far notices are projected", "positions in feeds", "one for each table"
    ),
    unread_key := AccountPart(
        "notices:unread", "positions of unread notices", ("notices",), "those of the newest 500"
    ),
    channels_key := AccountPart(
        "channels",
        "preferences for notices, targets, webhooks, the calendar's number",
        ("notice_preferences", "notice_targets", "calendar", "webhooks"),
        "a few targets of each channel",
    ),
    following_key := AccountPart(
        "following", "followed player: ms since when", ("following",), overhead=100, alike=True
    ),
    blocked_key := AccountPart(
        "blocked", "blocked player: ms since when", ("blocked",), overhead=100, alike=True
    ),
    record_key := AccountPart(
        "record", "sums of results by pool", ("results",), "a few numbers for each pool"
    ),
    met_key := AccountPart(
        "met", "other player: results", "sums over the games in `games`", "one for each of them"
    ),
    counted_key := AccountPart(
        "counted", "the games in the sums", "marks of the games in `games`", "one for each game"
    ),
    webhooks_key := AccountPart(
        "webhooks", "the delivery logs of webhooks", ("webhooks",), "100 of each webhook"
    ),
    uses_key := AccountPart("uses", "token: its last use", ("tokens",), "one for each token that works"),
    audit_key := AccountPart("audit", "what was done to the account", ("audit",), "the newest 200"),
    reports_key := AccountPart("reports", "reported text: what the report says", ("reports",), overhead=150),
    reported_key := AccountPart("reported", "own text: how it was when reported", ("decisions",), "20 texts"),
    muted_key := AccountPart("muted", "muted player: ms since when", ("muted",), overhead=100, alike=True),
    talk_key := AccountPart("talk", "message at a table: its text", ("talk",), overhead=700),
    talk_muted_key := AccountPart(
        "talk:muted", "game with muted talk: ms since when", ("muted_talk",), overhead=100, alike=True
    ),
    collections_key := AccountPart("collections", "collections of games", ("collections",), overhead=150),
    requests_key := AccountPart(
        "requests", "the number of changes by the account", "a counter that expires within seconds", "one"
    ),
    export_key := AccountPart(
        "export", "the lease of a running export", "a random mark that expires within a minute", "one"
    ),
)
"""All parts of an account."""

NAMED = re.compile(r"KEYS\['([a-z:]*)'\]")


ERASED = b"erased"
"""What an `AccountScript` returns for an account that does not exist."""


class SlotScript:
    """A script on one account, which may not exist. It sends the keys of those parts that its text names.

    KEYS[1] is the profile.
    """

    def __init__(self, store: Redis, text: str) -> None:
        self._names = list(dict.fromkeys((profile_key.name, *NAMED.findall(text))))
        numbered = NAMED.sub(lambda named: f"KEYS[{self._names.index(named[1]) + 1}]", text)
        self._script = Script(store, numbered)

    def run(self, player: str, *args: str | bytes | int) -> Any:
        """Run the script; returns its result. After `StoreAway` and `UnknownOutcome` a retry is safe."""
        script, keys, _ = self.of(player)
        return script.run(keys, args)

    def of(self, player: str, *args: str | bytes | int) -> Run:
        """A run of the script for this player, for `ask_together`; the caller reads what it returns."""
        return self._script, [_key(name, player) for name in self._names], args


class AccountScript(SlotScript):
    """A script on one account that exists.

    If the account is erased, even at the same moment, the script changes nothing and raises `AccountErased`.
    A script returns "revoked" if the session or token behind it has ended; this raises `AccessRevoked`.
    """

    def __init__(self, store: Redis, text: str) -> None:
        guard = "if redis.call('HEXISTS', KEYS[1], 'name') == 0 then return 'erased' end\n"
        super().__init__(store, guard + text)

    def run(self, player: str, *args: str | bytes | int) -> Any:
        """Run the script as `SlotScript` does."""
        answer = super().run(player, *args)
        if answer == ERASED:
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


is_player = is_uuid
"""True if the text has the form of a player's id: the canonical text of a UUID."""
