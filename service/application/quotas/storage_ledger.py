"""The ledger of the bytes that an account stores, and the scripts that maintain it.

The ledger is a hash in the account's slot: `total`, the sum in bytes; `n`, the number of changes; `at`, the
mark of the address at which a guest's bytes count; and for each thing that lies in another slot a field
`<kind>:<name>` with `<bytes> <n>`. Things of the kinds in `OWN_SLOT` lie in the account's own slot: the
script that writes one counts it, so they need no entry.
"""

from dataclasses import dataclass
from enum import Enum

from kingdomino.board.numbers import Seat
from replays.encoding.identity import GameId
from replays.projections.studies import StudyId
from replays.streams import keys
from service.application.account_keys import (
    blocked_key,
    collections_key,
    comments_key,
    credentials_key,
    following_key,
    muted_key,
    notes_key,
    place_of,
    reports_key,
    seen_key,
    storage_key,
    talk_key,
    talk_muted_key,
)

TOTAL, CHANGES, AT = "total", "n", "at"
"""The fields of the ledger that are not things."""


class StoredKind(Enum):
    """The kinds of things that an account can store."""

    NOTE = "note"
    SEEN = "seen"
    COMMENT = "comment"
    STUDY = "study"
    PLAN = "plan"
    FOLLOWED = "followed"
    BLOCKED = "blocked"
    REPORT = "report"
    MUTED = "muted"
    TALK = "talk"
    MUTED_TALK = "muted-talk"
    COLLECTION = "collection"


OVERHEAD = {
    StoredKind.NOTE: 150,
    StoredKind.SEEN: 100,
    StoredKind.COMMENT: 700,
    StoredKind.STUDY: 600,
    StoredKind.PLAN: 450,
    StoredKind.FOLLOWED: 100,
    StoredKind.BLOCKED: 100,
    StoredKind.REPORT: 150,
    StoredKind.MUTED: 100,
    StoredKind.TALK: 700,
    StoredKind.MUTED_TALK: 100,
    StoredKind.COLLECTION: 150,
}
"""The measured overhead of each thing in the store, in bytes (`docs/operate/scaling.md`)."""

OWN_SLOT = {
    StoredKind.NOTE: notes_key,
    StoredKind.SEEN: seen_key,
    StoredKind.COMMENT: comments_key,
    StoredKind.FOLLOWED: following_key,
    StoredKind.BLOCKED: blocked_key,
    StoredKind.REPORT: reports_key,
    StoredKind.MUTED: muted_key,
    StoredKind.TALK: talk_key,
    StoredKind.MUTED_TALK: talk_muted_key,
    StoredKind.COLLECTION: collections_key,
}
"""The kinds that lie in the slot of the account, and their keys."""


ALIKE = frozenset(
    {StoredKind.SEEN, StoredKind.FOLLOWED, StoredKind.BLOCKED, StoredKind.MUTED, StoredKind.MUTED_TALK}
)
"""Kinds of which every thing counts the same."""


@dataclass(frozen=True, slots=True)
class Thing:
    """One thing that an account stores; `name` is unique within its kind."""

    kind: StoredKind
    name: str

    @property
    def entry(self) -> str:
        """The ledger's field for its bytes, if it lies in another slot."""
        return f"{self.kind.value}:{self.name}"

    def place(self, player: str) -> tuple[str, str]:
        """The key and the field in the store that hold it."""
        if self.kind in OWN_SLOT:
            return OWN_SLOT[self.kind](player), self.name
        if self.kind is StoredKind.STUDY:
            return study_key(StudyId(GameId(self.name))), "text"
        seat, _, game = self.name.partition(":")
        return keys.plans(GameId(game)), seat

    def bytes(self, length: int) -> int:
        """The bytes that it counts for a value of `length` bytes; 0 if that is 0, since it does not exist.

        Things of a kind in `ALIKE` always count the same.
        """
        return length and OVERHEAD[self.kind] + (0 if self.kind in ALIKE else length)


