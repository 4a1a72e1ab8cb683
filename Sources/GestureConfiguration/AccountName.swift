/// A user or a group, as the file names it. Who that is is known on the machine alone.
public enum AccountName: Hashable, Sendable {
    case name(String)
    case number(UInt32)
}

extension AccountName {
    /// (uid_t) -1 is nobody's.
    private static let numbers = 0...Int(UInt32.max) - 1

    /// Nil for what names nobody.
    init?(_ value: ConfigurationValue) {
        switch value {
        case .string(let name) where !name.isEmpty: self = .name(name)
        case .integer(let number) where Self.numbers.contains(number): self = .number(UInt32(number))
        default: return nil
        }
    }

    /// As the file spells it.
    var text: String {
        switch self {
        case .name(let name) where name.contains("\""): "'\(name)'"
        case .name(let name): "\"\(name)\""
        case .number(let number): "\(number)"
        }
    }
}
