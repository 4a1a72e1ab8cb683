internal import CEvdev
internal import Glibc

/// An errno as people look it up: `Permission denied (EACCES)`.
func describe(errorCode code: Int32) -> String {
    let text = strerror(code).map { String(cString: $0) } ?? "unknown error"
    return "\(text) (\(strerrorname_np(code).map { String(cString: $0) } ?? String(code)))"
}
