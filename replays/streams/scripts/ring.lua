-- Turns a game's alarm off and makes it an occasion, if it is still set to the same time.
--
-- KEYS  1 the partition's alarms, 2 its feed
-- ARGV  1 the game, 2 the time that the alarm was set to (ms), 3 the occasion's type
-- Gives 1, or 0 where nothing is done.

if redis.call("ZSCORE", KEYS[1], ARGV[1]) ~= ARGV[2] then
  return 0
end
redis.call("ZREM", KEYS[1], ARGV[1])
redis.call("XADD", KEYS[2], "*", "g", ARGV[1], "v", "0", "t", ARGV[3], "d", ARGV[2])
return 1
