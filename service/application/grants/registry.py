"""All kinds of lasting grants, and the Lua functions that end and count them.

All of them lie in the account's slot, or are derived from a number there, so one script ends them all: no
crash leaves one of them alive while the owner reads that the reset is done.
"""

from collections.abc import Mapping
from types import MappingProxyType

from service.application import account_keys as parts
from service.application.accounts.access.audit import Deed
from service.application.accounts.access.invitations import END_INVITATIONS
from service.application.accounts.credentials.credentials import DROP_LINKS, END_DEVICES
from service.application.accounts.passkeys.store import END_PASSKEYS
from service.application.accounts.tokens import END_PROGRAMS, END_SESSIONS
from service.application.channels.calendar.links import END_CALENDAR
from service.application.channels.target import PUSH, WEBHOOK
from service.application.channels.webhooks.webhook import LOG_SIZE
from service.application.games.lists.collecting.collections import END_LINKS, LINKED
from service.application.grants.kinds import UNCOUNTED, GrantKind
from service.application.i18n.speaking import lazy_gettext as _l
from service.application.i18n.speaking import lazy_pgettext as _lp

END_WEBHOOKS = f"""
for _, id in ipairs(targets_of('{WEBHOOK}')) do
  redis.call('HDEL', {parts.channels_key}, '{WEBHOOK} ' .. id)
  for slot = 0, {LOG_SIZE - 1} do redis.call('HDEL', {parts.webhooks_key}, id .. ' ' .. slot) end
  audited(by, '{Deed.WEBHOOK_ENDED.value}', id)
end
"""
END_PUSH = f"""
for _, id in ipairs(targets_of('{PUSH}')) do
  redis.call('HDEL', {parts.channels_key}, '{PUSH} ' .. id)
  audited(by, '{Deed.PUSH_ENDED.value}', id)
end
"""
"""Ends all browsers that show messages. Their entries under `push:browser:…` are in other slots, and are
deleted afterwards (`Subscriptions.releasing`): nothing is sent without the target."""

HELPERS = f"""
local function targets_of(channel)
  local found = {{}}
  for _, field in ipairs(redis.call('HKEYS', {parts.channels_key})) do
    local name, id = string.match(field, '^(%S+) (%S+)$')
    if name == channel then found[#found + 1] = id end
  end
  return found
end
local function tokens_besides(kept, sessions)
  local fields, found = redis.call('HGETALL', KEYS[1]), 0
  for i = 1, #fields, 2 do
    local field, value = fields[i], fields[i + 1]
    local is_token = field == 'token' or string.sub(field, 1, 6) == 'token:'
    local is_session = string.find(value, ' session$')
    if is_token and value ~= '' and field ~= kept and (not is_session) == (not sessions) then
      found = found + 1
    end
  end
  return found
end
"""

