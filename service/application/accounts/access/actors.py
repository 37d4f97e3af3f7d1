"""The actor of a change to an account's access, and the Lua functions that record such a change.

A script that creates or ends a grant (`service.application.grants`) writes the audit entry itself, so no
grant exists without its entry. It also checks that the session or token behind the request is still valid:
a request that was admitted before a reset creates nothing after it.
"""

from dataclasses import asdict, dataclass

import orjson

from service.application.account_keys import audit_key
from service.application.accounts.access.audit import MOST

FIRST = "0"
"""The id of the token that came with the registration."""

AUDITED = f"""
local function is_revoked(field)
  return field ~= '' and (redis.call('HGET', KEYS[1], field) or '') == ''
end
local function audited(by, what, of)
  local now = redis.call('TIME')
  local at = string.format('%d', tonumber(now[1]) * 1000 + math.floor(tonumber(now[2]) / 1000))
  local entry = '{{"at":' .. at .. ',"what":"' .. what .. '",' .. by .. ',"of":'
    .. (of and '"' .. of .. '"' or 'null') .. '}}'
  redis.call('XADD', {audit_key}, 'MAXLEN', {MOST}, '*', 'e', entry)
end
"""
"""`is_revoked(field)` is true for the field of a token that has ended; `audited(by, what, of)` adds an entry.

`by` is the actor's part of it (`Actor.entry`), `of` the id of what was created or ended, or nil."""


def token_field(token: str) -> str:
    """The field of the profile that has the token with this id."""
    return "token" if token == FIRST else f"token:{token}"


@dataclass(frozen=True, slots=True)
class Actor:
    """The session or token that makes a change, and the origin of its address; by default the service."""

    token: str | None = None
    address: str = ""

    @property
    def field(self) -> str:
        """The field of the profile that has the token; empty for the service."""
        return "" if self.token is None else token_field(self.token)

    @property
    def entry(self) -> str:
        """The actor's part of an audit entry: members of a JSON object."""
        return orjson.dumps(asdict(self))[1:-1].decode()


SERVICE = Actor()
"""The service itself, for example when a push service says that a browser is gone."""
