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

    // MARK: - Touch devices

    private static func message(_ kind: UInt32, _ payload: String) -> [UInt8] {
        I3Message(kind: kind, payload: Array(payload.utf8)).encoded
    }

    private static func inputs(_ touchpad: String, touch: String = "enabled") -> [UInt8] {
        message(
            I3Message.Kind.inputs,
            #"[{"identifier":"1:1:AT_keyboard","name":"AT keyboard","type":"keyboard","libinput":{"send_events":"disabled"}},"#
                + #"{"name":"SynPS/2 Synaptics TouchPad","type":"touchpad","libinput":{"send_events":"\#(touchpad)"}},"#
                + #"{"name":"Wacom Finger","type":"touch","libinput":{"send_events":"\#(touch)"}},{"type":"pointer"}]"#)
    }

    /// A conversation that has subscribed, with the requests that it sent.
    private func conversation(inputs: String = "true") throws -> (I3Conversation, [[UInt8]]) {
        var conversation = I3Conversation()
        _ = try conversation.receive(Self.message(I3Message.Kind.subscribe, #"{"success":true}"#))
        var requests = requests(&conversation)
        _ = try conversation.receive(Self.message(I3Message.Kind.subscribe, #"{"success":\#(inputs)}"#))
        requests += self.requests(&conversation)
        return (conversation, requests)
    }

    private func requests(_ conversation: inout I3Conversation) -> [[UInt8]] {
        var requests: [[UInt8]] = []
        while let request = conversation.dequeueRequest() { requests.append(request) }
        return requests
    }

    @Test func `touch devices that sway has disabled are known, and those that are enabled again`() throws {
        var (conversation, sent) = try conversation()
        #expect(sent == [I3Conversation.treeRequest, I3Conversation.inputSubscription, I3Conversation.inputsRequest])
        _ = try conversation.receive(Self.inputs("disabled"))
        #expect(conversation.disabled == [.name("SynPS/2 Synaptics TouchPad")])
        _ = try conversation.receive(Self.message(I3Message.Kind.inputEvent, #"{"change":"libinput_config"}"#))
        #expect(requests(&conversation) == [I3Conversation.inputsRequest])
        // What changes meanwhile is asked for again.
        _ = try conversation.receive(Self.message(I3Message.Kind.inputEvent, #"{"change":"libinput_config"}"#))
        #expect(requests(&conversation) == [])
        _ = try conversation.receive(Self.inputs("disabled_on_external_mouse", touch: "disabled"))
        #expect(conversation.disabled == [.name("Wacom Finger")])
        #expect(requests(&conversation) == [I3Conversation.inputsRequest])
        _ = try conversation.receive(Self.inputs("enabled"))
        #expect(conversation.disabled == [])
    }

    @Test func `a sway that reports no inputs, or not what was expected, is followed all the same`() throws {
        var (old, sent) = try conversation(inputs: "false")
        #expect(sent == [I3Conversation.treeRequest, I3Conversation.inputSubscription])
        #expect(try old.receive(Self.message(I3Message.Kind.tree, #"{"type":"root"}"#)) == .nowhere)
        #expect(requests(&old) == [])
        var (broken, _) = try conversation()
        for payload in ["{}", "[7]", "", #"[{"type":"touchpad","libinput":{"send_events":"disabled"}}]"#] {
            _ = try broken.receive(Self.message(I3Message.Kind.inputs, payload))
            #expect(broken.disabled == [])
        }
    }
}
