/// What `hello` and `--version` call this release.
public enum Release {
    public static let version = "0.1.0"
}
