// The sandbox of influence maps (Lu 2019): two sides patrol, each a layer of the map; left without, right with distances
// that the units' motion adjusts.
import { CONSTANTS } from "../throng/src/api.js";
import { GROUNDS, atStep, drawMotion, drawPlace, erase, isFree, patrol, patrolRows, setCell, toMap } from "../ground.js";
import { Hash, makeDice, toRecord, toTable } from "../numbers.js";

const { fround } = Math;
const VIEWS = { balance: [1, -1], tension: [1, 1], ours: [1, 0], theirs: [0, 1] };
const COLUMNS = ["step", "layer", "x", "y", "vx", "vy", "influence", "decay", "max_distance", "alpha"];

export const name = "influence", title = "Influence map";
export const about = "Two sides patrol (Lu 2019). On the right, influence reaches farther ahead of a unit that moves, and " +
    "less far behind it: distances are adjusted. On the left they are not.";
export const sides = [{ label: "plain distance", change: { adjust: false } },
                      { label: "adjusted distance", change: { adjust: true } }];
export const counts = { label: "Units", min: 2, max: 400 };
export const keepsStep = true; // edits leave the step as it is
export const OPTIONS = { mode: "euclidean", view: "balance", decay: "linear", gamma: 0.75, reach: 10, alpha: 0.75,
                         momentum: 0 };
export const controls = [
    { name: "mode", label: "Propagation", choices: { euclidean: "straight, through walls", path: "by shortest paths",
                                                     adjacent: "from cell to cell" } },
    { name: "view", label: "Shown", choices: { balance: "blue less orange", tension: "both added",
                                               ours: "blue alone", theirs: "orange alone" } },
    { name: "reach", label: "Range, cells", min: 2, max: 24, step: 1 },
    { name: "alpha", label: "Adjustment α", min: 0, max: 0.9375, step: 0.0625 },
    { name: "momentum", label: "Momentum", min: 0, max: 0.96875, step: 0.03125 },
    { name: "decay", label: "Decay", choices: { linear: "linear", exponential: "exponential" } },
    { name: "gamma", label: "Exponential decay γ", min: 0.5, max: 0.953125, step: 0.015625 },
];
export const tools = { ours: "places a blue unit", theirs: "places an orange unit", wall: "draws walls, by dragging",
                       erase: "erases" };
export const drags = ["wall"];

// ---------------------------------------------------------------- scenes

function makeUnits(ground, count, seed) {
    const dice = makeDice(seed), units = [];
    for (let i = 0; i < count; i++) {
        const side = i & 1, half = (x) => (x > ground.width / 2) === (side === 1);
        units.push({ ...drawPlace(dice, ground, half), ...drawMotion(dice), side });
    }
    return units;
}

const preset = (label, ground, count, options = {}) => ({ title: label, count, make(units = count) {
    const made = GROUNDS[ground]();
    return { options: { ...OPTIONS, ...options }, ground: made, units: makeUnits(made, units, 3) };
} });
export const presets = {
    patrol: preset("Patrols", "open", 16),
    rooms: preset("Rooms, by paths", "rooms", 24, { mode: "path", reach: 14 }),
    spread: preset("From cell to cell, with momentum", "pillars", 20, { mode: "adjacent", reach: 12, momentum: 0.75 }),
    fading: preset("Exponential, tension", "pillars", 40, { decay: "exponential", view: "tension", reach: 16 }),
};

/** Whether an edit at a point of the world changes the scene. */
export function place(scene, tool, point, step, value) {
    const { ground, units } = scene;
    if (tool === "wall") {
        const stands = units.some(({ x, y }) => Math.floor(x) === Math.floor(point.x) && Math.floor(y) === Math.floor(point.y));
        return !(value && stands) && setCell(ground, point, value);
    }
    if (tool === "erase") {
        return erase([units], [atStep(ground, units, step, true)], point);
    }
    if (!isFree(ground, point.x, point.y)) {
        return false;
    }
    const motion = drawMotion(makeDice(1 + units.length * 7919));
    units.push({ x: fround(point.x), y: fround(point.y), ...motion, side: tool === "ours" ? 0 : 1, born: step });
    return true;
}

