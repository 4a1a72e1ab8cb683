extension ContactDetail {
    /// Takes an ABS_MT_* value that is about neither the contact's place nor its identity.
    mutating func take(_ code: UInt16, _ value: Int32) {
        switch code {
        case AbsoluteCode.contactPressure: pressure = value
        case AbsoluteCode.touchMajor: major = value
        case AbsoluteCode.touchMinor: minor = value
        case AbsoluteCode.toolType: isPalm = value == ToolType.palm
        default: break
        }
    }
}
