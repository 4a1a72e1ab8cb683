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
    func `the environment tells the desktop`(environment: [String: String], choice: DesktopChoice) throws {
        #expect(try DesktopChoice(environment: environment) == choice)
    }

    @Test(arguments: [("ubuntu:GNOME", "GNOME"), ("KDE", "KDE")])
    func `GNOME and KDE under Wayland are named, whatever Xwayland is there`(current: String, name: String) {
        let environment = ["WAYLAND_DISPLAY": "wayland-0", "DISPLAY": ":0", "XDG_CURRENT_DESKTOP": current]
        let failure = DesktopFailure(
            "\(name) under Wayland tells no program who has the focus: apps receive gestures without it")
        #expect(throws: failure) { try DesktopChoice(environment: environment) }
    }

    @Test func `without any the error names what was looked for`() {
        let failure = DesktopFailure(
            "no desktop to follow: none of SWAYSOCK, HYPRLAND_INSTANCE_SIGNATURE, NIRI_SOCKET, WAYLAND_DISPLAY, "
                + "DISPLAY is set")
        #expect(throws: failure) { try DesktopChoice(environment: [:]) }
    }

    @Test(arguments: [
        (DesktopChoice.sway, "sway: SWAYSOCK is not set"),
        (.hyprland, "Hyprland: HYPRLAND_INSTANCE_SIGNATURE is not set"), (.niri, "niri: NIRI_SOCKET is not set"),
    ])
    func `a desktop asked for without its variable is an error that names it`(choice: DesktopChoice, text: String) {
        #expect(throws: DesktopFailure(text)) { try choice.make(environment: [:]) }
    }

    @Test(arguments: [
        (DesktopChoice.sway, ["SWAYSOCK": "/nowhere/s"], "sway: /nowhere/s: No such file or directory"),
        (.niri, ["NIRI_SOCKET": "/nowhere/n"], "niri: /nowhere/n: No such file or directory"),
        (
            .hyprland, ["HYPRLAND_INSTANCE_SIGNATURE": "h", "XDG_RUNTIME_DIR": "/nowhere"],
            "Hyprland: /nowhere/hypr/h/.socket2.sock: No such file or directory"
        ),
        (
            .niri, ["NIRI_SOCKET": "/" + String(repeating: "n", count: 107)],
            "niri: /" + String(repeating: "n", count: 107) + ": the path is too long for a socket"
        ),
    ])
    func `a socket that nobody listens at is named`(
        choice: DesktopChoice, environment: [String: String], text: String
    ) {
        #expect(throws: DesktopFailure(text)) { try choice.make(environment: environment) }
    }
}
