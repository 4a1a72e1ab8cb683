internal import GestureProtocol

extension JSONValue {
    private static let lineLength = 120

    /// Returns the indented text. A value that fits into one line is on one line.
    func text(indentedBy depth: Int = 0, after column: Int = 0) -> String {
        let short = String(decoding: line.dropLast(), as: UTF8.self)
        let indent = String(repeating: " ", count: 2 * depth)
        if indent.count + column + short.count <= JSONValue.lineLength { return short }
        switch self {
        case .array(let values):
            return list(values.map { $0.text(indentedBy: depth + 1) }, "[", "]", indent)
        case .object(let members):
            let lines = members.map { member in
                let key = String(decoding: JSONValue.string(member.key).line.dropLast(), as: UTF8.self) + ": "
                return key + member.value.text(indentedBy: depth + 1, after: key.count)
            }
            return list(lines, "{", "}", indent)
        case .null, .bool, .number, .integer, .unsigned, .string: return short
        }
    }

    private func list(_ lines: [String], _ start: String, _ end: String, _ indent: String) -> String {
        "\(start)\n" + lines.map { "\(indent)  \($0)" }.joined(separator: ",\n") + "\n\(indent)\(end)"
    }
}
