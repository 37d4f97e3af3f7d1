"""The ledger of the bytes that an account stores, and the scripts that maintain it.

The ledger is a hash in the account's slot: `total`, the sum in bytes; `n`, the number of changes; `at`, the
mark of the address at which a guest's bytes count; and for each thing that lies in another slot a field
`<kind>:<name>` with `<bytes> <n>`. The other things lie in the parts of an account with an `overhead`: the
script that writes one counts it, so they need no entry.
"""

from collections.abc import Callable
from dataclasses import dataclass

from kingdomino.board.numbers import Seat
from replays.encoding.identity import GameId
from replays.projections.studies import StudyId
from replays.streams import keys
from service.application.account_keys import PARTS, AccountPart, credentials_key, storage_key

TOTAL, CHANGES, AT = "total", "n", "at"
"""The fields of the ledger that are not things."""


@dataclass(frozen=True, slots=True)
class OtherSlot:
    """A kind of thing in other slots: `place` gives the key and the field of the thing with this name.

    `overhead` is as in `AccountPart`.
    """

    name: str
    overhead: int
    place: Callable[[str], tuple[str, str]]
    alike: bool = False


def study_key(study: StudyId) -> str:
    """The key of a study's text, owner and time."""
    return f"study:{study}"


def studies_key(owner: str) -> str:
    """The key of the sorted set of an owner's studies, by time."""
    return f"studies:{owner}"


def _plan_place(name: str) -> tuple[str, str]:
    seat, _, game = name.partition(":")
    return keys.plans(GameId(game)), seat


STUDY = OtherSlot("study", 600, lambda name: (study_key(StudyId(GameId(name))), "text"))
PLAN = OtherSlot("plan", 450, _plan_place)
COUNTED = tuple(part for part in PARTS if part.overhead)
KINDS: tuple[AccountPart | OtherSlot, ...] = (*COUNTED, STUDY, PLAN)
"""Every kind of thing that counts; those of `COUNTED` lie in the account's slot."""


@dataclass(frozen=True, slots=True)
class Thing:
    """One thing that an account stores; `name` is unique within its kind."""

    kind: AccountPart | OtherSlot
    name: str

    @property
    def entry(self) -> str:
        """The ledger's field for its bytes, if it lies in another slot."""
        return f"{self.kind.name}:{self.name}"

    def place(self, player: str) -> tuple[str, str]:
        """The key and the field in the store that hold it."""
        if isinstance(self.kind, OtherSlot):
            return self.kind.place(self.name)
        return self.kind(player), self.name

    def bytes(self, length: int) -> int:
        """The bytes that it counts for a value of `length` bytes; 0 if that is 0, since it does not exist.

        Things of an `alike` kind always count the same.
        """
        return length and self.kind.overhead + (0 if self.kind.alike else length)


def thing_of(entry: str) -> Thing | None:
    """The thing of this field of the ledger; None for a field that is not a thing.

    >>> thing_of("study:0e4d5a3c-8a53-4b7e-9a0f-1c2d3e4f5a6b").kind.name, thing_of("total")
    ('study', None)
    """
    kind, colon, name = entry.partition(":")
    return Thing({each.name: each for each in KINDS}[kind], name) if colon else None


def plan_of(game: GameId, seat: Seat) -> Thing:
    """The plan of a seat."""
    return Thing(PLAN, f"{seat}:{game}")


def _sum_of(part: AccountPart) -> str:
    """The Lua expression for the bytes of all things of a part."""
    return f"redis.call('HLEN', {part}) * {part.overhead}" if part.alike else f"sum({part}, {part.overhead})"


ALL_IN_OWN_SLOT = " + ".join(map(_sum_of, COUNTED))

LEDGER = f"""
local at, guest_quota, member_quota = ARGV[#ARGV - 2], ARGV[#ARGV - 1], ARGV[#ARGV]

local function size(key, field, overhead)
  if redis.call('HEXISTS', key, field) == 0 then return 0 end
  return overhead + redis.call('HSTRLEN', key, field)
end

local function sum(key, overhead)
  local found = 0
  for _, field in ipairs(redis.call('HKEYS', key)) do found = found + size(key, field, overhead) end
  return found
end

local total = tonumber(redis.call('HGET', {storage_key}, '{TOTAL}') or '') or
  ({ALL_IN_OWN_SLOT})
local is_member = redis.call('HEXISTS', {credentials_key}, 'email') == 1
local quota = tonumber(is_member and member_quota or guest_quota)

local function full(more)
  if more > 0 and quota and total + more > quota then
    return {{'full', total, quota, is_member and 1 or 0}}
  end
end

local function unchanged(answer)
  local n, before = unpack(redis.call('HMGET', {storage_key}, '{CHANGES}', '{AT}'))
  return {{'same', total, tonumber(n or 0), before or '', is_member and 1 or 0, answer}}
end

local function counted(more, answer)
  local before = redis.call('HGET', {storage_key}, '{AT}') or ''
  total = math.max(0, total + more)
  redis.call('HSET', {storage_key}, '{TOTAL}', total)
  local n = redis.call('HINCRBY', {storage_key}, '{CHANGES}', 1)
  if is_member then
    redis.call('HDEL', {storage_key}, '{AT}')
  elseif at ~= '' then
    redis.call('HSET', {storage_key}, '{AT}', at)
  end
  return {{'done', total, n, before, is_member and 1 or 0, answer}}
end
"""
"""The prefix of every script that changes the stored data of an account.

Its last three arguments are the mark of the address from which the change comes, or "", and the quotas of a
guest and of a confirmed account in bytes, or "" for none. It returns {"full", total, quota, 1 for a confirmed
account} if the change exceeds the quota, else {"done", total, n, the mark before or "", 1 for a confirmed
account, the script's own result}, with "same" in place of "done" if the ledger has not changed. If an account
has no ledger, the things in its own slot are added up once.
"""

CHARGE = f"""
local entry = redis.call('HGET', {storage_key}, ARGV[1])
local more = tonumber(ARGV[2]) - tonumber(string.match(entry or '0', '^%d+'))
local refused = full(more)
if refused then return refused end
local done = counted(more, '')
done[6] = done[3]
redis.call('HSET', {storage_key}, ARGV[1], string.format('%d %d', tonumber(ARGV[2]), done[3]))
return done
"""
"""Counts the thing ARGV[1] in another slot as ARGV[2] bytes; returns n, which its entry has too."""

CORRECT = f"""
local more = 0
for i = 1, #ARGV - 3, 3 do
  if (redis.call('HGET', {storage_key}, ARGV[i]) or '') == ARGV[i + 1] then
    more = more + tonumber(ARGV[i + 2]) - tonumber(string.match('0' .. ARGV[i + 1], '^%d+'))
    if ARGV[i + 2] == '0' then redis.call('HDEL', {storage_key}, ARGV[i])
    else redis.call('HSET', {storage_key}, ARGV[i], ARGV[i + 2] .. ' 0') end
  end
end
return counted(more, '')
"""
"""Sets entries to their measured sizes; ARGV has the field, the previous value and the bytes of each.

An entry that has changed meanwhile is left as it is.
"""

USAGE = "return {total, quota or -1}"
"""Returns the stored bytes and the quota, -1 for none."""
