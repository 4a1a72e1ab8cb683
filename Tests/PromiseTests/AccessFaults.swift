import ShadowModel

extension PlantedFaultTests {
    private static let locked =
        #"{"type":"accessChanged","access":{"session":"locked","seats":[],"focus":"unknown","positions":"granted"}}"#

    static let accessFaults = [
        Fault("a lock in mid-gesture, and nothing is cancelled", .access) { lines in
            lines.insert(locked, at: lines.index(changed, "drag"))
        },
        Fault("a gesture after a lock", .access) { lines in
            lines.insert(locked, at: lines.index(began, #""tap""#))
        },
        Fault("a hello without access", .wholeLines) { $0.edit(0, /"access"/, #""success""#) },
    ]
}
