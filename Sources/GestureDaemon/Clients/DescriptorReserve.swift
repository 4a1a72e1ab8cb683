internal import GestureProtocol
internal import Glibc

/// The last descriptors of the process, which only root's clients and devices may use: where the limit of descriptors is
/// low, ordinary users cannot take all of them.
enum DescriptorReserve {
    private static let count = 32

    /// Throws `tooManyClients` if a new connection of an ordinary user has a descriptor of the reserve. The kernel gives the
    /// lowest free number, so none before it is free.
    static func check(_ descriptor: Int32, user: UInt32) throws(RequestError) {
        guard user != 0 else { return }
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        guard Int(descriptor) + count < Int(clamping: limit.rlim_cur) else {
            throw RequestError(
                code: .tooManyClients,
                message:
                    "the daemon has \(limit.rlim_cur) descriptors (LimitNOFILE), the last \(count) of them for root")
        }
    }
}
