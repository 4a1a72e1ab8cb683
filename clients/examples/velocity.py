#!/usr/bin/env python3
"""Prints how fast fingers leave a touch device."""
import sys

from gestured import DEFAULT_PATH, Drag, gestures

for drag in gestures(Drag(fingers=[1, 2, 3]), path=sys.argv[1] if len(sys.argv) > 1 else DEFAULT_PATH):
    x, y = drag.value.velocity
    if drag.phase == "ended":
        print(f"{drag.value.fingers} fingers left with {x:.0f}, {y:.0f} points per second", flush=True)
    elif drag.phase == "cancelled":
        print(f"cancelled: {drag.failure or drag.reason}", flush=True)
