import LinuxSupport
import Testing

@testable import GestureActions

@Suite struct ActionPresetTests {
    private static let folder =
        #filePath.split(separator: "/").dropLast(4).reduce(into: "") { $0 += "/" + $1 } + "/packaging/actions"
    private let presets = try? ActionPresets(folder: Self.folder)

    @Test func `there is a preset for each desktop, and each is valid`() throws {
        let presets = try #require(presets)
        #expect(
            presets.names == [
                "gnome", "hyprland", "i3", "kde", "kiosk", "labwc", "niri", "phosh", "plasma-mobile", "sway", "sxmo",
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

    @Test func `an unknown desktop and an unknown preset get the list`() throws {
        let presets = try #require(presets)
        let list = "there are gnome, hyprland, i3, kde, kiosk, labwc, niri, phosh, plasma-mobile, sway, sxmo"
        #expect(
            throws: ActionFailure(
                "no preset for the desktop \"Weston\" (XDG_CURRENT_DESKTOP); name one: \(list)")
        ) { try presets.choose(nil, environment: ["XDG_CURRENT_DESKTOP": "Weston"]) }
        #expect(throws: ActionFailure("no preset \"swy\"; \(list)")) { try presets.choose("swy", environment: [:]) }
    }
}
