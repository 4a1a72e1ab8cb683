package import GestureModel

/// What one gesture became: how many fingers went where, how far and for how long. Collected from its messages.
package struct GestureAccount: Hashable, Sendable {
    /// The gesture's most recent message. That of a cancellation has the gesture's last value.
    package private(set) var message: GestureMessage
    /// When the gesture began: when it was recognised, or for a long press when the fingers came down.
    package let start: Timestamp
    /// The units of the subscription per point.
    private let scale: Vector
    /// The time of the last message before a cancellation, which may come long after the last motion.
    private var end: Timestamp
    /// The farthest translation so far, in points.
    private var farthest = Vector.zero
    /// nil unless the fingers pinch or turn.
    private var pinch: PinchAndTurn?

    /// - Parameters:
    ///   - message: The first message of the gesture.
    ///   - scale: The units of the subscription per point, in each direction.
    package init(_ message: GestureMessage, scale: Vector = Vector(dx: 1, dy: 1)) {
        (self.message, start, end, self.scale) = (message, message.time, message.time, scale)
        extend()
    }

    /// Adds a later message of the gesture.
    package mutating func update(_ message: GestureMessage) {
        self.message = message
        if message.reason == nil { end = message.time }
        extend()
    }

    private mutating func extend() {
        if pinch == nil { pinch = PinchAndTurn(message.value) } else { pinch?.update(message.value) }
        guard let translation = Self.translation(message.value).map(points), translation.length > farthest.length else {
            return
        }
        farthest = translation
    }

    /// The gesture's name for people, such as `drag`, `pinch` or `long press`.
    package var noun: String { message.value.noun(pinch) }

    /// The fingers and what they did: `3 fingers, 30 mm left in 0.26 s`.
    package var headline: String { headline(of: message.value) }

    /// The same of one gesture of a composition, by its number in the request from 1; nil if it has no value.
    package func headline(part: Int) -> String? {
        guard case .composition(let tree) = message.value else { return nil }
        let leaves = tree.nodes.filter { $0.kind == nil }
        return leaves.indices.contains(part - 1) ? leaves[part - 1].value.map(headline) : nil
    }

    /// From this factor and this angle on, fingers that make the other of both have visibly pinched or turned.
    private static let visible = (scale: 1.2, angle: Double.pi / 12)

    /// What the fingers of a pinch or a turn did less of, as a sentence about the other gesture; nil if that was too
    /// little to be meant.
    package var lesserPart: String? {
        guard let both = pinch, both.farthestScale > 0 else { return nil }
        let scale = both.farthestScale
        let way = scale < 1 ? "closed up" : "parted"
        if both.isTurn {
            guard max(scale, 1 / scale) >= Self.visible.scale else { return nil }
            return "pinch: to \(Wording.decimal(scale, 2)) of their distance, "
                + "but the fingers went farther around each other than they \(way)"
        }
        guard abs(both.farthestRotation) >= Self.visible.angle else { return nil }
        return "turn: by \(Wording.turn(both.farthestRotation)), "
            + "but the fingers \(way) farther than they went around each other"
    }

    /// How far a drag went, in points, and its speed when the fingers lifted, in points per second; nil for other gestures.
    package var lift: (way: Double, speed: Double)? {
        guard case .drag(let drag) = message.value, message.phase == .ended else { return nil }
        return (points(drag.translation).length, points(drag.velocity).length)
    }

    /// Why the gesture was cancelled, in words; nil if it was not.
    package var cancellation: String? { message.reason?.phrase }

    private func headline(of value: GestureValue) -> String {
        // A swipe is recognised at the lift, and a drag sometimes just before: the way began with the touch.
        let seconds = end - start < .milliseconds(50) ? "" : " in \(Wording.decimal((end - start).seconds, 2)) s"
        switch value {
        case .tap(let tap):
            let times = tap.count == 1 ? "" : tap.count == 2 ? " twice" : " \(tap.count) times"
            return "\(Wording.fingers(tap.fingers)) tapped\(times)"
        case .longPress(let press):
            return "\(Wording.fingers(press.fingers)) pressed"
                + (press.completed ? " and held" : ", but not long enough")
        case .drag(let drag):
            return "\(Wording.fingers(drag.fingers))\(origin(drag.edge)), \(movement(drag.translation))\(seconds)"
        case .swipe(let swipe):
            return "\(Wording.fingers(swipe.fingers))\(origin(swipe.edge)), \(movement(swipe.translation))\(seconds)"
        case .stroke(let stroke):
            return "1 finger drew \(stroke.template), \(Wording.decimal(stroke.score * 100, 0)) % alike"
        case .swipeHold(let hold):
            return "\(Wording.fingers(hold.fingers)) swiped \(hold.direction.rawValue) and held\(seconds)"
        case .dial(let dial):
            return "\(Wording.fingers(dial.fingers)) circled \(Wording.turn(dial.rotation))\(seconds)"
        case .touch: return "fingers on the surface\(seconds)"
        case .magnify, .rotate:
            // In a composition, only the value at the end is known of each.
            let pinch = message.value.name == nil ? PinchAndTurn(value) : pinch
            return pinch.map { "\(transformed($0))\(seconds)" } ?? ""
        case .composition(let tree):
            if let pinch { return "\(transformed(pinch))\(seconds)" }
            let parts = tree.nodes.compactMap { $0.kind == nil ? $0.value.map(headline) : nil }
            return parts.isEmpty ? "an expression was recognised" : parts.joined(separator: "; ")
        }
    }

    private func origin(_ edge: Edge?) -> String { edge.map { " from the \($0.rawValue) edge" } ?? "" }

    /// A movement back of this share of the way, and 1 mm, is more than the slip of fingers that lift.
    package static let keptShare = 0.6
    /// In points.
    package static let slip = 6.0

    /// If the fingers moved far back before they lifted, includes the farthest distance.
    private func movement(_ translation: Vector) -> String {
        let way = points(translation)
        if way.length < 0.5, farthest.length < 0.5 { return "no movement" }
        if farthest.length > way.length / Self.keptShare + Self.slip {
            return "\(Wording.millimetres(farthest.length)) \(SwipeDirection.words(of: farthest)) "
                + "and back to \(Wording.millimetres(way.length))"
        }
        return "\(Wording.millimetres(way.length)) \(SwipeDirection.words(of: way))"
    }

    /// If the fingers took most of it back before they lifted, includes the farthest.
    private func transformed(_ transform: PinchAndTurn) -> String {
        let fingers = Wording.fingers(transform.fingers)
        if transform.isTurn {
            let (most, kept) = (transform.farthestRotation, transform.rotation)
            let isBack = abs(most - kept) > (1 - Self.keptShare) * abs(most) + Self.visible.angle
            return "\(fingers) turned \(Wording.turn(isBack ? most : kept))"
                + (isBack ? " and back to \(Wording.turn(kept))" : "")
        }
        let (most, kept) = (transform.farthestScale, transform.scale)
        let isBack = abs(most - kept) > (1 - Self.keptShare) * abs(most - 1) + Self.visible.scale - 1
        let scale = isBack ? most : kept
        return "\(fingers) pinched \(scale < 1 ? "in" : "out") to \(Wording.decimal(scale, 2)) "
            + (scale < 1 ? "of their distance" : "times their distance")
            + (isBack ? " and back to \(Wording.decimal(kept, 2))" : "")
    }

    private func points(_ vector: Vector) -> Vector { Vector(dx: vector.dx / scale.dx, dy: vector.dy / scale.dy) }

    private static func translation(_ value: GestureValue) -> Vector? {
        switch value {
        case .drag(let drag): drag.translation
        case .swipe(let swipe): swipe.translation
        case .swipeHold(let hold): hold.translation
        default: nil
        }
    }
}

