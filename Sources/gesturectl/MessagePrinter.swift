internal import ArgumentParser
internal import GestureModel
internal import GestureProtocol
internal import Glibc

/// Prints the daemon's lines, for people or as they are.
struct MessagePrinter {
    let json: Bool

    /// - Throws: `ExitCode.failure` when the daemon refused a request; what it said is printed.
    func print(_ line: [UInt8]) throws {
        guard !json else {
            Output.write(line + [UInt8(ascii: "\n")])
            return
        }
        switch try ServerMessage(line: line) {
        case .hello(let hello): for device in hello.devices { Output.line("device   \(DeviceLine.short(device))") }
        case .gesture(let message): Output.line(GestureLine.text(message))
        case .deviceAdded(let device): Output.line("added    \(DeviceLine.short(device))")
        case .deviceChanged(let device): Output.line("changed  \(DeviceLine.short(device))")
        case .deviceRemoved(let id): Output.line("removed  \(id)")
        case .error(let error):
            fputs("gesturectl: \(error.code): \(error.message)\n", stderr)
            throw ExitCode.failure
        case .ok, .unknown: break
        }
    }
}
