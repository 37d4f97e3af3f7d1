"""compose.yaml, .env.example and the Dockerfile name only what exists, and keep promises to operators."""

import json
import re
from importlib.metadata import entry_points
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from harness.programs.compose import (
    OURS,
    ROOT,
    VARIABLE,
    compose,
    dockerfile,
    environment,
    image_environment,
    services,
)
from replays.runtime.settings.settings import Settings
from replays.store import checks

STORES = ("store", "jobs")
KEYS = {"KINGDOMINO_KEY": "0f" * 32, "KINGDOMINO_SIGNING_KEY": "1e" * 32}
PASSWORDS = {"STORE_PASSWORD": "2d" * 32, "JOBS_PASSWORD": "3c" * 32}
SECRETS = {**KEYS, **PASSWORDS}
FIXED = {
    "HOST",
    "PORT",
    "KINGDOMINO_DATA",
    "REDIS_URL",
    "RQ_REDIS_URL",
    "KINGDOMINO_PROXIES",
    "KINGDOMINO_REPLICAS",
    "KINGDOMINO_STORE_MEMORY",
    "KINGDOMINO_UNSAFE_STORE",
}
"""Settings that the operator does not choose here, because compose.yaml determines them."""
DIGEST = "@sha256:[0-9a-f]{64}"
OF_AMAZON = "AWS_"
"""The prefix of variables that the archive's library reads, not the settings."""
OF_COMPOSE = {"SITE_ADDRESS", "WEB_REPLICAS", "WORKER_REPLICAS", "STORE_MEMORY", "STORE_MEMORY_LIMIT"}


class Recorder(dict[str, str]):
    """An environment that records the names requested."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: set[str] = set()

    def get(self, key: str, default: Any = None) -> Any:
        """Record the name and return the default."""
        self.asked.add(key)
        return default


def known_settings() -> set[str]:
    """Every variable that the service reads, without the `_FILE` variants."""
    recorder = Recorder()
    Settings.from_environ(recorder)
    return {name for name in recorder.asked if name.removesuffix("_FILE") not in recorder.asked - {name}}


def explained() -> dict[str, str]:
    """The variables of .env.example, with their defaults."""
    lines = (ROOT / ".env.example").read_text().splitlines()
    found = (re.fullmatch(r"#?([A-Z_]+)=(.*)", line) for line in lines)
    return {each[1]: each[2] for each in found if each}


def test_the_file_keeps_to_the_specification() -> None:
    """compose.yaml is valid by the schema of the Compose Specification."""
    schema = json.loads((ROOT / "tests/conformance/compose/compose-spec.json").read_text())
    errors = [
        f"{error.json_path}: {error.message}" for error in Draft202012Validator(schema).iter_errors(compose())
    ]
    assert errors == []


@pytest.mark.slow
def test_commands_exist() -> None:
    """Each of our services is a command of the command line."""
    assert set(services()) == {"proxy", *STORES, *OURS, "backup", "restore", "import", "export"}
    registered = entry_points(group="kingdomino.commands").names
    for name in OURS:
        assert services()[name]["command"] == [name]
        assert name in registered


@pytest.mark.slow
def test_what_is_set_is_read_and_what_is_read_is_explained() -> None:
    """Every variable given to a service is read; .env.example has all of them, with the real defaults."""
    settings = {name: text for name, text in explained().items() if not name.startswith(OF_AMAZON)}
    assert set(settings) - OF_COMPOSE - set(PASSWORDS) == known_settings() - FIXED - OF_COMPOSE
    given = set().union(*(services()[name]["environment"] for name in OURS), image_environment())
    known = known_settings() - {f"KINGDOMINO_{name}" for name in ("REPLICAS", "STORE_MEMORY", "UNSAFE_STORE")}
    assert {name for name in given if not name.startswith(OF_AMAZON)} - {"PYTHONUNBUFFERED"} == known
    assert {name for name in given if name.startswith(OF_AMAZON)} == set(explained()) - set(settings)
    own = {name: text for name, text in settings.items() if name not in OF_COMPOSE}
    assert Settings.from_environ(own) == Settings.from_environ({})


def test_what_compose_fills_in_is_explained() -> None:
    """Every variable of compose.yaml itself is in .env.example, with the same default."""
    used = {found["name"]: found["text"] for found in VARIABLE.finditer((ROOT / "compose.yaml").read_text())}
    assert set(used) | {"SITE_ADDRESS"} == OF_COMPOSE | set(SECRETS)
    for name in OF_COMPOSE - {"SITE_ADDRESS"}:
        assert used[name] == explained()[name]
    proxy = (ROOT / "deploy" / "Caddyfile").read_text()
    assert f"{{$SITE_ADDRESS:{explained()['SITE_ADDRESS']}}}" in proxy


@pytest.mark.slow
def test_values_are_accepted() -> None:
    """With all secrets set, each service has valid settings: its stores, and one proxy before the web."""
    for name in OURS:
        settings = Settings.from_environ(environment(name, SECRETS))
        log, jobs = (f"redis://:{PASSWORDS[f'{each.upper()}_PASSWORD']}@{each}:6379/0" for each in STORES)
        assert (settings.log_url(), settings.jobs_url()) == (log, jobs)
        assert str(settings.data) in [
            *(place.partition(":")[0] for place in services()[name]["tmpfs"]),
            *(place.partition(":")[2] for place in services()[name]["volumes"]),
        ]
    web = Settings.from_environ(environment("web", SECRETS))
    assert (web.proxies, web.host, web.port) == (1, "0.0.0.0", 8000)  # noqa: S104 - inside its container


def test_the_web_process_knows_the_name_that_the_proxy_serves() -> None:
    """SITE_ADDRESS alone suffices for requests; e-mails need the public URL as well."""
    web = Settings.from_environ(environment("web", {**SECRETS, "SITE_ADDRESS": "kingdomino.example.org"}))
    assert (set(web.hosts), web.public_url) == ({"kingdomino.example.org"}, None)
    url = {"KINGDOMINO_PUBLIC_URL": "https://game.example.org/"}
    web = Settings.from_environ(environment("web", {**SECRETS, **url}))
    assert (set(web.hosts), web.public_url) == ({"game.example.org"}, "https://game.example.org")


@pytest.mark.slow
@pytest.mark.parametrize("missing", list(SECRETS))
def test_the_secrets_are_given(missing: str) -> None:
    """Compose refuses a missing key or password. Web and workers sign; the relay has no key."""
    others = {name: text for name, text in SECRETS.items() if name != missing}
    with pytest.raises(AssertionError, match="openssl rand -hex 32"):
        environment("web", others)
    assert not set(KEYS) & set(services()["relay"]["environment"])
    assert "KINGDOMINO_SIGNING_KEY" in services()["worker"]["environment"]


@pytest.mark.slow
def test_the_store_is_durable() -> None:
    """The log's store is started with the settings that the store check demands, and has a volume."""
    command = " ".join(services()["store"]["command"])
    for setting, (right, _cost) in checks.DURABLE.items():
        assert f"--{setting} {right}" in command
    for name in STORES:
        assert services()[name]["volumes"] == [f"{name}:/data"]
        assert "--maxmemory-policy noeviction" in " ".join(services()[name]["command"])  # RQ requires it too