extension Reported<CancellationReason> {
    /// The reason in texts for people; the word on the wire if only a newer daemon knows the reason.
    package var phrase: String {
        switch self {
        case .known(let reason): reason.phrase
        case .unknown(let word): word
        }
    }
}

// MARK: - Explanations

extension GestureAccount {
    /// True if fingers part or turn, or both: one gesture, for which a composition has two findings.
    private var isPinch: Bool {
        guard case .composition = message.value else { return false }
        return noun == GestureName.magnify.noun || noun == GestureName.rotate.noun
    }

    /// True if an explanation is about this gesture or a part of it.
    package func has(_ explanation: ExplanationMessage) -> Bool {
        guard message.subscription == explanation.subscription, case .known(let name) = explanation.recogniser else {
            return false
        }
        guard case .composition(let tree) = message.value else { return message.value.name == name }
        return tree.nodes.contains { $0.value?.name == name }
    }

    /// Returns what the gesture became, for an explanation that it was recognised: `drag: recognised: 3 fingers, 8 mm left
    /// in 0.64 s (began at 80 ms)`. nil if an explanation in `earlier` has the same sentence: fingers that part and turn
    /// have two.
    ///
    /// - Parameter cause: Why the gesture was cancelled, if more is known than ``cancellation``.
    package func sentence(
        of explanation: ExplanationMessage, after earlier: [GestureAccount], cancelledBy cause: String? = nil
    ) -> String? {
        let isPart = explanation.part > 0 && !isPinch
        if !isPart, earlier.contains(self) { return nil }
        let name = isPart ? "\(explanation.recogniser.noun) (part \(explanation.part))" : noun
        let headline = (isPart ? headline(part: explanation.part) : nil) ?? headline
        let moment = "at \(explanation.elapsed.count / 1000) ms"
        let text = start == message.time ? "\(headline) \(moment)" : "\(headline) (began \(moment))"
        return "\(name): "
            + ((cancellation == nil ? nil : cause ?? cancellation).map { "cancelled: \(text): \($0)" }
                ?? "recognised: \(text)")
    }
}

