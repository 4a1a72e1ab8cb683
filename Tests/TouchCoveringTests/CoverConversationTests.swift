import DesktopAccess
import GestureModel
import Testing

@testable import TouchCovering

/// The requests for surfaces, and how they follow a compositor's events, without a socket.
@Suite struct CoverConversationTests {
    private var conversation = CoverConversation()
    /// The requests that the compositor received since they were last looked at.
    private var framer = WaylandFramer()
    private static let strip = ScreenCover(on: .named("DP-1".exact), areas: [CoverArea(.edge(.right, nil), width: 3)])
    private static let seat: UInt32 = 12
    /// The first surface's objects: wl_surface, wp_viewport, zwlr_layer_surface_v1.
    private static let surface: UInt32 = 13
    private static let viewport: UInt32 = 14
    private static let layer: UInt32 = 15
    private static let display: UInt32 = 1

    private static func words(_ words: UInt32...) -> [UInt8] { words.withUnsafeBytes { Array($0) } }

    private static func string(_ text: String) -> [UInt8] {
        words(UInt32(text.utf8.count + 1)) + Array(text.utf8) + [UInt8](repeating: 0, count: 4 - text.utf8.count % 4)
    }

    private mutating func send(_ object: UInt32, _ opcode: UInt16, _ arguments: [UInt8] = []) throws(DesktopFailure) {
        try conversation.handle(WaylandMessage(object: object, opcode: opcode, arguments: arguments))
    }

    private mutating func announce(_ interfaces: [String]) throws {
        for (name, interface) in interfaces.enumerated() {
            try send(2, 0, Self.words(UInt32(name)) + Self.string(interface) + Self.words(9))
        }
        try send(3, 0, Self.words(1))
    }

    private mutating func outputIs(_ width: UInt32, _ height: UInt32, transform: UInt32 = 0) throws {
        try send(4, 0, Self.words(0, 0, 100, 60, 0) + Self.string("") + Self.string("") + Self.words(transform))
        try send(4, 1, Self.words(1, width, height, 60))
        try send(4, 4, Self.string("DP-1"))
        try send(4, 2)
    }

    private static let interfaces = [
        "wl_compositor", "wl_shm", "wp_viewporter", "zwlr_layer_shell_v1", "wl_seat", "wl_output",
    ]

    /// A compositor with an output of 1000 by 600 pixels and 100 by 60 mm.
    private static func started(covering screen: ScreenCover? = nil) throws -> CoverConversationTests {
        var tests = CoverConversationTests()
        try tests.announce(interfaces)
        try tests.outputIs(1000, 600)
        try tests.send(5, 0, words(1))
        _ = try tests.requests()
        if let screen { _ = try tests.cover(screen) }
        return tests
    }

    private mutating func requests() throws -> [String] {
        framer.append(conversation.dequeueRequests())
        var found: [String] = []
        while let message = try framer.next() {
            let words = stride(from: 0, to: message.arguments.count, by: 4).map { offset in
                Int32(bitPattern: message.arguments[offset...].word(at: 0))
            }
            found.append("\(message.object).\(message.opcode) \(words.map(String.init).joined(separator: " "))")
        }
        return found
    }

    private mutating func cover(_ screens: ScreenCover...) throws -> [String] {
        conversation.cover(screens)
        return try requests()
    }

    @Test mutating func `a strip is a surface in the layer above all, without the keyboard and without a zone`() throws
    {
        self = try Self.started()
        let made = try cover(Self.strip)
        // The layer shell is object 6, the compositor 7, the viewporter 8; the output is object 4.
        #expect(made.prefix(2) == ["7.0 13", "8.1 14 13"])
        // get_layer_surface: the id, the surface, the output, overlay, the text of 9 bytes.
        #expect(made[2].hasPrefix("6.0 15 13 4 3 9 "))
        #expect(made.dropFirst(3) == ["15.0 30 600", "15.1 5", "15.2 -1", "15.3 0 0 0 970", "15.4 0", "13.6 "])
        #expect(!conversation.isSettled)
    }

    @Test mutating func `the transparent pixel is shown once the compositor has said the size`() throws {
        self = try Self.started(covering: Self.strip)
        try send(Self.layer, 0, Self.words(77, 30, 600))
        #expect(try requests() == ["15.6 77", "14.2 30 600", "13.1 11 0 0", "13.2 0 0 30 600", "13.6 "])
        #expect(conversation.isSettled)
        // A size of 0 leaves it to the client.
        try send(Self.layer, 0, Self.words(78, 0, 0))
        #expect(try requests().contains("14.2 30 600"))
    }

