internal import GestureModel
internal import TOML
internal import TouchInput

/// Reads the keys of one `[[action]]`. It collects all errors instead of stopping at the first.
struct ActionReader {
    private(set) var problems: [ActionFileProblem] = []
    /// The rule. It is valid only if no fatal problem was reported.
    var action: Action { draft.action }

    private let table: TOMLTable
    private let isWhole: Bool
    private var draft: ActionDraft
    /// The keys that were probably meant by unknown keys.
    private var misspelt: Set<String> = []

    /// - Parameter isWhole: False if some keys may be unread, because of a mistake in the file's syntax. Missing keys
    ///   are then not reported.
    init(_ table: TOMLTable, strokes: [GestureExpression.Stroke.Template], isWhole: Bool) {
        (self.table, self.isWhole) = (table, isWhole)
        let action = Action(
            name: "tap", line: table.line, gesture: .tap, fingers: .one, effects: Action.Effects(.run([])))
        draft = ActionDraft(action: action, strokes: strokes)
        reportUnknownKeys()
        for name in ActionSetting.names { read(name, from: name) }
        if !has("when") {
            read("when", from: ActionSetting.olderName)
        } else if has(ActionSetting.olderName) {
            report(ActionSetting.olderName, "is the older name of when; write one of them")
        }
        checkEffects()
        checkSteps()
        checkMissing("gesture", "expected \(GestureWords.forms)")
        if draft.gesture != nil { warn() }
    }

    private func has(_ key: String) -> Bool { table[key] != nil }

    private mutating func report(_ key: String, _ message: String, _ kind: ActionFileProblem.Kind = .mistake) {
        report(key, on: table[key]?.line ?? table.line, message, kind)
    }

    private mutating func report(
        _ key: String, on line: Int, _ message: String, _ kind: ActionFileProblem.Kind = .mistake
    ) {
        problems.append(.init(kind, line: line, place: "action.\(key)", message))
    }

    /// - Parameter key: The name in the file.
    private mutating func read(_ name: String, from key: String) {
        let settings = ActionSetting.named[name] ?? []
        // Without a gesture it is not known which kind of value is meant.
        guard let entry = table[key], draft.gesture != nil || settings.count == 1 else { return }
        guard let setting = settings.first(where: { $0.isTaken(by: draft.gesture) })?.setting else {
            if let gesture = draft.gesture, let setting = settings.first {
                report(key, setting.conflict(with: gesture))
            }
            return
        }
        do throws(SettingProblem) {
            guard try !setting.assign(entry.value, &draft) else { return }
            let advice = AmountText.advice(on: entry.value, for: name)
            report(key, "expected \(setting.expectation), found \(entry.value)\(advice)")
        } catch {
            report(key, error.message)
        }
    }

    // MARK: Unknown and missing keys

    private mutating func reportUnknownKeys() {
        for entry in table.entries {
            guard ActionSetting.named[entry.key] == nil, entry.key.exact != ActionSetting.olderName.exact else {
                continue
            }
            let meant = Synonyms.nearest(to: entry.key, of: ActionSetting.names, .key)
            if let meant { misspelt.insert(meant) }
            // The table would search for the line.
            report(entry.key, on: entry.line, "unknown key; " + advice(on: entry.key, meant))
        }
    }

    private func advice(on name: String, _ meant: String?) -> String {
        if name.lowercased() == "direction" {
            return "write the direction into gesture, such as gesture = \"swipe left\""
        }
        guard let meant else { return "[[action]] takes \(ActionSetting.names.joined(separator: ", "))" }
        guard let line = table[meant]?.line else { return "did you mean \(meant)?" }
        return "\(meant) is given on line \(line)\(meant == "app" ? "; several apps are a rule each" : "")"
    }

    private mutating func checkMissing(_ key: String, _ expectation: String) {
        guard isWhole, !has(key), !misspelt.contains(key) else { return }
        report(key, "is missing; \(expectation)")
    }

    // MARK: Keys that depend on each other

