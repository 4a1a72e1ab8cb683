internal import ArgumentParser
internal import EvdevInput
internal import Glibc
internal import TouchInput
internal import TouchRecordings

struct Record: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Write a device's events to standard output as an evemu recording, until interrupted.")

    @Argument(
        help: ArgumentHelp("A device node or its id, such as /dev/input/event5 or event5.", valueName: "device"),
        completion: .devices())
    var device: String

    func run() throws {
        let path = device.contains("/") ? device : "/dev/input/\(device)"
        let source = try EvdevDevice(path: path)
        Interruption.block()
        var bytes: [UInt8] = []
        EvemuWriter.header(source.description, into: &bytes)
        Output.write(bytes)
        var status = pollfd(fd: source.descriptor, events: Int16(POLLIN), revents: 0)
        while true {
            bytes.removeAll(keepingCapacity: true)
            let drained = source.drain { event in
                switch event {
                case .event(let event), .state(let event): EvemuWriter.event(event, into: &bytes)
                case .stateLost, .stateKnown: break
                }
            }
            // Only whole frames, so that an interruption leaves a readable recording.
            Output.write(bytes)
            if case .lost(let error) = drained { throw error }
            if status.revents & Int16(POLLHUP | POLLERR) != 0 { throw EvdevDevice.lossError(path: path) }
            // Does not wait while the device has more events, but still allows an interruption.
            Interruption.allow { _ = poll(&status, 1, drained == .more ? 0 : -1) }
        }
    }
}

/// Blocks SIGINT and SIGTERM, except at points where no output is incomplete.
private enum Interruption {
    static func block() { change(SIG_BLOCK) }

    /// A signal that arrived before ends the process at once.
    static func allow(during wait: () -> Void) {
        change(SIG_UNBLOCK)
        wait()
        change(SIG_BLOCK)
    }

    private static func change(_ how: Int32) {
        var signals = sigset_t()
        sigemptyset(&signals)
        for number in [SIGINT, SIGTERM] { sigaddset(&signals, number) }
        pthread_sigmask(how, &signals, nil)
    }
}
