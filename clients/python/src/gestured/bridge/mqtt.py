"""Gestures by MQTT: their steps, and events that Home Assistant discovers.

While the broker is away nothing new is published, because an old gesture must not switch a lamp minutes later. Of a
gesture whose `began` was published, the end is delivered when the broker is back.
"""
from __future__ import annotations

import json
import logging
import threading
from typing import Any

import paho.mqtt.client as mqtt

from .. import Device, LongPressValue
from .source import WORDS, Step, device_slugs, fingers, slug, word

log = logging.getLogger("gestured-bridge")

DISCOVERY = "homeassistant"
MOST = 1000
"""Messages that are on their way at once."""
MOST_WAITING = 10_000
"""With so many that the broker has not acknowledged, no new gesture begins."""
REFUSALS = {1: "it speaks another version of MQTT than 3.1.1", 2: "it refuses this client's name", 3: "it is unavailable",
            4: "wrong user or password", 5: "this user may not connect"}


class Mqtt:
    """Publishes steps until it is closed. Connects again by itself."""

    def __init__(
        self, host: str, port: int, *, node: str, user: str | None = None, password: str | None = None, tls: bool = False,
        changes: bool = False, positions: bool = False,
    ) -> None:
        self.base = f"gestured/{slug(node)}"
        self.node, self.changes, self.positions = node, changes, positions
        self.names: dict[str, str] = {}
        self.devices: list[Device] = []
        self.published: set[int] = set()
        """Gestures of which receivers know the beginning, and not the end."""
        self.pressed: set[int] = set()
        """Long presses that were reported when they were long enough."""
        self._described: set[str] = set()
        self._lock = threading.Lock()
        self.is_connected = False
        """paho's own is true until it has noticed that it connects again."""
        self._failure, self._was_refused = "", False
        self._waiting = 0
        """Messages that the broker has not acknowledged."""
        self.where = f"{host}:{port}"
        # paho-mqtt 2 wants to know for which version the callbacks were written; Debian 12 has 1.6.
        version = getattr(mqtt, "CallbackAPIVersion", None)
        options: dict[str, Any] = {"callback_api_version": version.VERSION1} if version else {}
        # A session that stays: the broker knows which messages it has, and none is repeated.
        self.client = mqtt.Client(client_id=f"gestured-{slug(node)}", clean_session=False, **options)
        if user is not None:
            self.client.username_pw_set(user, password)
        if tls:
            self.client.tls_set()
        # The broker says that the bridge is gone if it cannot say so itself: its gestures in progress have ended.
        self.client.will_set(f"{self.base}/availability", "offline", qos=1, retain=True)
        self.client.on_connect = self._connected
        self.client.on_disconnect = self._disconnected
        self.client.on_publish = self._acknowledged
        self.client.on_connect_fail = self._failed
        self.client.reconnect_delay_set(1, 30)
        # Each waits for four messages of the broker otherwise, twenty at a time.
        self.client.max_inflight_messages_set(MOST)
        self.client.connect_async(host, port, keepalive=15)
        self.client.loop_start()

    # MARK: In the thread of the library

    def _connected(self, _client: Any, _data: Any, _flags: Any, code: int) -> None:
        if code:
            self._was_refused = True
            self._report(f"the broker {self.where} refuses: {REFUSALS.get(code, f'code {code}')}; trying again")
            return
        self._failure, self.is_connected = "", True
        log.info("connected to the broker %s", self.where)
        with self._lock:
            self._described.clear()
        self._publish(f"{self.base}/availability", "online", qos=1, retain=True)
        self._describe()

    def _acknowledged(self, _client: Any, _data: Any, _number: int) -> None:
        with self._lock:
            self._waiting -= 1

    def _failed(self, _client: Any, _data: Any) -> None:
        self._report(f"nothing answers at {self.where}; trying again")

    def _disconnected(self, _client: Any, _data: Any, code: int) -> None:
        was_refused, self._was_refused, self.is_connected = self._was_refused, False, False
        if code and not was_refused:
            self._report(f"the connection to the broker {self.where} is lost; trying again")

    def _report(self, failure: str) -> None:
        """Once, until it connects or fails differently."""
        if failure != self._failure:
            self._failure = failure
            log.warning("%s", failure)

    # MARK: In the bridge's own thread

    def describe(self, devices: list[Device]) -> None:
        """Tells Home Assistant which devices there are."""
        with self._lock:
            self.devices = devices
            self.names.update(device_slugs(devices))
        self._describe()

    def _describe(self) -> None:
        """In either thread: a device may come while the broker connects."""
        with self._lock:
            devices = self.devices
            missing = [device for device in devices if device.id not in self._described] if self.is_connected else []
            self._described.update(device.id for device in missing)
        for device in missing:
            name = self.names[device.id]
            identifier = f"gestured_{slug(self.node)}_{name}"
            config = {
                "name": "Gesture", "unique_id": identifier, "event_types": WORDS, "icon": "mdi:gesture",
                "state_topic": f"{self.base}/{name}/event", "availability_topic": f"{self.base}/availability",
                "device": {"identifiers": [identifier], "name": f"{device.name} on {self.node}", "manufacturer": "gestured",
                           "model": device.kind},
            }
            self._publish(f"{DISCOVERY}/event/{identifier}/config", json.dumps(config), qos=1, retain=True)

    def _publish(self, topic: str, content: str, qos: int, retain: bool = False) -> Any:
        with self._lock:
            self._waiting += 1
        return self.client.publish(topic, content, qos=qos, retain=retain)

    def receive(self, step: Step) -> None:
        name = self.names.get(step.device) or slug(step.device)
        is_connected = self.is_connected
        if step.phase == "began" and is_connected and self._waiting < MOST_WAITING:
            self.published.add(step.number)
        if step.number not in self.published:
            return
        if step.phase != "changed" or (self.changes and is_connected):
            # Those in between are superseded by the next.
            quality = 0 if step.phase == "changed" else 2
            self._publish(f"{self.base}/{name}/gesture", json.dumps(step.json(self.positions)), qos=quality)
        if is_connected and self._happens(step):
            event = {"event_type": word(step.value), "fingers": fingers(step.value), **step.json(self.positions)}
            self._publish(f"{self.base}/{name}/event", json.dumps(event), qos=2)
        if step.is_over:
            self.published.discard(step.number)
            self.pressed.discard(step.number)

    def _happens(self, step: Step) -> bool:
        """True if the step is what a person calls the gesture: its end, or that a press was long enough."""
        if not isinstance(step.value, LongPressValue):
            return step.phase == "ended"
        if step.number in self.pressed or not step.value.completed or step.phase == "cancelled":
            return False
        self.pressed.add(step.number)
        return True

    def close(self) -> None:
        """After the ends of gestures in progress. Waits for the broker for a second."""
        message = self._publish(f"{self.base}/availability", "offline", qos=1, retain=True)
        if self.is_connected:
            message.wait_for_publish(1)
        self.client.disconnect()
        self.client.loop_stop()
