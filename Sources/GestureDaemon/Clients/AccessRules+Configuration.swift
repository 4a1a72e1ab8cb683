internal import GestureConfiguration
internal import GesturePipeline
internal import Glibc

extension AccessRules {
    /// Creates the configured rules, with this machine's numbers for the names of users and groups.
    ///
    /// - Parameter report: Receives a line for each name that is unknown or cannot be looked up. Such a name grants no
    ///   access.
    init(_ configuration: Configuration, report: (String) -> Void = Log.warning) {
        self.init()
        ownUser = geteuid()
        positions = configuration.access.positions
        sessionScope = configuration.access.sessionScope
        let accounts = configuration.lookUpAccounts()
        accounts.problems.forEach(report)
        (fallbackGroup, focusGroup) = (accounts.group, accounts.focusGroup)
        grants = accounts.grants.map { grant, user, group in
            Grant(user: user, group: group, positions: grant.positions, session: grant.session)
        }
    }
}
