/// One node of a composition's tree, beside what was asked for in its place.
struct Part: Sendable {
    let asked: ClientLine.Gesture
    var found: ServerLine.Value
    let phase: ServerLine.PartPhase
    /// `.0.1`: the second part of the first; empty for the composition itself.
    let place: String
    /// Whether it is of an exclusive or a race, at whatever depth.
    let isContested: Bool
    /// Whether it comes behind another in a sequence, at whatever depth.
    let isLater: Bool
    /// Whether it is of a sequence, at whatever depth.
    let isOfSequence: Bool
    /// Whether a composition that it is of has failed.
    let isLost: Bool

    var isLeaf: Bool { asked.parts.isEmpty }
    var hasValue: Bool { found.kind != nil }

    /// A composition before its parts; nil where the tree has not the shape that was asked for.
    static func tree(_ asked: ClientLine.Gesture, _ found: ServerLine.Value) -> [Part]? {
        var parts: [Part] = []
        guard let phase = found.phase else { return nil }
        let root = Part(
            asked: asked, found: found, phase: phase, place: "", isContested: false, isLater: false,
            isOfSequence: false, isLost: false)
        return root.append(to: &parts) ? parts : nil
    }

    /// Whether it and everything below it has the shape that was asked for.
    private func append(to parts: inout [Part]) -> Bool {
        parts.append(self)
        // Of a gesture that did not come near to begin, nothing is known.
        guard found.kind == asked.kind || isLeaf && found.kind == nil, found.parts.count == asked.parts.count else {
            return false
        }
        for index in asked.parts.indices {
            guard let child = child(index), child.append(to: &parts) else { return false }
        }
        return true
    }

    private func child(_ index: Int) -> Part? {
        let value = found.parts[index]
        guard let phase = value.phase else { return nil }
        return Part(
            asked: asked.parts[index], found: value, phase: phase, place: "\(place).\(index)",
            isContested: isContested || asked.exclusive != nil || asked.race != nil,
            isLater: isLater || asked.sequence != nil && index > 0,
            isOfSequence: isOfSequence || asked.sequence != nil, isLost: isLost || self.phase == .failed)
    }
}
