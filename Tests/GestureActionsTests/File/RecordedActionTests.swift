import GestureModel
import Glibc
import LinuxSupport
import Testing
import TouchInput

@testable import GestureActions

@Suite struct RecordedActionTests {
    private func file(_ text: String) throws(ActionFileError) -> ActionFile {
        try ActionFile(Array(text.utf8), file: "f", environment: ["PATH": "/usr/bin:/bin", "HOME": "/home/ada"])
    }

    @Test func `a rule that does not fit on the disk leaves the file as it was`() async {
        await #expect(processExitsWith: .success) {
            let saved = try SavedRules(SavedRules.rule)
            signal(SIGXFSZ, SIG_IGN)
            var limit = rlimit(rlim_cur: 60, rlim_max: 60)
            setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
            #expect(throws: ActionFailure.self) {
                try ActionFile.append(SavedRules.rule.replacing("tap", with: "longPress"), to: saved.path)
            }
            #expect(saved.failure() == "1 action")
        }
    }

    @Test func `a rule that is added keeps the file's comments, and the file valid`() throws {
        let saved = try SavedRules("# mine\r\n" + SavedRules.rule + "# the end")
        try ActionFile.append("\n" + SavedRules.rule.replacing("tap", with: "long press"), to: saved.path)
        let text = try String(decoding: FileContents.read(saved.path), as: UTF8.self)
        #expect(text.hasPrefix("# mine\r\n" + SavedRules.rule + "# the end\n\n[[action]]"))
        #expect(saved.failure() == "2 actions")
    }

    @Test func `a rule that would never happen is not added, with the line of the other`() throws {
        let saved = try SavedRules(SavedRules.rule)
        #expect {
            try ActionFile.append("\n" + SavedRules.rule, to: saved.path)
        } throws: {
            "\($0)".hasPrefix("\(saved.path): not changed") && "\($0)".contains("on line 1 matches before it")
        }
        #expect(saved.failure() == "1 action")
    }

    @Test func `a rule that would never happen because another acts meanwhile is not added either`() throws {
        let saved = try SavedRules(SavedRules.rule.replacing("tap", with: "drag left") + "every = \"5 mm\"\n")
        let swipe = "\n" + SavedRules.rule.replacing("tap", with: "swipe left")
        #expect {
            try ActionFile.checkAddition(of: swipe, to: saved.path)
        } throws: {
            "\($0)".contains("acts while the same fingers move")
        }
    }

    @Test func `programs that are not installed do not hide why a rule is refused`() throws {
        let other = "[[action]]\ngesture = \"tap\"\nfingers = 5\nrun = \"no-such-program\"\n"
        let saved = try SavedRules(other + SavedRules.rule)
        #expect {
            try ActionFile.append("\n" + SavedRules.rule, to: saved.path)
        } throws: {
            "\($0)".contains("on line 5 matches before it") && !"\($0)".contains("installed")
        }
    }

    @Test(arguments: [
        (Vector(dx: -5, dy: -80), Edge.right, "slide up", "right"),
        (Vector(dx: 2, dy: 90), .left, "slide down", "left"),
        (Vector(dx: 90, dy: 3), .bottom, "slide right", "bottom"), (Vector(dx: -90, dy: 3), .top, "slide left", "top"),
    ])
    func `a slide is recorded with its edge, and may act at each step`(
        _ way: Vector, _ edge: Edge, _ gesture: String, _ name: String
    ) throws {
        let recorded = try #require(RecordedAction(drag(way, edge, nil)))
        #expect(
            recorded.text == "1 finger, \(gesture) along the \(name) edge" && recorded.manners == [.once, .eachStep])
        let once = try #require(file(recorded.toml(name: "a", command: "true")).actions.first)
        #expect("\(once.gesture)" == gesture && once.area.edge == edge && once.step == nil)
        let text = recorded.toml(name: "a", command: "true", .eachStep, back: "false")
        let stepped = try #require(file(text).actions.first)
        #expect("\(stepped.gesture)" == gesture && stepped.area.edge == edge && stepped.step != nil)
        #expect(stepped.effects.back == .shell("false"))
    }

    @Test func `a file that cannot be written is refused with what is in the way`() throws {
        let saved = try SavedRules(SavedRules.rule)
        try ActionFile.checkWritable(saved.path)
        try ActionFile.checkWritable("\(saved.path)-new/folder/actions.toml")
        #expect {
            try ActionFile.checkWritable("\(saved.path)/actions.toml")
        } throws: {
            "\($0)" == "\(saved.path)/actions.toml: cannot be written: \(saved.path): Not a directory (ENOTDIR)"
        }
    }

    private func drag(_ translation: Vector, _ edge: Edge, _ corner: Corner?) -> GestureValue {
        .drag(
            .init(
                fingers: 1, location: .zero + translation, startLocation: .zero, velocity: .zero, edge: edge,
                corner: corner))
    }

    @Test func `a rule that was recorded is read back`() throws {
        let tap = GestureValue.tap(.init(fingers: 3, count: 2, location: .zero))
        let recorded = try #require(RecordedAction(tap))
        let file = try file(recorded.toml(name: "a \"b\"", command: "echo \"c\\d\" > 'e'"))
        #expect(file.actions.map(ActionText.line) == ["2  a \"b\": 3 fingers tap × 2 → echo \"c\\d\" > 'e'"])
        #expect(RecordedAction(drag(Vector(dx: 0, dy: -60), .bottom, nil))?.gesture == "edge bottom")
        #expect(RecordedAction(drag(Vector(dx: -60, dy: 40), .right, .topRight))?.gesture == "corner top-right")
        #expect(RecordedAction(drag(Vector(dx: 60, dy: -5), .bottom, nil)) == nil)
        #expect(RecordedAction(tap)?.text == "3 fingers, tap × 2" && RecordedAction(tap)?.manners == [.once])
        let points = (0..<200).map { Point(x: Double($0), y: Double($0 * $0) / 100) }
        let stroke = RecordedAction.toml(stroke: "Z", points: RecordedAction.thinned(points), command: "true")
        #expect(try self.file(stroke).strokes.first?.points.count == 64)
    }
}
