internal import GestureModel
internal import LinuxSupport
internal import TOML

/// Finds the rules of an actions file in a TOML document. It collects all errors instead of stopping at the first.
struct ActionFileReader {
    private let commands: CommandCheck
    private(set) var actions: [Action] = []
    /// ``actions``, and the rules with mistakes as far as they could be read.
    private(set) var readable: [Action] = []
    private(set) var strokes: [GestureExpression.Stroke.Template] = []
    private(set) var problems: [ActionFileProblem] = []

    init(_ commands: CommandCheck) { self.commands = commands }

    mutating func read(_ document: TOMLDocument) {
        problems = document.problems.map { .init(.syntax, line: $0.line, place: $0.key, $0.message) }
        for entry in document.root.entries {
            switch (entry.key, entry.value.tables) {
            // Strokes are read first, because actions refer to them.
            case ("stroke", let tables?): for table in tables { readStroke(table) }
            case ("action", _?): break
            default: refuse(entry)
            }
        }
        if strokes.count > GestureExpression.Stroke.mostTemplates {
            let message = "expected at most \(GestureExpression.Stroke.mostTemplates) of them, found \(strokes.count)"
            problems.append(.init(.mistake, place: "[[stroke]]", message))
        }
        let tables = document.root["action"]?.value.tables ?? []
        actions.reserveCapacity(tables.count)
        for table in tables { readAction(table, isWhole: document.problems.isEmpty) }
        let count = ActionSubscriptions.count(of: actions)
        guard count > ActionSubscriptions.limit else { return }
        problems.append(
            .init(
                .mistake,
                "needs \(count) subscriptions of the daemon, of which a program has \(ActionSubscriptions.limit); use fewer "
                    + "expressions"))
    }

    private mutating func refuse(_ entry: TOMLTable.Entry) {
        var message = "expected [[action]] or [[stroke]]; a file of actions has nothing else"
        if entry.key == "action", case .table = entry.value {
            message = "expected [[action]] with two brackets on each side, found [action]"
        } else if entry.value.table == nil, ActionSetting.named[entry.key] != nil {
            message = "\(entry.key) is a key of a rule; write it below [[action]]"
        } else if let near = Spelling.nearest(
            to: entry.key.lowercased(), of: ["action", "actions", "stroke", "strokes"])
        {
            message += "; did you mean [[\(near.hasSuffix("s") ? String(near.dropLast()) : near)]]?"
        }
        problems.append(.init(.mistake, line: entry.line, place: entry.key, message))
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
                let counts = GestureExpression.Stroke.Template.pointCounts
                report(
                    entry,
                    "expected \(counts.lowerBound) to \(counts.upperBound) points, each in brackets: [[0, 0], [10, 5], …]"
                )
            case ("name", _): report(entry, "expected a name in quotes, found \(entry.value)")
            case ("points", _): report(entry, "expected an array of points, found \(entry.value)")
            default: report(entry, "unknown key; [[stroke]] takes name, points")
            }
        }
        for key in ["name", "points"] where table[key] == nil {
            problems.append(.init(.mistake, line: table.line, place: "[[stroke]]", "has no \(key)"))
        }
        guard let name else { return }
        // A stroke with mistakes is kept, so that rules that refer to it are not reported as well.
        let template = GestureExpression.Stroke.Template(name: name, points: points ?? [])
        if strokes.contains(where: { $0.name == name }) {
            report(table["name"], "expected a distinct name; another [[stroke]] is named \(name.shown)")
        } else if let (key, problem) = GestureExpression.Stroke.problem(in: template), key == "name" || points != nil {
            report(table[key], problem)
        }
        strokes.append(template)
    }

    private mutating func readAction(_ table: TOMLTable, isWhole: Bool) {
        let reader = ActionReader(table, strokes: strokes, isWhole: isWhole)
        problems += reader.problems
        readable.append(reader.action)
        guard !reader.problems.contains(where: \.kind.isFatal) else { return }
        let action = reader.action
        for (key, line, effect) in action.keyedEffects {
            guard let (kind, message) = commands.problem(in: effect) else { continue }
            problems.append(.init(kind, line: line, place: "action.\(key)", "“\(action.name)”: \(message)"))
        }
        actions.append(action)
    }

    private mutating func report(_ entry: TOMLTable.Entry?, _ message: String) {
        guard let entry else { return }
        problems.append(.init(.mistake, line: entry.line, place: "stroke.\(entry.key)", message))
    }
}
