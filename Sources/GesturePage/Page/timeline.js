// Draws the timeline: all touch sequences, the contacts, each gesture once, and the speed.

/// What the timeline shows, and how a time becomes a place. Kept for the pointer.
let axis = null;

function drawTimeline() {
    const canvas = canvases.timeline;
    const live = isLive && !isFrozen;
    const sequences = drawn();
    const tracks = sequences.flatMap(sequence => sequence.tracks.map(track => [track, sequence]));
    const shownTracks = tracks.slice(-10);
    const rows = live ? [] : rowsOf(sequences);
    const row = 16, overview = 18, curve = 90, gap = 8;
    const height = overview + gap + shownTracks.length * row + rows.length * row + gap + curve + 20;
    const { context: c, width } = prepare(canvas, Math.max(height, 170));
    const labels = new Labels(canvas, c, width, Math.max(height, 170));
    const left = Math.min(96, width / 4);
    const all = shown?.sequences || [];
    const now = shown?.current?.end ?? 0;
    const ends = [...sequences.map(sequence => sequence.end), ...rows.flatMap(({ spans }) => spans.map(span => span.end))];
    const start = live ? now - SHOWN : sequences[0]?.start ?? 0;
    const end = live ? now : Math.max(start + 50000, ...ends.slice(0, 2000));
    const x = time => left + (time - start) / (end - start) * (width - left - 10);
    axis = { left, width, start, end, all, overview };
    const named = (text, y) => labels.fixed(text, left - 8, y, "--quiet", "right", left - 10);
    drawOverview(c, all, left, width, overview);
    if (all.length) named("all", 3);
    let y = overview + gap;
    for (const [track, sequence] of shownTracks) {
        named(`contact ${number(track, sequence)}`, y);
        drawBar(c, track, x, y, left, width);
        y += row;
    }
    for (const { word, spans } of rows) {
        named(word, y);
        for (const span of spans) drawSpan(c, span, x, y, left);
        y += row;
    }
    y += gap;
    drawSpeed(c, labels, sequences, x, y, curve, left, width);
    y += curve;
    labels.fixed(live ? `−${SHOWN / 1e6} s` : "0 ms", left, y + 3, "--quiet");
    labels.fixed(live ? "now" : `${Math.round((end - start) / 1000)} ms`, width - 10, y + 3, "--quiet", "right");
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
    for (const sequence of all) {
        const [from, to] = [place(sequence.start), place(sequence.end)];
        const good = sequence.gestures.some(gesture => gesture.phase !== "cancelled");
        c.fillStyle = colours[good ? "--good" : hasFailed(sequence) || sequence.gestures.length ? "--bad" : "--quiet"];
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

function drawBar(c, track, x, y, left, width) {
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

/// A row for each gesture: how long it was possible, and from when to when it was what the fingers did.
function rowsOf(sequences) {
    if (sequences.length !== 1) return [];
    const [sequence] = sequences;
    const rows = new Map();
    const add = (word, span) => rows.set(word, [...rows.get(word) || [], span]);
    for (const gesture of sequence.gestures) {
        const own = sequence.reasons.find(reason => isRecognised(reason) && reason.t === gesture.start);
        if (own) add(gesture.name, { start: own.touch, end: own.t, good: true, isSelected: own === selectedReason });
        add(gesture.name, { start: gesture.start, end: gesture.end, good: gesture.phase !== "cancelled", isGesture: true });
    }
    for (const reason of ranked(sequence)) {
        if (isRecognised(reason) && sequence.gestures.some(gesture => gesture.start === reason.t)) continue;
        add(wordOf(reason.recogniser) + (reason.part ? ` ${reason.part}` : ""),
            { start: reason.touch, end: reason.t, good: isRecognised(reason), isSelected: reason === selectedReason,
              isDecision: true });
    }
    return [...rows].map(([word, spans]) => ({ word, spans })).slice(0, 16);
}

function drawSpan(c, span, x, y, left) {
    c.strokeStyle = colours[span.good ? "--good" : "--bad"];
    c.lineWidth = span.isGesture ? 7 : span.isSelected ? 3.5 : 1.5;
    c.beginPath();
    c.moveTo(x(span.start), y + 7); c.lineTo(Math.max(x(span.end), x(span.start) + 2), y + 7);
    c.stroke();
    if (!span.isDecision) return;
    const [at, size] = [Math.max(x(span.end), left + 5), 3.5];
    c.lineWidth = 1.5;
    c.beginPath();
    if (span.good) {
        c.moveTo(at - size, y + 7); c.lineTo(at - 1, y + 7 + size); c.lineTo(at + size, y + 7 - size);
    } else {
        c.moveTo(at - size, y + 7 - size); c.lineTo(at + size, y + 7 + size);
        c.moveTo(at + size, y + 7 - size); c.lineTo(at - size, y + 7 + size);
    }
    c.stroke();
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

function drawSpeed(c, labels, sequences, x, y, height, left, width) {
    const curves = sequences.flatMap(sequence => sequence.tracks.map(track => [track, speeds(track)]));
    const limits = new Map();
    for (const sequence of sequences) {
        for (const { failure, recogniser } of deciding(sequence)) {
            const slow = failure.tooSlow || failure.liftedSlowly;
            if (!slow) continue;
            const limit = slow.limit * MM_PER_POINT;
            limits.set(limit, `${wordOf(recogniser)}: at least ${Math.round(limit)} mm/s${failure.liftedSlowly ? " at the lift" : ""}`);
        }
    }
    let most = 50;
    for (const [, list] of curves) for (const point of list) most = Math.max(most, point.v);
    for (const limit of limits.keys()) most = Math.max(most, limit * 1.15);
    const place = speed => y + height - Math.min(speed / most, 1) * (height - 6);
    c.strokeStyle = colours["--border"];
    c.lineWidth = 1;
    c.strokeRect(left, y, width - left - 10, height);
    labels.fixed("speed", left - 8, y + 2, "--quiet", "right", left - 10);
    labels.fixed(`${Math.round(most)} mm/s`, left - 8, y + 16, "--quiet", "right", left - 10);
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
    for (const [limit, text] of limits) {
        c.strokeStyle = colours["--mark"];
        c.beginPath();
        c.moveTo(left, place(limit)); c.lineTo(width - 10, place(limit));
        c.stroke();
        c.setLineDash([]);
        labels.fixed(text, left + 4, place(limit) - LINE - 1, "--mark", "left", width - left - 20);
        c.setLineDash([5, 4]);
    }
    c.setLineDash([]);
}
