internal import FoundationEssentials

/// Where the build put the test's executable, and the other products beside it.
public enum BuildProducts {
    public static let directory: String = {
        let executable = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        return URL(fileURLWithPath: executable ?? ".").deletingLastPathComponent().path
    }()

    /// The path of a program or library of this package.
    public static func path(_ name: String) -> String { directory + "/" + name }
}
