"""Something fails in mid-drag: the client receives a cancel, and the service restarts."""

import os
import signal

import shell
import strokes
from gestures import tap
from report import check, equal
from subscriber import DRAG, Subscriber, expect_abrupt_end, wait_until


def half_a_drag(client, device):
    """Leaves the finger down."""
    client.discard()
    strokes.drag(device, (60, 100), (100, 0), 0.3, lift=False)
    began = wait_until(lambda: client.phases(DRAG)[-1:] == [["began", "changed"]])
    check(f"half a drag on {device.name} has begun", began, client.phases(DRAG))


def reconnected(user):
    client = Subscriber(user)
    check("a client connects and subscribes again", client.ready(), client.messages)
    return client


def device_removed(client, device):
    half_a_drag(client, device)
    device.remove()
    message = client.last(DRAG, "drag")
    equal("a device removed in mid-drag cancels the drag: deviceLost",
          (message["phase"], message.get("reason")), ("cancelled", "deviceLost"))
    removed = wait_until(lambda: [m["device"] for m in client.of_type("deviceRemoved")])
    equal("and its removal is announced", removed, [device.id])


def service_stopped(client, device, user):
    half_a_drag(client, device)
    status, _ = shell.run("systemctl", "stop", "gestured.service")
    equal("the service stops on request", (status, shell.unit("Result")), (0, "success"))
    message = client.last(DRAG, "drag")
    equal("a drag in progress is cancelled: shutdown",
          (message["phase"], message.get("reason")), ("cancelled", "shutdown"))
    check("the client's stream ends", client.wait_end())
    device.up()
    client = reconnected(user)
    check("the socket started the service for it", shell.daemon(), shell.unit("ActiveState"))
    return client


def service_killed(client, device, user):
    half_a_drag(client, device)
    pid, restarts = shell.daemon(), int(shell.unit("NRestarts"))
    expect_abrupt_end()
    os.kill(pid, signal.SIGKILL)
    check("a killed service ends its clients' streams", client.wait_end())
    device.up()
    back = wait_until(lambda: shell.daemon() not in (0, pid) and shell.unit("ActiveState") == "active")
    check("systemd restarts it", back and int(shell.unit("NRestarts")) == restarts + 1, shell.unit("NRestarts"))
    equal("its socket stays", shell.unit("ActiveState", "gestured.socket"), "active")
    client = reconnected(user)
    tap(client, device)
    return client


def watchdog_time():
    """When the service last notified its watchdog."""
    return int(shell.unit("WatchdogTimestampMonotonic"))


def service_hung(user):
    """With a watchdog of 6 s instead of 30 s: the service sends a notification every 3 s."""
    folder = "/run/systemd/system/gestured.service.d"
    os.makedirs(folder)
    with open(f"{folder}/watchdog.conf", "w") as drop_in:
        drop_in.write("[Service]\nWatchdogSec=6s\n")
    shell.run("systemctl", "daemon-reload")
    shell.run("systemctl", "restart", "gestured.service")
    pid, notified = shell.daemon(), watchdog_time()
    check("the service notifies its watchdog", wait_until(lambda: watchdog_time() > notified), notified)
    expect_abrupt_end()
    shell.run("systemctl", "service-watchdogs", "yes")
    os.kill(pid, signal.SIGSTOP)
    back = wait_until(lambda: shell.daemon() not in (0, pid) and shell.unit("ActiveState") == "active")
    check("a service that hangs is killed and restarted", back, shell.unit("ActiveState"))
    os.remove(f"{folder}/watchdog.conf")
    os.rmdir(folder)
    # Watchdogs are off again from here on, as the machine was started.
    shell.run("systemctl", "daemon-reload")
    return reconnected(user)
