-- Deletes a game's alarm and adds an occasion to the feed, if the alarm still has the expected time.
--
-- KEYS  1 the partition's alarms, 2 its feed
-- ARGV  1 the game id, 2 the expected time of the alarm (ms), 3 the occasion's type
-- Returns 1, or 0 if nothing was changed.

if redis.call("ZSCORE", KEYS[1], ARGV[1]) ~= ARGV[2] then
  return 0
end
redis.call("ZREM", KEYS[1], ARGV[1])
redis.call("XADD", KEYS[2], "*", "g", ARGV[1], "v", "0", "t", ARGV[3], "d", ARGV[2])
return 1