SIGNING_IN = (Deed.SIGNED_IN, Deed.SIGNED_IN_ANEW)
KINDS = (
    GrantKind(
        "session",
        _l("Browsers that are signed in"),
        SIGNING_IN,
        (Deed.SESSION_ENDED, Deed.SIGNED_OUT, Deed.TOKEN_REVOKED),
        (parts.profile_key, parts.uses_key),
        "end_sessions(kept, by)",
        "return tokens_besides(kept, true)",
    ),
    GrantKind(
        "token",
        _l("Programs with tokens"),
        (Deed.TOKEN_MADE,),
        (Deed.TOKEN_REVOKED,),
        (parts.profile_key, parts.uses_key),
        "end_programs(kept, by)",
        "return tokens_besides(kept, false)",
    ),
    GrantKind(
        "passkey",
        _lp("heading", "Passkeys"),
        (Deed.PASSKEY_ADDED,),
        (Deed.PASSKEY_REMOVED,),
        (parts.passkeys_key,),
        END_PASSKEYS,
        f"return redis.call('HLEN', {parts.passkeys_key})",
    ),
    GrantKind(
        "webhook",
        _lp("heading", "Webhooks"),
        (Deed.WEBHOOK_MADE, Deed.WEBHOOK_CHANGED),
        (Deed.WEBHOOK_ENDED,),
        (parts.channels_key, parts.webhooks_key),
        END_WEBHOOKS,
        f"return #targets_of('{WEBHOOK}')",
        "webhook_pages.index",
    ),
    GrantKind(
        "push",
        _l("Browsers that show messages"),
        (Deed.PUSH_MADE,),
        (Deed.PUSH_ENDED,),
        (parts.channels_key,),
        END_PUSH,
        f"return #targets_of('{PUSH}')",
        "notice_preferences.show",
    ),
    GrantKind(
        "calendar",
        _l("The secret link of your calendar"),
        (Deed.CALENDAR_MADE,),
        (Deed.CALENDAR_ENDED,),
        (parts.channels_key,),
        END_CALENDAR,
        f"local kept = redis.call('HGET', {parts.channels_key}, 'calendar') or '{{}}' "
        "return cjson.decode(kept).at and 1 or 0",
        "notice_preferences.show",
    ),
    GrantKind(
        "invitation",
        _l("Links and invitations to private games"),
        (Deed.INVITATION_MADE,),
        (Deed.INVITATIONS_ENDED,),
        (parts.profile_key,),
        END_INVITATIONS,
        UNCOUNTED,
    ),
    GrantKind(
        "collection",
        _l("Collections shared by a link"),
        (Deed.COLLECTION_SHARED,),
        (Deed.COLLECTION_UNSHARED,),
        (parts.collections_key,),
        END_LINKS,
        f"local found = 0 for _, text in ipairs(redis.call('HVALS', {parts.collections_key})) do "
        f"if string.find(text, '{LINKED}', 1, true) then found = found + 1 end end return found",
        "own_collections.index",
    ),
    GrantKind(
        "email",
        _l("A new e-mail address that waits for confirmation"),
        (Deed.EMAIL_ASKED,),
        (Deed.EMAIL_DROPPED, Deed.EMAIL_CONFIRMED),
        (parts.proposal_key,),
        "drop_links(by)",
        f"return redis.call('EXISTS', {parts.proposal_key})",
    ),
    GrantKind(
        "reset",
        _l("A link for a new password"),
        (Deed.RESET_ASKED,),
        (Deed.RESET_DROPPED, Deed.PASSWORD_RESET),
        (parts.reset_key, parts.emails_key),
        "drop_links(by)",
        f"return redis.call('EXISTS', {parts.reset_key})",
    ),
    GrantKind(
        "device",
        _l("Browsers that this account knows from earlier sign-ins"),
        SIGNING_IN,
        (Deed.DEVICES_ENDED,),
        (parts.credentials_key,),
        END_DEVICES,
        UNCOUNTED,
    ),
)
"""Every kind of lasting grant."""

NO_GRANTS: Mapping[parts.AccountPart, str] = MappingProxyType(
    {
        parts.seen_key: "versions seen; only the owner reads them",
        parts.notes_key: "texts; only the owner reads them",
        parts.comments_key: "texts at games, seen by whoever sees the game",
        parts.storage_key: "sums of bytes",
        parts.notices_key: "notices; only the owner and the channels' targets read them",
        parts.notices_state_key: "a position in the notices",
        parts.unread_key: "positions of unread notices",
        parts.following_key: "a list of players; it lets nobody in",
        parts.blocked_key: "a list of players; it keeps others out",
        parts.record_key: "sums of results",
        parts.met_key: "results against others",
        parts.counted_key: "the games in those sums",
        parts.audit_key: "the audit itself",
        parts.reports_key: "texts for moderators",
        parts.reported_key: "texts for moderators",
        parts.muted_key: "a list of players; it keeps others out",
        parts.talk_key: "texts at tables, seen by whoever sees the table",
        parts.talk_muted_key: "a list of games",
        parts.requests_key: "a counter",
        parts.export_key: "the lease of an export, which ends with its token",
    }
)
"""The parts of an account that hold no grant, and why. Together with `KINDS` these are all of its parts."""


def _function(name: str, arguments: str, bodies: list[str]) -> str:
    blocks = "".join(f"do {body}\nend\n" for body in bodies)
    return f"local function {name}({arguments})\n{blocks}end\n"


ENDING = (
    END_SESSIONS
    + END_PROGRAMS
    + DROP_LINKS
    + HELPERS
    + _function("end_grants", "kept, by", list(dict.fromkeys(kind.ending for kind in KINDS)))
)
"""The Lua functions `end_sessions`, `drop_links` and `end_grants` for `CredentialsStore`."""

COUNTING = (
    HELPERS
    + "".join(f"local function count_{kind.name}(kept)\n{kind.counting}\nend\n" for kind in KINDS)
    + f"return {{{', '.join(f'count_{kind.name}(ARGV[1])' for kind in KINDS)}}}"
)
"""Counts the grants of each kind, in the order of `KINDS`, besides the token in the field ARGV[1]."""
