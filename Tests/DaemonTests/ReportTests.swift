import FakeEvdev
import Foundation
import Strokes
import Testing
import TouchRecordings

@Suite("gesturectl report") struct ReportTests {
    let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private func report(_ arguments: String...) -> Program { Program("gesturectl", ["report"] + arguments) }

    private func text(_ name: String) throws -> String {
        try String(contentsOfFile: directory.path(name), encoding: .utf8)
    }

    @Test func `a recording becomes one page`() throws {
        let program = report(try directory.file("tap", Recordings.tap), "-o", directory.path("tap.html"))
        #expect(program.exit() == .exited(0), "\(program.errors)")
        let page = try text("tap.html")
        #expect(page.hasPrefix("<!DOCTYPE html>") && page.hasSuffix("</html>\n"))
        #expect(page.contains(#""recogniser":"tap""#) && page.contains(#""frames":[[1000000,1,0,"#))
    }

    @Test func `a page names the settings that explain names, with the same values`() throws {
        for tour in Tour.allCases {
            let file = try directory.file("tour", String(decoding: tour.recording.evemu, as: UTF8.self))
            let explained = Program("gesturectl", ["explain", file])
            #expect(explained.exit() == .exited(0))
            let named = explained.output.matches(of: /; (\[\w+\] .*?)(?: makes it a .*)?\n/).map { String($0.1) }
            #expect(report(file, "-o", directory.path("tour.html")).exit() == .exited(0))
            let drawn = try text("tour.html").matches(of: /"remedy":"(.*?)"\}/).map { String($0.1) }
            #expect(!named.isEmpty && Set(named).isSubset(of: drawn), "\(named) \(drawn)")
        }
    }

    /// What fingers did on a screen may be what was typed on it.
    @Test func `what is written is for its user alone`() throws {
        let tap = try directory.file("tap", Recordings.tap)
        #expect(report(tap, tap, "-o", directory.path("all.html")).exit() == .exited(0))
        for name in ["all.html", "all/1-tap.html"] { #expect(try mode(name) == 0o600, "\(name)") }
        #expect(try mode("all") == 0o700)
        #expect(report(tap, "-o", directory.path("tap.svg"), "--svg").exit() == .exited(0))
        #expect(try mode("tap.svg") == 0o600)
    }

    private func mode(_ name: String) throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: directory.path(name))
        return try #require(attributes[.posixPermissions] as? Int)
    }

    @Test func `a link is followed, except in a folder to which other users may write`() throws {
        let tap = try directory.file("tap", Recordings.tap)
        let victim = try directory.file("victim", "precious")
        for (folder, permissions) in [("own", 0o755), ("shared", 0o777)] {
            let path = directory.path(folder)
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
            try FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: path)
        }
        symlink(victim, directory.path("shared/page.html"))
        link(victim, directory.path("shared/hard.html"))
        for name in ["page", "hard"] {
            let page = directory.path("shared/\(name).html")
            let program = report(tap, "-o", page)
            #expect(program.exit() == .exited(1))
            #expect(
                program.errors
                    == "gesturectl: \(page): is a link in a folder to which other users may write: name the file itself\n"
            )
        }
        symlink(directory.path("own"), directory.path("shared/all"))
        #expect(report(tap, tap, "-o", directory.path("shared/all.html")).exit() == .exited(1))
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path("own")).isEmpty)
        #expect(try text("victim") == "precious")
        #expect(report(tap, "-o", directory.path("shared/new.html")).exit() == .exited(0))
        unlink(directory.path("shared/hard.html"))
        symlink(victim, directory.path("own/page.html"))
        #expect(report(tap, "-o", directory.path("own/page.html")).exit() == .exited(0))
        #expect(try text("victim").hasPrefix("<!DOCTYPE html>"))
    }

    @Test func `several recordings become a list, with a page for each that can be read`() throws {
        let program = report(
            try directory.file("a<b", Recordings.tap), try directory.file("empty", ""), "-o",
            directory.path("all.html"))
        #expect(program.exit() == .exited(1))
        #expect(program.errors.contains("empty: not a recording: the file is empty"))
        let list = try text("all.html")
        #expect(list.contains("a&lt;b</a>") && list.contains("cannot be read: not a recording: the file is empty"))
        #expect(try text("all/1-a_b.html").contains(#""recogniser":"tap""#))
    }

    @Test func `a recording that was cut is named with the line in which it ends`() throws {
        let cut = try directory.file("cut", Recordings.tap.trimmingCharacters(in: .newlines).dropLast(3).description)
        let program = report(cut, "-o", directory.path("cut.html"))
        #expect(program.exit() == .exited(1))
        #expect(program.errors.contains("cut: line ") && program.errors.contains("the file ends inside this line"))
        #expect(report("-o", directory.path("none.html")).exit() == .exited(2))
    }

    @Test func `--svg draws a picture, or one touch sequence of it`() throws {
        let file = try directory.file("tap", Recordings.tap)
        let program = report(file, "--svg", "-o", "-")
        #expect(program.exit() == .exited(0))
        #expect(
            program.output.hasPrefix("<svg ") && program.output.contains("tap: recognised: 1 finger tapped at 50 ms"))
        #expect(report(file, "--svg", "--sequence", "1", "-o", "-").exit() == .exited(0))
        let missing = report(file, "--svg", "--sequence", "2", "-o", "-")
        #expect(missing.exit() != .exited(0))
        #expect(missing.errors.contains("has 1 touch sequences"))
    }

    @Test(arguments: [
        (["--svg", "a", "b", "-o", "c"], "--svg: draws one recording, and 2 are named"),
        (["a", "b", "-o", "-"], "--output: several recordings are several files; name the first"),
        (["a", "-o", "a"], "--output: a is one of the recordings"), (["-", "-", "-o", "a"], "- can be read once"),
        (["a", "--sequence", "1", "-o", "b"], "--sequence: only with --svg"),
    ])
    func `arguments that contradict each other are refused with the reason`(_ arguments: [String], _ message: String) {
        let program = Program("gesturectl", ["report"] + arguments)
        #expect(program.exit() == .exited(2))
        #expect(program.errors.contains(message), "\(program.errors)")
    }

    @Test func `no name of a recording is overwritten`() throws {
        let file = try directory.file("tap", Recordings.tap)
        let symbolic = directory.path("link.html")
        symlink(file, symbolic)
        let other = directory.path("other.html")
        link(file, other)
        let names = ["./tap", "link.html", "other.html"]
        for name in names {
            let program = Program("gesturectl", ["report", "tap", "-o", name], shell: "cd \(directory.path(""))")
            #expect(program.exit() == .exited(2), "\(name)")
            #expect(program.errors.contains("--output: \(name) is one of the recordings"), "\(program.errors)")
        }
        let input = Program("gesturectl", ["report", "-", "-o", file], shell: "exec <\(file)")
        #expect(input.exit() == .exited(2) && input.errors.contains("is one of the recordings"), "\(input.errors)")
        #expect(try String(contentsOfFile: file, encoding: .utf8) == Recordings.tap)
    }

    @Test func `a recording or a page that cannot be opened is an error`() throws {
        let missing = report("/nonexistent", "-o", directory.path("a.html"))
        #expect(missing.exit() == .exited(1) && missing.errors.contains("/nonexistent"))
        let closed = report(try directory.file("tap", Recordings.tap), "-o", "/nonexistent/a.html")
        #expect(closed.exit() == .exited(1))
        #expect(closed.errors.contains("/nonexistent/a.html: cannot be written: "), "\(closed.errors)")
    }

    /// `make recordings` draws them.
    @Test func `the pictures of the documents are those of the recordings`() throws {
        let folder = directory.path("pictures")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let pictures = RecordedFiles.root.path + "/docs/pictures"
        let program = Program(pictures + "/make", [BuildProducts.path("gesturectl"), folder])
        #expect(program.exit(within: 120) == .exited(0), "\(program.errors)")
        let drawn = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        let kept = try FileManager.default.contentsOfDirectory(atPath: pictures)
        #expect(drawn.count > 5 && drawn == kept.filter { $0.hasSuffix(".svg") }.sorted())
        for name in drawn {
            #expect(
                FileManager.default.contents(atPath: "\(folder)/\(name)")
                    == FileManager.default.contents(atPath: "\(pictures)/\(name)"),
                "\(name): run make recordings")
        }
    }
}
