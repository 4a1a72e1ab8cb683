"""A real labwc without a screen."""
from __future__ import annotations

from headless import Compositor


class Labwc(Compositor):
    """labwc as it is without a configuration of its own."""

    name = "labwc"

    def __init__(self) -> None:
        # No rc.xml is in the folder.
        super().__init__("", "--config-dir", "{folder}")

    def is_open(self, app: str) -> bool:
        return self.run("wlrctl", "toplevel", "find", f"app_id:{app}").returncode == 0

    def is_active(self, app: str) -> bool:
        """wlrctl 0.2 does not find windows by their other states."""
        return self.run("wlrctl", "toplevel", "find", f"app_id:{app}", "state:active").returncode == 0
