import GestureModel
import GesturePipeline
import GestureProtocol
import Testing
import TouchInput

/// Several people at one screen of 1000 × 800 mm. Positions are in centimetres.
@Suite struct HandsTests {
    private var bench = Bench(screens: [])
    private static let apart = #""hands":"apart""#

    init() {
        var settings = DeviceSettings()
        settings.surface.size = Vector(dx: 1000, dy: 800)
        bench.add("event1", settings: settings)
    }

    /// The begins and ends of the gestures that a client received, as `hand 1: began drag`.
    private mutating func read(_ client: ClientSession) -> [String] {
        bench.gestures(client).filter { $0.phase != .changed }.map { message in
            "\(message.hand.map { "hand \($0): " } ?? "")\(message.phase.name) \(message.value.name?.rawValue ?? "")"
        }
    }

    @Test mutating func `two hands 400 mm apart make two drags, and one of two fingers together`() {
        let (apart, together) = (
            bench.client(#"{"drag":{}}"#, Self.apart), bench.client(#"{"drag":{"fingers":[1,2]}}"#)
        )
        bench.at(0, .down(0, 20, 30), .down(1, 60, 30))
        bench.at(8, .move(0, 21, 30), .move(1, 61, 30))
        bench.at(16, .lift(0))
        bench.at(200, .lift(1))
        #expect(
            read(apart) == [
                "hand 1: began drag", "hand 2: began drag", "hand 1: ended drag", "hand 2: ended drag",
            ])
        #expect(read(together) == ["began drag", "ended drag"])
    }

