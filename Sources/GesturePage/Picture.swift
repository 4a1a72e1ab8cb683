internal import GestureModel
internal import GestureProtocol
internal import TouchInput

/// A picture of a recording as SVG without a script. It shows the contacts' paths to scale, their classification, the
/// decisive distances, and the recognised gestures, or the reasons why no gesture was recognised.
public struct Picture {
    private struct Track {
        let id: Int
        let start: Timestamp
        var points: [(position: Point, force: Int32?, state: String)] = []
        /// The cause of the contact's last state.
        var cause: String?
    }

    private struct Sequence {
        let start: Timestamp
        var tracks: [Track] = []
        var down: Set<Int> = []
        var explanations: [ExplanationMessage] = []
        var recognised: [String] = []
    }

    private let device: TouchDevice
    private var sequences: [Sequence] = []
    private var accounts: [GestureAccount] = []

    public init(_ recording: PackedRecording) {
        device = recording.device
        // Contacts are added first: a touch may begin with a gesture, and the gesture is sent before the contacts of
        // its frame.
        for message in recording.messages { if case .contacts(let frame) = message { add(frame) } }
        for message in recording.messages {
            switch message {
            case .explanation(let explanation): add(explanation)
            case .gesture(let gesture):
                accounts.add(gesture, scale: ValueUnits.millimetres.scale(on: device.surface))
            default: break
            }
        }
        // What began as a turn may be a pinch in the end.
        for account in accounts { add(account) }
    }

    /// The number of touch sequences.
    public var count: Int { sequences.count }

    private mutating func add(_ frame: ContactsMessage) {
        for contact in frame.contacts {
            if sequences.last?.down.isEmpty ?? true { sequences.append(Sequence(start: frame.time)) }
            let last = sequences.count - 1
            sequences[last].down.insert(contact.id)
            let index: Int
            if let known = sequences[last].tracks.lastIndex(where: { $0.id == contact.id }) {
                index = known
            } else {
                index = sequences[last].tracks.count
                sequences[last].tracks.append(Track(id: contact.id, start: frame.time))
            }
            sequences[last].tracks[index].points.append(
                (contact.position, contact.pressure ?? contact.size, contact.state.word))
            sequences[last].tracks[index].cause = contact.why
        }
        guard !sequences.isEmpty else { return }
        let last = sequences.count - 1
        sequences[last].down = Set(frame.contacts.filter(\.isDown).map(\.id))
    }

    /// Adds an explanation of a gesture. Ignores decisions about contacts, because these are drawn with the contacts.
    private mutating func add(_ explanation: ExplanationMessage) {
        guard explanation.contact == nil else { return }
        let touch = Timestamp(microseconds: explanation.time.microseconds - explanation.elapsed.count)
        guard let index = sequences.lastIndex(where: { $0.start <= touch }) else { return }
        sequences[index].explanations.append(explanation)
    }

    private mutating func add(_ account: GestureAccount) {
        guard let index = sequences.lastIndex(where: { $0.start <= account.start }) else { return }
        let name = account.noun
        if sequences[index].recognised.last != name { sequences[index].recognised.append(name) }
    }

    // MARK: - Drawing

    /// - Parameters:
    ///   - number: The number of the touch sequence to draw, from 1; nil for all.
    ///   - hasCaption: True if the picture states what was recognised, or why not.
    public func svg(sequence number: Int? = nil, title: String, hasCaption: Bool = true) -> [UInt8] {
        let drawn = number.map { (1...max(count, 1)).contains($0) && count > 0 ? [sequences[$0 - 1]] : [] } ?? sequences
        let size = device.surface.millimetres
        let unit = max(size.dx, 40) / 100
        let caption = hasCaption ? lines(of: drawn, width: size.dx / unit) : []
        let height = size.dy + (caption.isEmpty ? 0 : (Double(caption.count) * 4.4 + 3) * unit)
        var text = """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="\(fixed(-unit)) \(fixed(-unit)) \(fixed(size.dx + 2 * unit)) \
            \(fixed(height + 2 * unit))" role="img" aria-label="\(title.escapingHTML)">
            <title>\(title.escapingHTML)</title>
            <style>\(Picture.style)</style>
            <rect class="surface" width="\(fixed(size.dx))" height="\(fixed(size.dy))" stroke-width="\(fixed(unit / 4))"/>

            """
        if device.kind == .touchpad { text += zones(size) }
        for sequence in drawn {
            text += circles(of: sequence, unit)
            for track in sequence.tracks { text += path(of: track, in: drawn, unit) }
        }
        for (index, line) in caption.enumerated() {
            let y = size.dy + (Double(index) * 4.4 + 5) * unit
            text += """
                <text class="\(line.style)" x="0" y="\(fixed(y))" font-size="\(fixed(3.2 * unit))">\(line.text.escapingHTML)</text>

                """
        }
        return Array((text + "</svg>\n").utf8)
    }

