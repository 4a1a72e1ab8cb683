/// A number with so many digits after its point.
func fixed(_ value: Double, digits: Int = 1) -> String {
    guard value.isFinite, value.magnitude < 1e9 else { return "–" }
    let scale = digits == 0 ? 1 : digits == 1 ? 10 : 100
    let scaled = Int((value.magnitude * Double(scale)).rounded())
    let sign = value < 0 && scaled > 0 ? "-" : ""
    let fraction = String(scaled % scale)
    let zeros = String(repeating: "0", count: max(0, digits - fraction.count))
    return sign + String(scaled / scale) + (digits == 0 ? "" : "." + zeros + fraction)
}

func percent(_ part: Double) -> String { fixed(part * 100) + " %" }

extension String {
    func left(_ width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
    func right(_ width: Int) -> String { String(repeating: " ", count: max(0, width - count)) + self }
}
