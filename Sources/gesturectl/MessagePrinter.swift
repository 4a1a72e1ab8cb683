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
        json ? try printRaw(line) : try printReadably(line)
    }

    private func printRaw(_ line: [UInt8]) throws {
        Output.write(line + [UInt8(ascii: "\n")])
        // What the daemon sends begins with its type: gestures need not be decoded for it.
        if line.starts(with: #"{"type":"error""#.utf8) { throw ExitCode.failure }
    }

    private func printReadably(_ line: [UInt8]) throws {
        switch try ServerMessage(line: line) {
        case .hello(let hello): for device in hello.devices { Output.line("device   \(DeviceLine.short(device))") }
        case .gesture(let message): Output.line(GestureLine(units: units).text(message))
        case .explanation(let message): Output.line(ExplanationLine.text(message))
        case .accessChanged(let access):
            Output.line("access   session \(access.session), focus \(access.focus), positions \(access.positions)")
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
