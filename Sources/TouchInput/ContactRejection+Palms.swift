internal import GestureModel

extension ContactRejection {
    /// Millimetres from the left or right edge within which a contact began at the edge: a fingertip's centre comes hardly
    /// so near, since half of the finger would be beside the surface. Palms hang over it by 2 to 4 mm.
    static let edge = 1.0
    /// Millimetres from the edge at which what began there proves to be a finger.
    static let inside = 4.0
    /// The share of the width, at either side, where palms rest; libinput's.
    static let palmZone = 0.08
    /// A palm's other blobs come and go beside it, up to half a second apart (the median gap is 200 ms, the third
    /// quartile 596 ms).
    static let palmMemory = Microseconds.milliseconds(600)
    /// Millimetres a light contact moves to be a finger: palms that brush a pad and leave it move 1.3 mm, and one in four
    /// 2.8 mm.
    static let motion = 3.0
    /// Millimetres that no hand spans with two fingers side by side: of both hands' palms.
    static let span = 60.0
    /// The share of the height above the bottom where thumbs rest; libinput's.
    static let thumbZone = 0.15

    /// Why a contact that begins may be no finger; nil for an ordinary one.
    func suspicion(of contact: Contact, _ detail: ContactDetail, at time: Timestamp) -> TrackedContact.Suspicion? {
        if kind == .touchpad {
            if isAtEdge(contact.position, detail) { return .edge }
            if isBesidePalm(at: time), isInPalmZone(contact.position) || isHeavy(detail) { return .palm }
            if isLight(detail, at: time) { return .light }
            if isUnannouncedBox, contacts.contains(where: { $0.isShown && !$0.hasEnded }) { return .corner }
        }
        if isAfterthought(at: time) { return .afterthought }
        return storm.isRaging || isBurst || isDistrusted(at: time) ? .storm : nil
    }

    /// Shows what has proved to be a finger.
    mutating func release(_ index: Int, at time: Timestamp) {
        guard case .held(let suspicion) = contacts[index].standing else { return }
        let contact = contacts[index]
        let isFinger =
            switch suspicion {
            case .edge: min(sideDistance(contact.position), bottomDistance(contact.position)) > ContactRejection.inside
            case .palm: !isInPalmZone(contact.position) && !isHeavy(contact.detail)
            case .light: !isLight(contact.detail, at: time) || contact.reach >= ContactRejection.motion
            case .storm, .corner, .afterthought, .successor:
                plausibleAge(suspicion).map { contact.startTime + $0 <= time } ?? false
            }
        if isFinger { contacts[index].standing = .shown }
    }

    mutating func rejectPalms(at time: Timestamp) {
        for index in contacts.indices where contacts[index].phase != .ended {
            if isPalm(index, at: time) { reject(index, as: .palm) }
            if contacts[index].standing == .held(.edge), sideDistance(contacts[index].position) <= ContactRejection.edge
            {
                lastPalm = time
            }
        }
        if kind == .touchpad { rejectBothPalms(at: time) }
    }

    private mutating func isPalm(_ index: Int, at time: Timestamp) -> Bool {
        let contact = contacts[index]
        if palms.isPalm(contact.detail) {
            lastPalm = time
            return true
        }
        guard kind == .touchpad, contact.standing != .rejected else { return false }
        if isBesidePalm(at: time), isHeavy(contact.detail) { return true }
        return contact.position.y > surface.size.dy * (1 - ContactRejection.thumbZone) && palms.isThumb(contact.detail)
    }

    /// Both hands' palms rest at both sides, and no hand reaches from one to the other.
    private mutating func rejectBothPalms(at time: Timestamp) {
        guard contacts.count > 1 else { return }
        for left in contacts.indices where isSidePalm(left, isLeft: true) {
            for right in contacts.indices where isSidePalm(right, isLeft: false) {
                guard (contacts[right].position - contacts[left].position).millimetres > ContactRejection.span else {
                    continue
                }
                lastPalm = time
                reject(left, as: .palm)
                reject(right, as: .palm)
            }
        }
    }

    private func isSidePalm(_ index: Int, isLeft: Bool) -> Bool {
        let contact = contacts[index]
        return !contact.hasEnded && isInPalmZone(contact.start) && isInPalmZone(contact.position)
            && (contact.start.x < surface.size.dx / 2) == isLeft
    }

    private func isBesidePalm(at time: Timestamp) -> Bool {
        lastPalm.map { time - $0 <= ContactRejection.palmMemory } ?? false
    }

    private func isHeavy(_ detail: ContactDetail) -> Bool {
        detail.pressure.map { $0 >= palms.heavyBesidePalm } ?? false
    }

    /// Lighter than a finger. Where the device reports contacts far lighter than others do, it means another thing by its
    /// numbers: a finger is then half as heavy again as the lightest touch.
    private func isLight(_ detail: ContactDetail, at time: Timestamp) -> Bool {
        guard let pressure = detail.pressure, pressure > 0 else { return false }
        let light = isBesidePalm(at: time) ? palms.lightBesidePalm : palms.light
        return pressure < min(light, Int32(clamping: Int64(leastPressure) * 3 / 2))
    }

    /// Beyond the lower edge thumbs hang as palms do at the sides; but fingers reach to within a millimetre of it.
    private func isAtEdge(_ place: Point, _ detail: ContactDetail) -> Bool {
        sideDistance(place) <= ContactRejection.edge
            || (detail.isOutside && bottomDistance(place) <= ContactRejection.edge)
    }

    private func bottomDistance(_ place: Point) -> Double {
        (surface.size.dy - place.y) * Surface.millimetresPerPoint
    }

    /// Millimetres to the nearer of the left and right edges.
    private func sideDistance(_ place: Point) -> Double {
        min(place.x, surface.size.dx - place.x) * Surface.millimetresPerPoint
    }

    private func isInPalmZone(_ place: Point) -> Bool {
        min(place.x, surface.size.dx - place.x) < surface.size.dx * ContactRejection.palmZone
    }
}
