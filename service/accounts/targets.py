"""How scripts on an account write a target for notices: those of channels, and what confirms an address."""

from service.account_keys import channels_key, notices_state_key, place_of

EMAIL_TARGET = "email"
"""The target of an account with a confirmed e-mail address."""
NEW = '{"progress": ["newest", []], "stopped": ""}'
"""A target that is told of what comes from now on."""
GOES_ON = '"stopped": ""'
"""What stands in a target that was not stopped."""

TELL = f"""
local function tell(name, value)
  local newest = tonumber(redis.call('HGET', KEYS[{place_of(notices_state_key)}], 'n') or '0')
  redis.call('HSET', KEYS[{place_of(channels_key)}], name, (string.gsub(value, '"newest"', newest, 1)))
end
"""
"""Adds a target, or puts a new one in its place."""

TELL_BY_EMAIL = f"""{TELL}
local function tell_by_email()
  local target = redis.call('HGET', KEYS[{place_of(channels_key)}], '{EMAIL_TARGET}')
  if not target or not string.find(target, '{GOES_ON}', 1, true) then tell('{EMAIL_TARGET}', '{NEW}') end
end
"""
"""Adds the target of the account's address; one that goes on stays as it is, and takes the new address."""
