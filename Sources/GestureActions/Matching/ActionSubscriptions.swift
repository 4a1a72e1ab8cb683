internal import GestureModel
internal import GestureProtocol

/// What a subscription for the rules reports: the standard set of a kind of device, gestures that standard sets lack or
/// do not distinguish, or whether fingers are down.
indirect enum ActionSource: Hashable, Sendable {
    /// The gestures of a standard set.
    case standard(TouchDeviceKind)
    /// A drag that comes in from an edge, with these numbers of fingers.
    case edge(FingerCounts)
    /// A drag that begins at an edge and goes anywhere, with these numbers of fingers.
    case slide(FingerCounts)
    /// A swipe whose fingers rest, with these numbers of fingers.
    case swipeHold(FingerCounts)
    /// Circling, with these numbers of fingers. The daemon leaves out the finger that moves a touchpad's pointer.
    case dial(FingerCounts)
    /// Circling of the finger that moves a touchpad's pointer, for rules that name the touchpad.
    case pointerDial
    /// A tap and then a drag, with these numbers of fingers.
    case tapDrag(FingerCounts)
    /// The shapes of all `[[stroke]]`.
    case stroke
    /// The single finger of a touchpad, which moves the pointer and is not in the standard set.
    case pointer
    /// Reports how many fingers are down, and whether a further tap would belong to the row. This decides how long a
    /// tap waits, and until when a rule that has run excludes other rules.
    case touch
    case expression(GestureExpression)
    /// The same, of each hand.
    case apart(ActionSource)

    /// Returns the sources of an action's gestures.
    static func all(for action: Action) -> [ActionSource] {
        let sources = ofAllFingers(for: action)
        return action.filter.hands == .apart ? sources.map(apart) : sources
    }

    private static func ofAllFingers(for action: Action) -> [ActionSource] {
        let kinds: [TouchDeviceKind] =
            switch action.filter.device {
            case .kind(let kind): [kind]
            case .name, nil: TouchDeviceKind.allCases
            }
        var sources = kinds.map(action.source)
        // Only standard sets differ between kinds of devices.
        if sources.first == sources.last { sources = Array(sources.prefix(1)) }
        guard action.filter.includesPointer, action.fingers.contains(1) else { return sources }
        if action.gesture.isSwipe { sources.append(.pointer) }
        if case .dial = action.gesture { sources.append(.pointerDial) }
        return sources
    }
}

extension Action {
    /// The source of the rule's gesture on a kind of device. The finger that moves a touchpad's pointer has sources of
    /// its own.
    func source(on kind: TouchDeviceKind) -> ActionSource {
        switch gesture {
        case .edge, .corner: .edge(fingers)
        case .slide: .slide(fingers)
        case .stroke: .stroke
        case .swipeHold: .swipeHold(fingers)
        case .tapDrag: .tapDrag(fingers)
        case .dial: .dial(fingers)
        case .expression(let expression): .expression(expression)
        case .tap, .longPress, .swipe, .flick, .drag, .pinch, .rotate: .standard(kind)
        }
    }
}

/// The fewest subscriptions that report the gestures of all actions.
struct ActionSubscriptions {
    /// The purpose of each request, in the order of ``requests``. A request for gestures that a standard set also
    /// reports comes before the request for that set.
    private(set) var sources: [ActionSource] = []
    private(set) var requests: [SubscribeRequest] = []

    /// The daemon's default limit of subscriptions for one connection.
    static let limit = 64

    /// - Parameters:
    ///   - explains: True if the daemon is to report why gestures were or were not recognised.
    ///   - holdsTouches: True if touches are held until it is known whether they are an exclusive rule's. Then the daemon
    ///     is to report why a gesture is not.
    init(_ file: ActionFile, explains: Bool = false, holdsTouches: Bool = false) {
        var indices = Self.indices(of: file.actions)
        // For explanations, the standard sets are requested even if no rule needs them, to report what a hand does.
        // That fingers are down is requested to report it once they have lifted.
        if explains {
            for source in TouchDeviceKind.allCases.map(ActionSource.standard) + [.touch] {
                indices[source, default: []] += []
            }
        }
        sources = indices.keys.sorted { $0.order(indices[$0]?.first) < $1.order(indices[$1]?.first) }
        requests = sources.enumerated().map { index, source in
            let actions = (indices[source] ?? []).lazy.map { file.actions[$0] }
            let explains = explains || holdsTouches && actions.contains(where: \.canHoldTouches)
            return Self.request(index + 1, source, actions, file.strokes, explains: explains)
        }
    }

