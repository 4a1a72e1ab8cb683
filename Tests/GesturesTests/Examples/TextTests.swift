import Testing

@testable import ExampleViews

@Suite struct TextTests {
    @Test(arguments: [
        (0.0, "    0.0"), (-0.04, "    0.0"), (-0.06, "   -0.1"), (9.96, "   10.0"), (-296, " -296.0"),
        (123_456.78, "123456.8"),
    ])
    func `numbers are rounded, and zero has no sign`(_ value: Double, _ text: String) {
        #expect(Text.number(value) == text)
    }

    @Test func `trailing zeros are kept`() { #expect(Text.number(0.9, digits: 3) == "  0.900") }

    @Test(arguments: [(-1000.0, 0), (-120, 0), (-96, 2), (-4, 12), (0, 12), (4, 12), (6, 13), (120, 24), (1000, 24)])
    func `a position is drawn at ten points per character and never beyond the line`(_ offset: Double, _ column: Int)
        throws
    {
        let line = Array(Text.position(offset))
        #expect(line.count == 25)
        #expect(line.firstIndex(of: "●") == column)
        #expect(line[12] == (column == 12 ? "●" : "│"))
    }

    @Test(arguments: [(-0.1, 0), (0, 0), (0.5, 10), (0.97, 19), (1, 20), (1.2, 20)])
    func `a bar is filled to at most its width`(_ fraction: Double, _ full: Int) {
        #expect(Text.bar(fraction).count == 20)
        #expect(Text.bar(fraction).count { $0 == "█" } == full)
    }
}
