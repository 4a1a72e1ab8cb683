internal import GestureConfiguration
internal import GestureModel
internal import GestureProtocol
internal import LinuxSupport
internal import TouchInput

/// Reads the keys of one `[[action]]`.
struct ActionFields {
    private let table: TOMLTable
    private let strokes: [GestureExpression.Stroke.Template]
    private let isWhole: Bool
    private(set) var problems: [ActionFileProblem] = []
    /// The keys that were probably meant by unknown keys.
    private var misspelt: Set<ActionKey> = []

    /// - Parameter isWhole: False if some keys may be unread, because of a mistake in the file's syntax. Missing keys
    ///   are then not reported.
    init(_ table: TOMLTable, strokes: [GestureExpression.Stroke.Template], isWhole: Bool) {
        (self.table, self.strokes, self.isWhole) = (table, strokes, isWhole)
    }

    private func has(_ key: ActionKey) -> Bool { table[key.rawValue] != nil }

    private mutating func report(_ key: ActionKey, _ message: String, _ kind: ActionFileProblem.Kind = .mistake) {
        let line = table[key.rawValue]?.line ?? table.line
        problems.append(.init(kind, line: line, place: "action.\(key.rawValue)", message))
    }

    /// Reads the value of a key, and reports a mistake if `read` returns nil or throws an error.
    private mutating func value<Value>(
        _ key: ActionKey, _ expectation: String, _ read: (TOMLValue) throws(ActionProblem) -> Value?
    ) -> Value? {
        guard let entry = table[key.rawValue] else { return nil }
        do throws(ActionProblem) {
            if let value = try read(entry.value) { return value }
            report(key, "expected \(expectation), found \(entry.value)\(AmountText.advice(on: entry.value, for: key))")
        } catch {
            report(key, error.message)
        }
        return nil
    }

    /// - Parameter usual: The words to suggest; nil for all.
    private mutating func word<Word: RawRepresentable<String> & CaseIterable>(
        _ key: ActionKey, of usual: [Word]? = nil
    ) -> Word? {
        if let text = table[key.rawValue]?.value.text, let word = Word(rawValue: text) { return word }
        let words = (usual ?? Array(Word.allCases)).map(\.rawValue)
        return value(key, "one of " + words.map(\.debugDescription).joined(separator: ", ")) {
            (value) throws(ActionProblem) in try Self.word(value, of: words).flatMap(Word.init)
        }
    }

    /// Words that people write for the moments of `when`, with the file's words for them.
    private static let otherWords = [
        "start": "began", "begin": "began", "down": "began", "begun": "began", "threshold": "reached",
        "recognised": "reached", "recognized": "reached", "end": "ended", "finish": "ended", "finished": "ended",
        "lift": "ended", "up": "ended", "release": "ended", "cancel": "cancelled", "canceled": "cancelled",
    ]

    /// - Returns: nil if the value is not a text.
    /// - Throws: If the text is not one of `words`. The error contains `words`, and suggests the nearest of them if
    ///   there is one.
    private static func word(_ value: TOMLValue, of words: [String]) throws(ActionProblem) -> String? {
        guard let text = value.text else { return nil }
        if words.contains(text) { return text }
        let choice = words.map(\.debugDescription).joined(separator: ", ")
        let other = otherWords[text.lowercased()]
        // A swipe has `reached` in place of `began`, because it does not begin before it is recognised.
        let near =
            [other, other == "began" ? "reached" : nil].lazy.compactMap { $0 }.first(where: words.contains)
            ?? Spelling.nearest(to: text.lowercased(), of: words)
        let meant = near.map { "; did you mean \($0.debugDescription)?" }
        throw ActionProblem("expected one of \(choice), found \(text.shown)\(meant ?? "")")
    }

