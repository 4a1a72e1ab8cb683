// Places labels next to what they name, so that none covers another.

const FONT = "11px system-ui, sans-serif";
// In pixels of the page. A label further away would not be read as belonging to its point.
const LINE = 14, FARTHEST = 96;
// More would not be readable, and would take a live view's time.
const MOST_LABELS = 60;

class Labels {
    constructor(canvas, c, width, height) {
        [this.c, this.width, this.height] = [c, width, height];
        this.placed = canvas.labels = [];
        this.points = [];
    }

    /// What labels should not cover, although they may.
    avoid(x, y) { if (this.points.length < 400) this.points.push([x, y]); }

    /// A text whose place is given, such as an axis; cut to the width.
    fixed(text, x, y, colour, align = "left", most = Infinity) {
        this.c.font = FONT;
        let shown = unbroken(text);
        while (shown.length > 2 && this.c.measureText(shown).width > most) shown = `${shown.slice(0, -2).trimEnd()}…`;
        const wide = this.c.measureText(shown).width;
        const left = align === "right" ? x - wide : align === "center" ? x - wide / 2 : x;
        this.draw(shown, { x: left, y, w: wide, h: LINE }, colour);
    }

    /// A label near a point; left out if there is no room. `gap` is the radius around the point that stays free.
    near(text, x, y, colour, gap = 6) {
        if (this.placed.length >= MOST_LABELS) return;
        this.c.font = FONT;
        const shown = unbroken(text);
        const [w, h] = [this.c.measureText(shown).width, LINE];
        let best = null, least = Infinity;
        for (let away = gap; away <= gap + FARTHEST; away += LINE / 2) {
            if (away - gap > least) break;
            const rows = [[x + away, y - h / 2], [x - away - w, y - h / 2], [x - w / 2, y - away - h], [x - w / 2, y + away],
                          [x + away * .7, y - away * .7 - h], [x + away * .7, y + away * .7],
                          [x - away * .7 - w, y - away * .7 - h], [x - away * .7 - w, y + away * .7]];
            for (const [left, top] of rows) {
                const box = { x: left, y: top, w, h };
                if (!this.isFree(box)) continue;
                const cost = away - gap + 4 * this.points.filter(([px, py]) => isInside(px, py, box)).length;
                if (cost < least) [best, least] = [box, cost];
            }
        }
        if (!best) return;
        const middle = [Math.max(best.x, Math.min(x, best.x + w)), Math.max(best.y, Math.min(y, best.y + h))];
        if (Math.hypot(middle[0] - x, middle[1] - y) > gap + 1.5 * LINE) this.lead(x, y, gap, middle, colour);
        this.draw(shown, best, colour);
    }

    isFree({ x, y, w, h }) {
        if (x < 2 || y < 2 || x + w > this.width - 2 || y + h > this.height - 2) return false;
        return this.placed.every(other => x >= other.x + other.w + 3 || other.x >= x + w + 3
            || y >= other.y + other.h || other.y >= y + h);
    }

    /// A line from the label to the point that it names.
    lead(x, y, gap, [toX, toY], colour) {
        const length = Math.hypot(toX - x, toY - y), c = this.c;
        c.strokeStyle = colours[colour];
        c.lineWidth = 1;
        c.setLineDash([]);
        c.beginPath();
        c.moveTo(x + (toX - x) * gap / length, y + (toY - y) * gap / length);
        c.lineTo(toX, toY);
        c.stroke();
    }

    draw(text, box, colour) {
        const c = this.c;
        this.placed.push({ text, ...box });
        c.save();
        c.globalAlpha = 1;
        c.font = FONT;
        c.textAlign = "left";
        c.textBaseline = "middle";
        c.lineJoin = "round";
        c.lineWidth = 3;
        c.setLineDash([]);
        c.strokeStyle = colours["--background"];
        c.strokeText(text, box.x, box.y + box.h / 2);
        c.fillStyle = colours[colour];
        c.fillText(text, box.x, box.y + box.h / 2);
        c.restore();
    }
}

const isInside = (x, y, box) => x > box.x - 1 && x < box.x + box.w + 1 && y > box.y && y < box.y + box.h;
