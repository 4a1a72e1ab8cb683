extension ClientLine {
    /// What was asked for: one gesture, or a composition of such.
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

    /// What it is made of that is no composition, in order.
    var leaves: [ClientLine.Gesture] { parts.isEmpty ? [self] : parts.flatMap(\.leaves) }

    /// Of a composition; empty where it is none.
    var parts: [ClientLine.Gesture] { simultaneous ?? sequence ?? exclusive ?? race ?? [] }

    var fingers: [Int] {
        leaf?.fingers?.counts ?? (magnify != nil || rotate != nil ? Array(2...10) : [1])
    }
    /// Taps in a row.
    var count: Int { leaf?.count ?? 1 }
    /// Whether it is a press and hold, which is never complete.
    var isHold: Bool { leaf?.minimumDuration?.isNever ?? false }
    /// What a magnification or a rotation must have reached when it begins; 0 where it was left to the daemon.
    var minimumDelta: Double { leaf?.minimumScaleDelta ?? leaf?.minimumAngleDelta ?? 0 }

    /// The edges a gesture may start at; nil for anywhere.
    var edges: [String]? { leaf?.edges?.list }
    var directions: [String] { leaf?.directions?.list ?? ["up", "down", "left", "right"] }
    /// In points; nil where it was left to the daemon.
    var edgeDistance: Double? { leaf?.edgeDistance }
    /// In points; of a swipe alone.
    var minimumDistance: Double { swipe?.minimumDistance ?? 0 }
    /// In points per second.
    var minimumVelocity: Double { leaf?.minimumVelocity ?? 0 }

    private var leaf: ClientLine.Leaf? { tap ?? longPress ?? drag ?? swipe ?? magnify ?? rotate }
}
