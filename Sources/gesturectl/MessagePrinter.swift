internal import ArgumentParser
internal import CommandLineTool
internal import GestureModel
internal import GestureProtocol

/// Prints the daemon's lines, for people or as they are.
struct MessagePrinter {
    let json: Bool
    /// What the values were asked for in.
    var units = ValueUnits.points

    /// - Throws: `ExitCode.failure` when the daemon refused a request; what it said is printed.
    func print(_ line: [UInt8]) throws {
        guard !json else {
            Output.write(line + [UInt8(ascii: "\n")])
            return
        }
        switch try ServerMessage(line: line) {
        case .hello(let hello): for device in hello.devices { Output.line("device   \(DeviceLine.short(device))") }
        case .gesture(let message): Output.line(GestureLine(units: units).text(message))
        case .deviceAdded(let device): Output.line("added    \(DeviceLine.short(device))")
        case .deviceChanged(let device): Output.line("changed  \(DeviceLine.short(device))")
        case .deviceRemoved(let id): Output.line("removed  \(id)")
        case .error(let error):
            StandardError.line("gesturectl: \(error.code): \(error.message)")
            throw ExitCode.failure
        case .ok, .unknown: break
        }
    }
}
