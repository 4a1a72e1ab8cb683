internal import GestureModel
internal import GestureProtocol
internal import TOML
internal import TouchInput

/// A rule while its keys are read.
struct ActionDraft {
    var action: Action
    /// nil if the gesture is missing or unknown. No key is then checked against it.
    var gesture: ActionGesture?
    let strokes: [GestureExpression.Stroke.Template]
    /// Valid values that are probably mistakes, by their keys.
    var warnings: [(key: String, message: String)] = []
}

/// A key of an `[[action]]`, with the gestures that take it.
struct ActionSetting: Sendable {
    let setting: Setting<ActionDraft>
    /// nil for all gestures, including expressions.
    let gestures: Set<ActionGesture.Word>?
    /// What only these gestures do, for the error about another gesture: `a tap has a count`. nil for an amount.
    let restriction: String?

    init(
        _ setting: Setting<ActionDraft>, for gestures: Set<ActionGesture.Word>? = nil, only restriction: String? = nil
    ) {
        (self.setting, self.gestures, self.restriction) = (setting, gestures, restriction)
    }

    func isTaken(by gesture: ActionGesture?) -> Bool {
        guard let gestures, let gesture else { return true }
        return gesture.word.map(gestures.contains) ?? false
    }

    /// Returns the error for a gesture that does not take the key.
    func conflict(with gesture: ActionGesture) -> String {
        let name = setting.name
        guard gesture.word != nil else {
            return name == "fingers"
                ? "belongs into the expression: { tap = { fingers = 2 } }"
                : "an expression takes no \(name); write its own parameters into it"
        }
        guard let restriction else {
            return
                "\(gesture) has no \(name); swipe, flick, drag, edge, corner and slide have a distance, pinch a scale, "
                + "turn an angle"
        }
        switch (name, gesture) {
        case ("corner", .edge):
            return
                "expected an edge or a corner, found both; fingers that come in from a corner are \"corner top-left\""
        case ("edge", _):
            return "only \(restriction), found \(gesture); fingers that come in from one are \"edge right\""
        case ("every", .swipe(let direction?)) where !direction.isDiagonal,
            ("every", .flick(let direction?)) where !direction.isDiagonal:
            return "only \(restriction), found \(gesture); write gesture = \"drag \(direction.rawValue)\""
        default: return "only \(restriction), found \(gesture)"
        }
    }
}

// MARK: - The table

extension ActionSetting {
    /// All keys, in the order in which they are read: later keys depend on earlier ones. A key with a value of another
    /// kind for each gesture has several elements.
    static let all = conditions + amounts + effects

    /// The elements of each key.
    static let named = Dictionary(grouping: all, by: \.setting.name)

    /// The keys in the table's order.
    static let names = all.map(\.setting.name).reduce(into: [String]()) { if $0.last != $1 { $0.append($1) } }

    /// The older name of `when`, which is read but not suggested.
    static let olderName = "on"

