internal import GestureModel
internal import GestureProtocol
internal import TouchInput

/// Sentences about what the fingers of a touch did, which the explanations of gestures leave out.
extension TrackedTouch {
    /// From this factor on, fingers that dragged have visibly parted or closed up.
    private static let visibleScale = 1.2

    /// A sentence about fingers that parted or closed up after a drag of all of them had begun, but too little for a
    /// pinch.
    func latePinch(afterDragOf count: Int) -> String? {
        guard count > 1, count == extent.fingers, max(scale, 1 / scale) >= Self.visibleScale else { return nil }
        let limit = scale < 1 ? 1 / Thresholds.lateScale : Thresholds.lateScale
        return "pinch: came late: after the drag had begun, the fingers \(scale < 1 ? "closed up" : "parted") to "
            + "\(Wording.decimal(scale, 2)) of their distance; a drag becomes a pinch beyond \(Wording.decimal(limit, 2)), "
            + "if they part or close more than they move on"
    }

    /// What a reason for a lost gesture leaves out: that fingers came late, if the gesture had too few or moved too
    /// little although the touch did not; or that its fingers had stopped. nil for others.
    ///
    /// - Parameter time: When the gesture was lost. What the fingers did later is no circumstance.
    func circumstance(
        of reason: Reported<CancellationReason>?, at time: Timestamp, _ thresholds: Thresholds
    ) -> String? {
        switch reason {
        case .known(.failed(.tooFewFingers(let count, let accepted)))?
        where count < fingers.count && accepted.counts.contains { $0 <= fingers.count }:
            return soleMover(at: time) ?? lateFingers(until: time)
        // What a finger did alone counts for none of several.
        case .known(.failed(.movedTooLittle(_, let limit)))? where way(until: time).length >= limit:
            if let late = lateFingers(until: time) { return late }
            let way = way(since: lastChange(before: time), until: time).length
            return way >= limit && fingers.count > 1 ? "together; one of them went \(Wording.millimetres(way))" : nil
        case .known(.failed(.liftedSlowly(0, _)))? where extent.rest > thresholds.velocity.stopTime:
            return "the fingers were still for \(Wording.decimal(extent.rest.seconds, 2)) s before they lifted"
        default: return nil
        }
    }

    /// `one finger moved 26 mm while the other rested`, of the fingers that were down at a time; nil if several moved.
    private func soleMover(at time: Timestamp) -> String? {
        let ways = waysSinceChange(at: time).map { ($0.to - $0.from).length }
        guard ways.count > 1, let farthest = ways.max(), farthest >= Self.stillness,
            ways.count(where: { $0 >= SharedMotion.moverShare * farthest }) == 1
        else { return nil }
        let others = ways.count == 2 ? "the other" : "the others"
        return "one finger moved \(Wording.millimetres(farthest)) while \(others) rested"
    }

    /// `another came 400 ms after the first`; nil if all came together.
    private func lateFingers(until time: Timestamp? = nil) -> String? {
        guard let first = fingers.map(\.start).min() else { return nil }
        let later = fingers.map(\.start).filter { $0 - first > Self.simultaneity && $0 <= time ?? $0 }
        return later.min().map { next in
            "\(later.count == 1 ? "another" : "others") came \((next - first).count / 1000) ms after the first"
        }
    }

    /// When a finger last came down or lifted before a time; nil if none had.
    private func lastChange(before time: Timestamp) -> Timestamp? {
        (fingers.map(\.start) + fingers.compactMap(\.end)).filter { $0 < time }.max()
    }

    /// How far the finger went that went farthest of those that were down at a time.
    ///
    /// - Parameter start: From when; nil from where it came down.
    private func way(since start: Timestamp? = nil, until time: Timestamp) -> Vector {
        fingers.filter { $0.start <= time && $0.end ?? time >= time }.compactMap { finger in
            let from = start.map { finger.path.position(at: $0) } ?? finger.origin
            guard let from, let to = finger.path.position(at: time) else { return nil }
            return to - from
        }.max { $0.length < $1.length } ?? .zero
    }

    /// A sentence about a movement of several fingers that went on when some of them had lifted; nil if they lifted
    /// together.
    ///
    /// - Parameter name: The gesture's name for people.
    func earlyLift(from name: String, of count: Int, endingAt end: Timestamp) -> String? {
        let lifts = fingers.compactMap(\.end).filter { $0 < end }.sorted()
        guard count > 1, down(before: end) < count, let lift = lifts.last(where: { down(before: $0) >= count }),
            end - lift > Self.simultaneity
        else { return nil }
        let who = "\(count - down(after: lift) == 1 ? "one" : "\(count - down(after: lift))") of its fingers"
        return "\(name): \(who) lifted at \((lift - start).count / 1000) ms; it went on until the last lifted, "
            + "at \((end - start).count / 1000) ms"
    }