    @Test mutating func `what is no longer wanted is destroyed, and its ids are used again once they are free`() throws
    {
        self = try Self.started(covering: Self.strip)
        #expect(try cover() == ["15.7 ", "14.0 ", "13.0 "])
        // Late events of a destroyed surface mean nothing.
        try send(Self.layer, 0, Self.words(77, 30, 600))
        #expect(try requests() == [])
        let before = try cover(Self.strip)
        #expect(before.first == "7.0 16")
        for id in [Self.layer, Self.viewport, Self.surface] { try send(Self.display, 1, Self.words(id)) }
        _ = try cover()
        #expect(try cover(Self.strip).first == "7.0 13")
    }

    @Test mutating func `a strip follows its output when it turns`() throws {
        self = try Self.started(covering: Self.strip)
        try outputIs(1000, 600, transform: 1)
        let moved = try requests()
        #expect(moved.prefix(3) == ["15.7 ", "14.0 ", "13.0 "])
        // 600 by 1000 pixels are 60 by 100 mm.
        #expect(moved.contains("18.0 30 1000") && moved.contains("18.3 0 0 0 570"), "\(moved)")
        #expect(conversation.count == 1)
    }

    @Test mutating func `an output that goes takes its strips along, and one that comes gets them`() throws {
        self = try Self.started(covering: Self.strip)
        try send(Self.layer, 1)
        try send(2, 1, Self.words(5))
        #expect(conversation.dequeueEvents() == [])
        #expect(conversation.count == 0)
        #expect(try requests().contains("15.7 "))
    }

    @Test mutating func `strips that the compositor closes stay away until something else is wanted`() throws {
        self = try Self.started(covering: Self.strip)
        try send(Self.layer, 1)
        #expect(conversation.dequeueEvents() == [.refused(output: "DP-1")])
        #expect(try requests() == ["15.7 ", "14.0 ", "13.0 "])
        #expect(try cover(Self.strip) == [])
        _ = try cover()
        #expect(try cover(Self.strip).first == "7.0 16")
    }

    @Test mutating func `the surfaces take part in touches, and all fingers lift before that is reported`() throws {
        self = try Self.started()
        try send(Self.seat, 0, Self.words(4))
        #expect(try requests() == ["12.2 13"])
        _ = try cover(ScreenCover(on: .every, areas: [CoverArea(.everywhere, width: 0)]))
        func down(_ id: UInt32) -> [UInt8] { Self.words(1, 2, 14, id, 0, 0) }
        try send(13, 0, down(0))
        try send(13, 0, down(1))
        try send(13, 1, Self.words(3, 4, 0))
        #expect(conversation.dequeueEvents() == [])
        try send(13, 1, Self.words(3, 4, 1))
        #expect(conversation.dequeueEvents() == [.lifted])
        try send(13, 0, down(2))
        try send(13, 4)
        #expect(conversation.dequeueEvents() == [.lifted])
        // The touchscreen is unplugged.
        try send(Self.seat, 0, Self.words(0))
        #expect(try requests() == ["13.0 "])
    }

    @Test
    mutating func `a finger on a surface that goes has lifted: its output was unplugged, turned or is not wanted`()
        throws
    {
        for change in 0..<3 {
            self = try Self.started()
            try send(Self.seat, 0, Self.words(4))
            let shield = ScreenCover(on: .every, areas: [CoverArea(.everywhere, width: 0)])
            _ = try cover(shield)
            // The touch is object 13, so the surface is 14.
            try send(13, 0, Self.words(1, 2, 14, 0, 0, 0))
            #expect(conversation.isTouched)
            switch change {
            case 0: try send(2, 1, Self.words(5))
            case 1: try outputIs(1000, 600, transform: 1)
            default: _ = try cover()
            }
            #expect(!conversation.isTouched && conversation.dequeueEvents() == [.lifted], "\(change)")
            // A late event of it means nothing.
            try send(13, 1, Self.words(3, 4, 0))
            #expect(conversation.dequeueEvents() == [])
        }
    }

    @Test mutating func `of more fingers than people have on a table the first 100 count`() throws {
        self = try Self.started()
        try send(Self.seat, 0, Self.words(4))
        _ = try cover(ScreenCover(on: .every, areas: [CoverArea(.everywhere, width: 0)]))
        for id in 0..<100_000 as Range<UInt32> { try send(13, 0, Self.words(1, 2, 14, id, 0, 0)) }
        for id in 0..<99 as Range<UInt32> { try send(13, 1, Self.words(3, 4, id)) }
        #expect(conversation.isTouched && conversation.dequeueEvents() == [])
        for id in 99..<100_000 as Range<UInt32> { try send(13, 1, Self.words(3, 4, id)) }
        #expect(!conversation.isTouched && conversation.dequeueEvents() == [.lifted])
    }

