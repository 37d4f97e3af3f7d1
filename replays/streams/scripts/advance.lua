-- Advances a projection in one partition, sets its alarms, and adds an occasion with the players to notify.
--
-- KEYS  1 the partition's feed, 2 its alarms
-- ARGV  1 the projection's group, 2 the expected place (an entry id), 3 the new place,
--       4 the players to notify or "", 5 the game id of an occasion without a game, 6 the occasion's type,
--       7.. game ids, each followed by the time of its alarm (ms), or by "" to delete the alarm
-- Returns "gone" if the group does not exist, "elsewhere" if it is at another place, else "done".

local groups = redis.pcall("XINFO", "GROUPS", KEYS[1])
if groups.err then
  return "gone"
end
local place
for _, group in ipairs(groups) do
  local fields = {}
  for i = 1, #group, 2 do
    fields[group[i]] = group[i + 1]
  end
  if fields["name"] == ARGV[1] then
    place = fields["last-delivered-id"]
  end
end
if not place then
  return "gone"
end
if place ~= ARGV[2] then
  return "elsewhere"
end
redis.call("XGROUP", "SETID", KEYS[1], ARGV[1], ARGV[3])
for i = 7, #ARGV, 2 do
  if ARGV[i + 1] == "" then
    redis.call("ZREM", KEYS[2], ARGV[i])
  else
    redis.call("ZADD", KEYS[2], ARGV[i + 1], ARGV[i])
  end
end
if ARGV[4] ~= "" then
  redis.call("XADD", KEYS[1], "*", "g", ARGV[5], "v", "0", "t", ARGV[6], "p", ARGV[4])
end
return "done"
