import Foundation
import LinuxSupport
import Strokes
import Testing

@testable import GestureActions

@Suite struct ActionPresetTests {
    private let presets = try? ActionPresets(folder: RecordedFiles.root.appending(path: "packaging/actions").path)

    @Test func `there is a preset for each desktop, and each is valid`() throws {
        let presets = try #require(presets)
        #expect(
            presets.names == [
                "gnome", "hyprland", "i3", "kde", "kiosk", "kiosk-cage", "kiosk-labwc", "kiosk-x11", "labwc", "niri",
                "phosh", "plasma-mobile", "sway", "sxmo",
            ])
        for name in presets.names {
            let file = try ActionFile(presets.text(of: name), file: "\(name).toml")
            #expect(!file.actions.isEmpty)
        }
    }

    @Test(
        arguments: [
            ("sway", nil, "sway"), ("Hyprland", nil, "hyprland"), ("labwc:wlroots", nil, "labwc"),
            ("ubuntu:GNOME", nil, "gnome"), ("KDE", nil, "kde"), ("KDE", "phone:handset", "plasma-mobile"),
            ("Phosh:GNOME", nil, "phosh"),
        ] as [(String, String?, String)])
    func `the desktop chooses its preset`(_ desktop: String, _ platform: String?, _ name: String) throws {
        var environment = ["XDG_CURRENT_DESKTOP": desktop]
        environment["PLASMA_PLATFORM"] = platform
        #expect(try presets?.choose(nil, environment: environment) == name)
    }

    @Test(arguments: [
        (["XDG_CURRENT_DESKTOP": "sway", "WAYLAND_DISPLAY": "wayland-1", "DISPLAY": ":0"], "kiosk"),
        (["XDG_CURRENT_DESKTOP": "labwc:wlroots", "WAYLAND_DISPLAY": "wayland-1"], "kiosk-labwc"),
        (["XDG_CURRENT_DESKTOP": "cage", "WAYLAND_DISPLAY": "wayland-0"], "kiosk-cage"),
        (["XDG_CURRENT_DESKTOP": "LXDE", "DISPLAY": ":0"], "kiosk-x11"), ([:], "kiosk"),
    ])
    func `a kiosk has a preset for its desktop`(_ environment: [String: String], _ name: String) throws {
        #expect(try presets?.choose("kiosk", environment: environment) == name)
    }

    @Test func `cage, which is for kiosks only, gets the kiosk's preset`() throws {
        #expect(try presets?.choose(nil, environment: ["XDG_CURRENT_DESKTOP": "cage"]) == "kiosk-cage")
    }

    @Test func `an unknown desktop and an unknown preset get the list`() throws {
        let presets = try #require(presets)
        let list =
            "there are gnome, hyprland, i3, kde, kiosk, kiosk-cage, kiosk-labwc, kiosk-x11, labwc, niri, phosh, plasma-mobile, sway, sxmo"
        #expect(
            throws: ActionFailure(
                "no preset for the desktop \"Weston\" (XDG_CURRENT_DESKTOP); name one: \(list)")
        ) { try presets.choose(nil, environment: ["XDG_CURRENT_DESKTOP": "Weston"]) }
        #expect(throws: ActionFailure("no preset \"swy\"; \(list)")) { try presets.choose("swy", environment: [:]) }
    }
}