    private static let style = """
        .surface{fill:#f3f5f7;stroke:#8c959f}.zone{fill:#b3261e;opacity:.07}path,.start{fill:none;stroke-linecap:round;\
        stroke-linejoin:round}.finger{stroke:#0a6b4f}.held,.duplicate{stroke:#8a5a00}.palm,.faulty{stroke:#b3261e}\
        .thumb{stroke:#8e2fa0}.ghost,.off,.cancelled{stroke:#57606a}.penNear,.limit{stroke:#0550ae}.limit{fill:none}\
        text{font-family:system-ui,sans-serif;fill:#1b1f24}text.good{fill:#0a6b4f}text.bad{fill:#b3261e}\
        text.mark{fill:#0550ae}@media(prefers-color-scheme:dark){.surface{fill:#1f242a;stroke:#6b7580}.finger{stroke:#5fd3a9}\
        .held,.duplicate{stroke:#f0b849}.palm,.faulty{stroke:#ff8a80}.thumb{stroke:#e0a3ec}.ghost,.off,.cancelled\
        {stroke:#a3acb6}.penNear,.limit{stroke:#86b9ff}text{fill:#e6e9ed}text.good{fill:#5fd3a9}text.bad{fill:#ff8a80}\
        text.mark{fill:#86b9ff}}
        """

    /// Returns the line pattern of a state, so that states differ not only in colour.
    private static func dashes(_ state: String, _ unit: Double) -> String {
        let dashes: [Double] =
            switch state {
            case "finger": []
            case "held", "duplicate": [1.6, 1.2]
            case "palm": [0.4, 1.6]
            case "thumb": [2.4, 0.8, 0.4, 0.8]
            case "ghost": [0.3, 2.2]
            default: [2.4, 1.6]
            }
        guard !dashes.isEmpty else { return "" }
        return " stroke-dasharray=\"\(dashes.map { fixed($0 * unit) }.joined(separator: " "))\""
    }

    private func zones(_ size: Vector) -> String {
        let (palm, thumb) = (size.dx * PalmDetector.palmZone, size.dy * PalmDetector.thumbZone)
        let rectangles = [
            (0, 0, palm, size.dy), (size.dx - palm, 0, palm, size.dy),
            (palm, size.dy - thumb, size.dx - 2 * palm, thumb),
        ]
        return rectangles.map { x, y, width, height in
            "<rect class=\"zone\" x=\"\(fixed(x))\" y=\"\(fixed(y))\" width=\"\(fixed(width))\" height=\"\(fixed(height))\"/>\n"
        }.joined()
    }

    /// Draws the decisive distances as circles around the points where fingers came down. A recognised gesture has none:
    /// the distances at which others failed decided nothing.
    private func circles(of sequence: Sequence, _ unit: Double) -> String {
        guard sequence.recognised.isEmpty else { return "" }
        var limits: [Double: (stay: Bool, leave: Bool)] = [:]
        for explanation in sequence.explanations {
            switch explanation.reason {
            case .known(.failed(.movedTooFar(_, let limit))): limits[limit, default: (false, false)].leave = true
            case .known(.failed(.movedTooLittle(_, let limit))): limits[limit, default: (false, false)].stay = true
            default: break
            }
        }
        return limits.sorted { $0.key < $1.key }.flatMap { limit, deciding in
            let radius = limit * Surface.millimetresPerPoint
            return starts(of: sequence, within: radius, deciding).map { start in
                "<circle class=\"limit\" cx=\"\(fixed(start.x))\" cy=\"\(fixed(start.y))\" r=\"\(fixed(radius))\" "
                    + "stroke-width=\"\(fixed(unit / 5))\" stroke-dasharray=\"\(fixed(unit)) \(fixed(unit))\"/>\n"
            }
        }.joined()
    }

    /// Returns the points where some fingers came down: those for which the distance was decisive, because they stayed
    /// within it or left it. If there are no such fingers, returns the points of all fingers.
    private func starts(of sequence: Sequence, within radius: Double, _ deciding: (stay: Bool, leave: Bool)) -> [Point]
    {
        let fingers = sequence.tracks.filter { $0.points.contains { $0.state == "finger" } }
        let chosen = fingers.filter { track in
            let first = track.points[0].position
            let leaves = track.points.contains { ($0.position - first).length > radius }
            return leaves ? deciding.leave : deciding.stay
        }
        return (chosen.isEmpty ? fingers : chosen).map(\.points[0].position)
    }

