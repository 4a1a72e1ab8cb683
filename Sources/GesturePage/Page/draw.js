// Draws the surface of the device that is shown.

// MARK: - Drawing

function prepare(canvas, height) {
    const ratio = window.devicePixelRatio || 1;
    const width = canvas.clientWidth;
    const [w, h] = [Math.round(width * ratio), Math.round(height * ratio)];
    if (canvas.width !== w || canvas.height !== h) {
        [canvas.width, canvas.height] = [w, h];
        canvas.style.height = `${height}px`;
    }
    const context = canvas.getContext("2d");
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, width, height);
    return { context, width, height };
}

function drawn() {
    if (!shown) return [];
    if (!isLive || isFrozen) return selected ? [selected] : shown.sequences;
    const now = shown.current?.end ?? 0;
    return shown.sequences.filter(sequence => sequence.end > now - SHOWN);
}

/// In millimetres.
function thickness(force) {
    const { least, most } = shown.pressures;
    if (force === null || !(most > least)) return 1;
    return .6 + 1.9 * Math.max(0, (force - least) / (most - least));
}

/// Where the surface lies in its canvas: pixels for a millimetre, and the margins.
function layout() {
    const [wide, high] = shown?.device.size || [100, 60];
    const margin = 8;
    const width = canvases.surface.clientWidth;
    // Beside a list, the picture stays in the window with its timeline.
    const most = matchMedia("(min-width: 900px)").matches ? Math.min(560, Math.max(240, innerHeight * .5)) : 560;
    const scale = Math.min((width - 2 * margin) / wide, most / high);
    return { wide, high, margin, scale, left: (width - wide * scale) / 2 };
}

function drawSurface() {
    const { wide, high, margin, scale, left } = layout();
    const canvas = canvases.surface;
    const { context: c, width, height } = prepare(canvas, high * scale + 2 * margin + 18);
    const labels = new Labels(canvas, c, width, margin + high * scale);
    // Labels are placed in pixels.
    const named = (text, x, y, colour, gap) => labels.near(text, left + x * scale, margin + y * scale, colour, gap);
    c.fillStyle = colours["--surface"];
    c.fillRect(left, margin, wide * scale, high * scale);
    drawScale(c, labels, left, margin + high * scale + 6, scale, wide, high);
    const waiting = [];
    const later = (...label) => waiting.push(label);
    later.avoid = ([x, y], [toX, toY]) => {
        for (let share = 0; share <= 1; share += .05) {
            labels.avoid(left + (x + (toX - x) * share) * scale, margin + (y + (toY - y) * share) * scale);
        }
    };
    c.save();
    c.translate(left, margin);
    c.scale(scale, scale);
    const pixel = 1 / scale;
    drawZones(c, wide, high, pixel, later);
    c.strokeStyle = colours["--border"];
    c.lineWidth = pixel;
    c.strokeRect(0, 0, wide, high);
    const sequences = drawn();
    const until = isLive && !isFrozen ? Infinity : selected ? moment : Infinity;
    const first = waiting.splice(0);
    for (const sequence of sequences) drawLimits(c, sequence, pixel, later);
    for (const sequence of sequences) {
        for (const track of sequence.tracks) {
            drawTrack(c, track, sequence, until, pixel, later);
            drawHold(c, track, until, pixel);
            const step = Math.ceil(track.points.length / 40);
            track.points.forEach((point, index) => index % step || labels.avoid(left + point.x * scale, margin + point.y * scale));
        }
    }
    for (const sequence of sequences) drawDirections(c, sequence, pixel, later);
    for (const sequence of sequences) drawVelocity(c, sequence, until, pixel, later);
    c.restore();
    // What decided is placed first, and zones where there is room.
    waiting.sort((a, b) => b[0].length - a[0].length);
    for (const label of [...waiting, ...first]) named(...label);
    canvas.setAttribute("aria-label", description(sequences));
}

function description(sequences) {
    const surface = `The surface${shown ? `, ${shown.device.size.map(Math.round).join(" × ")} mm` : ""}`;
    const [only] = sequences;
    if (sequences.length !== 1) return `${surface}, with the contacts' paths`;
    return `${surface}: ${headline(only)}; ${circumstances(only)}`;
}

