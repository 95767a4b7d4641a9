// The sandbox with all together: two sides follow a flow to the other end, and on the right keep off guns (a potential
// field) and off each other's influence. The same steering, in the same order, as `throng crowd --fear --sources` has.
import { CONSTANTS, ENUMS } from "../throng/src/api.js";
import { COLOR, RING } from "../colors.js";
import { GROUNDS, drawPlace, erase, isFree, setCell, toMap } from "../ground.js";
import { makeDice, toTable } from "../numbers.js";
import { addAgents, drawSenses, makeAgent, makeReader, placesOf, stateOf, toCrowdFiles, withSenses } from "../people.js";

const { fround } = Math;
const DT = 0.125, GOAL_ROWS = 8;
const BODY = { radius: 0.4375, maxSpeed: 3, prefSpeed: 2.5, neighborDist: 4, timeHorizon: 1, timeHorizonObst: 0.5 };

export const name = "together", title = "All together";
export const about = "Two sides change places along flow fields, as crowds. On the right they also keep off guns (a potential " +
    "field) and off the influence of the other side, which reaches farther ahead of agents that move.";
export const sides = [{ label: "flow and crowd", change: { wary: false } },
                      { label: "with influence and field", change: { wary: true } }];
export const counts = { label: "Agents", min: 2, max: 2000, logarithmic: true };
export const keepsStep = false;
export const OPTIONS = { fear: 6, fearRange: 8, fearAlpha: 0.5, eta: 4, perception: true, congestion: true, symmetry: 0.03125,
                         seed: 1, visionRange: 6, visionAngle: 220, hearingRange: 2, soundRange: 1, capacity: 7 };
export const controls = [
    { name: "fear", label: "Fear of the other side", min: 0, max: 32, step: 0.5 },
    { name: "fearRange", label: "Range of influence, cells", min: 1, max: 16, step: 1 },
    { name: "fearAlpha", label: "Adjustment α", min: 0, max: 0.9375, step: 0.0625 },
    { name: "eta", label: "Push of guns η", min: 0, max: 32, step: 0.5 },
    { name: "perception", label: "senses", check: true },
    { name: "visionAngle", label: "Angle of sight, degrees", min: 0, max: 360, step: 5 },
    { name: "visionRange", label: "Range of sight", min: 0, max: 12, step: 0.5 },
    { name: "congestion", label: "congested agents turn aside", check: true },
];
export const tools = { blue: "places a blue agent", orange: "places an orange agent", gun: "places a gun",
                       wall: "draws walls, by dragging", watch: "watches an agent", erase: "erases" };
export const drags = ["wall"];

// ---------------------------------------------------------------- scenes

/** The goal of agent i of a side: a cell at the other end. */
function goalOf(ground, side, i) {
    const row = Math.floor((i % GOAL_ROWS + 0.5) * ground.height / GOAL_ROWS) + 0.5;
    return [side === 0 ? ground.width - 1.5 : 1.5, row];
}

function makePeople(ground, count) {
    const dice = makeDice(9), taken = new Set(), agents = [];
    const fits = (side) => (x, y) => !taken.has(64 * y + x) && (side === 0 ? x < 20 : x > 44);
    for (let i = 0; i < count; i++) {
        const side = i & 1, at = drawPlace(dice, ground, fits(side));
        if (!at) {
            break; // no cell is free
        }
        taken.add(64 * at.y + at.x);
        agents.push(makeAgent({ ...BODY, layer: side + 1 }, at.x, at.y, ...goalOf(ground, side, i >> 1)));
    }
    return agents;
}

const preset = (label, ground, count, guns, options = {}) => ({ title: label, count, make(agents = count) {
    const made = GROUNDS[ground]();
    for (let i = 0; i < GOAL_ROWS; i++) {
        for (const side of [0, 1]) {
            const [x, y] = goalOf(made, side, i);
            setCell(made, { x, y }, 0);
        }
    }
    return { options: { ...OPTIONS, ...options }, ground: made, agents: makePeople(made, agents),
             guns: guns.map(([x, y, range]) => ({ x, y, range })) };
} });
export const presets = {
    meet: preset("Two sides meet", "pillars", 160, [[32.5, 12.5, 6], [30.5, 46.5, 7]]),
    rooms: preset("Rooms", "rooms", 120, [[32.5, 32.5, 6]]),
    open: preset("An open field", "open", 300, [[32.5, 20.5, 8], [32.5, 44.5, 8]], { fear: 12 }),
};

