"""Declares all settings. The two texts that document them are generated from it (`documents.py`)."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from ipaddress import IPv4Network, IPv6Network
from pathlib import Path
from typing import Any, Self

from replays.runtime.settings import kinds, urls
from replays.runtime.settings.errors import ConfigurationError
from replays.runtime.settings.mail_server import MailServer, SmtpServer
from replays.runtime.settings.memory_size import MEMORY_SIZE, MemorySize
from replays.runtime.settings.variable import VARIABLE, Section, Variable, compose_only, optional, setting


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
        "encrypts the seeds of unfinished games. Back it up: without it those games cannot continue",
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
        "the hosts that the proxy of `compose.yaml` serves, and for which it obtains certificates: ports 80 "
        "and 443 must reach it. The web process accepts requests for these hosts, too. `http://localhost` is "
        "for trying the service on your own machine, without encryption",
        example="http://localhost",
    )
    public_url: str | None = optional(
        "KINGDOMINO_PUBLIC_URL",
        Section.ADDRESS,
        urls.PUBLIC_URL,
        "the URL that players open, such as `https://kingdomino.example.org`. Links in e-mails and links to "
        "share begin with it, and the web process accepts requests for its host ([hosts](#hosts)). Required "
        "for push messages, for e-mails, and for a host name other than `localhost` and those of "
        "`SITE_ADDRESS`",
    )
    proxies: int = setting(
        "KINGDOMINO_PROXIES",
        Section.ADDRESS,
        kinds.whole_number(0, 10),
        "the number of trusted proxies in front of the web process, which state the client address, the host "
        "and the scheme (`X-Forwarded-For`, `-Host`, `-Proto`)",
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
        "the number of replicas that must have written a move to disk before the service acknowledges it "
        "([why](stores.md#what-can-be-lost))",
        default="0",
        in_example=False,
    )
    unsafe_store: bool = setting(
        "KINGDOMINO_UNSAFE_STORE",
        Section.STORES,
        kinds.SWITCH,
        "`on`: start, with a warning, even if the store may lose moves",
        default="off",
        in_example=False,
    )
    store_memory: MemorySize = setting(
        "KINGDOMINO_STORE_MEMORY",
        Section.STORES,
        MEMORY_SIZE,
        "the memory limit of the embedded store: `512mb`, `2gb`, or a share of the memory of the machine or "
        "of its container ([at the limit](#when-the-store-fills))",
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
        "the sender of e-mails, such as `kingdomino@example.org`; required with a mail server",
    )
    threads: int = setting(
        "KINGDOMINO_THREADS",
        Section.SIZE,
        kinds.whole_number(1, 1000),
        "the number of requests that one web process handles at the same time, each in a thread; further "
        "requests wait",
        default="16",
    )
    streams: int = setting(
        "KINGDOMINO_STREAMS",
        Section.SIZE,
        kinds.whole_number(1, 50_000),
        "the most live streams of one web process; each takes a connection and about 20 kB "
        "([figures](performance.md)). One address may have a tenth of them, one account a hundredth",
        default="5000",
    )
    pinned: bool = setting(
        "KINGDOMINO_PINNED",
        Section.SIZE,
        kinds.SWITCH,
        "`on`: the web process runs on one processor only, chosen when it starts "
        "([why](../adr/0017-one-processor.md)). Linux only",
        default="off",
    )
    archive: str | None = optional(
        "KINGDOMINO_ARCHIVE_URL",
        Section.ARCHIVE,
        urls.ARCHIVE_URL,
        "the archive of finished games: `file:///folder`, which must exist (`file:///archive` is a volume of "
        "`compose.yaml`), or `s3://bucket/prefix`. Without it these games stay in the store's memory "
        "([archive](#the-archive))",
    )
    archive_after: int = setting(
        "KINGDOMINO_ARCHIVE_AFTER",
        Section.ARCHIVE,
        kinds.whole_number(7, 36_500),
        "the number of days from the end of a game until it is archived",
        default="30",
    )
    archive_above: int = setting(
        "KINGDOMINO_ARCHIVE_ABOVE",
        Section.ARCHIVE,
        kinds.whole_number(10, 100),
        "the percentage of the store's `maxmemory` above which games are archived earlier, those that ended "
        "first before others ([archive](#the-archive)); `100`: never",
        default="70",
    )
    log_origin: str | None = optional(
        "KINGDOMINO_LOG_ORIGIN",
        Section.LOG,
        kinds.LOG_ORIGIN,
        "the name of the public log of heads. It also decides its key, so a log of another name is another "
        "log ([when to change it](backup.md#the-public-log)). Set the same value for all processes",
        usually="the host and path of `KINGDOMINO_PUBLIC_URL`, and `/log`",
    )
    log_policy: str | None = optional(
        "KINGDOMINO_LOG_POLICY",
        Section.LOG,
        kinds.FILE,
        "a file that names the witnesses of the public log and how many of them are needed "
        "([witnesses](operation.md#the-public-log)). Without it the log has no witnesses",
    )
    open_days: int = setting(
        "KINGDOMINO_OPEN_DAYS",
        Section.OTHER,
        kinds.whole_number(0, 36_500),
        "the number of days after which a game or series that still waits for players is called off "
        "([seats](../play/seats.md#tables-that-nobody-fills)); `0`: never. Set the same value for all "
        "workers",
        default="14",
    )
    webhook_networks: tuple[IPv4Network | IPv6Network, ...] | None = optional(
        "KINGDOMINO_WEBHOOK_NETWORKS",
        Section.OTHER,
        kinds.NETWORKS,
        "private networks that webhooks and push messages may reach, such as `10.1.2.0/24`, also without "
        "encryption and at any port. Players choose the addresses, so allow no more than you need. Without "
        "this setting only public addresses are reachable ([outgoing calls](security.md#outgoing-calls))",
    )
    log_level: str = setting(
        "KINGDOMINO_LOG_LEVEL",
        Section.OTHER,
        kinds.choice("info", "warning"),
        "`warning`: write no log records of level `info`, such as those of requests and jobs",
        default="info",
    )
    limits: bool = setting(
        "KINGDOMINO_LIMITS",
        Section.OTHER,
        kinds.SWITCH,
        "the limits ([limits](#limits)) on requests, on guesses at passwords and on e-mails "
        "([accounts](../play/accounts.md#signing-in-with-a-browser)), on stored bytes and on tables; `off` "
        "for load tests only",
        default="on",
    )
    kernel: bool = setting(
        "KINGDOMINO_KERNEL",
        Section.OTHER,
        kinds.SWITCH,
        "`on`: use the compiled kernel, if it was built ([speed](performance.md#the-kernel)); `off`: use the "
        "rules in Python, which give the same results more slowly. `kingdomino simulate` reads it, too",
        default="on",
    )
    metrics: bool = setting(
        "KINGDOMINO_METRICS",
        Section.OTHER,
        kinds.SWITCH,
        "`/metrics` for Prometheus; only for requests sent directly to a web process, not through a proxy",
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
    meaning=("the server program of the embedded store, instead of [the default one](#the-embedded-store)"),
    kind=kinds.PROGRAM,
    in_example=False,
)
"""Read by the process that starts the embedded store."""

_OF_COMPOSE = (
    compose_only(
        "STORE_PASSWORD",
        Section.PASSWORDS,
        "the password of the log's store, a part of its URL. Anybody who has it can rewrite games",
        example=None,
    ),
    compose_only(
        "JOBS_PASSWORD",
        Section.PASSWORDS,
        "the password of the jobs' store. Anybody who has it can enqueue jobs. To change a password, change "
        "it here and restart everything",
        example=None,
    ),
    compose_only("WEB_REPLICAS", Section.SIZE, "the number of web processes", example="2"),
    compose_only("WORKER_REPLICAS", Section.SIZE, "the number of workers", example="2"),
    compose_only(
        "STORE_MEMORY",
        Section.SIZE,
        "the memory limit of the log's store. Above nine tenths of it only current games continue; a game "
        "takes about 22 KB until it is archived (docs/operate/scaling.md)",
        example="1gb",
    ),
    compose_only(
        "STORE_MEMORY_LIMIT",
        Section.SIZE,
        "the memory limit of its container: twice as much, because a copy of the process rewrites the files",
        example="2gb",
    ),
    compose_only("AWS_ACCESS_KEY_ID", Section.ARCHIVE, "the id of the access key for the bucket"),
    compose_only("AWS_SECRET_ACCESS_KEY", Section.ARCHIVE, "the secret of that key"),
    compose_only("AWS_REGION", Section.ARCHIVE, "the region of the bucket"),
    compose_only("AWS_ENDPOINT_URL", Section.ARCHIVE, "the URL of a host other than Amazon's"),
    compose_only(
        "AWS_VIRTUAL_HOSTED_STYLE_REQUEST",
        Section.ARCHIVE,
        "`true` if the host name contains the bucket",
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


def _needed(name: str, url: str | None) -> str:
    """The URL; raises `ConfigurationError` if it is not set."""
    if url is None:
        way_out = "give it a server's URL, or run `kingdomino serve`, which brings its own"
        raise ConfigurationError(f"{name} is not set: {way_out}")
    return url
