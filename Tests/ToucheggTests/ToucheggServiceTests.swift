import Testing

@testable import Touchegg

@Suite struct ToucheggServiceTests {
    @Test func `a user serves unless another person has a session`() {
        #expect(ToucheggService.obstacle(for: 1000, others: []) == nil)
        // Users of services, such as a display manager's, and root.
        #expect(ToucheggService.obstacle(for: 1000, others: [1000, 0, 105]) == nil)
        let obstacle = ToucheggService.obstacle(for: 1000, others: [1002, 1000, 1001])
        #expect(obstacle?.hasPrefix("users 1001, 1002 have sessions, too") == true, "\(obstacle ?? "none")")
    }
}
