extension ClientLine {
    /// What was asked for: one gesture, or a composition of such.
    struct Gesture: Decodable {
        let tap: Leaf?
        let longPress: Leaf?
        let drag: Leaf?
        let magnify: Leaf?
        let rotate: Leaf?
        let simultaneous: [Gesture]?
        let sequence: [Gesture]?
        let exclusive: [Gesture]?
        let race: [Gesture]?
    }
}

extension ClientLine.Gesture {
    /// Nil unless there is exactly one.
    var kind: GestureKind? {
        let kinds: [(kind: GestureKind, isThere: Bool)] = [
            (.tap, tap != nil), (.longPress, longPress != nil), (.drag, drag != nil), (.magnify, magnify != nil),
            (.rotate, rotate != nil), (.simultaneous, simultaneous != nil), (.sequence, sequence != nil),
            (.exclusive, exclusive != nil), (.race, race != nil),
        ]
        let present = kinds.filter(\.isThere)
        return present.count == 1 ? present[0].kind : nil
    }

    /// Of a composition; empty where it is none.
    var parts: [ClientLine.Gesture] { simultaneous ?? sequence ?? exclusive ?? race ?? [] }

    var fingers: [Int] {
        leaf?.fingers?.counts ?? (magnify != nil || rotate != nil ? [2, 3, 4, 5] : [1])
    }
    /// Taps in a row.
    var count: Int { leaf?.count ?? 1 }
    /// Whether it is a press and hold, which is never complete.
    var isHold: Bool { leaf?.minimumDuration?.isNever ?? false }
    /// What a magnification or a rotation must have reached when it begins; 0 where it was left to the daemon.
    var minimumDelta: Double { leaf?.minimumScaleDelta ?? leaf?.minimumAngleDelta ?? 0 }

    private var leaf: ClientLine.Leaf? { tap ?? longPress ?? drag ?? magnify ?? rotate }
}
