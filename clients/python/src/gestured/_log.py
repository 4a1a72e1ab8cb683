"""The logger `gestured`, and what it prints for an app without logging."""
from __future__ import annotations

import logging
import os
import sys
from functools import cache

log = logging.getLogger("gestured")

_ESCAPES = {
    code: f"\\u{{{code:x}}}"
    for first, last in ((0, 0x1F), (0x7F, 0x9F), (0x61C, 0x61C), (0x200E, 0x200F), (0x2028, 0x202E), (0x2066, 0x2069))
    for code in range(first, last + 1)
}


def printable(words: object) -> str:
    """A text for terminals and logs, with control characters escaped, also those that change the direction of writing."""
    return str(words).translate(_ESCAPES)


class _WithoutLogging(logging.NullHandler):
    """Prints warnings on stderr until the app has a handler of its own, so that it sees why nothing arrives."""

    def handle(self, record: logging.LogRecord) -> bool:
        is_alone = len(log.handlers) == 1 and not (log.propagate and logging.getLogger().handlers)
        if is_alone and record.levelno >= logging.WARNING and sys.stderr is not None:
            print(f"gestured: {record.getMessage()}", file=sys.stderr, flush=True)
        return True


log.addHandler(_WithoutLogging())


@cache
def explains() -> bool:
    """True if the variable GESTURED_EXPLAIN asks for the explanations of every gesture."""
    value = os.environ.get("GESTURED_EXPLAIN", "")
    if value not in ("", "0", "1"):
        log.warning("GESTURED_EXPLAIN is %s, which is neither 1 nor 0; nothing is explained", printable(repr(value)))
    return value == "1"
