import GestureModel
import GestureProtocol
import Testing

@testable import GesturePage

@Suite struct PageTests {
    private static let device = TouchDevice(
        id: "event5", name: "</script><script>alert(1)</script>&\"", node: "/dev/input/event5", kind: .touchpad,
        surface: Surface(millimetres: Vector(dx: 100, dy: 60)), slots: 5, resolution: nil)

    private static func frame(_ time: Int64, _ reports: ContactReport...) -> ServerMessage {
        .contacts(
            ContactsMessage(
                subscription: 1, time: Timestamp(microseconds: time), device: "event5",
                contacts: reports.map { ContactsMessage.Contact($0) }))
    }

    private static func contact(
        _ phase: ContactReport.Phase, _ x: Double, state: ContactReport.State = .finger,
        cause: ContactReport.Cause? = nil
    ) -> ContactReport {
        ContactReport(id: 1, phase: phase, position: Point(x: x, y: 30), state: state, cause: cause)
    }

    private func recording(frames: Int = 3) -> PackedRecording {
        var recording = PackedRecording(device: PageTests.device)
        recording.add(PageTests.frame(0, PageTests.contact(.began, 10)))
        for frame in 1..<frames {
            recording.add(PageTests.frame(Int64(frame) * 8000, PageTests.contact(.moved, 10 + Double(frame % 80))))
        }
        recording.add(PageTests.frame(Int64(frames) * 8000, PageTests.contact(.ended, 12)))
        return recording
    }

    private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    // MARK: - Pages

    @Test func `nothing of a device or a recording becomes markup or script`() {
        let page = text(Page().report(recording(), title: "<b onclick='x'>&", standard: true))
        // The fourth is in the text of the page's own script, which writes a page.
        #expect(page.ranges(of: "<script").count == 4 && page.ranges(of: "</script>").count == 3)
        #expect(!page.contains("<b onclick") && page.contains("&lt;b onclick"))
        #expect(!page.contains("alert(1)</script>"))
    }

