"""Declares all settings. The two texts that document them are generated from it (`documents.py`)."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from ipaddress import IPv4Network, IPv6Network
from pathlib import Path
from typing import Any, Self

from replays.runtime import parent_death
from replays.runtime.settings import kinds, urls
from replays.runtime.settings.errors import ConfigurationError
from replays.runtime.settings.mail_server import MailServer, SmtpServer
from replays.runtime.settings.memory_size import MEMORY_SIZE, MemorySize
from replays.runtime.settings.variable import VARIABLE, Section, Variable, compose_only, optional, setting

OWN = "KINGDOMINO_"
"""The prefix of settings that belong to this program only."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """All settings of all processes, each with its variable; secrets are left out of the repr.

    The URLs of both stores are None for the embedded store, which `kingdomino serve` starts.
    `archive_after` and `open_days` are days. If `key` or `signing_key` is None, that key is a file in the
    data folder.
    """

    key: bytes | None = optional(
        "KINGDOMINO_KEY",
        Section.KEYS,
        kinds.KEY,
        "encrypts the seeds of unfinished games. Keep it with your backups: without it those games cannot "
        "go on",
        usually="a file in `KINGDOMINO_DATA`",
        is_secret=True,
        example=None,
    )
    signing_key: bytes | None = optional(
        "KINGDOMINO_SIGNING_KEY",
        Section.KEYS,
        kinds.KEY,
        "signs receipts and audit bundles (Ed25519)",
        usually="a file in `KINGDOMINO_DATA`",
        is_secret=True,
        example=None,
    )
    data: Path = setting(
        "KINGDOMINO_DATA",
        Section.KEYS,
        kinds.FOLDER,
        "folder of the embedded store and of the keys",
        default="data",
        usually="`./data`",
        in_example=False,
    )
    host: str = setting(
        "HOST",
        Section.ADDRESS,
        kinds.ADDRESS,
        "the address that the web process listens on",
        default="127.0.0.1",
        in_example=False,
    )
    port: int = setting(
        "PORT",
        Section.ADDRESS,
        kinds.whole_number(1, 65535),
        "the port that the web process listens on",
        default="8000",
        in_example=False,
    )
    site_address: frozenset[str] | None = optional(
        "SITE_ADDRESS",
        Section.ADDRESS,
        urls.HOSTS,
        "the hosts that the proxy of `compose.yaml` serves, for which it fetches certificates: ports 80 and"
        " 443 must reach it. The web process answers for these hosts as well. `http://localhost` is for a "
        "look at home, without encryption",
        example="http://localhost",
    )
    public_url: str | None = optional(
        "KINGDOMINO_PUBLIC_URL",
        Section.ADDRESS,
        urls.PUBLIC_URL,
        "the URL that players open, such as `https://kingdomino.example.org`. Links in e-mails and links to"
        " share begin with it, and the web process answers for its host ([hosts](#hosts)). Needed for "
        "push messages, with a mail server, and under any name but `localhost` and those of `SITE_ADDRESS`",
    )
    proxies: int = setting(
        "KINGDOMINO_PROXIES",
        Section.ADDRESS,
        kinds.whole_number(0, 10),
        "how many proxies in front of the web process are believed when they name the client, the host and "
        "the scheme (`X-Forwarded-For`, `-Host`, `-Proto`)",
        default="0",
        in_example=False,
    )
    redis_url: str | None = optional(
        "REDIS_URL",
        Section.STORES,
        urls.STORE_URL,
        "the store of the log: one server, Sentinels or a cluster ([stores](stores.md))",
        usually="the embedded store",
        is_secret=True,
        in_example=False,
    )
    rq_redis_url: str | None = optional(
        "RQ_REDIS_URL",
        Section.STORES,
        urls.QUEUE_URL,
        "the store of the jobs: one server or Sentinels. RQ does not run on a cluster",
        usually="the embedded store",
        is_secret=True,
        in_example=False,
    )
    replicas: int = setting(
        "KINGDOMINO_REPLICAS",
        Section.STORES,
        kinds.whole_number(0, 5),
        "how many replicas must have a move on their disks before it is answered "
        "([why](stores.md#what-can-be-lost))",
        default="0",
        in_example=False,
    )
    unsafe_store: bool = setting(
        "KINGDOMINO_UNSAFE_STORE",
        Section.STORES,
        kinds.SWITCH,
        "`on`: start on a store that may lose moves, with a warning",
        default="off",
        in_example=False,
    )
    store_memory: MemorySize = setting(
        "KINGDOMINO_STORE_MEMORY",
        Section.STORES,
        MEMORY_SIZE,
        "the most memory of the embedded store: `512mb`, `2gb`, or a share of the memory of the machine or "
        "of its container ([what happens then](#when-the-store-fills))",
        default="25%",
        in_example=False,
    )
    smtp: SmtpServer | None = optional(
        "KINGDOMINO_SMTP_URL",
        Section.MAIL,
        urls.SMTP_URL,
        "the mail server: `smtp://host`, `smtp://user:password@host:587?starttls=1` or "
        "`smtps://user:password@host`",
        is_secret=True,
    )
    mail_from: str | None = optional(
        "KINGDOMINO_MAIL_FROM",
        Section.MAIL,
        kinds.MAILBOX,
        "the sender of e-mails, such as `kingdomino@example.org`; needed with a mail server",
    )
    threads: int = setting(
        "KINGDOMINO_THREADS",
        Section.SIZE,
        kinds.whole_number(1, 1000),
        "requests that one web process works on at once, each in a thread; more of them wait",
        default="16",
    )
    streams: int = setting(
        "KINGDOMINO_STREAMS",
        Section.SIZE,
        kinds.whole_number(1, 50_000),
        "live streams of one web process, each of which takes a connection and some 20 kB "
        "([figures](performance.md)); one address may have a tenth of them, one account a hundredth",
        default="5000",
    )
    pinned: bool = setting(
        "KINGDOMINO_PINNED",
        Section.SIZE,
        kinds.SWITCH,
        "`on`: the web process keeps to one processor, chosen when it starts "
        "([what that is good for](../adr/0017-one-processor.md)). Linux only",
        default="off",
    )
    archive: str | None = optional(
        "KINGDOMINO_ARCHIVE_URL",
        Section.ARCHIVE,
        urls.ARCHIVE_URL,
        "where games that are over go: `file:///folder`, which must exist (`file:///archive` is a volume of"
        " `compose.yaml`), or `s3://bucket/prefix`. Without it they stay in the log's memory "
        "([archive](#the-archive))",
    )
    archive_after: int = setting(
        "KINGDOMINO_ARCHIVE_AFTER",
        Section.ARCHIVE,
        kinds.whole_number(7, 36_500),
        "days after its end at which a game goes to the archive",
        default="30",
    )
    open_days: int = setting(
        "KINGDOMINO_OPEN_DAYS",
        Section.OTHER,
        kinds.whole_number(0, 36_500),
        "days after which a game or dynasty that still waits for players is called off "
        "([seats](../play/seats.md#tables-that-nobody-fills)); `0` for never. Workers read it; give all of "
        "them the same",
        default="14",
    )
    webhook_networks: tuple[IPv4Network | IPv6Network, ...] | None = optional(
        "KINGDOMINO_WEBHOOK_NETWORKS",
        Section.OTHER,
        kinds.NETWORKS,
        "private networks that webhooks and push messages may reach, such as `10.1.2.0/24`; there also "
        "without encryption and at any port. Players name these addresses, so give as little as you need. "
        "Without it they reach public addresses only ([outgoing calls](security.md#outgoing-calls))",
    )
    log_level: str = setting(
        "KINGDOMINO_LOG_LEVEL",
        Section.OTHER,
        kinds.choice("info", "warning"),
        "`warning` leaves out the lines of requests and jobs",
        default="info",
    )
    limits: bool = setting(
        "KINGDOMINO_LIMITS",
        Section.OTHER,
        kinds.SWITCH,
        "all limits ([limits](#limits)): on requests, on guesses at passwords and on e-mails "
        "([accounts](../play/accounts.md#signing-in-with-a-browser)), byte quotas and caps on tables; `off`"
        " for load tests only",
        default="on",
    )
    kernel: bool = setting(
        "KINGDOMINO_KERNEL",
        Section.OTHER,
        kinds.SWITCH,
        "the compiled kernel, where it was built ([speed](performance.md#the-kernel)); `off` forces the pure "
        "rules, which play the same, slower. `kingdomino simulate` reads it, too",
        default="on",
    )
    metrics: bool = setting(
        "KINGDOMINO_METRICS",
        Section.OTHER,
        kinds.SWITCH,
        "`/metrics` for Prometheus, for clients that ask a web process directly and not through the proxy",
        default="on",
    )

    def __post_init__(self) -> None:
        """Raise a `SettingError` if there is a mail server, but no sender or no public URL."""
        for name in ("mail_from", "public_url"):
            if self.smtp and not getattr(self, name):
                raise _variable(name).refusal("")

    @classmethod
    def from_environ(cls, environ: Mapping[str, str]) -> Self:
        """The settings from an environment; raises a `SettingError` that names the invalid variable.

        >>> Settings.from_environ({"PORT": "x"})
        Traceback (most recent call last):
        ...
        replays.runtime.settings.errors.SettingError: PORT is 'x', but must be a whole number from 1 to 65535
        """
        values: dict[str, Any] = {each.name: _variable(each.name).read(environ) for each in fields(cls)}
        return cls(**values)

    @property
    def mail(self) -> MailServer | None:
        """The mail server, or None: then no e-mail is sent."""
        if not (self.smtp and self.mail_from and self.public_url):
            return None
        return MailServer(self.smtp, self.mail_from, self.public_url)

    @property
    def hosts(self) -> frozenset[str]:
        """The host names of the service: that of its public URL, and those that its proxy serves."""
        public = urls.host_name(self.public_url or "")
        return (self.site_address or frozenset()) | ({public} if public else set())

    def log_url(self) -> str:
        """The URL of the log's server; raises `ConfigurationError` if it is not set."""
        return _needed("REDIS_URL", self.redis_url)

    def jobs_url(self) -> str:
        """The URL of the jobs' server; raises `ConfigurationError` if it is not set."""
        return _needed("RQ_REDIS_URL", self.rq_redis_url)


