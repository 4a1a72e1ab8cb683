internal import GestureModel

extension GestureEncoder {
    /// `"phase":"active","sequence":[{"phase":"ended","longPress":{…}},{"phase":"possible"}]`: what stands within the
    /// braces of a composition's value, and in the same way of each part that is one.
    func append(_ tree: GestureTree, to bytes: inout [UInt8], _ failures: inout FailureTexts) {
        var index = 0
        appendNode(of: tree, &index, to: &bytes, &failures)
    }

    /// Leaves the index behind the node and all below it.
    private func appendNode(
        of tree: GestureTree, _ index: inout Int, to bytes: inout [UInt8], _ failures: inout FailureTexts
    ) {
        let start = index
        index += 1
        append(tree.nodes[start].phase, to: &bytes, &failures)
        if let kind = tree.nodes[start].kind {
            bytes.append(kind.opening)
            while index <= start + tree.nodes[start].descendants {
                bytes.append(index == start + 1 ? "{" : ",{")
                appendNode(of: tree, &index, to: &bytes, &failures)
                bytes.append("}")
            }
            bytes.append("]")
        } else if let value = tree.nodes[start].value {
            bytes.append(",")
            bytes.append(addingCapacity: GestureEncoder.tailCapacity) { (output: inout OutputSpan<UInt8>) in
                write(value, to: &output)
            }
        }
    }

    private func append(_ phase: PartPhase, to bytes: inout [UInt8], _ failures: inout FailureTexts) {
        switch phase {
        case .possible: bytes.append(#""phase":"possible""#)
        case .active: bytes.append(#""phase":"active""#)
        case .ended: bytes.append(#""phase":"ended""#)
        case .failed(let reason):
            bytes.append(#""phase":"failed""#)
            if let reason { bytes.append(tellsPositions ? reason : reason.blurred, &failures) }
        }
    }
}

extension GestureExpression.Composition.Kind {
    fileprivate var opening: StaticString {
        switch self {
        case .simultaneous: #","simultaneous":["#
        case .sequence: #","sequence":["#
        case .exclusive: #","exclusive":["#
        case .race: #","race":["#
        }
    }
}
