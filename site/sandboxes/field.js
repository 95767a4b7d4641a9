// The sandbox of potential fields (Yu 2014): guns patrol, and at each step all paths are planned anew; left along the
// field, right by Dijkstra's algorithm over length and damage.
import { CONSTANTS } from "../throng/src/api.js";
import { COLOR, RING } from "../colors.js";
import { GROUNDS, atStep, drawMotion, drawPlace, erase, isFree, patrol, patrolRows, setCell, toMap } from "../ground.js";
import { Hash, makeDice, toRecord, toTable } from "../numbers.js";

const { fround } = Math;
const ARROW_EVERY = 3, MOST_STEPS = 600; // cells; steps of a path
const GUN = { range: 4, power: 1 };

export const name = "field", title = "Potential field";
export const about = "Paths past guns (Yu 2014), planned anew at each step while the guns patrol. On the left goals pull, " +
    "guns and walls push, and paths follow the force. On the right Dijkstra's algorithm weighs length and damage, cell by " +
    "cell: less damage, more time.";
export const sides = [{ label: "along the field", change: { method: "potential" } },
                      { label: "Dijkstra", change: { method: "dijkstra" } }];
export const counts = { label: "Guns", min: 0, max: 80 };
export const keepsStep = true;
export const OPTIONS = { eta: 64, pull: 0.03125, walls: 0.25, escape: "flow", speed: 0.5, danger: 2, moves: true };
export const controls = [
    { name: "eta", label: "Push of guns η", min: 0, max: 256, step: 1 },
    { name: "pull", label: "Pull of goals k", min: 0.03125, max: 5, step: 0.03125 },
    { name: "walls", label: "Push of walls", min: 0, max: 4, step: 0.0625 },
    { name: "escape", label: "In a local minimum", choices: { none: "stuck", flow: "a shortest path for a while",
                                                              hills: "a hill is added" } },
    { name: "speed", label: "Length of a step", min: 0.25, max: 1, step: 0.125 },
    { name: "danger", label: "Dijkstra: weight of damage", min: 0, max: 16, step: 0.5 },
    { name: "moves", label: "guns patrol", check: true },
];
export const tools = { gun: "places a gun", start: "places a start", goal: "places a goal, for later starts",
                       wall: "draws walls, by dragging", erase: "erases" };
export const drags = ["wall"];

// ---------------------------------------------------------------- scenes

function makeGuns(ground, count, keep) {
    const dice = makeDice(5), guns = [];
    const apart = (x, y) => keep.every((other) => Math.hypot(other.x - x, other.y - y) > 8);
    for (let i = 0; i < count; i++) {
        const { vx, vy } = drawMotion(dice);
        guns.push({ ...(drawPlace(dice, ground, apart) ?? { x: 32.5, y: 32.5 }), vx, vy, ...GUN });
    }
    return guns;
}

const preset = (label, ground, count, { starts, goals, options = {} }) => ({ title: label, count, make(guns = count) {
    const made = GROUNDS[ground]();
    return { options: { ...OPTIONS, ...options }, ground: made, guns: makeGuns(made, guns, [...starts, ...goals]),
             starts: starts.map((start) => ({ goal: 0, ...start })), goals: goals.map((goal) => ({ ...goal })) };
} });
const row = (count, y, goal) => Array.from({ length: count }, (_, i) => ({ x: 4.5 + i * Math.floor(55 / (count - 1)), y, goal }));
export const presets = {
    guns: preset("Fifteen guns", "open", 15, { starts: row(3, 61.5, 0), goals: [{ x: 32.5, y: 2.5 }] }),
    paper: preset("The paper's strengths", "open", 15, { starts: row(3, 61.5, 0), goals: [{ x: 32.5, y: 2.5 }],
                                                         options: { eta: 1, pull: 5, walls: 1 } }),
    rooms: preset("Rooms", "rooms", 18, { starts: [{ x: 4.5, y: 60.5 }, { x: 59.5, y: 59.5 }], goals: [{ x: 59.5, y: 4.5 }],
                                          options: { walls: 0.0625 } }),
    lanes: preset("Two goals, many starts", "pillars", 24, {
        starts: [...row(5, 61.5, 0), ...row(5, 59.5, 1)], goals: [{ x: 10.5, y: 2.5 }, { x: 52.5, y: 2.5 }] }),
};

export function place(scene, tool, point, step, value) {
    const { ground, guns, starts, goals } = scene, at = { x: fround(point.x), y: fround(point.y) };
    const taken = [...guns, ...starts, ...goals].some(({ x, y }) =>
        Math.floor(x) === Math.floor(point.x) && Math.floor(y) === Math.floor(point.y));
    if (tool === "wall") {
        return !(value && taken) && setCell(ground, point, value);
    }
    if (tool === "erase") {
        return erase([guns, starts], [atStep(ground, guns, step, scene.options.moves), starts], point);
    }
    if (!isFree(ground, at.x, at.y)) {
        return false;
    }
    if (tool === "gun") {
        guns.push({ ...at, ...drawMotion(makeDice(1 + guns.length * 7919)), ...GUN, born: step });
    } else if (tool === "start") {
        starts.push({ ...at, goal: goals.length - 1 });
    } else {
        goals.push(at);
    }
    return true;
}

