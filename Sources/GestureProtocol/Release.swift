/// What `hello` and `--version` call this release.
package enum Release {
    /// Major, minor and patch number, as in `0.1.0`.
    package static let version = "0.1.0"
}
