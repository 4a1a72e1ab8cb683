internal import LinuxSupport
internal import TOML

/// Reads TOML documents from standard input, each with a NUL after it, and writes a line for each: its content as JSON, or
/// the first mistake. Tests/toml-comparison compares them with Python's.
enum TOMLJSON {
    static func run() throws {
        let input = try FileContents.read(from: 0)
        for document in input.split(separator: 0, omittingEmptySubsequences: false).dropLast() {
            let document = TOMLDocument(Array(document))
            if let problem = document.problems.first {
                print("{\"error\":\(quoted("\(problem.line ?? 0): \(problem.key ?? "-"): \(problem.message)"))}")
            } else {
                print(json(.table(document.root)))
            }
        }
    }

    private static func json(_ value: TOMLValue) -> String {
        switch value {
        case .string(let text): "{\"string\":\(quoted(text))}"
        case .integer(let integer): "{\"integer\":\"\(integer)\"}"
        case .number(let number): "{\"number\":\"\(number)\"}"
        case .boolean(let boolean): "{\"boolean\":\(boolean)}"
        case .date(let date): "{\"date\":\(quoted(date.text))}"
        case .array(let elements): "[\(elements.map(json).joined(separator: ","))]"
        case .table(let table):
            "{\"table\":{\(table.entries.map { "\(quoted($0.key)):\(json($0.value))" }.joined(separator: ","))}}"
        }
    }

    private static func quoted(_ text: String) -> String {
        let characters = text.unicodeScalars.map { scalar in
            switch scalar {
            case "\"", "\\": return "\\\(scalar)"
            case "\u{0}"..<"\u{20}", "\u{7F}":
                let digits = String(scalar.value, radix: 16)
                return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: return "\(scalar)"
            }
        }
        return "\"\(characters.joined())\""
    }
}
