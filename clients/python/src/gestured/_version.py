"""That of the daemon; Sources/GestureProtocol/Release.swift states it."""

__version__ = "0.1.0"