    private static let conditions: [ActionSetting] = [
        .init(
            Setting(
                "gesture", GestureWords.forms, "The [gesture](#gestures).", assign: assignGesture,
                text: { _ in "required" })),
        .init(
            Setting(
                "name", \.action.name, "a name in quotes", "For logs and lists.", read: { $0.text },
                text: { _ in "the gesture" })),
        .init(
            Setting(
                "fingers", "a number of fingers from 1 to 10, or several such as [3, 4]",
                "The fingers of the gesture.", assign: assignFingers,
                text: { _ in "1; 2 to 10 for `pinch` and `turn`" }),
            for: Set(ActionGesture.Word.allCases)),
        .init(
            Setting(
                "count", \.action.count, "a number of taps from 1 to 10", "Taps in a row.",
                read: { $0.integer(in: 1...10) }, text: { _ in "1" }), for: [.tap], only: "a tap has a count"),
        .init(
            Setting(
                "device", "\"touchscreen\", \"touchpad\", a name or a path, in which * is any text", "The device.",
                assign: assignDevice, text: { _ in "every device" })),
        .init(
            Setting(
                "app", \.action.filter.app,
                "one app's id or a window's title, in which * is any text; several apps are a rule each",
                "The focused window's app id (X11: class) or its title; case is ignored. `gesturectl focus` shows both.",
                read: { value in value.text.map { Glob($0.lowercased(), syntax: .wildcards) } },
                text: { _ in "every app" })),
        .init(
            Setting(
                "except", \.action.filter.exceptions, #"several ids or titles as for app, such as ["gimp", "krita"]"#,
                "The apps in which the rule does not happen.",
                read: { value in value.strings?.map { Glob($0.lowercased(), syntax: .wildcards) } },
                text: { _ in "none" })),
        .init(
            Setting(
                "hands", \.action.filter.hands, words(Hands.allCases.map(\.rawValue)),
                "`apart`: for what each hand does, 200 mm from the others, as for several people at one screen.",
                read: { (value) throws(SettingProblem) in
                    try word(value, of: Hands.allCases.map(\.rawValue)).flatMap(Hands.init)
                }, text: { $0.rawValue.debugDescription })),
        .init(
            .word("part", \.action.area.part, EdgePart.allCases, "The third of the edge, from its top or left end."),
            for: [.edge, .slide], only: "an edge and a slide have parts"),
        .init(
            Setting(
                "corner", \.action.area.corner, "one of \(GestureWords.corners)", "Where a tap or a long press is.",
                read: { (value) throws(SettingProblem) in
                    try word(value, of: Corner.allCases.map(ActionGesture.words)).flatMap(ActionGesture.corner)
                }, text: { _ in "anywhere" }),
            for: [.tap, .longPress], only: "a tap and a long press are in a corner"),
        .init(
            Setting(
                "edge", words(Edge.allCases.map(\.rawValue)), "The edge along which a `slide` goes.",
                assign: assignEdge, text: { _ in "both" }), for: [.slide], only: "a slide goes along an edge"),
        .init(
            Setting(
                "when", words(["ended", "reached", "began", "completed", "cancelled"]),
                "`ended` is at the lift, `reached` as soon as the fingers have gone far enough, `completed` when a long "
                    + "press or the rest of a `swipe hold` has lasted long enough. An older name of the key is `on`.",
                assign: { (value, draft) throws(SettingProblem) in try assignMoment(value, &draft) },
                text: { _ in "`\"completed\"` for a long press and a `swipe hold`, otherwise `\"ended\"`" })),
    ]

    private static let amounts: [ActionSetting] = [
        .init(
            .extent(
                "distance", #"a distance such as "10 mm" or "60 pt""#, "How far fingers go at least.",
                "`swipe` and `tap drag` 7 mm, `swipe hold` 12 mm, `slide` 10 mm, `flick` 5 mm, others 1.6 mm"
            ) { AmountText.points($0).map { .atLeast(.distance($0)) } },
            for: [.swipe, .flick, .drag, .swipeHold, .tapDrag, .edge, .corner, .slide]),
        .init(
            Setting(
                "scale", #"a factor such as 1.5, or for "pinch in" one below 1, such as 0.7"#,
                "How far fingers part or close up at least.", assign: assignScale, text: { _ in "a third: 1.33" }),
            for: [.pinch]),
        .init(
            .extent("angle", #"an angle such as "30 degrees""#, "How far fingers turn at least.", "20 degrees") {
                AmountText.radians($0).map { .atLeast(.angle($0)) }
            }, for: [.rotate, .dial]),
        .init(
            .extent(
                "every", #"a distance such as "8 mm" or "50 pt""#,
                "The length of a step, of `drag`, `tap drag`, `edge` and `slide`.", "no steps"
            ) {
                AmountText.points($0).map { .steps(.distance($0)) }
            }, for: [.drag, .tapDrag, .edge, .slide],
            only: "drag, tap drag, edge, slide, pinch, turn and dial go in steps"),
        .init(
            .extent("every", "a factor above 1, such as 1.2", "The factor of a step, of `pinch`.", "no steps") {
                value in
                value.number.flatMap { $0 > 1.001 && $0 <= 100 ? .steps(.scale($0)) : nil }
            }, for: [.pinch]),
        .init(
            .extent(
                "every", #"an angle such as "15 degrees""#, "The angle of a step, of `turn` and `dial`.", "no steps"
            ) {
                AmountText.radians($0).map { .steps(.angle($0)) }
            }, for: [.rotate, .dial]),
    ]