function drawZones(c, wide, high, pixel, label) {
    const zones = config.zones;
    c.save();
    c.fillStyle = colours["--zone"];
    c.strokeStyle = colours["--zone"];
    c.lineWidth = pixel;
    c.setLineDash([4 * pixel, 4 * pixel]);
    if (shown?.device.kind === "touchpad") {
        c.globalAlpha = .07;
        const palm = zones.palm * wide, thumb = zones.thumb * high;
        c.fillRect(0, 0, palm, high);
        c.fillRect(wide - palm, 0, palm, high);
        c.fillRect(0, high - thumb, wide, thumb);
        label("palms", palm / 2, high * .4, "--zone", 0);
        label("palms", wide - palm / 2, high * .4, "--zone", 0);
        label("thumbs", wide / 2, high - thumb / 2, "--zone", 0);
    }
    // Where gestures come from an edge begin; thirds of an edge, and its corners.
    c.globalAlpha = .35;
    c.strokeStyle = colours["--quiet"];
    const edge = Math.min(zones.edgeDistance, wide / 4, high / 4);
    c.strokeRect(edge, edge, wide - 2 * edge, high - 2 * edge);
    c.beginPath();
    for (const third of [1 / 3, 2 / 3]) {
        c.moveTo(wide * third, 0); c.lineTo(wide * third, edge);
        c.moveTo(wide * third, high - edge); c.lineTo(wide * third, high);
        c.moveTo(0, high * third); c.lineTo(edge, high * third);
        c.moveTo(wide - edge, high * third); c.lineTo(wide, high * third);
    }
    c.stroke();
    label("edge", wide / 2, edge, "--quiet", 3);
    c.restore();
}

function stateAt(track, time) {
    let state = track.states[0];
    for (const next of track.states) if (next.t <= time) state = next;
    return state;
}

function drawTrack(c, track, sequence, until, pixel, label) {
    const isMoving = isLive && !isFrozen;
    const oldest = (shown.current?.end ?? 0) - SHOWN;
    const points = isMoving ? track.points.slice(Math.max(0, track.points.findIndex(point => point.t >= oldest))) : track.points;
    if (!points.length) return;
    c.lineCap = "round";
    c.lineJoin = isMoving ? "bevel" : "round";
    // Neighbouring samples of one state and about one pressure are one path.
    let index = 0;
    const now = shown.current?.end ?? 0;
    while (index < points.length) {
        const start = points[index];
        const state = stateAt(track, start.t);
        const nextState = track.states.find(next => next.t > start.t);
        const width = Math.round(thickness(start.p) * 4) / 4;
        let end = index + 1;
        c.beginPath();
        c.moveTo(start.x, start.y);
        while (end < points.length) {
            const point = points[end];
            if (start.t <= until && points[end - 1].t > until) break;
            c.lineTo(point.x, point.y);
            end++;
            if (Math.round(thickness(point.p) * 4) / 4 !== width || nextState && point.t >= nextState.t) break;
        }
        const look = style(state.state);
        c.strokeStyle = colours[look.colour];
        c.lineWidth = Math.max(width, 1.5 * pixel);
        c.setLineDash(look.dash.map(dash => dash * Math.max(1, width)));
        c.globalAlpha = start.t > until ? .22 : isLive && !isFrozen ? Math.max(.08, 1 - (now - start.t) / SHOWN) : 1;
        if (end === index + 1) c.lineTo(start.x + .01, start.y);
        c.stroke();
        if (end >= points.length) break;
        index = end - 1 > index ? end - 1 : end;
    }
    c.setLineDash([]);
    c.globalAlpha = 1;
    const first = points[0];
    const shownPoint = until === Infinity ? points[points.length - 1] : lastBefore(points, until) || first;
    const look = style(stateAt(track, Math.min(until, track.end)).state);
    c.strokeStyle = colours[look.colour];
    c.lineWidth = 1.5 * pixel;
    c.beginPath();
    c.arc(first.x, first.y, Math.max(1.4, 4 * pixel), 0, 7);
    c.stroke();
    c.fillStyle = colours[look.colour];
    c.beginPath();
    c.arc(shownPoint.x, shownPoint.y, Math.max(.9, 3 * pixel), 0, 7);
    c.fill();
    // Of earlier touches, a live view has only the paths.
    if (isMoving && sequence !== shown.current) return;
    label(String(number(track, sequence)), first.x, first.y, look.colour, Math.max(1.4 / pixel, 4) + 3);
}

/// A ring around a finger that rests. It closes when the long press is complete.
function drawHold(c, track, until, pixel) {
    const isNow = until === Infinity;
    if (isNow ? !(isLive && !isFrozen && track.isDown) : until < track.start || until > track.end) return;
    const share = shown.rested(track, until), [x, y] = track.origin;
    if (share < .15) return;
    c.strokeStyle = colours[share < 1 ? "--finger" : "--good"];
    c.lineWidth = 3 * pixel;
    c.beginPath();
    // As wide as a fingertip, but on a small surface no wider than the finger's mark needs.
    c.arc(x, y, Math.min(9, 22 * pixel), -Math.PI / 2, -Math.PI / 2 + share * 2 * Math.PI);
    c.stroke();
}

