import GestureModel
import Testing

@Suite struct CompositionTests {
    @Test func `a composition has its kind and its parts, and as many leaves as they have together`() {
        let pinch = GestureExpression.composition(.init(.simultaneous, [.magnify(.init()), .rotate(.init())]))
        let whole = GestureExpression.Composition(.race, [.tap(.init()), pinch])
        #expect(whole.kind == .race && whole.parts == [.tap(.init()), pinch])
        #expect(pinch.leafCount == 2 && GestureExpression.composition(whole).leafCount == 3)
        #expect(GestureExpression.maximumLeaves == 16)
    }

    @Test func `a scale and an angle leave open what they were not given`() {
        let magnify = GestureExpression.Magnify()
        #expect(magnify.fingers == .twoOrMore && magnify.minimumScaleDelta == nil)
        let rotate = GestureExpression.Rotate(fingers: 3, minimumAngleDelta: 0.5)
        #expect(rotate.fingers == 3 && rotate.minimumAngleDelta == 0.5)
    }

    @Test func `trees whose phases differ anywhere have other bits, those whose values differ the same`() {
        let failure = PartPhase.failed(.failed(.didNotMove))
        let phases: [PartPhase] = [.possible, .active, .ended, failure]
        var bits: Set<UInt64> = []
        for first in phases {
            for second in phases {
                let nodes = [PartPhase.active, first, second].map { GestureTree.Node(phase: $0) }
                bits.insert(GestureTree(nodes: nodes).phases)
            }
        }
        #expect(bits.count == 16)
        let tap = GestureValue.tap(.init(fingers: 1, count: 1, location: .zero))
        let (with, without) = (GestureTree.Node(phase: .ended, value: tap), GestureTree.Node(phase: .ended))
        #expect(GestureTree(nodes: [with]).phases == GestureTree(nodes: [without]).phases)
    }

    @Test func `every part of the largest composition counts among the bits`() {
        let nodes = (0..<2 * GestureExpression.maximumLeaves - 1).map { _ in GestureTree.Node(phase: .possible) }
        for index in nodes.indices {
            var tree = GestureTree(nodes: nodes)
            tree.nodes[index].phase = .ended
            #expect(tree.phases != 0, "node \(index)")
        }
    }

    @Test func `feedback has the names of SwiftUI`() {
        let words: [HapticFeedback] = [.selection, .light, .medium, .heavy, .success, .warning, .error]
        #expect(words == HapticFeedback.allCases)
        #expect(words.map(\.rawValue) == ["selection", "light", "medium", "heavy", "success", "warning", "error"])
    }
}