    /// Returns the rule. It is valid only if no fatal problem was reported: a wrong value is replaced so that the rest
    /// can be checked.
    mutating func action() -> Action {
        for entry in table.entries where ActionKey(rawValue: entry.key) == nil {
            let meant = ActionKey.meant(by: entry.key)
            if let meant { misspelt.insert(meant) }
            let message = ActionKey.advice(on: entry.key, meant, line: meant.flatMap { table[$0.rawValue]?.line })
            problems.append(.init(.mistake, line: entry.line, place: "action.\(entry.key)", message))
        }
        if !has(.gesture), isWhole, !misspelt.contains(.gesture) {
            report(.gesture, "is missing; expected \(GestureWords.forms)")
        }
        let known = value(.gesture, GestureWords.forms, Self.gesture)
        let gesture = known ?? .tap
        var action = Action(
            name: "\(gesture)", line: table.line, gesture: gesture, fingers: gesture.usualFingers,
            effects: Action.Effects(effect() ?? .run([])))
        action.effects.forwardLine = (table[ActionKey.run.rawValue] ?? table[ActionKey.keys.rawValue])?.line
        action.effects.backLine = table[ActionKey.back.rawValue]?.line
        action.name = value(.name, "a name in quotes") { $0.text } ?? action.name
        readConditions(&action, isGestureKnown: known != nil)
        readAmounts(&action, isGestureKnown: known != nil)
        readBack(&action)
        action.continues = value(.continue, "true or false") { $0.boolean } ?? false
        action.lifetime.outlivesService = value(.keepRunning, "true or false") { $0.boolean } ?? false
        action.lifetime.timeout = value(.timeout, "a number of seconds from 0.1 to 3600") { value -> Double? in
            value.number.flatMap { 0.1...3600 ~= $0 ? $0 : nil }
        }
        if known != nil { checkKeys(of: action) }
        return action
    }

    // MARK: Conditions

    private mutating func readConditions(_ action: inout Action, isGestureKnown: Bool) {
        let gesture = action.gesture
        if let fingers = value(.fingers, "a number of fingers from 1 to 10, or several such as [3, 4]", Self.fingers) {
            action.fingers = fingers
        }
        action.count = value(.count, "a number of taps from 1 to 10") { $0.integer(in: 1...10) } ?? 1
        action.filter.device = value(.device, "\"touchscreen\", \"touchpad\" or a name, in which * is any text") {
            $0.text.map { text in
                TouchDeviceKind(rawValue: text).map(Action.Device.kind) ?? .name(Glob(text, syntax: .wildcards))
            }
        }
        action.filter.app = value(
            .app, "one app's id or a window's title, in which * is any text; several apps are a rule each"
        ) {
            $0.text.map { Glob($0.lowercased(), syntax: .wildcards) }
        }
        action.area.part = word(.part)
        action.area.edge = word(.edge)
        let corners = Corner.allCases.map(ActionGesture.words)
        action.area.corner = value(.corner, "one of \(GestureWords.corners)") { (value) throws(ActionProblem) in
            try Self.word(value, of: corners).flatMap(ActionGesture.corner)
        }
        if has(.when), has(.on) { report(.on, "is the older name of when; write one of them") }
        let moments = isGestureKnown ? ActionKey.moments(of: gesture) : nil
        let moment: Action.Moment? = word(has(.when) ? .when : .on, of: moments)
        action.moment = moment ?? (gesture == .longPress ? .completed : .ended)
        guard isGestureKnown else { return }
        checkMoment(moment, gesture)
        checkEdge(action)
    }

    private mutating func checkMoment(_ moment: Action.Moment?, _ gesture: ActionGesture) {
        guard let moment else { return }
        let key: ActionKey = has(.when) ? .when : .on
        let allowed = ActionKey.moments(of: gesture)
        if has(.every) { report(key, "an action with every happens at each step; remove \(key.rawValue)") }
        guard !allowed.contains(moment) else { return }
        if moment == .completed { return report(key, "only a long press is completed, found \(gesture)") }
        let choice = allowed.map(\.rawValue.debugDescription).joined(separator: ", ")
        report(key, "\(gesture) takes \(choice), found \(moment.rawValue.debugDescription)")
    }

