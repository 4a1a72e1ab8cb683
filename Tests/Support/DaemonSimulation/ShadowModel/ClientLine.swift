/// The parts of a request that determine its answer and its gestures.
struct ClientLine: Decodable {
    let type: String
    let id: Int64
    let subscription: Int?
    let gesture: Gesture?
    let device: Filter?
    let region: Region?
    let units: Units?
    let explain: Bool?
    let scope: String?
    let claim: Bool?

    struct Leaf: Decodable {
        let fingers: Fingers?
        let count: Int?
        let minimumDuration: PressDuration?
        let minimumScaleDelta: Double?
        let minimumAngleDelta: Double?
        let maximumDistance: Limit?
        let minimumDistance: Double?
        let minimumVelocity: Double?
        let minimumLiftVelocity: Double?
        let directions: Words?
        let edges: Words?
        let edgeDistance: Double?
    }

    /// Seconds, or `"never"`.
    struct PressDuration: Decodable {
        let seconds: Double?
        var isNever: Bool { seconds == nil }

        init(from decoder: any Decoder) throws {
            let value = try decoder.singleValueContainer()
            seconds = try? value.decode(Double.self)
        }
    }

    /// Points; infinite for `"any"`.
    struct Limit: Decodable {
        let points: Double

        init(from decoder: any Decoder) throws {
            points = (try? decoder.singleValueContainer().decode(Double.self)) ?? .infinity
        }
    }

    struct Fingers: Decodable {
        let counts: [Int]

        init(from decoder: any Decoder) throws {
            let value = try decoder.singleValueContainer()
            counts = try (try? [value.decode(Int.self)]) ?? value.decode([Int].self)
        }
    }

    struct Words: Decodable {
        let list: [String]

        init(from decoder: any Decoder) throws {
            let value = try decoder.singleValueContainer()
            list = try (try? [value.decode(String.self)]) ?? value.decode([String].self)
        }
    }

    struct Filter: Decodable {
        let kind: String?
        let id: String?
        let name: String?
    }

    struct Region: Decodable {
        let x: Double
        let y: Double
        let width: Double
        let height: Double
        /// `window` if its origin is the corner of a window.
        let of: String?
    }

    enum Units: Decodable {
        case points, millimetres, normalized
        case mapped(width: Double, height: Double)

        private enum Key: CodingKey { case width, height }

        init(from decoder: any Decoder) throws {
            if let word = try? decoder.singleValueContainer().decode(String.self) {
                self = word == "millimetres" ? .millimetres : word == "normalized" ? .normalized : .points
                return
            }
            let object = try decoder.container(keyedBy: Key.self)
            self = .mapped(
                width: try object.decode(Double.self, forKey: .width),
                height: try object.decode(Double.self, forKey: .height))
        }
    }
}

extension ClientLine.Units {
    /// The tolerance when a number and those compared with it are rounded to the decimals of the units.
    var tolerance: Double {
        switch self {
        case .normalized: 1.5e-6
        case .points, .millimetres, .mapped: 1.5e-3
        }
    }

    /// The size of a surface in these units; `millimetres` is the size that the daemon reports.
    func size(ofMillimetres size: Pair) -> Pair {
        // 1 pt = 1/160 inch.
        switch self {
        case .points: Pair(x: size.x * 160 / 25.4, y: size.y * 160 / 25.4)
        case .millimetres: size
        case .normalized: Pair(x: 1, y: 1)
        case .mapped(let width, let height): Pair(x: width, y: height)
        }
    }
}

extension ClientLine {
    /// The requested gesture or composition.
    struct Gesture: Decodable {
        let tap: Leaf?
        let longPress: Leaf?
        let drag: Leaf?
        let swipe: Leaf?
        let magnify: Leaf?
        let rotate: Leaf?
        let simultaneous: [Gesture]?
        let sequence: [Gesture]?
        let exclusive: [Gesture]?
        let race: [Gesture]?
        let standard: String?
    }
}

extension ClientLine.Gesture {
    /// Nil unless there is exactly one.
    var kind: GestureKind? {
        let kinds: [(kind: GestureKind, isThere: Bool)] = [
            (.tap, tap != nil), (.longPress, longPress != nil), (.drag, drag != nil), (.swipe, swipe != nil),
            (.magnify, magnify != nil), (.rotate, rotate != nil), (.simultaneous, simultaneous != nil),
            (.sequence, sequence != nil),
            (.exclusive, exclusive != nil), (.race, race != nil), (.standard, standard != nil),
        ]
        let present = kinds.filter(\.isThere)
        return present.count == 1 ? present[0].kind : nil
    }

    /// The gestures that it is composed of, in order.
    var leaves: [ClientLine.Gesture] { parts.isEmpty ? [self] : parts.flatMap(\.leaves) }

    /// The parts of a composition; empty for a gesture.
    var parts: [ClientLine.Gesture] { simultaneous ?? sequence ?? exclusive ?? race ?? [] }

    var fingers: [Int] {
        leaf?.fingers?.counts ?? (magnify != nil || rotate != nil ? Array(2...10) : [1])
    }
    /// The number of taps.
    var count: Int { leaf?.count ?? 1 }
    /// True for a press without a minimum duration, which never completes.
    var isHold: Bool { leaf?.minimumDuration?.isNever ?? false }
    /// The scale or angle that a magnification or rotation must reach to begin; 0 for the daemon's default.
    var minimumDelta: Double { leaf?.minimumScaleDelta ?? leaf?.minimumAngleDelta ?? 0 }

    /// The edges a gesture may start at; nil for anywhere.
    var edges: [String]? { leaf?.edges?.list }
    var directions: [String] { leaf?.directions?.list ?? ["up", "down", "left", "right"] }
    /// In points; nil for the daemon's default.
    var edgeDistance: Double? { leaf?.edgeDistance }
    /// In points; swipes only.
    var minimumDistance: Double { swipe?.minimumDistance ?? 0 }
    /// In points per second.
    var minimumLiftVelocity: Double { leaf?.minimumLiftVelocity ?? 0 }

    private var leaf: ClientLine.Leaf? { tap ?? longPress ?? drag ?? swipe ?? magnify ?? rotate }
}
