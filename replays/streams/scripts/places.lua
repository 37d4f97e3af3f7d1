-- Reads the places that queries have in one partition.
--
-- KEYS  for each query, the list of which it is one range, or the two lists whose intersection it is
-- ARGV  1 a line for each query with five words: its lists: 1 or 2, the bound of the newest place, the score of the
--       oldest one, the number of the newest places to read, the score of the places to read beside them, or "-"
-- Returns for each query that has places there: its number, and two lists of ids with scores: the newest places, and
-- those of the fifth word. An intersection is returned whole, in the second one.

local found, number, key = {}, 0, 1
for lists, bound, oldest, most, at in string.gmatch(ARGV[1], "(%S+) (%S+) (%S+) (%S+) (%S+)") do
  local newest, beside = {}, {}
  if lists == "2" then
    beside = redis.call("ZINTER", 2, KEYS[key], KEYS[key + 1], "AGGREGATE", "MAX", "WITHSCORES")
  else
    newest = redis.call("ZREVRANGEBYSCORE", KEYS[key], bound, oldest, "WITHSCORES", "LIMIT", 0, most)
    if at ~= "-" then
      beside = redis.call("ZRANGEBYSCORE", KEYS[key], at, at, "WITHSCORES")
    end
  end
  number = number + 1
  if #newest + #beside > 0 then found[#found + 1] = {number, newest, beside} end
  key = key + lists
end
return found
