-- Precedes every script that writes only if a stream has the expected head.
--
-- KEYS  1 the game's stream
-- ARGV  1 expected version, 2 expected hash (32 bytes), 3 hash before the first event (32 bytes)

-- Returns bytes in hexadecimal, the form of hashes in tombstones and older entries.
local function hex(bytes)
  return (string.gsub(bytes, ".", function(byte)
    return string.format("%02x", string.byte(byte))
  end))
end

-- Returns what `head` returns for a key without a stream: a tombstone's, or one that no expected head matches.
local function tombstone()
  if redis.call("TYPE", KEYS[1]).ok == "string" then
    local version, hash = string.match(redis.call("GET", KEYS[1]), "^(%d+) (%x+)$")
    if version then
      return version .. "-0", hash, true
    end
  end
  return "0-0", ""
end

-- Returns the entry id of the head, its stored hash, and true if a tombstone has them.
local function head()
  local found = redis.pcall("XREVRANGE", KEYS[1], "+", "-", "COUNT", 1)
  if found.err then
    return tombstone()
  end
  local last = found[1]
  if not last then
    return "0-0", ARGV[3]
  end
  local fields = last[2]
  for i = 1, #fields, 2 do
    if fields[i] == "p" then
      return last[1], string.sub(fields[i + 1], 1, 32)
    elseif fields[i] == "h" then
      return last[1], fields[i + 1]
    end
  end
  return last[1], ""
end

-- Returns nil, {"conflict", entry id of the head, its hash as stored} if the head is not the expected one, or
-- {"entombed"}.
local function conflict()
  local id, hash, entombed = head()
  if id ~= ARGV[1] .. "-0" or (hash ~= ARGV[2] and hash ~= hex(ARGV[2])) then
    return { "conflict", id, hash }
  end
  if entombed then
    return { "entombed" }
  end
end
