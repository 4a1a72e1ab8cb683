import GestureModel
import GesturePipeline
import GestureProtocol
import GestureRecognition
import Testing
import TouchInput

/// A pipeline with touchscreens and clients. Times are in milliseconds, positions in millimetres. Messages are compared as
/// words (``ServerMessage/words``).
struct Bench {
    typealias Client = ClientSession

    let pipeline: Pipeline
    private var screens: [Screen] = []
    private var framers: [ObjectIdentifier: LineFramer] = [:]

    /// - Parameter screens: The ids of the touchscreens.
    init(
        _ thresholds: Thresholds = Thresholds(), limits: Limits = Limits(), haptics: Pipeline.Haptics = .notEnabled,
        screens: [String] = ["event1"]
    ) {
        pipeline = Pipeline(thresholds: thresholds, limits: limits, haptics: haptics, server: "bench")
        for id in screens { add(id) }
    }

    // MARK: - Devices

    mutating func add(
        _ id: String, name: String = "Screen", kind: TouchDeviceKind = .touchscreen,
        availability: TouchDevice.Availability = .open, settings: DeviceSettings = DeviceSettings(),
        seat: String = "seat0"
    ) {
        do {
            let device = try pipeline.add(
                id: id, node: "/dev/input/\(id)", kind: kind, Screen.description(name), availability: availability,
                settings: settings, seat: seat)
            screens.append(Screen(device))
        } catch {
            Issue.record(error)
        }
    }

    /// One frame of a screen.
    mutating func at(_ milliseconds: Double, on screen: Int = 0, _ touches: Touch...) {
        take(screens[screen].events(at: Timestamp(milliseconds), touches), on: screen)
    }

    /// Events that arrive together.
    mutating func take(_ events: [InputEvent], on screen: Int = 0) {
        events.withUnsafeBufferPointer { screens[screen].pipelineDevice.handle($0) }
    }

    /// A device that could not be opened.
    static let unavailable = TouchDevice(
        id: "event9", name: "Screen", node: "/dev/input/event9", kind: .touchscreen, surface: Surface(size: .zero),
        slots: 0, resolution: nil, availability: .unavailable(reason: "open: Permission denied (EACCES)"))

    mutating func take(_ event: DeviceEvent, on screen: Int = 0) {
        screens[screen].pipelineDevice.handle(event)
    }

    mutating func remove(_ screen: Int = 0, at milliseconds: Double) {
        pipeline.remove(screens[screen].pipelineDevice, at: Timestamp(milliseconds))
    }

    /// Reports the state of a screen, as after lost events: these contacts are down.
    mutating func reportState(_ touches: Touch..., at milliseconds: Double, on screen: Int = 0) {
        for event in screens[screen].events(at: Timestamp(milliseconds), touches) { take(.state(event), on: screen) }
        take(.stateKnown, on: screen)
    }

    /// No frame arrives until then.
    mutating func wait(until milliseconds: Double) { pipeline.expire(upTo: Timestamp(milliseconds)) }

    /// A finger in slot 0 that goes down at (10, 10) and has dragged 10 mm a frame later.
    mutating func drag(from milliseconds: Double, on screen: Int = 0) {
        at(milliseconds, on: screen, .down(0, 10, 10))
        at(milliseconds + 8, on: screen, .move(0, 20, 10))
    }

    /// A tap of 50 ms.
    mutating func tap(at milliseconds: Double, _ x: Double = 10, _ y: Double = 10, on screen: Int = 0) {
        at(milliseconds, on: screen, .down(0, x, y))
        at(milliseconds + 50, on: screen, .lift(0))
    }

    // MARK: - Clients

    /// Connects a client that has read its `hello`.
    mutating func connect(_ peer: Peer? = nil, as role: ClientSession.Role = .subscriber) -> Client {
        guard let client = try? pipeline.connect(peer, as: role) else { preconditionFailure("too many clients") }
        keep(client)
        _ = messages(client)
        return client
    }

    /// Splits what the client reads into lines from now on.
    mutating func keep(_ client: Client) {
        framers[ObjectIdentifier(client)] = LineFramer(limit: .max)
    }

