import GestureModel
import Testing

@testable import GestureProtocol

/// The request `outputs` of a focus source.
@Suite struct OutputStatementTests {
    private static let line =
        #"{"type":"outputs","id":4,"outputs":[{"name":"eDP-1","x":-10,"y":0.5,"width":1280,"height":800,"scale":1.5,"#
        + #""transform":"flipped-90","builtIn":true}],"devices":[{"device":{"id":"event5"},"output":"eDP-1"}]}"#
    private static let statement = OutputStatement(
        id: 4,
        outputs: [
            Output(
                name: "eDP-1", place: Region(x: -10, y: 0.5, width: 1280, height: 800), scale: 1.5,
                transform: .flippedQuarter)
        ], devices: [DeviceOutput(device: .id("event5"), output: "eDP-1")])

    private func read(_ line: String) throws(RequestError) -> FocusRequest { try FocusRequest(line: line.utf8) }

    @Test func `a statement is read as it is written`() throws {
        #expect(try read(Self.line) == .outputs(Self.statement))
        #expect(String(decoding: FocusRequest.outputs(Self.statement).encoded, as: UTF8.self) == Self.line + "\n")
    }

    @Test func `an output for any device is that of all touchscreens`() throws {
        let any = OutputStatement(id: 4, outputs: [], devices: [DeviceOutput(device: .any, output: "eDP-1")])
        let screens = DeviceOutput(device: .kind(.touchscreen), output: "eDP-1")
        let line = FocusRequest.outputs(any).encoded.dropLast()
        #expect(try FocusRequest(line: line) == .outputs(OutputStatement(id: 4, outputs: [], devices: [screens])))
    }

    @Test func `scale, transform and whether an output is built in may be left out`() throws {
        let line = #"{"type":"outputs","id":4,"outputs":[{"name":"DSI-1","x":0,"y":0,"width":720,"height":1440}]}"#
        let output = Output(name: "DSI-1", place: Region(x: 0, y: 0, width: 720, height: 1440))
        #expect(output.isBuiltIn && output.scale == 1 && output.transform == .normal)
        #expect(try read(line) == .outputs(OutputStatement(id: 4, outputs: [output])))
    }

    @Test(arguments: [
        (#""x":-10"#, #""x":1e7"#, "outputs[0].x: expected a number from -1000000 to 1000000, found 10000000.0"),
        (#""width":1280"#, #""width":0"#, "outputs[0].width: expected a number from 0.001 to 1000000, found 0"),
        (#""scale":1.5"#, #""scale":-1"#, "outputs[0].scale: expected a number from 0.001 to 1000000, found -1"),
        (#""scale":1.5"#, #""scale":null"#, "outputs[0].scale: expected a number from 0.001 to 1000000, found null"),
        (#""builtIn":true"#, #""builtIn":1"#, "outputs[0].builtIn: expected true or false, found 1"),
        (#""name":"eDP-1""#, #""name":"""#, #"outputs[0].name: expected a name, found """#),
        (#"{"id":"event5"}"#, #"{"id":5}"#, "devices[0].device.id: expected a string, found 5"),
    ])
    func `a mistake is named with its place`(right: String, wrong: String, message: String) {
        let parts = Self.line.split(separator: right, maxSplits: 1, omittingEmptySubsequences: false)
        let line = parts.joined(separator: wrong)
        do {
            _ = try read(line)
            Issue.record("\(line) was accepted")
        } catch {
            #expect(error.message == message)
            #expect(error.id == 4)
        }
    }

    @Test func `an unknown transform is refused with the known ones`() {
        do {
            _ = try read(Self.line.split(separator: "flipped-90").joined(separator: "45"))
            Issue.record("the transform 45 was accepted")
        } catch {
            #expect(error.message.hasPrefix("outputs[0].transform: expected one of normal, 90, 180, 270, flipped"))
        }
    }

    @Test func `more than 64 outputs are refused`() {
        let outputs = (0..<65).map { Output(name: "DP-\($0)", place: Region(x: 0, y: 0, width: 1, height: 1)) }
        let line = FocusRequest.outputs(OutputStatement(id: 1, outputs: outputs)).encoded
        #expect(throws: RequestError.self) { try FocusRequest(line: line.dropLast()) }
        #expect(OutputStatement.maximumCount == 64)
    }

    @Test func `the output of a window is part of the focus`() throws {
        let focus = FocusStatement(
            id: 2, processes: [7], window: Region(x: 0, y: 0, width: 1, height: 1), output: "DP-1")
        let line = FocusRequest.focus(focus).encoded
        #expect(try FocusRequest(line: line.dropLast()) == .focus(focus))
    }

    @Test(arguments: TouchOutput.Rule.allCases)
    func `a device's output is read as it is written`(rule: TouchOutput.Rule) throws {
        let outputs: [(String?, OutputTransform?)] = [("eDP-1", .quarter), (nil, .normal), ("DP-1", nil)]
        for (name, transform) in outputs {
            let output = TouchOutput(name: name, transform: transform, rule: rule)
            let device = TouchDevice(
                id: "event5", name: "Screen", node: "/dev/input/event5", kind: .touchscreen,
                surface: Surface(millimetres: Vector(dx: 100, dy: 80)), slots: 10, resolution: nil, output: output)
            var line: [UInt8] = []
            ServerMessage.deviceChanged(device).append(to: &line)
            guard case .deviceChanged(let read) = try ServerMessage(line: line.dropLast()) else {
                Issue.record("another message")
                return
            }
            #expect(read.output == output)
        }
    }
}