extension [GestureAccount] {
    /// Adds a gesture, or a message of a gesture that is known.
    ///
    /// - Parameter scale: The units of the subscription per point.
    package mutating func add(_ message: GestureMessage, scale: Vector) {
        if let index = lastIndex(where: { $0.message.gesture == message.gesture }) {
            self[index].update(message)
        } else {
            append(GestureAccount(message, scale: scale))
        }
    }

    /// Returns the gesture that each explanation is about, in their order; nil for one that does not say that a gesture
    /// was recognised. Taps of a drum roll may be reported at one time: each of their explanations has a tap of its own.
    package func accounts(of explanations: [ExplanationMessage]) -> [GestureAccount?] {
        let gestures = Dictionary(grouping: self, by: \.message.subscription)
        var explained: Set<ExplainedPart> = []
        return explanations.map { explanation in
            guard explanation.outcome == .known(.recognised), let own = gestures[explanation.subscription] else {
                return nil
            }
            var (index, isFirst, found) = (own.firstIndex(after: explanation.time), false, GestureAccount?.none)
            // The gestures of a subscription follow each other.
            while index > 0, explanation.time <= own[index - 1].message.time {
                index -= 1
                guard own[index].has(explanation) else { continue }
                let isNew = !explained.contains(ExplainedPart(own[index], explanation))
                if found == nil || isNew { (found, isFirst) = (own[index], isNew) }
            }
            if isFirst, let found { explained.insert(ExplainedPart(found, explanation)) }
            return found
        }
    }

    /// The index of the first gesture that began after a time.
    private func firstIndex(after time: Timestamp) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if self[middle].start <= time { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

/// What an explanation says was recognised: a gesture, or a part of one.
private struct ExplainedPart: Hashable {
    let gesture: UInt64
    let name: Reported<GestureName>
    let part: Int

    init(_ account: GestureAccount, _ explanation: ExplanationMessage) {
        (gesture, name, part) = (account.message.gesture, explanation.recogniser, explanation.part)
    }
}

extension Reported<GestureName> {
    /// The gesture in texts for people; the word on the wire if only a newer daemon knows the gesture.
    package var noun: String {
        switch self {
        case .known(let name): name.noun
        case .unknown(let word): word
        }
    }
}
