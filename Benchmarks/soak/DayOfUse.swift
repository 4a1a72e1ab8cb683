internal import DaemonSimulation
internal import ArgumentParser
internal import LinuxSupport
internal import GestureModel
internal import GesturePipeline
internal import Glibc
internal import Strokes
internal import TouchInput

/// Two devices with bursts of strokes during a third of the time, clients that stay, some of them slow, and visitors that
/// connect and disconnect. Each hour a device is unplugged and a frame is lost. The machine sleeps for eight hours.
struct DayOfUse {
    private var daemon = SimulatedDaemon(keepsBytes: false)
    private var random: SplitMix64
    private var requests: RandomRequests
    private var now = Timestamp(microseconds: 1_000_000)
    private var hour = 0
    private var frames = 0
    /// The time in microseconds with a finger down.
    private var touched: Int64 = 0
    private var bursts = 0
    private let hourlyBursts: Int
    /// Elements that wait for slow clients while no finger is down, and all others.
    private(set) var sizes: [String: Int] = [:]

    private var sources: [TouchSource] = []
    /// The clients that stay; those with higher numbers are visitors.
    private static let residents: [Reading] = [.promptly, .slow(bytesPerRead: 2000), .slow(bytesPerRead: 300)]
    private static let visitors = 4
    private static let hourLength = Microseconds.seconds(3600)

    init(seed: UInt64, hourlyBursts: Int = .max) {
        self.hourlyBursts = hourlyBursts
        random = SplitMix64(seed: seed)
        requests = RandomRequests(random: SplitMix64(seed: seed ^ 0xabcd))
        for model in [ModelDevice.touchscreen, .touchpad] {
            sources.append(TouchSource(model, seed: random.next(), start: now))
            plugIn(sources.count - 1)
        }
        for (client, reading) in Self.residents.enumerated() {
            daemon.play(.connect(client: client, reading))
            for line in Self.residentRequests { daemon.play(.send(client: client, Array(line.utf8))) }
        }
    }

    private static let residentRequests = [
        #"{"standard":"touchpad"},"device":{"kind":"touchpad"}"#,
        #"{"standard":"touchscreen"},"device":{"kind":"touchscreen"}"#, #"{"drag":{"fingers":[3,4]}}"#,
        #"{"sequence":[{"longPress":{}},{"drag":{}}]}"#, #"{"swipe":{"edges":["left","right"]}},"units":"normalized""#,
    ].map { #"{"type":"subscribe","id":1,"gesture":\#($0)}"# + "\n" }

    /// The machine sleeps from 23:00 to 7:00.
    private var isNight: Bool { (11..<19).contains(hour % 24) }

    mutating func simulateHour() -> HourRow {
        let end = now + Self.hourLength
        let before = (frames: frames, gestures: gestures)
        var isFirst = true
        daemon.play(.change(isNight ? .suspend : .resume))
        var left = isNight ? 0 : hourlyBursts
        while left > 0, now < end {
            burst(breaking: isFirst)
            isFirst = false
            left -= 1
        }
        advance(to: max(now, end))
        hour += 1
        let found = CollectionSizes(of: daemon.pipeline)
        sizes = found.byPath
        return HourRow(
            hour: hour - 1, frames: frames - before.frames, gestures: gestures - before.gestures,
            clients: daemon.clients.count, resident: residentSize(), heap: heapSize(), kept: found.kept,
            waiting: found.waiting)
    }

    /// Stops the daemon; returns the violations.
    mutating func end() -> [String] {
        daemon.stop()
        return daemon.violations
    }

    var text: String {
        let share = Double(touched) / Double(Self.hourLength.count * Int64(max(hour, 1)))
        return "\(hour) hours, \(frames) frames in \(bursts) bursts, touched \(Int(share * 100)) % of the time, "
            + "\(gestures) gestures begun, \(daemon.lines) lines received"
    }

    private var gestures: Int {
        daemon.clients.values.reduce(daemon.begun.values.reduce(0, +)) { sum, client in
            sum + client.shadow.begun.values.reduce(0, +)
        }
    }
}

extension DayOfUse {
    /// Some strokes on one device, with pauses, then a longer pause.
    private mutating func burst(breaking: Bool) {
        bursts += 1
        if bursts % 8 == 0 { changeVisitor() }
        let device = Int(random.next() % UInt64(sources.count))
        let events = sources[device].strokes(5 + Int(random.next() % 20), from: now, &random)
        let middle = events.count / 2
        var down: Timestamp?
        for (index, event) in events.enumerated() {
            if breaking, index == middle, breakOff(device, at: event.time) { break }
            handle(event, device, &down)
        }
        // During a burst fingers are down most of the time.
        let used = sources[device].script.now - now
        advance(to: sources[device].script.now + Microseconds(used.count * Int64(random.next() % 3)))
    }

