internal import GestureConfiguration
internal import Glibc

/// Names of users and groups, as the machine knows them.
extension AccountName {
    enum Failure: Error, CustomStringConvertible {
        case unknown(kind: String, name: String)
        case system(SystemError)

        var description: String {
            switch self {
            case .unknown(let kind, let name): "there is no \(kind) \(name.debugDescription)"
            case .system(let error): "\(error)"
            }
        }
    }

    /// A number need not be anybody's.
    func user() throws(Failure) -> UInt32 {
        try number(of: "user", passwd(), { getpwnam_r($0, $1, $2, $3, $4) }, \.pw_uid)
    }

    func group() throws(Failure) -> UInt32 {
        try number(of: "group", Glibc.group(), { getgrnam_r($0, $1, $2, $3, $4) }, \.gr_gid)
    }

    private typealias Call<Record> = (
        UnsafePointer<CChar>, UnsafeMutablePointer<Record>, UnsafeMutablePointer<CChar>, Int,
        UnsafeMutablePointer<UnsafeMutablePointer<Record>?>
    ) -> Int32

    private func number<Record>(
        of kind: String, _ empty: Record, _ call: Call<Record>, _ number: (Record) -> UInt32
    ) throws(Failure) -> UInt32 {
        switch self {
        case .number(let number): return number
        case .name(let name):
            let record: Record?
            do throws(SystemError) { record = try Self.lookUp(kind, name, empty, call) } catch { throw .system(error) }
            guard let record else { throw .unknown(kind: kind, name: name) }
            return number(record)
        }
    }

    /// Nil where there is none. What the record points to is gone: only its numbers are of use.
    private static func lookUp<Record>(
        _ kind: String, _ name: String, _ empty: Record, _ call: Call<Record>
    ) throws(SystemError) -> Record? {
        // A group's members are in the buffer, too; one of many thousands is real.
        for size in [1024, 16 * 1024, 1024 * 1024] {
            var record = empty
            var found: UnsafeMutablePointer<Record>?
            var buffer = [CChar](repeating: 0, count: size)
            let code = call(name, &record, &buffer, size, &found)
            switch code {
            case 0: return found == nil ? nil : record
            case ERANGE, EINTR: continue
            // What getpwnam(3) lists for a name that is not there, beside 0.
            case ENOENT, ESRCH, EBADF, EPERM: return nil
            default: throw SystemError(operation: "look up the \(kind) \(name)", code: code)
            }
        }
        throw SystemError(operation: "look up the \(kind) \(name)", code: ERANGE)
    }
}
