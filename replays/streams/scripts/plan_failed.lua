-- Marks a plan as failed, and says so in the feed. `head.lua` stands before this.
--
-- KEYS  1 the game's stream, 2 its plans, 3 the partition's feed
-- ARGV  1 expected version, 2 expected hash, 3 hash before the first event, 4 seat, 5 the plan,
--       6 the game, 7 its version, 8 the occasion's type, 9 its detail
-- Gives {"conflict", entry id of the head, its hash}, {"entombed"} or {"done"}.

local refused = conflict()
if refused then
  return refused
end
redis.call("HSET", KEYS[2], ARGV[4], ARGV[5])
redis.call("XADD", KEYS[3], "*", "g", ARGV[6], "v", ARGV[7], "t", ARGV[8], "d", ARGV[9])
return { "done" }