    private static let effects: [ActionSetting] = [
        .init(
            Setting(
                "run", \.action.effects.forward, command, "What is started.", read: { run($0) },
                text: { _ in "`run` or `keys` is required" })),
        .init(
            Setting(
                "keys", \.action.effects.forward,
                #"a key such as "super+Right", or several in a row such as ["ctrl+k", "ctrl+s"]"#,
                "What is pressed. The modifiers are `shift`, `ctrl`, `alt` and `super`. Keys have the names that `xev` and "
                    + "`wev` show.", read: { (value) throws(SettingProblem) in try keys(value) }, text: { _ in "" })),
        .init(
            Setting(
                "hold", \.action.effects.hold, "modifiers such as \"alt\" or \"ctrl+alt\"",
                "With `every` and `keys`: what is held from the first step until the fingers lift.",
                read: { (value) throws(SettingProblem) in try modifiers(value) }, text: { _ in "nothing" })),
        .init(
            Setting(
                "pause", \.action.effects.forward, "a number of seconds from 1 to 86400",
                "In place of `run` and `keys`: pauses all gestures of this user for so long, as `gesturectl pause` does.",
                read: { value in value.number.flatMap { 1...86_400 ~= $0 ? .pause($0) : nil } }, text: { _ in "" })),
        .init(
            Setting(
                "back", command + #"; or a key such as "XF86AudioLowerVolume""#,
                "With `every`: what is done for each step in the other direction. A text is a command next to "
                    + "`run = \"…\"`, and otherwise a key.",
                assign: { (value, draft) throws(SettingProblem) in try assignBack(value, &draft) },
                text: { _ in "nothing" })),
        .init(.boolean("continue", \.action.continues, "Whether the next rules are tried too.")),
        .init(
            Setting(
                "timeout", \.action.lifetime.timeout, "a number of seconds from 0.1 to 3600",
                "After it the program and all that it started are terminated, and killed 2 s later.",
                read: { value in value.number.flatMap { 0.1...3600 ~= $0 ? $0 : nil } }, text: { _ in "none" })),
        .init(
            .boolean(
                "keepRunning", \.action.lifetime.outlivesService,
                "Whether the program continues when the service stops. Use it for apps.")),
        .init(
            .boolean(
                "exclusive", \.action.isExclusive,
                "Whether the app is kept from receiving the fingers; see [EXCLUSIVE.md](EXCLUSIVE.md).")),
        .init(
            Setting(
                "strip", \.action.strip, #"a distance such as "3 mm" or "20 pt""#,
                "With `exclusive`: how far from the edge the app receives no touch that begins there.",
                read: { AmountText.points($0) }, text: { $0.millimetres }),
            for: [.edge, .corner, .slide], only: "edge, corner and slide have a strip"),
        .init(
            .boolean(
                "dark", \.action.filter.isDark,
                "Whether the rule is only for touches that `gesturectl shield` keeps from the apps, as while the screen is "
                    + "dark.")),
    ]

    private static let command =
        #"a command such as "notify-send hello", or without a shell a program and its arguments, such as ["program", "argument"]"#
}

extension Setting where Owner == ActionDraft {
    fileprivate init<Value>(
        _ name: String, _ path: Path<Value?>, _ domain: String, _ meaning: String,
        read: @escaping @Sendable (TOMLValue) throws(SettingProblem) -> Value?,
        text: @escaping @Sendable (Value?) -> String
    ) {
        self.init(
            name, path, domain, meaning,
            read: { (value) throws(SettingProblem) -> Value?? in try read(value).map(Optional.some) }, text: text)
    }

    fileprivate static func word<Word: RawRepresentable<String> & Sendable & SendableMetatype>(
        _ name: String, _ path: Path<Word?>, _ all: [Word], _ meaning: String
    ) -> Setting {
        let names = all.map(\.rawValue)
        return Setting(
            name, path, ActionSetting.words(names), meaning,
            read: { (value) throws(SettingProblem) in try ActionSetting.word(value, of: names).flatMap(Word.init) },
            text: { _ in "all" })
    }

    fileprivate static func extent(
        _ name: String, _ domain: String, _ meaning: String, _ usual: String,
        read: @escaping @Sendable (TOMLValue) -> Action.Extent?
    ) -> Setting {
        Setting(name, \.action.extent, domain, meaning, read: { read($0) }, text: { _ in usual })
    }
}

// MARK: - Values

extension ActionSetting {
    static func words(_ names: [String]) -> String {
        "one of " + names.map(\.debugDescription).joined(separator: ", ")
    }