export function place(scene, tool, point, step, value, discs) {
    const { ground, agents, guns } = scene;
    const taken = agents.some((agent) => (Math.floor(agent.x) === Math.floor(point.x) &&
        Math.floor(agent.y) === Math.floor(point.y)) || (Math.floor(agent.targetX) === Math.floor(point.x) &&
        Math.floor(agent.targetY) === Math.floor(point.y)));
    if (tool === "wall") {
        return !(value && taken) && setCell(ground, point, value);
    }
    if (tool === "erase") {
        return erase([guns, agents], [guns, placesOf(agents, discs)], point);
    }
    if (!isFree(ground, point.x, point.y)) {
        return false;
    }
    if (tool === "gun") {
        guns.push({ x: fround(point.x), y: fround(point.y), range: 6 });
    } else {
        const side = tool === "blue" ? 0 : 1, [x, y] = goalOf(ground, side, agents.length);
        if (!isFree(ground, x, y)) {
            return false;
        }
        agents.push(makeAgent({ ...BODY, layer: side + 1 }, point.x, point.y, x, y));
    }
    return true;
}

// ---------------------------------------------------------------- in the worker

const drawGun = ({ x, y, range }) => [x, y, range, COLOR.pink + RING, x, y, 0.5, COLOR.pink];

/** A field of the flow for each cell that is a goal, and the field of each agent. */
function makeFlow({ context }, terrain, agents) {
    const cells = new Map(), fields = agents.map(({ targetX, targetY }) => {
        const key = `${Math.floor(targetX)} ${Math.floor(targetY)}`;
        cells.set(key, cells.get(key) ?? cells.size);
        return cells.get(key);
    });
    const flow = context.createFlow({ terrain, fields: Math.max(cells.size, 1) });
    for (const [key, field] of cells) {
        const [column, row] = key.split(" ").map(Number);
        flow.setGoals(field, [{ column, row }]);
    }
    flow.update();
    return { flow, fields };
}

/** Writes places, and velocities if there are any, to the beginning of each struct of a block. */
function putPlaces(block, order, places, velocities = null) {
    const to = block.as("f32"), pace = block.stride / 4;
    order.forEach((i, k) => {
        to[pace * k] = places[2 * i];
        to[pace * k + 1] = places[2 * i + 1];
        if (velocities) {
            to[pace * k + 2] = velocities[2 * i];
            to[pace * k + 3] = velocities[2 * i + 1];
        }
    });
}

/** The slope of the other side's influence at each agent. */
function makeFears({ throng, context }, { options, ground }, orders, count) {
    const map = context.createInfluence({ width: ground.width, height: ground.height, layers: 2, objectCapacity: count });
    const body = { influence: 1, decay: fround(1 / options.fearRange), maxDistance: options.fearRange, alpha: options.fearAlpha };
    const objects = orders.map((order) => throng.allocate("InfluenceObject", order.length).fill(body));
    const points = orders.map((order) => throng.allocate("Point", order.length)), found = new Float32Array(2 * count);
    return {
        map,
        look(places, velocities) {
            orders.forEach((order, side) => {
                putPlaces(objects[side], order, places, velocities);
                putPlaces(points[side], order, places);
                if (order.length > 0) {
                    map.setObjects(side, 0, objects[side]);
                }
            });
            map.update();
            orders.forEach((order, side) => {
                const samples = order.length > 0 ? map.sample(1 - side, points[side]) : [];
                order.forEach((i, k) => {
                    found[2 * i] = samples[3 * k + 1];
                    found[2 * i + 1] = samples[3 * k + 2];
                });
            });
            return found;
        },
        close: () => [map, ...objects, ...points].forEach((one) => one.close()),
    };
}

/** The force of the guns at each agent. */
function makeForces({ throng, context }, { options, guns }, all) {
    const field = context.createPotential({ sourceCapacity: guns.length, pointCapacity: all.length });
    const points = throng.allocate("PotentialPoint", all.length).fill({ goal: CONSTANTS.GOALS_NONE });
    field.setSources(0, guns.map(({ x, y, range }) => ({ x, y, range, eta: options.eta })));
    return {
        look(places) {
            putPlaces(points, all, places);
            field.setPoints(0, points);
            field.update();
            return field.read(0, all.length);
        },
        close: () => [field, points].forEach((one) => one.close()),
    };
}

