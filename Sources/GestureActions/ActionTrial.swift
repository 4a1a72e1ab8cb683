package import FocusFollowing
internal import GestureModel
package import GestureProtocol
internal import TouchInput

/// Describes the actions that a gesture would perform, without performing them.
package struct ActionTrial {
    private let file: ActionFile
    private var matcher: ActionMatcher
    private let subscriptions: ActionSubscriptions
    private var shapes: [Int: ActionShape] = [:]
    private var devices: [String: TouchDevice] = [:]
    /// Gestures in progress for which an action happened.
    private var successes: Set<UInt64> = []

    package init(_ file: ActionFile) {
        self.file = file
        matcher = ActionMatcher(file.actions)
        subscriptions = ActionSubscriptions(file, explains: true)
    }

    package var requests: [Request] { subscriptions.requests.map(Request.subscribe) }

    package mutating func setFocus(_ focus: Focus) { matcher.window = ActionWindow(focus) }

    /// - Returns: A line for each action that would happen. At the end of a gesture without an action, a line with the reason.
    package mutating func handle(_ message: ServerMessage) -> [String] {
        switch message {
        case .hello(let hello): devices = Dictionary(hello.devices.map { ($0.id, $0) }) { $1 }
        case .deviceAdded(let device), .deviceChanged(let device): devices[device.id] = device
        case .ok(let id, let subscription?): shapes[subscription] = subscriptions.shape(id)
        case .gesture(let message):
            guard let shape = shapes[message.subscription], let device = devices[message.device] else { return [] }
            return handle(message, shape, device)
        default: break
        }
        return []
    }

    private mutating func handle(_ message: GestureMessage, _ shape: ActionShape, _ device: TouchDevice) -> [String] {
        let matches = matcher.handle(message, shape: shape, device: device)
        if !matches.isEmpty { successes.insert(message.gesture) }
        let lines = matches.flatMap { match -> [String] in
            let action = file.actions[match.index]
            guard let effect = match.steps > 0 ? action.effect : action.backEffect else { return [] }
            let count = abs(match.steps) > 1 ? "\(abs(match.steps)) times " : ""
            let variables = GestureVariables(message, action, device: device, window: match.window).list
            return ["\(action.place): would run \(count)\(effect)", "  with \(variables.joined(separator: " "))"]
        }
        guard message.phase.isTerminal, successes.remove(message.gesture) == nil else { return lines }
        return lines + (reason(message, shape, device).map { [$0] } ?? [])
    }

    /// Returns why the closest rule did not match.
    private func reason(_ message: GestureMessage, _ shape: ActionShape, _ device: TouchDevice) -> String? {
        if case .cancelled = message.phase {
            return
                "cancelled (\(message.reason.map { "\($0)" } ?? "")): only rules with on = \"cancelled\" would happen"
        }
        let facts = GestureFacts(message, shape: shape)
        let rules = file.actions.filter { ActionShape($0) == shape }
        let candidates = rules.map { ($0, misses($0, facts, message, device)) }.filter { !$0.1.isEmpty }
        guard let (action, reasons) = candidates.min(by: { $0.1.count < $1.1.count }) else { return nil }
        return "nothing happens; closest is \(action.place): \(reasons.joined(separator: "; "))"
    }

    private func misses(
        _ action: Action, _ facts: GestureFacts, _ message: GestureMessage, _ device: TouchDevice
    ) -> [String] {
        var misses: [String] = []
        let counts = action.fingers.counts
        if facts.fingers > 0, !counts.contains(facts.fingers) {
            misses.append("needs \(counts.map(String.init).joined(separator: " or ")) fingers, found \(facts.fingers)")
        }
        let details = Set(ActionBucket.all(of: action).map(\.detail))
        if details.isDisjoint(with: facts.details) {
            let found = facts.details.map(\.words).joined(separator: ", ")
            let part = action.part.map { ", part \($0.rawValue)" } ?? ""
            misses.append("needs \(action.gesture)\(part), found \(found.isEmpty ? "no edge" : found)")
        }
        if !facts.isInwards {
            misses.append("came in less than \(Int(Edge.inwardDistance)) pt from the edge")
        }
        if let filter = action.device, !filter.matches(device) {
            misses.append("is for another device than \(device.name)")
        }
        if let app = action.app, !action.matches(matcher.window) {
            misses.append("needs the app \(app.text), found \(matcher.window)")
        }
        if action.step != nil { misses.append("not a whole step was made") }
        if action.moment == .cancelled {
            misses.append("happens when the gesture is cancelled, found \(message.phase.name)")
        }
        return misses
    }
}

extension ActionBucket.Detail {
    /// For an explanation, the words for what was found.
    fileprivate var words: String {
        switch self {
        case .none: "the gesture"
        case .movement(let main, let diagonal): diagonal?.rawValue ?? main.rawValue
        case .grows(let grows): grows ? "out or clockwise" : "in or counterclockwise"
        case .edge(let edge, let part): "edge \(edge.rawValue)\(part.map { ", part \($0.rawValue)" } ?? "")"
        case .corner(let corner): "corner \(ActionGesture.words(of: corner))"
        case .template(let name): "stroke \(name)"
        }
    }
}
