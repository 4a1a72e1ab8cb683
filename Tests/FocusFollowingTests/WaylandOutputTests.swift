import DesktopAccess
import GestureModel
import Testing

@testable import FocusFollowing

/// How a compositor's bytes lead to outputs, without a socket.
@Suite struct WaylandOutputTests {
    private var conversation = WaylandOutputConversation()
    // The manager is bound first, then each wl_output with its zxdg_output_v1, then the callback.
    private let one: UInt32 = 5
    private let detail: UInt32 = 6
    private let end: UInt32 = 7

    private mutating func send(_ object: UInt32, _ opcode: UInt16, _ arguments: [UInt8] = []) throws(DesktopFailure) {
        try conversation.handle(WaylandMessage(object: object, opcode: opcode, arguments: arguments))
    }

    private static func string(_ text: String) -> [UInt8] {
        words(UInt32(text.utf8.count + 1)) + Array(text.utf8) + [UInt8](repeating: 0, count: 4 - text.utf8.count % 4)
    }

    private mutating func announce(_ name: UInt32, _ interface: String, _ version: UInt32) throws {
        try send(2, 0, words(name) + Self.string(interface) + words(version))
    }

    private mutating func geometry(transform: UInt32, of object: UInt32 = 5) throws {
        try send(
            object, 0, words(0, 0, 300, 200, 0) + Self.string("Maker") + Self.string("Model") + words(transform))
    }

    /// A panel of 1800 x 1200, with a scale of 1.5.
    private static func started() throws -> WaylandOutputTests {
        var tests = WaylandOutputTests()
        try tests.announce(20, "zxdg_output_manager_v1", 3)
        try tests.announce(21, "wl_output", 4)
        try tests.send(3, 0, words(1))
        try tests.geometry(transform: 0)
        try tests.send(tests.one, 1, words(1, 1800, 1200, 60000))
        try tests.send(tests.one, 3, words(2))
        try tests.send(tests.one, 4, Self.string("eDP-1"))
        try tests.send(tests.one, 2)
        try tests.send(tests.detail, 0, words(10, 20))
        try tests.send(tests.detail, 1, words(1200, 800))
        try tests.send(tests.one, 2)
        return tests
    }

    private func panel(_ width: Double, _ height: Double, transform: Int) -> ReportedOutput {
        var output = ReportedOutput(
            name: "eDP-1", place: Region(x: 10, y: 20, width: width, height: height), scale: 1.5, transform: transform)
        (output.maker, output.model) = ("Maker", "Model")
        return output
    }

    @Test mutating func `the outputs are known after the callback`() throws {
        self = try Self.started()
        #expect(conversation.dequeueOutputs() == nil)
        try send(end, 0, words(1))
        #expect(conversation.dequeueOutputs() == [panel(1200, 800, transform: 0)])
        #expect(conversation.dequeueOutputs() == nil)
    }

    @Test mutating func `a change takes effect with done, and has the fractional scale`() throws {
        self = try Self.started()
        try send(end, 0, words(1))
        _ = conversation.dequeueOutputs()
        try send(detail, 0, words(10, 20))
        try send(detail, 1, words(800, 1200))
        // The first geometry has the position of the whole pixels; the later one of the logical ones counts.
        try send(one, 0, words(10, 20, 300, 200, 0) + Self.string("Maker") + Self.string("Model") + words(1))
        #expect(conversation.dequeueOutputs() == nil)
        try send(one, 2)
        #expect(conversation.dequeueOutputs() == [panel(800, 1200, transform: 1)])
        try send(one, 2)
        #expect(conversation.dequeueOutputs() == nil, "nothing has changed")
    }

    @Test mutating func `an output that is removed is released, and its late events are ignored`() throws {
        self = try Self.started()
        try send(end, 0, words(1))
        _ = (conversation.dequeueOutputs(), conversation.dequeueRequests())
        try send(2, 1, words(21))
        #expect(conversation.dequeueOutputs() == [])
        #expect(
            conversation.dequeueRequests()
                == WaylandRequest(to: detail, 0).bytes + WaylandRequest(to: one, 0).bytes)
        try geometry(transform: 1)
        try send(one, 2)
        #expect(conversation.dequeueOutputs() == nil)
    }

    @Test mutating func `an output that is added later is bound`() throws {
        self = try Self.started()
        try send(end, 0, words(1))
        _ = (conversation.dequeueOutputs(), conversation.dequeueRequests())
        try announce(22, "wl_output", 4)
        #expect(!conversation.dequeueRequests().isEmpty)
        try geometry(transform: 0, of: 8)
        try send(8, 1, words(1, 640, 480, 0))
        try send(8, 4, Self.string("DP-1"))
        try send(9, 0, words(1210, 0))
        try send(9, 1, words(640, 480))
        try send(8, 2)
        #expect(conversation.dequeueOutputs()?.map(\.name) == ["eDP-1", "DP-1"])
    }

    @Test mutating func `without the manager, the mode and the whole scale decide`() throws {
        try announce(21, "wl_output", 2)
        try send(3, 0, words(1))
        try geometry(transform: 3, of: 4)
        try send(4, 1, words(1, 1800, 1200, 60000))
        try send(4, 3, words(2))
        try send(4, 2)
        try send(5, 0, words(1))
        let outputs = conversation.dequeueOutputs()
        #expect(outputs?.map(\.place) == [Region(x: 0, y: 0, width: 600, height: 900)])
        #expect(outputs?.map(\.scale) == [2])
    }

    @Test mutating func `a compositor that invents objects, or outputs without end, is an error`() throws {
        self = try Self.started()
        #expect(throws: DesktopFailure("event 0 of unknown object 99")) { try send(99, 0) }
        #expect(throws: DesktopFailure.self) {
            for name in 0..<2000 {
                try announce(UInt32(100 + name), "wl_output", 4)
                try send(2, 1, words(UInt32(100 + name)))
            }
        }
    }

    @Test mutating func `no byte of an event traps`() throws {
        self = try Self.started()
        try send(end, 0, words(1))
        var state: UInt64 = 1
        for _ in 0..<20_000 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            var other = self
            let bytes = (0..<Int(state >> 60) * 4).map { UInt8(truncatingIfNeeded: state >> UInt64($0 % 56)) }
            try? other.send(UInt32(state >> 40) % 8 + 1, UInt16(state >> 50) % 7, bytes)
            _ = other.conversation.dequeueOutputs()
        }
    }
}
