package import FocusFollowing
internal import GestureModel
internal import GestureProtocol
internal import TouchInput

/// Finds the actions of gestures. The cost does not depend on the number of rules.
struct ActionMatcher {
    /// An action that is to happen now.
    struct Match: Hashable {
        /// In the file's order.
        var index: Int
        /// Whole steps of an action with `every`, negative in the other direction; 1 for other actions.
        var steps: Int
        /// The window in which the gesture began.
        var window: ActionWindow
    }

    /// A gesture in progress.
    fileprivate struct OpenGesture {
        var window: ActionWindow
        /// Whether fingers from an edge have come in far enough, or it is another gesture.
        var hasBegun = false
        var isCompleted = false
        /// Actions with `every`, with the steps that have happened.
        var stepping: [(index: Int, steps: Int)] = []
    }

    private struct Lookup: Hashable {
        var buckets: [ActionBucket]
        /// What a rule asks of it. Another device may have the id after it.
        var device: ExactText
        var kind: TouchDeviceKind
        var window: ActionWindow
    }

    let actions: [Action]
    private var buckets: [ActionBucket: [Int]] = [:]
    /// Results for the buckets, devices and windows of late.
    private var found: [Lookup: [Int]] = [:]
    private static let mostFound = 128
    /// Otherwise it does not matter in which window a gesture is.
    private let hasApps: Bool
    private var open: [UInt64: OpenGesture] = [:]
    /// Gestures that began under the rules before these, for which nothing more happens.
    private var ignored: Set<UInt64> = []
    /// Where gestures that begin now begin.
    var window = ActionWindow()

    /// - Parameter earlier: The matcher of the rules before these.
    init(_ actions: [Action] = [], after earlier: ActionMatcher? = nil) {
        self.actions = actions
        if let earlier {
            ignored = earlier.ignored.union(earlier.open.keys)
            window = earlier.window
        }
        hasApps = actions.contains { $0.app != nil }
        for (index, action) in actions.enumerated() {
            for bucket in ActionBucket.all(of: action) { buckets[bucket, default: []].append(index) }
        }
    }

    /// Drops all gestures in progress, such as after a disconnection: their ends will not come.
    mutating func reset() { (open, ignored) = ([:], []) }

    mutating func handle(_ message: GestureMessage, shape: ActionShape, device: TouchDevice) -> [Match] {
        if ignored.contains(message.gesture) {
            if message.phase.isTerminal { ignored.remove(message.gesture) }
            return []
        }
        var gesture = open[message.gesture] ?? OpenGesture(window: window)
        let facts = GestureFacts(message, shape: shape)
        var matches: [Match] = []
        func add(_ moment: Action.Moment) {
            matches += lookUp(.at(moment), facts, shape, device, gesture.window).map {
                Match(index: $0, steps: 1, window: gesture.window)
            }
        }
        if !gesture.hasBegun, facts.isInwards, !message.phase.isCancelled {
            gesture.hasBegun = true
            add(.began)
            gesture.stepping = lookUp(.steps, facts, shape, device, gesture.window).map { ($0, 0) }
        }
        if !gesture.isCompleted, facts.isCompleted, !message.phase.isCancelled {
            gesture.isCompleted = true
            add(.completed)
        }
        if !message.phase.isCancelled { matches += gesture.step(message.value, actions) }
        if message.phase == .ended, gesture.hasBegun { add(.ended) }
        if message.phase.isCancelled, gesture.hasBegun { add(.cancelled) }
        open[message.gesture] = message.phase.isTerminal ? nil : gesture
        return matches
    }

    private mutating func lookUp(
        _ moment: ActionBucket.Moment, _ facts: GestureFacts, _ shape: ActionShape, _ device: TouchDevice,
        _ window: ActionWindow
    ) -> [Int] {
        let keys = facts.details.map {
            ActionBucket(shape: shape, moment: moment, fingers: facts.fingers, detail: $0)
        }.filter { buckets[$0] != nil }
        guard !keys.isEmpty else { return [] }
        let lookup = Lookup(
            buckets: keys, device: device.name.exact, kind: device.kind, window: hasApps ? window : ActionWindow())
        if let result = found[lookup] { return result }
        if found.count >= Self.mostFound { found = [:] }
        var result: [Int] = []
        for index in Set(keys.flatMap { buckets[$0] ?? [] }).sorted()
        where actions[index].matches(device) && actions[index].matches(window) {
            result.append(index)
            if !actions[index].continues { break }
        }
        found[lookup] = result
        return result
    }
}