    private mutating func checkEffects() {
        draft.action.effects.forwardLine = (table["run"] ?? table["keys"] ?? table["pause"])?.line
        draft.action.effects.backLine = table["back"]?.line
        if has("run"), has("keys") { report("keys", "expected run or keys, found both; remove one of them") }
        for key in ["run", "keys"] where has(key) && has("pause") {
            report("pause", "expected \(key) or pause, found both; remove one of them")
        }
        for key in ["every", "keys"] where has("hold") && !has(key) {
            report("hold", "only an action with every and keys holds modifiers; add \(key)")
        }
        guard !has("keys"), !has("pause"), !misspelt.contains("keys") else { return }
        checkMissing("run", #"expected run = "command" or keys = "super+Right""#)
    }

    private mutating func checkSteps() {
        if has("pause"), has("every") { report("every", "a pause has no steps; remove every or pause") }
        if has("back"), !has("every") { report("back", "only an action with every goes back") }
        guard has("every"), let gesture = draft.gesture,
            ActionSetting.named["every"]?.contains(where: { $0.isTaken(by: gesture) }) ?? false
        else { return }
        for key in ["when", ActionSetting.olderName, "distance", "scale", "angle"] where has(key) {
            report(key, "an action with every happens at each step; remove \(key)")
        }
        guard gesture.word == .drag || gesture.word == .tapDrag, gesture.direction?.isDiagonal ?? true else { return }
        let word = gesture.word?.rawValue ?? "drag"
        let drags = ActionDirection.straight.map { "\"\(word) \($0.rawValue)\"" }.joined(separator: ", ")
        report("gesture", "every needs a \(word) in one direction: expected one of \(drags), found \(gesture)")
    }

    // MARK: Probable mistakes

    private mutating func warn() {
        for (key, message) in draft.warnings { report(key, message, .warning) }
        warnOfPointer()
        warnOfStrips()
        if case .swipe = action.gesture, action.moment == .ended,
            case .atLeast(.distance(let distance)) = action.extent,
            distance > Action.Amount.points(millimetres: 200)
        {
            report("distance", "\(distance.millimetres) are more than most surfaces have", .warning)
        }
        if let timeout = action.lifetime.timeout, action.lifetime.outlivesService {
            report("timeout", "ends the program after \(timeout) s although it is to keep running", .warning)
        }
        guard action.keyedEffects.allSatisfy({ $0.effect.words == nil }) else { return }
        for key in ["timeout", "keepRunning"] where has(key) {
            report(key, "is for run; keys start no program", .warning)
        }
    }

    private mutating func warnOfStrips() {
        guard action.gesture.isFromEdge else { return }
        if has("strip"), !action.isExclusive { report("strip", "is for a rule with exclusive = true", .warning) }
        guard action.isExclusive, action.filter.device == .kind(.touchpad) else { return }
        report("exclusive", "is for touchscreens here: the edge of a touchpad is not that of the screen", .warning)
    }

    /// Warns about a rule that sets no number of fingers and so is for one finger, if it may apply to a touchpad. On a
    /// touchpad, one finger moves the pointer and clicks.
    private mutating func warnOfPointer() {
        guard !has("fingers"), action.fingers == .one, action.filter.device != .kind(.touchscreen) else { return }
        let hint = "write fingers = 3, say, or device = \"touchscreen\""
        switch action.gesture {
        case .swipe, .flick, .drag, .tapDrag, .swipeHold, .dial:
            // A rule that names the touchpad is meant for its one finger.
            guard !action.filter.includesPointer else { return }
            report(
                "gesture",
                "is for one finger, which moves the pointer on a touchpad: there it never happens; \(hint), or device = "
                    + "\"touchpad\"", .warning)
        case .tap, .longPress:
            report("gesture", "is for one finger, which also clicks on a touchpad; \(hint), or fingers = 1", .warning)
        case .edge, .corner, .slide:
            report(
                "gesture", "is for one finger, which also moves the pointer on a touchpad; \(hint), or fingers = 1",
                .warning)
        case .pinch, .rotate, .stroke, .expression: break
        }
    }
}
