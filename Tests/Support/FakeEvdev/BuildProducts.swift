internal import FoundationEssentials
internal import Glibc

/// The build's folder of the test's executable and the other products.
public enum BuildProducts {
    public static let directory: String = {
        let executable = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        return URL(fileURLWithPath: executable ?? ".").deletingLastPathComponent().path
    }()

    /// The path of a program or library of this package.
    public static func path(_ name: String) -> String { directory + "/" + name }

    /// The library made of `Tests/Support/CFakeEvdevPreload`. It is not a product of the package, so the first use compiles
    /// it.
    static let preloadLibrary: String = {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../CFakeEvdevPreload")
        let library = path("libFakeEvdevPreload.so")
        precondition(system("'\(folder.path)/build' '\(library)'") == 0, "cannot compile \(library)")
        return library
    }()
}
