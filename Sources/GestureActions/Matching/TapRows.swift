internal import GestureModel
internal import GestureProtocol

/// Matches taps in a row with rules. A rule for two taps takes precedence over a rule for a single tap. A tap waits for
/// the next tap only if a rule needs more taps.
///
/// A waiting tap is decided when a further tap completes its row or does not belong to it, when fingers make another
/// gesture, and when the daemon reports that no tap can follow any more. A decided tap on which no rule acted still
/// belongs to its row: the daemon counts by the time of the touches, and may report a further tap of the row late.
struct TapRows {
    private struct Row {
        var fingers: Int
        /// The taps that no rule has consumed, with their sequences.
        var taps: [(part: TouchSequence.Part, sequence: TouchSequence)]
        /// The daemon's number of the latest tap; 1 for the first tap of the row.
        var count: Int
        var isWaiting = true
    }

    private let actions: [Action]
    /// A rule for taps.
    private struct Rule {
        let index: Int
        let fingers: FingerCounts
        let count: Int
        let continues: Bool
    }

    /// In the file's order.
    private let rules: [Rule]
    private var rows: [TouchSequence.Place: Row] = [:]
    /// Where a touch may be followed by a further tap.
    private var tapping: Set<TouchSequence.Place> = []

    init(_ actions: [Action]) {
        self.actions = actions
        rules = actions.indices.filter { actions[$0].gesture == .tap && actions[$0].moment == .ended }.map { index in
            let action = actions[index]
            return Rule(index: index, fingers: action.fingers, count: action.count, continues: action.continues)
        }
    }

    /// True if rules for the same number of fingers need different numbers of taps, so that a tap may have to wait for
    /// another tap.
    static func areNeeded(for actions: [Action]) -> Bool {
        let taps = actions.filter { $0.gesture == .tap }
        return taps.contains { long in
            long.count > 1 && taps.contains { $0.count < long.count && !$0.fingers.isDisjoint(with: long.fingers) }
        }
    }

    mutating func reset() { (rows, tapping) = ([:], []) }

    /// Handles a tap of the standard set, and returns the matches that are decided.
    mutating func handle(_ part: TouchSequence.Part, _ sequence: TouchSequence) -> [ActionMatcher.Match] {
        guard case .tap(let tap) = part.value else { return [] }
        let place = sequence.place
        var matches: [ActionMatcher.Match] = []
        var row = Row(fingers: tap.fingers, taps: [], count: tap.count - 1)
        if let earlier = rows.removeValue(forKey: place) {
            if earlier.fingers == tap.fingers, earlier.count == tap.count - 1 {
                row = earlier
            } else {
                matches += resolve(earlier).matches
            }
        }
        row.taps.append((part, sequence))
        row.count = tap.count
        matches += performContinuing(row)
        row.isWaiting = true
        if tapping.contains(place), waits(row) { rows[place] = row } else { matches += resolve(row).matches }
        return matches
    }

    /// Handles what the daemon reports of the fingers that are down. Returns the matches that are decided.
    mutating func handle(_ touch: GestureValue.Touch, _ phase: GesturePhase, at place: TouchSequence.Place)
        -> [ActionMatcher.Match]
    {
        if touch.tapping, !phase.isTerminal {
            tapping.insert(place)
            return []
        }
        guard tapping.remove(place) != nil, let row = rows[place], row.isWaiting else { return [] }
        let (matches, rest) = resolve(row)
        rows[place] = rest
        return phase.isAboutUser ? [] : matches
    }

    /// Removes the row at a place, and returns its matches. Called when fingers make another gesture.
    mutating func interrupt(_ place: TouchSequence.Place) -> [ActionMatcher.Match] {
        rows.removeValue(forKey: place).map { resolve($0).matches } ?? []
    }

    /// True if a tap that ended at `end` waits for the next tap of its row.
    func isWaiting(at place: TouchSequence.Place, since end: Timestamp) -> Bool {
        guard let row = rows[place], row.isWaiting else { return false }
        return row.taps.contains { $0.part.message.time == end }
    }

    // MARK: Rules

