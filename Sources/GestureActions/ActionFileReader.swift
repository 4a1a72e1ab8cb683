internal import GestureConfiguration
internal import GestureModel
internal import GestureProtocol
internal import Glibc
internal import TouchInput

/// Finds the rules of an actions file in a TOML document; collects every error instead of stopping at the first.
struct ActionFileReader {
    private let programFolders: [String]
    private(set) var actions: [Action] = []
    private(set) var strokes: [GestureExpression.Stroke.Template] = []
    private(set) var problems: [ConfigurationError.Problem] = []
    private(set) var warnings: [ConfigurationError.Problem] = []

    /// - Parameter programPath: The value of the variable `PATH`.
    init(programPath: String) { programFolders = programPath.split(separator: ":").map(String.init) }

    mutating func read(_ document: TOMLDocument) {
        problems = document.problems
        for entry in document.root.entries {
            switch (entry.key, entry.value.tables) {
            // Strokes first: actions name them.
            case ("stroke", let tables?): for table in tables { readStroke(table) }
            case ("action", _?): break
            default:
                let message = "expected [[action]] or [[stroke]]; a file of actions has nothing else"
                problems.append(.init(line: entry.line, key: entry.key, message))
            }
        }
        if strokes.count > GestureExpression.Stroke.mostTemplates {
            let message = "expected at most \(GestureExpression.Stroke.mostTemplates) of them, found \(strokes.count)"
            problems.append(.init(key: "[[stroke]]", message))
        }
        let tables = document.root["action"]?.value.tables ?? []
        actions.reserveCapacity(tables.count)
        for table in tables { readAction(table) }
        let count = actions.reduce(into: Set<ActionShape>()) { $0.insert(ActionShape($1)) }.count
        guard count > ActionSubscriptions.limit else { return }
        problems.append(
            .init(
                "needs \(count) subscriptions of the daemon, of which a program has \(ActionSubscriptions.limit); use fewer "
                    + "combinations of gesture, fingers and count"))
    }

    private mutating func readStroke(_ table: TOMLTable) {
        var (name, points): (String?, [Point]?) = (nil, nil)
        for entry in table.entries {
            switch (entry.key.exact, entry.value) {
            case ("name", .string(let text)): name = text
            case ("points", .array(let elements)):
                points = elements.compactMap { element in
                    element.numbers.flatMap { $0.count == 2 ? Point(x: $0[0], y: $0[1]) : nil }
                }
                guard points?.count != elements.count else { continue }
                points = nil
                report(entry, "stroke", "expected points such as [[0, 0], [10, 5]]")
            case ("name", _): report(entry, "stroke", "expected a name in quotes, found \(entry.value)")
            case ("points", _): report(entry, "stroke", "expected an array of points, found \(entry.value)")
            default: report(entry, "stroke", "unknown key; [[stroke]] takes name, points")
            }
        }
        for key in ["name", "points"] where table[key] == nil {
            problems.append(.init(line: table.line, key: "[[stroke]]", "has no \(key)"))
        }
        guard let name else { return }
        // A stroke with mistakes is kept, so that the rules that name it are not reported too.
        let template = GestureExpression.Stroke.Template(name: name, points: points ?? [])
        if strokes.contains(where: { $0.name.exact == name.exact }) {
            report(table["name"], "stroke", "expected a distinct name; another [[stroke]] is named \(name.shown)")
        } else if let (key, problem) = GestureExpression.Stroke.problem(in: template), key == "name" || points != nil {
            report(table[key], "stroke", problem)
        }
        strokes.append(template)
    }

    private mutating func readAction(_ table: TOMLTable) {
        var fields = ActionFields(table, strokes: strokes)
        let action = fields.action()
        problems += fields.problems
        guard fields.problems.isEmpty else { return }
        for (key, effect) in action.effects {
            guard case .run(let words) = effect, !isInstalled(words[0]) else { continue }
            warnings.append(
                .init(
                    line: table[key]?.line ?? table.line, key: "action.\(key)",
                    "“\(action.name)”: \(words[0]) is not installed"))
        }
        actions.append(action)
    }

    private func isInstalled(_ program: String) -> Bool {
        if program.utf8.contains(UInt8(ascii: "/")) { return Self.isExecutable(program) }
        return programFolders.contains { Self.isExecutable("\($0)/\(program)") }
    }

    /// False for a folder, which may be searched but not run.
    private static func isExecutable(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && access(path, X_OK) == 0
    }

    private mutating func report(_ entry: TOMLTable.Entry?, _ place: String, _ message: String) {
        guard let entry else { return }
        problems.append(.init(line: entry.line, key: "\(place).\(entry.key)", message))
    }
}

