/// The version of this release, in `hello` and `--version`.
package enum Release {
    /// Major, minor and patch number, as in `0.2.0`.
    package static let version = "0.2.0"
}
