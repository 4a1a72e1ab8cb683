"""Measures everything and prints one table: `table.py BINARIES FRAMES PROGRAMS`, by Benchmarks/run."""

import json
import os
import re
import subprocess
import sys
import tempfile
from contextlib import nullcontext
from pathlib import Path

import cost
import footprint
import hostile
import latency
import load
import peer
import recording
import view
from daemon import COMPOSITION, HERE, Figures, Tools, again
from testing.checks import Table, find
from testing.recording import Recording

ROUNDS = int(os.environ.get("BENCH_ROUNDS", 5))
FRAMES = int(os.environ.get("BENCH_FRAMES", 20_000))
HZ = int(os.environ.get("BENCH_HZ", 1000))
# A minute more; without it only what happens with the watchdog off is measured.
WATCHDOG = os.environ.get("BENCH_WATCHDOG", "1") == "1"
RECORDINGS = HERE.parent.parent / "shared/recordings"
RECORDING = RECORDINGS / "touchscreen/3m.evemu"
# Of the unit, which derives it.
MEMORY_HIGH = int(find(r"^MemoryHigh=(\d+)M", (HERE.parent / "systemd/gestured.service").read_text(), re.M)[1])
# Of 256 clients that do not read; the unit says how many they are.
SOCKET_BUFFERS = 32
# Against libinput: the name of the row, the device's kind, the file, and how often it is played in either run.
PEERS = [
    ("two-finger scroll", "touchpad",
     RECORDINGS / "touchpad/two-finger-swipe-bottom-to-top-link-fw-1-0-aa-robot-20130806-224628.evemu", (2, 22)),
    ("3M ten-finger trace", "touchscreen", RECORDING, (1, 2)),
]
# Instructions a frame of each thing that a hand does in the standard sets, at commit 5dcfe26 with Swift 6.3. What has improved
# recognition since then may cost 5 % more.
STANDARD = {"scroll": 4426, "pinch": 11131, "hold": 1726, "taps": 1379, "drumRoll": 2916}
# A JSON list of expressions, each a subscription; without it the standard set of the device's kind.
GESTURES = json.loads(os.environ.get("BENCH_GESTURES", "null"))


