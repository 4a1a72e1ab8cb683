internal import GestureModel
internal import GestureProtocol

/// What is subscribed for one or several actions.
enum ActionShape: Hashable, Sendable {
    case tap(count: Int, corner: Corner?)
    case longPress(FingerCounts, corner: Corner?)
    case swipe
    case drag(FingerCounts)
    /// A drag that begins at an edge or in a corner.
    case edge(FingerCounts)
    case magnify(FingerCounts)
    case rotate(FingerCounts)
    case stroke
    case expression(GestureExpression)

    init(_ action: Action) {
        self =
            switch action.gesture {
            case .tap: .tap(count: action.count, corner: action.corner)
            case .longPress: .longPress(action.fingers, corner: action.corner)
            // How many fingers made a swipe is known when it is reported, so that one subscription is enough.
            case .swipe: .swipe
            case .drag: .drag(action.fingers)
            case .edge, .corner: .edge(action.fingers)
            case .pinch: .magnify(action.fingers)
            case .rotate: .rotate(action.fingers)
            case .stroke: .stroke
            case .expression(let expression): .expression(expression)
            }
    }
}

/// The gestures that one rule does not tell apart. A gesture's buckets lead to its rules without a search.
struct ActionBucket: Hashable, Sendable {
    enum Moment: Hashable, Sendable {
        case at(Action.Moment)
        /// Decided when a gesture begins, for the steps of actions with `every`.
        case steps
    }

    enum Detail: Hashable, Sendable {
        case none
        /// The main axis, and the diagonal if the movement is near one.
        case movement(ActionDirection, ActionDirection?)
        /// Fingers move apart, or turn clockwise.
        case grows(Bool)
        /// The part is nil where positions are withheld by a daemon that sends no parts.
        case edge(Edge, EdgePart?)
        case corner(Corner)
        case template(ExactText)
    }

    var shape: ActionShape
    var moment: Moment
    /// 0 for an expression.
    var fingers: Int
    var detail: Detail

    /// Every bucket of the gestures that an action is for.
    static func all(of action: Action) -> [ActionBucket] {
        let shape = ActionShape(action)
        let moment: Moment = action.step == nil ? .at(action.moment) : .steps
        let details = details(of: action)
        var fingers = action.fingers.counts
        if case .expression = shape { fingers = [0] }
        return fingers.flatMap { fingers in
            details.map { ActionBucket(shape: shape, moment: moment, fingers: fingers, detail: $0) }
        }
    }

    private static func details(of action: Action) -> [Detail] {
        switch action.gesture {
        case .tap, .longPress, .expression: [.none]
        case .swipe(let direction), .drag(let direction):
            movements.filter { main, diagonal in
                guard let direction else { return true }
                // Steps go both ways along their axis.
                if action.step != nil { return main.isVertical == direction.isVertical }
                return direction.isDiagonal ? diagonal == direction : main == direction
            }.map { .movement($0, $1) }
        case .pinch(let pinch):
            action.step != nil || pinch == nil ? [.grows(true), .grows(false)] : [.grows(pinch == .out)]
        case .rotate(let turn):
            action.step != nil || turn == nil ? [.grows(true), .grows(false)] : [.grows(turn == .clockwise)]
        case .edge(let edge):
            (action.part.map { [$0] } ?? [nil] + EdgePart.allCases.map(Optional.some)).map { .edge(edge, $0) }
        case .corner(let corner): [.corner(corner)]
        case .stroke(let name): [.template(name.exact)]
        }
    }

    private static let movements: [(ActionDirection, ActionDirection?)] = [
        (.up, nil), (.up, .upLeft), (.up, .upRight), (.down, nil), (.down, .downLeft), (.down, .downRight),
        (.left, nil), (.left, .upLeft), (.left, .downLeft), (.right, nil), (.right, .upRight), (.right, .downRight),
    ]
}

// MARK: - Subscriptions

/// The fewest subscriptions that report the gestures of all actions.
struct ActionSubscriptions {
    /// The shape of each request, in the order of ``requests``.
    private(set) var shapes: [ActionShape] = []
    private(set) var requests: [SubscribeRequest] = []

    /// Of one connection, unless the daemon's configuration has another.
    static let limit = 64

    /// - Parameter explains: Whether the daemon sends why gestures were recognised or not.
    init(_ file: ActionFile, explains: Bool = false) {
        // Indices: a copy of a thousand actions would be the most memory that the service ever has.
        var indices: [ActionShape: [Int]] = [:]
        for (index, action) in file.actions.enumerated() {
            let shape = ActionShape(action)
            if indices[shape] == nil { shapes.append(shape) }
            indices[shape, default: []].append(index)
        }
        requests = shapes.enumerated().map { index, shape in
            let actions = (indices[shape] ?? []).lazy.map { file.actions[$0] }
            return Self.request(index + 1, shape, actions, file.strokes, explains: explains)
        }
    }

    /// The shape of a request; nil for an id that no request has.
    func shape(_ id: Int64) -> ActionShape? { id > 0 && id <= shapes.count ? shapes[Int(id) - 1] : nil }

    private static func request(
        _ id: Int, _ shape: ActionShape, _ actions: some Collection<Action>,
        _ strokes: [GestureExpression.Stroke.Template], explains: Bool
    ) -> SubscribeRequest {
        let fingers = FingerCounts(actions.reduce(into: Set()) { $0.formUnion($1.fingers.counts) })
        var request = SubscribeRequest(
            id: Int64(id), gesture: .tap(.init()), device: device(of: actions), explains: explains, scope: .session)
        switch shape {
        case .tap(let count, let corner):
            request.gesture = .tap(.init(fingers: fingers, count: count))
            request.setRegion(corner)
        case .longPress(let fingers, let corner):
            request.gesture = .longPress(.init(fingers: fingers))
            request.setRegion(corner)
        case .swipe: request.gesture = .swipe(.init(fingers: fingers))
        case .drag(let fingers): request.gesture = .drag(.init(fingers: fingers))
        case .edge(let fingers):
            let edges = actions.flatMap { action -> [Edge] in
                switch action.gesture {
                case .edge(let edge): [edge]
                case .corner(let corner): corner.edges.edges
                default: []
                }
            }
            request.gesture = .drag(.init(fingers: fingers, edges: edges.reduce(into: []) { $0.insert(Edge.Set($1)) }))
        case .magnify(let fingers): request.gesture = .magnify(.init(fingers: fingers))
        case .rotate(let fingers): request.gesture = .rotate(.init(fingers: fingers))
        case .stroke: request.gesture = .stroke(.init(templates: strokes))
        case .expression(let expression): request.gesture = expression
        }
        return request
    }

    /// The kind of device that all of the actions are for, so that others need not be recognised.
    private static func device(of actions: some Collection<Action>) -> DeviceFilter {
        guard let first = actions.first?.device, case .kind(let kind) = first,
            actions.allSatisfy({ $0.device == first })
        else { return .any }
        return .kind(kind)
    }
}

extension SubscribeRequest {
    /// As a fraction of each side. The size of the surface is not known, so it cannot be a length.
    private static let cornerSide = 0.15

    fileprivate mutating func setRegion(_ corner: Corner?) {
        guard let corner else { return }
        let side = Self.cornerSide
        units = .normalized
        region = Region(
            x: corner.edges.contains(.left) ? 0 : 1 - side, y: corner.edges.contains(.top) ? 0 : 1 - side, width: side,
            height: side)
    }
}
