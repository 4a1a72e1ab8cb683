package import GestureModel

/// One step of a gesture's recognition.
///
///     possible ──► active* ──► ended
///        └───────────┴───────► failed
///
/// A gesture is possible until the first verdict about it. `ended` and `failed` close a gesture; later verdicts belong
/// to the next gesture.
package enum Verdict: Hashable, Sendable {
    /// The gesture is in progress.
    case active(GestureValue)
    /// The gesture succeeded. A discrete gesture is never active before it ends.
    case ended(GestureValue)
    /// The contacts do not make this gesture, or no longer do. `partialValue` is the final value if it differs from the
    /// last active one: a composition's value, with the phase that each part had reached.
    case failed(CancellationReason, partialValue: GestureTree? = nil)

    /// Returns the verdict that the contacts do not make the gesture, with the measurement that decided it.
    package static func failed(_ reason: FailureReason) -> Verdict { .failed(.failed(reason)) }
}

/// The verdicts of one call of a recogniser, in order: usually none or one, and two if one gesture follows another
/// within a frame.
///
/// The first four are stored inline, without an allocation. More are rare: for example, when five fingers that drum on
/// the surface lift in one frame.
package struct VerdictBuffer: Sendable {
    private var inline = InlineArray<4, Verdict?>(repeating: nil)
    private var overflow: [Verdict] = []
    /// How many verdicts the buffer has.
    package private(set) var count = 0

    /// True if the recogniser should append ``findings`` as well. This allocates memory.
    let explains: Bool
    /// The decisions about gestures: recognised, lost or not reached.
    var findings: [Finding] = []

    /// Creates an empty buffer.
    package init() { self.init(explains: false) }

    init(explains: Bool) { self.explains = explains }

    /// True if the buffer has no verdicts.
    package var isEmpty: Bool { count == 0 }

    /// - Precondition: `index` is less than ``count``.
    package subscript(index: Int) -> Verdict {
        // Read through the span, because the array's own subscript copies all elements (Swift 6.3).
        guard index < inline.count else { return overflow[index - inline.count] }
        guard let verdict = inline.span[index] else { preconditionFailure("verdict \(index) of \(count)") }
        return verdict
    }

    /// Appends a verdict. Does nothing for nil, so that a recogniser can append the optional result of a step.
    package mutating func append(_ verdict: consuming Verdict?) {
        guard let verdict else { return }
        if count < inline.count { inline[count] = verdict } else { overflow.append(verdict) }
        count += 1
    }

    /// Moves a verdict out of the buffer; call ``removeAll()`` once all were taken. A copy would cost more, and retain the
    /// value: a composition reuses its tree as soon as no verdict holds it.
    mutating func take(_ index: Int) -> Verdict? {
        index < inline.count ? inline[index].take() : overflow[index - inline.count]
    }

    /// Removes everything. A verdict that was not taken keeps its value until another replaces it.
    package mutating func removeAll() {
        if !overflow.isEmpty { overflow.removeAll() }
        if !findings.isEmpty { findings.removeAll(keepingCapacity: true) }
        count = 0
    }
}
