internal import ArgumentParser
internal import EvdevInput
internal import Glibc
internal import TouchInput
internal import TouchRecordings

struct Record: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Write what a device sends to standard output, as an evemu recording, until interrupted.")

    @Argument(help: ArgumentHelp("A device node, or its id: /dev/input/event5, event5.", valueName: "device"))
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
            // Whole frames at a time: an interruption waits for them and leaves a recording that can be read.
            Output.write(bytes)
            if case .lost(let error) = drained { throw error }
            if status.revents & Int16(POLLHUP | POLLERR) != 0 { throw EvdevDevice.lossError(path: path) }
            // A device that floods is not waited for, but still leaves room for an interruption.
            Interruption.whileAllowed { _ = poll(&status, 1, drained == .more ? 0 : -1) }
        }
    }
}
