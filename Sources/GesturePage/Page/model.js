// What the page has received: the touch sequences of each device, with contacts, gestures and reasons. Lengths
// are millimetres, times are microseconds of the kernel.
//
// Page.swift joins the files into one script, in one scope.

const byID = id => document.getElementById(id);
const config = JSON.parse(byID("config").textContent);
const data = JSON.parse(byID("data").textContent);
const MM_PER_POINT = 0.15875;
const isLive = data.live === true;
// A live view keeps this much of the past, in microseconds and in touch sequences.
const KEPT = 8e6, KEPT_SEQUENCES = 40;
// And of one touch sequence, which may never end: this many contacts that have lifted, gestures and reasons.
const KEPT_PARTS = 200;
// Devices that were removed: one that is plugged in again may have another name.
const KEPT_DEVICES = 16;
// Causes of contacts that were no fingers.
const KEPT_CAUSES = 1000;
// More rejected contacts, of one reason, and gestures than these are counted, not listed.
const LISTED_REJECTIONS = 50, LISTED_NUMBERS = 12, LISTED_GESTURES = 20;
// A movement that is drawn, in millimetres. Ten fingers at 1000 frames a second fit into a picture's time.
const STEP = isLive ? 1.2 : .25;
// A live view draws this much of the past.
const SHOWN = 4e6;
// Colour, dashes and width of each state: never by colour alone.
const STYLES = {
    finger: { colour: "--finger", dash: [], text: "finger" },
    held: { colour: "--held", dash: [1.6, 1.2], text: "held back: not decided" },
    palm: { colour: "--palm", dash: [.4, 1], text: "palm" },
    thumb: { colour: "--thumb", dash: [2.4, .8, .4, .8], text: "thumb" },
    ghost: { colour: "--ghost", dash: [.3, 1.8], text: "ghost touch" },
    duplicate: { colour: "--held", dash: [.8, .8], text: "reported twice" },
    faulty: { colour: "--palm", dash: [3, 1.5], text: "impossible data" },
    cancelled: { colour: "--other", dash: [2, 2], text: "cancelled from outside" },
    penNear: { colour: "--mark", dash: [3, 1], text: "ignored next to a pen" },
    off: { colour: "--other", dash: [1, 3], text: "device switched off" },
};
const style = state => STYLES[state] || { colour: "--other", dash: [2, 1], text: state };

// MARK: - The model

class Recording {
    constructor(device) {
        this.device = device;
        this.sequences = [];
        this.tracks = new Map();
        this.gestures = new Map();
        // Those of no sequence: a touch may begin with them, before its first frame.
        this.early = { gestures: [], reasons: [] };
        this.pressures = { least: Infinity, most: 0, key: null };
        this.frames = 0;
        this.version = 0;
        this.isRemoved = false;
        // What decided about each contact that was no finger, by its number.
        this.causes = new Map();
    }

    get current() { return this.sequences[this.sequences.length - 1]; }

    add(message) {
        this.version++;
        if (isLive && this.version % 500 === 0) this.forget(message.time);
        switch (message.type) {
        case "contacts": return this.addFrame(message.time, message.contacts);
        case "gesture": return this.addGesture(message);
        case "explanation": return this.addReason(message);
        }
    }

    addFrame(time, contacts) {
        this.frames++;
        for (const contact of contacts) {
            let track = this.tracks.get(contact.id);
            const [x, y] = contact.position;
            if (!track) {
                if (!this.current || this.current.isOver) this.begin(time);
                track = { id: contact.id, start: time, end: time, points: [], states: [], isDown: true, origin: [x, y], way: 0,
                          came: performance.now() };
                this.tracks.set(contact.id, track);
                this.current.tracks.push(track);
            }
            const last = track.points[track.points.length - 1];
            // At 1000 frames a second most samples would be drawn over each other.
            if (!last || contact.phase === "ended" || time - last.t >= 12000 || Math.hypot(x - last.x, y - last.y) >= STEP) {
                track.points.push({ t: time, x, y, p: contact.pressure ?? contact.size ?? null });
            }
            const force = contact.pressure ?? contact.size;
            if (force > 0) {
                this.pressures.least = Math.min(this.pressures.least, force);
                this.pressures.most = Math.max(this.pressures.most, force);
            }
            const state = track.states[track.states.length - 1];
            if (!state || state.state !== contact.state || state.cause !== contact.cause) {
                track.states.push({ t: time, state: contact.state, cause: contact.cause, x, y });
            }
            track.end = time;
            track.way = Math.max(track.way, Math.hypot(x - track.origin[0], y - track.origin[1]));
            if (contact.phase === "ended") {
                track.isDown = false;
                this.tracks.delete(contact.id);
            }
        }
        // A frame has every contact that is down.
        const ids = new Set(contacts.map(contact => contact.id));
        for (const [id, track] of this.tracks) {
            if (ids.has(id)) continue;
            track.isDown = false;
            this.tracks.delete(id);
        }
        if (!this.current) return;
        this.current.end = time;
        this.current.isOver = this.tracks.size === 0;
    }

    /// The share of a long press for which a finger has rested, from 0 to 1; 0 for one that has moved. A finger that rests sends
    /// nothing, so a live view counts the time since it came.
    rested(track, until) {
        const { duration, distance } = config.hold;
        if (track.way >= distance || stateAt(track, until).state !== "finger") return 0;
        const seconds = until === Infinity ? (performance.now() - track.came) / 1000 : (Math.min(until, track.end) - track.start) / 1e6;
        return Math.min(1, seconds / duration[this.device.kind]);
    }

    /// The share of the finger that has rested longest: how far the ring around it is closed.
    get held() { return Math.max(0, ...[...this.tracks.values()].map(track => this.rested(track, Infinity))); }

