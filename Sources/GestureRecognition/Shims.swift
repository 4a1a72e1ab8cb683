public typealias Arena = GestureEmitter
