-- Replaces an archived stream by its tombstone, and deletes its command ids, secret and plans.
-- `head.lua` precedes this script.
--
-- KEYS  1 the stream, 2 its command ids, 3 its secret, 4 its plans
-- ARGV  1 expected version, 2 expected hash, 3 hash before the first event
-- Returns {"conflict", entry id of the head, its hash}, {"entombed"} if it was done before, or {"done"}.

local refused = conflict()
if refused then
  return refused
end
-- A full server refuses a script whose first write is SET, but not one that has deleted keys before.
redis.call("DEL", KEYS[2], KEYS[3], KEYS[4])
redis.call("SET", KEYS[1], ARGV[1] .. " " .. hex(ARGV[2]))
return { "done" }
