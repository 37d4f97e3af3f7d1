-- Runs one command if the stream has the expected head. `head.lua` precedes this script.
--
-- KEYS  1 the game's stream, 2 the key that the command changes
-- ARGV  1 expected version, 2 expected hash, 3 hash before the first event, 4 the command's name,
--       5.. its arguments after the key
-- Returns {"conflict", entry id of the head, its hash}, {"entombed"} or {"done"}.

local refused = conflict()
if refused then
  return refused
end
redis.call(ARGV[4], KEYS[2], unpack(ARGV, 5))
return { "done" }
