"""The number of this version, its commit and its date: from git, or from packaging/SOURCE in the tarball of `make dist`."""
from __future__ import annotations

import functools
import os
import pathlib
import re
import subprocess
import sys
from typing import NoReturn

ROOT = pathlib.Path(__file__).resolve().parents[2]
# Only in a tarball.
SOURCE = ROOT / "packaging/SOURCE"
# A commit between two releases sorts before the release that it leads to.
PRERELEASE = "git"


def fail(message: str) -> NoReturn:
    sys.exit(f"{pathlib.Path(sys.argv[0]).name}: {message}")


def release() -> str:
    """The version number, from the one place that states it."""
    source = (ROOT / "Sources/GestureProtocol/Release.swift").read_text()
    found = re.search(r'version = "([0-9.]+)"', source)
    return found[1] if found else fail("Sources/GestureProtocol/Release.swift states no version")


def git(*arguments: str) -> str:
    try:
        done = subprocess.run(["git", "-C", str(ROOT), *arguments], check=True, stdout=subprocess.PIPE, text=True)
    except (OSError, subprocess.CalledProcessError):
        fail(f"{ROOT} is neither a clone with its history nor the tarball of make dist, from which the date and the commit "
             "are taken: git clone it, or unpack the tarball")
    return done.stdout.strip()


@functools.cache
def recorded() -> dict[str, str]:
    """What the tarball states; empty in a clone."""
    return dict(line.split(" ", 1) for line in SOURCE.read_text().splitlines()) if SOURCE.exists() else {}


def commit() -> str:
    return recorded().get("commit") or git("rev-parse", "HEAD")


def epoch() -> str:
    return os.environ.get("SOURCE_DATE_EPOCH") or recorded().get("date") or git("log", "-1", "--format=%ct")


def author() -> str:
    return recorded().get("author") or git("log", "-1", "--format=%an <%ae>")


def snapshot() -> str:
    """What follows the number between two releases; empty for the commit that the release's tag names, and in make release."""
    if recorded():
        return recorded()["version"].partition("~")[2]
    is_clean = not git("status", "--porcelain", "--untracked-files=no")
    if os.environ.get("GESTURED_RELEASE") and not is_clean:
        fail("files are changed: a release is that of a commit, so commit them first")
    if is_clean and (os.environ.get("GESTURED_RELEASE") or f"v{release()}" in git("tag", "--points-at", "HEAD").split()):
        return ""
    command = ["date", "--utc", "--date", f"@{epoch()}", "+%Y%m%d%H%M%S"]
    stamp = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout.strip()
    return f"{PRERELEASE}{stamp}.{git('rev-parse', '--short=7', 'HEAD')}"


def whole() -> str:
    """As Debian writes it: 0.2.0, or 0.2.0~git20261128120000.1234567."""
    return f"{release()}~{snapshot()}" if snapshot() else release()
