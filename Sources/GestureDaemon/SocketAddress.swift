internal import Glibc

/// A `sockaddr_un` for a path.
struct SocketAddress {
    static let longestPath = MemoryLayout.size(ofValue: sockaddr_un().sun_path) - 1

    private var address = sockaddr_un()

    /// Nil for a path that is empty or longer than ``longestPath`` bytes.
    init?(path: String) {
        let bytes = path.utf8
        guard !bytes.isEmpty, bytes.count <= SocketAddress.longestPath else { return nil }
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    }

    func withPointer<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
        withUnsafeBytes(of: address) { bytes in
            body(bytes.assumingMemoryBound(to: sockaddr.self).baseAddress.unsafelyUnwrapped, socklen_t(bytes.count))
        }
    }
}