extension ActionMatcher.OpenGesture {
    fileprivate mutating func step(_ value: GestureValue, _ actions: [Action]) -> [ActionMatcher.Match] {
        stepping.indices.compactMap { index in
            let action = actions[stepping[index].index]
            let steps = action.step?.count(in: value, along: action.stepDirection) ?? 0
            let new = (steps - stepping[index].steps) * action.stepSign
            stepping[index].steps = steps
            return new == 0 ? nil : ActionMatcher.Match(index: stepping[index].index, steps: new, window: window)
        }
    }
}

extension Action {
    fileprivate func matches(_ device: TouchDevice) -> Bool { self.device?.matches(device) ?? true }

    func matches(_ window: ActionWindow) -> Bool {
        guard let app else { return true }
        return [window.app, window.title].contains { $0.map { app.matches($0.lowercased()) } ?? false }
    }

    /// The direction of steps forward. Those of an edge go along it.
    fileprivate var stepDirection: ActionDirection? {
        switch gesture {
        case .drag(let direction): direction
        case .edge(let edge): edge == .left || edge == .right ? .up : .right
        default: nil
        }
    }

    /// -1 if fingers that move together, or turn counterclockwise, go forward.
    fileprivate var stepSign: Int { gesture == .pinch(.in) || gesture == .rotate(.counterclockwise) ? -1 : 1 }
}

/// The window that an action is for, as far as the desktop reports it.
package struct ActionWindow: Hashable, Sendable {
    package var app: String?
    package var title: String?

    package init(app: String? = nil, title: String? = nil) { (self.app, self.title) = (app, title) }

    /// Equal if the texts have the same bytes: apps choose them.
    package static func == (one: ActionWindow, other: ActionWindow) -> Bool {
        one.app?.exact == other.app?.exact && one.title?.exact == other.title?.exact
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(app?.exact)
        hasher.combine(title?.exact)
    }

    package init(_ focus: Focus) {
        guard case .window(let window) = focus else { return }
        (app, title) = (window.app, window.title)
    }
}

/// What the rules ask of one step of a gesture.
struct GestureFacts {
    var fingers = 0
    /// A gesture from a corner also comes from an edge.
    var details: [ActionBucket.Detail] = [.none]
    /// Whether a long press has lasted long enough.
    var isCompleted = false
    /// False if fingers from an edge have not come in far enough.
    var isInwards = true

    init(_ message: GestureMessage, shape: ActionShape) {
        if case .expression = shape { return }
        fingers = message.value.fingers ?? 0
        if let movement = message.value.movement {
            guard case .edge = shape else {
                let translation = movement.translation
                details = [
                    .movement(ActionDirection(mainAxisOf: translation), ActionDirection(diagonalOf: translation))
                ]
                return
            }
            details = movement.edge.map { [.edge($0, movement.part)] } ?? []
            details += movement.corner.map { [.corner($0)] } ?? []
            isInwards = movement.isFromEdge
        }
        switch message.value {
        case .longPress(let press): isCompleted = press.completed
        case .magnify(let magnify): details = [.grows(magnify.magnification >= 1)]
        case .rotate(let rotate): details = [.grows(rotate.rotation >= 0)]
        case .stroke(let stroke): details = [.template(stroke.template.exact)]
        default: break
        }
    }
}

extension GesturePhase {
    var isCancelled: Bool { if case .cancelled = self { true } else { false } }
}

extension ActionWindow: CustomStringConvertible {
    /// As an explanation names it: `org.example.Editor, “notes”`.
    package var description: String {
        let words = [app, title.map { "“\($0)”" }].compactMap(\.self)
        return words.isEmpty ? "no known window" : words.joined(separator: ", ")
    }
}