    private func down(before time: Timestamp) -> Int { fingers.count { $0.start < time && $0.end ?? time >= time } }
    private func down(after time: Timestamp) -> Int {
        fingers.count { $0.start <= time && $0.end.map { $0 > time } ?? true }
    }

    /// Fingers that come down within this time come together.
    private static let simultaneity = Microseconds.milliseconds(100)

    /// How near to an edge a finger rests that holds the device, in points: 10 mm.
    private static let bezel = 63.0

    /// Returns a sentence if other fingers than those of a gesture were down when it ended.
    ///
    /// - Parameter count: The gesture's fingers.
    func others(besides count: Int, at time: Timestamp, on surface: Surface?) -> String? {
        // A finger of the gesture may lift a little earlier than the others.
        let margin = Microseconds.milliseconds(20)
        let down = fingers.filter { $0.start <= time && ($0.end ?? time) + margin >= time }
        guard count > 0, down.count > count, let first = down.min(by: { $0.start < $1.start }) else { return nil }
        let rest = down.count - count
        let near = surface.flatMap { surface in
            Edge.allCases.map { (edge: $0, distance: surface.distance(of: first.origin, from: $0)) }
                .min { $0.distance < $1.distance }
        }
        let place = near.flatMap {
            $0.distance < Self.bezel
                ? ", \(Wording.millimetres(max($0.distance, 0))) from the \($0.edge.rawValue) edge" : nil
        }
        let who = rest == 1 ? "one finger stayed down\(place ?? "")" : "\(rest) fingers stayed down"
        return "\(who), so \(count == 1 ? "the other counts" : "the others count") alone"
    }

    /// What may have made another gesture of the touch than was meant.
    ///
    /// - Parameters:
    ///   - earlier: The touch before this one on the device.
    ///   - palms: The limits of palms on a touchpad; nil if they are not known.
    ///   - isMade: True if the touch made a gesture. A finger that makes one alone is no palm.
    ///   - namesContacts: True to say which contact each finger is.
    func notes(
        on device: TouchDevice?, after earlier: TrackedTouch? = nil, _ palms: PalmEvidence? = nil, isMade: Bool = false,
        namesContacts: Bool = false
    ) -> [String] {
        [brevity, liftRoll, gap, lostFinger(after: earlier), countOnly(on: device)].compactMap(\.self)
            + fingerList(
                on: device, device?.kind == .touchpad ? palms : nil, isMade: isMade, namesContacts: namesContacts)
    }

    /// A sentence about fingers that the device counts, but does not report; nil if it reports all.
    private func countOnly(on device: TouchDevice?) -> String? {
        guard let device, device.kind == .touchpad, device.slots > 0, extent.fingers > device.slots else { return nil }
        let most = device.slots == 1 ? "1 contact" : "\(device.slots) contacts"
        return "the device reports at most \(most), and only counts "
            + "more fingers (BTN_TOOL_TRIPLETAP and others): where the others were and how they moved is not known"
    }

    /// True if the device only counts the finger: it comes down where another finger is.
    private func isOnlyCounted(_ finger: Finger, on device: TouchDevice) -> Bool {
        extent.fingers > device.slots
            && fingers.contains { other in
                other.id < finger.id && other.start <= finger.start && (other.end ?? end) > finger.start
                    && other.path.position(at: finger.start) == finger.origin
            }
    }

    // MARK: Each finger

    /// The most fingers that are listed.
    private static let mostListed = 10

    /// The fingers in the order in which they are listed.
    var byTouchDown: [Finger] { fingers.sorted { $0.start < $1.start } }

    /// A line for each finger, with where and when it was and how far it went. Empty for two that came, moved and lifted
    /// together, and for one, unless they may be no fingers.
    private func fingerList(
        on device: TouchDevice?, _ palms: PalmEvidence?, isMade: Bool, namesContacts: Bool
    ) -> [String] {
        guard let device else { return [] }
        let surface = device.surface
        let isOrdinary = !fingers.contains { doubt(about: $0, surface, palms) != nil }
        switch fingers.count {
        case 0: return []
        case 1
        where isOrdinary && palms?.hasPalms != true
            && (isMade || device.kind == .touchscreen || remark(on: fingers[0], surface, palms) == nil):
            return []
        case 2 where isPair && isOrdinary: return []
        default: break
        }
        let listed = byTouchDown.enumerated().prefix(Self.mostListed).map { index, finger in
            if isOnlyCounted(finger, on: device) { return "finger \(index + 1): only counted; \(time(of: finger))" }
            let (place, way) = (surface.place(of: finger.origin), "; \(way(of: finger))")
            let contact = namesContacts ? ", contact \(finger.id)" : ""
            return "finger \(index + 1)\(contact): \(place); \(time(of: finger))\(way)"
                + (remark(on: finger, surface, palms).map { ": \($0)" } ?? "")
        }
        let rest = fingers.count - listed.count
        return listed + (rest > 0 ? ["\(rest) more fingers came and lifted"] : [])
    }

