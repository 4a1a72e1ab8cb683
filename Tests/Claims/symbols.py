"""The public API, as the compiler tells it."""

import json
from dataclasses import dataclass
from pathlib import Path

import scratch
from rows import Gap


@dataclass(frozen=True)
class Symbol:
    module: str
    path: str
    kind: str
    usr: str
    file: str
    line: int

    @property
    def name(self):
        return f"{self.module}.{self.path}"


def public(module, build):
    """Every public symbol that the module's sources spell out."""
    folder = scratch.PACKAGE / "symbols"
    folder.mkdir(exist_ok=True)
    maps = [f"-I{path.parent}" for path in (scratch.PACKAGE / ".build/checkouts").glob("*/**/module.modulemap")]
    target = json.loads(scratch.call("-print-target-info").stdout)["target"]["triple"]
    done = scratch.call(
        "symbolgraph-extract", "-module-name", module, "-target", target, f"-I{build}/Modules", *maps,
        "-minimum-access-level", "public", "-skip-synthesized-members", "-output-dir", str(folder))
    if done.returncode:
        raise Gap(f"the symbols of {module} cannot be read: {done.stdout}")
    found = []
    for path in sorted(folder.glob(f"{module}.symbols.json")) + sorted(folder.glob(f"{module}@*.symbols.json")):
        found += [symbol for raw in json.loads(path.read_text())["symbols"] if (symbol := spelled(module, raw))]
    return sorted(found, key=lambda symbol: (symbol.file, symbol.line))


def spelled(module, raw):
    """None for what the compiler made up: it has no place in the sources."""
    place = raw.get("location")
    if not place:
        return None
    return Symbol(
        module, ".".join(raw["pathComponents"]), raw["kind"]["identifier"].removeprefix("swift."),
        raw["identifier"]["precise"], Path(place["uri"].removeprefix("file://")).name, place["position"]["line"] + 1)
