#!/usr/bin/env python3
"""Measures the programs whose sizes the documents state, and checks the statements (`make sizes`).

Two programs that recognise one drag are built as apps are shipped: optimised, with a static standard library, stripped. One
imports Gestures, the other GesturesFoundation, which links full Foundation.
"""

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


def main() -> int:
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
    return 0


if __name__ == "__main__":
    sys.exit(main())
