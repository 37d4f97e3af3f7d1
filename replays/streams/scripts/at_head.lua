-- Carries out one command, if the game's log ends where it is expected to. `head.lua` stands before this.
--
-- KEYS  1 the game's stream, 2 the key that the command changes
-- ARGV  1 expected version, 2 expected hash, 3 hash before the first event, 4 the command's name,
--       5.. its arguments after the key
-- Gives {"conflict", entry id of the head, its hash}, {"entombed"} or {"done"}.

local refused = conflict()
if refused then
  return refused
end
redis.call(ARGV[4], KEYS[2], unpack(ARGV, 5))
return { "done" }
