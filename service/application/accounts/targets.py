"""Lua functions that add a target for notices to an account, for scripts of channels and credentials."""

from service.application.account_keys import channels_key, notices_state_key

EMAIL_TARGET = "email"
"""The target of an account with a confirmed e-mail address."""
NEW = '{"progress": ["newest", []], "stopped": ""}'
"""A new target, which receives notices from now on."""
GOES_ON = '"stopped": ""'
"""The part of a target that shows that it was not stopped."""

TELL = f"""
local function tell(name, value)
  local newest = tonumber(redis.call('HGET', {notices_state_key}, 'n') or '0')
  redis.call('HSET', {channels_key}, name, (string.gsub(value, '"newest"', newest, 1)))
end
"""
"""Adds a target, or replaces the one with this name."""

TELL_BY_EMAIL = f"""{TELL}
local function tell_by_email()
  local target = redis.call('HGET', {channels_key}, '{EMAIL_TARGET}')
  if not target or not string.find(target, '{GOES_ON}', 1, true) then tell('{EMAIL_TARGET}', '{NEW}') end
end
"""
"""Adds the target for the account's e-mail; an active one stays as it is and uses the new address."""
