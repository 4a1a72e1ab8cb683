internal import GestureModel
internal import GestureProtocol

/// Checks what a client receives that sends arbitrary bytes: whole lines of known types, and for each gesture `began`, any
/// number of `changed`, and one end.
///
/// The shadow model checks more, but must know the requests, and parses them less strictly than the daemon.
struct PhaseChecker {
    private(set) var findings: [String] = []
    private var rest: [UInt8] = []
    private var open: Set<Gesture> = []
    private var over: Set<Gesture> = []

    private struct Gesture: Hashable {
        let subscription: Int
        let number: UInt64
    }

    mutating func receive(_ bytes: some Sequence<UInt8>) {
        rest.append(contentsOf: bytes)
        while let newline = rest.firstIndex(of: UInt8(ascii: "\n")) {
            decode(Array(rest[..<newline]))
            rest.removeSubrange(...newline)
        }
    }

    /// The daemon closed the stream.
    mutating func close() {
        if !rest.isEmpty { findings.append("half a line: \(String(decoding: rest, as: UTF8.self))") }
        if !open.isEmpty { findings.append("\(open.count) gestures are open at the end") }
    }

    private mutating func decode(_ line: [UInt8]) {
        do {
            switch try ServerMessage(line: line) {
            case .gesture(let message): check(message)
            case .unknown(let type): findings.append("unknown type \(type)")
            default: break
            }
        } catch {
            findings.append("\(String(decoding: line, as: UTF8.self)): \(error)")
        }
    }

    private mutating func check(_ message: GestureMessage) {
        let gesture = Gesture(subscription: message.subscription, number: message.gesture)
        let isInPlace =
            switch message.phase {
            case .began: !over.contains(gesture) && open.insert(gesture).inserted
            case .changed: open.contains(gesture)
            case .ended, .cancelled: open.remove(gesture) != nil && over.insert(gesture).inserted
            }
        if !isInPlace { findings.append("\(message.phase.name) out of order: \(message)") }
    }
}