    /// True if two fingers came, moved and lifted together.
    private var isPair: Bool {
        let (a, b) = (fingers[0], fingers[1])
        let reaches = [a, b].map(\.path.reach.length)
        return abs((a.start - b.start).count) < Self.together.count
            && abs((last(a) - last(b)).count) < Self.together.count
            && (reaches.max() ?? 0) * SharedMotion.moverShare <= max(reaches.min() ?? 0, Self.stillness)
    }

    /// Fingers of one gesture come and lift within this time.
    static let together = Microseconds.milliseconds(60)
    /// In points, 1.6 mm. A finger that moves less is still.
    private static let stillness = 10.0
    /// In points, 60 mm: fingers of one hand are not farther from the next of them.
    private static let handSpan = 378.0

    private func last(_ finger: Finger) -> Timestamp { finger.end ?? end }

    private func time(of finger: Finger) -> String {
        let first = "\(max(finger.start - start, .zero).count / 1000)"
        return finger.end.map { "from \(first) to \(($0 - start).count / 1000) ms" } ?? "from \(first) ms, never lifted"
    }

    func way(of finger: Finger) -> String {
        let reach = finger.path.reach
        return reach.length < Self.stillness
            ? "still" : "moved \(Wording.millimetres(reach.length)) \(SwipeDirection.words(of: reach))"
    }

    /// What distinguishes the finger from the others: where hands rest, far from them, late, or resting while they move.
    private func remark(on finger: Finger, _ surface: Surface, _ palms: PalmEvidence?) -> String? {
        var remarks: [String] = []
        let farthest = fingers.map(\.path.reach.length).max() ?? 0
        let rests = finger.path.reach.length < Self.stillness && farthest >= 2 * Self.stillness
        let edge = Edge.allCases.min {
            surface.distance(of: finger.origin, from: $0) < surface.distance(of: finger.origin, from: $1)
        }
        var isDoubtful = false
        if let edge, surface.distance(of: finger.origin, from: edge) < Self.bezel,
            rests || farthest < 2 * Self.stillness
        {
            remarks.append("near the \(edge.rawValue) edge, where hands rest")
            isDoubtful = true
        } else if rests {
            remarks.append("rested while others moved")
        }
        if let doubt = doubt(about: finger, surface, palms) {
            // An edge says that already.
            if !isDoubtful || doubt != Self.side { remarks.append(doubt) }
            isDoubtful = true
        }
        let distances = fingers.filter { $0.id != finger.id }.map { ($0.origin - finger.origin).length }
        if fingers.count > 2, let nearest = distances.min(), nearest > Self.handSpan {
            remarks.append("\(Wording.millimetres(nearest)) from the next finger")
        }
        if let palms, isDoubtful || palms.hasPalms {
            let verdict = palms.verdict(
                on: finger, isAtBottom: finger.origin.y > surface.size.dy * (1 - PalmDetector.thumbZone),
                distance: min(finger.origin.x, surface.size.dx - finger.origin.x),
                zone: surface.size.dx * PalmDetector.palmZone)
            return (remarks + ["\(remarks.isEmpty ? "" : "but ")\(verdict)"]).joined(separator: ", ")
        }
        return remarks.isEmpty ? nil : remarks.joined(separator: ", ")
    }

    private static let side = "at the side, where palms rest"

    /// Why a contact of a touchpad that counted as a finger may be a palm; nil for an ordinary finger.
    private func doubt(about finger: Finger, _ surface: Surface, _ palms: PalmEvidence?) -> String? {
        guard let palms else { return nil }
        // One finger that goes far moves the pointer.
        if finger.isNextToPalm, fingers.count > 1 || finger.path.reach.length < Self.bezel { return "next to a palm" }
        let zone = surface.size.dx * PalmDetector.palmZone
        func isInZone(_ point: Point) -> Bool { min(point.x, surface.size.dx - point.x) < zone }
        if isInZone(finger.origin), isInZone(finger.position), finger.path.reach.length < Self.bezel {
            return Self.side
        }
        return palms.suspicion(of: finger)
    }