    /// - Returns: nil if the value is not a text.
    /// - Throws: If the text is not one of `names`. The error contains them, and suggests the nearest if there is one.
    static func word(
        _ value: TOMLValue, of names: [String], _ subject: Synonyms.Subject = .detail
    ) throws(SettingProblem) -> String? {
        guard let text = value.text else { return nil }
        if let name = names.first(where: { $0.exact == text.exact }) { return name }
        let meant = Synonyms.nearest(to: text, of: names, subject).map { "; did you mean \($0.debugDescription)?" }
        throw SettingProblem("expected \(words(names)), found \(text.shown)\(meant ?? "")")
    }

    @Sendable
    private static func assignGesture(_ value: TOMLValue, _ draft: inout ActionDraft) throws(SettingProblem) -> Bool {
        guard let gesture = try gesture(value) else { return false }
        (draft.gesture, draft.action.gesture) = (gesture, gesture)
        (draft.action.name, draft.action.fingers) = ("\(gesture)", gesture.usualFingers)
        if gesture.moments.first == .completed { draft.action.moment = .completed }
        guard case .stroke(let name) = gesture, !draft.strokes.contains(where: { $0.name == name }) else { return true }
        let meant = Synonyms.nearest(to: name, of: draft.strokes.map(\.name), .detail)
        let hint = meant.map { "did you mean \($0.shown)?" } ?? "gesturectl actions add --stroke records one"
        throw SettingProblem("there is no [[stroke]] named \(name.shown); \(hint)")
    }

    /// Reads a gesture from words, or from an expression as a table or in JSON.
    private static func gesture(_ value: TOMLValue) throws(SettingProblem) -> ActionGesture? {
        do throws(RequestError) {
            switch value {
            case .string(let text) where text.hasExactPrefix("{"):
                return .expression(try GestureExpression(json: text.utf8))
            case .table: return .expression(try GestureExpression(json: value.json))
            case .string, .integer, .number, .boolean, .date, .array: break
            }
        } catch {
            throw SettingProblem(error.message)
        }
        guard let text = value.text else { return nil }
        return try ActionGesture(words: text)
    }

    @Sendable
    private static func assignFingers(_ value: TOMLValue, _ draft: inout ActionDraft) throws(SettingProblem) -> Bool {
        let counts = (value.elements ?? [value]).compactMap { $0.integer(in: FingerCounts.allowed) }
        guard !counts.isEmpty, counts.count == value.elements?.count ?? 1 else { return false }
        draft.action.fingers = FingerCounts(counts)
        guard let gesture = draft.gesture, let first = draft.action.fingers.counts.first else { return true }
        let fewest = gesture.usualFingers.counts.min() ?? 1
        if first < fewest { throw SettingProblem("\(gesture) needs \(fewest) fingers or more") }
        if case .stroke = gesture, draft.action.fingers != .one {
            throw SettingProblem("a stroke is drawn with 1 finger")
        }
        return true
    }

    @Sendable
    private static func assignDevice(_ value: TOMLValue, _ draft: inout ActionDraft) -> Bool {
        guard let text = value.text else { return false }
        if let kind = TouchDeviceKind(exactly: text) {
            draft.action.filter.device = .kind(kind)
            return true
        }
        draft.action.filter.device = .name(Glob(text, syntax: .wildcards))
        let letters = String(text.lowercased().filter(\.isLetter))
        let kind = Synonyms.nearest(to: letters, of: TouchDeviceKind.allCases.map(\.rawValue), .device)
        // The number of a node such as `/dev/input/event5` may change.
        let isNode =
            text.hasPrefix("/dev/")
            || text.hasPrefix("event") && text.count > 5 && text.dropFirst(5).allSatisfy(\.isNumber)
        let hint =
            text.contains("*")
            ? nil : kind.map { "did you mean \"\($0)\"?" } ?? (isNode ? "gesturectl devices lists the names" : nil)
        if let hint { draft.warnings.append(("device", "\(text.shown) is taken for a device's name; \(hint)")) }
        return true
    }