    private mutating func handle(_ event: InputEvent, _ device: Int, _ down: inout Timestamp?) {
        expire(before: event.time)
        sources[device].see(event)
        daemon.play(.event(device: device, .event(event)))
        switch (event.type, event.code) {
        case (EventType.synchronization, SynchronizationCode.report): frames += 1
        case (EventType.key, KeyCode.touch):
            if event.value == 0, let down { touched += (event.time - down).count }
            down = event.value == 0 ? nil : event.time
        default: break
        }
    }

    /// Like the daemon's timer.
    private mutating func expire(before time: Timestamp) {
        while let deadline = daemon.pipeline.deadline, deadline < time { daemon.play(.expire(deadline)) }
    }

    private mutating func advance(to time: Timestamp) {
        expire(before: time)
        daemon.play(.expire(time))
        // Slow clients read the rest.
        for _ in 0..<500 { daemon.play(.expire(time)) }
        now = time
    }

    /// In mid-stroke the device is replaced, or the kernel's buffer overruns. True if it is replaced.
    private mutating func breakOff(_ device: Int, at time: Timestamp) -> Bool {
        guard hour % 2 == 0 else {
            daemon.play(sources[device].state(at: time).map { .event(device: device, $0) })
            return false
        }
        daemon.play(.remove(device: device))
        sources[device] = TouchSource(sources[device].device, seed: random.next(), start: sources[device].script.now)
        plugIn(device)
        return true
    }

    private mutating func plugIn(_ device: Int) { daemon.play(.add(device: device, sources[device].recording)) }

    /// Replaces a visitor.
    private mutating func changeVisitor() {
        let client = Self.residents.count + Int(random.next() % UInt64(Self.visitors))
        daemon.play(.disconnect(client: client))
        let readings: [Reading] = [.promptly, .slow(bytesPerRead: 700), .slow(bytesPerRead: 90), .never]
        daemon.play(.connect(client: client, readings[Int(random.next() % 4)]))
        for _ in 0..<5 { daemon.play(.send(client: client, requests.next())) }
    }
}

struct Day: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "A day of use from noon to noon, with a line for each hour. Fails if memory grows.",
        discussion: "The last hour is held against the second: nothing is warm before.")

    @Option(help: "The number of hours, including the night.")
    var hours = 24

    @Option(help: "The seed of strokes and clients.")
    var seed: UInt64 = 1

    @Option(help: ArgumentHelp("The maximum number of bursts of strokes in an hour.", valueName: "n"))
    var bursts = Int.max

    func run() throws {
        var day = DayOfUse(seed: seed, hourlyBursts: bursts)
        var rows: [HourRow] = []
        print(HourRow.heading)
        for _ in 0..<hours {
            let row = day.simulateHour()
            rows.append(row)
            print(row.text)
            fflush(nil)
        }
        let violations = day.end()
        for violation in violations.prefix(10) { StandardError.writeLine(violation) }
        print(day.text)
        for (path, count) in day.sizes.sorted(by: { $0.key < $1.key }) { print("  \(count)  \(path)") }
        let growth = rows.count < 3 ? [] : rows[rows.count - 1].growth(since: rows[1])
        for growth in growth { StandardError.writeLine("grown since the second hour: \(growth)") }
        if !violations.isEmpty || !growth.isEmpty { throw ExitCode.failure }
    }
}

/// Memory at the end of an hour, with no finger down.
struct HourRow {
    /// From 0, at noon.
    let hour: Int
    let frames: Int
    let gestures: Int
    let clients: Int
    /// KiB.
    let resident: Int
    /// KiB that are allocated and not freed.
    let heap: Int
    /// Elements of all collections in the pipeline.
    let kept: Int
    /// Bytes and lines from clients and for them.
    let waiting: Int

    /// KiB allocated, without the bytes that wait for clients.
    private var live: Int { heap - waiting / 1024 }

    /// KiB by which hours may differ because of the allocator.
    private static let tolerance = 256

    static let heading = "hour  frames  gestures  clients  resident KiB  heap KiB      kept  waiting"

    var text: String {
        let clock = (hour + 12) % 24
        return [
            ("\(clock):00", 5), ("\(frames)", 7), ("\(gestures)", 9), ("\(clients)", 8), ("\(resident)", 13),
            ("\(heap)", 9),
            ("\(kept)", 9), ("\(waiting)", 8),
        ].map { String(repeating: " ", count: max($0.1 - $0.0.count, 0)) + $0.0 }.joined(separator: " ")
    }

    func growth(since other: HourRow) -> [String] {
        var growth: [String] = []
        if resident > other.resident + Self.tolerance { growth.append("\(other.resident) → \(resident) KiB resident") }
        if live > other.live + Self.tolerance { growth.append("\(other.live) → \(live) KiB allocated") }
        // Arrays of past touches keep their capacity.
        if kept > other.kept * 5 / 4 { growth.append("\(other.kept) → \(kept) elements kept") }
        return growth
    }
}
