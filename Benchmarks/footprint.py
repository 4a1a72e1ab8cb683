"""What an idle daemon costs."""

import os
import subprocess
import time
from statistics import median

from daemon import Daemon, Devices


def resident(tools, frames):
    """Megabytes at the peak (VmHWM) with one client and a drag, and the anonymous part after it."""
    with Devices() as devices, Daemon(tools, devices) as daemon, daemon.client():
        daemon.drag(frames)
        status = daemon.status()
        return status["VmHWM"] / 1024, status["RssAnon"] / 1024


def ready(tools, times):
    """Milliseconds from starting the program to READY=1, without devices; the median."""
    with Devices(kind=None) as devices:
        result = subprocess.run(
            [tools.program("ready"), str(times), str(tools.gestured), *Daemon.arguments(devices)], check=True,
            capture_output=True, text=True,
            env={**os.environ, "FAKE_EVDEV": str(devices.path), "LD_PRELOAD": str(tools.fake_evdev)})
        return median(map(float, result.stdout.split()))


def wakeups(tools, seconds, watchdog=None):
    """Context switches of an idle daemon with a client and a device; with a watchdog of so many seconds, or none."""
    environment = {} if watchdog is None else {"WATCHDOG_USEC": str(watchdog * 1_000_000)}
    with Devices() as devices, Daemon(tools, devices, environment=environment) as daemon, daemon.client():
        daemon.drag(200)
        time.sleep(1)
        before = daemon.switches()
        time.sleep(seconds)
        return daemon.switches() - before