/// The keys of one `[[action]]`.
private struct ActionFields {
    let table: TOMLTable
    let strokes: [GestureExpression.Stroke.Template]
    var problems: [ConfigurationError.Problem] = []
    private var isGestureKnown = false

    private static let keys = [
        "name", "gesture", "fingers", "count", "device", "app", "part", "corner", "on", "every", "run", "keys", "back",
        "continue", "timeout", "keepRunning",
    ]

    init(_ table: TOMLTable, strokes: [GestureExpression.Stroke.Template]) {
        (self.table, self.strokes) = (table, strokes)
    }

    private mutating func report(_ key: String, _ message: String) {
        problems.append(.init(line: table[key]?.line ?? table.line, key: "action.\(key)", message))
    }

    /// Reports a key that does not fit the rule's gesture.
    private mutating func reportConflict(_ key: String, _ message: String) {
        if isGestureKnown { report(key, message) }
    }

    /// Reads a key. Reports a value for which `read` returns nil.
    private mutating func value<Value>(
        _ key: String, _ expectation: String, _ read: (TOMLValue) throws(ActionProblem) -> Value?
    ) -> Value? {
        guard let entry = table[key] else { return nil }
        do throws(ActionProblem) {
            if let value = try read(entry.value) { return value }
            report(key, "expected \(expectation), found \(entry.value)")
        } catch {
            report(key, error.message)
        }
        return nil
    }

    private mutating func word<Word: RawRepresentable<String> & CaseIterable>(_ key: String) -> Word? {
        value(key, "one of " + Word.allCases.map { $0.rawValue.debugDescription }.joined(separator: ", ")) {
            $0.text.flatMap { Word(exactly: $0) }
        }
    }

    /// Returns the rule, which is valid if ``problems`` is empty afterwards. Replaces a value that has a mistake, to check the rest.
    mutating func action() -> Action {
        for entry in table.entries where !Self.keys.containsExactly(entry.key) {
            report(entry.key, "unknown key; [[action]] takes \(Self.keys.joined(separator: ", "))")
        }
        if table["gesture"] == nil { report("gesture", "is missing; expected \(ActionGesture.forms)") }
        let known = value("gesture", ActionGesture.forms, Self.gesture)
        isGestureKnown = known != nil
        let gesture = known ?? .tap
        var action = Action(
            name: "\(gesture)", line: table.line, gesture: gesture, fingers: gesture.usualFingers,
            effect: effect() ?? .run([]))
        action.name = value("name", "a name in quotes") { $0.text } ?? action.name
        readConditions(&action)
        readStep(&action)
        action.continues = value("continue", "true or false") { $0.boolean } ?? false
        action.outlivesService = value("keepRunning", "true or false") { $0.boolean } ?? false
        let timeout = value("timeout", "a number of seconds from 0.1 to 3600") { value -> Double? in
            value.number.flatMap { 0.1...3600 ~= $0 ? $0 : nil }
        }
        action.timeout = timeout ?? (action.outlivesService ? nil : 10)
        return action
    }

