-- Appends the events of one command to a game's stream, and updates all data that must agree with the stream.
-- `head.lua` precedes this script.
--
-- KEYS  1 the game's stream, 2 its command ids, 3 its secret, 4 the partition's feed, 5 its work, 6 the listing
--       of its kind, 7 the listing of the present status, 8 the listing of the new status, 9 the partition's
--       due index, 10 the game's plans, 11 the partition's heads that wait for the public log, 12.. the listings
--       of players: by time, by status, for each
-- ARGV  1 expected version, 2 expected hash, 3 hash before the first event, 4 game id, 5 created at (ms),
--       6 the command's field or "", 7 its outcome, 8 sealed seed or "",
--       9 remaining time to live of the command ids (ms) if the game ends, else "", 10 types of the events,
--       11 the due time (ms) or "", 12 seat to act or "", 13 the due time (ms) if that seat has a plan,
--       14 seat whose plan is carried out or "", 15 what is left of that plan or "",
--       16 the game's score in the listings of players by status,
--       17 the time (ms) by which something must be due, so that the append is work for the relay, or "" if
--       it always is, 18 the heads for the public log or "", 19.. the packed events
-- Returns {"repeated", the outcome of the first run}, {"conflict", entry id of the head, its hash}, {"entombed"} or
-- {"appended"}.
--
-- Nothing is written before the first XADD. Once a script has written, the server does not stop it for lack
-- of memory, disk or replicas. So either all of this happens, or nothing.

local command = ARGV[6]
if command ~= "" then
  local first_answer = redis.call("HGET", KEYS[2], command)
  if first_answer then
    return { "repeated", first_answer }
  end
end

local refused = conflict()
if refused then
  return refused
end

local version = tonumber(ARGV[1])
for i = 19, #ARGV do
  version = version + 1
  redis.call("XADD", KEYS[1], string.format("%d-0", version), "p", ARGV[i])
end

if command ~= "" then
  redis.call("HSET", KEYS[2], command, ARGV[7])
end
if ARGV[8] ~= "" then
  redis.call("SET", KEYS[3], ARGV[8])
end
if ARGV[14] ~= "" then
  local was_stored = redis.call("HDEL", KEYS[10], ARGV[14]) == 1
  if was_stored and ARGV[15] ~= "" then
    redis.call("HSET", KEYS[10], ARGV[14], ARGV[15])
  end
end
if ARGV[9] ~= "" then
  redis.call("PEXPIRE", KEYS[2], ARGV[9])
  redis.call("DEL", KEYS[10])
end

local due = ARGV[11]
if redis.call("HEXISTS", KEYS[10], ARGV[12]) == 1 then
  due = ARGV[13]
end
if due ~= "" then
  redis.call("ZADD", KEYS[9], due, ARGV[4])
else
  redis.call("ZREM", KEYS[9], ARGV[4])
end

if KEYS[7] ~= KEYS[8] then
  redis.call("ZADD", KEYS[6], ARGV[5], ARGV[4])
  redis.call("ZREM", KEYS[7], ARGV[4])
  redis.call("ZADD", KEYS[8], ARGV[5], ARGV[4])
end
for i = 12, #KEYS, 2 do
  redis.call("ZADD", KEYS[i], ARGV[5], ARGV[4])
  redis.call("ZADD", KEYS[i + 1], ARGV[16], ARGV[4])
end

redis.call("XADD", KEYS[4], "*", "g", ARGV[4], "v", string.format("%d", version), "t", ARGV[10])
if ARGV[17] == "" or due ~= "" and tonumber(due) <= tonumber(ARGV[17]) then
  redis.call("XADD", KEYS[5], "*", "g", ARGV[4], "v", string.format("%d", version), "t", ARGV[10])
end
if ARGV[18] ~= "" then
  redis.call("XADD", KEYS[11], "*", "g", ARGV[4], "m", ARGV[18])
end
return { "appended" }
