internal import GesturePipeline

/// One kind of request, with what makes it dear. Unchecked: the program has one thread.
struct Scenario: @unchecked Sendable {
    let name: String
    var repetitions = 64
    /// The most microseconds that it may take.
    var limit = Double.infinity
    /// Returns what is measured.
    let prepare: (inout CostBench) -> (CostBench) -> Void

    static let all = subscriptions + readings + reports + connections + touches

    private static let longest = 65_000

    private static func line(_ text: String) -> String { text + "\n" }

    private static func sending(_ name: String, _ repetitions: Int = 64, _ text: String) -> Scenario {
        Scenario(name: name, repetitions: repetitions) { bench in
            let session = bench.connect()
            return { $0.send(line(text), from: session) }
        }
    }

    // MARK: - Subscriptions

    private static let composition =
        #"{"race":[\#((0..<16).map { #"{"drag":{"minimumDistance":\#($0)}}"# }.joined(separator: ","))]}"#

    private static let stroke: String = {
        let points = (0..<64).map { "[\($0),\($0 % 7)]" }.joined(separator: ",")
        let templates = (0..<64).map { #"{"name":"\#($0)","points":[\#(points)]}"# }.joined(separator: ",")
        return #"{"stroke":{"templates":[\#(templates)]}}"#
    }()

    private static func subscribing(_ name: String, _ repetitions: Int, _ gesture: String) -> Scenario {
        Scenario(name: "subscribe and unsubscribe, \(name)", repetitions: repetitions) { bench in
            let session = bench.connect()
            let counter = Counter()
            return { bench in
                bench.send(line(#"{"type":"subscribe","id":1,"gesture":\#(gesture)}"#), from: session)
                counter.value += 1
                bench.send(line(#"{"type":"unsubscribe","id":1,"subscription":\#(counter.value)}"#), from: session)
            }
        }
    }

    private static let subscriptions: [Scenario] = [
        subscribing("drag", 512, #"{"drag":{}}"#), subscribing("16 parts", 128, composition),
        subscribing("64 templates", 16, stroke),
        Scenario(name: "move a region, next to 1,024 subscriptions", repetitions: 256) { bench in
            let session = bench.fill()[0]
            let counter = Counter()
            return { bench in
                counter.value += 1
                let region = #"{"x":0,"y":0,"width":\#(10 + counter.value % 50),"height":9}"#
                bench.send(line(#"{"type":"move","id":1,"subscription":1,"region":\#(region)}"#), from: session)
            }
        },
        Scenario(name: "cancel, next to 1,024 subscriptions of the user") { bench in
            let session = bench.fill()[0]
            return { $0.send(line(#"{"type":"cancel","id":1}"#), from: session) }
        },
        Scenario(name: "cancel, next to 1,024 of another user", repetitions: 512) { bench in
            _ = bench.fill()
            let session = bench.connect(1001)
            return { $0.send(line(#"{"type":"cancel","id":1}"#), from: session) }
        },
    ]

    // MARK: - Reading and answering

    private static let readings: [Scenario] = [
        sending("status", 512, #"{"type":"status","id":1}"#),
        Scenario(name: "status, of 32 users", repetitions: 256) { bench in
            for user in 2000..<2030 as Range<UInt32> { _ = bench.connect(user) }
            let session = bench.connect(0)
            return { $0.send(line(#"{"type":"status","id":1}"#), from: session) }
        },
        sending("haptic, refused", 512, #"{"type":"haptic","id":1,"feedback":"light"}"#),
        sending("reload, refused", 512, #"{"type":"reload","id":1}"#),
        sending("an unknown type", 512, #"{"type":"x","id":1}"#),
        sending("64 kB of blank lines", 16, String(repeating: "\n", count: longest)),
        sending(
            "64 kB of text, as a name", 16,
            #"{"type":"cancel","id":1,"device":"\#(String(repeating: "n", count: longest))"}"#),
        sending(
            "64 kB of marks, as a key", 16,
            #"{"type":"cancel","id":1,"a\#(String(repeating: "\u{302}\u{316}", count: longest / 4))":1}"#),
        sending(
            "64 kB of escapes", 16,
            #"{"type":"cancel","id":1,"device":"\#(String(repeating: "\\u0302", count: longest / 6))"}"#),
        sending("64 kB of empty arrays", 16, nested("[]")), sending("64 kB of numbers", 16, nested("1")),
        sending("64 kB of objects", 16, nested(#"{"a":1}"#)),
        sending(
            "64 kB of gestures", 16, #"{"type":"subscribe","id":1,"gesture":{"race":[\#(nested(#"{"tap":{}}"#))]}}"#),
        Scenario(name: "a byte at a time, 64 bytes", repetitions: 64) { bench in
            let session = bench.connect()
            let bytes = Array(#"{"type":"cancel","id":1,"device":"event77777777777777777777777"}"#.utf8) + [10]
            return { bench in
                for byte in bytes { bench.send(String(Unicode.Scalar(byte)), from: session) }
            }
        },
    ]

    /// Arrays of at most 512 elements in an array, as many as fit.
    private static func nested(_ element: String) -> String {
        let row = "[" + repeatElement(element, count: 500).joined(separator: ",") + "]"
        return "[" + repeatElement(row, count: max(longest / (row.utf8.count + 1), 1)).joined(separator: ",") + "]"
    }

    // MARK: - Focus sources

    private static func reporting(
        _ name: String, _ repetitions: Int = 64, user: UInt32 = 1000, _ report: @escaping (Int) -> String
    ) -> Scenario {
        Scenario(name: name, repetitions: repetitions) { bench in
            _ = bench.fill()
            let session = bench.connect(user, as: .focusSource)
            let counter = Counter()
            return { bench in
                counter.value += 1
                bench.send(line(report(counter.value)), from: session)
            }
        }
    }

    private static let outputs: @Sendable (Int) -> String = { number in
        let outputs = (0..<64).map { #"{"name":"output \#($0)","x":\#(number),"y":0,"width":9,"height":9}"# }
        return #"{"type":"outputs","id":1,"outputs":[\#(outputs.joined(separator: ","))]}"#
    }

    private static let reports: [Scenario] = [
        reporting("focus, moves among 1,024 subscriptions", 32) { number in
            #"{"type":"focus","id":1,"processes":\#(number % 2 == 0 ? "[]" : "[11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26]")}"#
        },
        reporting("focus, 1,020 processes, of another user", 64, user: 1001) { number in
            #"{"type":"focus","id":1,"processes":[\#((1...1020).map { "\($0 + number)" }.joined(separator: ","))]}"#
        },
        reporting("outputs, 64, of another user", 16, user: 1001, outputs),
        reporting("lock, flips next to 1,024 subscriptions", 32) {
            #"{"type":"lock","id":1,"locked":\#($0 % 2 == 0)}"#
        },
        reporting("lock, of another user", 256, user: 1001) { #"{"type":"lock","id":1,"locked":\#($0 % 2 == 0)}"# },
        reporting("cancel by a focus source, 1,024 subscriptions") { _ in #"{"type":"cancel","id":1}"# },
    ]

    // MARK: - Connections

    private static let connections: [Scenario] = [
        Scenario(name: "connect and close", repetitions: 256) { _ in
            { bench in
                var bench = bench
                let session = bench.connect()
                session.outbox.flush { $0.count }
                bench.pipeline.disconnect(session)
            }
        },
        Scenario(name: "connect and close a focus source", repetitions: 256) { _ in
            { bench in
                var bench = bench
                let session = bench.connect(1001, as: .focusSource)
                session.outbox.flush { $0.count }
                bench.pipeline.disconnect(session)
            }
        },
    ]
}

/// Frames, whose lines to clients are counted like requests.
extension Scenario {
    /// Two milliseconds of a processor.
    private static let frameLimit = 2000.0

    fileprivate static let touches: [Scenario] = [
        touching("of one client with a drag", 256) { bench in
            [bench.subscribing(to: #"{"drag":{}}"#, times: 1)]
        },
        touching("explained to 960 standard sets of two users", 16) { bench in
            (0..<16).map { client in
                bench.subscribing(
                    to: #"{"standard":"touchscreen"}"#, #","explain":true"#, times: 60, user: client < 8 ? 1000 : 1001)
            }
        },
        touching("explained to 960 gestures that differ, of two users", 16) { bench in
            (0..<16).map { client in
                bench.subscribing(
                    to: { #"{"tap":{"maximumDistance":\#(client * 60 + $0)}}"# }, #","explain":true"#, times: 60,
                    user: client < 8 ? 1000 : 1001)
            }
        },
        touching("claimed 192 times by each of ten users", 16) { bench in
            (0..<30).map { client in
                bench.subscribing(
                    to: #"{"drag":{}}"#, #","scope":"session","claim":true"#, times: 64,
                    user: UInt32(2000 + client / 3))
            }
        },
    ]

    /// Measures a touch of three frames: it comes down, moves and lifts.
    private static func touching(
        _ name: String, _ repetitions: Int, _ connect: @escaping (inout CostBench) -> [ClientSession]
    ) -> Scenario {
        Scenario(name: "a touch, \(name)", repetitions: repetitions, limit: frameLimit) { bench in
            bench.pipeline.setSeats(nil, at: CostBench.time)
            let sessions = connect(&bench)
            bench.pipeline.onLinesQueued = { for session in sessions { session.outbox.flush { $0.count } } }
            let counter = Counter()
            return { bench in
                counter.value += 1
                bench.touch(counter.value)
            }
        }
    }
}

/// Shared by the copies of a closure.
private final class Counter {
    var value = 0
}