    @Test func `a page refers to nothing outside of it`() {
        let page = text(Page().report(recording(), title: "a", standard: true))
        #expect(
            page.ranges(of: "http").count == page.ranges(of: "http://www.w3.org/2000/svg").count
                + page.ranges(of: "http-equiv").count)
        #expect(page.contains("default-src 'none'"))
    }

    @Test(arguments: [3, 20_000, 200_000])
    func `a page stays below its limit, however long the recording is`(_ frames: Int) {
        let page = Page().report(recording(frames: frames), title: "a", standard: true)
        #expect(page.count <= Page.sizeLimit)
        #expect(text(page).contains(#""every":1,"#) == (frames < 100_000))
    }

    @Test func `a page of 40,000 contacts stays below its limit, and reports what it omits`() {
        var recording = PackedRecording(device: PageTests.device)
        for touch in 0..<40_000 {
            var report = PageTests.contact(.began, 10)
            report.id = touch
            recording.add(PageTests.frame(Int64(touch) * 1000, report))
        }
        let page = Page().report(recording, title: "a", standard: true)
        #expect(page.count <= Page.sizeLimit)
        #expect(text(page).contains("too large for a page"))
    }

    @Test func `the live page has no data`() {
        #expect(text(Page().live(title: "a", standard: true)).contains(#"id="data">{"live":true}</script>"#))
    }

    @Test func `the settings of a live page are those of the gestures that are recognised, for each kind of device`() {
        let standard = text(Page().live(title: "a", standard: true))
        #expect(standard.contains("[touchpad] tapDistance") && standard.contains("[touchscreen] tapDistance"))
        let single = text(Page().live(title: "a", standard: false))
        #expect(single.contains("[tap] maximumDistance") && !single.contains("[touchscreen] tapDistance"))
        #expect(single.contains(#""[touchpad] tapDistance""#), "the limit of the touchpad's set is the stricter one")
    }

    // MARK: - Pictures

    @Test func `a picture shows the state of each contact`() {
        var recording = PackedRecording(device: PageTests.device)
        recording.add(PageTests.frame(0, PageTests.contact(.began, 10, state: .held, cause: .edge)))
        recording.add(PageTests.frame(8000, PageTests.contact(.ended, 10, state: .palm, cause: .edge)))
        let picture = Picture(recording)
        let svg = text(picture.svg(title: "<a>"))
        #expect(picture.count == 1)
        #expect(svg.contains(#"<path class="held""#) && svg.contains(#"<path class="palm""#))
        #expect(svg.contains("contact at 10, 30 mm: palm") && svg.contains("<title>&lt;a&gt;</title>"))
    }

    @Test(arguments: [
        (ContactReport.State.palm, ContactReport.Cause?.some(.heavy), "palm: pressed harder than fingers do"),
        (.palm, nil, "palm: the device reports a palm"), (.thumb, nil, "thumb: presses or covers"),
        (.ghost, .late, "ghost: came long after a whole hand"), (.penNear, nil, "penNear"),
    ])
    func `a picture names the reason why a contact was rejected`(
        _ state: ContactReport.State, _ cause: ContactReport.Cause?, _ text: String
    ) {
        var recording = PackedRecording(device: PageTests.device)
        recording.add(PageTests.frame(0, PageTests.contact(.began, 10, state: state, cause: cause)))
        recording.add(PageTests.frame(8000, PageTests.contact(.ended, 10, state: state, cause: cause)))
        #expect(self.text(Picture(recording).svg(title: "a")).contains("contact at 10, 30 mm: \(text)"))
    }

    @Test func `a picture of many rejected contacts counts those that its caption does not name`() {
        var recording = PackedRecording(device: PageTests.device)
        let palms = (0..<9).map { id in
            var palm = PageTests.contact(.began, 10 + Double(id), state: .palm, cause: .edge)
            palm.id = id
            return ContactsMessage.Contact(palm)
        }
        recording.add(
            .contacts(
                ContactsMessage(
                    subscription: 1, time: Timestamp(microseconds: 0), device: "event5", contacts: palms)))
        let svg = text(Picture(recording).svg(title: "a"))
        #expect(svg.contains("contact at 12, 30 mm: palm") && !svg.contains("contact at 13, 30 mm"))
        #expect(svg.contains("and 6 more"))
    }

    @Test func `gestures are counted by the names that people use`() {
        var counts = GestureCounts()
        #expect(counts.text == "" && counts.total == 0)
        for name in ["tap", "long press", "tap", "pinch", "long press", "drag + rotate", "drag + rotate"] {
            counts.add(name)
        }
        #expect(counts.text == "2 taps, 2 long presses, 1 pinch, 2 drag + rotate" && counts.total == 7)
    }

    @Test func `a picture of an empty recording is the surface`() {
        let svg = text(Picture(PackedRecording(device: PageTests.device)).svg(title: "a"))
        #expect(svg.contains("no gesture") && svg.contains(#"<rect class="surface""#))
    }

    @Test func `the circles of a picture are the distances that decided`() {
        var recording = recording()
        let finding = Finding(.tap, .lost(.failed(.movedTooFar(by: 20, limit: 10))), at: Timestamp(microseconds: 8000))
        recording.add(.explanation(ExplanationMessage(finding, device: "event5", subscription: 1)))
        #expect(text(Picture(recording).svg(title: "a")).contains(#"<circle class="limit" cx="10" cy="30" r="1.59""#))
    }

    @Test func `a recognised gesture has no circles of those that failed`() {
        var recording = recording()
        let outcome = Finding.Outcome.lost(.failed(.movedTooFar(by: 20, limit: 10)))
        let finding = Finding(.longPress, outcome, at: Timestamp(microseconds: 8000))
        recording.add(.explanation(ExplanationMessage(finding, device: "event5", subscription: 1)))
        let tap = GestureValue.tap(GestureValue.Tap(fingers: 1, count: 1, location: Point(x: 12, y: 30)))
        let event = GestureEvent(gesture: 1, phase: .began, time: Timestamp(microseconds: 8000), value: tap)
        recording.add(.gesture(GestureMessage(subscription: 1, device: "event5", event: event)))
        #expect(!text(Picture(recording).svg(title: "a")).contains(#"<circle class="limit""#))
    }

    @Test(arguments: [
        (FailureReason.movedTooLittle(by: 2, limit: 25), [30.0]), (.movedTooFar(by: 90, limit: 25), [10]),
    ])
    func `a distance is drawn around the fingers that it decided about`(_ failure: FailureReason, _ expected: [Double])
    {
        var recording = PackedRecording(device: PageTests.device)
        // The first finger leaves the circle, the second stays in it.
        for step in 0...10 as ClosedRange<Int64> {
            let phase: ContactReport.Phase = step == 0 ? .began : step == 10 ? .ended : .moved
            recording.add(
                PageTests.frame(
                    step * 8000,
                    ContactReport(
                        id: 1, phase: phase, position: Point(x: 10, y: 30 + Double(step)), state: .finger, cause: nil),
                    ContactReport(id: 2, phase: phase, position: Point(x: 30, y: 30), state: .finger, cause: nil)))
        }
        let finding = Finding(.swipe, .lost(.failed(failure)), at: Timestamp(microseconds: 80_000))
        recording.add(.explanation(ExplanationMessage(finding, device: "event5", subscription: 1)))
        let picture = text(Picture(recording).svg(title: "a"))
        for x in [10.0, 30] {
            #expect(picture.contains("<circle class=\"limit\" cx=\"\(Int(x))\"") == expected.contains(x))
        }
    }

    // MARK: - Lists

    @Test func `a list names each recording, and why one cannot be read`() {
        let html = text(
            ReportIndex.html(
                [
                    .init(name: "a&b", page: "pages/1.html", picture: Array("<svg></svg>".utf8), summary: "1 tap"),
                    .init(name: "<x>", page: nil, summary: "cannot be read: empty"),
                ], title: "2 recordings"))
        #expect(html.contains(#"<a href="pages/1.html">a&amp;b</a>"#) && html.contains("<td>&lt;x&gt;</td>"))
        #expect(html.contains("cannot be read: empty") && html.contains("<svg></svg>"))
    }

    // MARK: - Words

    @Test(arguments: [
        ("tap: moved 14.2 pt > 10 pt at 92 ms", "tap: moved 14.2 pt (2.3 mm) > 10 pt (1.6 mm) at 92 ms"),
        ("swipe: lifted at 7.5 pt/s < 400 pt/s", "swipe: lifted at 7.5 pt/s (1.2 mm/s) < 400 pt/s (63.5 mm/s)"),
        ("drag: 1 finger, needs 2", "drag: 1 finger, needs 2"), ("pt", "pt"), ("", ""),
    ])
    func `sentences have millimetres next to points`(_ sentence: String, _ expected: String) {
        #expect(LengthText.withMillimetres(sentence) == expected)
    }

    @Test func `a setting that decides is named, one of the standard set with its section`() {
        let slow = FailureReason.tooSlow(0, limit: 0), far = FailureReason.movedTooFar(by: 0, limit: 0)
        #expect(Remedy.setting(of: .swipe, slow, on: .touchscreen) == "[swipe] minimumVelocity")
        #expect(Remedy.setting(of: .tap, far, on: .touchscreen) == "[tap] maximumDistance")
        #expect(Remedy.setting(of: .tap, far, on: .touchpad) == "[touchpad] tapDistance")
        #expect(
            Remedy.setting(of: .tap, far, inStandardSetOf: .touchpad) == "[touchpad] tapDistance, slop and earlySlop")
        #expect(Remedy.setting(of: .tap, .clicked, on: .touchpad) == nil)
    }
}