    private mutating func checkEdge(_ action: Action) {
        guard case .slide(let direction) = action.gesture, let edge = action.area.edge else { return }
        let isSide = edge == .left || edge == .right
        guard direction.isVertical != isSide else { return }
        report(
            .edge,
            "\(action.gesture) goes along the edge \(isSide ? "top or bottom" : "left or right"), found \(edge.rawValue.debugDescription)"
        )
    }

    /// Reports keys that do not fit the gesture, and values that are probably mistakes.
    private mutating func checkKeys(of action: Action) {
        let gesture = action.gesture
        for key in ActionKey.allCases where has(key) {
            if let conflict = key.conflict(with: gesture) { report(key, conflict) }
        }
        checkFingers(action)
        if case .stroke(let name) = gesture { checkStroke(name) }
        if case .name(let glob)? = action.filter.device { checkDevice(glob.text) }
        checkPointer(action)
        if case .swipe = gesture, action.moment == .ended, case .atLeast(.distance(let distance)) = action.extent,
            distance > Action.Amount.points(millimetres: 200)
        {
            report(.distance, "\(distance.millimetres) are more than most surfaces have", .warning)
        }
        if has(.timeout), has(.keepRunning), action.lifetime.outlivesService {
            report(
                .timeout, "ends the program after \(action.lifetime.timeout ?? 0) s although it is to keep running",
                .warning)
        }
        if case .keys = action.effects.forward, !hasProgram(action) {
            for key in [ActionKey.timeout, .keepRunning] where has(key) {
                report(key, "is for run; keys start no program", .warning)
            }
        }
    }

    private mutating func checkFingers(_ action: Action) {
        let gesture = action.gesture
        guard has(.fingers), let first = action.fingers.counts.first, gesture.word != nil else { return }
        let fewest = gesture.usualFingers.counts.min() ?? 1
        if first < fewest { report(.fingers, "\(gesture) needs \(fewest) fingers or more") }
        if case .stroke = gesture, action.fingers != .one { report(.fingers, "a stroke is drawn with 1 finger") }
    }

    private mutating func checkStroke(_ name: String) {
        guard !strokes.contains(where: { $0.name == name }) else { return }
        let meant = Spelling.nearest(to: name.lowercased(), of: strokes.map(\.name))
        let hint = meant.map { "did you mean \($0.shown)?" } ?? "gesturectl actions add --stroke records one"
        report(.gesture, "there is no [[stroke]] named \(name.shown); \(hint)")
    }

    private mutating func checkDevice(_ name: String) {
        if let kind = Self.kind(meantBy: name) {
            report(.device, "\(name.shown) is taken for a device's name; did you mean \"\(kind)\"?", .warning)
        } else if Self.isNode(name) {
            report(.device, "\(name.shown) is taken for a device's name; gesturectl devices lists the names", .warning)
        }
    }

    private func hasProgram(_ action: Action) -> Bool {
        action.keyedEffects.contains { $0.effect.words != nil }
    }

    /// Warns about a rule that sets no number of fingers and so is for one finger, if it may apply to a touchpad. On a
    /// touchpad, one finger moves the pointer and clicks.
    private mutating func checkPointer(_ action: Action) {
        guard !has(.fingers), action.fingers == .one, action.filter.device != .kind(.touchscreen) else { return }
        let hint = "write fingers = 3, say, or device = \"touchscreen\""
        switch action.gesture {
        case .swipe, .flick, .drag:
            // A rule that names the touchpad is meant for its one finger.
            guard !action.filter.includesPointer else { return }
            report(
                .gesture,
                "is for one finger, which moves the pointer on a touchpad: there it never happens; \(hint), or "
                    + "device = \"touchpad\"", .warning)
        case .tap, .longPress:
            report(.gesture, "is for one finger, which also clicks on a touchpad; \(hint), or fingers = 1", .warning)
        case .edge, .corner, .slide:
            report(
                .gesture, "is for one finger, which also moves the pointer on a touchpad; \(hint), or fingers = 1",
                .warning)
        case .pinch, .rotate, .stroke, .expression: break
        }
    }

