import GestureAnimation
import Strokes
import Testing

@Suite struct DetentsTests {
    /// A carousel: five cards of 280 points, 16 apart; its content moves left as the index grows.
    static let carousel = Detents(stride: -296, count: 5)

    @Test func `a slow drag stops at the nearest card`() {
        #expect(Self.carousel.index(landingFrom: -100, velocity: 0) == 0)
        #expect(Self.carousel.index(landingFrom: -200, velocity: 0) == 1)
        #expect(Self.carousel.landing(from: -200, velocity: 0) == -296)
    }

    @Test func `a flick moves by as many cards as its velocity predicts`() {
        #expect(Self.carousel.index(landingFrom: -100, velocity: -1000) == 2)
        #expect(Self.carousel.index(landingFrom: -100, velocity: -1000, decelerationRate: .fast) == 1)
        #expect(Self.carousel.index(landingFrom: -400, velocity: 1000) == 0)
    }

    @Test func `nothing lands beyond the first or last detent`() {
        #expect(Self.carousel.index(landingFrom: -100, velocity: -1e9) == 4)
        #expect(Self.carousel.index(landingFrom: -100, velocity: 1e9) == 0)
        #expect(Self.carousel.index(nearestTo: .infinity) == 0)
        #expect(Self.carousel.index(nearestTo: -.infinity) == 4)
        #expect(Detents([30, 10, 20]).index(nearestTo: .infinity) == 0)
        #expect(Detents([30, 10, 20]).index(nearestTo: 1e20) == 0)
        #expect(Detents([30, 10, 20]).index(nearestTo: -.infinity) == 1)
    }

    @Test func `of two equally near detents the higher index is chosen`() {
        #expect(Self.carousel.index(nearestTo: -148) == 1)
        #expect(Detents(stride: 10, count: 3).index(nearestTo: 5) == 1)
        #expect(Detents([0, 10, 20]).index(nearestTo: 5) == 1)
        #expect(Detents([20, 10, 0]).index(nearestTo: 5) == 2)
    }

    @Test func `indices are those of the list`() {
        let sheet = Detents([0, 320, 120])
        #expect(sheet.count == 3)
        #expect(sheet[2] == 120)
        #expect(sheet.index(nearestTo: 130) == 2)
        #expect(sheet.nearest(to: 230) == 320)
        #expect(Detents([7]).nearest(to: -1000) == 7)
    }

    @Test func `a stride is equivalent to the list of its positions`() {
        var random = SplitMix64(seed: 12)
        for _ in 0..<500 {
            let (start, stride) = (random.number(in: -500...500), random.number(in: 1...300))
            let sign: Double = random.next() % 2 == 0 ? 1 : -1
            let count = Int(random.next() % 12) + 1
            let strided = Detents(from: start, stride: sign * stride, count: count)
            let listed = Detents((0..<count).map { strided[$0] })
            #expect(listed.count == strided.count)
            for _ in 0..<20 {
                let position = random.number(in: -5000...5000)
                #expect(strided.index(nearestTo: position) == listed.index(nearestTo: position))
            }
            #expect((0..<count).allSatisfy { strided.index(nearestTo: strided[$0]) == $0 })
        }
    }
}
