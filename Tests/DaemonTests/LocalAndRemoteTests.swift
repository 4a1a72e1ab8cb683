import FakeEvdev
import GestureClient
import GestureModel
import Gestures
import Strokes
import Testing
import TouchInput

/// A gesture that is fed frames in the process and one that is attached to the daemon call the same callbacks, in the same
/// order, with the same values, times and reasons.
@Suite("Local and remote recognition") struct LocalAndRemoteTests {
    /// Every kind of gesture in the library. Add a new kind here.
    static var gestures: [LoggedGesture] {
        [
            LoggedGesture("tap", TapGesture()),
            LoggedGesture("tap of two fingers", TapGesture(fingers: 2)),
            LoggedGesture("double tap", TapGesture(count: 2)),
            LoggedGesture("spatial tap", SpatialTapGesture(fingers: [1, 2, 3, 4, 5])),
            LoggedGesture("spatial double tap", SpatialTapGesture(count: 2)),
            LoggedGesture("long press", LongPressGesture()),
            LoggedGesture(
                "short long press", LongPressGesture(minimumDuration: 0.1, maximumDistance: 3, fingers: [2, 3])),
            LoggedGesture("press and hold", LongPressGesture(minimumDuration: .infinity)),
            LoggedGesture("onLongPressGesture", nil) { log in
                onLongPressGesture(minimumDuration: 0.3) {
                    log.add("performed")
                } onPressingChanged: {
                    log.add("pressing", $0)
                }
            },
            LoggedGesture("press at once", LongPressGesture(minimumDuration: 0)),
            LoggedGesture(
                "press that may go anywhere", LongPressGesture(minimumDuration: 0.1, maximumDistance: .infinity)),
            LoggedGesture("progress", nil) { log in
                let progress = LongPressProgress()
                return onLongPressGesture(minimumDuration: 0.1, fingers: [1, 2], progress: progress) {
                    guard let deadline = progress.deadline else { return log.add("no progress") }
                    let before = deadline + .milliseconds(-30)
                    log.add("performed", "\(deadline.microseconds) \(progress.fraction(at: before))")
                } onPressingChanged: {
                    log.add("pressing", "\($0) \(progress.isPressing)")
                }
            },
            LoggedGesture("drag", DragGesture()),
            LoggedGesture("drag at once", DragGesture(minimumDistance: 0)),
            LoggedGesture("drag of more", DragGesture(fingers: [2, 3, 4, 5])),
            LoggedGesture(
                "drag in a region", DragGesture(minimumDistance: 2, fingers: [1, 2, 3]),
                in: Region(x: 0, y: 0, width: 250.5, height: 180)),
            LoggedGesture("swipe", SwipeGesture(fingers: [1, 2, 3, 10])),
            LoggedGesture("drag from an edge", DragGesture(fingers: [1, 2], edges: .all, edgeDistance: 100.1)),
            LoggedGesture("magnify", MagnifyGesture()),
            LoggedGesture("rotate", RotateGesture(), in: Region(x: 10, y: 10, width: 1000, height: 1000)),
            LoggedGesture("everything on a touchscreen", StandardGesture(.touchscreen)),
            LoggedGesture("everything on a touchpad", StandardGesture(.touchpad)),
            LoggedGesture(
                "everything in a region", StandardGesture(.touchscreen),
                in: Region(x: 0, y: 0, width: 250.5, height: 180)),
        ] + compositions
    }

