internal import GestureModel
internal import GestureProtocol

/// Sends explanations to subscribers. An explanation is encoded once for adjacent subscribers that receive the same
/// text, and the explanations of one step of a device cost a limited amount of work, so that programs that only show
/// them do not delay frames.
struct ExplanationWriter {
    /// The cost of all explanations so far.
    private(set) var work = Work.zero
    /// What the explanations of the current step may still cost. Beyond it, explanations are dropped and counted.
    private var budget = Work.zero

    /// The most that the explanations of one step cost: some fifty different explanations, or a thousand of the same.
    static let limit = Work(40_000)

    /// Called before the groups of a device handle a frame or a deadline.
    mutating func beginStep() { budget = Self.limit }

    /// Sends the recogniser's decision with its reason.
    mutating func send(_ finding: Finding, on device: TouchDevice, to subscribers: [Subscriber]) {
        var encoded: (positions: PositionAccess, line: ExplanationLine)?
        for subscriber in subscribers {
            spend(.scan)
            guard subscriber.receivesFindings else { continue }
            let positions = subscriber.encoder.positions
            let withholdsPath = subscriber.encoder.withholdsPaths && finding.fingers <= 1
            send(to: subscriber, encoded?.positions == positions ? encoded?.line : nil) {
                ExplanationMessage(
                    withholdsPath ? finding.withholdingPath : finding, device: device.id,
                    subscription: subscriber.subscription.number, positions: positions)
            }
            .map { encoded = (positions, $0) }
        }
    }

    /// Sends the filter's decision about a contact, with each client's own number of the contact.
    mutating func send(_ finding: ContactFinding, on device: PipelineDevice, to subscribers: [Subscriber]) {
        var encoded: (format: GestureEncoder.Format, number: Int, line: ExplanationLine)?
        for subscriber in subscribers {
            spend(.scan)
            guard subscriber.receivesFindings(of: finding.contact) else { continue }
            let format = subscriber.encoder.format
            var finding = finding
            finding.contact = subscriber.session.contactNumbers.number(of: finding.contact, on: device)
            let number = finding.contact
            let isEncoded = encoded?.number == number && encoded?.format == format
            send(to: subscriber, isEncoded ? encoded?.line : nil) {
                let (request, touchDevice) = (subscriber.subscription.request, device.touchDevice)
                return ExplanationMessage(
                    finding, device: touchDevice.id, subscription: subscriber.subscription.number,
                    scale: request.units.scale(on: touchDevice.surface))
            }
            .map { encoded = (format, number, $0) }
        }
    }

    /// Sends an explanation, or drops it if the client does not keep up or the budget is spent.
    ///
    /// - Parameters:
    ///   - line: The explanation, if it has been encoded; otherwise `message` makes it.
    /// - Returns: The explanation, if it was sent.
    private mutating func send(
        to subscriber: Subscriber, _ line: ExplanationLine?, _ message: () -> ExplanationMessage
    ) -> ExplanationLine? {
        guard budget > .zero, subscriber.hasRoomForExplanation else {
            subscriber.dropExplanation()
            return line
        }
        if line == nil { spend(.explanation) }
        let line = line ?? ExplanationLine(message())
        spend(.line)
        subscriber.send(line)
        return line
    }

    private mutating func spend(_ cost: Work) {
        work += cost
        budget -= cost
    }
}