    /// Returns the rules of each source as indices, because copies of a thousand actions would dominate the memory of
    /// the service.
    private static func indices(of actions: [Action]) -> [ActionSource: [Int]] {
        var indices: [ActionSource: [Int]] = [:]
        for (index, action) in actions.enumerated() {
            for source in ActionSource.all(for: action) { indices[source, default: []].append(index) }
        }
        for (hands, source) in [(Hands.together, ActionSource.touch), (.apart, .apart(.touch))] {
            let own = actions.filter { $0.filter.hands == hands }
            guard needTouches(for: own) else { continue }
            indices[source] = actions.indices.filter { actions[$0].filter.hands == hands && actions[$0].needsTouch }
        }
        return indices
    }

    /// - Parameter actions: Those for all fingers, or those for each hand.
    private static func needTouches(for actions: [Action]) -> Bool {
        TapRows.areNeeded(for: actions) || actions.contains { $0.isLive || $0.filter.isDark }
    }

    /// True if a subscription reports whether fingers are down.
    static func reportTouches(for actions: [Action]) -> Bool {
        Hands.allCases.contains { hands in needTouches(for: actions.filter { $0.filter.hands == hands }) }
    }

    static func count(of actions: [Action]) -> Int { indices(of: actions).count }

    /// Returns the source of a request; nil for an id that no request has.
    func source(_ id: Int64) -> ActionSource? { id > 0 && id <= sources.count ? sources[Int(id) - 1] : nil }

    /// Returns the rules whose gestures a source reports; an empty array for `touch`.
    func actions(of source: ActionSource, in file: ActionFile) -> [Action] {
        file.actions.filter { ActionSource.all(for: $0).contains(source) }
    }

    private static func request(
        _ id: Int, _ source: ActionSource, _ actions: some Collection<Action>,
        _ strokes: [GestureExpression.Stroke.Template], explains: Bool
    ) -> SubscribeRequest {
        var request = SubscribeRequest(
            id: Int64(id), gesture: .stroke(.init(templates: strokes)), device: device(of: actions), scope: .session)
        switch source {
        case .standard(let kind):
            request.gesture = .standard(kind == .touchpad ? .touchpad : .touchscreen)
            request.device = .kind(kind)
        case .edge(let fingers):
            request.gesture = .drag(.init(fingers: fingers, edges: edges(of: actions)))
        case .slide(let fingers):
            // A distance of its own, so that the drag need not lead in from the edge.
            request.gesture = .drag(
                .init(
                    fingers: fingers, minimumDistance: Thresholds().drag.minimumDistance, edges: edges(of: actions)))
        case .stroke: break
        case .swipeHold(let fingers): request.gesture = .swipeHold(.init(fingers: fingers))
        case .tapDrag(let fingers): request.gesture = ActionGesture.tapThenDrag(fingers)
        case .dial(let fingers):
            request.gesture = .dial(.init(fingers: fingers))
            if request.device != .kind(.touchscreen) { request.device = .any }
        case .pointerDial:
            request.gesture = .dial(.init())
            request.device = .kind(.touchpad)
        case .pointer:
            request.gesture = .drag(.init())
            request.device = .kind(.touchpad)
        case .touch:
            // A finger that moves a touchpad's pointer does not wake the service unless a rule is for one finger.
            let fingers: FingerCounts =
                explains || actions.contains { $0.fingers.contains(1) } ? .init(FingerCounts.allowed) : .twoOrMore
            request.gesture = .touch(.init(fingers: fingers))
            request.device = .any
        case .expression(let expression): request.gesture = expression
        case .apart(let source):
            request = self.request(id, source, actions, strokes, explains: false)
            request.hands = .apart
            return request
        }
        request.explains = explains && source != .touch
        return request
    }

    private static func edges(of actions: some Collection<Action>) -> Edge.Set {
        actions.reduce(into: Edge.Set()) { $0.formUnion($1.edges) }
    }

    /// Returns the kind of device to which all these actions apply, so that gestures on other devices need not be
    /// recognised. Returns `any` if the actions do not have a common kind.
    private static func device(of actions: some Collection<Action>) -> DeviceFilter {
        guard let first = actions.first?.filter.device, case .kind(let kind) = first,
            actions.allSatisfy({ $0.filter.device == first })
        else { return .any }
        return .kind(kind)
    }
}

extension ActionSource {
    /// - Parameter index: The index of the source's first action. Sources of the same case are ordered by it.
    fileprivate func order(_ index: Int?) -> Int {
        let most = 1 << 24
        return switch self {
        case .expression: index ?? 0
        case .stroke: most
        case .edge, .slide, .swipeHold, .dial, .pointerDial, .tapDrag: most + 1 + (index ?? 0)
        case .pointer: 3 * most
        case .touch: 3 * most + 1
        case .standard(.touchscreen): 3 * most + 2
        case .standard(.touchpad): 3 * most + 3
        case .apart(let source): source.order(index) - 4 * most
        }
    }
}

extension Action {
    /// True if the action depends on whether fingers are down.
    fileprivate var needsTouch: Bool { isLive || gesture == .tap || filter.isDark }
}