    @Test mutating func `a finger on one strip stays there when another strip goes`() throws {
        self = try Self.started()
        try send(Self.seat, 0, Self.words(4))
        _ = try requests()
        let left = CoverArea(.edge(.left, nil), width: 3)
        let made = try cover(ScreenCover(on: .only, areas: [left]))
        #expect(made.first == "7.0 14")
        try send(13, 0, Self.words(1, 2, 14, 0, 0, 0))
        _ = try cover(ScreenCover(on: .only, areas: [left, CoverArea(.edge(.right, nil), width: 3)]))
        #expect(try cover(ScreenCover(on: .only, areas: [left])).count == 3)
        #expect(conversation.isTouched && conversation.dequeueEvents() == [])
    }

    @Test mutating func `another scale moves the strips, and the same areas again change nothing`() throws {
        self = try Self.started(covering: Self.strip)
        #expect(try cover(Self.strip) == [])
        // Twice the pixels on the same monitor.
        try outputIs(2000, 1200)
        let moved = try requests()
        #expect(moved.prefix(3) == ["15.7 ", "14.0 ", "13.0 "] && moved.contains("18.0 60 1200"), "\(moved)")
        // The compositor repeats what has not changed.
        try outputIs(2000, 1200)
        #expect(try requests() == [])
    }

    @Test mutating func `a strip that is wanted as before stays while other rules come and go`() throws {
        self = try Self.started(covering: Self.strip)
        let both = ScreenCover(
            on: .named("DP-1".exact), areas: Self.strip.areas.union([CoverArea(.edge(.top, nil), width: 3)]))
        #expect(try cover(both).filter { $0.hasPrefix("15.") || $0.hasPrefix("13.") } == [])
        #expect(conversation.count == 2)
        #expect(try cover(Self.strip).contains("15.7 ") == false)
        #expect(conversation.count == 1)
    }

    @Test mutating func `a compositor that repeats itself makes nothing grow`() throws {
        self = try Self.started()
        try send(Self.seat, 0, Self.words(4))
        _ = try cover(Self.strip)
        _ = try requests()
        for number in 0..<10_000 as Range<UInt32> {
            // Fingers that never lift, each another; sizes; and the surface's outputs.
            try send(13, 0, Self.words(1, 2, 14, number, 0, 0))
            try send(16, 0, Self.words(number, 30, 600))
            try send(14, 0, Self.words(4))
            try outputIs(1000, 600)
            #expect(try requests().count == 5)
        }
        #expect(conversation.count == 1 && conversation.isTouched)
        _ = try cover()
        #expect(conversation.dequeueEvents() == [.lifted])
    }

    @Test(arguments: [
        (13 as UInt32, 0 as UInt16, 1), (13, 1, 2), (16, 0, 2), (12, 0, 0), (1, 0, 1), (1, 1, 0), (99, 0, 0),
    ])
    func `an event that is too short, or of an object that does not exist, is an error`(
        _ object: UInt32, _ opcode: UInt16, _ words: Int
    ) throws {
        var tests = try Self.started()
        try tests.send(Self.seat, 0, Self.words(4))
        _ = try tests.cover(Self.strip)
        #expect(throws: DesktopFailure.self) {
            try tests.send(object, opcode, [UInt8](repeating: 0, count: 4 * words))
        }
    }

    @Test mutating func `an error of the compositor is an error with its words`() throws {
        self = try Self.started(covering: Self.strip)
        let error = #expect(throws: DesktopFailure.self) {
            try send(Self.display, 0, Self.words(15, 2) + Self.string("bad size"))
        }
        #expect(error?.description.contains("bad size") == true, "\(error?.description ?? "")")
    }

    @Test(arguments: ["wl_compositor", "wl_shm", "wp_viewporter"])
    func `a compositor without an interface is an error that names it`(_ missing: String) throws {
        var tests = CoverConversationTests()
        try tests.announce(Self.interfaces.filter { $0 != missing })
        try tests.outputIs(1000, 600)
        let error = #expect(throws: DesktopFailure.self) { try tests.send(5, 0, Self.words(1)) }
        #expect(error?.description == "the compositor lacks \(missing)")
    }

    @Test mutating func `without such surfaces a compositor still says where the areas are, among all outputs`() throws
    {
        try announce(Self.interfaces.filter { $0 != "zwlr_layer_shell_v1" })
        try outputIs(1000, 600)
        try send(5, 0, Self.words(1))
        _ = try requests()
        #expect(!conversation.hasSurfaces)
        #expect(try cover(Self.strip) == [])
        #expect(conversation.regions == [Region(x: 970, y: 0, width: 30, height: 600)])
    }
}
