internal import Glibc
internal import LinuxSupport

extension Configuration {
    /// The accounts of the file on this machine. An account that is unknown grants nothing.
    public struct Accounts: Sendable {
        /// The number of `access.group`; nil for every user that can connect.
        public fileprivate(set) var group: UInt32?
        /// The number of `access.focusGroup`; nil for every user that can connect.
        public fileprivate(set) var focusGroup: UInt32?
        /// The grants whose user and group are known.
        public fileprivate(set) var grants: [(grant: Grant, user: UInt32?, group: UInt32?)] = []
        /// A line for each account that is unknown or cannot be looked up.
        public fileprivate(set) var problems: [String] = []
    }

    /// A group to which no process belongs: setgid(2) rejects the number.
    private static let emptyGroup = UInt32.max

    /// Looks up the names of users and groups on this machine.
    public func lookUpAccounts() -> Accounts {
        var accounts = Accounts()
        func number(_ group: AccountName, _ key: String) -> UInt32 {
            do throws(AccountName.Failure) {
                return try group.groupNumber()
            } catch {
                // A machine where the daemon is only run by hand does not have the default group, and does not need it.
                if group != Configuration.defaultGroup {
                    accounts.problems.append("\(key): \(error); treating the group as empty")
                }
                return Self.emptyGroup
            }
        }
        accounts.group = access.group.map { number($0, "access.group") }
        accounts.focusGroup = access.focusGroup.map { number($0, "access.focusGroup") }
        if let user = accessibility.user {
            do throws(AccountName.Failure) {
                _ = try user.userNumber()
            } catch {
                accounts.problems.append("accessibility.user: \(error); [accessibility] has no effect")
            }
        }
        for grant in grants {
            do throws(AccountName.Failure) {
                accounts.grants.append((grant, try grant.user?.userNumber(), try grant.group?.groupNumber()))
            } catch {
                accounts.problems.append("\(grant.place): [[grant]] ignored: \(error)")
            }
        }
        return accounts
    }
}

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

    /// Returns the user's number. A configured number need not belong to a user.
    func userNumber() throws(Failure) -> UInt32 {
        try number("user", passwd(), { getpwnam_r($0, $1, $2, $3, $4) }, \.pw_uid)
    }

    func groupNumber() throws(Failure) -> UInt32 {
        try number("group", group(), { getgrnam_r($0, $1, $2, $3, $4) }, \.gr_gid)
    }

    private typealias Call<Record> = (
        UnsafePointer<CChar>, UnsafeMutablePointer<Record>, UnsafeMutablePointer<CChar>, Int,
        UnsafeMutablePointer<UnsafeMutablePointer<Record>?>
    ) -> Int32

    private func number<Record>(
        _ kind: String, _ empty: Record, _ call: Call<Record>, _ number: (Record) -> UInt32
    ) throws(Failure) -> UInt32 {
        let name: String
        switch self {
        case .number(let number): return number
        case .name(let text): name = text
        }
        let unknown = Failure.unknown(kind: kind, name: name)
        // The buffer holds a group's members, too. Groups with many thousands of members exist.
        for size in [1024, 16 * 1024, 1024 * 1024] {
            var record = empty
            var found: UnsafeMutablePointer<Record>?
            var buffer = [CChar](repeating: 0, count: size)
            let code = call(name, &record, &buffer, size, &found)
            switch code {
            case 0:
                guard found != nil else { throw unknown }
                return number(record)
            case ERANGE, EINTR: continue
            // The codes, besides 0, that getpwnam(3) lists for a name that does not exist.
            case ENOENT, ESRCH, EBADF, EPERM: throw unknown
            default: throw .system(SystemError(operation: "look up the \(kind) \(name)", code: Errno(code)))
            }
        }
        throw .system(SystemError(operation: "look up the \(kind) \(name)", code: Errno(ERANGE)))
    }
}
