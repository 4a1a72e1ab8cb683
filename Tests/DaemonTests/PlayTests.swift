import Testing

@Suite("gestured --play") struct PlayTests {
    let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    @Test func `plays recordings one after the other from the first subscription, and exits`() throws {
        let files = try ["one", "two"].map { try directory.file($0, Recordings.tap) }
        let daemon = try DaemonProcess(files.flatMap { ["--play", $0] })
        let client = try daemon.connect()
        let present = try client.next("hello").objects("devices")
        #expect(present.map { $0.text("id") } == ["recording-1"])
        #expect(present.map { $0.text("node") } == [files[0]])
        let start = Double(monotonicMicroseconds())
        try client.subscribe(#"{"tap":{}}"#, #""units":"millimetres""#)
        let first = try client.gesture()
        #expect(first.phases == ["began", "ended"])
        #expect(first[0].numbers("value", "tap", "location") == [150, 85])
        // The first recording starts at its beginning.
        #expect(first[0].number("time") ?? 0 > start)
        #expect(try client.next()?.text("device") == "recording-1")
        #expect(try client.next()?.text("device", "id") == "recording-2")
        #expect(try client.gesture().phases == ["began", "ended"])
        #expect(try client.readToEnd().map { $0.type } == ["deviceRemoved"])
        #expect(daemon.program.exit() == .exited(0))
    }

    @Test func `plays a recording at its own speed`() throws {
        let file = try directory.file("tap", Recordings.tap)
        let daemon = try DaemonProcess(["--play", file])
        let client = try daemon.client(#"{"longPress":{"minimumDuration":0.01}}"#)
        let press = try client.gesture()
        #expect(press.phases == ["began", "changed", "ended"])
        let times = press.compactMap { $0.number("time") }
        #expect(times[1] == times[0] + 10_000 && times[2] == times[0] + 50_000)
    }

    @Test func `names a missing file`() {
        expectRefusal("/no/such/file", "/no/such/file: cannot be opened: No such file or directory (ENOENT)")
    }

    @Test func `rejects a file that ends within a line`() throws {
        let file = try directory.file("cut", String(Recordings.tap.dropLast(20)))
        expectRefusal(file, "\(file): line ")
    }

    @Test func `rejects a recording of another kind of device`() throws {
        expectRefusal(try directory.file("keyboard", Recordings.keyboard), "Fake Keyboard")
    }

    @Test func `plays none of several recordings if one is invalid`() throws {
        let good = try directory.file("good", Recordings.tap)
        let program = Program("gestured", ["--play", good, "--play", "/no/such/file"])
        #expect(program.exit() == .exited(1))
    }

    @Test func `the help names every kind of recording that is played`() {
        let program = Program("gestured", ["--help"])
        #expect(program.exit() == .exited(0))
        let words = program.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(words.contains("Play a recording (evemu, libinput, evtest or getevent)"), "\(words)")
    }

    private func expectRefusal(_ file: String, _ reason: String) {
        let program = Program("gestured", ["--socket", directory.path("socket"), "--play", file])
        #expect(program.exit() == .exited(1))
        #expect(program.errorLines.count == 1)
        #expect(program.errors.hasPrefix("gestured: \(file): ") && program.errors.contains(reason), "\(program.errors)")
    }
}
