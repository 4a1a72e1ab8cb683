// Draws the surface and the timeline of the device that is shown.

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

function drawSurface() {
    const [wide, high] = shown?.device.size || [100, 60];
    const canvas = canvases.surface;
    const margin = 8;
    const width = canvas.clientWidth;
    const scale = Math.min((width - 2 * margin) / wide, 560 / high);
    const { context: c } = prepare(canvas, high * scale + 2 * margin + 18);
    const left = (width - wide * scale) / 2;
    c.fillStyle = colours["--surface"];
    c.fillRect(left, margin, wide * scale, high * scale);
    c.save();
    c.translate(left, margin);
    c.scale(scale, scale);
    const pixel = 1 / scale;
    drawZones(c, wide, high, pixel);
    c.strokeStyle = colours["--border"];
    c.lineWidth = pixel;
    c.strokeRect(0, 0, wide, high);
    const sequences = drawn();
    const until = isLive && !isFrozen ? Infinity : selected ? moment : Infinity;
    for (const sequence of sequences) drawLimits(c, sequence, pixel);
    for (const sequence of sequences) for (const track of sequence.tracks) drawTrack(c, track, sequence, until, pixel);
    for (const sequence of sequences) drawDirections(c, sequence, pixel);
    for (const sequence of sequences) drawVelocity(c, sequence, until, pixel);
    c.restore();
    drawScale(c, left, margin + high * scale + 6, scale, wide, high);
}

function drawZones(c, wide, high, pixel) {
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
        c.globalAlpha = .6;
        c.strokeRect(zones.edge, zones.edge, wide - 2 * zones.edge, high - 2 * zones.edge);
        label(c, "palms", .8, high / 2, pixel, "--zone");
        label(c, "thumbs", wide / 2, high - .8, pixel, "--zone");
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
    c.restore();
}

function label(c, text, x, y, pixel, colour, align = "left") {
    c.save();
    c.globalAlpha = 1;
    // Not above the picture.
    c.translate(x, Math.max(y, 2 * pixel));
    c.scale(pixel, pixel);
    c.font = "11px system-ui, sans-serif";
    c.textAlign = align;
    c.lineJoin = "round";
    c.lineWidth = 3;
    c.setLineDash([]);
    c.strokeStyle = colours["--background"];
    c.strokeText(text, 0, 0);
    c.fillStyle = colours[colour];
    c.fillText(text, 0, 0);
    c.restore();
}

function stateAt(track, time) {
    let state = track.states[0];
    for (const next of track.states) if (next.t <= time) state = next;
    return state;
}

function drawTrack(c, track, sequence, until, pixel) {
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
    const name = String(number(track, sequence));
    label(c, name, first.x + 2, first.y - 1.6, pixel, look.colour);
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
function drawDirections(c, sequence, pixel) {
    if (isLive && !isFrozen && sequence !== shown.current) return;
    const ways = { left: [-1, 0], right: [1, 0], up: [0, -1], down: [0, 1] };
    const reasons = selectedReason?.failure ? [selectedReason] : sequence.reasons;
    const wrong = reasons.find(reason => reason.failure.wrongDirection)?.failure.wrongDirection;
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
        arrow(c, x, y, x + dx * length, y + dy * length, pixel, colour);
        c.restore();
        label(c, text, x + dx * (length + 6 * pixel), y + dy * (length + 8 * pixel) + (dy > 0 ? 8 : 4) * pixel, pixel, colour,
              dx > 0 ? "left" : dx < 0 ? "right" : "center");
    };
    draw(wrong.direction, `went ${wrong.direction}`, "--bad", []);
    for (const word of wrong.accepted) draw(word, `needs ${word}`, "--mark", [3 * pixel, 3 * pixel]);
}