    mutating func send(_ client: Client, _ text: String, at milliseconds: Double = 0) {
        var text = text
        text.withUTF8 { pipeline.receive(UnsafeRawBufferPointer($0), from: client, at: Timestamp(milliseconds)) }
    }

    /// Answers a haptic request, and handles the requests that waited for that.
    mutating func answer(_ command: Pipeline.HapticCommand, _ refusal: HapticRefusal?, at milliseconds: Double = 0) {
        pipeline.answer(command, refusal, at: Timestamp(milliseconds))
        _ = pipeline.serve(at: Timestamp(milliseconds))
    }

    /// Subscribes with request id 0 and reads the answer; `gesture` is the JSON of it, `more` what else the request says.
    mutating func subscribe(_ client: Client, _ gesture: String, _ more: String = "") {
        send(client, #"{"type":"subscribe","id":0,"gesture":\#(gesture)\#(more.isEmpty ? "" : ",")\#(more)}"# + "\n")
        let answer = read(client)
        #expect(answer.first?.hasPrefix("ok 0") == true, "\(answer)")
        #expect(answer.dropFirst().allSatisfy { $0.hasSuffix("positions withheld") }, "\(answer)")
    }

    /// Connects a client with one subscription.
    mutating func client(_ gesture: String, _ more: String = "", _ peer: Peer? = nil) -> Client {
        let client = connect(peer)
        subscribe(client, gesture, more)
        return client
    }

    /// Lets a client read at most `most` bytes. Returns how many it read.
    mutating func flush(_ client: Client, most: Int = .max) -> Int {
        var taken = 0
        client.outbox.flush { bytes in
            taken = min(most, bytes.count)
            framers[ObjectIdentifier(client)]?.append(UnsafeRawBufferPointer(rebasing: bytes[..<taken]))
            return taken
        }
        return taken
    }

    /// Reads everything that is queued for a client.
    mutating func messages(_ client: Client) -> [ServerMessage] {
        _ = flush(client)
        var messages: [ServerMessage] = []
        while case .line(let line) = framers[ObjectIdentifier(client)]?.next() {
            do { messages.append(try ServerMessage(line: Array(line))) } catch { Issue.record(error) }
        }
        return messages
    }

    mutating func read(_ client: Client) -> [String] { messages(client).map(\.words) }

    /// Reads the gestures that are queued for a client.
    mutating func gestures(_ client: Client) -> [GestureMessage] {
        messages(client).compactMap { if case .gesture(let message) = $0 { message } else { nil } }
    }
}

extension ServerMessage {
    /// `1 began 7`: subscription 1 and gesture 7; `error 4 outOfRange`: the answer to request 4.
    var words: String {
        switch self {
        case .hello: "hello"
        case .ok(let id, let subscription): "ok \(id)" + (subscription.map { " is \($0)" } ?? "")
        case .error(let error): "error" + (error.id.map { " \($0)" } ?? "") + " \(error.code)"
        case .gesture(let message):
            "\(message.subscription) \(message.phase.name) \(message.gesture)"
                + (message.reason?.value.map { " \($0.name)" } ?? "")
        case .explanation(let message): "\(message.subscription) \(message.sentence)"
        case .accessChanged(let access):
            "access \(access.session) \(access.seats.joined(separator: "+")) \(access.focus) \(access.positions)"
        case .subscriptionChanged(let subscription, let positions): "\(subscription) positions \(positions)"
        case .deviceAdded(let device): "added \(device.id)"
        case .deviceChanged(let device): "changed \(device.id) \(device.availability)"
        case .status(let message): "status \(message.id)"
        case .contacts(let message):
            "\(message.subscription) contacts "
                + message.contacts.map {
                    "\($0.id) \($0.phase.word) \($0.state.word)" + ($0.cause.map { " \($0.word)" } ?? "")
                }
                .joined(separator: ", ")
        case .deviceRemoved(let id): "removed \(id)"
        case .unknown(let type): "unknown \(type)"
        }
    }
}

extension GestureMessage {
    var drag: GestureValue.Drag? { if case .drag(let drag) = value { drag } else { nil } }
    var tap: GestureValue.Tap? { if case .tap(let tap) = value { tap } else { nil } }
    var longPress: GestureValue.LongPress? { if case .longPress(let press) = value { press } else { nil } }
}
