// The worker of one side of the picture: plays a scene step by step when the page asks, keeps snapshots to go back to,
// and the hash of each step.
import { load } from "./throng/src/throng.js";
import { hexOf } from "./numbers.js";

const SNAPSHOT_EVERY = 25, SNAPSHOT_BYTES = 48 << 20;
const BUDGET = 40; // milliseconds of work for one answer: what is left, the page asks for again
const threads = Number(new URL(self.location.href).searchParams.get("threads") ?? 1); // where they can run
const started = load({ threads }).then((throng) => {
    const context = throng.createContext({ backend: "cpu" });
    return { throng, context, threads: context.getInfo().threads };
});
let engine, sandbox, scene, side = null, snapshots = [], step = 0, hashes = [], times = [];

function begin(next) {
    scene = next;
    snapshots = [];
    hashes = [];
    times = [];
    start();
}

function start() {
    side?.close();
    side = null; // should the next line throw
    side = sandbox.makeSide(engine, scene);
    step = 0;
    note();
}

/** The state's hash, which a step has each time, and now and then a snapshot: of too many every second one goes. */
function note() {
    const hash = side.hash();
    if ((hashes[step] ?? hash) !== hash) {
        throw new Error(`step ${step}, played again, has another hash`);
    }
    hashes[step] = hash;
    if (step > 0 && step % SNAPSHOT_EVERY === 0 && !snapshots.some((one) => one.step === step)) {
        const state = side.save();
        if (state) {
            snapshots.push({ step, state });
        }
        if (snapshots.reduce((sum, one) => sum + one.state.bytes, 0) > SNAPSHOT_BYTES) {
            snapshots = snapshots.filter((_, i) => i % 2 === 0);
        }
    }
}

/** Goes towards a step: back by the snapshot before it, or from the beginning, and on from there. */
function go(to) {
    const end = performance.now() + BUDGET;
    const earlier = snapshots.filter((one) => one.step <= to && (to < step || one.step > step));
    if (earlier.length > 0) {
        const from = earlier.reduce((a, b) => (b.step > a.step ? b : a));
        side.restore(from.state);
        step = from.step;
        note();
    } else if (to < step) {
        start();
    }
    while (step < to) {
        const before = performance.now();
        side.step();
        times.push(performance.now() - before);
        step++;
        note();
        if (performance.now() > end) {
            break;
        }
    }
    times = times.slice(-120);
}

function frame(watched) {
    const { heat = null, discs, lines, facts } = side.draw(watched), sorted = [...times].sort((a, b) => a - b);
    const parts = [heat, discs, lines].filter(Boolean);
    self.postMessage({ kind: "frame", of: sandbox.name, step, heat, discs, lines, facts, hash: hexOf(hashes[step]),
                       isa: engine.throng.isa, threads: engine.threads, milliseconds: sorted[sorted.length >> 1] ?? 0 },
                     parts.map((part) => part.buffer)); // handed over, not copied
}

self.onmessage = async ({ data }) => {
    try {
        engine = await started;
        if (data.kind === "begin") {
            sandbox = await import(`./sandboxes/${data.sandbox}.js`);
            begin(data.scene);
        }
        if (data.kind === "hashes") {
            self.postMessage({ kind: "hashes", hashes: hashes.slice(0, data.step + 1) });
            return;
        }
        go(data.to);
        frame(data.watched);
    } catch (error) {
        self.postMessage({ kind: "error", message: error.message });
    }
};