    private static var compositions: [LoggedGesture] {
        [
            LoggedGesture("press and drag", LongPressGesture().simultaneously(with: DragGesture())),
            LoggedGesture("press, then drag", LongPressGesture(minimumDuration: 0.2).sequenced(before: DragGesture())),
            LoggedGesture("tap, then drag", SpatialTapGesture().sequenced(before: DragGesture(minimumDistance: 2))),
            LoggedGesture("double or single", SpatialTapGesture(count: 2).exclusively(before: SpatialTapGesture())),
            LoggedGesture("far or near", DragGesture(minimumDistance: 60).exclusively(before: DragGesture())),
            LoggedGesture("press against drag", LongPressGesture().race(against: DragGesture(minimumDistance: 0))),
            LoggedGesture(
                "pinch, or else scroll",
                MagnifyGesture().simultaneously(with: RotateGesture())
                    .race(against: DragGesture(minimumDistance: 20, fingers: [2, 3]))),
            LoggedGesture("inner callbacks", nil) { log in
                TapGesture(count: 2).onEnded { log.add("double") }.onCancelled { log.add("no double", $0) }
                    .exclusively(
                        before: LongPressGesture().onChanged { log.add("pressing", $0, isIntermediate: true) }
                            .onEnded { log.add("pressed", $0) }.onCancelled { log.add("not pressed", $0) }
                            .simultaneously(with: DragGesture().onEnded { log.add("dragged", $0.translation) })
                    )
                    .onEnded { log.add("over", $0) }.onCancelled { log.add("cancelled", $0) }
            },
        ]
    }

    @Test(.enabled(if: RecordedFiles.hasRecordings, "../shared/recordings is absent"))
    func `agree on every recording`() throws {
        try expectSame(TouchStream.recorded)
    }

    @Test func `agree on random strokes`() throws {
        try expectSame((0..<200).map(TouchStream.random))
    }

    private func expectSame(_ streams: [TouchStream]) throws {
        let pair = try LocalAndRemote(Self.gestures)
        var entries = 0
        for stream in streams {
            try pair.play(stream)
            for (gesture, logs) in zip(pair.gestures, pair.logs) {
                let local = logs.local.entries
                expectEqual(logs.prompt.entries, local, "\(stream.name): \(gesture.name)")
                expectEqual(
                    logs.slow.entries.filter { !$0.isIntermediate }, local.filter { !$0.isIntermediate },
                    "\(stream.name), read slowly: \(gesture.name)")
                entries += local.count
            }
        }
        #expect(entries > 1000)
        // The slow reader was slow indeed.
        #expect(pair.replaced > 0)
    }

    private func expectEqual(_ remote: [CallbackLog.Entry], _ local: [CallbackLog.Entry], _ what: String) {
        guard remote != local else { return }
        let index = zip(remote, local).enumerated().first { $1.0 != $1.1 }?.offset ?? min(remote.count, local.count)
        Issue.record(
            """
            \(what): callback \(index) of \(local.count) here and \(remote.count) through the daemon
            here   \(index < local.count ? local[index].text : "none")
            daemon \(index < remote.count ? remote[index].text : "none")
            """)
    }
}

/// The callbacks of one gesture: in this process, of the prompt reader and of the slow reader.
private struct Logs {
    let local = CallbackLog()
    let prompt = CallbackLog()
    let slow = CallbackLog()
}

/// Recognisers in this process, and two clients of one daemon: one reads at once, and one reads at the end.
private final class LocalAndRemote {
    private let daemon: DaemonProcess
    private let prompt: GestureClient
    private let slow: GestureClient
    let gestures: [LoggedGesture]
    let logs: [Logs]
    /// Values that were coalesced for the slow reader.
    private(set) var replaced = 0
    private var devices = 10

    init(_ gestures: [LoggedGesture]) throws {
        self.gestures = gestures
        logs = gestures.map { _ in Logs() }
        // Large enough that the slow reader is not disconnected.
        let daemon = try DaemonProcess(configuration: "[limits]\noutbox = 16777216\n")
        self.daemon = daemon
        // The daemon is listening once another client has connected.
        let observer = try daemon.client()
        prompt = GestureClient(path: daemon.socket)
        slow = GestureClient(path: daemon.socket)
        for (gesture, log) in zip(gestures, logs) {
            gesture.attach(prompt, log.prompt)
            gesture.attach(slow, log.slow)
        }
        // Clients are served in turns, after devices: a touch could come before the last request.
        func hasSubscribed() throws -> Bool {
            let users = try observer.request("status").objects("users")
            return users.contains { $0.number("subscriptions", "used") == Double(2 * gestures.count) }
        }
        let end = Timestamp.now + .seconds(timeout)
        while try !hasSubscribed(), .now < end {
            for client in [prompt, slow] { client.wait(timeout: .milliseconds(10)) }
        }
    }