STORE_PROGRAM = Variable(
    name="KINGDOMINO_STORE_PROGRAM",
    section=Section.STORES,
    meaning=(
        "the server program of the embedded store, in place of [the one that is found](#the-embedded-store)"
    ),
    kind=kinds.PROGRAM,
    in_example=False,
)
"""Read by the process that starts the embedded store."""

_OF_COMMANDS = (parent_death.VARIABLE, "KINGDOMINO_TOKEN", "KINGDOMINO_URL")
"""Variables that a parent passes to its children, and variables for options of the client's commands."""

_OF_COMPOSE = (
    compose_only(
        "STORE_PASSWORD",
        Section.PASSWORDS,
        "of the log's store, part of its URL: whoever has it can rewrite games",
        example=None,
    ),
    compose_only(
        "JOBS_PASSWORD",
        Section.PASSWORDS,
        "of the jobs' store: whoever has it can give the workers something to do. To change one, change it "
        "here and restart everything",
        example=None,
    ),
    compose_only("WEB_REPLICAS", Section.SIZE, "how many processes serve the API and the pages", example="2"),
    compose_only("WORKER_REPLICAS", Section.SIZE, "how many processes do the jobs", example="2"),
    compose_only(
        "STORE_MEMORY",
        Section.SIZE,
        "what the log may take in memory. Above nine tenths only the games being played go on; a game "
        "takes about 44 KB until it is archived (docs/operate/scaling.md)",
        example="1gb",
    ),
    compose_only(
        "STORE_MEMORY_LIMIT",
        Section.SIZE,
        "the limit of its container: twice as much, since files are rewritten by a copy of the process",
        example="2gb",
    ),
    compose_only("AWS_ACCESS_KEY_ID", Section.ARCHIVE, "who may use the bucket"),
    compose_only("AWS_SECRET_ACCESS_KEY", Section.ARCHIVE, "the secret of that key"),
    compose_only("AWS_REGION", Section.ARCHIVE, "where the bucket is"),
    compose_only("AWS_ENDPOINT_URL", Section.ARCHIVE, "another host than Amazon's"),
    compose_only(
        "AWS_VIRTUAL_HOSTED_STYLE_REQUEST",
        Section.ARCHIVE,
        "`true` where that host has the bucket in its name",
    ),
)


def _variable(field: str) -> Variable[Any]:
    declared: Variable[Any] = Settings.__dataclass_fields__[field].metadata[VARIABLE]
    return declared


READ = (*(_variable(each.name) for each in fields(Settings)), STORE_PROGRAM)
"""All variables that a process reads."""
DECLARED = tuple(
    variable for section in Section for variable in (*READ, *_OF_COMPOSE) if variable.section is section
)
"""All declared variables, for the two generated texts, in the order of their sections."""


def unknown_names(environ: Mapping[str, str]) -> list[str]:
    """The variables that are named like a setting but that no process reads.

    >>> unknown_names({"KINGDOMINO_THREAD": "3", "KINGDOMINO_KEY_FILE": "/run/secrets/key", "HOME": "/"})
    ['KINGDOMINO_THREAD']
    """
    known = {name for variable in READ for name in variable.names}.union(_OF_COMMANDS)
    return sorted(name for name in environ if name.startswith(OWN) and name not in known)


def _needed(name: str, url: str | None) -> str:
    """The URL; raises `ConfigurationError` if it is not set."""
    if url is None:
        way_out = "give it a server's URL, or run `kingdomino serve`, which brings its own"
        raise ConfigurationError(f"{name} is not set: {way_out}")
    return url