function lastBefore(points, time) {
    let last = null;
    for (const point of points) if (point.t <= time) last = point;
    return last;
}

/// The fingers that a distance decided about: those that stayed within it, or that left it.
function fingersOf(sequence, { stay, leave, radius }) {
    const fingers = sequence.tracks.filter(track => track.states.some(state => state.state === "finger"));
    const chosen = fingers.filter(track => {
        const [first] = track.points;
        const leaves = track.points.some(point => Math.hypot(point.x - first.x, point.y - first.y) > radius);
        return leaves ? leave : stay;
    });
    return chosen.length ? chosen : fingers;
}

/// Where the fingers went, and where a swipe had to go, at its first finger.
function drawDirections(c, sequence, pixel, label) {
    if (isLive && !isFrozen && sequence !== shown.current) return;
    const ways = { left: [-1, 0], right: [1, 0], up: [0, -1], down: [0, 1] };
    const wrong = deciding(sequence).find(reason => reason.failure.wrongDirection)?.failure.wrongDirection;
    const finger = sequence.tracks.find(track => track.states.some(state => state.state === "finger"));
    if (!wrong || !finger) return;
    const end = finger.points[finger.points.length - 1];
    const draw = (word, text, colour, dash) => {
        const [dx, dy] = ways[word] || [0, 0];
        if (!dx && !dy) return;
        const length = 45 * pixel;
        // Beside the trail, which goes back and forth.
        const beside = 24 * pixel;
        const [x, y] = dx ? [end.x, end.y + beside] : [end.x + beside, end.y];
        c.save();
        c.setLineDash(dash);
        const [toX, toY] = arrow(c, x, y, x + dx * length, y + dy * length, pixel, colour);
        c.restore();
        label(text, toX, toY, colour, 8);
    };
    draw(wrong.direction, `went ${wrong.direction}`, "--bad", []);
    for (const word of wrong.accepted) draw(word, `needs ${word}`, "--mark", [3 * pixel, 3 * pixel]);
}

/// The circles of the distances that decided, around where the fingers came down, and how far from the edge they did.
function drawLimits(c, sequence, pixel, label) {
    if (isLive && !isFrozen && sequence !== shown.current) return;
    for (const reason of deciding(sequence)) {
        const { movedTooFar, movedTooLittle, startedFarFromEdge } = reason.failure;
        const distance = movedTooFar || movedTooLittle;
        if (distance) drawCircles(c, sequence, reason, distance.limit, Boolean(movedTooFar), pixel, label);
        if (startedFarFromEdge) drawDistanceFromEdge(c, sequence, startedFarFromEdge, pixel, label);
    }
}

function drawCircles(c, sequence, reason, limit, leave, pixel, label) {
    const radius = limit * MM_PER_POINT;
    const fingers = fingersOf(sequence, { stay: !leave, leave, radius });
    c.save();
    c.strokeStyle = colours["--mark"];
    c.lineWidth = pixel * (selectedReason ? 2 : 1);
    c.setLineDash([3 * pixel, 3 * pixel]);
    for (const track of fingers) {
        c.beginPath();
        c.arc(track.points[0].x, track.points[0].y, radius, 0, 7);
        c.stroke();
    }
    c.restore();
    const at = fingers[0]?.points[0];
    if (!at) return;
    const bound = `at ${leave ? "most" : "least"} ${tenth(limit)} pt (${tenth(radius)} mm)`;
    label(`${wordOf(reason.recogniser)}: ${bound}`, at.x, at.y, "--mark", radius / pixel + 4);
}

/// From where the first finger came down to the nearest edge.
function drawDistanceFromEdge(c, sequence, { limit }, pixel, label) {
    const [first] = fingersOf(sequence, { stay: true, leave: true, radius: 0 }).map(track => track.points[0]);
    if (!first) return;
    const [wide, high] = shown.device.size;
    const ends = [[0, first.y], [wide, first.y], [first.x, 0], [first.x, high]];
    const far = ([x, y]) => Math.hypot(x - first.x, y - first.y);
    const [x, y] = ends.reduce((best, end) => far(end) < far(best) ? end : best);
    c.save();
    c.setLineDash([3 * pixel, 3 * pixel]);
    arrow(c, first.x, first.y, x, y, pixel);
    c.restore();
    const distance = `${tenth(far([x, y]))} mm from the edge, at most ${tenth(limit * MM_PER_POINT)} mm`;
    label(distance, (first.x + x) / 2, (first.y + y) / 2, "--mark", 8);
}

