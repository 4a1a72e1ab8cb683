import GestureModel
import GesturePipeline
import GestureProtocol
import Testing

/// Lifts are held while a tracking id may flicker. Their deadlines compete with those of the groups.
@Suite struct FlickeringIDTests {
    /// After a finger whose tracking id flickered at 100 ms, and 11 s without a touch.
    private func bench(_ gesture: String) -> (Bench, Bench.Client) {
        var bench = Bench()
        let client = bench.client(gesture)
        bench.at(0, .down(0, 80, 60))
        bench.at(100, .lift(0))
        bench.at(112, .down(0, 80, 60))
        bench.at(900, .lift(0))
        bench.wait(until: 11_000)
        _ = bench.read(client)
        return (bench, client)
    }

    @Test func `a tap is sent at the deadline of its lift, without another event`() {
        var (bench, client) = bench(#"{"tap":{}}"#)
        bench.tap(at: 12_000)
        #expect(bench.read(client) == [])
        #expect(bench.pipeline.deadline == Timestamp(12_080))
        bench.wait(until: 12_080)
        #expect(bench.gestures(client).map(\.time) == [Timestamp(12_080), Timestamp(12_080)])
        #expect(bench.pipeline.deadline == nil)
    }

    @Test func `a press continues while its tracking id flickers`() {
        var (bench, client) = bench(#"{"longPress":{}}"#)
        bench.at(12_000, .down(0, 10, 10))
        bench.at(12_300, .lift(0))
        bench.at(12_312, .down(0, 10, 10))
        bench.wait(until: 12_500)
        let messages = bench.gestures(client)
        #expect(messages.map(\.phase) == [.began, .changed])
        #expect(messages.last?.time == Timestamp(12_500))
    }

    @Test func `a press of 0 seconds is complete with its first frame`() {
        var (bench, client) = bench(#"{"longPress":{"minimumDuration":0}}"#)
        bench.at(12_000, .down(0, 10, 10))
        let messages = bench.gestures(client)
        #expect(messages.map(\.phase) == [.began, .changed])
        #expect(messages.map(\.time) == [Timestamp(12_000), Timestamp(12_000)])
        #expect(messages.map { $0.longPress?.completed } == [false, true])
    }

    /// It would complete at 12 500 ms, and the finger left at 12 480.
    @Test func `a press whose finger has lifted can complete until the lift is released`() {
        var (bench, client) = bench(#"{"longPress":{}}"#)
        bench.at(12_000, .down(0, 10, 10))
        bench.at(12_480, .lift(0))
        bench.wait(until: 13_000)
        #expect(bench.gestures(client).map(\.time) == [12_000, 12_500, 12_510].map { Timestamp($0) })
    }

    @Test func `a lift comes before a press that is due at the same time, as every frame does`() {
        var (bench, client) = bench(#"{"longPress":{}}"#)
        bench.at(12_000, .down(0, 10, 10))
        bench.at(12_470, .lift(0))
        bench.wait(until: 13_000)
        let messages = bench.gestures(client)
        #expect(messages.map(\.phase) == [.began, .ended])
        #expect(messages.last?.time == Timestamp(12_500))
    }

    @Test func `a frame after the deadline comes after the lift`() {
        var (bench, client) = bench(#"{"tap":{}}"#)
        bench.tap(at: 12_000)
        bench.at(12_200, .down(0, 50, 50))
        #expect(bench.gestures(client).map(\.time) == [Timestamp(12_080), Timestamp(12_080)])
    }

    @Test func `time does not go back when a frame is older than a released lift`() {
        var (bench, client) = bench(#"{"drag":{"fingers":[1,2]}}"#)
        bench.at(12_000, .down(0, 10, 10), .down(1, 50, 10))
        bench.at(12_008, .move(0, 20, 10), .move(1, 60, 10))
        bench.at(12_050, .lift(1))
        bench.wait(until: 12_080)
        bench.at(12_070, .move(0, 30, 10))
        bench.at(12_075, .lift(0))
        bench.wait(until: 13_000)
        let times = bench.gestures(client).map(\.time)
        #expect(times == times.sorted())
        #expect(!times.isEmpty && bench.pipeline.deadline == nil)
    }

    @Test func `the held lifts of a lost device are dropped`() {
        var (bench, client) = bench(#"{"drag":{}}"#)
        bench.drag(from: 12_000)
        bench.at(12_050, .lift(0))
        bench.remove(at: 12_060)
        #expect(bench.gestures(client).last?.phase == .cancelled(.deviceLost))
        #expect(bench.pipeline.deadline == nil)
    }
}
