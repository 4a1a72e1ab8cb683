import Foundation

/// One line that the daemon sent.
struct Message: CustomStringConvertible {
    let description: String
    private let object: [String: Any]

    /// Returns nil if the line is not a JSON object.
    init?(_ line: String) {
        guard let object = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
        else { return nil }
        description = line
        self.object = object
    }

    var type: String { text("type") ?? "" }
    var phase: String? { text("phase") }

    func text(_ path: String...) -> String? { value(path) as? String }
    func number(_ path: String...) -> Double? { (value(path) as? NSNumber)?.doubleValue }
    func numbers(_ path: String...) -> [Double]? { value(path) as? [Double] }
    func strings(_ path: String...) -> [String]? { value(path) as? [String] }
    func flag(_ path: String...) -> Bool? { value(path) as? Bool }
    func objects(_ key: String) -> [Message] {
        (object[key] as? [[String: Any]] ?? []).compactMap { object in
            let line = try? JSONSerialization.data(withJSONObject: object)
            return line.flatMap { Message(String(decoding: $0, as: UTF8.self)) }
        }
    }

    private func value(_ path: [String]) -> Any? {
        path.reduce(object as Any?) { value, key in (value as? [String: Any])?[key] }
    }
}

extension [Message] {
    /// The phases, with the reason of a cancel: `began`, `changed`, `cancelled shutdown`.
    var phases: [String] {
        compactMap { message in
            message.phase.map { $0 + (message.text("reason").map { " " + $0 } ?? "") }
        }
    }

    /// The phases without `changed`, of which there may be any number.
    var transitions: [String] { phases.filter { $0 != "changed" } }
}
