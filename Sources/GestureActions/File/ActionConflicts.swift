internal import GestureModel
internal import TouchInput

/// Finds rules that never run because other rules always run instead.
enum ActionConflicts {
    private struct Kind: Hashable {
        var word: ActionGesture.Word?
        var app: Glob?
    }

    static func problems(in actions: [Action]) -> [ActionFileProblem] {
        // A rule competes only with rules for every app and with rules for the same app.
        var byKind: [Kind: [Int]] = [:]
        for (index, action) in actions.enumerated() {
            byKind[Kind(word: action.gesture.word, app: action.filter.app), default: []].append(index)
        }
        let stepping = actions.indices.filter { actions[$0].step != nil && !actions[$0].continues }
        return actions.enumerated().compactMap { index, action in
            let kinds = action.gesture.rivals.flatMap { word in
                Set([nil, action.filter.app]).map { Kind(word: word, app: $0) }
            }
            let rivals = kinds.flatMap { byKind[$0] ?? [] }.filter { $0 < index }.sorted()
            if let winner = earlier(than: action, in: actions, rivals) {
                return .init(
                    .mistake, line: action.line, place: "[[action]]",
                    "“\(action.name)” never happens: “\(winner.name)” on line \(winner.line) matches before it; "
                        + "remove one of them, or write continue = true in the first")
            }
            guard let live = stepping.lazy.map({ actions[$0] }).first(where: { precedes($0, action) }) else {
                return nil
            }
            return .init(
                .warning, line: action.line, place: "[[action]]",
                "“\(action.name)” never happens: “\(live.name)” on line \(live.line) acts while the same fingers move; "
                    + "give one of them other fingers or another direction")
        }
    }

    /// Returns the earlier rule that covers the first of the ``Action/parts`` of `action`; nil if a part has no earlier
    /// rule that covers it.
    private static func earlier(than action: Action, in actions: [Action], _ rivals: [Int]) -> Action? {
        guard !rivals.isEmpty else { return nil }
        var first: Action?
        for part in action.parts {
            guard let winner = rivals.first(where: { covers(actions[$0], part) }) else { return nil }
            first = first ?? actions[winner]
        }
        return first
    }

    /// True if the first rule runs whenever the second would. The second has one number of fingers and at most one
    /// direction.
    private static func covers(_ first: Action, _ second: Action) -> Bool {
        guard !first.continues, includesConditions(first, second), first.moment == second.moment,
            (first.step == nil) == (second.step == nil), first.count == second.count
        else { return false }
        if first.step != nil {
            return first.gesture.axis == second.gesture.axis && first.gesture.word == second.gesture.word
        }
        return includesGesture(first, second)
    }

    /// True if the first rule applies to every number of fingers, app, device and position to which the second applies.
    private static func includesConditions(_ first: Action, _ second: Action) -> Bool {
        second.fingers.counts.allSatisfy(first.fingers.contains)
            && first.filter.includes(second.filter) && first.area.includes(second.area)
    }

    private static func includesGesture(_ first: Action, _ second: Action) -> Bool {
        let isNearer = isAtMost(first.minimum, second.minimum)
        return switch (first.gesture, second.gesture) {
        case (.swipe(let a), .swipe(let b)), (.flick(let a), .flick(let b)), (.drag(let a), .drag(let b)),
            (.swipe(let a), .flick(let b)), (.drag(let a), .swipe(let b)), (.drag(let a), .flick(let b)),
            (.swipe(let a), .drag(let b)):
            isNearer && (a == nil || a == b)
        case (.pinch(nil), .pinch), (.rotate(nil), .rotate), (.swipeHold(nil), .swipeHold), (.dial(nil), .dial),
            (.tapDrag(nil), .tapDrag):
            isNearer
        default: first.gesture == second.gesture && isNearer
        }
    }

    /// True if `live`, a rule that makes steps, always runs before `action` can run. `live` must apply to everything to
    /// which `action` applies, and both must follow the same axis. `action` must run when the fingers have moved far
    /// enough or lift, and must need a movement of at least one step of `live`.
    private static func precedes(_ live: Action, _ action: Action) -> Bool {
        guard action.step == nil, action.moment == .ended || action.moment == .reached, live != action,
            includesConditions(live, action), let axis = action.gesture.axis, axis == live.gesture.axis,
            live.gesture.isSwipe == action.gesture.isSwipe, let step = live.step, let minimum = action.minimum
        else { return false }
        return isAtMost(step, minimum)
    }

    private static func isAtMost(_ first: Action.Amount?, _ second: Action.Amount?) -> Bool {
        switch (first, second) {
        case (.distance(let a)?, .distance(let b)?), (.angle(let a)?, .angle(let b)?), (.scale(let a)?, .scale(let b)?):
            a <= b
        case (nil, nil): true
        default: false
        }
    }
}

extension ActionGesture {
    /// The words of the gestures whose rules compete with a rule for this gesture.
    fileprivate var rivals: [Word?] {
        switch word {
        case .swipe?, .flick?, .drag?: [.swipe, .flick, .drag]
        default: [word]
        }
    }

    fileprivate enum Axis: Hashable {
        case vertical
        case horizontal
        case scale
        case rotation
        case circle
        case along(Edge?)
    }

    /// The axis of the gesture or, for an edge gesture, of its steps; nil for a diagonal movement, and for a gesture
    /// with several axes or without an axis.
    fileprivate var axis: Axis? {
        switch self {
        case .swipe(let direction?), .flick(let direction?), .drag(let direction?):
            direction.isDiagonal ? nil : direction.isVertical ? .vertical : .horizontal
        case .slide(let direction): direction.isVertical ? .vertical : .horizontal
        case .pinch: .scale
        case .rotate: .rotation
        case .dial: .circle
        case .edge(let edge): .along(edge)
        default: nil
        }
    }
}

extension Action {
    /// The rule, split into one rule for each number of fingers and each direction. Each has the minimum of the whole
    /// rule.
    fileprivate var parts: [Action] {
        fingers.counts.flatMap { count in
            gesture.parts.map { gesture in
                var part = self
                (part.fingers, part.gesture) = (FingerCounts(count), gesture)
                if step == nil, let minimum { part.extent = .atLeast(minimum) }
                return part
            }
        }
    }
}

extension ActionGesture {
    /// The gesture in each direction, if it is a swipe, flick, drag, pinch or rotation without a direction; otherwise
    /// only the gesture itself. Of the directions of a movement, only the straight ones count.
    fileprivate var parts: [ActionGesture] {
        switch self {
        case .swipe(nil): ActionDirection.straight.map { .swipe($0) }
        case .flick(nil): ActionDirection.straight.map { .flick($0) }
        case .drag(nil): ActionDirection.straight.map { .drag($0) }
        case .pinch(nil): Pinch.allCases.map { .pinch($0) }
        case .rotate(nil): Turn.allCases.map { .rotate($0) }
        case .swipeHold(nil): ActionDirection.straight.map { .swipeHold($0) }
        case .tapDrag(nil): ActionDirection.straight.map { .tapDrag($0) }
        case .dial(nil): Turn.allCases.map { .dial($0) }
        default: [self]
        }
    }
}
