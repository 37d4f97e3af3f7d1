-- Marks a plan as failed, and adds an occasion to the feed. `head.lua` precedes this script.
--
-- KEYS  1 the game's stream, 2 its plans, 3 the partition's feed
-- ARGV  1 expected version, 2 expected hash, 3 hash before the first event, 4 seat, 5 the failed plan,
--       6 the game id, 7 its version, 8 the occasion's type, 9 its detail
-- Returns {"conflict", entry id of the head, its hash}, {"entombed"} or {"done"}.

local refused = conflict()
if refused then
  return refused
end
redis.call("HSET", KEYS[2], ARGV[4], ARGV[5])
redis.call("XADD", KEYS[3], "*", "g", ARGV[6], "v", ARGV[7], "t", ARGV[8], "d", ARGV[9])
return { "done" }