// ---------------------------------------------------------------- in the worker

const cellOf = ({ x, y }) => ({ column: Math.floor(x), row: Math.floor(y) });
const toSource = ({ options }, { x, y, range, power }) => ({ x, y, range, power, eta: options.eta });
const toGoal = ({ options }, { x, y }) => ({ x, y, k: options.pull });

/** The points of a path as segments of one colour. */
function toSegments(points, color, into) {
    for (let i = 2; i < points.length; i += 2) {
        into.push(points[i - 2], points[i - 1], points[i], points[i + 1], color);
    }
}

/** Length and damage of a path by its points, as the program has them for routes. */
function measure(points, guns) {
    let length = 0, damage = 0;
    for (let i = 2; i < points.length; i += 2) {
        const [x, y] = [points[i], points[i + 1]], part = Math.hypot(x - points[i - 2], y - points[i - 1]);
        const rate = guns.reduce((sum, gun) => sum + ((x - gun.x) ** 2 + (y - gun.y) ** 2 <= gun.range ** 2 ? gun.power : 0), 0);
        length += part;
        damage += part * rate;
    }
    return { length, damage };
}

/** Paths along the field. */
function makeTracer({ throng, context }, scene, terrain) {
    const { options, guns, starts, goals } = scene;
    const field = context.createPotential({ sourceCapacity: guns.length, goalCapacity: goals.length, pointCapacity: 0,
                                            damage: 1, terrain, terrainEta: options.walls });
    const flow = options.escape === "flow" ? context.createFlow({ terrain, fields: Math.max(goals.length, 1) }) : null;
    goals.forEach((goal, i) => flow?.setGoals(i, [cellOf(goal)]));
    field.setGoals(0, goals.map((goal) => toGoal(scene, goal)));
    const trace = context.createTrace({ field, flow, escape: options.escape, maxSteps: MOST_STEPS,
                                        startCapacity: starts.length });
    if (starts.length > 0) {
        trace.setStarts(0, starts.map(({ x, y, goal }) => ({ x, y, goal, flowField: goal, speed: options.speed })));
    }
    const block = throng.allocate("f32", 2 * (MOST_STEPS + 1) * starts.length);
    return {
        plan(now) {
            field.truncateSources(Math.min(now.length, field.getInfo().sources));
            if (now.length > 0) {
                field.setSources(0, now.map((gun) => toSource(scene, gun)));
            }
            trace.update();
        },
        read() {
            if (starts.length === 0) {
                return [];
            }
            trace.readPoints(0, starts.length, 0, MOST_STEPS + 1, block);
            const all = block.as("f32");
            return trace.read(0, starts.length).map(({ steps, status }, i) => {
                const from = 2 * (MOST_STEPS + 1) * i;
                return { points: all.slice(from, from + 2 * (steps + 1)), reached: status === 0 };
            });
        },
        close: () => [trace, flow, field, block].forEach((one) => one?.close()),
    };
}

/** Routes over cells, which cost what guns do there. */
function makeRouter({ context }, scene, terrain) {
    const { options, ground, starts, goals } = scene, { width, height } = ground;
    const route = context.createRoute({ terrain, method: "dijkstra" });
    const costs = new Float32Array(width * height);
    const pairs = starts.map((start) => ({ from: cellOf(start), to: cellOf(goals[start.goal]) }));
    let found = [];
    route.setWeight(options.danger);
    return {
        costs,
        plan(now) {
            for (let i = 0; i < costs.length && options.danger > 0; i++) {
                const x = (i % width) + 0.5, y = Math.floor(i / width) + 0.5;
                let sum = 0;
                for (const gun of now) {
                    sum += (x - gun.x) * (x - gun.x) + (y - gun.y) * (y - gun.y) <= gun.range * gun.range ? gun.power : 0;
                }
                costs[i] = sum;
            }
            if (options.danger > 0) {
                route.setCosts(null, costs);
            }
            found = pairs.length > 0 ? route.find(pairs) : [];
        },
        read() {
            const count = found.reduce((sum, { cellCount }) => sum + cellCount, 0);
            const cells = count > 0 ? route.read(0, found.length, BigInt(count)) : [];
            return found.map(({ cellCount, cellOffset }) => ({
                points: Float32Array.from(cells.slice(2 * Number(cellOffset), 2 * (Number(cellOffset) + cellCount)),
                                          (index) => index + 0.5),
                reached: cellCount > 0 }));
        },
        close: () => route.close(),
    };
}

