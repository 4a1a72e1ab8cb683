internal import GestureModel
internal import GestureRecognition
internal import TouchInput

extension FuzzTarget {
    /// The contact filter and the standard set of a device on arbitrary contacts of up to sixteen fingers.
    ///
    /// The first byte chooses the device; each frame takes a byte for its time and its button, and two for the contacts that
    /// change in it, each of which takes four for its position and its pressure.
    static let recognition = FuzzTarget("recognition") { bytes in
        var surface = FuzzedSurface(FuzzedBytes(bytes))
        while !surface.bytes.isEmpty { surface.frame() }
        surface.stop()
        return surface.findings
    }
}

private struct FuzzedSurface {
    var bytes: FuzzedBytes
    private(set) var findings: [String] = []
    private var filter: ContactFilter
    private var emitter: GestureEmitter
    private var gestures: UInt64 = 0
    private var open: UInt64?
    private var time = Timestamp(microseconds: 0)
    private var isClicked = false
    private var positions: [Int: (id: Int, position: Point)] = [:]
    private var ids = 0
    private var down: Set<Int> = []

    private static let size = Surface(millimetres: Vector(dx: 100, dy: 60))

    init(_ input: FuzzedBytes) {
        bytes = input
        let device = bytes.byte()
        let kind: TouchDeviceKind = device & 1 == 0 ? .touchpad : .touchscreen
        let pressure = DeviceDescription.Axis(code: AbsoluteCode.contactPressure, minimum: 0, maximum: 255)
        filter = ContactFilter(
            surface: Self.size, kind: kind, pressure: device & 2 == 0 ? pressure : nil,
            isSemiMultitouch: device & 4 != 0)
        emitter = GestureEmitter(
            .standard(kind == .touchpad ? .touchpad : .touchscreen), thresholds: Thresholds(), surface: Self.size,
            explains: device & 8 != 0)
    }

    mutating func frame() {
        let step = bytes.byte()
        time = time + Microseconds(Int64(step & 0x7f) * (step & 0x40 == 0 ? 1000 : 10_000))
        if step & 0x80 != 0 { isClicked.toggle() }
        let now = time
        expire { $0 < now }
        var frame = TouchFrame(time: time)
        frame.isClicked = isClicked
        var details: [ContactDetail] = []
        let changes = bytes.word()
        for slot in 0..<16 {
            let isChanged = changes & 1 << slot != 0
            if isChanged {
                change(slot, in: &frame, &details)
            } else if let (id, position) = positions[slot] {
                frame.contacts.append(Contact(id: id, phase: .stationary, position: position))
                details.append(ContactDetail(pressure: 45))
            }
        }
        guard !frame.contacts.isEmpty else { return }
        filter.filter(frame, details)
        if let confirmed = filter.confirmed { handle(confirmed) }
        handle(filter.frame)
    }

    /// A contact comes, moves, or lifts.
    private mutating func change(_ slot: Int, in frame: inout TouchFrame, _ details: inout [ContactDetail]) {
        let (x, y, pressure, action) = (bytes.byte(), bytes.byte(), bytes.byte(), bytes.byte())
        let last = Point(x: Self.size.size.dx.nextDown, y: Self.size.size.dy.nextDown)
        let position = Point(x: last.x * Double(x) / 255, y: last.y * Double(y) / 255)
        let detail = ContactDetail(
            pressure: action & 2 == 0 ? Int32(pressure) : nil, isPalm: action & 12 == 12, isOutside: action & 16 != 0)
        if let (id, before) = positions[slot] {
            if action & 1 != 0 {
                frame.contacts.append(Contact(id: id, phase: .ended, position: before))
                positions[slot] = nil
            } else {
                let phase: Contact.Phase = before == position ? .stationary : .moved
                frame.contacts.append(Contact(id: id, phase: phase, position: position))
                positions[slot] = (id, position)
            }
        } else {
            ids += 1
            frame.contacts.append(Contact(id: ids, phase: .began, position: position))
            positions[slot] = (ids, position)
        }
        details.append(detail)
    }

    mutating func stop() {
        expire { _ in true }
        emitter.cancel(.deviceLost, at: time)
        check()
        if open != nil { findings.append("a gesture is open at the end") }
    }

    /// Each deadline once: one that recurs would never end.
    private mutating func expire(while isDue: (Timestamp) -> Bool) {
        for _ in 0..<10_000 {
            let next = [filter.deadline, emitter.deadline].compactMap { $0 }.min()
            guard let next, isDue(next) else { return }
            if filter.deadline == next {
                filter.expire(at: next)
                handle(filter.frame)
            } else {
                emitter.expire(at: next, gestures: &gestures)
                check()
            }
        }
        findings.append("deadlines without end")
    }

    private mutating func handle(_ frame: TouchFrame) {
        for contact in frame.contacts {
            switch contact.phase {
            case .began:
                if !down.insert(contact.id).inserted { findings.append("\(contact.id) began twice") }
            case .moved, .stationary:
                if !down.contains(contact.id) { findings.append("\(contact.id) \(contact.phase) before it began") }
            case .ended, .palm, .faulty:
                if down.remove(contact.id) == nil { findings.append("\(contact.id) ended before it began") }
            }
        }
        emitter.update(frame, gestures: &gestures)
        check()
    }

    /// One gesture at a time, each with one beginning and one end, of ten fingers at most.
    private mutating func check() {
        for event in emitter.events {
            let isInPlace: Bool
            switch event.phase {
            case .began:
                isInPlace = open == nil
                open = event.gesture
            case .changed: isInPlace = open == event.gesture
            case .ended, .cancelled:
                isInPlace = open == event.gesture
                open = nil
            }
            if !isInPlace { findings.append("out of order: \(event)") }
            if let fingers = event.value.fingers, !FingerCounts.allowed.contains(fingers) {
                findings.append("\(fingers) fingers: \(event)")
            }
        }
    }
}

extension GestureValue {
    fileprivate var fingers: Int? {
        switch self {
        case .tap(let tap): tap.fingers
        case .longPress(let press): press.fingers
        case .drag(let drag): drag.fingers
        case .composition(let tree): tree.nodes.compactMap { $0.value?.fingers }.max()
        case .magnify(let magnify): magnify.fingers
        case .rotate(let rotate): rotate.fingers
        case .swipe, .stroke, .swipeHold, .dial, .touch: nil
        }
    }
}
