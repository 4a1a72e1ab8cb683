extension Thresholds {
    /// These with the numbers that `gesture` brings in place of its own.
    package func overridden(by gesture: GestureExpression) -> Thresholds {
        var own = self
        switch gesture {
        case .tap(let tap):
            own.tap.maximumDistance = tap.maximumDistance ?? own.tap.maximumDistance
            own.tap.maximumDuration = tap.maximumDuration ?? own.tap.maximumDuration
            own.tap.maximumDelay = tap.maximumDelay ?? own.tap.maximumDelay
        case .longPress(let press):
            own.longPress.minimumDuration = press.minimumDuration ?? own.longPress.minimumDuration
            own.longPress.maximumDistance = press.maximumDistance ?? own.longPress.maximumDistance
        case .drag(let drag):
            own.drag.minimumDistance = drag.minimumDistance ?? own.drag.minimumDistance
            own.edges.distance = drag.edgeDistance ?? own.edges.distance
        case .swipe(let swipe):
            own.swipe.minimumDistance = swipe.minimumDistance ?? own.swipe.minimumDistance
            own.swipe.minimumVelocity = swipe.minimumVelocity ?? own.swipe.minimumVelocity
            own.edges.distance = swipe.edgeDistance ?? own.edges.distance
        case .magnify(let magnify):
            own.magnify.minimumScaleDelta = magnify.minimumScaleDelta ?? own.magnify.minimumScaleDelta
        case .rotate(let rotate):
            own.rotate.minimumAngleDelta = rotate.minimumAngleDelta ?? own.rotate.minimumAngleDelta
        // Each part has its own; the standard sets have theirs.
        case .composition, .standard: break
        }
        return own
    }
}

extension GestureExpression {
    /// This expression with every parameter it leaves open taken from `thresholds`, so that two that mean the same are
    /// equal.
    public func resolved(with thresholds: Thresholds) -> GestureExpression {
        let own = thresholds.overridden(by: self)
        switch self {
        case .tap(let tap):
            return .tap(
                .init(
                    fingers: tap.fingers, count: tap.count, maximumDistance: own.tap.maximumDistance,
                    maximumDuration: own.tap.maximumDuration, maximumDelay: own.tap.maximumDelay))
        case .longPress(let press):
            return .longPress(
                .init(
                    fingers: press.fingers, minimumDuration: own.longPress.minimumDuration,
                    maximumDistance: own.longPress.maximumDistance))
        case .drag(let drag):
            return .drag(
                .init(
                    fingers: drag.fingers, minimumDistance: own.drag.minimumDistance, edges: drag.edges,
                    edgeDistance: drag.edges.map { _ in own.edges.distance }))
        case .swipe(let swipe):
            return .swipe(
                .init(
                    fingers: swipe.fingers, directions: swipe.directions,
                    minimumDistance: own.swipe.minimumDistance, minimumVelocity: own.swipe.minimumVelocity,
                    edges: swipe.edges, edgeDistance: swipe.edges.map { _ in own.edges.distance }))
        case .magnify(let magnify):
            return .magnify(.init(fingers: magnify.fingers, minimumScaleDelta: own.magnify.minimumScaleDelta))
        case .rotate(let rotate):
            return .rotate(.init(fingers: rotate.fingers, minimumAngleDelta: own.rotate.minimumAngleDelta))
        case .standard: return self
        case .composition(let composition):
            return .composition(
                .init(composition.kind, composition.parts.map { $0.resolved(with: thresholds) }))
        }
    }
}
