import Gestures
import Testing

@Suite struct TransactionTests {
    @Test func `an empty transaction has no animation`() {
        #expect(Transaction.current.animation == nil)
        #expect(!Transaction.current.disablesAnimations)
        #expect(!Transaction.current.isContinuous)
        #expect(!Transaction.current.tracksVelocity)
    }

    @Test func `withAnimation sets the default animation, the given one, or nil`() {
        #expect(withAnimation { Transaction.current.animation } == .default)
        #expect(withAnimation(.bouncy) { Transaction.current.animation } == .bouncy)
        let disabled = withAnimation(.bouncy) { withAnimation(nil) { Transaction.current.animation } }
        #expect(disabled == nil)
        #expect(Transaction.current.animation == nil)
    }

    /// As in SwiftUI since iOS 17; before, the inner transaction replaced the outer one.
    @Test func `a property that the inner transaction does not set is inherited`() {
        var outer = Transaction(animation: .smooth)
        outer.isContinuous = true
        var inner = Transaction()
        inner.tracksVelocity = true
        withTransaction(outer) {
            withTransaction(inner) {
                #expect(Transaction.current.animation == .smooth)
                #expect(Transaction.current.isContinuous)
                #expect(Transaction.current.tracksVelocity)
            }
            #expect(!Transaction.current.tracksVelocity)
        }
    }

    @Test func `a property that the inner transaction sets replaces the outer one, even if it is nil`() {
        var inner = Transaction(animation: nil)
        inner.isContinuous = false
        withTransaction(\.isContinuous, true) {
            withAnimation(.smooth) {
                withTransaction(inner) {
                    #expect(Transaction.current.animation == nil)
                    #expect(!Transaction.current.isContinuous)
                }
                #expect(Transaction.current.isContinuous)
            }
        }
    }

    @Test func `withTransaction sets one property by its key path`() {
        withAnimation(.snappy) {
            withTransaction(\.disablesAnimations, true) {
                #expect(Transaction.current.disablesAnimations)
                #expect(Transaction.current.animation == .snappy)
            }
        }
    }

    @Test func `a body that throws restores the transaction`() {
        struct Refusal: Error {}
        #expect(throws: Refusal.self) { try withAnimation(.bouncy) { throw Refusal() } }
        #expect(Transaction.current.animation == nil)
    }

    @Test func `concurrent tasks have separate transactions`() async {
        await withTaskGroup(of: Bool.self) { group in
            for index in 1...50 {
                group.addTask {
                    let animation = Animation.linear(duration: Double(index))
                    return withAnimation(animation) {
                        withTransaction(\.isContinuous, true) { Transaction.current.animation == animation }
                    }
                }
            }
            for await isOwn in group { #expect(isOwn) }
        }
    }
}
