"""A copy of the package that holds only what the claims need, to be built, tested and broken there."""

import os
import shutil
import subprocess
import xml.etree.ElementTree as XML
from pathlib import Path

from rows import ROOT, Gap

PACKAGE = ROOT / ".build" / "claims"
# A broken loop must not hold up the table.
PATIENCE = 120

# Added to the manifest: the named targets and what they need remain.
MANIFEST = """
@MainActor func needed(_ names: [String]) -> Set<String> {{
    names.reduce(into: []) {{ all, name in
        guard let target = package.targets.first(where: {{ $0.name == name }}) else {{ return }}
        let below = target.dependencies.compactMap {{ dependency in
            switch dependency {{
            case .byNameItem(let name, _), .targetItem(let name, _): name
            default: nil
            }}
        }}
        all.formUnion(needed(below).union([name]))
    }}
}}
let wanted = needed([{wanted}])
package.targets.removeAll {{ !wanted.contains($0.name) }}
package.products.removeAll()
"""


class Tests:
    """What a run of tests brought: `Suite/test` and whether it passed."""

    def __init__(self, path):
        self.passed = {}
        for case in XML.parse(path).iter("testcase"):
            suite = case.get("classname").split(".", 1)[1]
            name = case.get("name").split("`")[1] if "`" in case.get("name") else case.get("name").split("(")[0]
            test = f"{suite}/{name}"
            self.passed[test] = self.passed.get(test, True) and case.find("failure") is None

    @property
    def failed(self):
        return sorted(test for test, passed in self.passed.items() if not passed)


def call(*arguments, timeout=None):
    environment = {**os.environ, "LLVM_PROFILE_FILE": "/dev/null"}
    process = subprocess.Popen(
        ["swift", *arguments], cwd=PACKAGE, env=environment, text=True, errors="replace", stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, start_new_session=True)
    try:
        output, _ = process.communicate(timeout=timeout)
    except subprocess.TimeoutExpired:
        # The tests are a process of their own, which would go on.
        subprocess.run(["pkill", "-KILL", "-s", str(process.pid)])
        process.wait()
        raise
    return subprocess.CompletedProcess(process.args, process.returncode, output)


def write(path, text):
    """Only where it differs, so that nothing is built again for nothing."""
    if not path.is_file() or path.read_text() != text:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


def copy(folder):
    """Makes the copy of a folder what the folder is."""
    there = {path.relative_to(ROOT) for path in (ROOT / folder).rglob("*") if path.is_file()}
    for path in [path for path in (PACKAGE / folder).rglob("*") if path.is_file()]:
        if path.relative_to(PACKAGE) not in there:
            path.unlink()
    for path in sorted(there):
        target = PACKAGE / path
        if not target.is_file() or target.read_bytes() != (ROOT / path).read_bytes():
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / path, target)


def make(targets):
    # What tests find beside the repository they find beside the copy.
    beside, shared = PACKAGE.parent / "shared", ROOT.parent / "shared"
    if shared.is_dir() and not beside.is_symlink():
        beside.symlink_to(shared)
    for folder in ("Sources", "Tests", "docs", "Examples"):
        copy(folder)
    wanted = ", ".join(f'"{target}"' for target in targets)
    manifest = (ROOT / "Package.swift").read_text()
    write(PACKAGE / "Package.swift", manifest + MANIFEST.format(wanted=wanted))


def build():
    """The compiler's errors, or nothing."""
    done = call("build", "--build-tests", "--enable-code-coverage")
    if done.returncode == 0:
        return []
    return [line for line in done.stdout.splitlines() if "error:" in line] or done.stdout.splitlines()[-20:]


def build_folder():
    return Path(call("build", "--show-bin-path").stdout.split()[-1])


def results(arguments):
    """The results of a run of tests and its output; None and the output where it crashed or never ended."""
    report = PACKAGE / "tests.xml"
    report.unlink(missing_ok=True)
    try:
        done = call(
            "test", "--skip-build", "--disable-xctest", "--xunit-output", str(report), *arguments, timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        return None, "it never ends"
    try:
        return Tests(report), done.stdout
    except (OSError, XML.ParseError):
        # A crash leaves no report, or the beginning of one.
        return None, done.stdout


def all_tests():
    """The results of every test, and where the record of what it executed is."""
    found, output = results(["--enable-code-coverage"])
    if not found:
        lines = output.splitlines()
        why = [line for line in lines if "Fatal error" in line or "Crash:" in line] or lines[-20:]
        raise Gap("\n".join(["the tests crashed:", *why]))
    if found.failed:
        # There is no record of what was executed then.
        raise Gap("\n".join(["these tests fail:", *found.failed]))
    return found, Path(call("test", "--enable-code-coverage", "--show-codecov-path").stdout.split()[-1])
