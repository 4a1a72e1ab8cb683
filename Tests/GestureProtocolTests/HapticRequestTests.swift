import GestureModel
import GestureProtocol
import Testing

@Suite struct HapticRequestTests {
    @Test(arguments: HapticFeedback.allCases)
    func `every feedback is read by its name, and written as it is read`(_ feedback: HapticFeedback) throws {
        let line = #"{"type":"haptic","id":5,"feedback":"\#(feedback.rawValue)"}"#
        let request = Request.haptic(HapticRequest(id: 5, feedback: feedback))
        #expect(try Request(line: line.utf8) == request)
        #expect(String(decoding: request.encoded, as: UTF8.self) == line + "\n")
    }

    @Test func `a device to prefer is read and written`() throws {
        let line = #"{"type":"haptic","id":-1,"feedback":"success","device":"event5"}"#
        let request = Request.haptic(HapticRequest(id: -1, feedback: .success, device: "event5"))
        #expect(request.id == -1)
        #expect(try Request(line: line.utf8) == request)
        #expect(String(decoding: request.encoded, as: UTF8.self) == line + "\n")
    }

    private static let words =
        #"one of "selection", "light", "medium", "heavy", "success", "warning", "error""#

    @Test(
        arguments: [
            (#"{"type":"haptic","feedback":"light"}"#, nil, .missingField, "id: missing; expected a whole number"),
            (#"{"type":"haptic","id":4}"#, 4, .missingField, "feedback: missing; expected \(words)"),
            (#"{"type":"haptic","id":4,"feedback":1}"#, 4, .wrongType, "feedback: expected \(words), found 1"),
            (
                #"{"type":"haptic","id":4,"feedback":"strong"}"#, 4, .outOfRange,
                #"feedback: expected \#(words), found "strong""#
            ),
            (
                #"{"type":"haptic","id":4,"feedback":"light","device":5}"#, 4, .wrongType,
                "device: expected a device's id, found 5"
            ),
            (
                #"{"type":"haptic","id":4,"feedback":"light","duration":5}"#, 4, .unknownField,
                "duration: unknown key; haptic takes type, id, feedback, device"
            ),
        ] as [(String, Int64?, ErrorCode, String)])
    func `a mistake is refused by name`(_ line: String, _ id: Int64?, _ code: ErrorCode, _ message: String) {
        #expect(throws: RequestError(id: id, code: code, message: message)) { try Request(line: line.utf8) }
    }

    @Test(
        arguments: [
            (.notEnabled("why"), .unsupported, "notEnabled"), (.noDevice, .unsupported, "noDevice"),
            (.failed("why"), .unsupported, "deviceFailed"), (.notActive, .notPermitted, "notActive"),
        ] as [(HapticRefusal, ErrorCode, String)])
    func `a refusal is an error whose reason a program can read`(
        _ refusal: HapticRefusal, _ code: ErrorCode, _ reason: String
    ) throws {
        let error = refusal.error(id: 5)
        var line: [UInt8] = []
        ServerMessage.error(ErrorMessage(error)).append(to: &line)
        let message = ErrorMessage(id: 5, code: code.rawValue, reason: reason, message: error.message)
        #expect(try ServerMessage(line: Array(line.dropLast())) == .error(message))
        #expect(!code.closesConnection)
    }

    @Test func `an error without a reason is written without the key reason`() {
        var line: [UInt8] = []
        ServerMessage.error(ErrorMessage(RequestError(id: 5, code: .outOfRange, message: "no"))).append(to: &line)
        #expect(
            String(decoding: line, as: UTF8.self) == #"{"type":"error","id":5,"code":"outOfRange","message":"no"}"#
                + "\n")
    }
}
