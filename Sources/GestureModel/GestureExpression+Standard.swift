extension GestureExpression {
    /// Everything a hand does on one kind of surface, with one meaning for each thing it does: two fingers that scroll are
    /// a drag and nothing beside it, a pinch is a magnification and a rotation together, and a tap is said at once.
    ///
    /// Its values are `tap`, `longPress`, `drag`, and for two fingers or more that part, close up or turn a `simultaneous`
    /// of `magnify` and `rotate`.
    public enum Standard: String, Hashable, Sendable, CaseIterable {
        /// One finger drags.
        case touchscreen
        /// One finger moves the pointer, which is no gesture. It drags right after a tap.
        case touchpad
    }
}
