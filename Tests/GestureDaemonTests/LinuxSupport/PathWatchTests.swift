import Glibc
import LinuxSupport
import Testing

@Suite("A watch of paths") final class PathWatchTests {
    private let root: String

    init() {
        var template = Array("/tmp/gestured-watch-XXXXXX".utf8CString)
        root = String(cString: mkdtemp(&template))
    }

    deinit {
        for path in ["/a/b/d", "/a/b/c", "/a/b", "/a", "/x", ""] { rmdir(root + path) }
    }

    /// True if the descriptor is readable.
    private func isReadable(_ watch: PathWatch) -> Bool {
        var polled = pollfd(fd: watch.descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&polled, 1, 0) == 1
    }

    private func create(_ paths: String...) { for path in paths { mkdir(root + path, 0o700) } }

    private func write(_ text: String, to path: String) {
        let file = open(root + path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        Glibc.write(file, text, text.utf8.count)
        close(file)
    }

    @Test func `reports a folder once, when the last missing part of its path appears`() throws {
        let watch = try PathWatch([root + "/a/b/c"], for: .existence)
        for path in ["/x", "/a", "/a/b"] {
            create(path)
            #expect(isReadable(watch))
            #expect(!watch.process())
        }
        create("/a/b/c")
        #expect(watch.process())
        create("/a/b/d")
        #expect(!watch.process())
        #expect(!isReadable(watch))
    }

    @Test func `reports a folder that was created together with its parents`() throws {
        let watch = try PathWatch([root + "/a/b"], for: .existence)
        create("/a", "/a/b")
        #expect(watch.process())
    }

    @Test func `reports a folder after the watched ancestor was removed and created again`() throws {
        create("/a")
        let watch = try PathWatch([root + "/a/b"], for: .existence)
        rmdir(root + "/a")
        #expect(!watch.process())
        create("/a")
        #expect(!watch.process())
        create("/a/b")
        #expect(isReadable(watch))
        #expect(watch.process())
    }

    @Test func `reports that a path has disappeared`() throws {
        create("/a")
        let watch = try PathWatch([root + "/a"], for: .existence)
        rmdir(root + "/a")
        #expect(isReadable(watch))
        #expect(watch.process())
    }

    @Test func `reports new contents and permissions, unless only existence counts`() throws {
        defer { unlink(root + "/file") }
        write("old", to: "/file")
        let existence = try PathWatch([root + "/file"], for: .existence)
        let contents = try PathWatch([root + "/file"], for: .contents)
        write("newer", to: "/file")
        #expect(contents.process())
        #expect(!contents.process())
        chmod(root + "/file", 0o644)
        #expect(contents.process())
        #expect(!isReadable(existence))
    }

    @Test func `reports a change of the file that a link leads to`() throws {
        defer { for path in ["/a/file", "/link"] { unlink(root + path) } }
        create("/a")
        write("old", to: "/a/file")
        symlink(root + "/a/file", root + "/link")
        let watch = try PathWatch([root + "/link"], for: .contents)
        write("newer", to: "/a/file")
        #expect(isReadable(watch))
        #expect(watch.process())
    }

    @Test func `reports nothing if another file of the folder changes`() throws {
        defer { unlink(root + "/other") }
        let watch = try PathWatch([root + "/file"], for: .contents)
        write("text", to: "/other")
        #expect(!watch.process())
    }
}
