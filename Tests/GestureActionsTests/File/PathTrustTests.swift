import Glibc
import Testing

@testable import GestureActions

@Suite struct PathTrustTests {
    @Test func `a file that others may write to is refused, with the command that corrects it`() throws {
        #expect(try SavedRules(SavedRules.rule).failure() == "1 action")
        for mode in [0o664, 0o646] as [mode_t] {
            #expect(
                try SavedRules(SavedRules.rule, mode: mode).failure()
                    == "f: file: others may write to it; refused: run chmod go-w f")
        }
    }

    @Test func `a file in a folder that others may write to is refused, unless only its owner can read it`() throws {
        let folder = "/tmp/gestured-actions-\(getpid())-\(UInt64.random(in: 0...UInt64.max))"
        try #require(mkdir(folder, 0o700) == 0)
        let path = "\(folder)/actions.toml"
        try ActionFile.create(path, text: Array(SavedRules.rule.utf8))
        defer {
            unlink(path)
            rmdir(folder)
        }
        #expect(try ActionFile.load(path, environment: [:]).actions.count == 1)
        try #require(chmod(folder, 0o777) == 0)
        #expect {
            try ActionFile.load(path, environment: [:])
        } throws: {
            "\($0)" == "\(path): file: others may write to its folder; refused: run chmod go-w \(folder)"
        }
        // No other user can put a file in the place of one that only its owner can read.
        try #require(chmod(path, 0o600) == 0)
        let own = try ActionFile.load(path, environment: [:])
        #expect(own.actions.count == 1)
        #expect(
            own.warnings.first?.message == "others may write to its folder, and may remove it; run chmod go-w \(folder)"
        )
    }

    /// A folder with the parts of a way to a file: a link in `own`, which leads to `shared/inner/actions.toml`.
    private final class Way {
        let folder = "/tmp/gestured-actions-\(getpid())-\(UInt64.random(in: 0...UInt64.max))"
        var link: String { "\(folder)/own/actions.toml" }

        init(to target: String, mode: mode_t) throws {
            for path in ["", "/own", "/shared", "/shared/inner"] { try #require(mkdir(folder + path, 0o755) == 0) }
            try ActionFile.create("\(folder)/shared/inner/actions.toml", text: Array(SavedRules.rule.utf8))
            chmod("\(folder)/shared/inner/actions.toml", mode)
            try #require(symlink(target.replacing("F", with: folder), link) == 0)
        }

        deinit {
            unlink(link)
            unlink("\(folder)/shared/inner/actions.toml")
            unlink("\(folder)/hop")
            for path in ["/own", "/shared/inner", "/shared", ""] { rmdir(folder + path) }
        }

        /// The number of rules and the first warning, or the error.
        var answer: String {
            do throws(ActionFileError) {
                let file = try ActionFile.load(link, environment: [:])
                return (file.warnings.first?.message ?? file.countText).replacing(folder, with: "F")
            } catch {
                return "\(error)".replacing(link, with: "f").replacing(folder, with: "F")
            }
        }
    }

    @Test(arguments: ["F/shared/inner/actions.toml", "../shared/inner/actions.toml", "F/hop/actions.toml"])
    func `a link into a folder that others may write to is refused, unless only its owner can read the file`(
        _ target: String
    ) throws {
        for exposed in ["shared", "shared/inner"] {
            let way = try Way(to: target, mode: 0o644)
            try #require(symlink("shared/inner", "\(way.folder)/hop") == 0)
            #expect(
                way.answer == "is for one finger, which also clicks on a touchpad; write fingers = 3, say, or device = "
                    + "\"touchscreen\", or fingers = 1")
            let folder = target.hasPrefix("..") ? "F/own/../\(exposed)" : "F/\(exposed)"
            try #require(chmod("\(way.folder)/\(exposed)", 0o777) == 0)
            #expect(
                way.answer
                    == "f: file: others may write to \(folder), which leads to it; refused: run chmod go-w \(folder)")
            chmod("\(way.folder)/shared/inner/actions.toml", 0o600)
            #expect(
                way.answer
                    == "others may write to \(folder), which leads to it, and may remove it; run chmod go-w \(folder)"
            )
            // In a folder with the sticky bit others cannot replace it.
            try #require(chmod("\(way.folder)/\(exposed)", 0o1777) == 0)
            chmod("\(way.folder)/shared/inner/actions.toml", 0o644)
            #expect(way.answer.hasPrefix("is for one finger"))
        }
    }

    @Test func `a link to a link without end is no file`() throws {
        let way = try Way(to: "F/own/actions.toml", mode: 0o644)
        #expect(way.answer == "f: file: cannot be opened: Too many levels of symbolic links (ELOOP)")
    }

    @Test(arguments: ["\u{301}inner", "…"])
    func `a folder whose name begins with a combining mark is checked as any other`(_ name: String) throws {
        let way = try Way(to: "F/shared/\(name)/actions.toml", mode: 0o644)
        let folder = "\(way.folder)/shared/\(name)"
        try #require(rename("\(way.folder)/shared/inner", folder) == 0)
        defer { rename(folder, "\(way.folder)/shared/inner") }
        try #require(chmod(folder, 0o777) == 0)
        #expect(way.answer.hasPrefix("f: file: others may write to F/shared/\(name), which leads to it; refused"))
    }

    @Test func `a link to a name that is not UTF-8 is refused`() throws {
        let way = try Way(to: "F/hop/actions.toml", mode: 0o644)
        let folder = Array("\(way.folder)/shared/".utf8CString.dropLast()) + [-1, 0]
        try #require(rename("\(way.folder)/shared/inner", folder) == 0)
        defer { rename(folder, "\(way.folder)/shared/inner") }
        try #require(symlink(folder, "\(way.folder)/hop") == 0)
        #expect(
            way.answer
                == "f: file: F/hop, which leads to it, cannot be examined; refused: use a path whose names are UTF-8"
        )
    }

    @Test(.enabled(if: getuid() == 0, "only root gives files away"))
    func `a link or a folder of another user on the way is refused`() throws {
        let way = try Way(to: "F/shared/inner/actions.toml", mode: 0o600)
        lchown(way.link, 12345, 12345)
        #expect(
            way.answer
                == "f: file: f, which leads to it, belongs to the user 12345; refused: it must belong to you or to root"
        )
        lchown(way.link, 0, 0)
        chown("\(way.folder)/shared", 12345, 12345)
        #expect(
            way.answer
                == "f: file: F/shared, which leads to it, belongs to the user 12345; refused: it must belong to you or to root"
        )
    }

    @Test(.enabled(if: getuid() == 0, "only root gives files away"))
    func `a file of another user is refused`() throws {
        let saved = try SavedRules(SavedRules.rule)
        chown(saved.path, 12345, 12345)
        #expect(saved.failure() == "f: file: belongs to the user 12345; refused: it must belong to you or to root")
    }
}
