/// The parts of a line from the daemon that promises concern. It does not use GestureProtocol, so that encoder and decoder
/// cannot share an error.
struct ServerLine: Decodable {
    let type: String
    let id: Int64?
    let subscription: Int?
    let code: String?
    let message: String?
    let gesture: UInt64?
    let phase: String?
    let time: Int64?
    let device: Device?
    let value: Value?
    let reason: String?
    let failure: String?
    let failureReason: Failure?
    let recogniser: String?
    /// Of an explanation of what became of a contact.
    let contact: ExplainedContact?
    let part: Int?
    let elapsed: Int64?
    let fingers: Int?
    let outcome: String?
    let sentence: String?
    let missed: Int?
    let capabilities: [String]?
    let devices: [Device]?
    let access: ReportedAccess?
    /// Of `subscriptionChanged`.
    let positions: String?

    struct ExplainedContact: Decodable {
        let id: Int
        /// Absent if positions are withheld.
        let position: [Double]?
        let state: String
    }

    /// A whole device in lines about devices, otherwise only its id.
    struct Device: Decodable {
        let id: String
        let name: String?
        let kind: String?
        /// Millimetres.
        let size: [Double]?
        let seat: String?

        private enum Key: CodingKey { case id, name, kind, size, seat }

        init(from decoder: any Decoder) throws {
            if let id = try? decoder.singleValueContainer().decode(String.self) {
                (self.id, name, kind, size, seat) = (id, nil, nil, nil, nil)
                return
            }
            let object = try decoder.container(keyedBy: Key.self)
            id = try object.decode(String.self, forKey: .id)
            name = try object.decode(String.self, forKey: .name)
            kind = try object.decode(String.self, forKey: .kind)
            size = try object.decode([Double].self, forKey: .size)
            seat = try object.decode(String.self, forKey: .seat)
        }
    }

    /// The value of a gesture, or the tree of a composition: each part is a value with a phase.
    struct Value: Decodable, Equatable {
        var tap: Tap?
        var longPress: LongPress?
        var drag: Drag?
        var swipe: Swipe?
        var magnify: Magnify?
        var rotate: Rotate?
        var simultaneous: [Value]?
        var sequence: [Value]?
        var exclusive: [Value]?
        var race: [Value]?
        /// Only in compositions and their parts, like the next three.
        let phase: PartPhase?
        let reason: String?
        var failure: String?
        var failureReason: Failure?

        /// Nil unless there is exactly one.
        var kind: GestureKind? {
            let kinds: [(kind: GestureKind, isThere: Bool)] = [
                (.tap, tap != nil), (.longPress, longPress != nil), (.drag, drag != nil), (.swipe, swipe != nil),
                (.magnify, magnify != nil), (.rotate, rotate != nil), (.simultaneous, simultaneous != nil),
                (.sequence, sequence != nil),
                (.exclusive, exclusive != nil), (.race, race != nil),
            ]
            let present = kinds.filter(\.isThere)
            return present.count == 1 ? present[0].kind : nil
        }

        var parts: [Value] { simultaneous ?? sequence ?? exclusive ?? race ?? [] }
        var fingers: Int {
            tap?.fingers ?? longPress?.fingers ?? drag?.fingers ?? swipe?.fingers ?? magnify?.fingers ?? rotate?.fingers
                ?? 0
        }
        var startLocation: Pair? {
            longPress?.startLocation ?? drag?.startLocation ?? swipe?.startLocation ?? magnify?.startLocation
                ?? rotate?.startLocation
        }
        /// Gestures that are over when they begin.
        var isDiscrete: Bool { tap != nil || swipe != nil }
        var edge: String? { drag?.edge ?? swipe?.edge }
        /// Gestures whose fingers and start do not change; those of a press change if another finger joins.
        var hasFixedStart: Bool { drag != nil || magnify != nil || rotate != nil }
    }

    /// Positions are absent if they are withheld.
    struct Tap: Decodable, Equatable {
        let fingers: Int
        let count: Int
        var location: Pair?
    }

    struct LongPress: Decodable, Equatable {
        let fingers: Int
        var location: Pair?
        var startLocation: Pair?
        let pressing: Bool
        let completed: Bool
        let deadline: Int64?
    }

    struct Drag: Decodable, Equatable {
        let fingers: Int
        var location: Pair?
        var startLocation: Pair?
        var translation: Pair
        var velocity: Pair
        var predictedEndLocation: Pair?
        var predictedEndTranslation: Pair
        let edge: String?
    }

    struct Swipe: Decodable, Equatable {
        let fingers: Int
        let direction: String
        var location: Pair?
        var startLocation: Pair?
        var translation: Pair
        var velocity: Pair
        let edge: String?
    }

    struct Magnify: Decodable, Equatable {
        let fingers: Int
        var location: Pair?
        var startLocation: Pair?
        let magnification: Double
        let velocity: Double
    }

