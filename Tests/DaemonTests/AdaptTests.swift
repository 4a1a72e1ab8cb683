import FakeEvdev
import GestureModel
import Testing
import TouchInput

@Suite("gesturectl adapt") struct AdaptTests {
    let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    /// Ten touches of 0.1 s in which the finger goes so many tenths of a millimetre. Each may be followed by another one.
    private static func recording(wander: Int32, bounceAfter pause: Int64? = nil) -> String {
        var frames: Frames = [(0, [.slot(0)])]
        var time: Int64 = 1_000_000
        var id: Int32 = 0
        func touch() {
            id += 1
            frames += [
                (time, [.slot(0), .trackingID(id), .x(1000), .y(800)]), (time + 50_000, [.x(1000 + wander)]),
                (time + 100_000, [.trackingID(-1)]),
            ]
            time += 100_000
        }
        for _ in 1...10 {
            touch()
            if let pause {
                time += pause
                touch()
            }
            time += 200_000
        }
        return Recordings.evemu(.touchscreen, frames)
    }

    private func output(_ recording: String) throws -> [String] {
        let daemon = try DaemonProcess(["--play", directory.file("recording", recording)])
        // gesturectl does not wait for a daemon that is starting.
        _ = try daemon.connect()
        let adapt = Program("gesturectl", ["adapt", "--socket", daemon.socket])
        #expect(adapt.exit() == .exited(0), "\(adapt.errors)")
        return adapt.outputLines
    }

    private static let place = "# For /etc/gestured/gestured.toml; then systemctl reload gestured"

    @Test func `a hand that wanders gets a stillness with a quarter more, and where to write it`() throws {
        let lines = try output(Self.recording(wander: 40))
        #expect(lines.contains("10 of 10: 0.1 s, within 4.0 mm"), "\(lines)")
        #expect(lines.suffix(3) == [Self.place, "[accessibility]", "stillness = 5.0"])
    }

    @Test func `a hand that bounces gets a repeat that is ignored, and the repeats are none of its ten touches`() throws
    {
        let lines = try output(Self.recording(wander: 0, bounceAfter: 80_000))
        #expect(lines.suffix(3) == [Self.place, "[accessibility]", "ignoreRepeat = 0.13"], "\(lines)")
    }

    @Test func `two fingers at once are one touch, and no repeat`() throws {
        var frames: Frames = [(0, [.slot(0)])]
        for touch in 0..<10 as Range<Int32> {
            let time = 1_000_000 + Int64(touch) * 500_000
            frames += [
                (time, [.slot(0), .trackingID(2 * touch + 1), .x(1000), .y(800)]),
                (time + 20_000, [.slot(1), .trackingID(2 * touch + 2), .x(3000), .y(800)]),
                (time + 100_000, [.slot(0), .trackingID(-1)]), (time + 110_000, [.slot(1), .trackingID(-1)]),
            ]
        }
        let lines = try output(Recordings.evemu(.touchscreen, frames))
        #expect(lines.contains { $0.hasPrefix("10 of 10") }, "\(lines)")
        #expect(lines.last == "Your touches are steady: nothing needs to be set.", "\(lines)")
    }

    @Test func `a steady hand needs nothing`() throws {
        #expect(try output(Self.recording(wander: 5)).last == "Your touches are steady: nothing needs to be set.")
    }
}
