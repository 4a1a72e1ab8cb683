import GestureModel
import Testing

@testable import TouchCovering

/// The events of an X server, byte by byte.
@Suite struct X11TouchEventTests {
    private static let opcode: UInt8 = 131

    /// An event of an extension as libxcb keeps it, with a word of its own after the first 32 bytes.
    private func read(
        kind: UInt16, words: Int = 14, opcode: UInt8 = opcode, type: UInt8 = 35, flags: UInt32 = 0
    ) -> X11TouchEvent? {
        var bytes = [UInt8](repeating: 0, count: 36 + 4 * words)
        func put(_ value: some FixedWidthInteger, at offset: Int) {
            withUnsafeBytes(of: value) { bytes.replaceSubrange(offset..<offset + $0.count, with: $0) }
        }
        put(type, at: 0)
        put(opcode, at: 1)
        put(UInt32(words), at: 4)
        put(kind, at: 8)
        put(2 as UInt16, at: 10)
        put(5000 as UInt32, at: 12)
        put(77 as UInt32, at: 16)
        if words >= 6 {
            // The position, in 65536ths of a pixel, and the device.
            put(100 << 16 as Int32, at: 36)
            put(200 << 16 + 32768 as Int32, at: 40)
            put(9 as UInt16, at: 56)
            put(flags, at: 60)
        }
        return bytes.withUnsafeBytes { $0.baseAddress.flatMap { X11TouchEvent($0, opcode: Self.opcode) } }
    }

    @Test func `a touch begins, ends for this client, and its finger lifts`() {
        func began(_ movesPointer: Bool) -> X11TouchEvent {
            .began(id: 77, device: 9, position: Point(x: 100, y: 200.5), stamp: 5000, movesPointer: movesPointer)
        }
        #expect(read(kind: 18) == began(false))
        #expect(read(kind: 18, flags: 1 << 17) == began(true))
        #expect(read(kind: 20) == .ended(id: 77))
        #expect(read(kind: 24, words: 0) == .lifted(id: 77, stamp: 5000))
        #expect(read(kind: 11, words: 0) == .devicesChanged)
    }

    @Test func `a window of this client moves`() {
        // The window is the third word.
        #expect(read(kind: 700, words: 0, opcode: 0, type: 22) == .moved(window: 2 << 16 | 700))
    }

    @Test func `what is unknown, of another extension or too short is nothing`() {
        for kind in 0...0x7FFF as ClosedRange<UInt16> where ![11, 18, 20, 24].contains(kind) {
            #expect(read(kind: kind) == nil)
        }
        #expect(read(kind: 18, words: 9) == nil)
        #expect(read(kind: 18, words: 0) == nil)
        #expect(read(kind: 18, opcode: 130) == nil)
        #expect(read(kind: 18, type: 34) == nil)
    }
}
