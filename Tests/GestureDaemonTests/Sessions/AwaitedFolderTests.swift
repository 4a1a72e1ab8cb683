import CSystemd
import Glibc
import Testing

@testable import GestureDaemon

@Suite struct AwaitedFolderTests {
    private let loop = try! EventLoop()
    private let root: String

    init() {
        var template = Array("/tmp/gestured-folder-XXXXXX".utf8CString)
        root = String(cString: mkdtemp(&template))
    }

    @Test func `a folder is seen when it appears, however deep its first missing part is`() throws {
        defer { for path in ["/a/b/c", "/a/b", "/a", ""] { rmdir(root + path) } }
        var appearances = 0
        let folder = AwaitedFolder(root + "/a/b/c", on: loop) { appearances += 1 }
        try #require(folder != nil)
        for path in ["/x", "/a", "/a/b", "/a/b/c", "/a/b/d"] {
            mkdir(root + path, 0o700)
            sd_event_run(loop.event, 0)
            #expect(appearances == (path >= "/a/b/c" && path < "/x" ? 1 : 0))
        }
        for path in ["/x", "/a/b/d"] { rmdir(root + path) }
    }

    @Test func `a folder made with its parents in one go is seen`() throws {
        defer { for path in ["/a/b", "/a", ""] { rmdir(root + path) } }
        var appearances = 0
        let folder = AwaitedFolder(root + "/a/b", on: loop) { appearances += 1 }
        try #require(folder != nil)
        for path in ["/a", "/a/b"] { mkdir(root + path, 0o700) }
        sd_event_run(loop.event, 0)
        #expect(appearances == 1)
    }

    @Test func `the folder that is watched may go`() throws {
        defer { for path in ["/a/b", "/a", ""] { rmdir(root + path) } }
        mkdir(root + "/a", 0o700)
        var appearances = 0
        let folder = AwaitedFolder(root + "/a/b", on: loop) { appearances += 1 }
        try #require(folder != nil)
        rmdir(root + "/a")
        sd_event_run(loop.event, 0)
        for path in ["/a", "/a/b"] {
            mkdir(root + path, 0o700)
            sd_event_run(loop.event, 0)
        }
        #expect(appearances == 1)
    }
}
