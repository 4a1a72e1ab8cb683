internal import GestureModel
internal import TouchCovering

/// Finds the areas in which exclusive rules take touches from the apps.
enum ExclusiveAreas {
    /// Returns what is to be covered, with one element for each touchscreen that works and that a rule applies to.
    static func covers(for actions: [Action], in window: ActionWindow, on devices: [TouchDevice]) -> [ScreenCover] {
        let rules = actions.filter { $0.isExclusive && $0.gesture.isFromEdge && $0.filter.matches(window) }
        guard !rules.isEmpty else { return [] }
        return devices.compactMap { device in
            guard device.isTouchscreenInUse else { return nil }
            let areas = rules.lazy.filter { $0.filter.matches(device) }.flatMap(Self.areas)
            guard !areas.isEmpty else { return nil }
            // An assumed size says nothing about the output.
            let size = device.resolution == nil ? nil : device.surface.size * (25.4 / 160)
            let outputs: ScreenCover.Outputs = device.output?.name.map { .named($0.exact) } ?? .only
            return ScreenCover(on: outputs, touchscreen: size, areas: Set(areas))
        }
    }

    /// Returns the rules whose touches an X server is to hold, each with the touchscreens that it applies to.
    static func held(
        of actions: [Action], in window: ActionWindow, on devices: [TouchDevice]
    ) -> [(Action, TouchDevice)] {
        let rules = actions.filter { $0.canHoldTouches && $0.filter.matches(window) }
        return devices.lazy.filter(\.isTouchscreenInUse).flatMap { device in
            rules.filter { $0.filter.matches(device) }.map { ($0, device) }
        }
    }

    /// Returns the numbers of fingers with which the desktop's own swipes would compete with rules.
    static func swipes(of actions: [Action], in window: ActionWindow, on devices: [TouchDevice]) -> TakenSwipes {
        var swipes = TakenSwipes()
        for action in actions where action.isExclusive && action.gesture.isSwipe && action.filter.matches(window) {
            let kinds = devices.filter { action.filter.matches($0) && $0.off == nil }.map(\.kind)
            let counts = action.fingers.counts.filter { $0 >= 3 }
            if kinds.contains(.touchpad) { swipes.touchpad.formUnion(counts) }
            if kinds.contains(.touchscreen) { swipes.touchscreen.formUnion(counts) }
        }
        return swipes
    }

    private static func areas(of action: Action) -> [CoverArea] {
        let width = action.strip * 25.4 / 160
        let places: [CoverArea.Place] =
            switch action.gesture {
            case .edge(let edge): [.edge(edge, action.area.part)]
            case .corner(let corner): [.corner(corner)]
            case .slide: action.edges.edges.map { .edge($0, action.area.part) }
            default: []
            }
        return places.map { CoverArea($0, width: width) }
    }
}

extension TouchDevice {
    fileprivate var isTouchscreenInUse: Bool { kind == .touchscreen && availability == .open && off == nil }
}
