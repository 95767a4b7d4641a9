// The sandbox of crowds (Shi 2015): the same crowd twice, left without and right with senses.
import { CONSTANTS } from "../throng/src/api.js";
import { COLOR } from "../colors.js";
import { erase } from "../ground.js";
import { makeDice, toTable } from "../numbers.js";
import { addAgents, colorByGoal, drawSenses, makeAgent, makeReader, placesOf, stateOf, toCrowdFiles,
         withSenses } from "../people.js";

const { fround } = Math;
const DT = 0.125;
const BODY = { radius: 0.5, maxSpeed: 2, prefSpeed: 1.5, neighborDist: 8, timeHorizon: 5, timeHorizonObst: 5, layer: 1 };

export const name = "crowd", title = "Crowd";
export const about = "The same crowd twice (Shi 2015). On the left agents notice all others nearby; on the right only whom " +
    "they see, hear or touch, and their sight shortens where it is crowded. Watch an agent to see its senses.";
export const sides = [{ label: "all nearby", change: { perception: false } },
                      { label: "senses", change: { perception: true } }];
export const counts = { label: "Agents", min: 1, max: 20000, logarithmic: true };
export const keepsStep = false; // an edit changes the beginning
export const OPTIONS = { seed: 1, congestion: true, symmetry: 0.03125, visionRange: 10, visionAngle: 220, hearingRange: 3,
                         soundRange: 1.5, capacity: 7 };
export const controls = [
    { name: "visionAngle", label: "Angle of sight, degrees", min: 0, max: 360, step: 5 },
    { name: "visionRange", label: "Range of sight", min: 0, max: 30, step: 0.5 },
    { name: "hearingRange", label: "Range of hearing", min: 0, max: 15, step: 0.5 },
    { name: "soundRange", label: "Heard from", min: 0, max: 15, step: 0.5 },
    { name: "capacity", label: "Others before sight shortens", min: 0, max: 40, step: 1 },
    { name: "symmetry", label: "Random turns, radians", min: 0, max: 0.25, step: 0.03125 },
    { name: "seed", label: "Seed", min: 0, max: 100, step: 1 },
    { name: "congestion", label: "congested agents turn aside", check: true },
];
export const tools = { watch: "watches an agent", agent: "places an agent", goal: "places the goal of later agents",
                       wall: "places a pillar", erase: "erases" };
export const drags = [];

// ---------------------------------------------------------------- scenes

export function makePillar(x, y, half) {
    return [[-1, -1], [1, -1], [1, 1], [-1, 1]].map(([dx, dy]) => ({ x: fround(x + half * dx), y: fround(y + half * dy) }));
}

/** Two crowds in blocks that change places, among pillars. */
function crossing(count) {
    const dice = makeDice(7), side = Math.ceil(Math.sqrt(count / 2)), pitch = 1.75, width = side * pitch;
    const gap = Math.max(16, Math.ceil(width / 4)), agents = [];
    for (let i = 0; i < count; i++) {
        const right = i & 1, k = i >> 1, sign = right ? 1 : -1;
        const x = sign * (gap / 2 + pitch * (k % side) + dice(8) / 16);
        const y = pitch * Math.floor(k / side) - width / 2 + dice(8) / 16;
        agents.push(makeAgent(BODY, x, y, -x, y));
    }
    const walls = Array.from({ length: 7 }, (_, i) => makePillar(0, (i - 3) * Math.max(4, width / 8), 1));
    return { agents, walls };
}

/** All on a circle, each to the opposite side. */
function circle(count) {
    const dice = makeDice(3), radius = Math.max(20, count / 5), agents = [];
    for (let i = 0; i < count; i++) {
        const angle = 2 * Math.PI * i / count; // rounded to sixteenths: the same in every browser
        const x = Math.round(16 * radius * Math.cos(angle)) / 16, y = Math.round(16 * radius * Math.sin(angle)) / 16;
        agents.push(makeAgent(BODY, x, y, -x + dice(4) / 16, -y));
    }
    return { agents, walls: [] };
}

