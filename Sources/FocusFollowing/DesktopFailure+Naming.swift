extension DesktopFailure {
    /// Puts the desktop and its socket before what fails in `work`.
    static func naming<Value: ~Copyable>(
        _ name: String, _ work: () throws(IPCFailure) -> Value
    ) throws(DesktopFailure) -> Value {
        do {
            return try work()
        } catch {
            throw DesktopFailure("\(name): \(error)")
        }
    }
}

extension [String: String] {
    /// What a variable of the environment says; nil where it is not set, or empty.
    func value(_ variable: String) -> String? { self[variable].flatMap { $0.isEmpty ? nil : $0 } }

    func path(_ variable: String, for desktop: String) throws(DesktopFailure) -> String {
        guard let path = value(variable) else { throw DesktopFailure("\(desktop): \(variable) is not set") }
        return path
    }
}
