import CSDL2
import GesturesSDL

/// Draws the carousel into a window of SDL.
final class CarouselWindow {
    static let (width, height) = (600, 220)

    let window: OpaquePointer
    private let renderer: OpaquePointer
    private static let colors: [(UInt8, UInt8, UInt8)] = [
        (0, 122, 255), (175, 82, 222), (255, 149, 0), (52, 199, 89), (255, 59, 48),
    ]

    /// - Parameter isRecorded: True for a renderer without a screen, whose pixels do not depend on the machine.
    init(isRecorded: Bool) {
        let flags = isRecorded ? SDL_RENDERER_SOFTWARE : SDL_RENDERER_PRESENTVSYNC
        guard SDL_Init(SDL_INIT_VIDEO) == 0,
            let window = SDL_CreateWindow(
                "carousel", 0, 0, Int32(Self.width), Int32(Self.height), SDL_WINDOW_SHOWN.rawValue),
            let renderer = SDL_CreateRenderer(window, -1, flags.rawValue)
        else { fatalError(String(cString: SDL_GetError())) }
        (self.window, self.renderer) = (window, renderer)
    }

    func draw(offset: Double) {
        SDL_SetRenderDrawColor(renderer, 255, 255, 255, 255)
        SDL_RenderClear(renderer)
        for card in 0..<CardCarousel.cardCount {
            let (red, green, blue) = Self.colors[card]
            SDL_SetRenderDrawColor(renderer, red, green, blue, 255)
            var rectangle = SDL_FRect(
                x: Float(16 + offset + Double(card) * CardCarousel.stride), y: 20, w: Float(CardCarousel.cardWidth),
                h: 180)
            SDL_RenderFillRectF(renderer, &rectangle)
        }
    }

    func present() { SDL_RenderPresent(renderer) }

    /// What was drawn and not yet presented, as a line: for each run of equal pixels of the middle row its length and colour.
    /// The test compares every row with the middle one, or with the margin.
    func screenshot() -> String {
        var pixels = [UInt32](repeating: 0, count: Self.width * Self.height)
        SDL_RenderReadPixels(
            renderer, nil, UInt32(SDL_PIXELFORMAT_RGB888.rawValue), &pixels, Int32(Self.width * 4))
        let rows = (0..<Self.height).map { Array(pixels[($0 * Self.width)..<(($0 + 1) * Self.width)]) }
        let isWhole = rows.enumerated().allSatisfy { y, row in
            (20..<200).contains(y) ? row == rows[110] : row.allSatisfy { $0 & 0xFFFFFF == 0xFFFFFF }
        }
        var runs: [(length: Int, color: UInt32)] = []
        for pixel in rows[110] {
            if runs.last?.color == pixel & 0xFFFFFF {
                runs[runs.count - 1].length += 1
            } else {
                runs.append((1, pixel & 0xFFFFFF))
            }
        }
        let text = runs.map { "\($0.length)x" + String($0.color, radix: 16) }.joined(separator: " ")
        return isWhole ? text : "rows differ"
    }
}
