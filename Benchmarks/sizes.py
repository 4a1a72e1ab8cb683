#!/usr/bin/env python3
"""Measures the programs whose sizes the documents state, and checks the statements (`make sizes`).

    sizes.py BINARIES

BINARIES holds the optimised programs, whose parts are listed: what they have of Swift's libraries and of each module, by their
symbols. gestured may not hold FoundationEssentials, and neither regular expressions: one call in a module would bring them.

Two programs that recognise one drag are built as apps are shipped: optimised, with a static standard library, stripped. One
imports Gestures, the other GesturesFoundation, which links full Foundation.
"""

import collections
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
DIFFERENCES = ROOT / "Sources/Gestures/Gestures.docc/DifferencesFromSwiftUI.md"
NUMBERS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]

MANIFEST = """// swift-tools-version: 6.2
import PackageDescription

func app(_ name: String) -> Target {{
    .executableTarget(name: "with\\(name)", dependencies: [.product(name: name, package: "gestured")])
}}

let package = Package(
    name: "sizes", dependencies: [.package(name: "gestured", path: "{root}")],
    targets: [app("Gestures"), app("GesturesFoundation")])
"""
PROGRAM = """import {module}

let drag = DragGesture(minimumDistance: 0).onChanged {{ print($0.translation) }}
let recogniser = GestureRecogniser(drag)
recogniser.update(TouchFrame(time: Timestamp(microseconds: 0), contacts: [Contact(id: 1, phase: .began, position: .zero)]))
"""

# Bytes of the stripped programs, at most.
LIMITS = {"gestured": 9_000_000, "gesturectl": 19_500_000}
# Modules of Swift that are larger than what a program needs of them. ArgumentParser brings FoundationEssentials into gesturectl.
LARGE = {
    "gestured": ["FoundationEssentials", "_FoundationCollections", "_RegexParser", "_StringProcessing"],
    "gesturectl": ["_RegexParser"],
}
LARGEST = 60_000


def module(symbol: str) -> str:
    """The module of a function or a value, as far as its name shows."""
    found = re.match(r"\$s(\d+)", symbol)
    if found and not found[1].startswith("0"):
        return symbol[found.end() :][: int(found[1])]
    if symbol.startswith("$s"):
        return "Swift, and generics of it for other modules"
    return "C and C++, and Swift's runtime"


def parts(program: Path) -> dict[str, int]:
    output = subprocess.run(["nm", "--print-size", "--defined-only", program], check=True, stdout=subprocess.PIPE,
                            text=True).stdout
    sizes: collections.Counter[str] = collections.Counter()
    seen = set()
    for fields in map(str.split, output.splitlines()):
        if len(fields) == 4 and fields[2] not in "bB" and fields[0] not in seen:
            seen.add(fields[0])
            sizes[module(fields[3])] += int(fields[1], 16)
    return sizes


def check_program(program: Path) -> bool:
    with tempfile.NamedTemporaryFile() as stripped:
        subprocess.run(["strip", "-o", stripped.name, program], check=True)
        size = Path(stripped.name).stat().st_size
    limit = LIMITS[program.name]
    is_right = size <= limit
    print(f"{program.name:46} {size / 1e6:6.2f} MB   at most {limit / 1e6:.1f} MB   {'ok' if is_right else 'MISSED'}")
    found = parts(program)
    for name, bytes in sorted(found.items(), key=lambda part: -part[1]):
        if bytes >= LARGEST or name in LARGE[program.name]:
            print(f"    {name:42} {bytes / 1e6:6.2f} MB")
    for name in LARGE[program.name]:
        if found.get(name, 0) > LARGEST:
            print(f"{program.name} holds {name}: `ld.lld --why-live` says which function calls it", file=sys.stderr)
            is_right = False
    return is_right


def main() -> int:
    are_right = [check_program(Path(sys.argv[1]) / name) for name in LIMITS]
    sizes = {}
    with tempfile.TemporaryDirectory(prefix="gestured-sizes-") as name:
        package = Path(name)
        (package / "Package.swift").write_text(MANIFEST.format(root=ROOT))
        for module in ("Gestures", "GesturesFoundation"):
            folder = package / f"Sources/with{module}"
            folder.mkdir(parents=True)
            (folder / "main.swift").write_text(PROGRAM.format(module=module))
        build = ["swift", "build", "-c", "release", "--static-swift-stdlib", "--package-path", name]
        subprocess.run(build, check=True, stdout=sys.stderr)
        binaries = Path(subprocess.run([*build, "--show-bin-path"], check=True, stdout=subprocess.PIPE, text=True).stdout.strip())
        for module in ("Gestures", "GesturesFoundation"):
            subprocess.run(["strip", binaries / f"with{module}"], check=True)
            sizes[module] = (binaries / f"with{module}").stat().st_size
            print(f"{module:20} {sizes[module] / 1e6:6.1f} MB")
    ratio = sizes["GesturesFoundation"] / sizes["Gestures"]
    print(f"{'ratio':20} {ratio:6.1f}")
    stated = re.search(r"makes a program\s+(\w+) times as large", DIFFERENCES.read_text())
    if not stated or NUMBERS[min(round(ratio), 10)] != stated[1]:
        print(f"DifferencesFromSwiftUI.md states {stated[1] if stated else 'no'} times", file=sys.stderr)
        return 1
    return 0 if all(are_right) else 1


if __name__ == "__main__":
    sys.exit(main())