    @Sendable
    private static func assignEdge(_ value: TOMLValue, _ draft: inout ActionDraft) throws(SettingProblem) -> Bool {
        guard let edge = try word(value, of: Edge.allCases.map(\.rawValue)).flatMap(Edge.init) else { return false }
        draft.action.area.edge = edge
        guard case .slide(let direction)? = draft.gesture, !direction.edgesAlong.contains(edge) else { return true }
        let edges = direction.edgesAlong.words.map(\.rawValue).joined(separator: " or ")
        throw SettingProblem(
            "slide \(direction.rawValue) goes along the edge \(edges), found \(edge.rawValue.debugDescription)")
    }

    static func assignMoment(_ value: TOMLValue, _ draft: inout ActionDraft) throws(SettingProblem) -> Bool {
        let allowed = draft.gesture?.moments ?? Action.Moment.allCases
        let names = allowed.map(\.rawValue)
        guard let text = value.text else { throw SettingProblem("expected \(words(names)), found \(value)") }
        guard let moment = Action.Moment(exactly: text) else {
            _ = try word(value, of: names, .moment)
            return false
        }
        draft.action.moment = moment
        guard let gesture = draft.gesture, !allowed.contains(moment) else { return true }
        if moment == .completed {
            throw SettingProblem("only a long press and a swipe hold are completed, found \(gesture)")
        }
        let choice = names.map(\.debugDescription).joined(separator: ", ")
        throw SettingProblem("\(gesture) takes \(choice), found \(moment.rawValue.debugDescription)")
    }

    @Sendable
    private static func assignScale(_ value: TOMLValue, _ draft: inout ActionDraft) throws(SettingProblem) -> Bool {
        guard let scale = AmountText.factor(value) else { return false }
        draft.action.extent = .atLeast(.scale(max(scale, 1 / scale)))
        guard scale < 1, draft.gesture == .pinch(.out) else { return true }
        throw SettingProblem(
            "expected a factor above 1 for pinch out, found \(scale); write \((100 / scale).rounded() / 100)")
    }

    private static func assignBack(_ value: TOMLValue, _ draft: inout ActionDraft) throws(SettingProblem) -> Bool {
        // A text is a command only if `run` is one, too.
        if case .shell = draft.action.effects.forward {
            draft.action.effects.back = run(value)
        } else if case .string(let text) = value {
            draft.action.effects.back = .keys([try KeyCombination(text)])
        } else {
            draft.action.effects.back = run(value)
        }
        return draft.action.effects.back != nil
    }

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

    private static func modifiers(_ value: TOMLValue) throws(SettingProblem) -> [KeyCombination.Modifier]? {
        guard let text = value.text else { return nil }
        var modifiers: [KeyCombination.Modifier] = []
        for word in text.exactParts(separatedBy: "+") {
            guard let modifier = KeyCombination.Modifier(exactly: word.lowercased()), !modifiers.contains(modifier)
            else {
                let names = KeyCombination.Modifier.allCases.map(\.rawValue).joined(separator: ", ")
                throw SettingProblem("expected modifiers of \(names), each once, found \(text.shown)")
            }
            modifiers.append(modifier)
        }
        return modifiers
    }

    private static func keys(_ value: TOMLValue) throws(SettingProblem) -> Action.Effect? {
        if let text = value.text { return .keys([try KeyCombination(text)]) }
        guard let texts = value.strings, (1...32).contains(texts.count) else { return nil }
        // A modifier's keysym, such as Super_L, counts as an ordinary key.
        let areModifiers = texts.dropLast().allSatisfy { KeyCombination.Modifier(exactly: $0.lowercased()) != nil }
        if areModifiers, let combination = KeyCombination.combination(of: texts) {
            throw SettingProblem(
                "keys that are pressed together are one text: write \"\(combination)\", found \(value)")
        }
        var keys: [KeyCombination] = []
        for text in texts { keys.append(try KeyCombination(text)) }
        return .keys(keys)
    }
}

extension ActionGesture {
    /// The possible moments of a rule. The first is the default.
    var moments: [Action.Moment] {
        switch word {
        case .tap?, .stroke?: [.ended]
        case .longPress?, .swipeHold?: [.completed, .ended, .cancelled]
        case .swipe?, .flick?: [.ended, .reached, .cancelled]
        case .drag?, .edge?, .corner?, .slide?, .pinch?, .rotate?, .dial?, .tapDrag?:
            [.ended, .began, .reached, .cancelled]
        case nil: [.ended, .began, .cancelled]
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
        case .table(let table): .object(table.entries.map { JSONValue.Member(key: $0.key, value: $0.value.json) })
        }
    }
}
