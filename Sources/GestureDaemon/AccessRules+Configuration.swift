internal import GestureConfiguration
internal import GesturePipeline
internal import Glibc

extension AccessRules {
    /// No process is of this group: setgid(2) takes it for none.
    private static let nobodysGroup = UInt32.max

    /// What the configuration says, with the numbers of this machine for its names.
    ///
    /// - Parameter report: Gets a line for each name that nobody has; what it stands in gives nobody anything.
    init(_ configuration: Configuration, report: (String) -> Void = Log.warning) {
        self.init()
        ownUser = geteuid()
        let access = configuration.access
        positions = access.positions
        sessionScope = access.sessionScope
        fallbackGroup = access.group.map { group in
            // A daemon that is started by hand has no such group, and whoever starts it needs none.
            Self.group(group, of: "access.group", report: group == Configuration.defaultGroup ? { _ in } : report)
        }
        focusGroup = access.focusGroup.map { Self.group($0, of: "access.focusGroup", report: report) }
        grants = configuration.grants.compactMap { Grant($0, report: report) }
    }

    private static func group(_ name: AccountName, of key: String, report: (String) -> Void) -> UInt32 {
        do {
            return try name.group()
        } catch {
            report("\(key): \(error); nobody is in it")
            return nobodysGroup
        }
    }
}

extension AccessRules.Grant {
    /// Nil where it names somebody who is not there.
    fileprivate init?(_ grant: Configuration.Grant, report: (String) -> Void) {
        do throws(AccountName.Failure) {
            self.init(
                user: try grant.user?.user(), group: try grant.group?.group(), positions: grant.positions,
                session: grant.session)
        } catch {
            report("\(grant.place): \(error); its [[grant]] is not in force")
            return nil
        }
    }
}
