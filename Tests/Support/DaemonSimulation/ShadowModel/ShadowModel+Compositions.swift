/// Checks of a composition as a whole.
extension ShadowModel {
    /// Checks the phases of the parts and of their composition.
    mutating func checkTables(of parts: [Part]) {
        for (index, part) in parts.enumerated() where !part.isLeaf {
            guard let kind = part.requested.kind else { continue }
            let children = children(of: index, in: parts)
            let phases = String(children.map(\.phase.letter))
            if !PhaseTables.allows(phases, for: kind) {
                record(.simultaneousPhases, "\(phases) in \(kind)\(part.path)")
            }
            if part.found.reason == "outcompeted" {
                // It is lost whatever its parts are; none of them continues.
                if !children.allSatisfy(\.phase.isTerminal) {
                    record(.simultaneousPhases, "\(part.path) lost with \(phases)")
                }
            } else if PhaseTables.combined(phases, for: kind) != part.phase.letter {
                record(.phaseTable, "\(kind)\(part.path) \(part.phase) with \(phases)")
            } else if part.phase == .failed, !children.contains(where: { $0.found.isAlike(part.found) }) {
                record(.reasons, "\(kind)\(part.path) failed for a reason that no part has")
            }
        }
    }

    /// A part has begun or ended as requested.
    mutating func checkFirstValue(of parts: [Part]) {
        if !parts.isEmpty, !parts.contains(where: { $0.isLeaf && $0.phase.hasBegun }) {
            record(.compositionLifetime, "begins without an active part")
        }
        // A competing part may have returned to possible before it is reported.
        for part in parts where part.isLeaf && part.phase == .active && !part.isContested {
            checkFirstValue(part.found, part.requested)
        }
    }

    mutating func checkParts(from last: OpenGesture, to next: OpenGesture, _ line: ServerLine) {
        guard let root = next.parts.first else { return }
        if last.parts.count == next.parts.count {
            for (before, after) in zip(last.parts, next.parts) {
                let isOverAlike = last.sameValue(before.found) == last.sameValue(after.found)
                checkPart(from: before, to: after, isOverAlike: isOverAlike, at: next.time)
            }
        }
        switch line.phase {
        case "changed": if root.phase == .failed { record(.compositionLifetime, "goes on, and has failed") }
        case "ended":
            let isEnd = root.phase == .ended || root.phase == .failed && root.found.reason == nil
            if !isEnd { record(.compositionLifetime, "ended and \(root.phase)") }
            checkOver(next.parts)
        case "cancelled" where line.reason == "failed" && !isStandard(line):
            if root.phase != .failed { record(.compositionLifetime, "cancelled as failed and \(root.phase)") }
            if root.found.failure != line.failure || root.found.failureReason != line.failureReason {
                record(.reasons, "cancelled for another failure than the composition's")
            }
            checkOver(next.parts)
        default: break
        }
    }

    /// No part can change: the lift of an ended press was reported, unless it was lost.
    private mutating func checkOver(_ parts: [Part]) {
        for part in parts where part.isLeaf {
            if !part.phase.isTerminal { record(.compositionLifetime, "over with part\(part.path) \(part.phase)") }
            if part.phase == .ended, !part.isLost, part.found.longPress?.pressing == true {
                record(.compositionLifetime, "over with part\(part.path) down")
            }
        }
    }

    private func children(of index: Int, in parts: [Part]) -> [Part] {
        parts.dropFirst(index + 1).filter { part in
            part.path.hasPrefix(parts[index].path + ".")
                && !part.path.dropFirst(parts[index].path.count + 1).contains(".")
        }
    }
}

extension ServerLine.Value {
    fileprivate func isAlike(_ other: Self) -> Bool {
        phase == other.phase && reason == other.reason && failureReason == other.failureReason
    }
}

/// Checks of one part of a composition.
extension ShadowModel {
    mutating func check(_ part: Part, _ subscription: Subscription, on device: String) {
        checkReason(of: part)
        guard part.isLeaf else { return }
        guard part.hasValue else {
            if part.phase.hasBegun { record(.shape, "part\(part.path) is \(part.phase) and has no value") }
            return
        }
        // A standard set continues with other fingers wherever they are.
        let isLater = part.isLater || subscription.kind == .standard
        check(part.found, part.requested, subscription, on: device, isLater: isLater)
        if let press = part.found.longPress { check(press, part) }
        if part.found.isDiscrete, !part.phase.isTerminal {
            record(.partPhase, "part\(part.path), which is over at once, is \(part.phase) with a value")
        }
        if part.phase == .possible { checkPossible(part, subscription.units.tolerance) }
    }

