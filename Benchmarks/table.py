"""Measures everything and prints one table: `table.py BINARIES PROGRAMS`, by Benchmarks/run."""

import os
import sys
import tempfile
from pathlib import Path

import cost
import footprint
import latency
import recording
from daemon import HERE, Tools, again

ROUNDS = int(os.environ.get("BENCH_ROUNDS", 5))
FRAMES = int(os.environ.get("BENCH_FRAMES", 20_000))
HZ = int(os.environ.get("BENCH_HZ", 1000))
# A minute more; without it only what happens with the watchdog off is measured.
WATCHDOG = os.environ.get("BENCH_WATCHDOG", "1") == "1"
RECORDING = HERE.parent.parent / "shared/recordings/touchscreen/3m.evemu"


class Table:
    def __init__(self):
        self.rows = []

    def add(self, name, figure, limit="", met=None):
        self.rows.append((name, figure, limit, {True: "yes", False: "NO", None: ""}[met]))

    def show(self):
        rows = [("", "measured", "limit", "met"), *self.rows]
        widths = [max(len(row[column]) for row in rows) for column in range(4)]
        for row in rows:
            print("  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip())


def say(text):
    print(text, file=sys.stderr, flush=True)


def add_latency(table, tools):
    say(f"latency: {ROUNDS} rounds of {FRAMES} frames at {HZ} Hz, daemon and floor in turns")
    figures = latency.measure(tools, ROUNDS, FRAMES, HZ, say)
    for quantile, limit in (("p50", 1.5), ("p99", 2.0)):
        of = figures[quantile]
        table.add(f"latency {quantile}", f"{of['daemon']:.1f} µs, floor {of['floor']:.1f} µs")
        table.add(f"latency {quantile}, median ratio to the floor", f"{of['ratio']:.2f}", f"≤ {limit}",
                  of["ratio"] <= limit)


def add_cost(table, tools):
    say("instructions and allocations")
    table.add("instructions per frame", f"{again(cost.instructions, tools, 500):.0f}")
    mallocs = again(cost.mallocs, tools, 2000)
    table.add("mallocs per frame", f"{mallocs:g}", "0", mallocs == 0)
    composed = again(cost.mallocs, tools, 2000, request=COMPOSITION)
    table.add("mallocs per frame, composition", f"{composed:g}", "0", composed == 0)
    for kind in ["drag", "composition"]:
        local = cost.local_mallocs(tools, kind, 20000)
        table.add(f"mallocs per frame, in the app, {kind}", f"{local:g}", "0", local == 0)


def add_footprint(table, tools):
    say("memory, start, wakeups")
    total, own = again(footprint.resident, tools, 5000)
    table.add("RSS with one client", f"{total:.1f} MB, {own:.1f} MB of it anonymous", "≤ 12 MB", total <= 12)
    ready = footprint.ready(tools, 20)
    table.add("ready, median of 20", f"{ready:.1f} ms", "≤ 20 ms", ready <= 20)
    idle = footprint.wakeups(tools, 10)
    table.add("wakeups idle for 10 s, no watchdog", f"{idle}", "0", idle == 0)
    if WATCHDOG:
        watched = footprint.wakeups(tools, 60, watchdog=30)
        table.add("wakeups idle for 60 s, watchdog of 30 s", f"{watched}", "≤ 4", watched <= 4)


def add_recording(table, tools):
    say("recording")
    with tempfile.TemporaryDirectory() as directory:
        path, name = RECORDING, "3M ten-finger trace"
        if not path.exists():
            say(f"{RECORDING.name} is not at hand: ten fingers are made up instead")
            path, name = Path(directory) / "ten.evemu", "made-up ten-finger trace"
            recording.write_ten_fingers((HERE / "touchscreen.evemu").read_text(), path)
        speed = recording.speed(tools, path)
        table.add(f"{name}, times real time", f"{speed:.0f}", "≥ 100", speed >= 100)


def main():
    tools = Tools(*sys.argv[1:3])
    parts = {"latency": add_latency, "cost": add_cost, "footprint": add_footprint, "recording": add_recording}
    table = Table()
    for name in os.environ.get("BENCH_PARTS", " ".join(parts)).split():
        parts[name](table, tools)
    table.show()


main()
