import FakeEvdev
import Strokes
import Testing

@Suite("gesturectl recognise") struct RecogniseTests {
    let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private func recognise(_ arguments: String..., input: String = "/dev/null") -> Program {
        Program("gesturectl", ["recognise"] + arguments, input: input)
    }

    private static let tap = [
        #"{"type":"gesture","subscription":1,"gesture":1,"phase":"began","time":1050000,"device":"recording-1","#
            + #""value":{"tap":{"fingers":1,"count":1,"location":[150,85]}}}"#,
        #"{"type":"gesture","subscription":1,"gesture":1,"phase":"ended","time":1050000,"device":"recording-1","#
            + #""value":{"tap":{"fingers":1,"count":1,"location":[150,85]}}}"#,
    ]

    @Test(arguments: ["evemu", "libinput", "getevent"])
    func `finds the same gesture in every recording format`(_ format: String) throws {
        let texts = [
            "evemu": Recordings.tap, "libinput": Recordings.libinputTap, "getevent": Recordings.geteventTap,
        ]
        let file = try directory.file(format, texts[format] ?? "")
        let program = recognise(file, "--gesture", #"{"tap":{}}"#, "--units", "millimetres", "--json")
        #expect(program.exit() == .exited(0))
        #expect(program.errors.isEmpty)
        #expect(program.outputLines.filter { $0.contains("gesture") && !$0.contains("hello") } == Self.tap)
    }

    @Test func `reads standard input for a minus sign`() throws {
        let file = try directory.file("tap", Recordings.tap)
        let program = recognise("-", "--gesture", #"{"tap":{}}"#, input: file)
        #expect(program.exit() == .exited(0))
        #expect(program.outputLines.suffix(2).contains { $0.hasSuffix("ended     1 finger  at 944.9, 535.4") })
    }

    /// A touchscreen that sent a tap, and a touchpad that sent nothing.
    private func twoDevices() throws -> String {
        let second = Recordings.libinputTap.split(separator: "\n", omittingEmptySubsequences: false)
            .drop { !$0.hasPrefix("- node") }.prefix { !$0.hasPrefix("  events") }.joined(separator: "\n")
            .replacing("event5", with: "event6").replacing("Fake Touchscreen", with: "Second")
        return try directory.file(
            "two", Recordings.libinputTap.replacing("ndevices: 1", with: "ndevices: 2") + second + "\n")
    }

    @Test(arguments: [["recognise"], ["explain"], ["report", "--output", "-"]])
    func `says that a recording has more devices`(_ command: [String]) throws {
        let file = try twoDevices()
        let program = Program("gesturectl", command + [file])
        #expect(program.exit() == .exited(0))
        let list = "2 touch devices: 1 Fake Touchscreen (touchscreen), 2 Second (touchscreen)"
        #expect(program.errors.contains("gesturectl: \(file): \(list); this is 1, --device N is another"))
        let first = Program("gesturectl", command + [file, "--device", "1"])
        #expect(first.exit() == .exited(0))
        #expect(!first.errors.contains("touch devices"))
        #expect(first.output == program.output)
        for (number, reason) in [
            ("2", "device 2 sent no events; it has \(list)"), ("3", "no device 3: it has \(list)"),
        ] {
            let other = Program("gesturectl", command + [file, "--device", number])
            #expect(other.exit() != .exited(0))
            #expect(other.errors.contains("\(file): \(reason)"), "\(other.errors)")
        }
    }

    @Test func `a movement says what it became, and a tap needs no further line`() throws {
        let tour = try directory.file("tour", String(decoding: Tour.touchpad.recording.evemu, as: UTF8.self))
        let program = recognise(tour)
        #expect(program.exit() == .exited(0))
        let became = program.outputLines.filter { $0.contains(" became ") }
        #expect(became.count == 5, "\(became)")
        #expect(
            became.last?.hasSuffix("became    3 fingers, 37 mm right in 0.43 s") == true, "\(became)")
        let cut = try directory.file("cut", String(decoding: ExampleStroke.cutOffDrag.recording.evemu, as: UTF8.self))
        let cancelled = recognise(cut)
        #expect(cancelled.exit() == .exited(0))
        let last = try #require(cancelled.outputLines.last { $0.contains(" became ") })
        #expect(last.contains("became    1 finger, 11 mm down-right in "))
        #expect(last.contains(", cancelled: the device was removed"))
    }

    @Test(arguments: Tour.allCases)
    func `a pipe receives the protocol's words, and a terminal shows people's`(_ tour: Tour) throws {
        let file = try directory.file("tour", String(decoding: tour.recording.evemu, as: UTF8.self))
        let piped = recognise(file)
        let shown = Program(
            "/usr/bin/script", ["-qec", "\(BuildProducts.path("gesturectl")) recognise \(file)", "/dev/null"],
            environment: ["SHELL": "/bin/sh"])
        #expect(piped.exit() == .exited(0) && shown.exit() == .exited(0))
        let words = ["longPress", "magnify", "rotate", "simultaneous"]
        for word in words { #expect(piped.output.contains(" \(word) "), "\(word)") }
        for word in words { #expect(!shown.output.contains(word), "\(word)") }
        for word in ["long press", "pinch", "turn"] { #expect(shown.output.contains(" \(word) "), "\(word)") }
    }

    @Test func `accepts any device name`() throws {
        let file = try directory.file("tap", Recordings.tap)
        for name in ["a\tb", #"quo"te\"#] {
            let program = recognise(file, "--device", name)
            #expect(program.exit() == .exited(0))
            #expect(!program.output.contains("began"))
        }
    }

    @Test(arguments: [[], ["--device", "recording-1"], ["--device", "touchscreen"]])
    func `recognises the device's standard set by default`(_ device: [String]) throws {
        let program = Program("gesturectl", ["recognise", try directory.file("tap", Recordings.tap)] + device)
        #expect(program.exit() == .exited(0))
        let gestures = program.outputLines.filter { $0.contains(" #") }
        #expect(gestures.count == 2 && gestures.allSatisfy { $0.contains(" tap ") }, "\(program.output)")
    }

    @Test func `finds no gestures of another device`() throws {
        let program = recognise(try directory.file("tap", Recordings.tap), "--device", "touchpad")
        #expect(program.exit() == .exited(0))
        #expect(!program.output.contains(" tap "))
    }

    @Test(arguments: ["recognise", "explain"])
    func `names the recording's device where --device selects another`(_ command: String) throws {
        let file = try directory.file("tap", Recordings.tap)
        let program = Program("gesturectl", [command, file, "--device", "nosuch"])
        #expect(program.exit() == .exited(0))
        #expect(
            program.errors.hasPrefix(
                "gesturectl: --device nosuch: no gestures, because the recording's device is recording-1  "))
        #expect(program.errorLines.count == 1)
    }

    @Test func `reads a recording that begins with a byte order mark`() throws {
        let file = try directory.file("tap", "\u{FEFF}" + Recordings.tap)
        let program = recognise(file, "--gesture", #"{"tap":{}}"#, "--units", "millimetres", "--json")
        #expect(program.exit() == .exited(0))
        #expect(program.outputLines.filter { $0.contains(#""phase""#) } == Self.tap)
    }

    @Test func `stops reading a file that does not end`() {
        let program = recognise("/dev/zero")
        #expect(program.exit() == .exited(1))
        #expect(program.errors == "gesturectl: /dev/zero: larger than 268435456 bytes\n")
    }

    @Test(arguments: [["--json"], []])
    func `rejects a region outside the recording's surface`(_ more: [String]) throws {
        let file = try directory.file("tap", Recordings.tap)
        let program = Program("gesturectl", ["recognise", file, "--region", "9000,0,10,10"] + more)
        #expect(program.exit() == .exited(1))
        #expect((program.output + program.errors).contains("regionOutsideSurface"))
    }

    @Test func `reports failed output in one line`() throws {
        let file = try directory.file("tap", Recordings.tap)
        let gesturectl = BuildProducts.path("gesturectl")
        let program = Program("/bin/sh", ["-c", "exec \(gesturectl) recognise \(file) >/dev/full"])
        #expect(program.exit() == .exited(1))
        #expect(program.errors == "gesturectl: cannot write to standard output: No space left on device (ENOSPC)\n")
    }

    @Test(arguments: ["recognise", "explain"])
    func `names the recording whose device has an axis without a range`(_ command: String) throws {
        let text = Recordings.libinputTap.replacing("53: [0, 3000, 0", with: "53: [0, 0, 0")
        let file = try directory.file("flat", text)
        let program = Program("gesturectl", [command, file])
        #expect(program.exit() == .exited(1))
        #expect(
            program.errors == "gesturectl: \(file): axis ABS_MT_POSITION_X has no range: minimum 0, maximum 0\n")
    }

    @Test func `names an unreadable file in one line`() throws {
        let cut = try directory.file("cut", String(Recordings.tap.dropLast(20)))
        let keyboard = try directory.file("keyboard", Recordings.keyboard)
        let text = try directory.file("text", "Dear diary\n")
        for file in ["/no/such/file", "/", cut, keyboard, text] {
            let program = recognise(file)
            #expect(program.exit() == .exited(1))
            #expect(program.errorLines.count == 1)
            #expect(program.errors.hasPrefix("gesturectl: \(file): "))
        }
    }
}