/// The circles of the distances that decided, around where the fingers came down.
function drawLimits(c, sequence, pixel) {
    if (isLive && !isFrozen && sequence !== shown.current) return;
    const reasons = selectedReason?.failure ? [selectedReason] : sequence.reasons;
    const circles = new Map();
    for (const reason of reasons) {
        const far = reason.failure.movedTooFar || reason.failure.movedTooLittle;
        if (!far) continue;
        const circle = circles.get(far.limit) || { names: new Set(), radius: far.limit * MM_PER_POINT, stay: false, leave: false };
        circle.names.add(reason.recogniser);
        circle[reason.failure.movedTooFar ? "leave" : "stay"] = true;
        circles.set(far.limit, circle);
    }
    let step = 0;
    for (const [limit, circle] of [...circles].sort((a, b) => a[0] - b[0])) {
        const { names, radius } = circle;
        const fingers = fingersOf(sequence, circle);
        c.save();
        c.strokeStyle = colours["--mark"];
        c.lineWidth = pixel * (selectedReason ? 2 : 1);
        c.setLineDash([3 * pixel, 3 * pixel]);
        for (const track of fingers) {
            c.beginPath();
            c.arc(track.points[0].x, track.points[0].y, radius, 0, 7);
            c.stroke();
        }
        const at = fingers[0]?.points[0];
        if (at) {
            const text = `${[...names].join(", ")}: ${tenth(limit)} pt (${tenth(radius)} mm)`;
            const right = at.x > shown.device.size[0] * .6;
            const aside = radius + 7 * pixel;
            label(c, text, at.x + (right ? -aside : aside), at.y + (12 + 13 * step++) * pixel, pixel, "--mark",
                  right ? "right" : "left");
        }
        c.restore();
    }
}

/// The velocity at the moment, where the finger would come to rest, and where it went.
function drawVelocity(c, sequence, until, pixel) {
    for (const gesture of sequence.gestures) {
        const sample = until === Infinity ? gesture.samples[gesture.samples.length - 1] : lastBefore(gesture.samples, until);
        if (!sample?.velocity) continue;
        const [x, y] = sample.location;
        const speed = Math.hypot(...sample.velocity);
        if (speed > 5) {
            // A tenth of a second's way.
            arrow(c, x, y, x + sample.velocity[0] / 10, y + sample.velocity[1] / 10, pixel);
            label(c, `${Math.round(speed)} mm/s`, x + sample.velocity[0] / 10 + 1, y + sample.velocity[1] / 10, pixel, "--mark");
        }
        if (!sample.landing || speed <= 5) continue;
        const went = gesture.samples[gesture.samples.length - 1].location;
        const size = 1.6;
        c.save();
        c.strokeStyle = colours["--mark"];
        c.lineWidth = 1.5 * pixel;
        const [px, py] = sample.landing;
        c.beginPath();
        c.moveTo(px - size, py - size); c.lineTo(px + size, py + size);
        c.moveTo(px - size, py + size); c.lineTo(px + size, py - size);
        c.stroke();
        c.setLineDash([2 * pixel, 2 * pixel]);
        c.beginPath();
        c.moveTo(went[0], went[1]); c.lineTo(px, py);
        c.stroke();
        c.restore();
        const inside = px > 8 && px < shown.device.size[0] - 8 && py > 2 && py < shown.device.size[1] - 2;
        const off = Math.hypot(px - went[0], py - went[1]);
        label(c, `lands ${tenth(off)} mm from the lift`, inside ? px + 2 : went[0] + 2, (inside ? py : went[1]) + 4, pixel, "--mark",
              (inside ? px : went[0]) > shown.device.size[0] * .6 ? "right" : "left");
    }
}

function arrow(c, x, y, toX, toY, pixel, colour = "--mark") {
    const angle = Math.atan2(toY - y, toX - x), head = 8 * pixel;
    c.save();
    c.strokeStyle = colours[colour];
    c.lineWidth = 2 * pixel;
    c.beginPath();
    c.moveTo(x, y); c.lineTo(toX, toY);
    c.lineTo(toX - head * Math.cos(angle - .5), toY - head * Math.sin(angle - .5));
    c.moveTo(toX, toY);
    c.lineTo(toX - head * Math.cos(angle + .5), toY - head * Math.sin(angle + .5));
    c.stroke();
    c.restore();
}

function drawScale(c, left, top, scale, wide, high) {
    const length = wide > 150 ? 50 : 10;
    c.strokeStyle = colours["--quiet"];
    c.lineWidth = 1;
    c.beginPath();
    c.moveTo(left, top); c.lineTo(left, top + 5);
    c.lineTo(left + length * scale, top + 5); c.lineTo(left + length * scale, top);
    c.stroke();
    c.fillStyle = colours["--quiet"];
    c.font = "11px system-ui, sans-serif";
    c.textAlign = "left";
    c.fillText(`${length} mm`, left + length * scale + 5, top + 7);
    c.textAlign = "right";
    c.fillText(`${Math.round(wide)} × ${Math.round(high)} mm`, left + wide * scale, top + 9);
}

