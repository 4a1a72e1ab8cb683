"""What an idle daemon costs."""

import subprocess
import time
from statistics import median

from daemon import Daemon, Devices, Tools
from testing import shell


def resident(tools: Tools, frames: int) -> tuple[float, float]:
    """Megabytes at the peak (VmHWM) with one client and a drag, and the anonymous part after it."""
    with Devices() as devices, Daemon(tools, devices) as daemon, daemon.client():
        daemon.drag(frames)
        status = daemon.status()
        return status["VmHWM"] / 1024, status["RssAnon"] / 1024


def ready(tools: Tools, times: int) -> float:
    """Milliseconds from starting the program to READY=1, without devices; the median."""
    with Devices(kind=None) as devices:
        words = ["--config", shell.write(f"{devices.path}/gestured.toml", ""), "--socket", f"{devices.path}/gestured.sock"]
        result = subprocess.run([tools.program("ready"), str(times), str(tools.gestured), *words], check=True,
                                capture_output=True, text=True, env=devices.environment(tools))
        return median(map(float, result.stdout.split()))


def wakeups(tools: Tools, seconds: int, watchdog: int | None = None, clients: int = 1, drag: int = 200) -> int:
    """Context switches of an idle daemon whose clients have received a drag; with a watchdog of so many seconds, or none."""
    environment = {} if watchdog is None else {"WATCHDOG_USEC": str(watchdog * 1_000_000)}
    with Devices() as devices, Daemon(tools, devices, environment=environment) as daemon:
        connections = [daemon.client() for _ in range(clients)]
        daemon.drag(drag)
        time.sleep(1)
        before = daemon.switches()
        time.sleep(seconds)
        switches = daemon.switches() - before
        for connection in connections:
            connection.close()
        return switches
