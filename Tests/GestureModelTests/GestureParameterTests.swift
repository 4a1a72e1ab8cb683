import Testing

@testable import GestureModel

/// The tables of parameters, from which parsing, defaults, preconditions and the documents follow.
@Suite struct GestureParameterTests {
    @Test(arguments: GestureName.allCases)
    func `a gesture has each parameter once, and what it must have first`(_ name: GestureName) {
        func check<Gesture: SingleGesture>(_ gesture: Gesture.Type) {
            let names = Gesture.parameters.map(\.name)
            #expect(Set(names).count == names.count && names.first == (name == .stroke ? "templates" : "fingers"))
            #expect(Gesture.name == name && Gesture().expression.name == name)
            #expect((Gesture().problem == nil) == !Gesture.parameters.contains { $0.isRequired })
            for parameter in Gesture.parameters {
                #expect(parameter.companion.map(names.contains) ?? true, "\(parameter.name)")
                #expect(parameter.meaning.last == ".", "\(parameter.name)")
            }
        }
        check(name.gesture)
    }

    @Test func `a configuration has each section and threshold once, with a default in its range`() {
        let sections = Thresholds.sections
        #expect(Set(sections.map(\.name)).count == sections.count)
        for section in sections {
            #expect(Set(section.thresholds.map(\.name)).count == section.thresholds.count)
            for threshold in section.thresholds {
                guard let range = threshold.range else { continue }
                let name = "\(section.name).\(threshold.name)"
                #expect(threshold.value(in: Thresholds()).map(range.contains) == true, "\(name)")
                var thresholds = Thresholds()
                threshold.setValue(range.upperBound, in: &thresholds)
                #expect(threshold.value(in: thresholds) == range.upperBound, "\(name)")
            }
        }
    }

    @Test func `what an expression leaves open is resolved with the thresholds`() {
        var thresholds = Thresholds()
        thresholds.tap.maximumDelay = .milliseconds(1)
        thresholds.edges.distance = 7
        #expect(
            GestureExpression.tap(.init(maximumDistance: 3)).resolved(with: thresholds)
                == .tap(.init(maximumDistance: 3, maximumDelay: .milliseconds(1))), "how long is judged by the surface")
        #expect(
            GestureExpression.rotate(.init()).resolved(with: thresholds)
                == .rotate(.init(velocity: .automatic)), "the judgement of what the contacts do needs no minimum")
        let inner = GestureExpression.drag(.init(edges: .left))
        let resolved = GestureExpression.drag(.init(edges: .left, edgeDistance: 7, velocity: .automatic))
        #expect(
            GestureExpression.composition(.init(.race, [inner, .standard(.touchpad)])).resolved(with: thresholds)
                == .composition(.init(.race, [resolved, .standard(.touchpad)])))
    }

    @Test func `an edge distance without edges has no effect, and is left open`() {
        let swipe = GestureExpression.swipe(.init()).resolved(with: Thresholds())
        #expect(
            swipe
                == .swipe(
                    .init(minimumDistance: 25, minimumVelocity: 100, minimumLiftVelocity: 0, velocity: .automatic)))
        #expect(!swipe.asksForEdges && GestureExpression.drag(.init(edges: .top)).asksForEdges)
    }

    @Test func `the numbers of an expression override the thresholds`() {
        let thresholds = Thresholds()
        let drag = thresholds.overridden(by: .drag(.init(minimumDistance: 1, edges: .left, edgeDistance: 2)))
        #expect(drag.drag.minimumDistance == 1 && drag.edges.distance == 2)
        let press = thresholds.overridden(by: .longPress(.init(minimumDuration: .never)))
        #expect(press.longPress.minimumDuration == .never)
        #expect(thresholds.overridden(by: .standard(.touchpad)) == thresholds)
    }

    @Test func `a value out of range is named with what would be right`() {
        func problem(_ expression: GestureExpression) -> String? { expression.single?.problem }
        #expect(
            problem(.drag(.init(minimumDistance: -1)))
                == "drag.minimumDistance: expected a number of 0 or more, found -1.0")
        #expect(
            problem(.swipe(.init(minimumDistance: 0)))
                == "swipe.minimumDistance: expected a number above 0, found 0.0")
        #expect(
            problem(.swipe(.init(directions: [])))
                == "swipe.directions: expected at least one of up, down, left, right")
        #expect(
            problem(.drag(.init(edges: []))) == "drag.edges: expected at least one of top, bottom, left, right")
        #expect(problem(.tap(.init(count: 11))) == "tap.count: expected a whole number from 1 to 10, found 11")
        #expect(problem(.tap(.init(fingers: []))) == "tap.fingers: expected at least one number of fingers")
        #expect(
            problem(.tap(.init(maximumDistance: .nan)))
                == #"tap.maximumDistance: expected a number above 0, or "any", found nan"#)
        #expect(
            problem(.rotate(.init(minimumAngleDelta: .infinity)))
                == "rotate.minimumAngleDelta: expected a number of radians, 0 or more, found inf")
        #expect(
            problem(.longPress(.init(minimumDuration: .seconds(-1))))
                == #"longPress.minimumDuration: expected a number of seconds from 0 to 1000000000, or "never", found -1.0"#
        )
        var magnify = GestureExpression.Magnify()
        magnify.fingers = 1
        #expect(problem(.magnify(magnify)) == "magnify.fingers: expected 2 to 10 fingers, found 1")
        #expect(problem(.tap(.init(maximumDistance: .infinity))) == nil)
        #expect(problem(.longPress(.init(minimumDuration: .never))) == nil)
    }

    @Test func `a threshold that is negative or not a number is named`() {
        var thresholds = Thresholds()
        #expect(thresholds.problem == nil)
        thresholds.touchscreen.tapDragDelay = .seconds(-1)
        #expect(thresholds.problem?.name == "touchscreen.tapDragDelay" && thresholds.problem?.value == -1)
        thresholds.tap.maximumSpacing = .nan
        #expect(thresholds.problem?.name == "tap.maximumSpacing")
    }
}
