"""Hostile users next to an honest client: what the client waits for, compared with a server that only discards.

Ten users without any right run the attacks of programs/hostile.c, each with 25 connections. The witness
(programs/witness.c) is an ordinary user that may receive. The control (programs/control.c) serves the same witness and
discards what the same attackers send, so that their contention for the processors is not counted.
"""

import os
import socket
import subprocess
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from pathlib import Path
from statistics import median

from daemon import Daemon, Devices, Figures, Tools, cpu, measured, measuring
from testing import shell

WITNESS, GROUP, HOSTILE = 64001, 64000, tuple(range(64011, 64021))
# 256 of all users, of which the witness needs some.
CONNECTIONS = 25
# Each attack alone, and all of them at once: each user has two or three, with as many connections together.
LETTERS = "ABCDFGHIJKLMNOPTVWQRS"
FOCUS = "QRS"
# The users of these may receive gestures: what they attack is the frames.
MEMBERS = "VW"
ATTACKS = {**{letter: letter for letter in LETTERS}, "all": LETTERS}
# The users of the attack U, as many as Debian gives a user as subordinate ones.
FIRST_UID, UIDS = 200_000, 65_536
WATCHDOG_SECONDS = 4
# One finger's path is withheld together with positions, so the witness needs them to receive a line a frame.
CONFIGURATION = f'[access]\ngroup = {GROUP}\npositions = "session"\n'
# The daemon is five steps before the attackers, as the service is. All have fifteen steps more than elsewhere, their session too
# (`prefer_session`), so that other work on the machine takes little of their processors; and the instruments do not wait for a
# processor at all. Otherwise the figures would be the machine's.
PRIORITY = ["chrt", "-o", "0", "nice", "-n", "-20"]
ATTACKER = ["chrt", "-o", "0", "nice", "-n", "-15"]
INSTRUMENT = ["chrt", "-f", "1"]


def prefer_session() -> None:
    """Where the kernel groups processes by session, niceness counts only within one."""
    group = Path("/proc/self/autogroup")
    if group.exists():
        group.write_text("-20")


class Watchdog:
    """Receives the daemon's pings, as the service manager does."""

    def __init__(self, directory: Path) -> None:
        self.path = str(directory / "notify.sock")
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.socket.bind(self.path)
        self.socket.settimeout(0.2)
        self.pings: list[float] = []
        self.is_over = False
        self.thread = threading.Thread(target=self._receive)
        self.thread.start()

    def _receive(self) -> None:
        while not self.is_over:
            try:
                if b"WATCHDOG=1" in self.socket.recv(4096):
                    self.pings.append(time.monotonic())
            except TimeoutError:
                pass

    def stop(self) -> float:
        """Seconds by which the latest ping was late: sd-event pings after three quarters of the period."""
        self.is_over = True
        self.thread.join()
        self.socket.close()
        ends = [*self.pings, time.monotonic()]
        return max((after - before - 0.75 * WATCHDOG_SECONDS for before, after in zip(ends, ends[1:])), default=float("inf"))


