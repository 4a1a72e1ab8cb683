internal import ArgumentParser
internal import EvdevInput
internal import GestureModel
internal import Glibc
internal import LinuxSupport
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
        let source: EvdevDevice
        do throws(EvdevError) { source = try EvdevDevice(path: path) } catch { throw RecordingFailure(error, device) }
        Interruption.block()
        // What fingers did on a screen may be what was typed on it.
        PrivateFile.protectStandardOutput()
        var bytes: [UInt8] = []
        var description = source.description
        description.name = description.name.escapingControls
        EvemuWriter.header(description, into: &bytes)
        StandardOutput.write(bytes)
        var initialState: [InputEvent]? = Self.initialState(of: source)
        var status = pollfd(fd: source.descriptor, events: Int16(POLLIN), revents: 0)
        while true {
            bytes.removeAll(keepingCapacity: true)
            let drained = source.drain { event in
                switch event {
                case .event(let event), .state(let event):
                    // The state is written with the time of the first event, because a player waits for the time
                    // between two events.
                    for state in initialState ?? [] {
                        EvemuWriter.event(
                            InputEvent(time: event.time, type: state.type, code: state.code, value: state.value),
                            into: &bytes)
                    }
                    initialState = nil
                    EvemuWriter.event(event, into: &bytes)
                case .stateLost, .stateKnown: break
                }
            }
            // Writes only whole frames, so that an interruption leaves a readable recording.
            StandardOutput.write(bytes)
            if case .lost(let error) = drained { throw error }
            if status.revents & Int16(POLLHUP | POLLERR) != 0 { throw EvdevDevice.lossError(path: path) }
            // Does not wait while the device has more events, but still allows an interruption.
            Interruption.allow { _ = poll(&status, 1, drained == .more ? 0 : -1) }
        }
    }
}

extension Record {
    /// Returns the current values of the axes as one frame without contacts; empty if the device has no axes.
    ///
    /// The kernel does not send unchanged values. Without the current values, a finger that comes down at the x of the
    /// last lift would have no x in the recording. Tracking ids and keys are omitted, so that contacts that are already
    /// down start nothing.
    fileprivate static func initialState(of source: EvdevDevice) -> [InputEvent] {
        var events: [InputEvent] = []
        var time = Timestamp(microseconds: 0)
        source.reportInitialState { event in
            switch event {
            case .state(let event) where event.type == EventType.absolute && event.code != AbsoluteCode.trackingID:
                events.append(event)
            case .stateLost(let lost): time = lost
            case .event, .state, .stateKnown: break
            }
        }
        guard !events.isEmpty else { return [] }
        let report = InputEvent(
            time: time, type: EventType.synchronization, code: SynchronizationCode.report, value: 0)
        return events + [report]
    }
}

/// Why a device cannot be recorded, with a command that helps if there is one.
private struct RecordingFailure: Error, CustomStringConvertible {
    let description: String

    init(_ error: EvdevError, _ device: String) {
        switch error.code {
        case EACCES, EPERM:
            description = "\(error)\nrun: sudo gesturectl record \(device) > recording.evemu"
        case ENOENT:
            description = "\(error)\n`gesturectl devices` lists the touch devices, such as event5"
        default: description = "\(error)"
        }
    }
}

/// Blocks SIGINT and SIGTERM, except at points where all output is complete.
private enum Interruption {
    static func block() { change(SIG_BLOCK) }

    /// Allows the signals during `wait`. A signal that has already arrived ends the process at once.
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
