"""The compositor without a screen, compositor.c, for which windows of GTK, SDL and Wayland are shown."""

import os
import pathlib
import subprocess

HERE = pathlib.Path(__file__).absolute().parent
PROTOCOLS = pathlib.Path("/usr/share/wayland-protocols")
XML = [PROTOCOLS / "stable/xdg-shell/xdg-shell.xml",
       PROTOCOLS / "unstable/pointer-gestures/pointer-gestures-unstable-v1.xml"]


def build_compositor(folder: pathlib.Path) -> pathlib.Path:
    sources = [str(HERE / "compositor/compositor.c")]
    for xml in XML:
        name = folder / xml.stem
        subprocess.run(["wayland-scanner", "server-header", xml, f"{name}-server-protocol.h"], check=True)
        subprocess.run(["wayland-scanner", "private-code", xml, f"{name}-protocol.c"], check=True)
        sources.append(f"{name}-protocol.c")
    program = folder / "compositor"
    flags = subprocess.run(["pkg-config", "--cflags", "--libs", "wayland-server"], check=True, capture_output=True,
                           text=True).stdout.split()
    subprocess.run(["gcc", "-O1", "-Wall", "-Wno-strict-prototypes", f"-I{folder}", "-o", program, *sources, *flags],
                   check=True)
    return program


def environment_of(folder: pathlib.Path) -> dict[str, str]:
    """For the compositor and its clients, which meet in a folder; the name of the compositor's socket is missing."""
    environment = dict(os.environ, XDG_RUNTIME_DIR=str(folder), GDK_BACKEND="wayland", SDL_VIDEODRIVER="wayland",
                       SDL_VIDEO_WAYLAND_ALLOW_LIBDECOR="0", GSK_RENDERER="cairo", GTK_A11Y="none", NO_AT_BRIDGE="1",
                       GSETTINGS_BACKEND="memory")
    environment.pop("DISPLAY", None)
    return environment