    private static func kind(meantBy name: String) -> String? {
        let lower = name.lowercased().filter { $0.isLetter }
        guard !name.contains("*") else { return nil }
        if ["trackpad", "pad", "clickpad"].contains(lower) { return "touchpad" }
        if ["screen", "touch", "display", "tablet"].contains(lower) { return "touchscreen" }
        return Spelling.nearest(to: lower, of: TouchDeviceKind.allCases.map(\.rawValue))
    }

    /// True for a device node such as `/dev/input/event5` or `event5`. Its number may change.
    private static func isNode(_ name: String) -> Bool {
        name.hasPrefix("/dev/") || name.hasPrefix("event") && name.count > 5 && name.dropFirst(5).allSatisfy(\.isNumber)
    }

    private static func fingers(_ value: TOMLValue) -> FingerCounts? {
        let counts = (value.elements ?? [value]).compactMap { $0.integer(in: FingerCounts.allowed) }
        return counts.isEmpty || counts.count != value.elements?.count ?? 1 ? nil : FingerCounts(counts)
    }

    // MARK: Amounts

    private mutating func readAmounts(_ action: inout Action, isGestureKnown: Bool) {
        let distance = value(.distance, #"a distance such as "10 mm" or "60 pt""#) { AmountText.points($0) }
        let scale = value(
            .scale, #"a factor such as 1.5, or for "pinch in" one below 1, such as 0.7"#, AmountText.factor)
        let angle = value(.angle, #"an angle such as "30 degrees""#) { AmountText.radians($0) }
        if let distance { action.extent = .atLeast(.distance(distance)) }
        if let angle { action.extent = .atLeast(.angle(angle)) }
        if let scale {
            if scale < 1, action.gesture == .pinch(.out) {
                report(
                    .scale,
                    "expected a factor above 1 for pinch out, found \(scale); write \((100 / scale).rounded() / 100)")
            }
            action.extent = .atLeast(.scale(max(scale, 1 / scale)))
        }
        if isGestureKnown { readStep(&action) }
    }

    private mutating func readStep(_ action: inout Action) {
        guard has(.every), ActionKey.every.conflict(with: action.gesture) == nil else { return }
        for key in [ActionKey.distance, .scale, .angle] where has(key) {
            report(key, "an action with every happens at each step; remove \(key.rawValue)")
        }
        let step: Action.Amount?
        switch action.gesture {
        case .drag(let direction):
            if direction?.isDiagonal ?? true {
                let drags = ActionDirection.straight.map { "\"drag \($0.rawValue)\"" }.joined(separator: ", ")
                report(
                    .gesture, "every needs a drag in one direction: expected one of \(drags), found \(action.gesture)")
            }
            fallthrough
        case .edge, .slide:
            step = value(.every, #"a distance such as "8 mm" or "50 pt""#) {
                AmountText.points($0).map(Action.Amount.distance)
            }
        case .rotate:
            step = value(.every, #"an angle such as "15 degrees""#) {
                AmountText.radians($0).map(Action.Amount.angle)
            }
        case .pinch:
            step = value(.every, "a factor above 1, such as 1.2") { value in
                value.number.flatMap { $0 > 1.001 && $0 <= 100 ? .scale($0) : nil }
            }
        default: step = nil
        }
        if let step { action.extent = .steps(step) }
    }

    // MARK: Effects

    private mutating func effect() -> Action.Effect? {
        switch (has(.run), has(.keys)) {
        case (true, true): report(.keys, "expected run or keys, found both; remove one of them")
        case (false, false):
            guard isWhole, misspelt.isDisjoint(with: [.run, .keys]) else { return nil }
            report(.run, #"is missing; expected run = "command" or keys = "super+Right""#)
        case (true, false): return value(.run, Self.command, Self.run)
        case (false, true): return value(.keys, Self.combination, Self.keys)
        }
        return nil
    }

    private mutating func readBack(_ action: inout Action) {
        guard has(.back) else { return }
        // A text is a command only if `run` is one, too. Next to `keys`, and next to a program with its arguments, it
        // is a key.
        let isCommand = if case .shell = action.effects.forward { true } else { false }
        let expectation = Self.command + (isCommand ? "" : #"; or a key such as "XF86AudioLowerVolume""#)
        action.effects.back = value(.back, expectation) { (value) throws(ActionProblem) in
            if !isCommand, case .string(let text) = value { return .keys([try KeyCombination(text)]) }
            return Self.run(value)
        }
        if !has(.every) { report(.back, "only an action with every goes back") }
    }

    private static let command =
        #"a command such as "notify-send hello", or without a shell a program and its arguments, such as ["program", "argument"]"#
    private static let combination = #"a key such as "super+Right", or several in a row such as ["ctrl+k", "ctrl+s"]"#

    private static func run(_ value: TOMLValue) -> Action.Effect? {
        if let text = value.text { return isCommand(text) ? .shell(text) : nil }
        guard let words = value.strings, let program = words.first, isCommand(program),
            !words.contains(where: { $0.utf8.contains(0) })
        else { return nil }
        return .run(words)
    }

    /// True for text that is not empty and has no NUL, at which the kernel would cut it off.
    private static func isCommand(_ text: String) -> Bool {
        !text.utf8.contains(0) && text.contains { !$0.isWhitespace }
    }

    private static func keys(_ value: TOMLValue) throws(ActionProblem) -> Action.Effect? {
        switch value {
        case .string(let text): return .keys([try KeyCombination(text)])
        case .array(let elements):
            let texts = elements.compactMap(\.text)
            guard texts.count == elements.count, (1...32).contains(texts.count) else { return nil }
            // A modifier's keysym, such as Super_L, counts as an ordinary key.
            let areModifiers = texts.dropLast().allSatisfy { KeyCombination.Modifier(exactly: $0.lowercased()) != nil }
            if areModifiers, let combination = KeyCombination.combination(of: texts) {
                throw ActionProblem(
                    "keys that are pressed together are one text: write \"\(combination)\", found \(value)")
            }
            var keys: [KeyCombination] = []
            for text in texts { keys.append(try KeyCombination(text)) }
            return .keys(keys)
        default: return nil
        }
    }

    // MARK: The gesture

    /// Reads a gesture from words, or from an expression as a table or in JSON.
    private static func gesture(_ value: TOMLValue) throws(ActionProblem) -> ActionGesture? {
        let json: String
        switch value {
        case .string(let text) where text.hasExactPrefix("{"): json = text
        case .string(let text): return try ActionGesture(words: text)
        case .table: json = String(decoding: value.json.line, as: UTF8.self)
        default: return nil
        }
        do {
            let request = try Request(line: #"{"type":"subscribe","id":1,"gesture":\#(json)}"#.utf8)
            guard case .subscribe(let request) = request, request == SubscribeRequest(id: 1, gesture: request.gesture)
            else { return nil }
            return .expression(request.gesture)
        } catch {
            throw ActionProblem(error.message)
        }
    }
}

extension TOMLValue {
    /// The value as JSON, for an expression that is written as a table.
    fileprivate var json: JSONValue {
        switch self {
        case .string(let text): .string(text)
        case .integer(let integer): JSONValue(integer)
        case .number(let number): .number(number)
        case .boolean(let boolean): .bool(boolean)
        case .date(let date): .string(date.text)
        case .array(let elements): .array(elements.map(\.json))
        case .table(let table): .members(table.entries.map { ($0.key, $0.value.json) })
        }
    }
}
