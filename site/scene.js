// Scenes of the crowd sandbox: what a scene is, the presets, and its files for the program `throng crowd`. All numbers
// are exact in float32, so that their texts in the files give the same bits.
import { CONSTANTS } from "./throng/src/api.js";

const { fround } = Math;

/** Options of a scene, as the program has them; a scene is options, agents and walls. */
export const OPTIONS = { dt: 0.125, seed: 1, perception: true, congestion: true, symmetry: 0.03125 };
const COLUMNS = { px: "x", py: "y", goalx: "targetX", goaly: "targetY", radius: "radius", max_speed: "maxSpeed",
                  pref_speed: "prefSpeed", neighbor_dist: "neighborDist", vision_range: "visionRange",
                  vision_angle: "visionAngle", hearing_range: "hearingRange", sound_range: "soundRange" };
const BODY = { radius: 0.5, maxSpeed: 2, prefSpeed: 1.5, neighborDist: 8, visionRange: 10, visionAngle: 220,
               hearingRange: 3, soundRange: 1.5 };

export function makeAgent(x, y, targetX, targetY, more = {}) {
    const agent = { ...BODY, ...more, x, y, targetX, targetY };
    return Object.fromEntries(Object.entries(agent).map(([name, value]) => [name, fround(value)]));
}

/** Numbers of a sequence that is the same everywhere. */
function makeDice(state) {
    return (sides) => {
        state = (Math.imul(state, 1103515245) + 12345) >>> 0;
        return (state >>> 16) % sides;
    };
}

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
        agents.push(makeAgent(x, y, -x, y));
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
        agents.push(makeAgent(x, y, -x + dice(4) / 16, -y));
    }
    return { agents, walls: [] };
}

/** A crowd that leaves a room by one door. */
function door(count) {
    const dice = makeDice(5), side = Math.ceil(Math.sqrt(count)), pitch = 1.5, width = side * pitch + 4, agents = [];
    for (let i = 0; i < count; i++) {
        const x = -4 - pitch * (i % side) - dice(8) / 16;
        const y = pitch * Math.floor(i / side) - width / 2 + 2 + dice(8) / 16;
        agents.push(makeAgent(x, y, 24 + dice(64) / 4, dice(128) / 4 - 16));
    }
    const far = width / 2 + 8;
    const wall = (y0, y1) => [{ x: 0, y: y0 }, { x: 1, y: y0 }, { x: 1, y: y1 }, { x: 0, y: y1 }];
    return { agents, walls: [wall(-far, -2), wall(2, far)] };
}

export const PRESETS = {
    crossing: { title: "Two crowds cross", count: 400, make: crossing },
    circle: { title: "Across a circle", count: 200, make: circle },
    door: { title: "One door", count: 300, make: door },
};

export function makePreset(name, count = PRESETS[name].count) {
    return { options: { ...OPTIONS }, ...PRESETS[name].make(count) };
}

// ---------------------------------------------------------------- in the library

/** A crowd of the scene. `changes` are options that one side of the picture has otherwise. */
export function makeCrowd(context, scene, changes = {}) {
    const { perception, congestion, symmetry, seed } = { ...scene.options, ...changes };
    const crowd = context.createCrowd({ agentCapacity: Math.max(scene.agents.length, 1), symmetry, congestion, seed,
                                        perception: perception ? CONSTANTS.PERCEPTION_ALL : 0,
                                        settle: 1 }); // as the program has it by default
    for (const wall of scene.walls) {
        crowd.addObstacle(wall);
    }
    const room = context.module.allocate("AgentDef", scene.agents.length);
    scene.agents.forEach((agent, i) => room.set(i, { ...agent, id: i, navigation: "goal" }));
    if (scene.agents.length > 0) {
        crowd.add(room);
    }
    room.close();
    return crowd;
}

// ---------------------------------------------------------------- files

const line = (values) => values.join(",") + "\n";

/** agents.csv and walls.csv, and the options of `throng crowd` that play the scene. */
export function toFiles(scene, steps) {
    const { dt, seed, perception, congestion, symmetry } = scene.options;
    const agents = line(["id", ...Object.keys(COLUMNS)]) + scene.agents.map((agent, i) =>
        line([i, ...Object.values(COLUMNS).map((name) => agent[name])])).join("");
    const walls = "polygon,vertex,x,y\n" + scene.walls.map((wall, i) =>
        wall.map(({ x, y }, k) => line([i, k, fround(x), fround(y)])).join("")).join("");
    const options = ["--dt", dt, "--seed", seed, "--perception", perception ? "on" : "off", "--congestion",
                     congestion ? "on" : "off", "--symmetry", symmetry, "--steps", steps, "--agents", "agents.csv",
                     ...(scene.walls.length > 0 ? ["--obstacles", "walls.csv"] : [])].map(String);
    return { agents, walls, options };
}

/** The hashes of all steps, as `throng crowd --replay` reads them. */
export function toRecord(hashes) {
    return "step,hash\n" + hashes.map((hash, step) => line([step, hash])).join("");
}
