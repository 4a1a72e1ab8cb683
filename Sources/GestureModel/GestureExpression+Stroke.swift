extension GestureExpression {
    /// A shape that one contact draws, such as a letter. The direction of drawing is significant.
    public struct Stroke: Hashable, Sendable {
        /// 1…64, with distinct names. The one most like the path is reported.
        public var templates: [Template]
        /// The least score of a path, 0…1, where 1 is exactly the template's shape. Default 0.85.
        public var minimumScore: Double?

        public init(templates: [Template], minimumScore: Double? = nil) {
            self.templates = templates
            self.minimumScore = minimumScore
        }

        /// A shape that a path is compared with.
        public struct Template: Hashable, Sendable {
            /// 1…64 bytes in UTF-8.
            public var name: String
            /// 8…256 points along the shape, in the order of drawing, y downwards. Position and size do not matter.
            public var points: [Point]

            public init(name: String, points: [Point]) {
                self.name = name
                self.points = points
            }

            /// Equal if the names have the same bytes: clients choose them.
            public static func == (one: Template, other: Template) -> Bool {
                one.name.exact == other.name.exact && one.points == other.points
            }

            public func hash(into hasher: inout Hasher) {
                hasher.combine(name.exact)
                hasher.combine(points)
            }

            /// The most bytes of a name: each line of a stroke has room for them.
            package static let longestName = 64
            package static let pointCounts = 8...256
            /// The squares of larger numbers would be infinite.
            package static let largestCoordinate = 1e9
        }
    }
}

extension GestureExpression.Stroke: SingleGesture {
    package init() { self.init(templates: []) }
    package static let name = GestureName.stroke
    package var expression: GestureExpression { .stroke(self) }
    /// A stroke keeps its path and compares it with each template.
    package var recognisers: Int { 8 + templates.count }
    package var memory: Int { templates.reduce(0) { $0 + $1.name.utf8.count + 16 * $1.points.count } }

    package static let parameters: [GestureParameter<Self>] = [
        .init(name: "templates", meaning: "The shapes that a path is compared with.", kind: .templates(\.templates)),
        .number(
            \.minimumScore, .score,
            .number(
                "minimumScore", \.stroke.minimumScore, in: .number, 0...1,
                "How much a stroke is like its template, at least; 1 is the same shape.")),
    ]

    /// How many templates a stroke has at most.
    package static let mostTemplates = 64

    /// What is wrong with the templates and where, such as `[2].points`; nil if nothing is. The library traps with it, and
    /// a request is rejected.
    package static func problem(in templates: [Template]) -> (place: String, problem: String)? {
        guard (1...mostTemplates).contains(templates.count) else {
            return ("", "expected 1 to \(mostTemplates) templates, found \(templates.count)")
        }
        for (index, template) in templates.enumerated() {
            if let (key, problem) = problem(in: template) { return ("[\(index)].\(key)", problem) }
            if let first = templates[..<index].firstIndex(where: { $0.name.exact == template.name.exact }) {
                return ("[\(index)].name", "expected a distinct name; [\(first)] has the same")
            }
        }
        return nil
    }

    /// What is wrong with one template, with its key, `name` or `points`; nil if nothing is.
    package static func problem(in template: Template) -> (key: String, problem: String)? {
        guard !template.name.isEmpty else { return ("name", "expected a name, found \"\"") }
        let length = template.name.utf8.count
        guard length <= Template.longestName else {
            return ("name", "expected at most \(Template.longestName) bytes, found \(length)")
        }
        return problem(in: template.points).map { ("points", $0) }
    }

    private static func problem(in points: [Point]) -> String? {
        let counts = Template.pointCounts
        guard counts.contains(points.count) else {
            return "expected \(counts.lowerBound) to \(counts.upperBound) points, found \(points.count)"
        }
        let most = Template.largestCoordinate
        if let point = points.first(where: { !(abs($0.x) <= most && abs($0.y) <= most) }) {
            return "expected numbers from -1000000000 to 1000000000, found [\(point.x),\(point.y)]"
        }
        return points.allSatisfy { $0 == points[0] } ? "expected points that differ, found equal ones" : nil
    }
}
