import FoundationEssentials
import Strokes
import Testing
import TouchInput
import TouchRecordings

@Suite struct ExampleStrokeTests {
    private static let recordings = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Examples/recordings")

    @Test(arguments: ExampleStroke.allCases)
    func `the file in the repository equals the generated recording`(_ stroke: ExampleStroke) throws {
        let file = Array(try Data(contentsOf: Self.recordings.appending(path: stroke.fileName)))
        #expect(file == stroke.recording.evemu, "run: make recordings")
    }

    @Test(arguments: ExampleStroke.allCases)
    func `a finger lifts, unless the device is lost`(_ stroke: ExampleStroke) {
        let ids = stroke.recording.events.filter { $0.type == EventType.absolute && $0.code == AbsoluteCode.trackingID }
        #expect(ids.map { $0.value < 0 } == (stroke == .cutOffDrag ? [false] : [false, true]))
    }
}
