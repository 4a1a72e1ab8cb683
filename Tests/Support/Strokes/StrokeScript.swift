public import GestureModel
public import TouchInput
@_exported public import TouchRecordings

/// Strokes on a device, one after the other, as people make them: a recording to order.
///
/// Positions and lengths are millimetres from the surface's top left corner. What a call leaves open (how long, how far
/// apart the fingers come and go) is drawn from ``Population`` by the seed, so that equal scripts are equal recordings.
public struct StrokeScript: Sendable {
    /// Where the next stroke begins.
    public private(set) var now: Timestamp
    /// The sensor's noise: each sample is off by this much (one deviation, each axis).
    public var jitter = 0.02

    private let device: ModelDevice
    private let frameInterval: Microseconds
    private var generator: SplitMix64
    private var driver: TouchDriver

    public init(
        on device: ModelDevice, seed: UInt64, frameInterval: Microseconds = .milliseconds(8),
        start: Timestamp = Timestamp(microseconds: 1_000_000)
    ) {
        self.device = device
        self.frameInterval = frameInterval
        generator = SplitMix64(seed: seed)
        driver = TouchDriver(device)
        now = start
    }

    public var recording: Recording {
        Recording(description: device.description, kind: device.kind, events: driver.events)
    }

    /// What the device sent since the last call, for a script that goes on for long: ``recording`` no longer has it.
    public mutating func dequeueEvents() -> [InputEvent] { driver.dequeueEvents() }

    public mutating func pause(_ duration: Microseconds) { now = now + duration }

    public mutating func tap(fingers: Int = 1, at centre: Point) {
        let duration = (fingers > 1 ? Population.twoFingerTapDuration : Population.tapDuration).sampleTime(&generator)
        let slide = direction() * Population.tapReach.sample(&generator)
        play(fingers: fingers, arrival: Population.tapArrival, for: duration) { offset, start in
            Motion(path: .line(from: centre + offset, to: centre + offset + slide), start: start, duration: duration)
        }
    }

    public mutating func doubleTap(fingers: Int = 1, at centre: Point) {
        tap(fingers: fingers, at: centre)
        pause(Population.doubleTapGap.sampleTime(&generator))
        tap(fingers: fingers, at: centre + direction() * Population.tapReach.sample(&generator))
    }

    public mutating func longPress(fingers: Int = 1, at centre: Point, duration: Microseconds = .milliseconds(900)) {
        let slide = direction() * (Population.tapReach.sample(&generator) / 2)
        play(fingers: fingers, arrival: Population.tapArrival, for: duration) { offset, start in
            Motion(path: .line(from: centre + offset, to: centre + offset + slide), start: start, duration: duration)
        }
    }

    /// From rest to rest; `from` and `to` are where the fingers' centre is.
    public mutating func drag(fingers: Int = 1, from: Point, to: Point, duration: Microseconds? = nil) {
        let duration = duration ?? Population.scrollDuration.sampleTime(&generator)
        play(fingers: fingers, arrival: Population.arrival(fingers: fingers), for: duration) { offset, start in
            Motion(path: .line(from: from + offset, to: to + offset), start: start, duration: duration)
        }
    }

    /// The fingers leave in flight, at 1.875 times the mean speed.
    public mutating func flick(
        fingers: Int = 1, from: Point, to: Point, duration: Microseconds = .milliseconds(140)
    ) {
        play(fingers: fingers, arrival: Population.arrival(fingers: fingers), for: duration) { offset, start in
            Motion(
                path: .line(from: from + offset, to: to + offset), profile: .flick, start: start, duration: duration)
        }
    }

    /// Two fingers opposite each other, `spans` apart at the beginning and at the end.
    public mutating func pinch(
        at centre: Point, spans: (from: Double, to: Double), duration: Microseconds = .milliseconds(700)
    ) {
        let radii = (from: spans.from / 2, to: spans.to / 2)
        turnAndPinch(at: centre, by: 0, radii: radii, duration: duration)
    }

