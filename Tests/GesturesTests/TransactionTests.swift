import Gestures
import Testing

@Suite struct TransactionTests {
    @Test func `nothing is animated unless it is asked for`() {
        #expect(Transaction.current.animation == nil)
        #expect(!Transaction.current.disablesAnimations)
        #expect(!Transaction.current.isContinuous)
        #expect(!Transaction.current.tracksVelocity)
    }

    @Test func `withAnimation sets the default animation, or the one given, or none`() {
        #expect(withAnimation { Transaction.current.animation } == .default)
        #expect(withAnimation(.bouncy) { Transaction.current.animation } == .bouncy)
        let none = withAnimation(.bouncy) { withAnimation(nil) { Transaction.current.animation } }
        #expect(none == nil)
        #expect(Transaction.current.animation == nil)
    }

    /// SwiftUI since iOS 17. Before, the inner transaction replaced the outer.
    @Test func `what an inner transaction leaves open stays as around it`() {
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

    @Test func `what an inner transaction sets replaces what is around it, be it nothing`() {
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

    @Test func `one property can be set by its key path`() {
        withAnimation(.snappy) {
            withTransaction(\.disablesAnimations, true) {
                #expect(Transaction.current.disablesAnimations)
                #expect(Transaction.current.animation == .snappy)
            }
        }
    }

    @Test func `a body that throws leaves nothing behind`() {
        struct Refusal: Error {}
        #expect(throws: Refusal.self) { try withAnimation(.bouncy) { throw Refusal() } }
        #expect(Transaction.current.animation == nil)
    }

    @Test func `tasks do not see each other's transactions`() async {
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
