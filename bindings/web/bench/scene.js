// What the measurement plays, the same as scene.c: two crowds that cross, and the influence of both under them. All
// numbers of the scene are exact in float32.
const SIDE = 256;

export function makeScene(throng, agents, isa = "auto") {
    const context = throng.createContext({ threads: 1, isa });
    const side = Math.ceil(Math.sqrt(agents / 2)), world = side * 6;
    const crowd = context.createCrowd({ agentCapacity: agents, symmetry: 0.03125 });
    const defs = throng.allocate("AgentDef", agents);
    let state = 1;
    for (let i = 0; i < agents; i++) {
        const right = i & 1, k = i >> 1;
        state = (Math.imul(state, 1103515245) + 12345) >>> 0;
        const u = 2 + 2.25 * (k % side) + ((state >>> 16) & 7) / 16, x = right ? world - u : u;
        const y = 2.25 * Math.floor(k / side) + ((state >>> 20) & 7) / 16;
        defs.set(i, { x, y, radius: 0.625, maxSpeed: 2, neighborDist: 8, navigation: "goal", targetX: world - x,
                      targetY: y, prefSpeed: 1.5 });
    }
    crowd.add(defs);
    defs.close();
    const map = context.createInfluence({ width: SIDE, height: SIDE, cellSize: world / SIDE, objectCapacity: agents });
    const objects = throng.allocate("InfluenceObject", agents);
    for (let i = 0; i < agents; i++) {
        objects.set(i, { influence: i & 1 ? -1 : 1, maxDistance: 8, decay: 0.125, alpha: 0.5, x: 1, y: 1 });
    }
    map.setObjects(0, 0, objects);
    objects.close();
    return { context, crowd, map, positions: throng.allocate("f32", 2 * agents),
             velocities: throng.allocate("f32", 2 * agents), heat: throng.allocate("f32", SIDE * SIDE) };
}

export function step({ crowd, positions }) {
    crowd.step(0.125);
    crowd.get("position", null, positions);
}

export function influence({ crowd, map, positions, velocities, heat }) {
    crowd.get("velocity", null, velocities);
    map.moveObjects(0, 0, positions, velocities);
    map.update();
    map.read(0, null, heat);
}

/** FNV-1a of bytes, 64 bits. */
export function hashOf(bytes) {
    let high = 0xcbf29ce4, low = 0x84222325;
    for (const byte of bytes) {
        low = (low ^ byte) >>> 0; // times 2^40 + 0x1b3
        const product = low * 0x1b3, carry = Math.floor(product / 0x100000000);
        high = (Math.imul(high, 0x1b3) + carry + (low << 8)) >>> 0;
        low = product >>> 0;
    }
    return (BigInt(high) << 32n) | BigInt(low);
}

const hex = (number) => number.toString(16).padStart(16, "0");

/** The least time of a step and of an update of the map, in milliseconds, after 100 steps; and the bits at the end. */
export function measure(throng, agents, frames, isa) {
    const scene = makeScene(throng, agents, isa);
    for (let i = 0; i < 100; i++) {
        step(scene);
    }
    let steps = Infinity, maps = Infinity;
    for (let i = 0; i < frames; i++) {
        const before = performance.now();
        step(scene);
        const between = performance.now();
        influence(scene);
        const end = performance.now();
        steps = Math.min(steps, between - before);
        maps = Math.min(maps, end - between);
    }
    const hash = hex(scene.crowd.hash()), heat = hex(hashOf(scene.heat.as("u8")));
    for (const name of ["positions", "velocities", "heat", "crowd", "map", "context"]) {
        scene[name].close();
    }
    return { step: steps, influence: maps, hash, heat };
}
