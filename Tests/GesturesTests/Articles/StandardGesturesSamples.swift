import GestureModel
import Gestures
import Strokes
import Testing

/// The samples of StandardGestures.md, and the statements about them.
@Suite struct StandardGesturesSamples {
    private final class Page {
        var log: [String] = []
    }

    private let page = Page()

    private func scroll(by translation: Vector) { page.log.append("scroll \(Int(translation.dx))") }
    private func zoom(to scale: Double, turned angle: Angle) { page.log.append("zoom \(scale) \(angle.degrees)") }
    private func showMenu(at location: Point) { page.log.append("menu \(Int(location.x))") }
    private func open(at location: Point, count: Int) { page.log.append("open \(Int(location.x)) \(count)") }
    private func undo() { page.log.append("undo") }

    @Test func `a page scrolls, zooms, opens items and shows menus`() {
        let gesture = StandardGesture(.touchscreen)
            .onChanged { value in
                switch value {
                case .drag(let drag): scroll(by: drag.translation)
                case .pinch(let pinch): zoom(to: pinch.magnify.magnification, turned: pinch.rotate.rotation)
                case .longPress(let press): showMenu(at: press.location)
                case .tap: break
                }
            }
            .onEnded { value in
                if case .tap(let tap) = value { open(at: tap.location, count: tap.count) }
            }
            .onCancelled { _ in undo() }

        var hand = Hand(gesture)
        hand.tap(at: 0)
        hand.tap(at: 200)
        hand.at(2000, .down(1, 100, 100))
        hand.at(2016, .move(1, 140, 100))
        hand.at(2032, .lift(1))
        hand.at(3000, .down(1, 100, 100), .down(2, 200, 100))
        hand.at(3016, .move(1, 50, 100), .move(2, 250, 100))
        hand.at(3032, .lift(1), .lift(2))
        hand.at(4000, .down(1, 100, 100))
        hand.wait(until: 4500)
        hand.at(4600, .move(1, 130, 100))
        hand.at(4700, .lift(1))
        #expect(
            page.log == [
                "open 100 1", "open 100 2", "scroll 40", "zoom 2.0 0.0", "menu 100", "undo", "scroll 30",
            ])
    }

    @Test func `a thumb is recognised if the surface is known`() {
        var log: [StandardGesture.Value] = []
        let surface = Surface(size: Vector(dx: 600, dy: 400))

        let recogniser = GestureRecogniser(StandardGesture(.touchpad).onEnded { log.append($0) }, surface: surface)

        var fingers = Strokes.Hand()
        recogniser.update(fingers.frame(at: milliseconds(0), [.down(1, 300, 380)]))
        recogniser.update(fingers.frame(at: milliseconds(300), [.down(2, 300, 200)]))
        recogniser.update(fingers.frame(at: milliseconds(316), [.move(2, 360, 200)]))
        recogniser.update(fingers.frame(at: milliseconds(332), [.lift(2)]))
        #expect(log.isEmpty)
    }
}