// ---------------------------------------------------------------- in the worker

function toObject({ options }, unit) {
    const linear = options.decay === "linear";
    return { x: unit.x, y: unit.y, vx: unit.vx, vy: unit.vy, influence: 1,
             decay: fround(linear ? 1 / options.reach : options.gamma), maxDistance: options.reach,
             alpha: options.adjust ? options.alpha : 0, decayKind: options.decay };
}

/** The map of one side of the picture. */
export function makeSide({ throng, context }, scene) {
    const { options, ground } = scene, { width, height } = ground, walled = options.mode !== "euclidean";
    const terrain = walled ? context.createTerrain({ width, height }) : null;
    terrain?.set(null, ground.blocked);
    const map = context.createInfluence({ width, height, propagation: options.mode, terrain, layers: 2,
                                          objectCapacity: scene.units.length });
    const values = throng.allocate("f32", width * height);
    let units = scene.units.map((unit) => ({ ...unit })), now = 0;

    const update = () => {
        for (const layer of [0, 1]) {
            const own = units.filter(({ side, born = 0 }) => side === layer && born <= now);
            if (own.length > 0) {
                map.setObjects(layer, 0, own.map((unit) => toObject(scene, unit)));
            }
            map.truncateObjects(layer, own.length);
        }
        map.update();
    };
    for (const layer of [0, 1]) {
        map.setMomentum(layer, options.momentum);
    }
    update();
    return {
        step() {
            patrol(ground, units, ++now);
            update();
        },
        hash() {
            map.combine(VIEWS[options.view]);
            map.read(CONSTANTS.LAYER_COMBINED, null, values);
            return new Hash().add(values.as("f32")).value;
        },
        // With momentum the map depends on all steps before.
        save: () => (options.momentum > 0 ? null : { units: units.map((unit) => ({ ...unit })), now, bytes: 64 * units.length }),
        restore(state) {
            units = state.units.map((unit) => ({ ...unit }));
            ({ now } = state);
            update();
        },
        draw() {
            const there = units.filter(({ born = 0 }) => born <= now), positions = Float32Array.from(values.as("f32"));
            const ahead = there.flatMap(({ x, y, vx, vy, side }) => [x, y, x + 14 * vx, y + 14 * vy, side]);
            const held = positions.reduce((sum, value) => sum + (value > 0), 0) / positions.length;
            return { heat: positions, discs: Float32Array.from(there.flatMap(({ x, y, side }) => [x, y, 0.55, side])),
                     lines: Float32Array.from(ahead), facts: `above 0 on ${(100 * held).toFixed(1)} % of the cells` };
        },
        close() {
            map.close();
            terrain?.close();
            values.close();
        },
    };
}

// ---------------------------------------------------------------- on the page, and for the program

export const stay = ({ ground }) => ({ ground, bounds: [0, 0, ground.width, ground.height] });

export function toFiles(scene, step, hashes) {
    const { options, ground } = scene;
    const ordered = [...scene.units].sort((a, b) => a.side - b.side); // layers ascend within a step
    const rows = patrolRows(ground, ordered, step, true, (unit, at) => {
        const { x, y, vx, vy, influence, decay, maxDistance } = toObject(scene, unit);
        return [at, unit.side, x, y, vx, vy, influence, decay, maxDistance, options.alpha];
    });
    const files = { "ground.map": toMap(ground), "units.csv": toTable(COLUMNS, rows) };
    const words = ["influence", "--map", "ground.map", "--objects", "units.csv", "--mode", options.mode,
                   "--decay", options.decay, "--motion", options.adjust ? "adjust" : "none",
                   "--momentum", options.momentum, "--weights", VIEWS[options.view].join(",")];
    if (hashes) {
        files["hashes.csv"] = toRecord(rows.length > 0 ? hashes : hashes.slice(0, 1));
        words.push("--replay", "hashes.csv");
    }
    return { files, words: words.map(String) };
}
