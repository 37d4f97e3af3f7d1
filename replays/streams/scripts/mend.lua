-- Enters the streams of a player's listing into the player's listing by status.
--
-- KEYS  1 the listing by time, 2 the listing by status, 3.. the listing of each status, in the order of their scores
-- ARGV  1 the rank of the first entry, 2 the rank of the last one, 3 the difference between the scores of two statuses
-- Returns the number of entries read, and the number of those that were missing or had another status.

local found = redis.call("ZRANGE", KEYS[1], ARGV[1], ARGV[2], "WITHSCORES")
local mended = 0
for i = 1, #found, 2 do
  for status = 3, #KEYS do
    if redis.call("ZSCORE", KEYS[status], found[i]) then
      local score = string.format("%.0f", (status - 2) * ARGV[3] + found[i + 1])
      mended = mended + redis.call("ZADD", KEYS[2], "CH", score, found[i])
    end
  end
end
return { #found / 2, mended }
