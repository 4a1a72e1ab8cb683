import FakeEvdev
import Foundation
import GestureModel
import Glibc
import Testing
import TouchInput

/// `gesturectl actions run` with a daemon that plays a recording: from the fingers to the command.
@Suite("The service of actions, with played fingers") struct PlayedActionsTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    /// A finger's place and how far it goes in 0.3 s, in millimetres; one that goes nowhere taps.
    private typealias Finger = (x: Int32, y: Int32, up: Int32)

    /// A screen of 600 by 340 mm. The fingers come down at the same time, and a last one taps 1.5 s later.
    private static func recording(_ fingers: [Finger]) -> String {
        let ids = fingers.indices.map { Int32($0) }
        var frames: Frames = [(0, [.slot(0)])]
        for step in 0...30 as ClosedRange<Int32> {
            let events = zip(ids, fingers).flatMap { id, finger -> [FakeEvent] in
                if finger.up == 0, step == 8 { return [.slot(id), .trackingID(-1)] }
                if finger.up == 0, step > 0 { return [] }
                let place: [FakeEvent] = [.x(10 * finger.x), .y(10 * finger.y - finger.up * step / 3)]
                return [.slot(id)] + (step == 0 ? [.trackingID(id + 1)] : []) + place
            }
            frames.append((1_000_000 + 10_000 * Int64(step), events))
        }
        frames.append(
            (1_310_000, zip(ids, fingers).flatMap { $1.up == 0 ? [] : [FakeEvent.slot($0), .trackingID(-1)] }))
        frames.append((2_800_000, [.slot(0), .trackingID(90), .x(3000), .y(3000)]))
        frames.append((2_860_000, [.slot(0), .trackingID(-1)]))
        return Recordings.evemu(.wall, frames)
    }

    /// What the rules for a drag up, a drag down and a tap ran, sorted, up to the last tap.
    private func ran(_ fingers: [Finger], hands: String, taps: Int) throws -> [String] {
        let socket = directory.path("socket")
        let file = try directory.file("recording", Self.recording(fingers))
        let out = directory.path("out")
        let rules = ["drag up", "drag down", "tap"].map { gesture in
            "[[action]]\ngesture = '\(gesture)'\nfingers = 1\n\(hands)\nrun = \"echo \(gesture) >> \(out)\"\n"
        }
        let actions = try directory.file("actions.toml", rules.joined())
        chmod(actions, 0o600)
        let daemon = Program("gestured", ["--socket", socket, "--play", file])
        let service = Program(
            "gesturectl", ["actions", "run", "--socket", socket, "--file", actions],
            environment: ["WAYLAND_DISPLAY": "", "DISPLAY": "", "SWAYSOCK": ""])
        func output() -> [String] {
            (try? String(contentsOfFile: out, encoding: .utf8))?.split(separator: "\n").map(String.init).sorted() ?? []
        }
        #expect(
            eventually { output().count { $0 == "tap" } == taps }, "\(output()) \(service.errors) \(daemon.errors)")
        return output()
    }

    @Test func `two hands 400 mm apart each run their rule, if it says so`() throws {
        let fingers: [Finger] = [(80, 250, 60), (500, 80, -60)]
        #expect(try ran(fingers, hands: "hands = 'apart'", taps: 1) == ["drag down", "drag up", "tap"])
    }

    @Test func `and together they are two fingers of one person`() throws {
        let fingers: [Finger] = [(80, 250, 60), (500, 80, -60)]
        #expect(try ran(fingers, hands: "", taps: 1) == ["tap"])
    }

    @Test func `a tap of another person beside a drag counts`() throws {
        let fingers: [Finger] = [(80, 250, 60), (500, 80, 0)]
        #expect(try ran(fingers, hands: "hands = 'apart'", taps: 2) == ["drag up", "tap", "tap"])
    }

    // MARK: A pad that clicks by itself

    @Test func `a touchpad that clicks by pressure with a motor is shown as one`() throws {
        var pad = DeviceDescription.touchpad
        pad.properties.append(InputProperty.pressurePad)
        for (description, isPressurePad) in [(pad, true), (.touchpad, false)] {
            let daemon = try DaemonProcess { devices in try devices.add(description, as: "event5", .touchpad) }
            let device = try #require(try daemon.connect().next("hello").objects("devices").first)
            #expect(device.flag("pressurePad") == (isPressurePad ? true : nil))
            let shown = Program("gesturectl", ["devices", "--socket", daemon.socket])
            #expect(shown.exit() == .exited(0))
            #expect(shown.output.contains("by pressure, with a motor") == isPressurePad, "\(shown.output)")
        }
    }
}