    @Test mutating func `a tap next to a drag counts, and the drag goes on`() {
        let client = bench.client(#"{"standard":"touchscreen"}"#, Self.apart)
        bench.at(0, .down(0, 20, 30))
        bench.at(8, .move(0, 21, 30))
        bench.at(16, .down(1, 70, 30))
        bench.at(80, .lift(1))
        bench.at(88, .move(0, 22, 30))
        bench.at(96, .lift(0))
        bench.wait(until: 2000)
        let lines = read(client)
        #expect(lines.filter { $0.hasSuffix("tap") } == ["hand 2: began tap", "hand 2: ended tap"])
        #expect(lines.filter { $0.hasPrefix("hand 1") && $0.hasSuffix("drag") }.first == "hand 1: began drag")
        #expect(lines.filter { $0.hasPrefix("hand 1") && $0.hasSuffix("drag") }.last == "hand 1: ended drag")
    }

    @Test(arguments: [(199, 1), (201, 2)])
    mutating func `a hand reaches 200 mm`(_ millimetres: Double, _ hands: Int) {
        let client = bench.client(#"{"tap":{"fingers":[1,2]}}"#, Self.apart)
        bench.at(0, .down(0, 20, 30), .down(1, 20 + millimetres / 10, 30))
        bench.at(60, .lift(0), .lift(1))
        #expect(
            bench.gestures(client).filter { $0.phase == .began }.map(\.value.fingers) == (hands == 1 ? [2] : [1, 1]))
    }

    @Test mutating func `fingers of a hand make one gesture, and stay with their hand when it meets another`() {
        let client = bench.client(#"{"drag":{"fingers":2}}"#, Self.apart)
        bench.at(0, .down(0, 20, 30), .down(1, 25, 30), .down(2, 70, 30), .down(3, 75, 30))
        for step in 1...20 {
            let (x, time) = (Double(step), Double(step) * 8)
            bench.at(time, .move(0, 20 + x, 30), .move(1, 25 + x, 30), .move(2, 70 - x, 30), .move(3, 75 - x, 30))
        }
        bench.at(500, .lift(0), .lift(1), .lift(2), .lift(3))
        #expect(
            read(client) == [
                "hand 1: began drag", "hand 2: began drag", "hand 1: ended drag", "hand 2: ended drag",
            ])
    }

    @Test mutating func `taps in a row are those of one hand, while another taps`() {
        let client = bench.client(#"{"tap":{"count":2}}"#, Self.apart)
        bench.at(0, .down(0, 20, 30))
        bench.at(50, .lift(0))
        bench.at(100, .down(0, 70, 30))
        bench.at(150, .lift(0))
        bench.at(200, .down(0, 20, 30))
        bench.at(250, .lift(0))
        bench.at(300, .down(0, 70, 30))
        bench.at(350, .lift(0))
        #expect(
            read(client) == [
                "hand 1: began tap", "hand 1: ended tap", "hand 2: began tap", "hand 2: ended tap",
            ])
    }

    @Test mutating func `what ends the gestures of a device ends those of each hand, once`() {
        let client = bench.client(#"{"drag":{}}"#, Self.apart)
        bench.at(0, .down(0, 20, 30), .down(1, 60, 30))
        bench.at(8, .move(0, 21, 30), .move(1, 61, 30))
        bench.remove(at: 16)
        #expect(
            read(client) == [
                "hand 1: began drag", "hand 2: began drag", "hand 1: cancelled drag", "hand 2: cancelled drag",
            ])
    }

    @Test mutating func `a moved region leaves each hand's gesture in progress, and takes the next ones`() {
        let client = bench.client(
            #"{"drag":{}}"#, Self.apart + #","region":{"x":0,"y":0,"width":1,"height":1},"units":"normalized""#)
        bench.at(0, .down(0, 20, 30), .down(1, 60, 30))
        bench.at(8, .move(0, 21, 30), .move(1, 61, 30))
        for (id, width) in [(7, "0.5"), (8, "1"), (9, "0.5")] {
            bench.send(
                client,
                #"{"type":"move","id":\#(id),"subscription":1,"region":{"x":0,"y":0,"width":\#(width),"height":1}}"#
                    + "\n")
            if id == 7 { bench.at(12, .lift(0)) }
        }
        bench.at(16, .lift(1))
        bench.at(900, .down(0, 20, 30), .down(1, 60, 30))
        bench.at(908, .move(0, 21, 30), .move(1, 61, 30))
        bench.at(916, .lift(0), .lift(1))
        #expect(
            read(client) == [
                "hand 1: began drag", "hand 2: began drag", "hand 1: ended drag", "hand 2: ended drag",
                "hand 1: began drag", "hand 1: ended drag",
            ])
    }

    @Test mutating func `eight hands are told apart, and what a ninth does is no gesture`() {
        let client = bench.client(#"{"tap":{"fingers":[1,2]}}"#, Self.apart)
        let fingers = [(5, 5), (30, 5), (55, 5), (80, 5), (5, 40), (30, 40), (55, 40), (80, 40), (95, 75)]
        for (slot, (x, y)) in fingers.enumerated() { bench.at(Double(slot), .down(slot, Double(x), Double(y))) }
        for slot in fingers.indices { bench.at(60 + Double(slot), .lift(slot)) }
        #expect(bench.gestures(client).filter { $0.phase == .began }.map(\.hand) == Array(1...8))
    }

    @Test mutating func `an explanation of a contact is sent once`() {
        let client = bench.client(#"{"drag":{}}"#, Self.apart + #","explain":true"#)
        bench.at(0, .down(0, 20, 30))
        bench.at(8, .move(0, 21, 30))
        bench.at(16, .lift(0))
        #expect(bench.read(client).count { $0.contains("recognised") } == 1)
    }

    @Test mutating func `a request of other hands, or to contacts, is refused`() {
        let client = bench.connect()
        bench.send(client, #"{"type":"subscribe","id":1,"gesture":{"tap":{}},"hands":2}"# + "\n")
        bench.send(client, #"{"type":"subscribe","id":2,"gesture":{"tap":{}},"hands":"both"}"# + "\n")
        bench.send(client, #"{"type":"subscribe","id":3,"contacts":true,"hands":"apart"}"# + "\n")
        #expect(bench.read(client) == ["error 1 wrongType", "error 2 outOfRange", "error 3 unknownField"])
    }
}
