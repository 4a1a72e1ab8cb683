import GestureClient
import GestureModel
import Glibc

/// Prints what the Swift client delivers, in the form of clients/tests/witness.py.
///
///     client-witness SOCKET GESTURE [latency]
@main struct ClientWitness {
    private static let gestures: [String: GestureExpression] = [
        "drag": .drag(.init(fingers: [1, 2, 3, 4, 5])), "tap": .tap(.init()),
        "longPress": .longPress(.init(fingers: [1, 2, 3])), "swipe": .swipe(.init(fingers: [1, 2, 3, 4])),
        "pinch": .composition(.init(.simultaneous, [.magnify(.init()), .rotate(.init())])),
        "touchpad": .standard(.touchpad), "touchscreen": .standard(.touchscreen),
        "bad": .drag(.init(minimumDistance: -3)),
    ]

    @MainActor static func main() async {
        guard CommandLine.arguments.count > 2, let gesture = gestures[CommandLine.arguments[2]] else { exit(2) }
        let client = GestureClient(path: CommandLine.arguments[1])
        client.onStateChange = { state in
            switch state {
            case .disconnected(let failure): printLine("state disconnected \(failure.map { "\($0)" } ?? "-")")
            case .connecting: printLine("state connecting -")
            case .connected: printLine("state connected -")
            }
        }
        let measuresLatency = CommandLine.arguments.dropFirst(3).first == "latency"
        let events = client.events(of: gesture)
        let reader = Task { @MainActor in
            var latencies: [Int64] = []
            do {
                for try await message in events {
                    guard measuresLatency else {
                        printLine(message.line)
                        continue
                    }
                    var now = timespec()
                    clock_gettime(CLOCK_MONOTONIC, &now)
                    latencies.append(Int64(now.tv_sec) * 1_000_000_000 + Int64(now.tv_nsec) - message.time.microseconds)
                    guard message.phase == .ended else { continue }
                    latencies.sort()
                    printLine("latency \(latencies[latencies.count / 2]) \(latencies.count)")
                    latencies.removeAll(keepingCapacity: true)
                }
            } catch {
                printLine("failure \(error)")
            }
        }
        await client.run()
        await reader.value
    }
}

/// Each line is written at once.
private func printLine(_ line: String) {
    print(line)
    fflush(nil)
}

extension GestureMessage {
    fileprivate var line: String {
        var reason = "-"
        var failure = ""
        switch self.reason {
        case nil: break
        case .known(.failed(let why)): (reason, failure) = ("failed", " failure=\"\(why)\"")
        case .known(let known): reason = known.name
        // `failed (…)` is a failure that only a newer daemon has.
        case .unknown(let word):
            reason = String(word.prefix { $0 != " " })
            if word.contains("(") { failure = " failure=\"\(word.drop { $0 != "(" }.dropFirst().dropLast())\"" }
        }
        return "event \(phase.name) \(gesture) \(reason) \(value.text(positions))\(failure)"
    }
}

extension GestureValue {
    fileprivate func text(_ positions: PositionAccess) -> String {
        if case .composition(let tree) = self {
            let root = tree.nodes[0]
            var index = 1
            return "\(root.kind!.rawValue) \(root.phase.word)" + tree.parts(below: root, &index, positions)
        }
        func position(_ name: String, _ point: Point) -> String {
            positions == .granted ? " \(name)=\(point.x.micro),\(point.y.micro)" : ""
        }
        func edge(_ edge: Edge?, _ part: EdgePart?, _ corner: Corner?) -> String {
            (edge.map { " edge=\($0)" } ?? "") + (part.map { " part=\($0)" } ?? "")
                + (corner.map { " corner=\($0)" } ?? "")
        }
        switch self {
        case .tap(let tap): return "tap fingers=\(tap.fingers) count=\(tap.count)" + position("location", tap.location)
        case .longPress(let press):
            return "longPress fingers=\(press.fingers)" + position("location", press.location)
                + position("startLocation", press.startLocation)
                + " pressing=\(press.pressing ? 1 : 0) completed=\(press.completed ? 1 : 0)"
                + (press.deadline.map { " deadline=\($0.microseconds)" } ?? "")
        case .drag(let drag):
            return "drag fingers=\(drag.fingers)" + position("location", drag.location)
                + position("startLocation", drag.startLocation) + " velocity=\(drag.velocity.micro)"
                + edge(drag.edge, drag.part, drag.corner)
        case .swipe(let swipe):
            return "swipe fingers=\(swipe.fingers) direction=\(swipe.direction)" + position("location", swipe.location)
                + position("startLocation", swipe.startLocation) + " velocity=\(swipe.velocity.micro)"
                + edge(swipe.edge, swipe.part, swipe.corner)
        case .magnify(let magnify):
            return "magnify fingers=\(magnify.fingers)" + position("location", magnify.location)
                + position("startLocation", magnify.startLocation)
                + " magnification=\(magnify.magnification.micro) velocity=\(magnify.velocity.micro)"
        case .rotate(let rotate):
            return "rotate fingers=\(rotate.fingers)" + position("location", rotate.location)
                + position("startLocation", rotate.startLocation)
                + " rotation=\(rotate.rotation.micro) velocity=\(rotate.velocity.micro)"
        case .stroke, .swipeHold, .dial, .touch, .composition: return ""
        }
    }
}

extension GestureTree {
    fileprivate func parts(below parent: Node, _ index: inout Int, _ positions: PositionAccess) -> String {
        let end = index + parent.descendants
        var text = ""
        while index < end {
            let node = nodes[index]
            index += 1
            text += " (\(node.phase.word)"
            if case .failed(let reason?) = node.phase { text += " reason=\(reason.name)" }
            if let kind = node.kind { text += " \(kind.rawValue)" }
            if let value = node.value { text += " " + value.text(positions) }
            text += parts(below: node, &index, positions) + ")"
        }
        return text
    }
}

extension PartPhase {
    fileprivate var word: String {
        switch self {
        case .possible: "possible"
        case .active: "active"
        case .ended: "ended"
        case .failed: "failed"
        }
    }
}

extension Double {
    fileprivate var micro: Int { Int(exactly: (self * 1e6).rounded()) ?? (self < 0 ? .min : .max) }
}

extension Vector {
    fileprivate var micro: String { "\(dx.micro),\(dy.micro)" }
}
