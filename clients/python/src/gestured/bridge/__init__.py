"""`gestured-bridge`: passes gestures on by MQTT, by WebSocket, and by OSC and TUIO.

Receivers get each gesture's steps: `began`, `changed`, and exactly one `ended` or `cancelled`, also when the daemon, the
bridge or the connection between them and a receiver ends.
"""