@pytest.mark.slow
def test_what_the_public_log_signed_outlasts_a_restored_store() -> None:
    """The worker's data folder is a volume that neither backup nor restore uses."""
    assert "signed:/data" in services()["worker"]["volumes"]
    for name in ("backup", "restore"):
        assert not any(volume.startswith("signed:") for volume in services()[name]["volumes"])


@pytest.mark.slow
@pytest.mark.parametrize("name", STORES)
def test_a_store_is_asked_with_its_own_password(name: str) -> None:
    """The password is in one variable, which the health check uses too, and in no argument."""
    service = services()[name]
    assert set(environment(name, SECRETS, image=False)) == {"REDISCLI_AUTH"}
    assert environment(name, SECRETS, image=False)["REDISCLI_AUTH"] == SECRETS[f"{name.upper()}_PASSWORD"]
    words = [*service["entrypoint"], *service["command"], *service["healthcheck"]["test"]]
    assert not any("PASSWORD" in word for word in words)
    assert "requirepass $$REDISCLI_AUTH" in service["entrypoint"][2]


@pytest.mark.slow
def test_only_the_proxy_is_reached_from_outside() -> None:
    """No other service publishes a port, and the stores' network is internal."""
    assert [name for name, service in services().items() if "ports" in service] == ["proxy"]
    assert compose()["networks"]["inside"] == {"internal": True}
    assert all(services()[name]["networks"] == ["inside"] for name in STORES)
    assert services()["proxy"]["networks"] == ["outside"]


@pytest.mark.parametrize("name", sorted(services()))
def test_every_service_is_held_in(name: str) -> None:
    """No service can change its files or gain rights; long-running ones have limits and health checks."""
    service = services()[name]
    assert service["read_only"]
    assert service["cap_drop"] == ["ALL"]
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert {"max-size", "max-file"} <= set(service["logging"]["options"])
    assert "build" in service or re.fullmatch(rf"[\w/]+:\d+\.\d+\.\d+-\w+{DIGEST}", service["image"])
    if "profiles" not in service:
        assert service["restart"] == "unless-stopped"
        assert service["deploy"]["resources"]["limits"]["memory"]
        assert "healthcheck" in service or name == "web"  # the image has the web's health check


@pytest.mark.slow
def test_our_programs_wait_for_their_stores() -> None:
    """Each starts when both stores are healthy; the proxy when a web process is."""
    for name in OURS:
        assert services()[name]["depends_on"] == {key: {"condition": "service_healthy"} for key in STORES}
    assert services()["proxy"]["depends_on"] == {"web": {"condition": "service_healthy"}}


def test_the_image_is_made_of_the_packages() -> None:
    """Exactly the files that the Dockerfile copies pass .dockerignore: no .env, no data."""
    let_through = {line[1:] for line in (ROOT / ".dockerignore").read_text().split() if line.startswith("!")}
    copied = {
        name
        for line in re.findall(r"^COPY (?!--from)(.*) \S+$", dockerfile(), re.MULTILINE)
        for name in line.split()
    }
    assert copied == let_through
    assert (ROOT / ".dockerignore").read_text().startswith("*\n")


def test_the_image_runs_as_a_user_and_can_be_stopped() -> None:
    """The user is numeric and not root, as for Kubernetes; SIGTERM reaches the program; the base is named."""
    lines = dockerfile().splitlines()
    assert [line for line in lines if line.startswith("USER")][-1] == "USER 10001:10001"
    started = [line for line in lines if line.startswith(("ENTRYPOINT", "CMD"))]
    assert started == ['ENTRYPOINT ["kingdomino"]', 'CMD ["serve"]']
    assert re.search(rf"^ARG PYTHON=python:3\.1[123]\.\d+-slim-\w+{DIGEST}$", dockerfile(), re.MULTILINE)
    assert {line.split()[1] for line in lines if line.startswith("FROM")} == {"${PYTHON}"}
    assert "--only-binary :all:" in dockerfile()  # nothing is compiled, so no compiler is needed