/** What is drawn of the field: the potential of guns and walls at each cell, and arrows of the force to the first goal. */
function makeView({ context }, scene, terrain) {
    const { options, ground, guns, goals } = scene, { width, height } = ground, points = [], arrows = [];
    for (let i = 0; i < width * height; i++) {
        points.push({ x: (i % width) + 0.5, y: Math.floor(i / width) + 0.5, goal: CONSTANTS.GOALS_NONE });
    }
    for (let y = 1; y < height; y += ARROW_EVERY) {
        for (let x = 1; x < width; x += ARROW_EVERY) {
            arrows.push({ x: x + 0.5, y: y + 0.5, goal: goals.length > 0 ? 0 : CONSTANTS.GOALS_NONE });
        }
    }
    const field = context.createPotential({ sourceCapacity: guns.length, goalCapacity: goals.length, terrain,
                                            terrainEta: options.walls, pointCapacity: points.length + arrows.length });
    field.setGoals(0, goals.map((goal) => toGoal(scene, goal)));
    field.setPoints(0, [...points, ...arrows]);
    return {
        draw(now, lines) {
            field.truncateSources(Math.min(now.length, field.getInfo().sources));
            if (now.length > 0) {
                field.setSources(0, now.map((gun) => toSource(scene, gun)));
            }
            field.update();
            const forces = field.read(0, points.length + arrows.length), heat = new Float32Array(points.length);
            heat.forEach((_, i) => (heat[i] = -forces[4 * i + 2]));
            arrows.forEach(({ x, y }, i) => {
                const at = 4 * (points.length + i), [fx, fy] = [forces[at], forces[at + 1]];
                const length = Math.hypot(fx, fy) || 1;
                if (isFree(ground, x, y)) {
                    lines.push(x, y, x + 1.4 * fx / length, y + 1.4 * fy / length, COLOR.grey);
                }
            });
            return heat;
        },
        close: () => field.close(),
    };
}

export function makeSide(engine, scene) {
    const { options, ground, starts, goals } = scene, { width, height } = ground;
    const terrain = engine.context.createTerrain({ width, height });
    terrain.set(null, ground.blocked);
    const traced = options.method === "potential";
    const planner = (traced ? makeTracer : makeRouter)(engine, scene, terrain);
    const view = traced ? makeView(engine, scene, terrain) : null;
    let guns = scene.guns.map((gun) => ({ ...gun })), now = 0, paths = [];
    const there = () => guns.filter(({ born = 0 }) => born <= now);
    const plan = () => {
        planner.plan(there());
        paths = null;
    };
    const read = () => (paths ??= planner.read());
    plan();
    return {
        step() {
            now++;
            if (options.moves) {
                patrol(ground, guns, now);
            }
            plan();
        },
        hash: () => read().reduce((hash, { points }) => hash.add(points), new Hash()).value,
        save: () => ({ guns: guns.map((gun) => ({ ...gun })), now, bytes: 64 * guns.length }),
        restore(state) {
            guns = state.guns.map((gun) => ({ ...gun }));
            ({ now } = state);
            plan();
        },
        draw() {
            const lines = [], present = there();
            const heat = view ? view.draw(present, lines) : planner.costs.map((cost) => -cost / 2);
            let length = 0, damage = 0, reached = 0;
            read().forEach((path) => {
                toSegments(path.points, COLOR.blue, lines);
                const found = measure(path.points, present);
                length += found.length;
                damage += found.damage;
                reached += path.reached;
            });
            const discs = [...present.flatMap(({ x, y, range }) => [x, y, range, COLOR.orange + RING, x, y, 0.5, COLOR.orange]),
                           ...starts.flatMap(({ x, y }) => [x, y, 0.7, COLOR.blue]),
                           ...goals.flatMap(({ x, y }) => [x, y, 1, COLOR.green])];
            return { heat, lines: Float32Array.from(lines), discs: Float32Array.from(discs),
                     facts: `${reached} of ${starts.length} arrive, length ${length.toFixed(0)}, damage ${damage.toFixed(0)}` };
        },
        close: () => [view, planner, terrain].forEach((one) => one?.close()),
    };
}

// ---------------------------------------------------------------- on the page, and for the program

export const stay = ({ ground }) => ({ ground, bounds: [0, 0, ground.width, ground.height] });

export function toFiles(scene, step, hashes) {
    const { options, ground, guns, starts, goals } = scene;
    const sources = patrolRows(ground, guns, step, options.moves, (gun, at) => {
        const { x, y, eta, range, power } = toSource(scene, gun);
        return [at, x, y, eta, range, power];
    });
    const files = {
        "ground.map": toMap(ground),
        "guns.csv": toTable(["step", "x", "y", "eta", "range", "power"], sources),
        "goals.csv": toTable(["x", "y", "k"], goals.map((goal) => [goal.x, goal.y, options.pull])),
        "starts.csv": toTable(["x", "y", "goal", "speed"], starts.map(({ x, y, goal }) => [x, y, goal, options.speed])),
    };
    const words = ["path", "--map", "ground.map", "--sources", "guns.csv", "--goals", "goals.csv", "--starts", "starts.csv"];
    words.push(...(options.method === "potential"
        ? ["--terrain-eta", options.walls, "--escape", options.escape, "--max-steps", MOST_STEPS]
        : ["--method", "dijkstra", "--danger", options.danger]));
    if (hashes) {
        files["hashes.csv"] = toRecord(sources.length > 0 ? hashes : hashes.slice(0, 1));
        words.push("--replay", "hashes.csv");
    }
    return { files, words: words.map(String) };
}