@contextmanager
def attackers(tools: Tools, path: str, letters: str, users: Sequence[int] = HOSTILE) -> Iterator[None]:
    """Hostile users, each with a process for each attack, while the block runs. Several attacks are dealt out in turn."""
    processes: list[shell.Process] = []
    try:
        for index, user in enumerate(users):
            own = letters if len(letters) == 1 else letters[index::len(users)]
            for letter in own:
                target = focus_socket(path) if letter in FOCUS else path
                share = max(CONNECTIONS // len(own), 1)
                group = [GROUP] if letter in MEMBERS else []
                processes.append(shell.start(*ATTACKER, tools.program("hostile"), target, letter, share, user, *group))
        yield
    finally:
        for process in processes:
            shell.stop(process)


def focus_socket(path: str) -> str:
    """Next to the socket; the control has none, and receives the attack on its only one."""
    focus = str(Path(path).with_name("focus.sock"))
    return focus if os.path.exists(focus) else path


def witness(tools: Tools, devices: Devices, path: str, seconds: int, letters: str) -> Figures:
    """The witness's figures in microseconds, while the attackers are at work."""
    watching = measuring(*INSTRUMENT, tools.program("witness"), *devices.nodes, path, seconds, WITNESS, GROUP)
    time.sleep(0.3)
    with attackers(tools, path, letters) if letters else nullcontext():
        return measured(watching)


def control_round(tools: Tools, seconds: int, letters: str) -> Figures:
    with Devices(count=2) as devices:
        path = str(devices.path / "control.sock")
        os.chmod(devices.path, 0o755)
        server = shell.start(*PRIORITY, tools.program("control"), *devices.nodes, path, WITNESS, stdout=subprocess.PIPE)
        assert server.stdout
        server.stdout.readline()
        try:
            return witness(tools, devices, path, seconds, letters)
        finally:
            shell.stop(server)


def daemon_round(tools: Tools, seconds: int, letters: str) -> Figures:
    """Adds MB of memory (peak, and anonymous before the attack and after it), seconds of a late watchdog ping, and what the
    killed attackers leave: seconds of processor time, and connections that are not closed after a second."""
    with Devices(count=2) as devices:
        os.chmod(devices.path, 0o755)
        watchdog = Watchdog(devices.path)
        try:
            environment = {"NOTIFY_SOCKET": watchdog.path, "WATCHDOG_USEC": str(WATCHDOG_SECONDS * 1_000_000)}
            with Daemon(tools, devices, PRIORITY, environment=environment, configuration=CONFIGURATION,
                        focus=True) as daemon:
                open_sockets(daemon)
                witness(tools, devices, daemon.socket, 1, "")
                before, held = daemon.status()["RssAnon"], daemon.descriptors()
                figures = witness(tools, devices, daemon.socket, seconds, letters)
                used = cpu(daemon.process)
                time.sleep(1)
                status = daemon.status()
                figures |= {"work": (cpu(daemon.process) - used) / 1e6, "left": daemon.descriptors() - held}
                switches, pings = daemon.switches(), len(watchdog.pings)
                time.sleep(6)
                # A ping is a wakeup of its own.
                figures["wakeups"] = daemon.switches() - switches - (len(watchdog.pings) - pings)
                figures |= {"peak": status["VmHWM"] / 1024, "before": before / 1024, "after": status["RssAnon"] / 1024}
                if daemon.process.poll() is not None:
                    raise RuntimeError(f"the daemon ended: {daemon.messages()}")
        finally:
            late = watchdog.stop()
        return figures | {"ping": late}


def open_sockets(daemon: Daemon) -> None:
    for path in (daemon.socket, focus_socket(daemon.socket)):
        os.chmod(path, 0o666)


def many_users(tools: Tools) -> int:
    """kB by which the memory has grown after 65,536 users have reported outputs, one after the other."""
    with Devices() as devices:
        os.chmod(devices.path, 0o755)
        with Daemon(tools, devices, PRIORITY, configuration=CONFIGURATION, focus=True) as daemon:
            open_sockets(daemon)
            attack = [tools.program("hostile"), focus_socket(daemon.socket), "U"]
            # What the first few need is needed once.
            subprocess.run([*attack, "64", str(FIRST_UID)], check=True)
            time.sleep(7)
            before = daemon.status()["VmRSS"]
            subprocess.run([*attack, str(UIDS), str(FIRST_UID)], check=True)
            time.sleep(7)
            return daemon.status()["VmRSS"] - before


def full(tools: Tools, users: int = 8) -> float:
    """MB at the peak when users have used their limits to the full: more of them than what all together may use."""
    with Devices(count=2) as devices:
        os.chmod(devices.path, 0o755)
        with Daemon(tools, devices, PRIORITY, configuration=CONFIGURATION) as daemon:
            os.chmod(daemon.socket, 0o666)
            with attackers(tools, daemon.socket, "A", range(HOSTILE[0], HOSTILE[0] + users)):
                peak, last = daemon.status()["VmHWM"], 0
                while peak > last:
                    time.sleep(3)
                    last, peak = peak, daemon.status()["VmHWM"]
            return peak / 1024


def measure(tools: Tools, rounds: int, seconds: int, log: Callable[[str], None],
            names: Iterable[str] = ATTACKS) -> dict[str, tuple[Figures, Figures]]:
    """For each attack the medians over the rounds, of the control's figures and of the daemon's."""
    prefer_session()
    medians: dict[str, tuple[Figures, Figures]] = {}
    for name in names:
        control: list[Figures] = []
        daemon: list[Figures] = []
        for number in range(rounds):
            # In turns, and each first as often as the other: what else the machine does changes with time.
            turns = [(control, control_round), (daemon, daemon_round)]
            for rounds_of, measure_round in turns if number % 2 == 0 else reversed(turns):
                rounds_of.append(measure_round(tools, seconds, ATTACKS[name]))
        of_control, of_daemon = ({key: median(each[key] for each in one) for key in one[0]} for one in (control, daemon))
        medians[name] = of_control, of_daemon
        for server, figures in (("control", of_control), ("daemon", of_daemon)):
            log(f"{name:3} {server:7} " + " ".join(f"{key}={value:.0f}" if value > 100 else f"{key}={value:.1f}"
                                                   for key, value in figures.items()))
    return medians
