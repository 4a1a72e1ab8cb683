import ShadowModel

extension PlantedFaultTests {
    private static let explained = #""type":"explanation""#

    static let explanationFaults = [
        Fault("an explanation that nobody asked for", .asked) {
            $0.edit($0.index(explained), /"subscription":\d+/, #""subscription":1"#)
        },
        Fault("an explanation of another gesture", .asked) {
            $0.edit($0.index(explained, "longPress"), /"recogniser":"longPress"/, #""recogniser":"tap""#)
        },
        Fault("an explanation of other numbers than its sentence's", .reasons) {
            $0.edit($0.index(explained, "movedTooFar"), /"by":/, #""by":9"#)
        },
        Fault("an explanation that lost without a reason", .reasons) {
            $0.edit($0.index(explained, "movedTooFar"), /,"reason":.*\}\},"sentence"/, #","sentence""#)
        },
        Fault("a sentence of another time", .explanations) {
            $0.edit($0.index(explained), /"elapsed":\d/, #""elapsed":77"#)
        },
    ]
}