    /// Plays a stream on a new device. Its times are far ahead of the clock, so that each deadline expires with the next
    /// frame and none by waiting.
    func play(_ stream: TouchStream) throws {
        guard var assembler = try? FrameAssembler(stream.description, kind: stream.kind) else { return }
        var filter = ContactFilter(for: assembler, stream.description, kind: stream.kind)
        setInitialState(of: stream, to: &assembler)
        for log in logs { [log.local, log.prompt, log.slow].forEach { $0.clear() } }
        let sysname = "event\(devices)"
        devices += 1
        try daemon.devices.add(stream.description, as: sysname, stream.kind)
        for client in [prompt, slow] { wait(client) { client.devices.contains { $0.id == sysname } } }

        // Rounded as the daemon sends it: to a thousandth of a millimetre.
        guard let surface = prompt.devices.first(where: { $0.id == sysname })?.surface else { return }
        let recognisers = zip(gestures, logs).map { $0.recogniser($1.local, surface) }

        let start = Timestamp.now.microseconds + 1_000_000_000
        // Few enough at a time that the kernel can buffer what the prompt reader is sent meanwhile.
        for first in stride(from: 0, to: stream.frames.count, by: 8) {
            let chunk = stream.frames[first..<min(first + 8, stream.frames.count)].map { ($0.time + start, $0.events) }
            for frame in chunk { feed(recognisers, &assembler, &filter, frame) }
            try daemon.devices.play(sysname, chunk)
            // Missing callbacks are found by the comparison.
            guard wait(prompt, until: { count(\.prompt) >= count(\.local) }) else { break }
        }
        for recogniser in recognisers { recogniser.cancel(.deviceLost, at: assembler.frame.time) }
        daemon.devices.remove(sysname)
        for client in [prompt, slow] { wait(client) { !client.devices.contains { $0.id == sysname } } }
        replaced += count(\.local) - count(\.slow)
    }

    /// The state that the daemon reads from an untouched device, which sets the slots' positions.
    private func setInitialState(of stream: TouchStream, to assembler: inout FrameAssembler) {
        func set(_ code: UInt16, _ value: Int32) {
            let time = Timestamp(microseconds: 0)
            _ = assembler.handle(InputEvent(time: time, type: EventType.absolute, code: code, value: value))
        }
        assembler.beginResynchronisation()
        let axes = stream.description.axes.map(\.code)
        if let slots = stream.description.axis(AbsoluteCode.slot)?.maximum {
            for slot in 0...max(slots, 0) {
                set(AbsoluteCode.slot, slot)
                for code in axes where code > AbsoluteCode.slot { set(code, code == AbsoluteCode.trackingID ? -1 : 0) }
            }
            set(AbsoluteCode.slot, 0)
        }
        for code in axes where code < AbsoluteCode.slot { set(code, 0) }
        assembler.endResynchronisation()
    }

    /// As in the daemon, without rejected contacts.
    private func feed(
        _ recognisers: [GestureRecogniser], _ assembler: inout FrameAssembler, _ filter: inout ContactFilter,
        _ frame: (time: Int64, events: [FakeEvent])
    ) {
        for event in frame.events + [.report] {
            let time = Timestamp(microseconds: frame.time)
            let step = assembler.handle(
                InputEvent(time: time, type: event.type, code: event.code, value: event.value))
            guard step == .frame else { continue }
            while let deadline = filter.deadline, deadline < time {
                filter.expire(at: deadline)
                show(filter.frame, to: recognisers)
            }
            filter.filterFrame(of: &assembler)
            if let confirmed = filter.confirmed { show(confirmed, to: recognisers) }
            show(filter.frame, to: recognisers)
        }
    }

    private func show(_ frame: TouchFrame, to recognisers: [GestureRecogniser]) {
        guard !frame.contacts.isEmpty else { return }
        for recogniser in recognisers { recogniser.update(frame) }
    }

    private func count(_ log: KeyPath<Logs, CallbackLog>) -> Int {
        logs.reduce(0) { $0 + $1[keyPath: log].entries.count }
    }

    @discardableResult private func wait(_ client: GestureClient, until condition: () -> Bool) -> Bool {
        let end = Timestamp.now + .seconds(timeout)
        while !condition(), .now < end { client.wait(timeout: .milliseconds(100)) }
        return condition()
    }
}
