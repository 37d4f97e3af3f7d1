-- Precedes every script that writes only if a stream has the expected head.
--
-- KEYS  1 the game's stream
-- ARGV  1 expected version, 2 expected hash, 3 hash before the first event

-- Returns the entry id of the head, its hash, and true if a tombstone has them.
local function head()
  local kind = redis.call("TYPE", KEYS[1]).ok
  if kind == "string" then
    local version, hash = string.match(redis.call("GET", KEYS[1]), "^(%d+) (%x+)$")
    if version then
      return version .. "-0", hash, true
    end
  end
  if kind ~= "stream" and kind ~= "none" then
    return "0-0", "" -- a foreign value at this key: no expected head matches
  end
  local last = redis.call("XREVRANGE", KEYS[1], "+", "-", "COUNT", 1)[1]
  if not last then
    return "0-0", ARGV[3]
  end
  local fields = last[2]
  for i = 1, #fields, 2 do
    if fields[i] == "h" then
      return last[1], fields[i + 1]
    end
  end
  return last[1], ""
end

-- Returns nil, {"conflict", entry id of the head, its hash} if the head is not the expected one, or {"entombed"}.
local function conflict()
  local id, hash, entombed = head()
  if id ~= ARGV[1] .. "-0" or hash ~= ARGV[2] then
    return { "conflict", id, hash }
  end
  if entombed then
    return { "entombed" }
  end
end