    private mutating func check(_ press: ServerLine.LongPress, _ part: Part) {
        switch part.phase {
        case .possible, .active:
            if press.completed || !press.pressing { record(.press, "part\(part.path) is over and \(part.phase)") }
            if part.phase == .active, part.isContested {
                record(.simultaneousPhases, "part\(part.path), a press that competes, is active before it is complete")
            }
        case .ended: if !press.completed { record(.press, "part\(part.path) ended before it was complete") }
        case .failed:
            // After a competing part it may have ended unreported, and fails with the rest of its sequence.
            if press.completed, part.found.reason == "failed", !part.isContested {
                record(.press, "part\(part.path) completed and failed")
            }
        }
    }

    /// A part that has a value and has not begun waits for its fingers to move.
    private mutating func checkPossible(_ part: Part, _ tolerance: Double) {
        if !part.isContested { record(.partPhase, "part\(part.path) is possible with a value, and nothing competes") }
        let hasMoved =
            part.found.drag.map { abs($0.translation.x) > tolerance || abs($0.translation.y) > tolerance }
            ?? part.found.magnify.map { abs($0.magnification - 1) > 2e-6 }
            ?? part.found.rotate.map { abs($0.rotation) > 2e-6 }
        if hasMoved == true { record(.partPhase, "part\(part.path) has moved and is possible") }
    }

    /// Checks from one line to the next.
    ///
    /// - Parameter isOverAlike: True if the values are equal, apart from what was withheld since.
    private mutating func checkPart(from last: Part, to next: Part, isOverAlike: Bool, at time: Int64) {
        let name = "part\(next.path)"
        // A composition may wait again between two parts; once it has ended it does not change.
        let isStep = last.isLeaf ? last.phase.mayBecome(next.phase) : !last.phase.isTerminal || last.phase == next.phase
        if !isStep { record(.partPhase, "\(name) \(last.phase) → \(next.phase)") }
        if last.phase.isTerminal, last.found.failureNames != next.found.failureNames {
            record(.partPhase, "\(name) fails again")
        }
        guard last.isLeaf, last.hasValue else { return }
        guard next.hasValue else { return record(.constancy, "\(name) has lost its value") }
        if next.found.hasFixedStart, last.found.fingers != next.found.fingers {
            record(.constancy, "\(name): other fingers")
        }
        if next.found.hasFixedStart, last.found.startLocation != next.found.startLocation {
            record(.constancy, "\(name): startLocation moved")
        }
        if let before = last.found.longPress, let after = next.found.longPress {
            checkPress(from: before, to: after, next, at: time)
        } else if last.phase.isTerminal, !isOverAlike {
            record(.partPhase, "\(name) is over and has another value")
        }
    }

    /// A press that has ended may still be lifted, anywhere.
    private mutating func checkPress(
        from before: ServerLine.LongPress, to after: ServerLine.LongPress, _ next: Part, at time: Int64
    ) {
        let name = "part\(next.path)"
        if after.fingers < before.fingers { record(.constancy, "\(name): fingers went") }
        if after.fingers == before.fingers {
            if before.startLocation != after.startLocation { record(.constancy, "\(name): startLocation moved") }
            if before.deadline != after.deadline, after.pressing || after.completed {
                record(.constancy, "\(name): deadline moved")
            }
        }
        if before.completed, !after.completed { record(.constancy, "\(name): completed taken back") }
        if before.completed, after.fingers != before.fingers { record(.constancy, "\(name): another finger") }
        if !before.pressing, before != after { record(.partPhase, "\(name) was lifted and has another value") }
        if before.completed, after.pressing, before != after { record(.partPhase, "\(name) was over and went on") }
        if after.completed, !before.completed, time < after.deadline ?? .max {
            record(.press, "\(name) before its deadline")
        }
    }
}

extension ServerLine.Value {
    fileprivate var failureNames: [String?] { [reason, failure, failureReason?.name] }
}

