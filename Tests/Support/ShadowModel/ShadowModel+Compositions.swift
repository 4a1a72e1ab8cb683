/// What holds of a composition as a whole.
extension ShadowModel {
    /// What parts may be together, and what their composition then is.
    mutating func checkTables(of parts: [Part]) {
        for (index, part) in parts.enumerated() where !part.isLeaf {
            guard let kind = part.asked.kind else { continue }
            let children = children(of: index, in: parts)
            let phases = String(children.map(\.phase.letter))
            if !PhaseTables.allows(phases, for: kind) { note(.togetherness, "\(phases) in \(kind)\(part.place)") }
            if part.found.reason == "outcompeted" {
                // It is lost whatever its parts are; none of them goes on.
                if !children.allSatisfy(\.phase.isTerminal) { note(.togetherness, "\(part.place) lost with \(phases)") }
            } else if PhaseTables.combined(phases, for: kind) != part.phase.letter {
                note(.phaseTable, "\(kind)\(part.place) \(part.phase) with \(phases)")
            } else if part.phase == .failed, !children.contains(where: { $0.found.isAlike(part.found) }) {
                note(.reasons, "\(kind)\(part.place) failed for what no part did")
            }
        }
    }

    /// A part has begun or ended, as it was asked for.
    mutating func checkBeginning(of parts: [Part]) {
        if !parts.isEmpty, !parts.contains(where: { $0.isLeaf && $0.phase.hasBegun }) {
            note(.compositionLife, "begins with no part")
        }
        // What competes may have gone back until it is told of.
        for part in parts where part.isLeaf && part.phase == .active && !part.isContested {
            checkBeginning(part.found, part.asked)
        }
    }

    mutating func checkParts(from last: Course, to next: Course, _ line: ServerLine) {
        guard let root = next.parts.first else { return }
        if last.parts.count == next.parts.count {
            for (before, after) in zip(last.parts, next.parts) { checkPart(from: before, to: after, at: next.time) }
        }
        switch line.phase {
        case "changed": if root.phase == .failed { note(.compositionLife, "goes on, and has failed") }
        case "ended":
            let isEnd = root.phase == .ended || root.phase == .failed && root.found.reason == nil
            if !isEnd { note(.compositionLife, "ended and \(root.phase)") }
            checkOver(next.parts)
        case "cancelled" where line.reason == "failed" && !isStandard(line):
            if root.phase != .failed { note(.compositionLife, "cancelled as failed and \(root.phase)") }
            if root.found.failure != line.failure || root.found.failureReason != line.failureReason {
                note(.reasons, "cancelled for another failure than the composition's")
            }
            checkOver(next.parts)
        default: break
        }
    }

    /// No part has more to tell: of a press that ended, the lift was told, unless it was lost.
    private mutating func checkOver(_ parts: [Part]) {
        for part in parts where part.isLeaf {
            if !part.phase.isTerminal { note(.compositionLife, "over with part\(part.place) \(part.phase)") }
            if part.phase == .ended, !part.isLost, part.found.longPress?.pressing == true {
                note(.compositionLife, "over with part\(part.place) down")
            }
        }
    }

    private func children(of index: Int, in parts: [Part]) -> [Part] {
        parts.dropFirst(index + 1).filter { part in
            part.place.hasPrefix(parts[index].place + ".")
                && !part.place.dropFirst(parts[index].place.count + 1).contains(".")
        }
    }
}

extension ServerLine.Value {
    fileprivate func isAlike(_ other: Self) -> Bool {
        phase == other.phase && reason == other.reason && failureReason == other.failureReason
    }
}
