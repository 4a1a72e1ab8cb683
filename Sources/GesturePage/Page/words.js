// What the page says: one word for each gesture, what a gesture became, and the headline of a touch sequence.

// The words of people for those of the protocol.
const WORDS = { longPress: "long press", magnify: "pinch", rotate: "turn" };
const wordOf = name => WORDS[name] || name;

const tenth = number => String(Math.round(number * 10) / 10);
const hundredth = number => String(Math.round(number * 100) / 100);
const seconds = time => (time / 1e6).toFixed(2);

/// A number and its unit stay in one line.
const unbroken = text => text.replace(/(\d) (?=(?:pt|mm|ms|s|%|MB|frames?|fingers?)(?![a-z]))/g, "$1\u00a0");

/// `14.2 pt` becomes `14.2 pt (2.3 mm)`; speeds likewise. Not where the sentence has them.
const withMillimetres = sentence => sentence.replace(/(\d+(?:\.\d+)?) pt(\/s)?(?! \()/g,
    (all, number, per) => `${all} (${tenth(number * MM_PER_POINT)} mm${per || ""})`);

/// The explanation, with the words of people for a reason that is no failure of the gesture's own.
function sentenceOf(reason) {
    const why = config.words[reason.outcome === "notReached" ? "notReached" : reason.reason];
    if (why && !isRecognised(reason)) return `${wordOf(reason.recogniser)}: ${why}`;
    return withMillimetres(reason.sentence.replace(/^\w+(?=:)/, wordOf));
}

const plural = name => name + (/(ss|ch)$/.test(name) ? "es" : "s");
const counted = (count, name) => `${count} ${count === 1 || name.includes("+") ? name : plural(name)}`;

// MARK: - Gestures

const COMPOSITIONS = ["simultaneous", "sequence", "exclusive", "race"];

/// What is drawn of a gesture's value.
function summary(value) {
    const [name] = Object.keys(value).filter(key => key !== "phase");
    if (COMPOSITIONS.includes(name)) return composed(name, value[name].map(summary).filter(part => part.name));
    const own = value[name] || {};
    const location = own.location || (own.boundingBox && [own.boundingBox[0], own.boundingBox[1]]);
    return { name: wordOf(name), fingers: own.fingers, location, velocity: Array.isArray(own.velocity) ? own.velocity : undefined,
             landing: own.predictedEndLocation, way: own.translation, scale: own.magnification, angle: own.rotation,
             count: name === "tap" ? own.count : undefined, completed: own.completed, edge: own.edge, template: own.template };
}

function composed(name, parts) {
    const names = new Set(parts.filter(part => part.location || part.fingers).map(part => part.name));
    const isTransform = names.size && [...names].every(name => name === "pinch" || name === "turn");
    // A part says nothing about what only another measures.
    const entries = parts.filter(part => part.location).flatMap(Object.entries);
    const value = Object.fromEntries(entries.filter(([, known]) => known !== undefined));
    if (!isTransform) return { ...value, name: [...names].join(" + ") || name };
    return { ...value, name: isTurn(pinched(value)) ? "turn" : "pinch" };
}

/// How far the fingers of a pinch have parted and turned so far: `most` is the farthest of each. The arc around the centre
/// is a multiple of the fingers' distance from it at the start, as the scale is.
function pinched({ scale = 1, angle = 0 }, last = { scale: 1, angle: 0, arc: 0, most: { scale: 1, angle: 0, arc: 0 } }) {
    const arc = last.arc + (angle - last.angle) * (last.scale + scale) / 2;
    const farther = (number, most, from = 0) => Math.abs(number - from) > Math.abs(most - from) ? number : most;
    const most = { scale: farther(scale, last.most.scale, 1), angle: farther(angle, last.most.angle), arc: farther(arc, last.most.arc) };
    return { scale, angle, arc, most };
}

/// True if the fingers have gone farther around their centre than towards it or away from it. What they took back counts half.
const isTurn = ({ scale, arc, most }) => Math.abs(most.arc) + Math.abs(arc) > Math.abs(most.scale - 1) + Math.abs(scale - 1);

/// `left`, or `down-right`.
function directionOf([dx, dy]) {
    const [across, along] = [dx < 0 ? "left" : "right", dy < 0 ? "up" : "down"];
    // The tangent of 22.5°.
    if (Math.min(Math.abs(dx), Math.abs(dy)) > Math.max(Math.abs(dx), Math.abs(dy)) * .414213562) return `${along}-${across}`;
    return Math.abs(dx) > Math.abs(dy) ? across : along;
}

const millimetres = length => `${length < 10 ? tenth(length) : Math.round(length)} mm`;

/// Where the fingers went; if they moved far back before they lifted, with the farthest distance.
function movement({ way, farthest }) {
    const [length, most] = [Math.hypot(...way), Math.hypot(...farthest)];
    if (Math.max(length, most) < .08) return "no movement";
    if (most > length / .6 + 1) return `${millimetres(most)} ${directionOf(farthest)} and back to ${millimetres(length)}`;
    return `${millimetres(length)} ${directionOf(way)}`;
}

const turned = angle => `${Math.round(Math.abs(angle) * 180 / Math.PI)}° ${angle < 0 ? "counterclockwise" : "clockwise"}`;

/// If the fingers took most of it back before they lifted, with the farthest.
function transformed({ scale, angle, most }, isTurn) {
    if (isTurn) {
        const isBack = Math.abs(most.angle - angle) > .4 * Math.abs(most.angle) + Math.PI / 12;
        return `turned ${turned(isBack ? most.angle : angle)}${isBack ? ` and back to ${turned(angle)}` : ""}`;
    }
    const isBack = Math.abs(most.scale - scale) > .4 * Math.abs(most.scale - 1) + .2;
    const farthest = isBack ? most.scale : scale;
    return `pinched ${farthest < 1 ? "in" : "out"} to ${hundredth(farthest)} ${farthest < 1 ? "of" : "times"} their distance`
        + (isBack ? ` and back to ${hundredth(scale)}` : "");
}

/// What the gesture came to, in the words of `gesturectl explain`: `drag: 3 fingers, 37 mm right in 0.42 s`.
function became(gesture, sequence) {
    const { value } = gesture;
    const fingers = value.fingers ? counted(value.fingers, "finger") : "";
    const time = `in ${hundredth((gesture.end - gesture.start) / 1e6)} s`;
    const what = value.count ? `${fingers} tapped${value.count === 1 ? "" : value.count === 2 ? " twice" : ` ${value.count} times`}`
        : value.completed !== undefined ? `${fingers} pressed${value.completed ? " and held" : ", but not long enough"}`
        : value.way ? `${fingers}${value.edge ? ` from the ${value.edge} edge` : ""}, ${movement(gesture)} ${time}`
        : value.template ? `1 finger drew ${value.template}`
        : gesture.pinch ? `${fingers} ${transformed(gesture.pinch, gesture.name === "turn")} ${time}` : fingers;
    return `${gesture.name}${what ? `: ${what}` : ""}${ending(gesture, sequence)}`;
}

function ending(gesture, sequence) {
    if (gesture.phase !== "cancelled") return "";
    const next = sequence.gestures[sequence.gestures.indexOf(gesture) + 1];
    if (gesture.isOutcompeted && next) {
        return `, then cancelled: it became ${next.name === gesture.name ? "another" : "the"} ${next.name}`;
    }
    return `, then cancelled${gesture.reason ? `: ${gesture.reason}` : ""}`;
}

// MARK: - Contacts

/// Contacts that were no fingers, those with the same reason together.
function rejections(sequence) {
    const groups = new Map();
    for (const track of sequence.tracks) {
        const last = track.states[track.states.length - 1];
        // What is held back and still down may turn out to be a finger.
        if (!last || last.state === "finger" || last.state === "held" && track.isDown) continue;
        const key = `${last.state} ${last.cause}`;
        if (!groups.has(key)) groups.set(key, { tracks: [], t: last.t, state: last.state, cause: last.cause });
        groups.get(key).tracks.push(track);
    }
    return [...groups.values()];
}

const number = (track, sequence) => sequence.tracks.indexOf(track) + 1;

function rejectionText({ tracks, state, cause }, sequence) {
    const first = tracks[0].points[0];
    const known = tracks.length === 1 && shown.causes.get(tracks[0].id) || config.causes[cause] || cause || config.stateCauses[state];
    const why = known ? `: ${known}` : "";
    const numbers = tracks.slice(0, LISTED_NUMBERS).map(track => number(track, sequence)).join(", ");
    const more = tracks.length > LISTED_NUMBERS ? ` and ${tracks.length - LISTED_NUMBERS} more` : "";
    const where = tracks.length === 1 ? ` at ${tenth(first.x)}, ${tenth(first.y)} mm` : "";
    return `contact${tracks.length === 1 ? "" : "s"} ${numbers}${more}${where}: ${style(state).text}${why}`;
}

/// The most fingers that were down at once. A contact that turned out to be a palm is no finger.
function fingersAtOnce(sequence) {
    const changes = sequence.tracks.filter(track => track.states[track.states.length - 1]?.state === "finger")
        .flatMap(track => [[track.start, 1], [track.isDown ? Infinity : track.end, -1]])
        .sort((a, b) => a[0] - b[0] || a[1] - b[1]);
    let [down, most] = [0, 0];
    for (const [, change] of changes) most = Math.max(most, down += change);
    return most;
}

function contactsText(sequence) {
    const fingers = fingersAtOnce(sequence);
    const counts = new Map();
    for (const { state, tracks } of rejections(sequence)) {
        const word = state === "palm" || state === "thumb" ? state : "other contact";
        counts.set(word, (counts.get(word) || 0) + tracks.length);
    }
    return [...fingers ? [counted(fingers, "finger")] : [], ...[...counts].map(([word, count]) => counted(count, word))].join(", ");
}

// MARK: - Touch sequences

/// `3 fingers drag`-like names of what a touch sequence became, each once: `drag (cancelled), 2 pinches`.
function headline(sequence) {
    const done = [...new Set(sequence.gestures.map(gesture => gesture.name))].map(name => {
        const all = sequence.gestures.filter(gesture => gesture.name === name);
        const cancelled = all.filter(gesture => gesture.phase === "cancelled").length;
        if (all.length === 1) return name + (cancelled ? " (cancelled)" : "");
        return counted(all.length, name) + (cancelled ? ` (${cancelled} cancelled)` : "");
    });
    if (done.length) return done.join(", ");
    if (isClick(sequence)) return "click";
    return isPointing(sequence) ? "moves the pointer" : sequence.isOver ? "no gesture" : "no gesture yet";
}

/// True if the fingers pressed the touchpad's button and made no gesture: what `gesturectl explain` calls a click.
const isClick = sequence => !sequence.gestures.length && sequence.reasons.some(({ failure }) => "clicked" in failure);

/// True if a finger moves the pointer of a touchpad: what `gesturectl explain` says of it.
const isPointing = sequence => shown.device.kind === "touchpad" && !sequence.gestures.length && fingersAtOnce(sequence) === 1
    && sequence.tracks.some(({ points: [first, ...rest] }) => rest.some(({ x, y }) => Math.hypot(x - first.x, y - first.y) >= 10 * MM_PER_POINT));

function circumstances(sequence) {
    const down = sequence.isOver ? `for ${seconds(sequence.end - sequence.start)} s` : "still down";
    return [contactsText(sequence), down, `at ${seconds(sequence.start - origin())} s`].filter(Boolean).join(" · ");
}

/// True if the fingers did something, and nothing came of it.
const hasFailed = sequence => sequence.reasons.length > 0 && !isClick(sequence) && !isPointing(sequence)
    && !sequence.gestures.some(gesture => gesture.phase !== "cancelled");

function total(sequences) {
    const counts = new Map();
    for (const sequence of sequences) {
        for (const gesture of sequence.gestures) counts.set(gesture.name, (counts.get(gesture.name) || 0) + 1);
    }
    const words = [...counts].map(([name, count]) => counted(count, name)).join(", ");
    const rejected = sequences.flatMap(rejections).reduce((sum, { tracks }) => sum + tracks.length, 0);
    return `${counted(sequences.length, "touch")}: ${words || "no gesture"}`
        + (rejected ? `; ${rejected} ${rejected === 1 ? "contact that was no finger" : "contacts that were no fingers"}.` : ".");
}
