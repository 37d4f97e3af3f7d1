-- Replaces an archived stream by its tombstone, and deletes its secret and plans, and its command ids unless they
-- expire by themselves: that is seven days after the end, so a request that is repeated by then gets its response.
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
redis.call("DEL", KEYS[3], KEYS[4])
if redis.call("TTL", KEYS[2]) < 0 then
  redis.call("DEL", KEYS[2])
end
redis.call("SET", KEYS[1], ARGV[1] .. " " .. hex(ARGV[2]))
return { "done" }
