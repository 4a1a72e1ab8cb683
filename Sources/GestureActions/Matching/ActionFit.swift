internal import GestureModel
internal import GestureProtocol
internal import Glibc
internal import TouchInput

extension Action {
    /// Returns the reasons why the rule does not apply to a part of a touch sequence; an empty array if it applies.
    ///
    /// - Parameters:
    ///   - moment: The moment of the test; nil for the steps of a rule with `every`.
    ///   - isEnough: True if only the first reason is needed.
    func lacks(
        of part: TouchSequence.Part, in sequence: TouchSequence, at moment: Moment?, isEnough: Bool = true
    ) -> [Lack] {
        var fit = ActionFit(isEnough: isEnough)
        fit.check(self, part, sequence, moment)
        return fit.lacks
    }

    /// True if the part can be the rule's gesture. The test is cheap, because there may be a thousand rules.
    func concerns(_ part: TouchSequence.Part) -> Bool {
        switch (gesture, part.source) {
        case (.expression(let own), .expression(let other)): return own == other
        case (.expression, _), (_, .expression), (_, .touch), (_, .apart): return false
        case (.stroke, .stroke): return true
        case (.swipeHold, .swipeHold(let counts)), (.dial, .dial(let counts)): return counts == fingers
        case (.tapDrag, .tapDrag(let counts)): return counts == fingers
        case (.dial, .pointerDial): return fingers.contains(1)
        case (.swipeHold, _), (_, .swipeHold), (.dial, _), (_, .dial), (_, .pointerDial), (.tapDrag, _), (_, .tapDrag):
            return false
        case (.edge, .edge(let counts)), (.corner, .edge(let counts)), (.slide, .slide(let counts)):
            return counts == fingers
        case (.stroke, _), (_, .stroke), (.edge, _), (.corner, _), (.slide, _), (_, .edge), (_, .slide): return false
        case (_, .pointer), (_, .standard): break
        }
        switch (gesture, part.value) {
        case (.tap, .tap), (.longPress, .longPress), (.swipe, .drag), (.flick, .drag), (.drag, .drag),
            (.pinch, .composition), (.rotate, .composition):
            return true
        default: return false
        }
    }
}

extension Action {
    /// The edges at which the gesture begins; in a corner, both. Empty for gestures that begin anywhere.
    var edges: Edge.Set {
        switch gesture {
        case .edge(let edge): Edge.Set(edge)
        case .corner(let corner): corner.edges
        case .slide(let direction):
            area.edge.map(Edge.Set.init) ?? direction.edgesAlong
        default: []
        }
    }

    /// Returns the reasons why a rule for an edge, a corner or a slide does not apply to fingers that dragged, but came
    /// down too far inside.
    ///
    /// - Parameters:
    ///   - start: Where they came down; nil if positions are withheld.
    ///   - distance: How far that is from the nearest edge of any rule, in points.
    ///   - limit: The configured distance from the edge, in points.
    func lacks(
        ofDragFrom start: Point?, orFrom distance: Double, limit: Double, _ part: TouchSequence.Part,
        in sequence: TouchSequence
    ) -> [Lack] {
        var fit = ActionFit(isEnough: false)
        fit.checkStart(self, start, distance, limit, part, sequence)
        return fit.lacks
    }
}

/// Collects the reasons why a rule does not apply.
struct ActionFit {
    let isEnough: Bool
    private(set) var lacks: [Lack] = []

    init(isEnough: Bool) { self.isEnough = isEnough }

    private var isDone: Bool { isEnough && !lacks.isEmpty }

    private mutating func require(_ isMet: Bool, _ lack: @autoclosure () -> Lack) {
        if !isMet, !isDone { lacks.append(lack()) }
    }

