internal import ArgumentParser
internal import GestureModel
internal import GestureProtocol
internal import LinuxSupport

/// Prints the daemon's messages, as text or unchanged.
struct MessagePrinter {
    let json: Bool
    /// The units of the values.
    var units = ValueUnits.points

    /// - Throws: `ExitCode.failure`, after printing the error, if the daemon refused a request.
    func print(_ line: [UInt8]) throws {
        json ? try printJSON(line) : try printText(line)
    }

    private func printJSON(_ line: [UInt8]) throws {
        Output.write(line + [UInt8(ascii: "\n")])
        // The daemon's lines begin with the type, so gestures need not be decoded.
        if line.starts(with: #"{"type":"error""#.utf8) { throw ExitCode.failure }
    }

    private func printText(_ line: [UInt8]) throws {
        switch try ServerMessage(line: line) {
        case .hello(let hello): for device in hello.devices { Output.line("device   \(DeviceText.line(device))") }
        case .gesture(let message): Output.line(GestureLine(units: units).text(message))
        case .explanation(let message): Output.line(text(message))
        case .accessChanged(let access):
            Output.line("access   session \(access.session), focus \(access.focus), positions \(access.positions)")
        case .subscriptionChanged(let number, let positions):
            Output.line("access   subscription \(number): positions \(positions)")
        case .deviceAdded(let device): Output.line("added    \(DeviceText.line(device))")
        case .deviceChanged(let device): Output.line("changed  \(DeviceText.line(device))")
        case .deviceRemoved(let id): Output.line("removed  \(id)")
        case .error(let error):
            StandardError.writeLine("gesturectl: \(error.code): \(error.message)")
            throw ExitCode.failure
        case .ok, .unknown: break
        }
    }

    /// `81.233 event3 why       tap: moved 14.2 pt > 10 pt at 92 ms (1 finger)`.
    private func text(_ message: ExplanationMessage) -> String {
        let fingers = message.fingers == 1 ? "1 finger" : "\(message.fingers) fingers"
        let missed = message.missed > 0 ? "; \(message.missed) earlier explanations dropped" : ""
        let head = "\(GestureLine.seconds(message.time)) \(message.device) why"
        return "\(head)       \(message.sentence) (\(fingers)\(missed))"
    }
}