    /// Two fingers opposite each other turn by radians, clockwise.
    public mutating func turn(
        at centre: Point, span: Double, by angle: Double, duration: Microseconds = .milliseconds(700)
    ) {
        turnAndPinch(at: centre, by: angle, radii: (from: span / 2, to: span / 2), duration: duration)
    }

    private mutating func turnAndPinch(
        at centre: Point, by angle: Double, radii: (from: Double, to: Double), duration: Microseconds
    ) {
        play(fingers: 2, arrival: Population.twoFingerArrival, for: duration) { offset, start in
            // A hand's thumb is lower left of its index finger: a line that falls to the left, by 0.4 radians.
            let first = offset.dx < 0 ? Double.pi - 0.4 : -0.4
            return Motion(
                path: .spiral(centre: centre, angles: (from: first, to: first + angle), radii: radii), start: start,
                duration: duration)
        }
    }

    /// Fingers touch, move while all are down, and lift. `motion` returns the motion of each from its offset in the
    /// hand.
    private mutating func play(
        fingers count: Int, arrival: Quantiles, for duration: Microseconds,
        _ motion: (_ offset: Vector, _ start: Microseconds) -> Motion
    ) {
        precondition((1...10).contains(count), "\(count) fingers, not 1 to 10")
        let arrivals = spread(over: arrival, count: count)
        let departures = spread(over: Population.departure, count: count)
        let start = arrivals.max() ?? .zero
        // A contact of less than two frames may fall between them.
        let span = max(duration, Microseconds(frameInterval.count * 2))
        let paths = (0..<count).map { index in
            FingerPath(
                arrival: arrivals[index], departure: Microseconds(start.count + span.count + departures[index].count),
                motion: motion(Self.offset(of: index, in: count), start))
        }
        send(paths)
    }

    private mutating func send(_ paths: [FingerPath]) {
        let begin = now
        while true {
            let elapsed = now - begin
            var fingers: [TouchDriver.Finger] = []
            for (id, path) in paths.enumerated() where path.isDown(at: elapsed) {
                let noise = Vector(dx: generator.normal(), dy: generator.normal()) * jitter
                fingers.append(TouchDriver.Finger(id: id, position: path.motion.position(at: elapsed) + noise))
            }
            driver.report(fingers, at: now)
            guard paths.contains(where: { $0.departure > elapsed }) else { return }
            now = now + nextFrame()
        }
    }

    /// The interval, a twentieth of it more or less: controllers' own clocks and the bus.
    private mutating func nextFrame() -> Microseconds {
        let drift = (generator.fraction() - 0.5) / 10
        return Microseconds(frameInterval.count + Int64((Double(frameInterval.count) * drift).rounded()))
    }

    /// Times for `count` fingers, the first at zero and the last after what `quantiles` give, in no order of the hand.
    private mutating func spread(over quantiles: Quantiles, count: Int) -> [Microseconds] {
        guard count > 1 else { return [.zero] }
        let last = quantiles.sampleTime(&generator)
        var times = [Microseconds.zero, last]
        for _ in 2..<max(count, 2) {
            times.append(Microseconds(Int64((generator.fraction() * Double(last.count)).rounded())))
        }
        // Not `shuffle`, whose algorithm may change with the standard library.
        for index in times.indices { times.swapAt(index, Int(generator.fraction() * Double(count))) }
        return times
    }

    /// Fingertips side by side, 18 mm apart, the middle ones reaching further.
    private static func offset(of index: Int, in count: Int) -> Vector {
        let side = Double(index) - Double(count - 1) / 2
        return Vector(dx: side * 18, dy: side * side * 2)
    }

    /// A direction drawn evenly, by rejection, since sin and cos may differ in their last bit between C libraries.
    private mutating func direction() -> Vector {
        while true {
            let vector = Vector(dx: generator.fraction() * 2 - 1, dy: generator.fraction() * 2 - 1)
            let length = vector.length
            if length > 0.1, length <= 1 { return vector / length }
        }
    }
}