/// The phases that parts of a composition may have together, and the resulting phase, from the protocol and SwiftUI's
/// behaviour. One letter is one phase.
enum PhaseTables {
    /// True if parts may have these phases together, in order.
    static func allows(_ phases: String, for kind: GestureKind) -> Bool {
        switch kind {
        case .sequence: allowsInSequence(phases)
        // One may be active early; it ends only after those before it have failed, and then the others have failed, too.
        case .exclusive: only("pf", but: "a", in: phases) || only("f", but: "e", in: phases)
        case .race: only("pf", but: "", in: phases) || only("f", but: "ae", in: phases)
        default: true
        }
    }

    /// A part starts after the one before it has ended, and none follows a failed one. Not a regular expression: compiling
    /// it each time took a third of a long run.
    private static func allowsInSequence(_ phases: String) -> Bool {
        var rest = phases.drop { $0 == "e" }
        guard let next = rest.popFirst() else { return true }
        return rest.allSatisfy { $0 == (next == "f" ? "f" : "p") }
    }

    /// True if at most one letter is not one of `letters`, and it is one of `others`.
    private static func only(_ letters: String, but others: String, in phases: String) -> Bool {
        var found = 0
        for phase in phases where !letters.contains(phase) {
            guard others.contains(phase) else { return false }
            found += 1
        }
        return found <= 1
    }

    /// Three and more are combined from the last to the first.
    static func combined(_ phases: String, for kind: GestureKind) -> Character? {
        guard let table = tables[kind], let last = phases.last else { return nil }
        return phases.dropLast().reversed().reduce(last) { rest, first in
            guard let row = table[first], let column = "paef".firstIndex(of: rest) else { return "?" }
            return row[column]
        }
    }

    /// Rows are the first part's phase, columns that of the rest: possible, active, ended, failed.
    private static let tables: [GestureKind: [Character: String]] = [
        .simultaneous: ["p": "papp", "a": "aaaa", "e": "paee", "f": "paef"],
        .sequence: ["p": "pppp", "a": "aaaa", "e": "aaef", "f": "ffff"],
        .exclusive: ["p": "papp", "a": "aaaa", "e": "eeee", "f": "paef"],
        .race: ["p": "paep", "a": "aaea", "e": "eeee", "f": "paef"],
    ]
}

/// A node in the tree of a composition, with the corresponding request.
struct Part: Sendable {
    let requested: ClientLine.Gesture
    var found: ServerLine.Value
    let phase: ServerLine.PartPhase
    /// `.0.1`: the second part of the first; empty for the composition itself.
    let path: String
    /// True within an exclusive gesture or race, at any depth.
    let isContested: Bool
    /// True after the first part of a sequence, at any depth.
    let isLater: Bool
    /// True within a sequence, at any depth.
    let isOfSequence: Bool
    /// True if a composition that contains it has failed.
    let isLost: Bool

    var isLeaf: Bool { requested.parts.isEmpty }
    var hasValue: Bool { found.kind != nil }

    /// Each composition before its parts; nil if the tree does not have the requested shape.
    static func tree(_ requested: ClientLine.Gesture, _ found: ServerLine.Value) -> [Part]? {
        var parts: [Part] = []
        guard let phase = found.phase else { return nil }
        let root = Part(
            requested: requested, found: found, phase: phase, path: "", isContested: false, isLater: false,
            isOfSequence: false, isLost: false)
        return root.append(to: &parts) ? parts : nil
    }

    /// False if it or a node below it does not have the requested shape.
    private func append(to parts: inout [Part]) -> Bool {
        parts.append(self)
        // A gesture that was not close to beginning has no value.
        guard found.kind == requested.kind || isLeaf && found.kind == nil, found.parts.count == requested.parts.count
        else {
            return false
        }
        for index in requested.parts.indices {
            guard let child = child(index), child.append(to: &parts) else { return false }
        }
        return true
    }

    private func child(_ index: Int) -> Part? {
        let value = found.parts[index]
        guard let phase = value.phase else { return nil }
        return Part(
            requested: requested.parts[index], found: value, phase: phase, path: "\(path).\(index)",
            isContested: isContested || requested.exclusive != nil || requested.race != nil,
            isLater: isLater || requested.sequence != nil && index > 0,
            isOfSequence: isOfSequence || requested.sequence != nil, isLost: isLost || self.phase == .failed)
    }
}