// MARK: - Timeline

/// What the timeline shows, and how a time becomes a place. Kept for the pointer.
let axis = null;

function drawTimeline() {
    const canvas = canvases.timeline;
    const live = isLive && !isFrozen;
    const sequences = drawn();
    const tracks = sequences.flatMap(sequence => sequence.tracks.map(track => [track, sequence]));
    const shownTracks = tracks.slice(-10);
    const lifes = live ? [] : lifesOf(sequences);
    const row = 16, overview = 18, curve = 90, gap = 8;
    const height = overview + gap + shownTracks.length * row + lifes.length * row + gap + curve + 20;
    const { context: c, width } = prepare(canvas, Math.max(height, 170));
    const left = Math.min(96, width / 4);
    const all = shown?.sequences || [];
    const now = shown?.current?.end ?? 0;
    const ends = [...sequences.map(sequence => sequence.end), ...lifes.map(life => life.end)];
    const start = live ? now - SHOWN : sequences[0]?.start ?? 0;
    const end = live ? now : Math.max(start + 50000, ...ends.slice(0, 2000));
    const x = time => left + (time - start) / (end - start) * (width - left - 10);
    axis = { left, width, start, end, all, overview };
    c.font = "11px system-ui, sans-serif";
    drawOverview(c, all, left, width, overview);
    let y = overview + gap;
    for (const [track, sequence] of shownTracks) {
        drawBar(c, track, number(track, sequence), x, y, left, width);
        y += row;
    }
    for (const life of lifes) {
        drawLife(c, life, x, y, left);
        y += row;
    }
    y += gap;
    drawSpeed(c, sequences, x, y, curve, left, width);
    y += curve;
    c.fillStyle = colours["--quiet"];
    c.textAlign = "left";
    c.fillText(live ? `−${SHOWN / 1e6} s` : "0 ms", left, y + 13);
    c.textAlign = "right";
    c.fillText(live ? "now" : `${Math.round((end - start) / 1000)} ms`, width - 10, y + 13);
    if (!live && selected) {
        c.strokeStyle = colours["--link"];
        c.lineWidth = 1.5;
        c.beginPath();
        c.moveTo(x(moment), overview + 2); c.lineTo(x(moment), y);
        c.stroke();
    }
}

function drawOverview(c, all, left, width, height) {
    if (!all.length) return;
    const [first, last] = [all[0].start, Math.max(all[all.length - 1].end, all[0].start + 1)];
    const place = time => left + (time - first) / (last - first) * (width - left - 10);
    c.fillStyle = colours["--quiet"];
    c.textAlign = "right";
    c.fillText("all", left - 8, height - 5);
    for (const sequence of all) {
        const [from, to] = [place(sequence.start), place(sequence.end)];
        const good = sequence.gestures.some(gesture => gesture.phase !== "cancelled");
        c.fillStyle = colours[good ? "--good" : sequence.gestures.length || sequence.reasons.length ? "--bad" : "--quiet"];
        c.globalAlpha = sequence === selected ? 1 : .45;
        c.fillRect(from, good ? 3 : 6, Math.max(to - from, 2), good ? height - 6 : height - 12);
        if (sequence === selected) {
            c.strokeStyle = colours["--link"];
            c.lineWidth = 2;
            c.strokeRect(from - 2, 1, Math.max(to - from, 2) + 4, height - 2);
        }
    }
    c.globalAlpha = 1;
}

function drawBar(c, track, name, x, y, left, width) {
    c.fillStyle = colours["--quiet"];
    c.textAlign = "right";
    c.fillText(`contact ${name}`, left - 8, y + 11);
    track.states.forEach((state, index) => {
        const from = Math.max(x(state.t), left);
        const to = Math.min(Math.max(x(track.states[index + 1]?.t ?? track.end), from + 2), width - 10);
        if (to <= left) return;
        c.strokeStyle = colours[style(state.state).colour];
        c.lineWidth = 7;
        c.lineCap = "butt";
        c.setLineDash(style(state.state).dash.map(dash => dash * 4));
        c.beginPath();
        c.moveTo(from, y + 7); c.lineTo(to, y + 7);
        c.stroke();
        c.setLineDash([]);
    });
}

