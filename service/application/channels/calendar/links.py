"""The links of calendars: each account has at most one, which can be renewed and revoked.

The token of a link is derived from the player and the link's number with the server's key, so the store has
nothing that opens a calendar. Numbers only grow, so an old link never works again. The number and the time
of creation are in the field `calendar` of the account's channels.
"""

import hmac
import json
from dataclasses import dataclass
from typing import Any, cast

from redis import Redis

from replays.store.scripts import asking
from service.application.account_keys import (
    AccountScript,
    channels_key,
    derive,
    is_player,
    token_text,
)
from service.application.accounts.access.actors import AUDITED, SERVICE, Actor
from service.application.accounts.access.audit import Deed

FIELD = "calendar"
PURPOSE = b"kingdomino calendars"
NO_LINK = 0
"""A number that no link has, because links begin with 1: its token never opens a calendar."""

RENEW = f"""{AUDITED}
if is_revoked(ARGV[4]) then return 'revoked' end
local kept = cjson.decode(redis.call('HGET', {channels_key}, ARGV[1]) or '{{"n": 0}}')
if ARGV[3] ~= '' and kept.at and kept.request == ARGV[3] then return cjson.encode(kept) end
if kept.at then audited(ARGV[5], '{Deed.CALENDAR_ENDED.value}') end
kept = cjson.encode({{n = kept.n + 1, at = tonumber(ARGV[2]), request = ARGV[3]}})
redis.call('HSET', {channels_key}, ARGV[1], kept)
audited(ARGV[5], '{Deed.CALENDAR_MADE.value}')
return kept
"""
"""Creates the link with the next number; a retry of the same request changes nothing."""

END_CALENDAR = f"""
local kept = cjson.decode(redis.call('HGET', {channels_key}, '{FIELD}') or '{{"n": 0}}')
if kept.at then
  redis.call('HSET', {channels_key}, '{FIELD}', cjson.encode({{n = kept.n}}))
  audited(by, '{Deed.CALENDAR_ENDED.value}')
end
"""
"""Revokes the link; a part of scripts."""

REVOKE = f"""{AUDITED}
local by = ARGV[1]
{END_CALENDAR} return 'done'
"""


@dataclass(frozen=True, slots=True)
class CalendarLink:
    """The token of a link, and the time of its creation in ms UTC."""

    token: str
    at: int


class CalendarLinks:
    """The links of all players. Methods raise `StoreAway`.

    Those that change something also raise `AccountErased` and `UnknownOutcome`, and may be repeated safely.
    """

    def __init__(self, store: Redis, key: bytes) -> None:
        self._store = store
        self._key = key
        self._renew = AccountScript(store, RENEW)
        self._revoke = AccountScript(store, REVOKE)

    def of(self, player: str) -> CalendarLink | None:
        """The player's link; None if there is none."""
        with asking():
            stored = cast("bytes | None", self._store.hget(channels_key(player), FIELD))
        return self._link(player, stored)

    def renew(self, player: str, request: str, now: int, by: Actor = SERVICE) -> CalendarLink:
        """Replace the link by a new one; the old one stops working.

        The same `request`, unless it is empty, returns the same link while that link is valid.
        """
        link = self._link(player, self._renew.run(player, FIELD, now, request, by.field, by.entry))
        assert link, "a renewed link is there"  # noqa: S101 - the script has just created it
        return link

    def revoke(self, player: str, by: Actor = SERVICE) -> None:
        """Revoke the player's link; no effect if there is none."""
        self._revoke.run(player, by.entry)

    def holder(self, token: str) -> str | None:
        """The player whose calendar the token opens; None if the token is invalid or was revoked."""
        player = token.partition(".")[0]
        if not is_player(player):
            return None
        link = self.of(player)
        right = link.token if link else self._token(player, NO_LINK)
        is_right = hmac.compare_digest(right.encode(), token.encode())
        return player if link and is_right else None

    def _link(self, player: str, stored: bytes | None) -> CalendarLink | None:
        kept: dict[str, Any] = json.loads(stored) if stored else {}
        return CalendarLink(self._token(player, kept["n"]), kept["at"]) if "at" in kept else None

    def _token(self, player: str, number: int) -> str:
        return token_text(player, derive(self._key, PURPOSE, f"{player} {number}".encode()))
