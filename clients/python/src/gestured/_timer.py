"""A descriptor that becomes readable at a time. Python has timerfd only from 3.13 on."""
from __future__ import annotations

import ctypes
import os
import time

_TFD_NONBLOCK, _TFD_CLOEXEC, _TFD_TIMER_ABSTIME = os.O_NONBLOCK, os.O_CLOEXEC, 1
_NANOSECONDS = 1_000_000_000
_libc = ctypes.CDLL(None, use_errno=True)


class _Timespec(ctypes.Structure):
    _fields_ = [("seconds", ctypes.c_long), ("nanoseconds", ctypes.c_long)]


class _Itimerspec(ctypes.Structure):
    _fields_ = [("interval", _Timespec), ("value", _Timespec)]


def _check(result: int) -> int:
    if result < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return result


class Timer:
    """Of CLOCK_MONOTONIC. Another thread may set it."""

    def __init__(self) -> None:
        self.fd = -1
        self.fd = _check(_libc.timerfd_create(time.CLOCK_MONOTONIC, _TFD_NONBLOCK | _TFD_CLOEXEC))

    def set(self, due: float | None) -> None:
        """Readable from this time on, in seconds; never with None."""
        # 0 means never.
        nanoseconds = 0 if due is None else max(1, round(due * _NANOSECONDS))
        value = _Itimerspec(_Timespec(0, 0), _Timespec(*divmod(nanoseconds, _NANOSECONDS)))
        _check(_libc.timerfd_settime(self.fd, _TFD_TIMER_ABSTIME, ctypes.byref(value), None))

    def close(self) -> None:
        if self.fd >= 0:
            os.close(self.fd)
            self.fd = -1

    __del__ = close
