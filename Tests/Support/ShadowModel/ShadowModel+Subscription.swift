extension ShadowModel {
    /// What a subscription asked for.
    struct Subscription: Sendable {
        let gesture: ClientLine.Gesture
        let kind: GestureKind
        let device: ClientLine.Filter?
        let units: ClientLine.Units
        let explains: Bool
        let isOfSession: Bool
        let claims: Bool
        private let hasEdges: Bool
        /// Those it ever had, since a gesture stays with the one in which its fingers came down; nil once it was anywhere.
        private var asked: [ClientLine.Region]? = []

        init?(_ request: ClientLine) {
            guard let gesture = request.gesture, let kind = gesture.kind else { return nil }
            self.gesture = gesture
            self.kind = kind
            device = request.device
            units = request.units ?? .points
            explains = request.explain ?? false
            isOfSession = request.scope == "session"
            claims = request.claim ?? false
            hasEdges = gesture.leaves.contains { $0.edges != nil }
            move(to: request.region)
        }

        mutating func move(to region: ClientLine.Region?) {
            guard let region else { return asked = nil }
            asked?.append(region)
        }

        /// It says nothing to who may not know places.
        var needsPlaces: Bool { hasEdges || asked != nil }

        /// Where its gestures begin; nil for anywhere, and for a place that the window's is not known without.
        var regions: [ClientLine.Region]? { asked.flatMap { $0.contains { $0.of != nil } ? nil : $0 } }
    }
}