    mutating func check(
        _ action: Action, _ part: TouchSequence.Part, _ sequence: TouchSequence, _ moment: Action.Moment?
    ) {
        guard action.concerns(part) else { return require(false, .gesture(needed: action.gesture)) }
        checkFingers(action, part, sequence)
        checkFilter(action.filter, sequence)
        if isDone { return }
        switch action.gesture {
        case .tap: checkCorner(action, part, sequence.device)
        case .longPress:
            checkCorner(action, part, sequence.device)
            if moment == .completed, case .longPress(let press) = part.value {
                require(press.completed, .moment(needed: .completed, found: "shorter"))
            }
        case .swipe, .flick, .drag, .tapDrag: checkMovement(action, part, moment)
        case .edge, .corner, .slide: checkEdge(action, part, moment)
        case .pinch, .rotate, .dial: checkTransform(action, part, moment)
        case .swipeHold(let direction): checkSwipeHold(direction, action.minimum, part, moment)
        case .stroke(let name):
            if case .stroke(let stroke) = part.value {
                require(stroke.template == name, .stroke(needed: name, found: stroke.template))
            }
        case .expression: break
        }
    }

    /// Checks what a rule requires of a touch whatever its gesture.
    mutating func checkTouch(_ action: Action, fingers: Int, _ sequence: TouchSequence) {
        require(action.fingers.contains(fingers), .fingers(needed: action.fingers, found: fingers))
        checkFilter(action.filter, sequence)
    }

    private mutating func checkFilter(_ filter: Action.Filter, _ sequence: TouchSequence) {
        if !isDone, let device = filter.device {
            require(
                device.matches(sequence.device), .device(needed: device.description, found: sequence.device.name))
        }
        if !isDone, filter.isDark { require(sequence.isShielded, .shield) }
        if !isDone, filter.namesApps {
            let exceptions = filter.exceptions.map(\.text).joined(separator: ", ")
            let needed = filter.app?.text ?? "any but \(exceptions)"
            require(filter.matches(sequence.window), .app(needed: needed, found: sequence.window))
        }
    }

    private mutating func checkFingers(_ action: Action, _ part: TouchSequence.Part, _ sequence: TouchSequence) {
        if case .expression = action.gesture { return }
        if part.source == .pointer, sequence.standardFingers > 1 {
            return require(false, .fingers(needed: action.fingers, found: sequence.standardFingers))
        }
        let fingers = part.fingers
        require(action.fingers.contains(fingers), .fingers(needed: action.fingers, found: fingers))
        guard fingers == 1, sequence.device.kind == .touchpad else { return }
        switch action.gesture {
        case .swipe, .flick, .drag, .swipeHold, .dial, .tapDrag:
            require(action.filter.includesPointer, .pointer)
        default: break
        }
    }

    /// The size of a corner, as a share of each side of the surface.
    private static let cornerShare = 0.15

    private mutating func checkCorner(_ action: Action, _ part: TouchSequence.Part, _ device: TouchDevice) {
        guard let corner = action.area.corner else { return }
        guard part.message.positions == .granted else { return require(false, .positions) }
        let location: Point
        switch part.value {
        case .tap(let tap): location = tap.location
        case .longPress(let press): location = press.startLocation
        default: return
        }
        let size = device.surface.size
        let isInside = corner.edges.edges.allSatisfy { edge in
            let side = edge == .left || edge == .right ? size.dx : size.dy
            return device.surface.distance(of: location, from: edge) <= side * Self.cornerShare
        }
        require(isInside, .corner(needed: corner))
    }

    /// Checks everything about a rule for an edge, a corner or a slide except that the fingers began there.
    fileprivate mutating func checkStart(
        _ action: Action, _ start: Point?, _ distance: Double, _ limit: Double, _ part: TouchSequence.Part,
        _ sequence: TouchSequence
    ) {
        guard let movement = part.value.movement else { return }
        let surface = sequence.device.surface
        checkTouch(action, fingers: part.fingers, sequence)
        let edges = action.edges.edges
        let isCorner = if case .corner = action.gesture { true } else { false }
        let distances = edges.map { edge in (edge, start.map { surface.distance(of: $0, from: edge) } ?? distance) }
        if let least = isCorner ? distances.map(\.1).max() : distances.map(\.1).min(), least > limit {
            let named = isCorner ? edges : distances.filter { $0.1 == least }.map(\.0)
            let words = named.map { "the \($0.rawValue)" }.joined(separator: isCorner ? " and " : " or ")
            require(false, .start(at: "\(words) edge", limit: limit, found: least))
        }
        switch action.gesture {
        case .edge(let edge): requireInwards(action.gesture, edge, movement)
        case .corner: requireInwards(action.gesture, edges[0], movement)
        default: checkMovement(action, part, .reached)
        }
    }

