/// What holds of swipes, and of what starts at an edge.
extension ShadowModel {
    mutating func check(
        _ swipe: ServerLine.Swipe, _ asked: ClientLine.Gesture, _ subscription: Subscription, on device: String
    ) {
        let tolerance = subscription.units.tolerance
        if let location = swipe.location, let start = swipe.startLocation,
            !swipe.translation.isNear(location - start, tolerance)
        {
            note(.arithmetic, "translation \(swipe.translation) of a swipe to \(location)")
        }
        if !asked.directions.contains(swipe.direction) {
            note(.asked, "a swipe \(swipe.direction), asked for \(asked.directions)")
        }
        guard let points = points(subscription, on: device) else { return }
        let way = swipe.translation.times(points)
        let velocity = swipe.velocity.times(points)
        // What is rounded is off by half a step either way, which a map onto few pixels makes long.
        let slack = 2 * tolerance * max(points.x, points.y)
        if !way.directions(slack).contains(swipe.direction) { note(.arithmetic, "\(swipe.direction) by \(way)") }
        if way.length < asked.minimumDistance - slack { note(.asked, "a swipe of \(way.length) pt") }
        if velocity.length < asked.minimumVelocity - slack { note(.asked, "a swipe at \(velocity.length) pt/s") }
        if way.x * velocity.x + way.y * velocity.y < -slack { note(.arithmetic, "a swipe that turned back") }
    }

    /// The middle of fingers that are all near an edge is, too.
    mutating func checkEdge(
        of value: ServerLine.Value, _ asked: ClientLine.Gesture, _ subscription: Subscription, on device: String
    ) {
        guard value.drag != nil || value.swipe != nil else { return }
        guard let edge = value.edge else {
            if asked.edges != nil { note(.shape, "no edge") }
            return
        }
        guard asked.edges?.contains(edge) == true else { return note(.asked, "the \(edge) edge") }
        guard let points = points(subscription, on: device), let size = devices[device]?.size,
            let start = value.startLocation?.times(points), let limit = asked.edgeDistance
        else { return }
        // The size itself is rounded to a thousandth of a millimetre.
        let surface = ClientLine.Units.points.size(ofMillimetres: size)
        let distance = start.distance(from: edge, of: surface)
        if distance > limit + 0.01 + 2 * subscription.units.tolerance * max(points.x, points.y) {
            note(.asked, "\(distance) pt from the \(edge) edge, asked for \(limit)")
        }
    }

    /// How many points one of the subscription's units is.
    private func points(_ subscription: Subscription, on device: String) -> Pair? {
        guard let size = devices[device]?.size else { return nil }
        let points = ClientLine.Units.points.size(ofMillimetres: size)
        let units = subscription.units.size(ofMillimetres: size)
        return Pair(x: points.x / units.x, y: points.y / units.y)
    }
}

extension Pair {
    fileprivate var length: Double { (x * x + y * y).squareRoot() }

    fileprivate func times(_ scale: Pair) -> Pair { Pair(x: x * scale.x, y: y * scale.y) }

    fileprivate func isNear(_ other: Pair, _ tolerance: Double) -> Bool {
        abs(x - other.x) <= tolerance && abs(y - other.y) <= tolerance
    }

    /// One, but two along a diagonal and all at no distance: as near as the rounding lets one tell.
    fileprivate func directions(_ slack: Double) -> [String] {
        var words: [String] = []
        if abs(x) >= abs(y) - slack { words += x > slack ? ["right"] : x < -slack ? ["left"] : ["left", "right"] }
        if abs(y) >= abs(x) - slack { words += y > slack ? ["down"] : y < -slack ? ["up"] : ["up", "down"] }
        return words
    }

    fileprivate func distance(from edge: String, of surface: Pair) -> Double {
        switch edge {
        case "top": y
        case "bottom": surface.y - y
        case "left": x
        default: surface.x - x
        }
    }
}