/** A crowd that leaves a room by one door. */
function door(count) {
    const dice = makeDice(5), side = Math.ceil(Math.sqrt(count)), pitch = 1.5, width = side * pitch + 4, agents = [];
    for (let i = 0; i < count; i++) {
        const x = -4 - pitch * (i % side) - dice(8) / 16;
        const y = pitch * Math.floor(i / side) - width / 2 + 2 + dice(8) / 16;
        agents.push(makeAgent(BODY, x, y, 24 + dice(64) / 4, dice(128) / 4 - 16));
    }
    const far = width / 2 + 8;
    const wall = (y0, y1) => [{ x: 0, y: y0 }, { x: 1, y: y0 }, { x: 1, y: y1 }, { x: 0, y: y1 }];
    return { agents, walls: [wall(-far, -2), wall(2, far)] };
}

const preset = (label, count, make) => ({ title: label, count, make: (agents = count) => ({ options: { ...OPTIONS },
                                                                                           ...make(agents) }) });
export const presets = {
    crossing: preset("Two crowds cross", 400, crossing),
    circle: preset("Across a circle", 200, circle),
    door: preset("One door", 300, door),
};

export function place(scene, tool, point, step, value, discs) {
    const { agents, walls } = scene;
    if (tool === "agent") {
        const goal = scene.goal ?? { x: -point.x, y: point.y };
        agents.push(makeAgent(BODY, point.x, point.y, goal.x, goal.y));
    } else if (tool === "goal") {
        scene.goal = { x: fround(point.x), y: fround(point.y) };
    } else if (tool === "wall") {
        walls.push(makePillar(point.x, point.y, 1));
    } else {
        const near = walls.findIndex((wall) => Math.abs(wall[0].x + wall[2].x - 2 * point.x) < 4 &&
            Math.abs(wall[0].y + wall[2].y - 2 * point.y) < 4);
        return near >= 0 ? walls.splice(near, 1).length > 0 : erase([agents], [placesOf(agents, discs)], point);
    }
    return true;
}

// ---------------------------------------------------------------- in the worker

export function makeSide({ throng, context }, scene) {
    const { options, walls } = scene, { perception, congestion, symmetry, seed } = options;
    const agents = withSenses(scene.agents, options);
    const crowd = context.createCrowd({ agentCapacity: Math.max(agents.length, 1), symmetry, congestion, seed,
                                        perception: perception ? CONSTANTS.PERCEPTION_ALL : 0,
                                        settle: 1 }); // as the program has it by default
    walls.forEach((wall) => crowd.addObstacle(wall));
    const handles = addAgents(throng, crowd, agents, () => ({ navigation: "goal" }));
    const reader = makeReader(throng, crowd, agents, colorByGoal(agents));
    return {
        ...stateOf(crowd),
        step: () => crowd.step(DT),
        draw(watched) {
            const lines = [], extra = [];
            const seen = watched >= 0 && watched < agents.length
                ? drawSenses(crowd, handles, agents, watched, perception, lines, extra) : null;
            return { discs: reader.read(extra), lines: Float32Array.from(lines), facts: seen ?? reader.counts() };
        },
        close: () => [crowd, reader].forEach((one) => one.close()),
    };
}

// ---------------------------------------------------------------- on the page, and for the program

export function stay({ agents, walls, goal }) {
    const bounds = [-10, -10, 10, 10], lines = [];
    const widen = (x, y) => {
        bounds[0] = Math.min(bounds[0], x);
        bounds[1] = Math.min(bounds[1], y);
        bounds[2] = Math.max(bounds[2], x);
        bounds[3] = Math.max(bounds[3], y);
    };
    for (const { x, y, targetX, targetY } of agents) {
        widen(x, y);
        widen(targetX, targetY);
    }
    for (const wall of walls) {
        wall.forEach((from, i) => {
            const to = wall[(i + 1) % wall.length];
            lines.push(from.x, from.y, to.x, to.y, COLOR.wall);
            widen(from.x, from.y);
        });
    }
    const discs = goal ? [goal.x, goal.y, 0.8, COLOR.green] : [];
    return { bounds: [bounds[0] - 2, bounds[1] - 2, bounds[2] + 2, bounds[3] + 2], lines, discs };
}

export function toFiles(scene, step, hashes) {
    const rows = scene.walls.flatMap((wall, i) => wall.map(({ x, y }, k) => [i, k, x, y]));
    return toCrowdFiles(scene, DT, step, hashes, rows.length === 0 ? {} : {
        files: { "walls.csv": toTable(["polygon", "vertex", "x", "y"], rows) }, words: ["--obstacles", "walls.csv"] });
}
