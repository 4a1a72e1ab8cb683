import FoundationEssentials
import GestureModel
import GestureProtocol
import Strokes
import Testing

/// Others write clients from docs/PROTOCOL.md: its examples and tables agree with the code.
@Suite struct ProtocolDocumentTests {
    /// Empty if it cannot be read, in which case the first test fails.
    private static let text = (try? RecordedFiles.text(of: "docs/PROTOCOL.md")) ?? ""
    private static let examples = jsonLines(of: text)
    private static let requestTypes = [
        "subscribe", "unsubscribe", "move", "cancel", "pause", "resume", "haptic", "reload", "status",
    ]
    private static let messageTypes = [
        "hello", "ok", "error", "gesture", "explanation", "accessChanged", "deviceAdded", "deviceChanged",
        "deviceRemoved", "status", "subscriptionChanged", "contacts",
    ]

    @Test func `every example of a request is accepted, and every example of a message is known`() throws {
        #expect(!ProtocolDocumentTests.examples.isEmpty)
        for line in ProtocolDocumentTests.examples {
            // The request and the answer `status` have one type.
            if line.hasPrefix(#"{"type":"status""#), (try? Request(line: line.utf8)) != nil { continue }
            let message = try ServerMessage(line: line.utf8)
            guard case .unknown(let type) = message else { continue }
            #expect(ProtocolDocumentTests.requestTypes.contains(type), "neither request nor message: \(line)")
            #expect(throws: Never.self, "\(line)") { try Request(line: line.utf8) }
        }
    }

    @Test(arguments: requestTypes + messageTypes)
    func `every type has an example`(_ type: String) {
        #expect(ProtocolDocumentTests.examples.contains { $0.hasPrefix(#"{"type":"\#(type)""#) })
    }

    @Test func `every phase, value and capability has an example`() {
        let phases = ["began", "changed", "ended", "cancelled"].map { #""phase":"\#($0)""# }
        let values = GestureName.allCases.map { #""value":{"\#($0.rawValue)""# }
        for needle in phases + values + (Hello.allCapabilities + [Hello.hapticCapability]).map({ #""\#($0)""# }) {
            #expect(ProtocolDocumentTests.examples.contains { $0.contains(needle) }, "\(needle)")
        }
    }

    @Test(arguments: ErrorCode.allCases)
    func `every error code has its row, with what becomes of the connection`(_ code: ErrorCode) throws {
        let row = try #require(ProtocolDocumentTests.row(code.rawValue))
        #expect(row.hasSuffix(code.closesConnection ? "| closed |" : "| goes on |"))
    }

    @Test func `every reason has its row`() {
        for reason in CancellationReason.every {
            #expect(ProtocolDocumentTests.row(reason.name) != nil, "\(reason.name)")
        }
    }

    @Test func `every state and cause of a contact has its row`() {
        let words = ContactReport.State.allCases.map(\.rawValue) + ContactReport.Cause.allCases.map(\.rawValue)
        let rows = ProtocolDocumentTests.text.split(separator: "\n").filter { $0.hasPrefix("| `") }
        let named = rows.flatMap { $0.dropFirst(2).prefix { $0 != "|" }.split(separator: ",") }
        for word in words {
            #expect(named.contains { $0.filter { !$0.isWhitespace } == "`\(word)`" }, "\(word)")
        }
    }

    @Test func `every failure has its row`() throws {
        for failure in FailureReason.every {
            let name = try #require(FailureReasonTests.sent(failure).firstMatch(of: /"failureReason":\{"(\w+)"/)?.1)
            #expect(ProtocolDocumentTests.row(String(name)) != nil, "\(name)")
        }
    }

    @Test(arguments: GestureName.allCases)
    func `every parameter has its row, with its default`(_ name: GestureName) {
        let rows = ProtocolDocumentTests.parameterRows
        #expect(rows.filter { $0.gestures.contains(name.rawValue) }.allSatisfy { row in name.has(row.key) })
        func check<Gesture: SingleGesture>(_ gesture: Gesture.Type) {
            for parameter in Gesture.parameters where parameter.isSpelled {
                let own = rows.filter { $0.gestures.contains(name.rawValue) && $0.key == parameter.name }
                #expect(own.count == 1, "\(name) \(parameter.name)")
                guard let threshold = parameter.threshold, let value = threshold.value(in: Thresholds()) else {
                    continue
                }
                let number = value == value.rounded() ? "\(Int(value))" : "\(value)"
                #expect(
                    own.first?.default
                        == (threshold.unit == .degrees ? "\(number) degree\(value == 1 ? "" : "s")" : number))
            }
        }
        check(name.gesture)
    }

    /// The table of parameters. A row without a gesture is of the one above it.
    private static let parameterRows: [(gestures: [String], key: String, default: String)] = {
        var rows: [(gestures: [String], key: String, default: String)] = []
        let lines = text.split(separator: "\n").drop { !$0.hasPrefix("| gesture | key |") }
        for line in lines.dropFirst(2).prefix(while: { $0.hasPrefix("|") }) {
            let cells = line.dropFirst().split(separator: "|", omittingEmptySubsequences: false)
                .map { $0.split(separator: " ").joined(separator: " ") }
            let words = cells[0].split(separator: ", ").map { String($0.filter { $0 != "`" }) }
            rows.append((words.isEmpty ? rows.last?.gestures ?? [] : words, cells[1].filter { $0 != "`" }, cells[3]))
        }
        return rows
    }()

    /// The examples are the daemon's own bytes for the same values.
    @Test func `gesture examples are the encoder's own bytes`() throws {
        for line in ProtocolDocumentTests.examples where line.hasPrefix(#"{"type":"gesture""#) {
            guard case .gesture(let message) = try ServerMessage(line: line.utf8) else { continue }
            let encoder = GestureEncoder(
                device: message.device, surface: Surface(size: .zero), units: .points, hand: message.hand)
            var bytes: [UInt8] = []
            encoder.append(message.event, subscription: message.subscription, to: &bytes)
            #expect(String(decoding: bytes.dropLast(), as: UTF8.self) == line)
        }
    }

    private static func row(_ word: String) -> Substring? {
        text.split(separator: "\n").first { $0.hasPrefix("| `\(word)` |") }
    }

    private static func jsonLines(of text: String) -> [String] {
        var lines: [String] = []
        var isInside = false
        for line in text.split(separator: "\n") {
            if line.hasPrefix("```") {
                isInside = line == "```json"
            } else if isInside {
                lines.append(String(line))
            }
        }
        return lines
    }
}

extension GestureName {
    fileprivate func has(_ parameter: String) -> Bool {
        func has<Gesture: SingleGesture>(_ gesture: Gesture.Type) -> Bool {
            Gesture.parameters.contains { $0.name == parameter && $0.isSpelled }
        }
        return has(gesture)
    }
}
