import DaemonSimulation

/// Faults in the tree of a composition. Subscriptions: 7 is a press and then a drag with a tap, 8 an
/// exclusive of a double tap and two drags, 9 a race of a tap, a press and a drag, 10 a tap and then a drag.
extension PlantedFaultTests {
    private static let sequence = #""subscription":7,"#
    private static let exclusive = #""subscription":8,"#
    private static let race = #""subscription":9,"#
    private static let tapAndDrag = #""subscription":10,"#

    static let compositionFaults: [Fault] = shapes + phases + together + lifetimes + reasons + partValues

    private static let shapes = [
        Fault("another composition", .shape) { $0.edit($0.index(began, sequence), /"sequence"/, #""race""#) },
        Fault("another composition within", .shape) {
            $0.edit($0.index(changed, sequence), /"simultaneous"/, #""exclusive""#)
        },
        Fault("a part is missing", .shape) {
            $0.edit($0.index(began, sequence), /,\{"phase":"possible"\}\]/, "]")
        },
        Fault("an active part without a value", .shape) {
            $0.edit($0.index(began, sequence), /\{"phase":"possible"\}/, #"{"phase":"active"}"#)
        },
        Fault("a part in an unknown phase", .wholeLines) {
            $0.edit($0.index(began, sequence), /possible/, "waiting")
        },
        Fault("another composition's gesture", .requested) {
            $0.edit($0.index(began, tapAndDrag), /"subscription":10/, #""subscription":9"#)
        },
    ]

    private static let phases = [
        Fault("a part that goes back", .partPhase) { lines in
            let change = lines.index(changed, sequence)
            let number = lines[change].firstMatch(of: /"gesture":\d+/).map { String($0.output) } ?? ""
            let beginning = lines[lines.index(began, sequence, number + ",")]
            lines.insert(beginning.replacing("began", with: "changed"), at: change + 1)
        },
        Fault("a part that continues after its end", .partPhase) { lines in
            let lost = lines.index(changed, exclusive, "outcompeted")
            let next = lines.index(changed, exclusive, "outcompeted", after: lost + 1)
            lines.edit(
                next, /"outcompeted","drag":\{"fingers":1,"location":\[/,
                #""outcompeted","drag":{"fingers":1,"location":[7"#)
        },
        Fault("a part that fails again", .partPhase) { lines in
            lines.edit(lines.index(changed, race), /"reason":"outcompeted"/, didNotMove)
        },
        Fault("a sequence that waits while its press is active", .phaseTable) {
            $0.edit($0.index(began, sequence), /"value":\{"phase":"active"/, #""value":{"phase":"possible""#)
        },
        Fault("a race that continues after it was won", .phaseTable) {
            $0.edit($0.index(ended, race), /"value":\{"phase":"ended"/, #""value":{"phase":"active""#)
        },
    ]

    private static let didNotMove = #""reason":"failed","failure":"did not move","failureReason":{"didNotMove":{}}"#
    private static let nothingFollowed =
        #""reason":"failed","failure":"nothing followed within 350 ms","#
        + #""failureReason":{"nothingFollowed":{"limit":350000}}"#

    private static let together = [
        Fault("two active parts of an exclusive", .simultaneousPhases) {
            $0.edit(
                $0.index(changed, exclusive, "outcompeted"), /"phase":"failed","reason":"outcompeted","drag"/,
                #""phase":"active","drag""#)
        },
        Fault("a later part that fails before its turn", .simultaneousPhases) { lines in
            let beginning = lines.index(began, sequence)
            lines[beginning] = lines[beginning]
                .replacing(#""phase":"possible""#, with: #""phase":"failed","# + nothingFollowed)
        },
        Fault("an outcompeted part, and nothing competes", .simultaneousPhases) {
            $0.edit(
                $0.index(cancelled, tapAndDrag),
                /,\{"phase":"failed","reason":"failed","failure":"nothing followed[^}]*\}\}/,
                #",{"phase":"failed","reason":"outcompeted""#)
        },
    ]

    private static let lifetimes = [
        Fault("a beginning without an active part", .compositionLifetime) { lines in
            let beginning = lines.index(began, sequence)
            lines[beginning] = lines[beginning].replacing(#""phase":"active""#, with: #""phase":"possible""#)
        },
        Fault("an end with an active part", .compositionLifetime) { lines in
            let end = lines.index(ended, exclusive)
            lines.edit(end, /"value":\{"phase":"ended"/, #""value":{"phase":"active""#)
            lines.edit(end, /\{"phase":"ended","drag"/, #"{"phase":"active","drag""#)
        },
        Fault("an end with a press that is down", .compositionLifetime) {
            $0.edit(
                $0.index(ended, race, "longPress\":{", #""pressing":false"#), /"pressing":false/, #""pressing":true"#)
        },
        Fault("a failed composition that changes", .compositionLifetime) { lines in
            let end = lines.index(cancelled, tapAndDrag)
            lines.insert(lines[end].replacing("cancelled", with: "changed"), at: end)
        },
        Fault("a failed composition that ends", .compositionLifetime) {
            $0.edit($0.index(cancelled, tapAndDrag), /"phase":"cancelled"/, #""phase":"ended""#)
        },
    ]

    private static let reasons = [
        Fault("a failure whose numbers differ from its sentence", .reasons) {
            $0.edit($0.index(cancelled, sequence), /"after":/, #""after":9"#)
        },
        Fault("a part that failed without a reason", .reasons) {
            $0.edit($0.index(changed, race), /"phase":"failed","reason":"outcompeted"/, #""phase":"failed""#)
        },
        Fault("a reason of an active part", .reasons) {
            $0.edit(
                $0.index(changed, race), /"phase":"active","drag"/, #""phase":"active","reason":"outcompeted","drag""#)
        },
        Fault("cancelled for another failure than the composition's", .reasons) {
            $0.edit($0.index(cancelled, sequence), /\]\},"reason":"failed".*$/, "]}," + didNotMove + "}")
        },
        Fault("a press with a failure of a tap", .reasons) { lines in
            let end = lines.index(cancelled, sequence, "liftedEarly")
            lines[end] = lines[end].replacing("liftedEarly", with: "heldTooLong").replacing(
                #""after":"#, with: #""for":"#
            )
            .replacing("lifted after", with: "held")
        },
    ]

    private static let partValues = [
        Fault("a start of a part that moves", .constancy) {
            $0.edit($0.index(changed, race), /"startLocation":\[/, #""startLocation":[1"#)
        },
        Fault("a part with fingers that were not requested", .fingers) {
            $0.edit(
                $0.index(began, race, #""active","drag""#), /"active","drag":\{"fingers":1/,
                #""active","drag":{"fingers":4"#)
        },
        Fault("a part's translation that does not follow", .arithmetic) {
            $0.edit($0.index(changed, race), /"translation":\[/, #""translation":[9"#)
        },
        Fault("a press that ended before it was complete", .press) {
            $0.edit($0.index(changed, sequence), /"completed":true/, #""completed":false"#)
        },
    ]
}