    begin(time) {
        const before = this.current || this.early;
        const gestures = before.gestures.filter(gesture => gesture.start >= time);
        const reasons = before.reasons.filter(reason => reason.touch >= time);
        before.gestures = before.gestures.filter(gesture => gesture.start < time);
        before.reasons = before.reasons.filter(reason => reason.touch < time);
        this.sequences.push({
            number: (this.current?.number ?? 0) + 1, start: time, end: time, isOver: false, tracks: [], reasons, gestures,
        });
        while (isLive && this.sequences.length > KEPT_SEQUENCES) this.sequences.shift();
    }

    /// Bounds what a live view keeps, also of fingers that never lift.
    forget(now) {
        for (const [key, gesture] of this.gestures) if (gesture.end && gesture.end < now - KEPT) this.gestures.delete(key);
        // While positions are withheld, no sequence begins.
        const sequence = this.current || this.early;
        for (const part of [sequence.gestures, sequence.reasons]) part.splice(0, part.length - KEPT_PARTS);
        if (sequence === this.early) return;
        for (const track of sequence.tracks) {
            const old = track.points.findIndex(point => point.t >= now - KEPT);
            if (old > 0) track.points.splice(0, old);
            track.states.splice(0, track.states.length - KEPT_PARTS);
        }
        const lifted = sequence.tracks.filter(track => !track.isDown);
        const forgotten = new Set(lifted.slice(0, Math.max(0, lifted.length - KEPT_PARTS)));
        if (forgotten.size) sequence.tracks = sequence.tracks.filter(track => !forgotten.has(track));
    }

    sequence(time) {
        for (let index = this.sequences.length - 1; index >= 0; index--) {
            if (this.sequences[index].start <= time) return this.sequences[index];
        }
        return undefined;
    }

    addGesture(message) {
        const key = `${message.subscription}:${message.gesture}`;
        const value = summary(message.value);
        let gesture = this.gestures.get(key);
        if (!gesture) {
            gesture = { name: value.name, start: message.time, end: message.time, value, way: [0, 0], farthest: [0, 0], samples: [],
                        phase: "began" };
            this.gestures.set(key, gesture);
            (this.sequence(message.time) || this.early).gestures.push(gesture);
        }
        gesture.name = value.name || gesture.name;
        // A cancellation may come long after the last motion.
        if (message.phase !== "cancelled" || gesture.end === gesture.start) gesture.end = message.time;
        if (value.way) {
            gesture.way = value.way;
            if (Math.hypot(...value.way) > Math.hypot(...gesture.farthest)) gesture.farthest = value.way;
        }
        if (value.scale || value.angle) {
            gesture.pinch = pinched(value, gesture.pinch);
            // What was taken back counts as well.
            const isBoth = value.scale && value.angle !== undefined && ["pinch", "turn"].includes(value.name);
            if (isBoth) gesture.name = isTurn(gesture.pinch) ? "turn" : "pinch";
        }
        gesture.phase = message.phase;
        gesture.value = value.name ? value : gesture.value;
        if (message.phase === "cancelled") gesture.isOutcompeted = message.reason === "outcompeted";
        if (message.phase === "cancelled") gesture.reason = message.failure || config.words[message.reason] || message.reason;
        if (value.location) gesture.samples.push({ t: message.time, ...value });
        if (isLive && gesture.samples.length > 2000) gesture.samples.splice(0, 1000);
    }

    // What was decided about contacts is drawn from the contacts, with the number that decided.
    addReason(message) {
        if (message.contact) {
            if (this.causes.size > KEPT_CAUSES) this.causes.clear();
            const [, cause] = message.sentence.split(/ at \d+ ms: /);
            if (cause && message.outcome !== "accepted") this.causes.set(message.contact.id, cause);
            return;
        }
        const touch = message.time - message.elapsed;
        (this.sequence(touch) || this.current || this.early).reasons.push({
            t: message.time, touch, recogniser: message.recogniser, part: message.part, outcome: message.outcome,
            reason: message.reason, fingers: message.fingers, sentence: message.sentence, missed: message.missed,
            failure: message.failureReason || {}, remedy: message.remedy,
        });
    }
}

// MARK: - What decided

/// The first key of `failureReason`; undefined if the gesture did not fail.
const failureName = reason => Object.keys(reason.failure)[0];

/// The settings that decided: with the values that would have decided otherwise, where the whole touch is known.
function remedy(reason) {
    if (reason.remedy !== undefined) return reason.remedy && `would be a ${wordOf(reason.recogniser)} with ${reason.remedy}`;
    const failure = failureName(reason);
    const setting = failure && config.remedies[shown.device.kind][reason.recogniser]?.[failure];
    return setting && `decided by ${setting}`;
}

const isRecognised = reason => reason.outcome === "recognised";

/// What decided comes first: what was recognised, in its order, else the gestures that failed by a number, the last of them first.
function ranked(sequence) {
    const rank = reason => isRecognised(reason) ? 0 : Object.keys(reason.failure).length ? 1 : 2;
    const specific = reason => ["tooFewFingers", "tooManyFingers"].some(key => key in reason.failure) ? 1 : 0;
    return [...sequence.reasons].sort((a, b) => rank(a) - rank(b) || specific(a) - specific(b) || (isRecognised(a) ? a.t - b.t : b.t - a.t));
}

/// The reasons whose limits are drawn: the one that is selected; else, if nothing was recognised, the one that decided.
function deciding(sequence) {
    if (selectedReason?.failure) return [selectedReason];
    if (sequence.gestures.length || isPointing(sequence)) return [];
    return ranked(sequence).filter(reason => !isRecognised(reason)).slice(0, 1);
}
