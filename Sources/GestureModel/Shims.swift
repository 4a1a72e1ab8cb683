extension Thresholds {
    public typealias Hand = StandardSet
}