    private func path(of track: Track, in sequences: [Sequence], _ unit: Double) -> String {
        let forces = sequences.flatMap { $0.tracks.flatMap { $0.points.compactMap(\.force) } }.filter { $0 > 0 }
        let (least, most) = (forces.min() ?? 0, forces.max() ?? 0)
        func width(_ force: Int32?) -> Double {
            guard let force, most > least else { return unit }
            return unit * (0.6 + 1.9 * max(0, Double(force - least) / Double(most - least)))
        }
        var text = ""
        var from = 0
        while from < track.points.count {
            let (first, state) = (track.points[from].position, track.points[from].state)
            let wide = (width(track.points[from].force) * 4 / unit).rounded() * unit / 4
            var steps = "M\(fixed(first.x)) \(fixed(first.y))"
            var last = first
            var index = from + 1
            while index < track.points.count {
                let point = track.points[index]
                let isSame = point.state == state && (width(point.force) * 4 / unit).rounded() * unit / 4 == wide
                // Samples within a third of the usual line width would not be visible.
                if (point.position - last).length > unit / 3 || !isSame {
                    steps += "L\(fixed(point.position.x)) \(fixed(point.position.y))"
                    last = point.position
                }
                if !isSame { break }
                index += 1
            }
            if last == first { steps += "h0.01" }
            text += """
                <path class="\(state.escapingHTML)" d="\(steps)" stroke-width="\(fixed(wide))"\(Picture.dashes(state, unit))/>

                """
            from = max(index, from + 1)
        }
        if let start = track.points.first {
            text += """
                <circle class="start \(start.state.escapingHTML)" cx="\(fixed(start.position.x))" cy="\(fixed(start.position.y))" \
                r="\(fixed(1.6 * unit))" stroke-width="\(fixed(unit / 3))"/>

                """
        }
        return text
    }

    // MARK: - Words

    /// Returns a line such as `swipe: too slow: went 68.8 pt/s < 100 pt/s at 3510 ms`.
    private func caption(_ explanation: ExplanationMessage) -> String {
        guard case .known(.failed(let failure))? = explanation.reason else { return explanation.sentence }
        let name = explanation.recogniser.noun
        return "\(name): \(failure.summary)\(explanation.sentence.dropFirst(name.count))"
    }

    /// The most sentences of a caption. If there are more, the last sentence states how many are left out.
    private static let captionLines = 4

    private func lines(of sequences: [Sequence], width: Double) -> [(text: String, style: String)] {
        guard sequences.count == 1, let sequence = sequences.first else {
            let names = sequences.flatMap(\.recognised)
            let words = names.reduce(into: GestureCounts()) { $0.add($1) }.text
            return [(words.isEmpty ? "no gesture" : words, words.isEmpty ? "bad" : "good")]
        }
        var lines: [(String, String)] = []
        let recognised = sequence.explanations.filter { $0.outcome == .known(.recognised) }
        let failed = sequence.explanations.filter { explanation in
            if case .known(.failed) = explanation.reason { true } else { false }
        }
        var made: [GestureAccount] = []
        for (explanation, account) in zip(recognised, accounts.accounts(of: recognised)) {
            guard let account else {
                lines.append((explanation.sentence, "good"))
                continue
            }
            if let sentence = account.sentence(of: explanation, after: made) {
                lines.append((sentence, account.cancellation == nil ? "good" : "bad"))
            }
            made.append(account)
        }
        if recognised.isEmpty, let name = sequence.recognised.first { lines.append((name, "good")) }
        if lines.isEmpty { for explanation in failed.prefix(2) { lines.append((caption(explanation), "bad")) } }
        for track in sequence.tracks {
            guard let state = track.points.last?.state, state != "finger" else { continue }
            let place = "\(fixed(track.points[0].position.x)), \(fixed(track.points[0].position.y)) mm"
            lines.append(("contact at \(place): \(state)\(track.cause.map { ": \($0)" } ?? "")", "bad"))
        }
        if lines.isEmpty { lines.append(("no gesture", "bad")) }
        if lines.count > Picture.captionLines {
            let rest = lines.count - Picture.captionLines + 1
            lines.replaceSubrange((Picture.captionLines - 1)..., with: [("and \(rest) more", "bad")])
        }
        let most = Int(width / 1.6)
        return lines.flatMap { text, style in
            LengthText.withMillimetres(text).lines(ofAtMost: most).map { ($0, style) }
        }
    }
}

extension String {
    /// Returns the text, split into lines of whole words.
    fileprivate func lines(ofAtMost width: Int) -> [String] {
        var lines: [String] = []
        for word in split(separator: " ") {
            if let last = lines.last, last.count + 1 + word.count <= width {
                lines[lines.count - 1] = "\(last) \(word)"
            } else {
                lines.append(String(word))
            }
        }
        return lines
    }
}

extension ContactsMessage.Contact {
    /// The reason why the contact is not a finger, as a phrase; nil for a state that needs no reason, such as a finger,
    /// and for a word that only a newer daemon knows.
    fileprivate var why: String? {
        switch (state, cause) {
        case (_, .known(let cause)?): cause.phrase
        case (.known(let state), nil): state.phrase
        default: nil
        }
    }
}

/// Formats a number with at most two decimals: a hundredth of a millimetre.
private func fixed(_ number: Double) -> String {
    guard number.isFinite, abs(number) < 1e9 else { return "0" }
    let hundredths = Int((number * 100).rounded())
    let (whole, rest) = (abs(hundredths) / 100, abs(hundredths) % 100)
    let sign = hundredths < 0 ? "-" : ""
    guard rest > 0 else { return "\(sign)\(whole)" }
    return rest % 10 == 0 ? "\(sign)\(whole).\(rest / 10)" : "\(sign)\(whole).\(rest < 10 ? "0" : "")\(rest)"
}
