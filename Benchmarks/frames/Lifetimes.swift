import CGlibc
import GestureModel
import Gestures

/// Gestures that are attached and removed, and recognisers that are released in the middle of a gesture: what stays.
///
/// Prints the objects that are alive, and by how many bytes the heap has grown since the first round:
///
///     10000 attached and removed, 60000 released in mid-gesture: 0 alive, +0 bytes
enum Lifetimes {
    private static let (attached, released) = (10_000, 60_000)

    /// One is captured by the callbacks of each gesture, and lives as long as the gesture does.
    private final class Token {
        nonisolated(unsafe) private(set) static var alive = 0

        init() { Self.alive += 1 }

        deinit { Self.alive -= 1 }
    }

    static func run() {
        // Buffers have grown and types have been looked up after one round.
        runRound()
        let before = heapInUse()
        runRound()
        let grown = heapInUse() - before
        print(
            "\(attached) attached and removed, \(released) released in mid-gesture: \(Token.alive) alive, "
                + "\(grown < 0 ? "" : "+")\(grown) bytes")
    }

    private static func runRound() {
        let touches = TouchFrameBuilder()
        for cycle in 0..<attached {
            let recogniser = touches.attach(gesture())
            touches.touchDown(1, at: .zero, time: Timestamp(microseconds: Int64(cycle) * 1000))
            touches.flush()
            recogniser.detach()
        }
        let frame = TouchFrame(
            time: Timestamp(microseconds: 0), contacts: [Contact(id: 1, phase: .began, position: .zero)])
        for _ in 0..<released { GestureRecogniser(gesture()).update(frame) }
    }

    private static func gesture() -> some Gesture {
        let token = Token()
        let state = GestureState(wrappedValue: Vector.zero)
        return DragGesture(minimumDistance: 0)
            .updating(state) { value, state, _ in state = value.translation }
            .onChanged { _ in withExtendedLifetime(token) {} }
            .exclusively(before: TapGesture(count: 2).onEnded { withExtendedLifetime(token) {} })
    }

    /// Bytes that are allocated and not freed.
    private static func heapInUse() -> Int {
        let heap = mallinfo2()
        return Int(heap.uordblks + heap.hblkhd)
    }
}
