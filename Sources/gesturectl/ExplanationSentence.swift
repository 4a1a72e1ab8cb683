internal import GestureModel
internal import GestureProtocol

extension ExplanationMessage {
    /// The sentence about a contact, with where it came down in millimetres and how long after the first finger.
    func sentence(on surface: Surface?, _ units: ValueUnits, since start: Timestamp?) -> String {
        let text = LengthText.withMillimetres(sentence)
        guard let surface, let position = contact?.position else { return text }
        let scale = units.scale(on: surface)
        let place = surface.place(of: Point(x: position.x / scale.dx, y: position.y / scale.dy))
        let late =
            start.map { self.touch - $0 }.flatMap { $0 > .zero ? ", \($0.count / 1000) ms after the first" : nil } ?? ""
        return text.replacing(" pt: ", with: " pt (\(place)\(late)): ", maxReplacements: 1)
    }

    var isClick: Bool { reason == .known(.failed(.clicked)) }

    /// The end of the sentence: ` at 158 ms`.
    var moment: String { " at \(elapsed.count / 1000) ms" }

    /// The explanation with the time since a touch began: recognisers may have received its first finger later.
    func counted(from start: Timestamp) -> ExplanationMessage {
        guard sentence.hasSuffix(moment) else { return self }
        var explanation = self
        explanation.elapsed = max(time - start, .zero)
        explanation.sentence = sentence.dropLast(moment.count) + explanation.moment
        return explanation
    }

    /// What a decision waited for that came only after the fingers of a touch had lifted; nil if it came before.
    ///
    /// - Parameter isStandard: True if the gesture is one of the standard set, which waits for no further taps.
    func wait(after touch: TrackedTouch, isStandard: Bool) -> String? {
        guard !touch.isDown, time > touch.end else { return nil }
        if time - touch.end <= TrackedTouch.heldLift { return "a lost finger to come back" }
        if isStandard { return "another finger" }
        if case .known(.failed(.nothingFollowed))? = reason { return "what follows" }
        return "another tap"
    }

    /// The sentence with millimetres, and with a cause that is more exact than its reason.
    ///
    /// - Parameter limit: The name of the distance that decided; nil if it is clear.
    func sentence(cancelledBy cause: String?, limit: String? = nil) -> String {
        let text = LengthText.withMillimetres(sentence)
        if let limit { return text.replacing(" mm)\(moment)", with: " mm, \(limit))\(moment)") }
        guard let cause, let phrase = reason?.phrase else { return text }
        return text.replacing(phrase, with: cause)
    }

    /// True for a contact that was a finger after a moment: its gesture was not delayed noticeably.
    var isAcceptedAtOnce: Bool { outcome == .known(.accepted) && elapsed < .milliseconds(30) }
    var isRecognised: Bool { outcome == .known(.recognised) }

    /// The name of the distance of the standard set that decided; nil for other reasons.
    func limit(on kind: TouchDeviceKind, _ thresholds: Thresholds) -> String? {
        guard case .known(let reason)? = reason else { return nil }
        return Remedy.name(ofLimit: reason, on: kind, thresholds)
    }
}

extension [ExplanationMessage] {
    /// Returns the cause of a cancellation, if a contact turned out to be no finger; otherwise nil.
    func cause(of reason: Reported<CancellationReason>?, at time: Timestamp, on device: String) -> String? {
        switch reason {
        case .known(.palm)?, .known(.resynchronised)?: break
        default: return nil
        }
        let rejected = last { $0.device == device && $0.time == time && $0.outcome == .known(.rejected) }
        return rejected?.contact.map { "contact \($0.id) turned out to be no finger" }
    }
}
