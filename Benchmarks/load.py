"""Many clients at once: their latency beside a program that only writes to as many, and what one that is stuck costs."""

from statistics import median

from daemon import DRAG, Daemon, Devices, again, crowd
from latency import Floor

CLIENTS = 99


def own_drags(count):
    """As many expressions, none of which shares its work with another."""
    return [f'{{"type":"subscribe","id":1,"gesture":{{"drag":{{"minimumDistance":{0.01 * number}}}}}}}'
            for number in range(count)]


def daemon_round(tools, frames, hz, requests):
    with Devices() as devices, Daemon(tools, devices) as daemon:
        return crowd(tools, devices.node, daemon.socket, frames, hz, CLIENTS, requests)


def floor_round(tools, frames, hz, length):
    with Devices() as devices, Floor(tools, devices, length, CLIENTS) as floor:
        return crowd(tools, devices.node, floor.path, frames, hz, CLIENTS)
