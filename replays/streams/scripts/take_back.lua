-- Takes back what consumers of a projection's group have not acknowledged: a projection has no consumers.
--
-- KEYS  1 the partition's feed
-- ARGV  1 the projection's group, 2 the number of entries to acknowledge at once
-- The group's place becomes the one before the first of these entries. Returns the number of entries.

local taken = 0
local first
while true do
  local pending = redis.pcall("XPENDING", KEYS[1], ARGV[1], "-", "+", ARGV[2])
  if pending.err or #pending == 0 then
    break
  end
  local ids = {}
  for i, entry in ipairs(pending) do
    ids[i] = entry[1]
  end
  first = first or ids[1]
  redis.call("XACK", KEYS[1], ARGV[1], unpack(ids))
  taken = taken + #ids
end
if first then
  local ms, n = string.match(first, "^(%d+)-(%d+)$")
  local before
  if tonumber(n) > 0 then
    before = string.format("%s-%d", ms, tonumber(n) - 1)
  else
    before = string.format("%d-18446744073709551615", tonumber(ms) - 1)
  end
  redis.call("XGROUP", "SETID", KEYS[1], ARGV[1], before)
end
return taken
