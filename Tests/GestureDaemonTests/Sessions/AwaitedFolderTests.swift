import CSystemd
import Glibc
import Testing

@testable import GestureDaemon

@Suite("An awaited folder") struct AwaitedFolderTests {
    private let loop = try! EventLoop()
    private let root: String

    init() {
        var template = Array("/tmp/gestured-folder-XXXXXX".utf8CString)
        root = String(cString: mkdtemp(&template))
    }

    @Test func `is reported once, when the last missing part of its path appears`() throws {
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

    @Test func `is reported if it was created together with its parents`() throws {
        defer { for path in ["/a/b", "/a", ""] { rmdir(root + path) } }
        var appearances = 0
        let folder = AwaitedFolder(root + "/a/b", on: loop) { appearances += 1 }
        try #require(folder != nil)
        for path in ["/a", "/a/b"] { mkdir(root + path, 0o700) }
        sd_event_run(loop.event, 0)
        #expect(appearances == 1)
    }

    @Test func `is reported after the watched ancestor was removed and created again`() throws {
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