    // MARK: Movements

    private mutating func checkMovement(_ action: Action, _ part: TouchSequence.Part, _ moment: Action.Moment?) {
        guard let movement = part.value.movement else { return }
        let translation = movement.translation
        guard moment != nil else {
            // Steps go both ways along the axis of the rule's direction. The axis is tested only for the first step.
            guard let direction = action.gesture.direction else { return }
            return require(
                ActionDirection(mainAxisOf: translation).isVertical == direction.isVertical,
                .way(direction, found: ActionDirection(nearestTo: translation)))
        }
        let direction = action.gesture.direction ?? ActionDirection(nearestTo: translation)
        require(
            direction.isDirection(of: translation), .way(direction, found: ActionDirection(nearestTo: translation)))
        if isDone || moment == .began || moment == .cancelled { return }
        // A movement in another direction is measured in its own direction. If it went far enough, only the direction
        // is reported as wrong.
        let fits = direction.isDirection(of: translation)
        let distance = (fits ? direction : ActionDirection(nearestTo: translation)).distance(of: translation)
        if case .distance(let needed)? = action.minimum {
            require(distance >= needed, .distance(needed: needed, found: max(distance, 0)))
        }
        guard fits else { return }
        if case .flick = action.gesture {
            let speed = direction.distance(of: movement.velocity)
            require(speed >= ActionGesture.flickSpeed, .speed(needed: ActionGesture.flickSpeed, found: max(speed, 0)))
        }
        if moment == .ended { checkTakenBack(part, direction, translation, movement.velocity) }
    }

    /// The least share of the farthest distance that must remain at the lift. Fingers slip back by less than 40 % when
    /// they lift.
    static let keptShare = 0.6

    private mutating func checkTakenBack(
        _ part: TouchSequence.Part, _ direction: ActionDirection, _ translation: Vector, _ velocity: Vector
    ) {
        let distance = direction.distance(of: translation)
        let farthest = part.reach.distance(direction)
        let otherWay = part.reach.distance(direction.opposite)
        // A movement that also went the other way (`otherWay`) has no single direction.
        requireKept(distance, of: farthest, leaving: direction.distance(of: velocity))
        require(otherWay < max(distance, 0) / 2 + 1, .bothWays(otherWay))
    }

    /// - Parameter speed: The speed at the lift in the direction of the movement.
    private mutating func requireKept(_ distance: Double, of farthest: Double, leaving speed: Double) {
        let kept = farthest > 0 ? distance / farthest : 1
        require(kept >= Self.keptShare, .takenBack(max(kept, 0)))
        require(speed > -ActionGesture.flickSpeed || kept >= 0.9, .leftBackwards)
    }

    private mutating func checkEdge(_ action: Action, _ part: TouchSequence.Part, _ moment: Action.Moment?) {
        guard let movement = part.value.movement else { return }
        let found = movement.edge.map { edge in
            "\(edge.rawValue)\(movement.part.map { ", part \($0.rawValue)" } ?? "")"
        }
        let foundText = movement.corner.map { "corner \(ActionGesture.words(of: $0))" } ?? found ?? "no edge"
        let edge: Edge?
        switch action.gesture {
        case .edge(let needed):
            require(movement.edge == needed, .edge(needed: "edge \(needed.rawValue)", found: foundText))
            edge = needed
        case .corner(let corner):
            require(movement.corner == corner, .edge(needed: "\(action.gesture)", found: foundText))
            edge = movement.edge
        case .slide:
            let edges = action.edges.edges
            require(
                movement.edge.map(edges.contains) ?? false,
                .edge(needed: edges.map { "edge \($0.rawValue)" }.joined(separator: " or "), found: foundText))
            edge = nil
        default: edge = nil
        }
        if let part = action.area.part {
            require(movement.part == part, .edge(needed: "part \(part.rawValue)", found: foundText))
        }
        if isDone { return }
        if let edge {
            checkInwards(action, part, edge, movement, moment)
        } else {
            checkMovement(action, part, moment)
        }
    }

