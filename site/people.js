// Agents of the two sandboxes with crowds: their columns in the program's table, and what is drawn of them.
import { COLOR, RING } from "./colors.js";
import { toRecord, toTable } from "./numbers.js";

const { fround } = Math;
const [CONGESTED, ARRIVED] = [1, 4]; // THRONG_FLAG_*

const COLUMNS = { px: "x", py: "y", goalx: "targetX", goaly: "targetY", radius: "radius", max_speed: "maxSpeed",
                  pref_speed: "prefSpeed", neighbor_dist: "neighborDist", time_horizon: "timeHorizon",
                  time_horizon_obst: "timeHorizonObst", vision_range: "visionRange", vision_angle: "visionAngle",
                  hearing_range: "hearingRange", sound_range: "soundRange", capacity: "capacity", layer: "layer" };

/** All numbers exact in float32, so that their texts in files give the same bits. */
export function makeAgent(body, x, y, targetX, targetY) {
    const agent = { ...body, x, y, targetX, targetY };
    return Object.fromEntries(Object.entries(agent).map(([name, value]) => [name, fround(value)]));
}

/** What the senses' sliders set for all agents. */
export function withSenses(agents, options) {
    const { visionRange, visionAngle, hearingRange, soundRange, capacity } = options;
    return agents.map((agent) => ({ ...agent, visionRange, visionAngle, hearingRange, soundRange, capacity }));
}

export function toAgentTable(agents) {
    return toTable(["id", ...Object.keys(COLUMNS)],
                   agents.map((agent, i) => [i, ...Object.values(COLUMNS).map((name) => agent[name])]));
}

/** Adds agents in the order of their ids. */
export function addAgents(throng, crowd, agents, more) {
    const room = throng.allocate("AgentDef", agents.length);
    agents.forEach((agent, i) => room.set(i, { ...agent, id: i, ...more(i) }));
    const handles = agents.length > 0 ? crowd.add(room) : new Int32Array(0);
    room.close();
    return handles;
}

/** Memory for what is read in each frame, and the discs of a frame: place, radius, colour. */
export function makeReader(throng, crowd, agents, colorOf) {
    const count = agents.length, positions = throng.allocate("f32", 2 * count), flags = throng.allocate("u32", count);
    return {
        read(extra = []) {
            const discs = new Float32Array(4 * count + extra.length);
            crowd.get("position", null, positions);
            crowd.get("flags", null, flags);
            const places = positions.as("f32"), states = flags.as("u32");
            for (let i = 0; i < count; i++) {
                discs[4 * i] = places[2 * i];
                discs[4 * i + 1] = places[2 * i + 1];
                discs[4 * i + 2] = agents[i].radius;
                const held = states[i] & CONGESTED ? COLOR.pink : COLOR.grey;
                discs[4 * i + 3] = states[i] & (CONGESTED | ARRIVED) ? held : colorOf(i);
            }
            discs.set(extra, 4 * count);
            return discs;
        },
        counts() {
            let congested = 0, arrived = 0;
            for (const state of flags.as("u32")) {
                congested += (state & CONGESTED) !== 0;
                arrived += (state & ARRIVED) !== 0;
            }
            return `${arrived} arrived, ${congested} congested`;
        },
        close: () => [positions, flags].forEach((block) => block.close()),
    };
}

/** Where agents are, by the discs of a frame that read() made of them; nowhere without. */
export const placesOf = (agents, discs) => (discs.length < 4 * agents.length ? []
    : agents.map((_, i) => ({ x: discs[4 * i], y: discs[4 * i + 1] })));

export const colorByGoal = (agents) => (i) => (agents[i].targetX > agents[i].x ? COLOR.blue : COLOR.orange);

/** What an agent senses: its sector of sight, and the ranges of what it hears and of how far it is heard. */
export function drawSenses(crowd, handles, agents, index, perception, lines, discs) {
    const agent = agents[index], own = handles.slice(2 * index, 2 * index + 2), [x, y] = crowd.get("position", own);
    if (!perception) {
        discs.push(x, y, agent.neighborDist, COLOR.grey + RING);
        return `agent ${index} notices all within ${agent.neighborDist}`;
    }
    const [range] = crowd.get("vision", own), [hx, hy] = crowd.get("heading", own);
    const [seen] = crowd.get("perceived", own), middle = Math.atan2(hy, hx), half = agent.visionAngle * Math.PI / 360;
    const points = [[x, y]];
    for (let i = 0; i <= 32; i++) {
        const angle = middle + half * (i / 16 - 1);
        points.push([x + range * Math.cos(angle), y + range * Math.sin(angle)]);
    }
    points.push([x, y]);
    points.slice(1).forEach((to, i) => lines.push(...points[i], ...to, COLOR.pink));
    discs.push(x, y, agent.hearingRange, COLOR.grey + RING, x, y, agent.soundRange, COLOR.pink + RING);
    return `agent ${index} perceives ${seen}, sees ${range.toFixed(1)} far`;
}

/** What both sandboxes have of a side: the hash of its crowd, and its state to go back to. */
export const stateOf = (crowd) => ({
    hash: () => crowd.hash(),
    save() {
        const state = crowd.save();
        return { state, bytes: state.length };
    },
    restore: ({ state }) => crowd.restore(state),
});

/** Files and words of `throng crowd` that both sandboxes have; and those that are their own. */
export function toCrowdFiles({ agents, options }, dt, step, hashes, { files: own = {}, words: others = [] }) {
    const files = { "agents.csv": toAgentTable(withSenses(agents, options)), ...own };
    const words = ["crowd", "--dt", dt, "--seed", options.seed, "--perception", options.perception ? "on" : "off",
                   "--congestion", options.congestion ? "on" : "off", "--symmetry", options.symmetry, "--steps", step,
                   "--agents", "agents.csv", ...others];
    if (hashes) {
        files["hashes.csv"] = toRecord(hashes);
        words.push("--replay", "hashes.csv");
    }
    return { files, words: words.map(String) };
}
