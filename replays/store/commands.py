"""The commands that the log, the accounts and the other data in the log's store need.

The append script sends several of them. If a server or its access rules (ACL) refused one in the middle, a
move would be half written; so all are checked at the start, before anything is written.
"""

from typing import cast

from redis import Redis, ResponseError
from redis.exceptions import NoPermissionError

_KEY = "{00}:commands"
REQUIRED = (
    f"APPEND {_KEY} v",
    f"DEL {_KEY}",
    f"EXISTS {_KEY}",
    f"EXPIRE {_KEY} 1",
    f"GET {_KEY}",
    f"GETRANGE {_KEY} 0 1",
    f"HDEL {_KEY} f",
    f"HEXISTS {_KEY} f",
    f"HGET {_KEY} f",
    f"HGETALL {_KEY}",
    f"HINCRBY {_KEY} f 1",
    f"HKEYS {_KEY}",
    f"HLEN {_KEY}",
    f"HMGET {_KEY} f",
    f"HSCAN {_KEY} 0",
    f"HSET {_KEY} f v",
    f"HSETNX {_KEY} f v",
    f"HSTRLEN {_KEY} f",
    f"HVALS {_KEY}",
    f"INCR {_KEY}",
    f"INCRBY {_KEY} 1",
    f"PEXPIRE {_KEY} 1",
    f"PEXPIRETIME {_KEY}",
    f"LPUSH {_KEY} v",
    f"LTRIM {_KEY} 0 1",
    "PING",
    f"PTTL {_KEY}",
    f"SADD {_KEY} m",
    "SCAN 0",
    f"SET {_KEY} v",
    f"SETBIT {_KEY} 0 1",
    f"SETNX {_KEY} v",
    f"SETRANGE {_KEY} 0 v",
    f"SMEMBERS {_KEY}",
    f"SREM {_KEY} m",
    f"STRLEN {_KEY}",
    f"TTL {_KEY}",
    "TIME",
    f"TYPE {_KEY}",
    f"UNLINK {_KEY}",
    f"XACK {_KEY} g 1-0",
    f"XADD {_KEY} * f v",
    f"XAUTOCLAIM {_KEY} g c 0 0-0",
    f"XDEL {_KEY} 1-0",
    f"XGROUP CREATE {_KEY} g 0",
    f"XGROUP DESTROY {_KEY} g",
    f"XGROUP SETID {_KEY} g 0",
    f"XINFO CONSUMERS {_KEY} g",
    f"XINFO GROUPS {_KEY}",
    f"XLEN {_KEY}",
    f"XPENDING {_KEY} g",
    f"XRANGE {_KEY} - +",
    f"XREAD STREAMS {_KEY} 0",
    f"XREADGROUP GROUP g c STREAMS {_KEY} >",
    f"XREVRANGE {_KEY} + -",
    f"XTRIM {_KEY} MINID 0",
    f"ZADD {_KEY} 0 m",
    f"ZCARD {_KEY}",
    f"ZCOUNT {_KEY} 0 1",
    f"ZINTER 1 {_KEY}",
    f"ZPOPMIN {_KEY}",
    f"ZRANGE {_KEY} 0 1",
    f"ZRANGEBYSCORE {_KEY} 0 1",
    f"ZREM {_KEY} m",
    f"ZREMRANGEBYSCORE {_KEY} 0 1",
    f"ZREVRANGE {_KEY} 0 1",
    f"ZREVRANGEBYSCORE {_KEY} 1 0",
    f"ZSCORE {_KEY} m",
)
"""Each command with valid arguments; EVAL and EVALSHA are missing, because the check itself uses scripts."""

_ASK = """
if not redis.acl_check_cmd then return false end
local refused = {}
for number, command in ipairs(ARGV) do
  local words = {}
  for word in string.gmatch(command, "%S+") do words[#words + 1] = word end
  local known, allowed = pcall(redis.acl_check_cmd, unpack(words))
  if not known then refused[#refused + 1] = "unknown " .. number
  elseif not allowed then refused[#refused + 1] = "forbidden " .. number end
end
return refused
"""


def missing(server: Redis) -> str | None:
    """A phrase with the commands that the server does not know or its user may not send, or None.

    No command is run: the server reports whether it would accept it (`redis.acl_check_cmd`, from 7.0 on).
    """
    try:
        answer = server.eval(_ASK, 0, *REQUIRED)
    except NoPermissionError as error:
        return f"its user may not run scripts ({error}): allow every command on every key"
    except ResponseError as error:
        return f"it does not run scripts: {error}"
    if answer is None:
        return "its scripts have no redis.acl_check_cmd, which Valkey and Redis have from 7.0 on"
    names: dict[str, list[str]] = {"unknown": [], "forbidden": []}
    for line in cast("list[bytes]", answer):
        why, number = line.decode().split()
        names[why].append(name(REQUIRED[int(number) - 1]))
    unknown, forbidden = (", ".join(names[why]) for why in ("unknown", "forbidden"))
    texts = []
    if unknown:
        texts.append(f"it does not know {unknown}: take Valkey or Redis 7.0 or newer")
    if forbidden:
        way_out = "allow every command on every key (ACL SETUSER)"
        texts.append(f"its user may not send {forbidden}: {way_out}")
    return "; ".join(texts) or None


def name(command: str) -> str:
    """The name of a command, with its subcommand if it has one.

    >>> name("XGROUP CREATE key g 0"), name("GET key")
    ('XGROUP CREATE', 'GET')
    """
    first, *rest = command.split()
    return f"{first} {rest[0]}" if first in ("XGROUP", "XINFO") else first
