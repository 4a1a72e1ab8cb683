import GestureModel
import Testing
import TouchInput

@testable import EvdevInput

@Suite struct PenSurfacesTests {
    private func pen(_ placement: DevicePlacement, isDirect: Bool = true, seat: String = "seat0") -> SensorNode {
        SensorNode(kind: .pen, placement: placement, isDirect: isDirect, seat: seat)
    }

    private func touch(_ kind: TouchDeviceKind, _ placement: DevicePlacement) -> TouchNode {
        TouchNode(kind: kind, placement: placement)
    }

    private let inside = DevicePlacement(parent: "/screen", isInternal: true)

    @Test func `a pen belongs to each surface of its own hardware`() {
        let tablet = DevicePlacement(group: "tablet", parent: "/usb/1")
        let touches = [touch(.touchscreen, inside), touch(.touchpad, tablet), touch(.touchscreen, tablet)]
        let own = pen(tablet)
        let (indices, match) = own.surfaces(among: touches, pens: [own])
        #expect(indices == [1, 2] && match == .sameHardware)
    }

    @Test func `a pen of the built-in screen belongs to the only built-in touchscreen`() {
        let own = pen(DevicePlacement(parent: "/pen", isInternal: true))
        let touches = [touch(.touchpad, inside), touch(.touchscreen, inside)]
        let (indices, match) = own.surfaces(among: touches, pens: [own])
        #expect(indices == [1] && match == .onlyScreen)
    }

    @Test func `a pen of the built-in screen belongs to none of two touchscreens`() {
        let own = pen(DevicePlacement(parent: "/pen", isInternal: true))
        let other = DevicePlacement(parent: "/second", isInternal: true)
        let touches = [touch(.touchscreen, inside), touch(.touchscreen, other)]
        #expect(own.surfaces(among: touches, pens: [own]).indices.isEmpty)
    }

    @Test func `a pen of the built-in screen does not belong to a touchscreen with its own pen`() {
        let own = pen(inside)
        let other = pen(DevicePlacement(parent: "/pen", isInternal: true))
        let touches = [touch(.touchscreen, inside)]
        #expect(other.surfaces(among: touches, pens: [own, other]).indices.isEmpty)
        #expect(own.surfaces(among: touches, pens: [own, other]).indices == [0])
    }

    @Test func `a graphics tablet without a touch surface concerns no device`() {
        let touches = [touch(.touchscreen, inside)]
        let plugged = pen(DevicePlacement(parent: "/usb/2"))
        let drawing = pen(DevicePlacement(parent: "/pen", isInternal: true), isDirect: false)
        let elsewhere = pen(DevicePlacement(parent: "/pen", isInternal: true), seat: "seat1")
        for pen in [plugged, drawing, elsewhere] {
            #expect(pen.surfaces(among: touches, pens: [pen]).indices.isEmpty)
        }
    }
}

extension SensorNode {
    fileprivate init(kind: Kind, placement: DevicePlacement, isDirect: Bool, seat: String) {
        self.init(
            syspath: "", sysname: "event6", node: "/dev/input/event6", name: "Pen", kind: kind, placement: placement,
            isDirect: isDirect, seat: seat)
    }
}

extension TouchNode {
    fileprivate init(kind: TouchDeviceKind, placement: DevicePlacement) {
        self.init(
            syspath: "", sysname: "event5", node: "/dev/input/event5", name: "Touch", kind: kind,
            identity: DeviceIdentity(id: "event5", name: "Touch", kind: kind), calibration: nil, seat: "seat0",
            placement: placement)
    }
}
