public import Strokes

/// Requests as text, without the project's own encoder.
public struct RandomRequests {
    var random: SplitMix64
    /// The highest number that is unsubscribed.
    private let highestSubscription: UInt64
    private var id = 0
    private var last = #"{"tap":{}}"#
    /// True if requests also concern sessions: scope, claims, cancels and moves.
    private let hasSessions: Bool

    public init(random: SplitMix64, highestSubscription: UInt64 = 9, hasSessions: Bool = false) {
        self.random = random
        self.highestSubscription = highestSubscription
        self.hasSessions = hasSessions
    }

    public mutating func next() -> [UInt8] {
        id += 1
        let line =
            switch random.next() % 16 {
            case 0: refused()
            case 5 where hasSessions: cancel()
            case 6 where hasSessions, 7 where hasSessions: move()
            case 1...4: unsubscribe(random.next() % highestSubscription + 1)
            default: subscribe()
            }
        return Array("\(line)\n".utf8)
    }

    private func unsubscribe(_ subscription: UInt64) -> String {
        #"{"type":"unsubscribe","id":\#(id),"subscription":\#(subscription)}"#
    }

    mutating func subscribe() -> String {
        let (units, size) = pick([
            ("", (2167.0, 1222.0)), (#","units":"millimetres""#, (344, 194)), (#","units":"normalized""#, (1, 1)),
            (#","units":{"width":1920,"height":1080}"#, (1920, 1080)),
        ])
        let region = random.next() % 4 > 0 ? "" : region(of: size)
        // Sometimes the last again, because equal gestures are recognised once.
        if random.next() % 3 > 0 {
            last = random.next() % 3 == 0 ? composition(depth: 3) : random.next() % 8 == 0 ? standard() : gesture()
        }
        let explain = random.next() % 4 > 0 ? "" : #","explain":true"#
        let rights = hasSessions ? pick(["", "", #","scope":"session""#, #","scope":"session","claim":true"#]) : ""
        return
            #"{"type":"subscribe","id":\#(id),"gesture":\#(last)\#(device())\#(region)\#(units)\#(explain)\#(rights)}"#
    }

    private mutating func region(of size: (Double, Double)) -> String {
        let origin = hasSessions && random.next() % 3 == 0 ? #","of":"window""# : ""
        return #","region":{"x":\#(size.0 * tenths(0...4)),"y":\#(size.1 * tenths(0...4)),"#
            + #""width":\#(size.0 * tenths(3...9)),"height":\#(size.1 * tenths(3...9))\#(origin)}"#
    }

    /// The units may not be the subscription's.
    private mutating func move() -> String {
        let region = random.next() % 4 == 0 ? "" : region(of: pick([(2167, 1222), (344, 194), (1, 1)]))
        return #"{"type":"move","id":\#(id),"subscription":\#(random.next() % highestSubscription + 1)\#(region)}"#
    }

    private mutating func cancel() -> String {
        #"{"type":"cancel","id":\#(id)\#(pick(["", #","device":"event0""#, #","device":"event7""#]))}"#
    }

    /// Also for the other kind of device.
    private mutating func standard() -> String { pick([#"{"standard":"touchpad"}"#, #"{"standard":"touchscreen"}"#]) }

    private mutating func gesture() -> String {
        let fingers = pick(["1", "1", "2", "3", "4", "5", "[1,2]", "[1,3]", "[3,4,5]", "[1,2,3,4,5]", "[6,7,8,9,10]"])
        switch random.next() % 6 {
        case 0:
            let limits = pick(["", #","maximumDistance":5"#, #","maximumDuration":0.1,"maximumDelay":0.2"#])
            return #"{"tap":{"fingers":\#(fingers),"count":\#(pick([1, 1, 2, 3]))\#(limits)}}"#
        case 1:
            let duration = pick(["", #","minimumDuration":0.03"#, #","minimumDuration":"never""#])
            return #"{"longPress":{"fingers":\#(fingers)\#(duration)\#(pick(["", #","maximumDistance":400"#]))}}"#
        case 2:
            let minimum = pick([
                "", #","minimumScaleDelta":0"#, #","minimumScaleDelta":0"#, #","minimumScaleDelta":0.3"#,
            ])
            return #"{"magnify":{"fingers":\#(several())\#(minimum)}}"#
        case 3:
            let minimum = pick([
                "", #","minimumAngleDelta":0"#, #","minimumAngleDelta":0"#, #","minimumAngleDelta":0.3"#,
            ])
            return #"{"rotate":{"fingers":\#(several())\#(minimum)}}"#
        case 4:
            let minimum = pick([
                "", #","minimumDistance":1,"minimumVelocity":0"#,
                #","minimumDistance":1,"minimumVelocity":0,"minimumLiftVelocity":100"#,
            ])
            let directions = pick(["", "", "", #","directions":"left""#, #","directions":["up","down","right"]"#])
            let fingers = pick(["[1,2,3]", "[1,2,3]", fingers])
            return #"{"swipe":{"fingers":\#(fingers)\#(minimum)\#(directions)\#(edges())}}"#
        default:
            let distance = pick(["", #","minimumDistance":0"#, #","minimumDistance":40"#])
            return #"{"drag":{"fingers":\#(fingers)\#(distance)\#(edges())}}"#
        }
    }

    private mutating func edges() -> String {
        guard random.next() % 4 == 0 else { return "" }
        let distance = pick(["", #","edgeDistance":200"#, #","edgeDistance":400"#])
        let edges = pick([#""left""#, #"["top","bottom"]"#, #"["top","bottom","left","right"]"#])
        return #","edges":\#(edges)\#(distance)"#
    }

    private mutating func several() -> String {
        pick(["2", "2", "3", "[2,3]", "[3,4,5]", "[2,3,4,5]", "[5,6,7,8,9,10]"])
    }

    private mutating func device() -> String {
        pick([
            "", "", "", #","device":{"kind":"touchpad"}"#, #","device":{"kind":"touchscreen"}"#,
            #","device":{"id":"event1"}"#, #","device":{"name":"gestured touchpad"}"#,
        ])
    }

    private mutating func refused() -> String {
        pick([
            "no JSON", #"{"type":"dance","id":\#(id)}"#, #"{"type":"subscribe","gesture":{"drag":{}}}"#,
            #"{"type":"subscribe","id":\#(id)}"#, #"{"type":"unsubscribe","id":\#(id),"subscription":4000}"#,
            #"{"type":"subscribe","id":\#(id),"gesture":{"drag":{"fingers":11}}}"#,
            #"{"type":"subscribe","id":\#(id),"gesture":{"drag":{},"tap":{}}}"#,
            #"{"type":"subscribe","id":\#(id),"gesture":{"rotate":{"fingers":1}}}"#,
            #"{"type":"subscribe","id":\#(id),"gesture":{"swipe":{"directions":[]}}}"#,
            #"{"type":"subscribe","id":\#(id),"gesture":{"swipe":{"edgeDistance":20}}}"#,
            #"{"type":"subscribe","id":\#(id),"gesture":{"tap":{}},"region":{"x":9e9,"y":0,"width":1,"height":1}}"#,
            #"{"type":"subscribe","id":\#(id),"gesture":\#(refusedComposition())}"#,
        ])
    }

    /// Two or three parts; a third of them are compositions down to `depth`. Sometimes there are more than 16 gestures.
    mutating func composition(depth: Int) -> String {
        let parts = (0..<(random.next() % 3 == 0 ? 3 : 2)).map { _ in
            depth > 1 && random.next() % 3 == 0 ? composition(depth: depth - 1) : part()
        }
        let kind = pick(["simultaneous", "sequence", "exclusive", "race"])
        // Few touches match two given gestures in sequence.
        if kind == "sequence", random.next() % 2 == 0 {
            return #"{"sequence":[{"longPress":{"minimumDuration":0.03,"maximumDistance":"any"}},{"drag":{}}]}"#
        }
        return #"{"\#(kind)":[\#(parts.joined(separator: ","))]}"#
    }

    /// Mostly one that can be recognised together with others.
    private mutating func part() -> String {
        guard random.next() % 4 > 0 else { return gesture() }
        return pick([
            #"{"tap":{}}"#, #"{"tap":{"count":2}}"#, #"{"tap":{"fingers":[1,2]}}"#, #"{"drag":{}}"#,
            #"{"drag":{"minimumDistance":0}}"#, #"{"swipe":{"fingers":[1,2]}}"#,
            #"{"drag":{"fingers":[1,2,3],"minimumDistance":30}}"#,
            #"{"longPress":{"minimumDuration":0.03}}"#, #"{"longPress":{"fingers":[1,2],"maximumDistance":"any"}}"#,
            #"{"longPress":{"minimumDuration":"never"}}"#, #"{"magnify":{}}"#, #"{"rotate":{"minimumAngleDelta":0}}"#,
        ])
    }

    private mutating func refusedComposition() -> String {
        let many = Array(repeating: part(), count: 17).joined(separator: ",")
        return pick([
            #"{"race":[]}"#, #"{"sequence":[\#(part())]}"#, #"{"simultaneous":\#(part())}"#,
            #"{"exclusive":[\#(many)]}"#,
            #"{"race":[\#(part()),{"sequence":[\#(part()),{"dance":{}}]}]}"#, #"{"exclusive":[\#(part()),{}]}"#,
            #"{"race":[\#(part()),\#(part())],"sequence":[\#(part()),\#(part())]}"#, #"{"race":[1,2]}"#,
        ])
    }

    private mutating func tenths(_ range: ClosedRange<UInt64>) -> Double {
        Double(range.lowerBound + random.next() % (range.upperBound - range.lowerBound + 1)) / 10
    }

    private mutating func pick<Element>(_ choices: [Element]) -> Element {
        choices[Int(random.next() % UInt64(choices.count))]
    }
}
