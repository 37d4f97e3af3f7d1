"""The end of a player's invitations: of the keys given to private games, and of invitations by id.

Neither is stored. Each depends on the time in the giver's profile at which that player's invitations ended
(`games/visibility.py`).
"""

from service.application.accounts.access.audit import Deed

ENDED = "invitations-ended"
"""The field of a profile with the time at which the player's invitations ended last, in ms UTC."""

ENDING_TIME = f"""
local now = redis.call('TIME')
local ending = math.max(
  tonumber(now[1]) * 1000 + math.floor(tonumber(now[2]) / 1000),
  tonumber(redis.call('HGET', KEYS[1], '{ENDED}') or '0') + 1)
local ended_at = string.format('%d', ending)
"""
"""Computes `ended_at`, now but later than each end before; a part of scripts, KEYS[1] is the profile."""

END_INVITATIONS = f"""{ENDING_TIME}
redis.call('HSET', KEYS[1], '{ENDED}', ended_at)
audited(by, '{Deed.INVITATIONS_ENDED.value}')
"""
"""Ends the player's invitations, with an audit entry; a part of scripts."""
