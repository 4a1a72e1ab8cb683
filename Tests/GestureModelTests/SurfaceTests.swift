import GestureModel
import Testing

@Suite struct SurfaceTests {
    @Test func `a point is the 160th part of an inch`() {
        #expect(Surface.millimetresPerPoint == 25.4 / 160)
    }
}
