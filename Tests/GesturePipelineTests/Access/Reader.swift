import GestureModel
import GesturePipeline
import GestureProtocol

/// An app that reads what a finger writes from everything that it may receive without the focus: it has the scope
/// `session`, and subscribes to every kind of gesture, with the distances and durations that tell most.
struct Reader {
    /// The lines about one touch.
    typealias Lines = [ServerMessage]

    private var bench: Bench
    private let app: Bench.Client
    private var time = 1000.0
    private let words: [[Int]]
    private let shapes: [[Double]]
    private let durations: [Double]
    private static let points = 16

    /// - Parameter requests: What it subscribes to, in the order of the subscriptions' numbers; by default everything.
    init(_ writing: Writing?, positions: Bool = false, requests: [String] = Reader.everything) {
        let rules = positions ? .positionsForAll : AccessRules()
        var limits = Limits()
        limits.subscriptions = 256
        limits.recognisers = 4096
        limits.memory = 1 << 24
        limits.outbox = 1 << 22
        bench = Bench.with(.alice, rules: rules, limits: limits)
        _ = bench.source(.alice, focusing: 10)
        app = bench.connect(Person.alice.peer(11))
        for request in requests {
            bench.send(app, #"{"type":"subscribe","id":1,\#(request),"scope":"session"}"# + "\n")
        }
        _ = bench.text(app)
        words = writing?.words ?? []
        shapes = words.map { writing?.shape(of: $0, points: Reader.points) ?? [] }
        durations = words.map { writing?.duration(of: $0) ?? 0 }
    }

    static let everything: [String] = {
        let edges = #""edges":["left","right","top","bottom"]"#
        var gestures = [
            #"{"drag":{"minimumDistance":0}}"#, #"{"drag":{}}"#, #"{"swipe":{}}"#, #"{"standard":"touchscreen"}"#,
            #"{"longPress":{}}"#, #"{"longPress":{"minimumDuration":"never","maximumDistance":"any"}}"#, #"{"tap":{}}"#,
            #"{"tap":{"maximumDistance":"any","maximumDuration":3600}}"#, #"{"drag":{\#(edges)}}"#,
            #"{"swipe":{\#(edges)}}"#, #"{"simultaneous":[{"drag":{"minimumDistance":0}},{"swipe":{}}]}"#,
            #"{"race":[{"drag":{}},{"longPress":{}}]}"#, #"{"exclusive":[{"tap":{}},{"drag":{}}]}"#,
            #"{"sequence":[{"longPress":{"minimumDuration":0.05,"maximumDistance":"any"}},{"drag":{"minimumDistance":0}}]}"#,
            stroke,
        ]
        for distance in stride(from: 15, through: 300, by: 15) {
            gestures.append(#"{"drag":{"minimumDistance":\#(distance)}}"#)
            gestures.append(#"{"longPress":{"minimumDuration":60,"maximumDistance":\#(distance)}}"#)
            gestures.append(#"{"swipe":{"minimumDistance":\#(distance),"minimumVelocity":0}}"#)
        }
        for direction in ["up", "down", "left", "right"] {
            gestures.append(#"{"swipe":{"directions":"\#(direction)"}}"#)
        }
        return gestures.enumerated().map { index, gesture in
            #""gesture":\#(gesture)"# + (index % 2 == 0 ? #","explain":true"# : "")
                + (index % 3 == 0 ? #","units":"millimetres""# : "")
        } + [#""contacts":true"#, #""gesture":{"drag":{"minimumDistance":0}},"claim":true"#]
    }()

    private static let stroke: String = {
        let templates = (0..<8).map { template in
            let points = (0..<8).map { "[\($0 * (template - 4)),\($0 * $0 * (template % 3 - 1) + $0)]" }
            return #"{"name":"\#(template)","points":[\#(points.joined(separator: ","))]}"#
        }
        return #"{"stroke":{"minimumScore":0,"templates":[\#(templates.joined(separator: ","))]}}"#
    }()

    // MARK: - Touches

    private mutating func write(_ path: Writing.Path) {
        bench.at(time, .down(0, path[0].x, path[0].y))
        for point in path.dropFirst() {
            time += 8
            bench.at(time, .move(0, point.x, point.y))
        }
        bench.at(time + 8, .lift(0))
        bench.wait(until: time + 2000)
        time += 5000
    }

    mutating func lines(of path: Writing.Path) -> Lines {
        write(path)
        return bench.messages(app)
    }

    mutating func text(of path: Writing.Path) -> String {
        write(path)
        return bench.text(app)
    }

    // MARK: - Guesses

    /// The word whose shape is nearest to the movements of any subscription, each compared in its own scale.
    func guessByShape(_ lines: Lines) -> Int? {
        var paths: [Int: Writing.Path] = [:]
        for case .gesture(let line) in lines {
            guard let movement = movement(of: line.value) else { continue }
            paths[line.subscription, default: []].append((movement.dx, movement.dy))
        }
        let longest = paths.sorted { $0.key < $1.key }.max { $0.value.count < $1.value.count }
        guard let (subscription, path) = longest, path.count > 1 else { return nil }
        let scale = (subscription - 1) % 3 == 0 ? 1 : Surface.millimetresPerPoint
        let found = resampled([(0, 0)] + path.map { ($0.x * scale, $0.y * scale) }, points: Reader.points)
        return nearest { index in
            var sum = 0.0
            for (a, b) in zip(found, shapes[index]) { sum += (a - b) * (a - b) }
            return sum
        }
    }

    /// The word whose duration and ends fit best.
    func guessByEnds(_ lines: Lines) -> Int? {
        let times = lines.compactMap { line in
            if case .gesture(let line) = line { Double(line.time.microseconds) / 1000 } else { nil }
        }
        var end: Vector?
        for case .gesture(let line) in lines where line.subscription == 1 && line.phase == .ended {
            end = movement(of: line.value)
        }
        guard let first = times.min(), let last = times.max(), last > first, let end else { return nil }
        let (x, y) = (end.dx, end.dy)
        return nearest { index in
            let shape = shapes[index]
            let (dx, dy) = (shape[shape.count - 2], shape[shape.count - 1])
            let pace = (last - first) / max(durations[index], 1) - 1
            // A coarse length is between the true one and half of it.
            let miss = distance((dx, dy), (1.4 * x, 1.4 * y))
            let spread: Double = 25 + 0.1 * (x * x + y * y)
            return pace * pace / 0.04 + miss * miss / spread
        }
    }

    private func movement(of value: GestureValue) -> Vector? {
        switch value {
        case .drag(let drag): drag.translation
        case .swipe(let swipe): swipe.translation
        case .composition(let tree): tree.nodes.lazy.compactMap { $0.value.flatMap { movement(of: $0) } }.first
        default: nil
        }
    }

    private func nearest(_ distance: (Int) -> Double) -> Int? {
        var best: (index: Int, distance: Double)?
        for index in words.indices {
            let found = distance(index)
            if found < best?.distance ?? .infinity { best = (index, found) }
        }
        return best?.index
    }
}
