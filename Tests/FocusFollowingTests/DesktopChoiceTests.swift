import DesktopAccess
import GestureModel
import Testing

@testable import FocusFollowing

@Suite struct DesktopChoiceTests {
    @Test(arguments: [
        (["SWAYSOCK": "a", "I3SOCK": "a", "WAYLAND_DISPLAY": "wayland-1", "DISPLAY": ":0"], DesktopChoice.sway),
        (["I3SOCK": "a", "DISPLAY": ":0"], .x11),
        (["HYPRLAND_INSTANCE_SIGNATURE": "a", "WAYLAND_DISPLAY": "wayland-1"], .hyprland),
        (["NIRI_SOCKET": "a", "WAYLAND_DISPLAY": "wayland-1"], .niri),
        (["WAYLAND_DISPLAY": "wayland-0", "DISPLAY": ":0", "XDG_CURRENT_DESKTOP": "wlroots"], .wlroots),
        (["DISPLAY": ":0", "SWAYSOCK": ""], .x11),
        (["DISPLAY": ":0", "XDG_CURRENT_DESKTOP": "ubuntu:GNOME"], .x11),
    ])
    func `the environment determines the desktop`(environment: [String: String], choice: DesktopChoice) throws {
        #expect(try DesktopChoice(environment: environment) == choice)
    }

    @Test(arguments: [
        ("ubuntu:GNOME", DesktopChoice.gnome), ("GNOME", .gnome), ("KDE", .kde), ("Phosh:GNOME", .wlroots),
        ("Budgie:GNOME", .wlroots), ("labwc", .wlroots),
    ])
    func `on Wayland, the name of the desktop determines it, even with Xwayland`(name: String, choice: DesktopChoice)
        throws
    {
        let environment = ["WAYLAND_DISPLAY": "wayland-0", "DISPLAY": ":0", "XDG_CURRENT_DESKTOP": name]
        #expect(try DesktopChoice(environment: environment) == choice)
    }

    @Test func `without a desktop the error names the variables`() {
        let failure = DesktopFailure(
            "no desktop found: none of the variables SWAYSOCK, HYPRLAND_INSTANCE_SIGNATURE, NIRI_SOCKET, WAYLAND_DISPLAY, "
                + "DISPLAY is set; start one, or run this in its session")
        #expect(throws: failure) { try DesktopChoice(environment: [:]) }
    }

    @Test(arguments: [
        (DesktopChoice.sway, "sway: SWAYSOCK is not set"),
        (.hyprland, "Hyprland: HYPRLAND_INSTANCE_SIGNATURE is not set"), (.niri, "niri: NIRI_SOCKET is not set"),
    ])
    func `a chosen desktop without its variable is an error that names it`(choice: DesktopChoice, text: String) {
        #expect(throws: DesktopFailure(text)) { try choice.connect(environment: [:]) }
    }

    @Test(arguments: [
        (DesktopChoice.sway, ["SWAYSOCK": "/nowhere/s"], "sway: /nowhere/s: No such file or directory (ENOENT)"),
        (.niri, ["NIRI_SOCKET": "/nowhere/n"], "niri: /nowhere/n: No such file or directory (ENOENT)"),
        (
            .hyprland, ["HYPRLAND_INSTANCE_SIGNATURE": "h", "XDG_RUNTIME_DIR": "/nowhere"],
            "Hyprland: /nowhere/hypr/h/.socket2.sock: No such file or directory (ENOENT)"
        ),
        (
            .niri, ["NIRI_SOCKET": "/" + String(repeating: "n", count: 107)],
            "niri: /" + String(repeating: "n", count: 107) + ": a socket's path has 1 to 107 bytes and no NUL"
        ),
    ])
    func `a socket without a listener is named`(
        choice: DesktopChoice, environment: [String: String], text: String
    ) {
        #expect(throws: DesktopFailure(text)) { try choice.connect(environment: environment) }
    }
}
