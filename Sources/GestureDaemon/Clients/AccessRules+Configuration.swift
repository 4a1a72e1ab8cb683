internal import GestureConfiguration
internal import GesturePipeline
internal import Glibc
internal import LinuxSupport

extension AccessRules {
    /// A group to which no process belongs: setgid(2) rejects the number.
    private static let emptyGroup = UInt32.max

    /// Creates the configured rules, with this machine's numbers for the names of users and groups.
    ///
    /// - Parameter report: Receives a line for each name that is unknown or cannot be looked up. Such a name grants no
    ///   access.
    init(_ configuration: Configuration, report: (String) -> Void = Log.warning) {
        self.init()
        ownUser = geteuid()
        let access = configuration.access
        positions = access.positions
        sessionScope = access.sessionScope
        fallbackGroup = access.group.map { group in
            // If the default group is unknown, this is not reported: a machine where the daemon is only run by hand
            // does not have the group, and does not need it.
            Self.number(of: group, key: "access.group", report: group == Configuration.defaultGroup ? { _ in } : report)
        }
        focusGroup = access.focusGroup.map { Self.number(of: $0, key: "access.focusGroup", report: report) }
        grants = configuration.grants.compactMap { Grant($0, report: report) }
    }

    private static func number(of group: AccountName, key: String, report: (String) -> Void) -> UInt32 {
        do {
            return try group.groupNumber()
        } catch {
            report("\(key): \(error); treating the group as empty")
            return emptyGroup
        }
    }
}

extension AccessRules.Grant {
    /// Returns nil, and reports the reason, if the user or group is unknown or cannot be looked up.
    fileprivate init?(_ grant: Configuration.Grant, report: (String) -> Void) {
        do throws(AccountName.Failure) {
            self.init(
                user: try grant.user?.userNumber(), group: try grant.group?.groupNumber(), positions: grant.positions,
                session: grant.session)
        } catch {
            report("\(grant.place): [[grant]] ignored: \(error)")
            return nil
        }
    }
}

extension AccountName {
    fileprivate enum Failure: Error, CustomStringConvertible {
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
    fileprivate func userNumber() throws(Failure) -> UInt32 {
        try number("user", passwd(), { getpwnam_r($0, $1, $2, $3, $4) }, \.pw_uid)
    }

    fileprivate func groupNumber() throws(Failure) -> UInt32 {
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
