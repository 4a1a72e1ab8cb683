import GestureAnimation
import Strokes
import Testing

@Suite struct RubberBandTests {
    /// The table of squareb.wordpress.com, 2013-01-06, for a view of 960 points.
    static let published: [(pull: Double, offset: Double)] = [
        (5, 2.74), (10, 5.47), (100, 52.02), (400, 178.98), (960, 340.65),
    ]

    @Test(arguments: published) func `published pulls have the published offsets`(_ pull: Double, _ offset: Double) {
        // The table is truncated to two decimals, not rounded.
        #expect(isClose(RubberBand(dimension: 960).offset(forPull: pull), offset, within: 0.011))
    }

    @Test(.enabled(if: RecordedFiles.hasVelocity, "../shared/velocity is absent"))
    func `the table equals the published vectors`() throws {
        let band = try PublishedVectors.read().rubber_band
        #expect(band.cases == Self.published.map { [$0.pull, $0.offset] })
        #expect(RubberBand(dimension: band.d).coefficient == band.c)
    }

    @Test func `the offset grows less and less, symmetrically, and stays below the dimension`() {
        var random = SplitMix64(seed: 11)
        for _ in 0..<500 {
            let band = RubberBand(dimension: random.number(in: 1...2000), coefficient: random.number(in: 0.1...1))
            let (pull, more) = (random.number(in: 0...5000), random.number(in: 0.1...1000))
            let (near, far) = (band.offset(forPull: pull), band.offset(forPull: pull + more))
            #expect(near >= 0 && near <= pull * band.coefficient && near < far && far < band.dimension)
            #expect(band.offset(forPull: -pull) == -near)
            #expect(isClose(band.pull(forOffset: near), pull, within: 1e-9 * (1 + pull)))
            #expect(isClose(band.pull(forOffset: -near), -pull, within: 1e-9 * (1 + pull)))
        }
    }

    @Test func `very small and very large pulls are exact`() {
        let band = RubberBand(dimension: 100)
        #expect(band.offset(forPull: 0) == 0)
        #expect(isClose(band.offset(forPull: 1e-20) / 0.55e-20, 1, within: 1e-12))
        #expect(band.offset(forPull: .infinity) == 100)
        #expect(band.offset(forPull: -.infinity) == -100)
        #expect(band.pull(forOffset: 0) == 0)
        #expect(band.pull(forOffset: 100) == .infinity)
        #expect(band.pull(forOffset: -250) == -.infinity)
    }

    @Test func `a position inside the bounds is unchanged, beyond them it is held back`() {
        let band = RubberBand(dimension: 960)
        #expect(band.position(250, in: 0...500) == 250)
        #expect(band.position(500, in: 0...500) == 500)
        #expect(band.position(600, in: 0...500) == 500 + band.offset(forPull: 100))
        #expect(band.position(-100, in: 0...500) == -band.offset(forPull: 100))
    }
}
