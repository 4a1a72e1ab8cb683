import GestureModel
import GesturePipeline
import GestureProtocol
import Glibc
import Strokes
import Testing
import TouchInput

/// Touches of unsteady hands.
@Suite struct AccommodationTests {
    /// A tremor of one frequency and its half as strong overtone at 1.5 times the frequency, in both directions with phases of
    /// their own. The amplitude is from peak to peak.
    private struct Tremor {
        let frequency: Double
        let millimetres: Double
        let phases: [Double]

        func offset(at seconds: Double) -> Vector {
            func wave(_ first: Int) -> Double {
                let (base, overtone) = (phases[first], phases[first + 1])
                return (sin(2 * .pi * frequency * seconds + base) + 0.5 * sin(3 * .pi * frequency * seconds + overtone))
                    / 3
            }
            return Vector(dx: wave(0), dy: wave(2)) * millimetres
        }
    }

    private static func bench(_ change: (inout AccommodationSettings) -> Void) -> Bench {
        var settings = DeviceSettings()
        change(&settings.accommodation)
        var bench = Bench(screens: [])
        bench.add("event1", settings: settings)
        return bench
    }

    /// Taps and presses of a shaken finger on a touchscreen. Returns the shares of both that are recognised as such, and as
    /// nothing else.
    private static func score(_ change: (inout AccommodationSettings) -> Void) -> (taps: Double, presses: Double) {
        var random = SplitMix64(seed: 56)
        func number(_ range: ClosedRange<Double>) -> Double {
            range.lowerBound + Double(random.next() >> 11) / 9_007_199_254_740_992
                * (range.upperBound - range.lowerBound)
        }
        var (taps, presses, count) = (0, 0, 0)
        for frequency in stride(from: 4.0, through: 8, by: 1) {
            for millimetres in stride(from: 1.0, through: 6, by: 1) {
                for isPress in [false, true] {
                    for _ in 0..<4 {
                        let tremor = Tremor(
                            frequency: frequency, millimetres: millimetres,
                            phases: (0..<4).map { _ in number(0...6.28) })
                        let duration = isPress ? number(700...1200) : number(90...400)
                        let made = perform(tremor, for: duration, change)
                        if isPress { presses += made == ["longPress"] ? 1 : 0 } else { taps += made == ["tap"] ? 1 : 0 }
                        count += isPress ? 0 : 1
                    }
                }
            }
        }
        return (Double(taps) / Double(count), Double(presses) / Double(count))
    }

    private static func perform(
        _ tremor: Tremor, for duration: Double, _ change: (inout AccommodationSettings) -> Void
    ) -> [String] {
        var bench = bench(change)
        let client = bench.client(#"{"standard":"touchscreen"}"#)
        func position(_ time: Double) -> (Double, Double) {
            let offset = tremor.offset(at: time / 1000)
            return (50 + offset.dx, 40 + offset.dy)
        }
        bench.at(0, .down(0, position(0).0, position(0).1))
        var time = 8.0
        while time < duration {
            bench.at(time, .move(0, position(time).0, position(time).1))
            time += 8
        }
        bench.at(duration, .lift(0))
        bench.wait(until: duration + 2000)
        return bench.gestures(client).filter { $0.phase == .ended }.map { $0.value.name?.rawValue ?? "pinch" }
    }

    @Test func `with stillness, shaken taps and presses are taps and presses; without it many are drags`() {
        let steadied = Self.score { $0.stillness = 57 }
        #expect(steadied.taps >= 0.95 && steadied.presses >= 0.95, "\(steadied)")
        let shaken = Self.score { _ in }
        #expect(shaken.taps < 0.95 && shaken.presses < 0.5, "\(shaken)")
    }

    @Test func `a finger that leaves the circle drags from there, without a jump`() throws {
        var bench = Self.bench { $0.stillness = 63 }
        let client = bench.client(#"{"drag":{}}"#, #""units":"millimetres""#)
        bench.at(0, .down(0, 20, 40))
        for step in 1...30 { bench.at(8 * Double(step), .move(0, 20 + Double(step), 40)) }
        bench.at(248, .lift(0))
        let last = try #require(bench.gestures(client).last?.value.movement?.translation)
        #expect(abs(last.dx - 20) < 1.01, "\(last)")
    }

    @Test func `a touch counts once it has lasted for the hold, and a shorter one does nothing`() {
        var bench = Self.bench { $0.holdDuration = .milliseconds(200) }
        let client = bench.client(#"{"tap":{}}"#)
        bench.at(0, .down(0, 20, 40))
        bench.at(190, .lift(0))
        bench.wait(until: 900)
        #expect(bench.read(client) == [])
        bench.at(1000, .down(0, 20, 40))
        bench.wait(until: 1250)
        bench.at(1300, .lift(0))
        #expect(bench.read(client) == ["1 began 1", "1 ended 1"])
    }

    @Test func `a touch soon after the last one does not count`() {
        var bench = Self.bench { $0.ignoreRepeat = .milliseconds(300) }
        let client = bench.client(#"{"tap":{}}"#)
        for start in [0.0, 200, 420, 1000] {
            bench.at(start, .down(0, 20, 40))
            bench.at(start + 60, .lift(0))
        }
        #expect(bench.read(client) == ["1 began 1", "1 ended 1", "1 began 2", "1 ended 2", "1 began 3", "1 ended 3"])
        bench.at(2000, .down(0, 20, 40))
        bench.at(2020, .down(1, 60, 40))
        bench.at(2080, .lift(0), .lift(1))
        #expect(bench.gestures(client).isEmpty)
    }

    @Test(arguments: [("initial", 20.0), ("final", 24.0)])
    func `a tap is where the finger came down, or where it lifts`(_ assistance: String, _ x: Double) throws {
        var bench = Self.bench {
            $0.stillness = 63
            $0.tapAssistance = .init(rawValue: assistance) ?? .off
        }
        let client = bench.client(#"{"tap":{}}"#, #""units":"millimetres""#)
        bench.at(0, .down(0, 20, 40))
        for step in 1...4 { bench.at(20 * Double(step), .move(0, 20 + Double(step), 40)) }
        bench.at(100, .lift(0))
        let messages = bench.gestures(client)
        guard case .tap(let tap)? = messages.first?.value else { return #expect(Bool(false), "\(messages)") }
        #expect(abs(tap.location.x - x) < 0.01 && messages.count == 2)
    }

    @Test func `it applies while the session of its user is active`() {
        var settings = DeviceSettings()
        settings.accommodation.holdDuration = .milliseconds(200)
        settings.accommodation.user = Person.alice.rawValue
        var bench = Bench(screens: [])
        bench.add("event1", settings: settings)
        let root = bench.client(#"{"tap":{}}"#, "", Person.root.peer())
        func tap(_ bench: inout Bench, at time: Double) {
            bench.at(time, .down(0, 20, 40))
            bench.at(time + 50, .lift(0))
        }
        bench.seat(.alice, at: 0)
        tap(&bench, at: 10)
        bench.seat(.bob, at: 1000)
        tap(&bench, at: 1010)
        #expect(bench.gestures(root).count == 2)
    }
}