    // MARK: Movement

    /// How the fingers that were down at a time had moved since the last of them came down, or one lifted; nil for one
    /// finger.
    func sharedMotion(at time: Timestamp) -> SharedMotion? { SharedMotion(waysSinceChange(at: time)) }

    /// Where each finger that was down at a time was when the last of them came down, or one lifted, and where it was then.
    private func waysSinceChange(at time: Timestamp) -> [(from: Point, to: Point)] {
        let down = fingers.filter { $0.start < time && ($0.end.map { $0 >= time } ?? true) }
        guard let since = lastChange(before: time) else { return [] }
        return down.compactMap { finger in
            finger.path.position(at: since).flatMap { from in finger.path.position(at: time).map { (from, $0) } }
        }
    }

    /// What ended a gesture that another one replaced, if another finger came down; nil otherwise.
    func arrival(ending account: GestureAccount) -> String? {
        guard account.message.reason == .known(.outcompeted) else { return nil }
        let time = account.message.time
        return fingers.contains { $0.start > account.start && $0.start <= time && time - $0.start <= Self.together }
            ? "another finger came down" : nil
    }

    /// In points, 8 mm. A fingertip that rolls goes less far.
    private static let farthestRoll = 50.0
    /// As for fingers that land flat.
    private static let rollTime = Microseconds.milliseconds(120)

    /// A sentence about fingers that had rested and moved only as they lifted; nil for others.
    var liftRoll: String? {
        guard let finger = fingers.max(by: { $0.path.reach.length < $1.path.reach.length }), finger.end != nil,
            let moved = finger.path.time(ofShare: 0.3)
        else { return nil }
        let (reach, rest, late) = (finger.path.reach.length, moved - finger.start, last(finger) - moved)
        guard reach >= Self.stillness, late <= Self.rollTime,
            rest.count >= 2 * max(late.count, Self.together.count)
        else { return nil }
        let who = fingers.count == 1 ? "the finger" : "one finger"
        return "\(who) rested for \(rest.count / 1000) ms and moved only in its last \(late.count / 1000) ms, "
            + (reach <= Self.farthestRoll ? "as a fingertip does that rolls when it lifts" : "as it lifted")
    }

    /// No finger touches a surface for so short a time.
    private static let briefest = Microseconds.milliseconds(15)

    /// A sentence about fingers that the device reported too briefly; nil for others.
    private var brevity: String? {
        guard !isDown, !fingers.isEmpty, extent.duration < Self.briefest else { return nil }
        let who = fingers.count == 1 ? "the finger" : "the fingers"
        return
            "the device reported \(who) for \(extent.duration.count / 1000) ms only: no touch is so short, so it lost what "
            + "they did before or after"
    }

    /// A sentence about reports that the device lost while a finger moved; nil if there is no gap.
    var gap: String? {
        let gap = fingers.compactMap(\.path.gap).max { $0.distance < $1.distance }
        return gap.map { gap in
            "the device reported nothing from \((gap.start - start).count / 1000) to \((gap.end - start).count / 1000) ms, "
                + "while a finger went \(Wording.millimetres(gap.distance))"
        }
    }

    /// A sentence about a finger that the device lost and found again under another number; nil if it lost none.
    ///
    /// - Parameter earlier: The touch before this one on the device.
    func lostFinger(after earlier: TrackedTouch?) -> String? {
        for (index, finger) in fingers.enumerated() {
            let others = fingers.prefix(index) + (index == 0 ? earlier?.fingers ?? [] : [])
            for other in others.reversed() {
                guard let lift = other.end, finger.start >= lift, finger.start - lift <= Self.loss else { continue }
                let distance = (finger.origin - other.position).length
                guard distance <= Self.bezel,
                    other.path.reach.length >= Self.stillness || finger.path.reach.length >= Self.stillness
                else { continue }
                return "a finger came \((finger.start - lift).count / 1000) ms after another had lifted, "
                    + "\(Wording.millimetres(distance)) from it: the device may have lost one finger for a moment"
            }
        }
        return nil
    }

    /// No finger taps again within this time.
    private static let loss = Microseconds.milliseconds(40)
}

extension Surface {
    /// Returns the distances from the nearer edges: `96 mm from the left, 40 mm from the top`.
    func place(of point: Point) -> String {
        let horizontal = point.x <= size.dx / 2 ? Edge.left : .right
        let vertical = point.y <= size.dy / 2 ? Edge.top : .bottom
        return [horizontal, vertical].map { edge in
            "\(Wording.millimetres(max(distance(of: point, from: edge), 0))) from the \(edge.rawValue)"
        }.joined(separator: ", ")
    }
}