/** Pushes agents off the guns and the other side, before each step. */
function makeSteering(engine, scene, crowd, handles, agents, { flow, fields }) {
    const { options, guns } = scene, all = agents.map((_, i) => i);
    const orders = [0, 1].map((side) => all.filter((i) => (agents[i].layer === 2) === (side === 1)));
    const forces = guns.length > 0 ? makeForces(engine, scene, all) : null;
    const fears = options.fear > 0 ? makeFears(engine, scene, orders, agents.length) : null;
    const starts = engine.throng.allocate("FlowPoint", agents.length);
    fields.forEach((field, i) => starts.set(i, { field }));

    /** The preferred velocity of agent i, or null: in a goal, and where nothing pushes, it is left to the flow. */
    const choose = (i, ways, force, slope) => {
        const way = [ways[3 * i], ways[3 * i + 1]];
        const sums = way.map((part, axis) => {
            let push = 0; // added in the program's order, so that zeros have its signs
            push += force ? force[4 * i + axis] : 0;
            push -= slope ? options.fear * slope[2 * i + axis] : 0;
            return { push, sum: part + push };
        });
        const [x, y] = sums, length = Math.sqrt(x.sum * x.sum + y.sum * y.sum);
        if ((way[0] === 0 && way[1] === 0) || (x.push === 0 && y.push === 0) || length === 0) {
            return null;
        }
        return [fround(x.sum / length * agents[i].prefSpeed), fround(y.sum / length * agents[i].prefSpeed)];
    };

    return {
        /** The map of the influence of blue less that of orange, where agents are now; null without fear. */
        look() {
            fears?.look(crowd.get("position"), crowd.get("velocity"));
            fears?.map.combine([1, -1]);
            return fears?.map.read(CONSTANTS.LAYER_COMBINED, null) ?? null;
        },
        steer() {
            const places = crowd.get("position"), velocities = crowd.get("velocity"), navigation = crowd.get("navigation");
            const force = forces?.look(places), slope = fears?.look(places, velocities);
            putPlaces(starts, all, places);
            const ways = flow.sample("smooth", starts), pushed = [], preferred = [], released = [], targets = [];
            for (const i of all) {
                const velocity = choose(i, ways, force, slope);
                if (velocity) {
                    pushed.push(handles[2 * i], handles[2 * i + 1]);
                    preferred.push(...velocity);
                } else if (navigation[i] === ENUMS.Navigation.velocity) {
                    released.push(handles[2 * i], handles[2 * i + 1]);
                    targets.push(agents[i].targetX, agents[i].targetY);
                }
            }
            if (pushed.length > 0) {
                crowd.set("preferred_velocity", Float32Array.from(preferred), Int32Array.from(pushed));
            }
            if (released.length > 0) {
                const flows = new Int32Array(released.length / 2).fill(ENUMS.Navigation.flow);
                crowd.set("target", Float32Array.from(targets), Int32Array.from(released));
                crowd.set("navigation", flows, Int32Array.from(released));
            }
        },
        close: () => [forces, fears, starts].forEach((one) => one?.close()),
    };
}

export function makeSide(engine, scene) {
    const { throng, context } = engine, { options, ground, guns } = scene, { width, height } = ground;
    const agents = withSenses(scene.agents, options), { congestion, symmetry, seed, perception, wary } = options;
    const terrain = context.createTerrain({ width, height });
    terrain.set(null, ground.blocked);
    const led = makeFlow(engine, terrain, agents);
    const crowd = context.createCrowd({ agentCapacity: Math.max(agents.length, 1), congestion, symmetry, seed, terrain,
                                        flow: led.flow, perception: perception ? CONSTANTS.PERCEPTION_ALL : 0, settle: 1 });
    const handles = addAgents(throng, crowd, agents, (i) => ({ navigation: "flow", flowField: led.fields[i] }));
    const steering = wary && agents.length > 0 ? makeSteering(engine, scene, crowd, handles, agents, led) : null;
    const reader = makeReader(throng, crowd, agents, (i) => agents[i].layer - 1);
    return {
        ...stateOf(crowd),
        step() {
            steering?.steer();
            crowd.step(DT);
        },
        draw(watched) {
            const lines = [], extra = guns.flatMap(drawGun);
            const heat = steering?.look()?.map((value) => value / 12) ?? null; // a haze
            const seen = watched >= 0 && watched < agents.length
                ? drawSenses(crowd, handles, agents, watched, perception, lines, extra) : null;
            return { heat, discs: reader.read(extra), lines: Float32Array.from(lines), facts: seen ?? reader.counts() };
        },
        close: () => [steering, crowd, led.flow, terrain, reader].forEach((one) => one?.close()),
    };
}

// ---------------------------------------------------------------- on the page, and for the program

export function stay({ ground, agents }) {
    const goals = new Map(agents.map(({ targetX: x, targetY: y }) => [`${x} ${y}`, [x, y, 0.5, COLOR.green]]));
    return { ground, bounds: [0, 0, ground.width, ground.height], discs: [...goals.values()].flat() };
}

export function toFiles(scene, step, hashes) {
    const { options, ground, guns } = scene, files = { "ground.map": toMap(ground) };
    const words = ["--map", "ground.map", "--navigate", "flow"];
    if (options.wary) {
        if (options.fear > 0)
            words.push("--fear", options.fear, "--fear-range", options.fearRange, "--fear-alpha", options.fearAlpha);
        if (guns.length > 0) {
            files["guns.csv"] = toTable(["x", "y", "range", "eta"], guns.map(({ x, y, range }) => [x, y, range, options.eta]));
            words.push("--sources", "guns.csv");
        }
    }
    return toCrowdFiles(scene, DT, step, hashes, { files, words });
}
