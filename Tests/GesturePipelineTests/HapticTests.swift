import GestureModel
import GesturePipeline
import GestureProtocol
import Testing

@Suite struct HapticTests {
    private static let light = #"{"type":"haptic","id":1,"feedback":"light"}"# + "\n"

    private func hello(_ haptics: Pipeline.Haptics) throws -> Hello? {
        let pipeline = Pipeline(haptics: haptics, server: "bench")
        let client = try pipeline.connect()
        var line: [UInt8] = []
        client.outbox.flush { bytes in
            line = Array(bytes)
            return bytes.count
        }
        guard case .hello(let hello) = try ServerMessage(line: Array(line.dropLast())) else { return nil }
        return hello
    }

    private func haptic(_ bench: inout Bench) throws -> Pipeline.HapticCommand {
        let command = bench.pipeline.nextHaptic()
        return try #require(command)
    }

    @Test func `a request is refused as unsupported and notEnabled if haptics are not enabled`() {
        var bench = Bench()
        let client = bench.connect()
        bench.send(client, HapticTests.light)
        #expect(bench.pipeline.nextHaptic() == nil)
        let message = "haptic: not enabled: haptics.enabled is false"
        #expect(
            bench.messages(client) == [
                .error(ErrorMessage(id: 1, code: "unsupported", reason: "notEnabled", message: message))
            ])
    }

    @Test func `hello lists the haptic capability only if requests are carried out`() throws {
        #expect(try hello(.enabled)?.capabilities == Hello.allCapabilities + ["haptic"])
        #expect(try hello(.notEnabled)?.capabilities == Hello.allCapabilities)
    }

    @Test func `a request is returned once, with the preferred device`() {
        var bench = Bench(haptics: .enabled)
        let client = bench.connect()
        bench.send(client, #"{"type":"haptic","id":1,"feedback":"success","device":"event5"}"# + "\n")
        let command = bench.pipeline.nextHaptic()
        #expect(command?.session === client)
        #expect(command?.feedback == .success)
        #expect(command?.device == "event5")
        #expect(bench.pipeline.nextHaptic() == nil)
    }

    @Test func `later requests are answered after the haptic request`() throws {
        var bench = Bench(haptics: .enabled)
        let client = bench.connect()
        bench.send(client, HapticTests.light + #"{"type":"subscribe","id":2,"gesture":{"tap":{}}}"# + "\n")
        #expect(bench.read(client) == [])
        let command = try haptic(&bench)
        bench.answer(command, nil, at: 0)
        #expect(bench.read(client) == ["ok 1", "ok 2 is 1"])
    }

    @Test func `the answer contains the daemon's refusal`() throws {
        var bench = Bench(haptics: .enabled)
        let client = bench.connect()
        bench.send(client, HapticTests.light + HapticTests.light)
        let first = try haptic(&bench)
        bench.answer(first, .noDevice, at: 0)
        let second = try haptic(&bench)
        bench.answer(second, .notActive, at: 0)
        #expect(bench.read(client) == ["error 1 unsupported", "error 1 notPermitted"])
        #expect(!client.outbox.isClosed)
    }

    @Test func `an answer to a disconnected client is dropped`() throws {
        var bench = Bench(haptics: .enabled)
        let client = bench.connect()
        bench.send(client, HapticTests.light)
        let command = try haptic(&bench)
        bench.pipeline.disconnect(client)
        let next = bench.connect()
        bench.answer(command, nil, at: 0)
        #expect(bench.read(next) == [])
    }

    @Test func `a request of a disconnected client is not returned`() {
        var bench = Bench(haptics: .enabled)
        let client = bench.connect()
        bench.send(client, HapticTests.light)
        bench.pipeline.disconnect(client)
        #expect(bench.pipeline.nextHaptic() == nil)
    }

    @Test func `a client may make a limited number of requests in any second`() {
        var limits = Limits()
        limits.haptics = 2
        var bench = Bench(limits: limits, haptics: .enabled)
        let (client, other) = (bench.connect(), bench.connect())
        func ask(_ client: Bench.Client, at milliseconds: Double) -> [String] {
            bench.send(client, HapticTests.light, at: milliseconds)
            if let command = bench.pipeline.nextHaptic() {
                bench.answer(command, nil, at: milliseconds)
            }
            return bench.read(client)
        }
        #expect(ask(client, at: 0) == ["ok 1"])
        #expect(ask(client, at: 400) == ["ok 1"])
        #expect(ask(client, at: 999) == ["error 1 tooManyHaptics"])
        #expect(ask(other, at: 999) == ["ok 1"])
        #expect(ask(client, at: 1000) == ["ok 1"])
        #expect(ask(client, at: 1399) == ["error 1 tooManyHaptics"])
        #expect(ask(client, at: 1400) == ["ok 1"])
    }
}
