import ShadowModel

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
        Fault("the focus goes in mid-gesture, and nothing is cancelled", .access) { lines in
            lines.insert(accessChanged(focus: "unfocused"), at: lines.index(changed, "drag"))
        },
        Fault("a gesture of another seat", .access) { lines in
            lines.insert(accessChanged(session: "active", seats: #""seat1""#), at: lines.index(began, #""tap""#))
        },
        Fault("places that are withheld", .access) { lines in
            lines.insert(accessChanged(positions: "withheld"), at: lines.index(began, #""tap""#))
        },
        Fault("what needs places, where they are withheld", .access) { lines in
            lines.insert(accessChanged(positions: "withheld"), at: lines.index(began, #""swipe""#))
            for index in lines.indices { lines[index].replace(/"(startLocation|location)":\[[^\]]*\],?/, with: "") }
        },
        Fault("one place without the other", .shape) {
            $0.edit($0.index(changed, "drag"), /"location":\[[^\]]*\],/, "")
        },
        Fault("places that are gone although they may be known", .constancy) { lines in
            let line = lines.index(changed, "drag")
            lines[line].replace(/"(startLocation|location|predictedEndLocation)":\[[^\]]*\],/, with: "")
        },
        Fault("places that come back", .access) { lines in
            let line = lines.index(began, #""drag""#)
            lines[line].replace(/"(startLocation|location|predictedEndLocation)":\[[^\]]*\],/, with: "")
        },
        Fault("a hello without access", .wholeLines) { $0.edit(0, /"access"/, #""success""#) },
    ]
}