    private mutating func checkInwards(
        _ action: Action, _ part: TouchSequence.Part, _ edge: Edge, _ movement: GestureValue.Movement,
        _ moment: Action.Moment?
    ) {
        guard case .distance(let needed)? = action.minimum else { return }
        // Steps along an edge, and the moment `began`, require only that the fingers come from the edge.
        let least = moment == nil || moment == .began ? Edge.inwardDistance : needed
        let inwards = edge.inwards(movement.translation)
        require(moment == .cancelled || inwards >= least, .distance(needed: least, found: max(inwards, 0)))
        guard !isDone, moment == .reached || moment == .ended else { return }
        requireInwards(action.gesture, edge, movement)
        guard !isDone, moment == .ended else { return }
        let direction = ActionDirection(edge.inwardDirection)
        requireKept(inwards, of: part.reach.distance(direction), leaving: direction.distance(of: movement.velocity))
    }

    /// Requires a movement to lead inwards more than along: from an edge at most 45° aside, and from a corner at most
    /// 22.5° from its diagonal.
    private mutating func requireInwards(
        _ gesture: ActionGesture, _ edge: Edge, _ movement: GestureValue.Movement
    ) {
        let found = ActionDirection(nearestTo: movement.translation)
        if case .corner(let corner) = gesture {
            let diagonal = ActionDirection(inFrom: corner)
            require(found == diagonal, .way(diagonal, found: found))
        } else {
            require(
                edge.leadsInwards(movement.translation, isInCorner: movement.corner != nil),
                .way(ActionDirection(edge.inwardDirection), found: found))
        }
    }

    /// The distance counts when the fingers have rested; later they may go anywhere.
    private mutating func checkSwipeHold(
        _ direction: ActionDirection?, _ minimum: Action.Amount?, _ part: TouchSequence.Part, _ moment: Action.Moment?
    ) {
        guard case .swipeHold(let hold) = part.value else { return }
        let found = ActionDirection(hold.direction)
        require(
            direction == nil || found == direction, .direction(needed: direction?.rawValue ?? "", found: found.rawValue)
        )
        guard !isDone, case .distance(let needed)? = minimum else { return }
        let distance = part.reach.distance(found)
        require(distance >= needed, .distance(needed: needed, found: max(distance, 0)))
    }

    // MARK: Pinches and turns

    private mutating func checkTransform(_ action: Action, _ part: TouchSequence.Part, _ moment: Action.Moment?) {
        guard let transform = Transform(part.value) else { return }
        if moment == .cancelled { return }
        let isTurn = if case .pinch = action.gesture { false } else { true }
        require(transform.isTurn == isTurn, .transform(needed: action.gesture))
        // Amounts of the other gesture would say nothing.
        guard transform.isTurn == isTurn, !isDone, moment != nil else { return }
        switch action.gesture {
        case .pinch(let pinch): checkPinch(pinch, action.minimum, transform, part.reach, moment)
        case .rotate(let turn), .dial(let turn): checkTurn(turn, action.minimum, transform, part.reach, moment)
        default: break
        }
    }

    private mutating func checkPinch(
        _ pinch: ActionGesture.Pinch?, _ minimum: Action.Amount?, _ transform: Transform, _ reach: Reach,
        _ moment: Action.Moment?
    ) {
        let outwards = (pinch ?? (transform.logScale < 0 ? .in : .out)) == .out
        let amount = outwards ? transform.logScale : -transform.logScale
        // What was performed the other way round lacks no amount.
        if amount < 0 {
            return require(false, outwards ? .way(.pinch(.out), .pinch(.in)) : .way(.pinch(.in), .pinch(.out)))
        }
        guard moment != .began, case .scale(let needed)? = minimum else {
            return require(amount > 0, .scale(needed: 1, found: transform.scale))
        }
        require(amount >= log(needed), .scale(needed: outwards ? needed : 1 / needed, found: transform.scale))
        if moment == .ended {
            requireKept(amount, of: outwards ? reach.logScale.upperBound : -reach.logScale.lowerBound)
        }
    }