    private mutating func effect() -> Action.Effect? {
        switch (table["run"] != nil, table["keys"] != nil) {
        case (true, true): report("keys", "expected run or keys, found both")
        case (false, false):
            report("run", #"is missing; expected run = ["program", "argument"] or keys = "super+Right""#)
        case (true, false): return value("run", Self.command, Self.run)
        case (false, true): return value("keys", Self.combination, Self.keys)
        }
        return nil
    }

    private static let command = #"a program and its arguments, such as ["program", "argument"]: there is no shell"#
    private static let combination = #"a key such as "super+Right""#

    private static func run(_ value: TOMLValue) -> Action.Effect? {
        guard let words = value.strings, words.first?.isEmpty == false, !words.contains(where: { $0.utf8.contains(0) })
        else { return nil }
        return .run(words)
    }

    private static func keys(_ value: TOMLValue) throws(ActionProblem) -> Action.Effect? {
        guard let text = value.text else { return nil }
        return .keys(try KeyCombination(text))
    }

    /// Reads words, or an expression as a table or in JSON.
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

    private mutating func readConditions(_ action: inout Action) {
        let gesture = action.gesture
        if let fingers = value("fingers", "a number of fingers from 1 to 10, or several such as [3, 4]", Self.fingers) {
            action.fingers = fingers
            let fewest = gesture.usualFingers.counts.min() ?? 1
            if case .expression = gesture { reportConflict("fingers", "belongs into the expression") }
            if let first = fingers.counts.first, first < fewest {
                reportConflict("fingers", "\(gesture) needs \(fewest) fingers or more")
            }
            if case .stroke = gesture, fingers != .one { reportConflict("fingers", "a stroke is drawn with 1 finger") }
        }
        if let count = value("count", "a number of taps from 1 to 10", { $0.integer(in: 1...10) }) {
            action.count = count
            if gesture != .tap { reportConflict("count", "only a tap has a count, found \(gesture)") }
        }
        action.device = value("device", "\"touchscreen\", \"touchpad\" or a name, in which * is any text") {
            $0.text.map { text in
                TouchDeviceKind(exactly: text).map(Action.Device.kind) ?? .name(Glob(text, syntax: .wildcards))
            }
        }
        action.app = value("app", "an app's id or a window's title, in which * is any text") {
            $0.text.map { Glob($0.lowercased(), syntax: .wildcards) }
        }
        action.part = word("part")
        action.corner = value("corner", "one of \(ActionGesture.corners)") { $0.text.flatMap(ActionGesture.corner) }
        if table["part"] != nil {
            if case .edge = gesture {} else { reportConflict("part", "only an edge has parts, found \(gesture)") }
        }
        if table["corner"] != nil, gesture != .tap, gesture != .longPress {
            let isEdge = if case .edge = gesture { true } else { false }
            reportConflict(
                "corner",
                isEdge
                    ? "expected an edge or a corner, found both"
                    : "only a tap and a long press take a corner, found \(gesture)")
        }
        if case .stroke(let name) = gesture, !strokes.contains(where: { $0.name.exact == name.exact }) {
            report("gesture", "there is no [[stroke]] named \(name.shown); gesturectl actions add --stroke records one")
        }
        let moment: Action.Moment? = word("on")
        if moment == .completed, gesture != .longPress {
            reportConflict("on", "only a long press is completed, found \(gesture)")
        }
        if moment != nil, table["every"] != nil { report("on", "an action with every happens at each step") }
        action.moment = moment ?? (gesture == .longPress ? .completed : .ended)
    }

    private static func fingers(_ value: TOMLValue) -> FingerCounts? {
        let counts = (value.elements ?? [value]).compactMap { $0.integer(in: FingerCounts.allowed) }
        return counts.isEmpty || counts.count != value.elements?.count ?? 1 ? nil : FingerCounts(counts)
    }

    private mutating func readStep(_ action: inout Action) {
        let gesture = action.gesture
        if table["back"] != nil {
            let expectation = Self.command + #"; or a key such as "XF86AudioLowerVolume""#
            action.backEffect = value("back", expectation) { (value) throws(ActionProblem) in
                if let effect = Self.run(value) { return effect }
                return try Self.keys(value)
            }
            if table["every"] == nil { report("back", "only an action with every goes back") }
        }
        guard isGestureKnown, table["every"] != nil else { return }
        switch gesture {
        case .drag(.up), .drag(.down), .drag(.left), .drag(.right), .edge:
            action.step = value("every", #"a distance such as "8 mm" or "50 pt""#) {
                Self.step($0, in: Self.lengths).map(Action.Step.distance)
            }
        case .drag: report("every", "expected drag with up, down, left or right, found \(gesture)")
        case .rotate:
            action.step = value("every", #"an angle such as "15 degrees""#) {
                Self.step($0, in: Self.angles).map(Action.Step.angle)
            }
        case .pinch:
            action.step = value("every", "a factor above 1, such as 1.2") { value in
                value.number.flatMap { $0 > 1.001 && $0 <= 100 ? .scale($0) : nil }
            }
        default: report("every", "only drag, edge, pinch and rotate go in steps, found \(gesture)")
        }
    }

    private static let lengths: [ExactText: Double] = ["mm": 160 / 25.4, "pt": 1]
    private static let angles: [ExactText: Double] = ["degrees": Double.pi / 180, "°": Double.pi / 180]

    /// Reads a number above 0 and a unit.
    private static func step(_ value: TOMLValue, in units: [ExactText: Double]) -> Double? {
        guard let text = value.text else { return nil }
        let digits = text.utf8.prefix { (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".") }
        let unit = Substring(text.utf8.dropFirst(digits.count).drop { $0 == UInt8(ascii: " ") })
        guard let number = Double(Substring(digits)), let factor = units[unit.exact], 0.1...10_000 ~= number else {
            return nil
        }
        return number * factor
    }
}

extension ActionGesture {
    /// The numbers of fingers of a rule without `fingers`.
    fileprivate var usualFingers: FingerCounts {
        switch self {
        case .pinch, .rotate: .twoOrMore
        default: .one
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
