import Foundation
import Strokes
import Testing
import TouchInput
import TouchRecordings

@Suite struct ExampleStrokeTests {
    @Test(
        arguments: ExampleStroke.allCases.map { ($0.fileName, $0.recording) }
            + Tour.allCases.map { ($0.fileName, $0.recording) })
    func `the file in the repository equals the generated recording`(_ name: String, _ recording: Recording) throws {
        let file = try RecordedFiles.bytes(RecordedFiles.root.appending(path: "Examples/recordings/\(name)"))
        #expect(file == recording.evemu, "run: make recordings")
    }

    @Test(arguments: ExampleStroke.allCases)
    func `a finger lifts, unless the device is lost`(_ stroke: ExampleStroke) {
        let ids = stroke.recording.events.filter { $0.type == EventType.absolute && $0.code == AbsoluteCode.trackingID }
        #expect(ids.map { $0.value < 0 } == (stroke == .cutOffDrag ? [false] : [false, true]))
    }
}
