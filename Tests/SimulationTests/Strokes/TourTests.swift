import GestureModel
import Strokes
import Testing
import TouchInput
import TouchRecordings

@Suite struct TourTests {
    @Test(arguments: Tour.allCases)
    func `a tour takes about ten seconds and decodes to the same recording`(_ tour: Tour) throws {
        let recording = tour.recording
        let (first, last) = (try #require(recording.events.first), try #require(recording.events.last))
        #expect((8...11).contains((last.time - first.time).seconds))
        #expect(try Recording(parsing: recording.evemu) == recording)
    }
}