    struct Rotate: Decodable, Equatable {
        let fingers: Int
        var location: Pair?
        var startLocation: Pair?
        let rotation: Double
        let velocity: Double
    }
}

public enum GestureKind: String, Sendable, CaseIterable {
    case tap, longPress, drag, swipe, magnify, rotate
    /// Its values have other kinds.
    case standard
    case simultaneous, sequence, exclusive, race

    public var isComposition: Bool {
        switch self {
        case .tap, .longPress, .drag, .swipe, .magnify, .rotate, .standard: false
        case .simultaneous, .sequence, .exclusive, .race: true
        }
    }
}

/// `[x, y]`.
struct Pair: Decodable, Equatable {
    let x: Double
    let y: Double

    init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }

    init(from decoder: any Decoder) throws {
        var list = try decoder.unkeyedContainer()
        x = try list.decode(Double.self)
        y = try list.decode(Double.self)
        guard list.isAtEnd else {
            throw DecodingError.dataCorruptedError(in: list, debugDescription: "more than two numbers")
        }
    }
}

extension ServerLine {
    enum PartPhase: String, Decodable {
        case possible, active, ended, failed

        var letter: Character { rawValue.first ?? "?" }
        var isTerminal: Bool { self == .ended || self == .failed }
        var hasBegun: Bool { self == .active || self == .ended }

        /// The phases that may follow it.
        func mayBecome(_ next: PartPhase) -> Bool {
            switch self {
            case .possible: true
            case .active: next != .possible
            case .ended, .failed: next == self
            }
        }
    }

    /// `{"movedTooFar":{"by":14.2,"limit":10}}`.
    struct Failure: Decodable, Equatable {
        let name: String
        var numbers: [String: [Double]]
        /// Members that are words, not numbers.
        let words: [String: [String]]

        init(from decoder: any Decoder) throws {
            let value = try decoder.singleValueContainer()
            let object = try value.decode([String: [String: Numbers]].self)
            guard object.count == 1, let (name, numbers) = object.first else {
                throw DecodingError.dataCorruptedError(in: value, debugDescription: "not one failure")
            }
            self.name = name
            self.numbers = numbers.mapValues(\.list)
            self.words = numbers.mapValues(\.words)
        }
    }

    private struct Numbers: Decodable {
        let list: [Double]
        let words: [String]

        init(from decoder: any Decoder) throws {
            let value = try decoder.singleValueContainer()
            words = (try? [value.decode(String.self)]) ?? (try? value.decode([String].self)) ?? []
            guard words.isEmpty else {
                list = []
                return
            }
            list = try (try? [value.decode(Double.self)]) ?? value.decode([Double].self)
        }
    }
}

extension ServerLine.Value {
    /// Those of all parts; nil for one without positions.
    var positions: [Pair?] {
        if !parts.isEmpty { return parts.flatMap(\.positions) }
        if let tap { return [tap.location] }
        if let press = longPress { return [press.location, press.startLocation] }
        if let drag { return [drag.location, drag.startLocation, drag.predictedEndLocation] }
        if let swipe { return [swipe.location, swipe.startLocation] }
        if let magnify { return [magnify.location, magnify.startLocation] }
        if let rotate { return [rotate.location, rotate.startLocation] }
        return []
    }

    /// The value as a client without positions receives it.
    mutating func removePositions() {
        tap?.location = nil
        longPress?.location = nil
        longPress?.startLocation = nil
        drag?.location = nil
        drag?.startLocation = nil
        drag?.predictedEndLocation = nil
        swipe?.location = nil
        swipe?.startLocation = nil
        magnify?.location = nil
        magnify?.startLocation = nil
        rotate?.location = nil
        rotate?.startLocation = nil
        failureReason?.blur()
        for list in [\Self.simultaneous, \.sequence, \.exclusive, \.race] {
            self[keyPath: list] = self[keyPath: list]?.map { part in
                var part = part
                part.removePositions()
                return part
            }
        }
    }
}

extension ServerLine.Failure {
    /// The last digits of a measured number could reveal positions; those of a limit cannot.
    mutating func blur() {
        for key in numbers.keys where key != "limit" {
            numbers[key] = numbers[key]?.map { ($0 * 1000).rounded() / 1000 }
        }
    }
}

/// The access that `hello` and `accessChanged` report.
public struct ReportedAccess: Hashable, Sendable, Decodable {
    public let session: String
    public let seats: [String]
    public let focus: String
    public let positions: String

    public init(session: String, seats: [String], focus: String, positions: String) {
        self.session = session
        self.seats = seats
        self.focus = focus
        self.positions = positions
    }

    /// The client receives no gestures.
    public var isSilent: Bool { ["inactive", "locked", "suspended", "paused"].contains(session) }
    /// The client receives no gestures of the focused app.
    public var lacksFocus: Bool { ["unfocused", "lost"].contains(focus) }
    public var withholdsPositions: Bool { positions == "withheld" }
}