def log(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def add_latency(table: Table, tools: Tools) -> None:
    log(f"latency: {ROUNDS} rounds of {FRAMES} frames at {HZ} Hz, daemon and floor in turns")
    figures = latency.measure(tools, ROUNDS, FRAMES, HZ, log)
    for quantile, limit in (("p50", 1.5), ("p99", 2.0)):
        daemon, floor, ratio = figures[quantile]
        table.add(f"latency {quantile}", f"{daemon:.1f} µs, floor {floor:.1f} µs")
        table.add(f"latency {quantile}, median ratio to the floor", f"{ratio:.2f}", f"≤ {limit}", ratio <= limit)


def add_load(table: Table, tools: Tools) -> None:
    frames, clients = max(FRAMES // 4, 1), load.CLIENTS
    log(f"load: {ROUNDS} rounds of {frames} frames at {HZ} Hz to {clients} clients, daemon and floor in turns")
    measured = load.measure(tools, ROUNDS, frames, HZ, log)
    for quantile, limit in (("first_p50", None), ("last_p50", 1.5), ("all_p50", 1.15), ("all_p99", 1.5), ("cpu", None)):
        name = {"cpu": "CPU a frame"}.get(quantile, quantile.replace("_", " client, ").replace("all client", "all lines"))
        add_ratio(table, f"{clients} clients, {name}", measured, "shared", "floor", quantile, limit)
    add_ratio(table, f"{clients} expressions, all lines, p50", measured, "own", "floor", "all_p50", 1.4)
    for name in load.READERS:
        add_ratio(table, f"{clients} clients and one {name}, p99", measured, name, "shared", "all_p99", 1.2)
    add_load_counts(table, tools)


def add_ratio(table: Table, name: str, measured: list[dict[str, Figures]], of: str, to: str, quantile: str,
              limit: float | None) -> None:
    ratio, least, greatest = load.ratios(measured, of, to, quantile)
    table.add(f"{name}, ratio",
              f"{ratio:.2f} ({least:.2f} to {greatest:.2f}): {load.figure(measured, of, quantile):.0f} µs to "
              f"{load.figure(measured, to, quantile):.0f} µs",
              f"≤ {limit}" if limit else "", ratio <= limit if limit else None)


def add_load_counts(table: Table, tools: Tools) -> None:
    log("load: instructions, allocations, memory, wakeups, connections")
    table.add("instructions per frame and further subscriber",
              f"{again(load.instructions_per_subscriber, tools, 300):.0f}")
    empty, full = (again(load.instructions_with_stuck, tools, 300, touches) for touches in (0, 10))
    table.add("instructions per frame, one stuck", f"{empty:.0f}, with a full queue {full:.0f}", "≤ 1.1 ×",
              full <= 1.1 * empty)
    mallocs = again(load.mallocs, tools, 2000)
    table.add(f"mallocs per frame, {load.CLIENTS} clients and one stuck", f"{mallocs:g}", "0", mallocs == 0)
    sizes = [again(load.resident, tools, clients) for clients in (1, load.CLIENTS, 256)]
    table.add(f"RSS with 1, {load.CLIENTS} and 256 clients", ", ".join(f"{size:.1f}" for size in sizes) + " MB")
    wide = again(load.resident, tools, load.CLIENTS, load.many_gestures(64))
    table.add(f"RSS with {load.CLIENTS} clients of 64 gestures", f"{wide:.1f} MB")
    idle = footprint.wakeups(tools, 10, clients=load.CLIENTS, drag=load.LEAD)
    table.add(f"wakeups idle for 10 s, {load.CLIENTS} clients", f"{idle}", "0", idle == 0)
    rounds = load.connections(tools, 1000)
    # The connection that saw the daemon start may not be closed yet when they are first counted.
    kept = all(each["after"] <= each["before"] for each in rounds)
    table.add("descriptors before, with and after 1000 clients",
              ", ".join(str(rounds[-1][when]) for when in ("before", "connected", "after")), "all back", kept)
    grown = rounds[-1]["resident"] - rounds[0]["resident"]
    table.add("RSS after 1000 clients, and after 7000 more", f"{rounds[0]['resident']} kB, {grown:+d} kB",
              "≤ +512 kB", grown <= 512)


def add_cost(table: Table, tools: Tools) -> None:
    log("instructions and allocations")
    table.add("instructions per frame", f"{again(cost.instructions, tools, 500):.0f}")
    mallocs = again(cost.mallocs, tools, 2000)
    table.add("mallocs per frame", f"{mallocs:g}", "0", mallocs == 0)
    composed = again(cost.mallocs, tools, 2000, 1000, COMPOSITION)
    table.add("mallocs per frame, composition", f"{composed:g}", "0", composed == 0)
    for kind in ["changed", "drag", "composition", "builder", "drags", "away", "shown"]:
        mallocs = cost.own_mallocs(tools, tools.frames, kind, 20000)
        table.add(f"mallocs per frame, in the app, {kind}", f"{mallocs:g}", "0", mallocs == 0)
    local = {kind: cost.own_instructions(tools.frames, kind, 20000)
             for kind in ["changed", "drag", "builder", "drags", "away", "shown"]}
    table.add("instructions per frame, in the app, updating", f"{local['drag']:.0f}")
    shown = local["shown"] - local["drag"]
    table.add("instructions per frame, in the app, a shown value of three states", f"{shown:.0f}", "≤ 1000", shown <= 1000)
    table.add("instructions per frame, in the app, onChanged", f"{local['changed']:.0f}", "≤ 7000", local["changed"] <= 7000)
    for what, kind, floor, goal in [("builder to hand-made", "builder", "drag", 1.1),
                                    ("ten drags to one", "drags", "builder", 10),
                                    ("one drag with 100 gestures elsewhere", "away", "builder", 1.05)]:
        ratio = local[kind] / local[floor]
        table.add(f"instructions per frame, {what}", f"{ratio:.3f}", f"≤ {goal}", ratio <= goal)
    alive, grown, text = cost.lifetimes(tools)
    table.add("lifetimes", text, "0 alive, ≤ +4096 bytes", alive == 0 and grown <= 4096)
    for kind, before in STANDARD.items():
        standard = cost.own_mallocs(tools, tools.frames, kind, 20000)
        table.add(f"mallocs per frame, standard sets, {kind}", f"{standard:g}", "0", standard == 0)
        # In the mean of both sets, each of which gets each frame.
        standard = cost.own_instructions(tools.frames, kind, 4000) / 2
        table.add(f"instructions per frame, standard sets, {kind}", f"{standard:.0f}", f"≤ 1.05 × {before}",
                  standard <= 1.05 * before)
    for kind in ["circle", "swipeAndRest", "scroll"]:
        # A touch follows no motion, so what remains is the making of the frames.
        making = cost.own_instructions(tools.frames, kind, 4000, "touch")
        for gesture in ["swipeHold", "dial"]:
            own = cost.own_instructions(tools.frames, kind, 4000, gesture) - making
            table.add(f"instructions per frame, {gesture}, {kind}", f"{own:.0f}", "≤ 1500", own <= 1500)


def add_view(table: Table, tools: Tools) -> None:
    log(f"view: {ROUNDS} rounds of {FRAMES // 4} frames at {HZ} Hz, with gesturectl view and without")
    for quantile, (viewed, alone, ratio) in view.measure(tools, ROUNDS, FRAMES // 4, HZ, log).items():
        table.add(f"latency {quantile} next to gesturectl view, ratio", f"{ratio:.2f}: {viewed:.1f} µs to {alone:.1f} µs",
                  "≤ 1.05",
                  ratio <= 1.05)
    alone, contacts = (again(cost.instructions, tools, 300, other) for other in (nullcontext, view.contacts))
    table.add("instructions per frame for a subscription to contacts", f"{contacts - alone:.0f}")


def add_footprint(table: Table, tools: Tools) -> None:
    log("memory, start, wakeups")
    total, own = again(footprint.resident, tools, 5000)
    table.add("private memory with one client", f"{own:.2f} MB; peak RSS {total:.1f} MB", "≤ 1.0 MB", own <= 1)
    ready = footprint.ready(tools, 20)
    table.add("ready, median of 20", f"{ready:.1f} ms", "≤ 20 ms", ready <= 20)
    idle = footprint.wakeups(tools, 10)
    table.add("wakeups idle for 10 s, no watchdog", f"{idle}", "0", idle == 0)
    if WATCHDOG:
        watched = footprint.wakeups(tools, 60, watchdog=30)
        table.add("wakeups idle for 60 s, watchdog of 30 s", f"{watched}", "≤ 4", watched <= 4)


def add_recording(table: Table, tools: Tools) -> None:
    log("recording")
    with tempfile.TemporaryDirectory() as directory:
        path, name = RECORDING, "3M ten-finger trace"
        if not path.exists():
            log(f"{RECORDING.name} is not at hand: ten fingers are made up instead")
            path, name = Path(directory) / "ten.evemu", "made-up ten-finger trace"
            recording.write_ten_fingers(path)
        speed = recording.speed(tools, path)
        table.add(f"{name}, times real time", f"{speed:.0f}", "≥ 100", speed >= 100)


def add_peer(table: Table, tools: Tools) -> None:
    log("instructions against libinput debug-events")
    for name, kind, path, plays in PEERS:
        if not path.exists():
            log(f"{path.name} is not at hand")
            continue
        trace = Recording(path).repeatable()
        ours, messages = peer.daemon_instructions(tools, kind, trace, plays, GESTURES)
        theirs = peer.libinput_instructions(tools, kind, trace, plays)
        table.add(f"instructions per frame, {name}", f"{ours:.0f} ({messages:.2f} messages), libinput {theirs:.0f}")
        table.add(f"{name}, ratio to libinput", f"{ours / theirs:.2f}", "≤ 1", ours <= theirs)
        mallocs = peer.daemon_mallocs(tools, kind, trace, plays[1] - plays[0], GESTURES)
        table.add(f"mallocs per frame, {name}", f"{mallocs:g}", "0", mallocs == 0)


def add_hostile(table: Table, tools: Tools) -> None:
    log(f"hostile users: {ROUNDS} rounds of each attack, daemon and control in turns")
    for name, (control, daemon) in hostile.measure(tools, ROUNDS, 5, log).items():
        for figure, what, extra in (("frame_p99", "frames p99", 10_000), ("press_max", "deadlines", 5_000)):
            limit = control[figure] + extra
            if figure == "frame_p99":
                limit = min(limit, 3 * control[figure])
            table.add(f"attack {name}, {what}",
                      f"{daemon[figure] / 1000:.2f} ms, control {control[figure] / 1000:.2f} ms, "
                      f"ratio {daemon[figure] / control[figure]:.1f}",
                      f"≤ {limit / 1000:.2f} ms", daemon[figure] <= limit)
        table.add(f"attack {name}, another user's hello", f"{daemon['hello_max'] / 1000:.1f} ms", "≤ 100 ms",
                  daemon["hello_max"] <= 100_000)
        table.add(f"attack {name}, watchdog ping late", f"{max(daemon['ping'], 0):.1f} s", "≤ 1 s", daemon["ping"] <= 1)
        table.add(f"attack {name}, longest wait of a frame", f"{daemon['frame_max'] / 1000:.0f} ms",
                  "≤ 1000 ms: no SYN_DROPPED", daemon["frame_max"] <= 1_000_000)
        table.add(f"attack {name}, peak RSS", f"{daemon['peak']:.1f} MB", "≤ 40 MB", daemon["peak"] <= 40)
        table.add(f"attack {name}, RssAnon before and a second after", f"{daemon['before']:.1f}, {daemon['after']:.1f} MB",
                  "≤ +0.5 MB",
                  daemon["after"] <= daemon["before"] + 0.5)
        table.add(f"attack {name}, processor time in the second after it", f"{daemon['work']:.2f} s", "≤ 0.1 s",
                  daemon["work"] <= 0.1)
        table.add(f"attack {name}, connections left after it", f"{daemon['left']:.0f}", "0", daemon["left"] <= 0)
        table.add(f"attack {name}, wakeups in 6 s but for pings, a second after it", f"{daemon['wakeups']:.0f}", "0",
                  daemon["wakeups"] <= 0)
    grown = hostile.many_users(tools)
    table.add("outputs of 65,536 users in turn, RSS", f"{grown:+} kB", "≤ +1024 kB", grown <= 1024)
    full = hostile.full(tools)
    room = MEMORY_HIGH - SOCKET_BUFFERS
    table.add("all limits used to the full, peak RSS", f"{full:.1f} MB",
              f"≤ MemoryHigh without socket buffers, {room} MB", full <= room)


def add_requests(table: Table, tools: Tools) -> None:
    """What each kind of request takes in addition to the work that is counted for it."""
    done = subprocess.run([tools.frames, "requests"], stdout=subprocess.PIPE, text=True, check=False)
    log(done.stdout)
    unfair = [line.split("  ")[0] for line in done.stdout.splitlines() if line.endswith("UNFAIR")]
    table.add("requests whose time for a unit of work is not within 3 × the median", ", ".join(unfair) or "none", "none",
              done.returncode == 0)


def main() -> None:
    tools = Tools(*sys.argv[1:4])
    parts = {"latency": add_latency, "load": add_load, "cost": add_cost, "view": add_view, "footprint": add_footprint,
             "recording": add_recording,
             "peer": add_peer, "requests": add_requests, "hostile": add_hostile}
    table = Table()
    for name in os.environ.get("BENCH_PARTS", " ".join(parts)).split():
        parts[name](table, tools)
    table.show()


main()