def thing_of(entry: str) -> Thing | None:
    """The thing of this field of the ledger; None for a field that is not a thing.

    >>> thing_of("study:0e4d5a3c-8a53-4b7e-9a0f-1c2d3e4f5a6b").kind, thing_of("total")
    (<StoredKind.STUDY: 'study'>, None)
    """
    kind, colon, name = entry.partition(":")
    return Thing(StoredKind(kind), name) if colon else None


def plan_of(game: GameId, seat: Seat) -> Thing:
    """The plan of a seat."""
    return Thing(StoredKind.PLAN, f"{seat}:{game}")


def study_key(study: StudyId) -> str:
    """The key of a study's text, owner and time."""
    return f"study:{study}"


def studies_key(owner: str) -> str:
    """The key of the sorted set of an owner's studies, by time."""
    return f"studies:{owner}"


LEDGER_AT, CREDENTIALS_AT = (f"KEYS[{place_of(key)}]" for key in (storage_key, credentials_key))


def _sum_of(kind: StoredKind) -> str:
    """The Lua expression for the bytes of all things of a kind in the account's own slot."""
    key = f"KEYS[{place_of(OWN_SLOT[kind])}]"
    if kind in ALIKE:
        return f"redis.call('HLEN', {key}) * {OVERHEAD[kind]}"
    return f"sum({key}, {OVERHEAD[kind]})"


ALL_IN_OWN_SLOT = " + ".join(map(_sum_of, OWN_SLOT))

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

local total = tonumber(redis.call('HGET', {LEDGER_AT}, '{TOTAL}') or '') or
  ({ALL_IN_OWN_SLOT})
local is_member = redis.call('HEXISTS', {CREDENTIALS_AT}, 'email') == 1
local quota = tonumber(is_member and member_quota or guest_quota)

local function full(more)
  if more > 0 and quota and total + more > quota then
    return {{'full', total, quota, is_member and 1 or 0}}
  end
end

local function unchanged(answer)
  local n, before = unpack(redis.call('HMGET', {LEDGER_AT}, '{CHANGES}', '{AT}'))
  return {{'same', total, tonumber(n or 0), before or '', is_member and 1 or 0, answer}}
end

local function counted(more, answer)
  local before = redis.call('HGET', {LEDGER_AT}, '{AT}') or ''
  total = math.max(0, total + more)
  redis.call('HSET', {LEDGER_AT}, '{TOTAL}', total)
  local n = redis.call('HINCRBY', {LEDGER_AT}, '{CHANGES}', 1)
  if is_member then
    redis.call('HDEL', {LEDGER_AT}, '{AT}')
  elseif at ~= '' then
    redis.call('HSET', {LEDGER_AT}, '{AT}', at)
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
local entry = redis.call('HGET', {LEDGER_AT}, ARGV[1])
local more = tonumber(ARGV[2]) - tonumber(string.match(entry or '0', '^%d+'))
local refused = full(more)
if refused then return refused end
local done = counted(more, '')
done[6] = done[3]
redis.call('HSET', {LEDGER_AT}, ARGV[1], string.format('%d %d', tonumber(ARGV[2]), done[3]))
return done
"""
"""Counts the thing ARGV[1] in another slot as ARGV[2] bytes; returns n, which its entry has too."""

CORRECT = f"""
local more = 0
for i = 1, #ARGV - 3, 3 do
  if (redis.call('HGET', {LEDGER_AT}, ARGV[i]) or '') == ARGV[i + 1] then
    more = more + tonumber(ARGV[i + 2]) - tonumber(string.match('0' .. ARGV[i + 1], '^%d+'))
    if ARGV[i + 2] == '0' then redis.call('HDEL', {LEDGER_AT}, ARGV[i])
    else redis.call('HSET', {LEDGER_AT}, ARGV[i], ARGV[i + 2] .. ' 0') end
  end
end
return counted(more, '')
"""
"""Sets entries to their measured sizes; ARGV has the field, the previous value and the bytes of each.

An entry that has changed meanwhile is left as it is.
"""

USAGE = "return {total, quota or -1}"
"""Returns the stored bytes and the quota, -1 for none."""
