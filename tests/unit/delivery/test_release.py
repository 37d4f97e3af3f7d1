"""A release is a reproducible archive, its checksum, and a verifiable signature."""

import shutil
import subprocess
import tarfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
NAME = "kingdomino-service-1.2.3"
NAMESPACE = "kingdomino-release"
WHO = "maintainers"


def run(*command: str, at: Path, stdin: str | None = None) -> subprocess.CompletedProcess[str]:
    """Run a program in a folder, without the user's git settings."""
    env = {"HOME": str(at), "PATH": "/usr/local/bin:/usr/bin:/bin", "GIT_CONFIG_NOSYSTEM": "1"}
    return subprocess.run(
        command, cwd=at, env=env, input=stdin, capture_output=True, text=True, check=False, timeout=60
    )


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """Give a repository of version 1.2.3 with our script."""
    (tmp_path / ".ci").mkdir()
    shutil.copy(ROOT / ".ci" / "release", tmp_path / ".ci")
    (tmp_path / "pyproject.toml").write_text('[project]\nversion = "1.2.3"\n')
    (tmp_path / ".gitignore").write_text("dist/\nkey*\n")
    for command in (
        ("git", "init", "--quiet"),
        ("git", "add", "."),
        ("git", "-c", "user.name=A", "-c", "user.email=a@example.org", "commit", "--quiet", "-m", "first"),
    ):
        done = run(*command, at=tmp_path)
        assert done.returncode == 0, done.stderr
    return tmp_path


def released(repository: Path, *key: str) -> bytes:
    """The archive of a new release."""
    done = run(".ci/release", *key, at=repository)
    assert done.returncode == 0, done.stderr
    return (repository / "dist" / f"{NAME}.tar").read_bytes()


@pytest.mark.slow
def test_the_same_commit_makes_the_same_archive(repository: Path) -> None:
    """It is the same byte for byte in any clone, with any umask, and has a single root folder."""
    first = released(repository)
    done = run("git", "clone", "--quiet", str(repository), str(repository / "dist" / "clone"), at=repository)
    assert done.returncode == 0, done.stderr
    clone = repository / "dist" / "clone"
    assert run("git", "config", "tar.umask", "0077", at=clone).returncode == 0
    assert released(clone) == first
    commit = run("git", "rev-parse", "HEAD", at=clone).stdout
    with (clone / "dist" / f"{NAME}.tar").open("rb") as archive:
        told = subprocess.run(["git", "get-tar-commit-id"], stdin=archive, capture_output=True, check=True)
    assert told.stdout.decode() == commit
    with tarfile.open(clone / "dist" / f"{NAME}.tar") as archive_:
        names = archive_.getnames()
    assert f"{NAME}/pyproject.toml" in names
    assert all(name == NAME or name.startswith(f"{NAME}/") for name in names)


def test_a_changed_archive_is_found(repository: Path) -> None:
    """`sha256sum` detects it with the published list."""
    released(repository)
    dist = repository / "dist"
    assert run("sha256sum", "--check", "SHA256SUMS", at=dist).returncode == 0
    with (dist / f"{NAME}.tar").open("ab") as archive:
        archive.write(b"\0")
    assert run("sha256sum", "--check", "SHA256SUMS", at=dist).returncode == 1


@pytest.mark.slow
def test_a_signature_names_the_maintainers(repository: Path) -> None:
    """A signature by another key, or of another list, is refused."""
    for name in ("key", "key2"):
        command = ("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", "", "-f", name)
        assert run(*command, at=repository).returncode == 0
    released(repository, "key")
    sums = (repository / "dist" / "SHA256SUMS").read_text()
    assert checked(repository, "key", sums) == 0
    assert checked(repository, "key2", sums) != 0
    assert checked(repository, "key", sums.replace("a", "b").replace("0", "1")) != 0


def checked(repository: Path, key: str, sums: str) -> int:
    """The exit code of `ssh-keygen -Y verify` with this key as the maintainers'."""
    public = (repository / f"{key}.pub").read_text()
    (repository / "key-list").write_text(f"{WHO} {public}")
    command = ("ssh-keygen", "-Y", "verify", "-f", "key-list", "-I", WHO, "-n", NAMESPACE)
    return run(*command, "-s", "dist/SHA256SUMS.sig", at=repository, stdin=sums).returncode


def test_what_is_not_committed_is_in_no_release(repository: Path) -> None:
    """No archive is created, and the error says why."""
    (repository / "more").touch()
    done = run(".ci/release", at=repository)
    assert (done.returncode, "Commit first" in done.stderr) == (1, True)
    assert not (repository / "dist").exists()