    /// True if a rule that fits the row's last tap needs more taps than the row has.
    private func waits(_ row: Row) -> Bool {
        guard let last = row.taps.last else { return false }
        return rules.contains { $0.count > row.taps.count && $0.fingers.contains(row.fingers) && fits($0, last) }
    }

    private func fits(_ rule: Rule, _ tap: (part: TouchSequence.Part, sequence: TouchSequence)) -> Bool {
        tap.sequence.isOf(actions[rule.index])
            && actions[rule.index].lacks(of: tap.part, in: tap.sequence, at: .ended).isEmpty
    }

    /// True if a rule is for the tap, perhaps with further taps of its row.
    func isAwaited(_ part: TouchSequence.Part, _ sequence: TouchSequence) -> Bool {
        rules.contains { !$0.continues && $0.fingers.contains(part.fingers) && fits($0, (part, sequence)) }
    }

    /// Returns the first rule without `continue` that the first `count` taps of the row fulfil; nil if there is none.
    private func rule(for count: Int, _ row: Row) -> Int? {
        // Copied outside of the closure: with many rules, copying the tap for each rule took most of the time.
        let tap = row.taps[count - 1]
        return rules.first {
            !$0.continues && $0.count == count && $0.fingers.contains(row.fingers) && fits($0, tap)
        }?.index
    }

    /// Returns the matches of the rules with `continue` at the last tap. They do not wait, because they do not exclude
    /// later rules. Only the rules before the first matching rule without `continue` run.
    private func performContinuing(_ row: Row) -> [ActionMatcher.Match] {
        let continuing = rules.filter(\.continues)
        if continuing.isEmpty { return [] }
        let winner = rule(for: row.taps.count, row) ?? actions.count
        return continuing.prefix { $0.index < winner }.filter { rule in
            // A rule for single taps applies to each tap.
            guard rule.count == 1 || rule.count == row.taps.count, rule.fingers.contains(row.fingers) else {
                return false
            }
            return row.taps.last.map { fits(rule, $0) } ?? false
        }.map { match($0.index, row.taps[row.taps.count - 1], taps: row.count) }
    }

    /// Resolves a row for which no further tap is awaited. The rule for the most taps consumes the first taps of the
    /// row. A first tap without a rule is skipped. The remaining taps are resolved in the same way.
    ///
    /// - Returns: The matches, and the row with the taps at its end that no rule has consumed. The row is nil if a rule
    ///   has consumed the last tap.
    private func resolve(_ row: Row) -> (matches: [ActionMatcher.Match], rest: Row?) {
        var (row, rest, matches) = (row, row, [ActionMatcher.Match]())
        rest.isWaiting = false
        var done = row.count - row.taps.count
        while !row.taps.isEmpty {
            let longest = (1...row.taps.count).reversed().lazy.compactMap { count in
                rule(for: count, row).map { (rule: $0, count: count) }
            }.first
            let count = longest?.count ?? 1
            if let rule = longest?.rule {
                matches.append(match(rule, row.taps[count - 1], taps: actions[rule].count == 1 ? done + 1 : count))
            }
            done += count
            row.taps.removeFirst(count)
            if longest != nil { rest.taps = row.taps }
        }
        return (matches, rest.taps.isEmpty ? nil : rest)
    }

    private func match(
        _ rule: Int, _ tap: (part: TouchSequence.Part, sequence: TouchSequence), taps: Int
    ) -> ActionMatcher.Match {
        ActionMatcher.Match(
            index: rule, steps: 1, message: tap.part.message, taps: taps, device: tap.sequence.device,
            window: tap.sequence.window)
    }
}

extension GesturePhase {
    /// True if the user no longer receives gestures. Taps that waited then trigger nothing.
    fileprivate var isAboutUser: Bool {
        guard case .cancelled(let reason) = self else { return false }
        return switch reason {
        case .deviceLost, .resynchronised, .palm, .penNear, .outputChanged, .failed, .outcompeted: false
        case .focusChanged, .sessionInactive, .locked, .paused, .suspended, .requested, .unsubscribed, .overrun,
            .shutdown, .disconnected:
            true
        }
    }
}

extension FingerCounts {
    func isDisjoint(with other: FingerCounts) -> Bool { !counts.contains(where: other.contains) }
}