    private mutating func checkTurn(
        _ turn: ActionGesture.Turn?, _ minimum: Action.Amount?, _ transform: Transform, _ reach: Reach,
        _ moment: Action.Moment?
    ) {
        let clockwise = (turn ?? (transform.rotation < 0 ? .counterclockwise : .clockwise)) == .clockwise
        let amount = clockwise ? transform.rotation : -transform.rotation
        if amount < 0 {
            let (one, other) = (ActionGesture.rotate(.clockwise), ActionGesture.rotate(.counterclockwise))
            return require(false, clockwise ? .way(one, other) : .way(other, one))
        }
        guard moment != .began, case .angle(let needed)? = minimum else {
            return require(amount > 0, .angle(needed: 0, found: transform.rotation))
        }
        require(amount >= needed, .angle(needed: clockwise ? needed : -needed, found: transform.rotation))
        if moment == .ended {
            requireKept(amount, of: clockwise ? reach.rotation.upperBound : -reach.rotation.lowerBound)
        }
    }

    private mutating func requireKept(_ amount: Double, of farthest: Double) {
        if isDone { return }
        require(amount >= Self.keptShare * farthest, .takenBack(farthest > 0 ? max(amount / farthest, 0) : 1))
    }
}

extension Action.Device: CustomStringConvertible {
    package var description: String {
        switch self {
        case .kind(let kind): kind.rawValue
        case .name(let glob): glob.text
        }
    }
}

// MARK: - Steps

extension Action {
    /// Returns the progress of a gesture in steps of this rule; nil for a rule without `every`, and for a value of
    /// another gesture.
    func position(in value: GestureValue) -> Double? {
        switch step {
        case .distance(let distance)?:
            guard let movement = value.movement, let direction = gesture.stepDirection else { return nil }
            return direction.distance(of: movement.translation) / distance
        case .angle(let angle)?: return Transform(value).map { $0.rotation / angle * gesture.stepSign }
        // On a logarithmic scale, a movement back has as many steps as the movement that it reverses.
        case .scale(let scale)?: return Transform(value).map { $0.logScale / log(scale) * gesture.stepSign }
        case nil: return nil
        }
    }

    /// How far fingers must move back across the border of a step before the step is undone, in steps: 0.3 of a step,
    /// and at least 0.3 mm or 0.5°. Resting fingers tremble by less.
    var hysteresis: Double {
        switch step {
        case .distance(let distance)?: max(0.3, Amount.points(millimetres: 0.3) / distance)
        case .angle(let angle)?: max(0.3, 0.5 * .pi / 180 / angle)
        case .scale?, nil: 0.3
        }
    }

    /// Returns the number of steps of a gesture at `position`: above 0 forward, below 0 backward.
    ///
    /// - Parameter count: The previous number. A step is undone only beyond the ``hysteresis``.
    func steps(at position: Double, from count: Int) -> Int {
        // A movement that ends exactly on the border of a step has made the step, forward or backward, in spite of
        // rounding errors.
        let position = position + (position < 0 ? -1e-9 : 1e-9)
        guard abs(position) < 1e6 else { return count }
        let reached = Int(position.rounded(.towardZero))
        guard count != 0 else { return reached }
        // The position (`own`) and the whole steps (`ahead`) are positive in the direction of the previous steps.
        let sign = count.signum()
        let (own, ahead) = (position * Double(sign), reached * sign)
        if ahead >= abs(count) { return reached }
        // If the position has passed 0 by the hysteresis, all previous steps are undone. Whole steps on the other side
        // are made at once.
        guard own + hysteresis > 0 else { return ahead < 0 ? reached : 0 }
        return sign * min(abs(count), Int((own + hysteresis).rounded(.down)))
    }
}
