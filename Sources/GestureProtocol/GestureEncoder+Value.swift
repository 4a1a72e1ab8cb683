internal import GestureModel

extension GestureEncoder {
    /// `"drag":{…}`: what stands within the braces of a value. Nothing for a composition.
    func write(_ value: GestureValue, to output: inout OutputSpan<UInt8>) {
        switch value {
        case .tap(let tap): write(tap, to: &output)
        case .longPress(let press): write(press, to: &output)
        case .drag(let drag): write(drag, to: &output)
        case .swipe(let swipe): write(swipe, to: &output)
        case .magnify(let magnify): write(magnify, to: &output)
        case .rotate(let rotate): write(rotate, to: &output)
        case .composition: break
        }
    }

    private func write(_ tap: GestureValue.Tap, to output: inout OutputSpan<UInt8>) {
        output.write(#""tap":{"fingers":"#)
        output.write(tap.fingers)
        output.write(#","count":"#)
        output.write(tap.count)
        write(#","location":"#, tap.location, to: &output)
        output.write("}")
    }

    private func write(_ press: GestureValue.LongPress, to output: inout OutputSpan<UInt8>) {
        output.write(#""longPress":{"fingers":"#)
        output.write(press.fingers)
        write(#","location":"#, press.location, to: &output)
        write(#","startLocation":"#, press.startLocation, to: &output)
        output.write(#","pressing":"#)
        output.write(press.pressing)
        output.write(#","completed":"#)
        output.write(press.completed)
        if let deadline = press.deadline {
            output.write(#","deadline":"#)
            output.write(deadline.microseconds)
        }
        output.write("}")
    }

    private func write(_ drag: GestureValue.Drag, to output: inout OutputSpan<UInt8>) {
        output.write(#""drag":{"fingers":"#)
        output.write(drag.fingers)
        write(#","location":"#, drag.location, to: &output)
        write(#","startLocation":"#, drag.startLocation, to: &output)
        output.write(#","translation":"#)
        write(drag.translation, to: &output)
        output.write(#","velocity":"#)
        write(drag.velocity, to: &output)
        write(#","predictedEndLocation":"#, drag.predictedEndLocation, to: &output)
        output.write(#","predictedEndTranslation":"#)
        write(drag.predictedEndTranslation, to: &output)
        write(drag.edge, to: &output)
        output.write("}")
    }

    private func write(_ swipe: GestureValue.Swipe, to output: inout OutputSpan<UInt8>) {
        output.write(#""swipe":{"fingers":"#)
        output.write(swipe.fingers)
        output.write(#","direction":"#)
        write(swipe.direction, to: &output)
        write(#","location":"#, swipe.location, to: &output)
        write(#","startLocation":"#, swipe.startLocation, to: &output)
        output.write(#","translation":"#)
        write(swipe.translation, to: &output)
        output.write(#","velocity":"#)
        write(swipe.velocity, to: &output)
        write(swipe.edge, to: &output)
        output.write("}")
    }

    private func write(_ direction: SwipeDirection, to output: inout OutputSpan<UInt8>) {
        switch direction {
        case .up: output.write(#""up""#)
        case .down: output.write(#""down""#)
        case .left: output.write(#""left""#)
        case .right: output.write(#""right""#)
        }
    }

    private func write(_ edge: Edge?, to output: inout OutputSpan<UInt8>) {
        switch edge {
        case nil: break
        case .top: output.write(#","edge":"top""#)
        case .bottom: output.write(#","edge":"bottom""#)
        case .left: output.write(#","edge":"left""#)
        case .right: output.write(#","edge":"right""#)
        }
    }

    private func write(_ magnify: GestureValue.Magnify, to output: inout OutputSpan<UInt8>) {
        output.write(#""magnify":{"fingers":"#)
        output.write(magnify.fingers)
        write(#","location":"#, magnify.location, to: &output)
        write(#","startLocation":"#, magnify.startLocation, to: &output)
        // A scale and an angle are the same in all units.
        output.write(#","magnification":"#)
        output.write(magnify.magnification, .six)
        output.write(#","velocity":"#)
        output.write(magnify.velocity, .six)
        output.write("}")
    }

    private func write(_ rotate: GestureValue.Rotate, to output: inout OutputSpan<UInt8>) {
        output.write(#""rotate":{"fingers":"#)
        output.write(rotate.fingers)
        write(#","location":"#, rotate.location, to: &output)
        write(#","startLocation":"#, rotate.startLocation, to: &output)
        output.write(#","rotation":"#)
        output.write(rotate.rotation, .six)
        output.write(#","velocity":"#)
        output.write(rotate.velocity, .six)
        output.write("}")
    }

    private func write(_ key: StaticString, _ place: Point, to output: inout OutputSpan<UInt8>) {
        guard tellsPositions else { return }
        output.write(key)
        write(Vector(dx: place.x, dy: place.y), to: &output)
    }

    private func write(_ vector: Vector, to output: inout OutputSpan<UInt8>) {
        output.append(UInt8(ascii: "["))
        output.write(vector.dx * scale.dx, decimals)
        output.append(UInt8(ascii: ","))
        output.write(vector.dy * scale.dy, decimals)
        output.append(UInt8(ascii: "]"))
    }
}
