import DaemonSimulation
import Foundation
import GesturePipeline
import Testing

/// The lines that simulated clients receive, for `Tests/Schema/run`, which validates them against the schema.
@Suite struct SimulatedLinesTests {
    private static let path = ProcessInfo.processInfo.environment["SIMULATED_LINES"]

    @Test(.enabled(if: path != nil, "SIMULATED_LINES names no file"))
    func `simulations of users and of faults write their lines to a file`() throws {
        var text = ""
        for seed in 6000..<6200 as Range<UInt64> {
            let isOfUsers = seed % 2 == 0
            let readings: [Reading] = [.promptly, .slow(bytesPerRead: 90)]
            let actions = RandomActions(
                seed: seed, readings: readings, changesAccess: isOfUsers, hasSessions: isOfUsers
            )
            .actions
            var daemon = isOfUsers ? SimulatedDaemon(rules: .random(seed: seed)) : SimulatedDaemon()
            daemon.play(actions)
            daemon.stop()
            // A client that disconnects may have received a part of a line.
            for (_, bytes) in daemon.received {
                guard let end = bytes.lastIndex(of: UInt8(ascii: "\n")) else { continue }
                text += String(decoding: bytes[...end], as: UTF8.self)
            }
        }
        #expect(text.split(separator: "\n").count > 10_000)
        try text.write(toFile: try #require(Self.path), atomically: true, encoding: .utf8)
    }
}
