"""Something fails in mid-drag: the client receives a cancel, and the service restarts."""

import os
import shutil
import signal

import service
import strokes
from gestures import tap
from subscriber import DRAG, Subscriber, expect_abrupt_end
from testing import shell
from testing.checks import check, equal, wait_until
from testing.uinput import TouchDevice


def half_a_drag(client: Subscriber, device: TouchDevice) -> None:
    """Leaves the finger down."""
    client.discard()
    strokes.drag(device, (60, 100), (100, 0), 0.3, lift=False)
    # The path of one finger needs positions.
    expected = ["began", "changed"] if client.has_positions else ["began"]
    began = wait_until(lambda: client.phases(DRAG)[-1:] == [expected])
    check(f"half a drag on {device.name} has begun", began, client.phases(DRAG))


def reconnected(user: str) -> Subscriber:
    client = Subscriber(user)
    check("a client connects and subscribes again", client.ready(), client.messages)
    return client


def cancelled(sentence: str, client: Subscriber, reason: str) -> None:
    message = client.last(DRAG, "drag")
    equal(f"{sentence}: {reason}", (message["phase"], message.get("reason")), ("cancelled", reason))


def hardware_fault(screen: TouchDevice) -> None:
    """A finger far beyond the screen's edge, as of a broken digitiser."""
    screen.down([(60, 60)])
    screen.move([(2000, 60)])
    screen.up()

    def doctor() -> str:
        return " ".join(shell.output("gesturectl", "doctor").split())

    wait_until(lambda: "hardware faults" in doctor(), 60)
    # On a slow machine the list may begin with a contact that jumped.
    _, _, faults = doctor().partition("has hardware faults, which cost gestures: ")
    check("doctor names a device with hardware faults", "a coordinate far beyond the range of its axis" in faults, doctor())


def device_removed(client: Subscriber, device: TouchDevice) -> None:
    half_a_drag(client, device)
    device.remove()
    cancelled("a device removed in mid-drag cancels the drag", client, "deviceLost")
    removed = wait_until(lambda: [m["device"] for m in client.of_type("deviceRemoved")])
    equal("and its removal is announced", removed, [device.id])


def service_stopped(client: Subscriber, device: TouchDevice, user: str) -> Subscriber:
    half_a_drag(client, device)
    status, _ = shell.run("systemctl", "stop", "gestured.service")
    equal("the service stops on request", (status, service.unit("Result")), (0, "success"))
    cancelled("a drag in progress is cancelled", client, "shutdown")
    check("the client's stream ends", client.wait_end())
    device.up()
    client = reconnected(user)
    check("the socket started the service for it", service.process(), service.unit("ActiveState"))
    return client


def service_killed(client: Subscriber, device: TouchDevice, user: str) -> Subscriber:
    half_a_drag(client, device)
    pid, restarts = service.process(), int(service.unit("NRestarts"))
    expect_abrupt_end()
    os.kill(pid, signal.SIGKILL)
    check("a killed service ends its clients' streams", client.wait_end())
    device.up()
    back = service.is_back(pid)
    check("systemd restarts it", back and int(service.unit("NRestarts")) == restarts + 1, service.unit("NRestarts"))
    equal("its socket stays", service.unit("ActiveState", "gestured.socket"), "active")
    client = reconnected(user)
    tap(client, device)
    return client


def watchdog_time() -> int:
    """When the service last notified its watchdog."""
    return int(service.unit("WatchdogTimestampMonotonic"))


def service_hung(user: str) -> Subscriber:
    """With a watchdog of 6 s instead of 30 s: the service sends a notification every 3 s."""
    shell.write(f"{service.DROP_IN}/watchdog.conf", "[Service]\nWatchdogSec=6s\n")
    service.restart(rereads_units=True)
    pid, notified = service.process(), watchdog_time()
    check("the service notifies its watchdog", wait_until(lambda: watchdog_time() > notified), notified)
    expect_abrupt_end()
    shell.run("systemctl", "service-watchdogs", "yes")
    os.kill(pid, signal.SIGSTOP)
    check("a service that hangs is killed and restarted", service.is_back(pid), service.unit("ActiveState"))
    shutil.rmtree(service.DROP_IN)
    # Watchdogs are off again from here on, as the machine was started.
    shell.run("systemctl", "daemon-reload")
    return reconnected(user)