/// The life of each recogniser until it was decided, and each gesture.
function lifesOf(sequences) {
    if (sequences.length !== 1) return [];
    const [sequence] = sequences;
    const lifes = ranked(sequence).map(reason => ({
        name: reason.recogniser + (reason.part ? ` ${reason.part}` : ""), start: reason.touch, end: reason.t,
        good: isRecognised(reason), isSelected: reason === selectedReason,
    }));
    const gestures = sequence.gestures.map(gesture => ({
        name: gesture.name, start: gesture.start, end: gesture.end, good: gesture.phase !== "cancelled", isGesture: true,
    }));
    return [...gestures, ...lifes].slice(0, 16);
}

function drawLife(c, life, x, y, left) {
    c.fillStyle = colours["--quiet"];
    c.textAlign = "right";
    c.fillText(life.name.slice(0, 15), left - 8, y + 11);
    c.strokeStyle = colours[life.good ? "--good" : "--bad"];
    c.lineWidth = life.isGesture ? 7 : life.isSelected ? 3.5 : 1.5;
    c.beginPath();
    c.moveTo(x(life.start), y + 7); c.lineTo(Math.max(x(life.end), x(life.start) + 2), y + 7);
    c.stroke();
    if (life.isGesture) return;
    c.fillStyle = colours[life.good ? "--good" : "--bad"];
    c.textAlign = "center";
    c.fillText(life.good ? "✓" : "✗", Math.max(x(life.end), left + 5), y + 11);
}

/// The speed of each finger, from positions 24 ms apart.
function speeds(track) {
    if (track.speeds?.count === track.points.length) return track.speeds.list;
    const list = [];
    let from = 0;
    track.points.forEach((point, index) => {
        while (from < index - 1 && point.t - track.points[from].t > 24000) from++;
        const span = (point.t - track.points[from].t) / 1e6;
        if (span <= 0) return;
        const way = Math.hypot(point.x - track.points[from].x, point.y - track.points[from].y);
        list.push({ t: point.t, v: way / span });
    });
    track.speeds = { count: track.points.length, list };
    return list;
}

function drawSpeed(c, sequences, x, y, height, left, width) {
    const curves = sequences.flatMap(sequence => sequence.tracks.map(track => [track, speeds(track)]));
    const limits = new Map();
    for (const sequence of sequences) {
        for (const reason of sequence.reasons) {
            const slow = reason.failure.tooSlow || reason.failure.liftedSlowly;
            if (slow) limits.set(slow.limit * MM_PER_POINT, reason.recogniser);
        }
    }
    let most = 50;
    for (const [, list] of curves) for (const point of list) most = Math.max(most, point.v);
    for (const limit of limits.keys()) most = Math.max(most, limit * 1.15);
    const place = speed => y + height - Math.min(speed / most, 1) * (height - 6);
    c.strokeStyle = colours["--border"];
    c.lineWidth = 1;
    c.strokeRect(left, y, width - left - 10, height);
    c.fillStyle = colours["--quiet"];
    c.textAlign = "right";
    c.fillText("speed", left - 8, y + 12);
    c.fillText(`${Math.round(most)} mm/s`, left - 8, y + 26);
    c.save();
    c.beginPath();
    c.rect(left, y, width - left - 10, height);
    c.clip();
    for (const [track, list] of curves) {
        const look = style(track.states[track.states.length - 1]?.state);
        c.strokeStyle = colours[look.colour];
        c.setLineDash(look.dash.map(dash => dash * 3));
        c.lineWidth = 1.5;
        c.beginPath();
        list.forEach((point, index) => index ? c.lineTo(x(point.t), place(point.v)) : c.moveTo(x(point.t), place(point.v)));
        c.stroke();
    }
    c.restore();
    c.setLineDash([5, 4]);
    for (const [limit, name] of limits) {
        c.strokeStyle = colours["--mark"];
        c.beginPath();
        c.moveTo(left, place(limit)); c.lineTo(width - 10, place(limit));
        c.stroke();
        c.fillStyle = colours["--mark"];
        c.textAlign = "left";
        c.fillText(`${name}: at least ${Math.round(limit)} mm/s at the lift`, left + 4, place(limit) - 3);
    }
    c.setLineDash([]);
}
