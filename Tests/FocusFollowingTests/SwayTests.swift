import DesktopAccess
import GestureModel
import Testing

@testable import FocusFollowing

/// `Transcripts/sway-1.7.bytes` is what sway 1.7 of Debian 12 sent, headless with one screen of 1000 x 800: foot opens as
/// `one`, then as `two`; the focus goes left; `two` floats at 600, 500 with 300 x 200 and gets the focus; it closes; an empty
/// workspace gets the focus and loses it; `one` closes. The tree was requested after each step. Title bars are 25 high, borders 2 wide.
@Suite struct SwayTests {
    private let one = (process: Int32(18520), app: "one")
    private let two = (process: Int32(18748), app: "two")

    private func window(
        _ app: (process: Int32, app: String), _ x: Double, _ y: Double, _ width: Double, _ height: Double
    ) -> DesktopFocus {
        .window(
            FocusedWindow(
                process: app.process, app: app.app, title: "foot",
                rectangle: Region(x: x / 1000, y: y / 800, width: width / 1000, height: height / 800),
                output: .name("HEADLESS-1")))
    }

    @Test(arguments: [1, 2, 13, 100])
    func `the transcript leads to each focus change, wherever it is split`(size: Int) throws {
        var conversation = I3Conversation()
        let focuses = try focuses(transcript("sway-1.7.bytes"), inPiecesOf: size) { (bytes) throws(DesktopFailure) in
            try conversation.receive(bytes)
        }
        #expect(
            focuses == [
                .nowhere, window(one, 2, 25, 996, 773), window(two, 502, 25, 496, 773), window(one, 2, 25, 496, 773),
                window(two, 602, 525, 296, 173), window(one, 2, 25, 996, 773), .nowhere,
                window(one, 2, 25, 996, 773), .nowhere,
            ])
    }
}
