internal import GestureModel
internal import GesturePipeline
internal import Glibc
internal import TouchInput

/// Prints, for each kind of request at its dearest, the processor time that it takes next to the work that the pipeline counts for
/// it (`Work`). Turns are fair only if both go together. The same is printed for touches, whose lines to clients are counted.
///
/// Exits with 1 if a kind takes more than three times, or less than a third of, the median time for a unit of work, or longer
/// than its limit.
enum RequestCosts {
    static func run() {
        let costs = Scenario.all.map(measure)
        let median = costs.map(\.nanosecondsPerUnit).sorted()[costs.count / 2]
        print("request                                                  time, µs      work   ns/unit  to the median")
        var isFair = true
        for cost in costs {
            let ratio = cost.nanosecondsPerUnit / median
            let isDear = ratio > 3 || ratio < 1 / 3.0 || cost.nanoseconds > 1000 * cost.limit
            isFair = isFair && !isDear
            print(
                column(cost.name, 52, isLeft: true) + column("\((cost.nanoseconds / 10).rounded() / 100)", 13)
                    + column("\(Int(cost.units))", 10)
                    + column("\((cost.nanosecondsPerUnit * 100).rounded() / 100)", 10)
                    + column("\((ratio * 100).rounded() / 100)", 15) + (isDear ? "  UNFAIR" : ""))
        }
        print("median: \((median * 100).rounded() / 100) ns of processor time for a unit of work")
        exit(isFair ? 0 : 1)
    }

    private struct Cost {
        let name: String
        let nanoseconds: Double
        let units: Double
        let limit: Double
        var nanosecondsPerUnit: Double { nanoseconds / units }
    }

    /// The median over several pipelines: the machine may do something else meanwhile.
    private static func measure(_ scenario: Scenario) -> Cost {
        let times = (0..<9).map { _ -> (Double, Double) in
            var bench = CostBench()
            let request = scenario.prepare(&bench)
            for _ in 0..<scenario.repetitions / 4 { request(bench) }
            let (work, start) = (bench.work, now())
            for _ in 0..<scenario.repetitions { request(bench) }
            let time = now() - start
            let repetitions = Double(scenario.repetitions)
            return (time / repetitions, Double((bench.work - work).units) / repetitions)
        }
        let median = times.sorted { $0.0 < $1.0 }[times.count / 2]
        return Cost(
            name: scenario.name, nanoseconds: median.0, units: max(median.1, 1), limit: scenario.limit)
    }

    private static func now() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
    }

    private static func column(_ text: String, _ width: Int, isLeft: Bool = false) -> String {
        let blanks = String(repeating: " ", count: max(width - text.unicodeScalars.count, 0))
        return isLeft ? text + blanks : blanks + text
    }
}

/// A pipeline with two touchscreens, and an active user.
struct CostBench {
    let pipeline: Pipeline
    private var processes: Int32 = 10

    init() {
        pipeline = Pipeline(server: "costs")
        let axes: [DeviceDescription.Axis] = [
            .init(code: AbsoluteCode.slot, minimum: 0, maximum: 9),
            .init(code: AbsoluteCode.positionX, minimum: 0, maximum: 4000, resolution: 40),
            .init(code: AbsoluteCode.positionY, minimum: 0, maximum: 4000, resolution: 40),
            .init(code: AbsoluteCode.trackingID, minimum: 0, maximum: 65_535),
        ]
        for id in ["event5", "event6"] {
            let description = DeviceDescription(name: "screen", properties: [1], axes: axes)
            do {
                _ = try pipeline.add(id: id, node: "/dev/input/\(id)", kind: .touchscreen, description)
            } catch {
                fatalError("\(error)")
            }
        }
        let seat = Seat(name: Seat.defaultName, session: "1", user: 1000)
        pipeline.setSeats([seat], users: [1000, 1001], at: CostBench.time)
    }

    static let time = Timestamp(microseconds: 0)

    /// What was counted for requests and for lines about gestures.
    var work: Work { pipeline.work + pipeline.lineWork }

    /// A client with subscriptions to a gesture, or to one for each number.
    mutating func subscribing(
        to gesture: String, _ more: String = "", times count: Int, user: UInt32 = 1000
    ) -> ClientSession {
        subscribing(to: { _ in gesture }, more, times: count, user: user)
    }

    mutating func subscribing(
        to gesture: (Int) -> String, _ more: String, times count: Int, user: UInt32
    ) -> ClientSession {
        let session = connect(user)
        for number in 0..<count {
            send(
                #"{"type":"subscribe","id":1,"gesture":\#(gesture(number)),"device":{"id":"event5"}\#(more)}"# + "\n",
                from: session)
        }
        guard pipeline.subscriptionCount > 0, session.outbox.isEmpty else { fatalError("not subscribed") }
        return session
    }

    /// The touch with this number: a finger comes down, moves 50 mm and lifts, a second after the one before.
    func touch(_ number: Int) {
        let start = Int64(number) * 1_000_000
        func frame(_ offset: Int64, _ axes: [(UInt16, Int32)]) {
            let time = Timestamp(microseconds: start + offset)
            var events = axes.map {
                InputEvent(time: time, type: EventType.absolute, code: $0.0, value: $0.1)
            }
            events.append(
                InputEvent(time: time, type: EventType.synchronization, code: SynchronizationCode.report, value: 0))
            events.withUnsafeBufferPointer { pipeline.devices[0].handle($0) }
        }
        frame(
            0,
            [
                (AbsoluteCode.trackingID, Int32(number % 60_000)), (AbsoluteCode.positionX, 1000),
                (AbsoluteCode.positionY, 2000),
            ])
        frame(50_000, [(AbsoluteCode.positionX, 3000)])
        frame(100_000, [(AbsoluteCode.trackingID, -1)])
    }

    mutating func connect(_ user: UInt32 = 1000, as role: ClientSession.Role = .subscriber) -> ClientSession {
        processes += 1
        do {
            return try pipeline.connect(Peer(user: user, process: processes), as: role)
        } catch {
            fatalError("\(error)")
        }
    }

    func send(_ line: String, from session: ClientSession) {
        var line = line
        line.withUTF8 { pipeline.receive(UnsafeRawBufferPointer($0), from: session, at: CostBench.time) }
        session.outbox.flush { $0.count }
    }

    /// As many subscriptions as a user may have, each of another gesture.
    mutating func fill(_ user: UInt32 = 1000, scope: String = "focused") -> [ClientSession] {
        (0..<16).map { client in
            let session = connect(user)
            for index in 0..<64 {
                let distance = client * 64 + index
                send(
                    #"{"type":"subscribe","id":1,"gesture":{"drag":{"minimumDistance":\#(distance)}},"device":{"id":"event5"},"scope":"\#(scope)"}"#
                        + "\n", from: session)
            }
            return session
        }
    }
}
