-- Stands before every script that writes only while a game's log ends where it is expected to.
--
-- KEYS  1 the game's stream
-- ARGV  1 expected version, 2 expected hash, 3 hash before the first event

local function head()
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

-- Gives nil, or {"conflict", entry id of the head, its hash} where that is not the expected one.
local function conflict()
  local id, hash = head()
  if id ~= ARGV[1] .. "-0" or hash ~= ARGV[2] then
    return { "conflict", id, hash }
  end
end
