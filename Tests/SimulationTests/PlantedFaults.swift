import DaemonSimulation

/// Lines are found by their content: `phase` and the kind of value identify the line of a gesture.
extension [String] {
    func index(_ parts: String..., after start: Int = 0) -> Int {
        indices.first { index in index >= start && parts.allSatisfy { self[index].contains($0) } } ?? endIndex
    }

    mutating func edit(_ index: Int, _ found: Regex<some Any>, _ replacement: String) {
        guard index < count else { return }
        self[index] = self[index].replacing(found, with: replacement, maxReplacements: 1)
    }

    fileprivate mutating func repeatLine(_ index: Int, at target: Int) { insert(self[index], at: target) }
}

extension PlantedFaultTests {
    static let began = #""phase":"began""#
    static let changed = #""phase":"changed""#
    static let ended = #""phase":"ended""#
    static let cancelled = #""phase":"cancelled""#

    static let faults: [Fault] =
        grammar + values + times + connection + ends + compositionFaults
        + explanationFaults + accessFaults

    private static let grammar = [
        Fault("an ended is missing", .devices) { $0.remove(at: $0.index(ended, #""subscription":1,"#)) },
        Fault("ended twice", .grammar) { lines in
            let end = lines.index(ended, "drag")
            lines.repeatLine(end, at: end + 1)
        },
        Fault("changed after ended", .grammar) { lines in
            let end = lines.index(ended, "drag")
            lines.insert(lines[end].replacing("ended", with: "changed"), at: end + 1)
        },
        Fault("changed before began", .grammar) { lines in
            let began = lines.index(began, "drag")
            lines.swapAt(began, lines.index(changed, "drag", after: began))
        },
        Fault("began is missing", .grammar) { $0.remove(at: $0.index(began, "longPress")) },
        Fault("began twice", .grammar) { lines in
            let began = lines.index(began, "drag")
            lines.repeatLine(began, at: began + 1)
        },
        Fault("an unknown phase", .grammar) { $0.edit($0.index(changed, "drag"), /changed/, "paused") },
        Fault("a number used again", .freshNumbers) { lines in
            let end = lines.index(ended, "tap")
            lines.insert(lines[end].replacing("ended", with: "began"), at: end + 1)
        },
        Fault("a gesture that was not requested", .requested) {
            $0.edit($0.index(began, #""tap""#), /"subscription":2/, #""subscription":1"#)
        },
        Fault("a start outside the surface", .requested) {
            $0.edit($0.index(began, "longPress"), /"startLocation":\[/, #""startLocation":[7"#)
        },
    ]

    private static let values = [
        Fault("a prediction that does not follow", .arithmetic) {
            $0.edit($0.index(changed, "drag"), /predictedEndLocation":\[/, "predictedEndLocation\":[9")
        },
        Fault("a translation that does not follow", .arithmetic) {
            $0.edit($0.index(changed, "drag"), /"translation":\[/, #""translation":[9"#)
        },
        Fault("a magnification of 0", .arithmetic) {
            $0.edit($0.index(changed, "magnify"), /"magnification":[^,]*/, #""magnification":0"#)
        },
        Fault("a magnification that begins too soon", .requested) {
            $0.edit($0.index(began, "magnify"), /"magnification":[^,]*/, #""magnification":1.09"#)
        },
        Fault("a swipe in another direction than its movement", .arithmetic) {
            $0.edit($0.index(began, "swipe"), /"direction":"right"/, #""direction":"left""#)
        },
        Fault("a swipe that goes on", .grammar) { lines in
            let end = lines.index(ended, "swipe")
            lines.insert(lines[end].replacing("ended", with: "changed"), at: end)
        },
        Fault("a swipe that is too slow", .requested) {
            $0.edit($0.index(began, "swipe"), /"velocity":\[[^\]]*/, #""velocity":[1,0"#)
        },
        Fault("an edge that was not requested", .requested) {
            $0.edit($0.index(began, "swipe"), /"edge":"\w*"/, #""edge":"right""#)
        },
        Fault("a start far from the edge", .requested) {
            $0.edit($0.index(began, "swipe"), /"startLocation":\[[^\]]*/, #""startLocation":[600,600"#)
        },
        Fault("no edge", .shape) { $0.edit($0.index(began, "swipe"), /,"edge":"\w*"/, "") },
        Fault("a rotation in two numbers", .wholeLines) {
            $0.edit($0.index(changed, "rotate"), /"rotation":[^,]*/, #""rotation":[1,2]"#)
        },
        Fault("a start of a rotation that moves", .constancy) {
            $0.edit($0.index(changed, "rotate"), /"startLocation":\[/, #""startLocation":[1"#)
        },
        Fault("an additional finger in mid-magnification", .constancy) {
            $0.edit($0.index(changed, "magnify"), /"fingers":2/, #""fingers":3"#)
        },
        Fault("NaN", .wholeLines) { $0.edit($0.index(changed, "drag"), /"velocity":\[[^,]*/, #""velocity":[NaN"#) },
        Fault("a start that moves", .constancy) {
            $0.edit($0.index(changed, "drag"), /"startLocation":\[/, #""startLocation":[1"#)
        },
        Fault("fingers that were not requested", .fingers) {
            $0.edit($0.index(began, "drag"), /"fingers":1/, #""fingers":3"#)
        },
        Fault("an additional finger in mid-drag", .constancy) {
            $0.edit($0.index(changed, #""subscription":1,"#, "drag"), /"fingers":1/, #""fingers":2"#)
        },
        Fault("a deadline that moves", .constancy) {
            $0.edit($0.index(changed, "longPress"), /"deadline":1/, #""deadline":2"#)
        },
        Fault("a completed press that ends as not completed", .constancy) {
            $0.edit($0.index(ended, #""value":{"longPress""#), /"completed":true/, #""completed":false"#)
        },
        Fault("pressing after the lift", .press) {
            $0.edit($0.index(ended, #""value":{"longPress""#), /"pressing":false/, #""pressing":true"#)
        },
        Fault("completed from the beginning", .press) {
            $0.edit($0.index(began, "longPress"), /"completed":false/, #""completed":true"#)
        },
        Fault("cancelled with a value that was not sent before", .constancy) {
            $0.edit($0.index(cancelled, "longPress"), /"location":\[0/, #""location":[1"#)
        },
    ]

    private static let times = [
        Fault("time goes back", .time) { $0.edit($0.index(changed, "drag"), /"time":/, "\"time\":-") },
        Fault("a tap that takes time", .time) { $0.edit($0.index(ended, #""tap""#), /"time":/, "\"time\":1") },
    ]

    private static let connection = [
        Fault("no hello", .helloFirst) { $0.removeFirst() },
        Fault("hello twice", .helloFirst) { $0.repeatLine(0, at: 1) },
        Fault("half a line", .wholeLines) { $0[3].removeLast(4) },
        Fault("an unknown type", .wholeLines) { $0.edit(1, /"ok"/, #""yes""#) },
        Fault("an answer is missing", .answers) { $0.remove(at: $0.index(#""error""#)) },
        Fault("answers in another order", .answers) { $0.swapAt(1, 2) },
        Fault("an answer sent twice", .answers) { $0.repeatLine($0.index(#""id":6"#), at: $0.index(#""id":6"#)) },
        Fault("a gesture before the ok", .subscriptionLifetime) { lines in
            lines.insert(lines[lines.index(began, #""tap""#)], at: 1)
        },
        Fault("a gesture after the unsubscribe's ok", .subscriptionLifetime) { lines in
            let ok = lines.index(#""id":6"#)
            lines.repeatLine(lines.index(changed, #""subscription":4"#), at: ok + 1)
        },
    ]

    private static let ends = [
        Fault("a gesture outlives its subscription", .subscriptionLifetime) { $0.remove(at: $0.index("unsubscribed")) },
        Fault("an unknown reason", .reasons) { $0.edit($0.index("deviceLost"), /deviceLost/, "tired") },
        Fault("unsubscribed, without a request", .reasons) {
            $0.edit($0.index("deviceLost"), /deviceLost/, "unsubscribed")
        },
        Fault("failed without a failure", .reasons) { $0.edit($0.index("failed"), /,"failure":"[^"]*"/, "") },
        Fault("a gesture of a device after its removal", .devices) { lines in
            lines.append(lines[lines.index(began, #""tap""#)].replacing(/"gesture":\d+/, with: "\"gesture\":4000"))
        },
        Fault("open at the end of the stream", .nothingOpen) { lines in
            lines.removeLast()
            lines.remove(at: lines.index("deviceLost"))
        },
        Fault("a line after the closing error", .silenceAfterError) {
            $0.insert(#"{"type":"error","code":"overrun","message":"too slow"}"#, at: 5)
        },
    ]
}

extension PlantedFaultTests {
    private static func accessChanged(
        session: String = "unmanaged", seats: String = #""seat0""#, focus: String = "unknown",
        positions: String = "granted"
    ) -> String {
        #"{"type":"accessChanged","access":{"session":"\#(session)","seats":[\#(seats)],"focus":"\#(focus)","#
            + #""positions":"\#(positions)"}}"#
    }

    static let accessFaults = [
        Fault("a lock in mid-gesture, and nothing is cancelled", .access) { lines in
            lines.insert(accessChanged(session: "locked", seats: ""), at: lines.index(changed, "drag"))
        },
        Fault("a gesture after a lock", .access) { lines in
            lines.insert(accessChanged(session: "locked", seats: ""), at: lines.index(began, #""tap""#))
        },
        Fault("a loss of the focus in mid-gesture, and nothing is cancelled", .access) { lines in
            lines.insert(accessChanged(focus: "unfocused"), at: lines.index(changed, "drag"))
        },
        Fault("a gesture of another seat", .access) { lines in
            lines.insert(accessChanged(session: "active", seats: #""seat1""#), at: lines.index(began, #""tap""#))
        },
        Fault("a gesture with positions that are withheld", .access) { lines in
            lines.insert(accessChanged(positions: "withheld"), at: lines.index(began, #""tap""#))
        },
        Fault("a gesture that needs positions while they are withheld", .access) { lines in
            lines.insert(accessChanged(positions: "withheld"), at: lines.index(began, #""swipe""#))
            for index in lines.indices { lines[index].replace(/"(startLocation|location)":\[[^\]]*\],?/, with: "") }
        },
        Fault("one position without the other", .shape) {
            $0.edit($0.index(changed, "drag"), /"location":\[[^\]]*\],/, "")
        },
        Fault("positions that disappear although they are granted", .constancy) { lines in
            let line = lines.index(changed, "drag")
            lines[line].replace(/"(startLocation|location|predictedEndLocation)":\[[^\]]*\],/, with: "")
        },
        Fault("positions that come back", .access) { lines in
            let line = lines.index(began, #""drag""#)
            lines[line].replace(/"(startLocation|location|predictedEndLocation)":\[[^\]]*\],/, with: "")
        },
        Fault("a hello without access", .wholeLines) { $0.edit(0, /"access"/, #""success""#) },
    ]
}

extension PlantedFaultTests {
    private static let explained = #""type":"explanation""#

    static let explanationFaults = [
        Fault("an explanation that was not requested", .requested) {
            $0.edit($0.index(explained), /"subscription":\d+/, #""subscription":1"#)
        },
        Fault("an explanation of another gesture", .requested) {
            $0.edit($0.index(explained, "longPress"), /"recogniser":"longPress"/, #""recogniser":"tap""#)
        },
        Fault("an explanation whose numbers differ from its sentence", .reasons) {
            $0.edit($0.index(explained, "movedTooFar"), /"by":/, #""by":9"#)
        },
        Fault("an explanation of a lost gesture without a reason", .reasons) {
            $0.edit($0.index(explained, "movedTooFar"), /,"reason":.*\}\},"sentence"/, #","sentence""#)
        },
        Fault("an explanation whose time differs from its sentence", .explanations) {
            $0.edit($0.index(explained), /"elapsed":\d/, #""elapsed":77"#)
        },
    ]
}
