import GestureModel
import GestureProtocol
import Testing

@testable import FocusFollowing

/// What a source reports of outputs is checked before gestured receives it.
@Suite struct OutputLayoutTests {
    private var layout = OutputLayout()

    private func output(
        _ name: String, x: Double = 0, width: Double = 1000, height: Double = 800, scale: Double = 1, transform: Int = 0
    ) -> ReportedOutput {
        ReportedOutput(
            name: name, place: Region(x: x, y: 0, width: width, height: height), scale: scale, transform: transform)
    }

    @Test(arguments: Array(OutputTransform.allCases.enumerated()))
    mutating func `transforms have wl_output's numbers`(number: Int, transform: OutputTransform) {
        #expect(layout.update(ReportedOutputs(outputs: [output("DP-1", transform: number)])) == [])
        #expect(layout.outputs.first?.transform == transform)
    }

    @Test(arguments: [("eDP-1", true), ("LVDS1", true), ("DSI-1", true), ("HDMI-A-1", false), ("DP-1", false)])
    mutating func `the type of a connector decides whether an output is built in`(name: String, isBuiltIn: Bool) {
        _ = layout.update(ReportedOutputs(outputs: [output(name)]))
        #expect(layout.outputs.first?.isBuiltIn == isBuiltIn)
    }

    @Test(arguments: [-1, 8, Int.max])
    mutating func `an unknown transform is the last known one, with a line that names it`(number: Int) {
        _ = layout.update(ReportedOutputs(outputs: [output("DP-1", transform: 3)]))
        let problems = layout.update(ReportedOutputs(outputs: [output("DP-1", x: 5, transform: number)]))
        #expect(
            problems == [
                "DP-1: unknown transform \(number), expected 0 to 7; touchscreens keep the last one, 270"
            ])
        #expect(layout.outputs.first?.transform == .threeQuarters)
        #expect(layout.outputs.first?.place.x == 5)
    }

    @Test(
        arguments: [
            (0, 800, 1), (1000, 0, 1), (-5, 800, 1), (.nan, 800, 1), (.infinity, 800, 1), (1e9, 800, 1), (1000, 800, 0),
            (1000, 800, .nan), (1000, 800, 1e9),
        ] as [(Double, Double, Double)])
    mutating func `an impossible size or scale is the last known one`(width: Double, height: Double, scale: Double) {
        let nonsense = output("DP-1", width: width, height: height, scale: scale)
        #expect(layout.update(ReportedOutputs(outputs: [nonsense])).count == 1)
        #expect(layout.outputs == [])
        _ = layout.update(ReportedOutputs(outputs: [output("DP-1")]))
        #expect(layout.update(ReportedOutputs(outputs: [nonsense])).count == 1)
        #expect(layout.outputs == [Output(name: "DP-1", place: Region(x: 0, y: 0, width: 1000, height: 800))])
    }

    @Test mutating func `names that are empty, too long or twice are ignored, and outputs beyond 64`() {
        let names = ["", String(repeating: "a", count: 256), "DP-1", "DP-1"]
        #expect(layout.update(ReportedOutputs(outputs: names.map { output($0) })).count == 3)
        #expect(layout.outputs.map(\.name) == ["DP-1"])
        let many = (0..<10_000).map { output("DP-\($0)") }
        #expect(layout.update(ReportedOutputs(outputs: many)) == ["more than 64 outputs; the others are ignored"])
        #expect(layout.outputs.count == 64)
    }

    @Test mutating func `an output is found by its name, its place, or its monitor`() {
        var one = output("DP-1")
        (one.maker, one.model) = ("Dell", "U2720Q")
        _ = layout.update(ReportedOutputs(outputs: [one, output("DP-2", x: 1000)]))
        #expect(layout.name(of: .name("DP-2")) == "DP-2")
        #expect(layout.name(of: .name("DP-3")) == nil)
        #expect(layout.name(of: .place(Region(x: 800, y: 0, width: 500, height: 100))) == "DP-2")
        #expect(layout.name(of: .place(Region(x: 5000, y: 0, width: 500, height: 100))) == nil)
        #expect(layout.name(of: .monitor(maker: "Dell", model: "U2720Q")) == "DP-1")
        _ = layout.update(
            ReportedOutputs(
                outputs: [one, one].enumerated().map {
                    var output = $1
                    output.name = "DP-\($0)"
                    return output
                }))
        #expect(layout.name(of: .monitor(maker: "Dell", model: "U2720Q")) == nil, "two of the same model")
    }

    @Test mutating func `a device whose output is not in use is not reported`() {
        let devices = [
            ReportedDevice(device: .id("event5"), output: .name("DP-1")),
            ReportedDevice(device: .id("event6"), output: .name("DP-9")),
        ]
        _ = layout.update(ReportedOutputs(outputs: [output("DP-1")], devices: devices))
        #expect(layout.statement(3).devices == [DeviceOutput(device: .id("event5"), output: "DP-1")])
    }

    @Test(
        arguments: [
            (1, 0), (2, 1), (4, 2), (8, 3), (0x11, 4), (0x12, 5), (0x14, 6), (0x18, 7), (0x21, 6), (0x22, 7), (0x24, 4),
            (0x28, 5), (0x31, 2), (0, -1), (3, -1), (0xFFFF, -1),
        ] as [(UInt16, Int)])
    func `RandR's rotations are wl_output's transforms`(rotation: UInt16, number: Int) {
        #expect(X11Randr.transform(rotation: rotation) == number)
    }

    @Test func `an X11 matrix covers a part of the root window, or all of it`() {
        #expect(X11Matrix([1, 0, 0, 0, 1, 0, 0, 0, 1])?.part == nil)
        #expect(
            X11Matrix([0.5, 0, 0.5, 0, 1, 0, 0, 0, 1])?.part == Region(x: 0.5, y: 0, width: 0.5, height: 1))
        // The same output, turned.
        #expect(
            X11Matrix([0, -0.5, 1, 1, 0, 0, 0, 0, 1])?.part == Region(x: 0.5, y: 0, width: 0.5, height: 1))
        #expect(X11Matrix([0, 0, 0, 0, 0, 0, 0, 0, 1])?.part == nil)
        #expect(X11Matrix([.nan, 0, 0, 0, 1, 0, 0, 0, 1]) == nil)
        #expect(X11Matrix([1, 0, 0]) == nil)
    }
}
