import DesktopAccess
import GestureModel
import Testing

@testable import FocusFollowing

@Suite struct X11Tests {
    private func follow(_ conversation: RecordedConversation) -> Following {
        let server = RecordedServer(display: ())
        server.play(conversation)
        return Following(server) { () throws(DesktopFailure) in
            // The server of the recording was not queried for outputs.
            try X11Desktop(
                display: server.display, library: X11Library(xcb: "libxcb.so.1", resources: "libxcb-res.so.0"))
        }
    }

    private static func window(_ process: Int32, _ app: String, _ position: (Double, Double), _ size: (Double, Double))
        -> DesktopFocus
    {
        let rectangle = Region(
            x: position.0 / 1000, y: position.1 / 500, width: size.0 / 1000, height: size.1 / 500)
        let titles = ["XLogo": "xlogo", "XCalc": "Calculator"]
        return .window(FocusedWindow(process: process, app: app, title: titles[app], rectangle: rectangle))
    }

    /// The session of Xvfb and openbox: open, open another, return, move, resize, close, close the other.
    private static let foci: [DesktopFocus] = [
        .nowhere,
        window(18871, "XLogo", (501, 220), (100, 100)),
        window(18891, "XCalc", (137, 60), (226, 394)),
        window(18871, "XLogo", (501, 220), (100, 100)),
        window(18871, "XLogo", (-29, 70), (100, 100)),
        window(18871, "XLogo", (-29, 70), (200, 150)),
        window(18891, "XCalc", (137, 60), (226, 394)),
        .nowhere,
    ]

    @Test func `a recorded session leads to its focus changes`() throws {
        let following = follow(try RecordedConversation("x11-openbox"))
        #expect(following.foci == X11Tests.foci)
        #expect(following.end?.description.hasSuffix(": connection closed") == true)
    }

    @Test func `a server that exits at any byte is an error after its focus changes`() throws {
        let conversation = try X11Tests.beginning()
        for count in X11Tests.cuts(conversation) {
            let following = follow(conversation.cut(after: count))
            #expect(following.end != nil, "after \(count) bytes")
            #expect(X11Tests.foci.starts(with: following.foci), "after \(count) bytes")
        }
    }

    @Test func `a wrong byte in any answer never stops following without an error`() throws {
        let conversation = try X11Tests.beginning()
        for number in X11Tests.cuts(conversation).dropFirst(X11Tests.cutsOfSetup) {
            #expect(follow(conversation.spoilt(at: number)).end != nil, "byte \(number)")
        }
    }

    /// The part up to the second window. The rest contains the same kinds of messages.
    private static func beginning() throws -> RecordedConversation {
        var conversation = try RecordedConversation("x11-openbox")
        conversation.turns.removeLast(conversation.turns.count - 66)
        return conversation
    }

    private static let cutsOfSetup = 40

    /// Every byte, but few of the first answer, which is long and which only libxcb decodes.
    private static func cuts(_ conversation: RecordedConversation) -> [Int] {
        guard case .server(let setup) = conversation.turns[1] else { return [] }
        return (0..<cutsOfSetup).map { $0 * setup.count / cutsOfSetup } + (setup.count..<conversation.serverBytes.count)
    }

    @Test func `a missing display is named`() throws {
        for (display, complaint) in [
            (":4095", "no X server, or it refused access (XAUTHORITY)"),
            ("zork", "invalid display name"),
        ] {
            #expect(throws: DesktopFailure("X11 display \(display): \(complaint)")) {
                try X11Desktop(environment: ["DISPLAY": display])
            }
        }
        #expect(throws: DesktopFailure("X11: DISPLAY is not set")) { try X11Desktop(environment: [:]) }
        #expect(throws: DesktopFailure("X11: DISPLAY is not set")) { try X11Desktop(environment: ["DISPLAY": ""]) }
    }

    @Test func `a missing libxcb is named`() {
        let failure = DesktopFailure(
            "X11: libxcb-absent.so.1 cannot be loaded; on Debian, install the package libxcb1",
            command: "sudo apt install libxcb1")
        #expect(throws: failure) { try X11Library(xcb: "libxcb-absent.so.1", resources: "libxcb-res.so.0") }
    }

    @Test func `a library that lacks a function is not used`() {
        #expect(throws: DesktopFailure.self) { try X11Library(xcb: "libc.so.6", resources: "libxcb-res.so.0") }
    }

    @Test func `libxcb suffices`() throws {
        #expect(try X11Library(xcb: "libxcb.so.1", resources: "libxcb-res-absent.so.0").resources == nil)
        #expect(try X11Library(xcb: "libxcb.so.1", resources: "libxcb-res.so.0").resources != nil)
    }

    @Test(arguments: [
        ("xlogo|XLogo|", "XLogo"), ("xlogo|XLogo", "XLogo"), ("|XLogo|more|", "XLogo"), ("xlogo||", nil),
        ("xlogo|", nil), ("xlogo", nil), ("|", nil), ("", nil),
    ])
    func `the class is the second zero-terminated string`(property: String, name: String?) {
        #expect(X11WindowClass(property.utf8.map { $0 == 0x7C ? 0 : $0 })?.name == name)
    }

    @Test func `a class is UTF-8, or else Latin-1`() {
        #expect(X11WindowClass([0x61, 0, 0xC3, 0xA9, 0])?.name == "\u{E9}")
        #expect(X11WindowClass([0x61, 0, 0xE9, 0])?.name == "\u{E9}")
    }
}