/// Half the width of the cross where the fingers would come to rest, in millimetres.
const LANDING = 1.6;

/// The velocity at the moment, where the finger would come to rest, and where it went.
function drawVelocity(c, sequence, until, pixel, label) {
    for (const gesture of sequence.gestures) {
        const sample = until === Infinity ? gesture.samples[gesture.samples.length - 1] : lastBefore(gesture.samples, until);
        if (!sample?.velocity) continue;
        const speed = Math.hypot(...sample.velocity);
        if (speed <= 5) continue;
        const [x, y] = sample.location;
        // A tenth of a second's way.
        const [toX, toY] = arrow(c, x, y, x + sample.velocity[0] / 10, y + sample.velocity[1] / 10, pixel);
        const went = gesture.samples[gesture.samples.length - 1].location;
        const off = sample.landing ? Math.hypot(sample.landing[0] - went[0], sample.landing[1] - went[1]) : 0;
        label(`${Math.round(speed)} mm/s${sample.landing ? `, lands ${tenth(off)} mm from the lift` : ""}`, toX, toY, "--mark", 8);
        label.avoid([x, y], [toX, toY]);
        if (!sample.landing) continue;
        label.avoid(went, sample.landing);
        label.avoid([sample.landing[0] - LANDING, sample.landing[1]], [sample.landing[0] + LANDING, sample.landing[1]]);
        drawLanding(c, went, sample.landing, pixel);
    }
}

/// A dashed line to the point where the fingers would come to rest; to the edge and a head, if that is beyond the surface.
function drawLanding(c, went, landing, pixel) {
    const [px, py] = landing, size = LANDING;
    c.save();
    c.setLineDash([2 * pixel, 2 * pixel]);
    if (isOnSurface(landing)) {
        c.strokeStyle = colours["--mark"];
        c.lineWidth = 1.5 * pixel;
        c.beginPath();
        c.moveTo(went[0], went[1]); c.lineTo(px, py);
        c.stroke();
        c.setLineDash([]);
        c.beginPath();
        c.moveTo(px - size, py - size); c.lineTo(px + size, py + size);
        c.moveTo(px - size, py + size); c.lineTo(px + size, py - size);
        c.stroke();
    } else {
        arrow(c, went[0], went[1], px, py, pixel);
    }
    c.restore();
}

const isOnSurface = ([x, y]) => x >= 0 && y >= 0 && x <= shown.device.size[0] && y <= shown.device.size[1];

/// The share of the way from a point on the surface at which it leaves the surface; 1 if it stays.
function shareInside(from, to) {
    let share = 1;
    for (const axis of [0, 1]) {
        const way = to[axis] - from[axis];
        const room = way > 0 ? shown.device.size[axis] - from[axis] : -from[axis];
        if (way && room / way < share) share = Math.max(0, room / way);
    }
    return share;
}

/// Draws an arrow that ends on the surface, and returns its end.
function arrow(c, x, y, toX, toY, pixel, colour = "--mark") {
    const share = shareInside([x, y], [toX, toY]);
    [toX, toY] = [x + (toX - x) * share, y + (toY - y) * share];
    const angle = Math.atan2(toY - y, toX - x), head = 8 * pixel;
    c.save();
    c.strokeStyle = colours[colour];
    c.lineWidth = 2 * pixel;
    c.beginPath();
    c.moveTo(x, y); c.lineTo(toX, toY);
    c.stroke();
    c.setLineDash([]);
    c.beginPath();
    c.moveTo(toX - head * Math.cos(angle - .5), toY - head * Math.sin(angle - .5));
    c.lineTo(toX, toY);
    c.lineTo(toX - head * Math.cos(angle + .5), toY - head * Math.sin(angle + .5));
    c.stroke();
    c.restore();
    return [toX, toY];
}

function drawScale(c, labels, left, top, scale, wide, high) {
    const length = wide > 150 ? 50 : 10;
    c.strokeStyle = colours["--quiet"];
    c.lineWidth = 1;
    c.beginPath();
    c.moveTo(left, top); c.lineTo(left, top + 5);
    c.lineTo(left + length * scale, top + 5); c.lineTo(left + length * scale, top);
    c.stroke();
    labels.fixed(`${length} mm`, left + length * scale + 5, top - 1, "--quiet");
    labels.fixed(`${Math.round(wide)} × ${Math.round(high)} mm`, left + wide * scale, top - 1, "--quiet", "right");
}
