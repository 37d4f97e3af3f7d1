-- Puts a tombstone in the place of a stream that was archived, with all that belonged to it alone.
-- `head.lua` stands before this.
--
-- KEYS  1 the stream, 2 its command ids, 3 its secret, 4 its plans
-- ARGV  1 expected version, 2 expected hash, 3 hash before the first event
-- Gives {"conflict", entry id of the head, its hash}, {"entombed"} where it was done before, or {"done"}.

local refused = conflict()
if refused then
  return refused
end
-- A full server refuses a script that begins with SET, and none that has deleted something: this makes room.
redis.call("DEL", KEYS[2], KEYS[3], KEYS[4])
redis.call("SET", KEYS[1], ARGV[1] .. " " .. ARGV[2])
return { "done" }
