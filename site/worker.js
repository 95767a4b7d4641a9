// The worker of the crowd sandbox: two crowds from the same scene, one step at a time when the page asks, snapshots to
// go back to, and the state's hashes.
import { load } from "./throng/src/throng.js";
import { makeCrowd } from "./scene.js";

const SNAPSHOT_EVERY = 25, SNAPSHOT_BYTES = 64 << 20;
const started = load().then((throng) => ({ throng, context: throng.createContext({ backend: "cpu" }) }));
let scene = null, sides = [], snapshots = [], step = 0, times = [];

function clear() {
    for (const side of sides) {
        side.crowd.close();
        side.positions.close();
    }
    sides = [];
    snapshots = [];
}

function begin({ throng, context }, next, changes) {
    clear();
    scene = next;
    step = 0;
    times = [];
    sides = changes.map((change) => ({ crowd: makeCrowd(context, scene, change), hashes: [],
                                       positions: throng.allocate("f32", 2 * scene.agents.length) }));
    note();
}

/** The state's hashes, and now and then a snapshot: of those that are in the way every second one goes. */
function note() {
    for (const side of sides) {
        side.hashes[step] = side.crowd.hash();
    }
    if (step % SNAPSHOT_EVERY === 0 && !snapshots.some((one) => one.step === step)) {
        const states = sides.map(({ crowd }) => crowd.save());
        snapshots.push({ step, states, bytes: states.reduce((sum, state) => sum + state.length, 0) });
        if (snapshots.reduce((sum, one) => sum + one.bytes, 0) > SNAPSHOT_BYTES) {
            snapshots = snapshots.filter((_, i) => i % 2 === 0);
        }
    }
}

function advance(count) {
    for (let i = 0; i < count; i++) {
        const before = performance.now();
        for (const { crowd } of sides) {
            crowd.step(scene.options.dt);
        }
        times.push((performance.now() - before) / sides.length);
        step++;
        note();
    }
    times = times.slice(-120);
}

/** Goes to any step: back by the snapshot before it, and on from there. */
function seek(to) {
    if (to < step) {
        const from = snapshots.filter((one) => one.step <= to).reduce((a, b) => (b.step > a.step ? b : a));
        sides.forEach(({ crowd }, i) => crowd.restore(from.states[i]));
        step = from.step;
    }
    advance(to - step);
}

/** Positions are handed over in memory that the page gave back, so frames leave no garbage. */
function frame(throng, buffers) {
    const ready = sides.map(({ crowd, positions, hashes }, i) => {
        crowd.get("position", null, positions);
        const from = positions.as("f32");
        const fits = buffers[i]?.byteLength === from.byteLength;
        const room = new Float32Array(fits ? buffers[i] : from.length);
        room.set(from);
        return { positions: room, hash: hashes[step].toString(16).padStart(16, "0") };
    });
    const sorted = [...times].sort((a, b) => a - b);
    self.postMessage({ kind: "frame", step, sides: ready, isa: throng.isa, agents: scene.agents.length,
                       milliseconds: sorted[sorted.length >> 1] ?? 0 }, ready.map(({ positions }) => positions.buffer));
}

self.onmessage = async ({ data }) => {
    try {
        const engine = await started;
        if (data.kind === "begin") {
            begin(engine, data.scene, data.changes);
        } else if (data.kind === "advance") {
            advance(data.count);
        } else if (data.kind === "seek") {
            seek(data.step);
        } else if (data.kind === "hashes") {
            self.postMessage({ kind: "hashes", hashes: sides[0].hashes.slice(0, step + 1), step });
            return;
        }
        frame(engine.throng, data.buffers ?? []);
    } catch (error) {
        self.postMessage({ kind: "error", message: error.message });
    }
};
