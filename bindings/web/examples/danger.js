// Step 5 of the tutorial in JavaScript: units that back off from a guard on patrol. run(throng) returns what step5.c
// prints; `node danger.js` prints it.
import { load } from "../src/throng.js";

const WIDTH = 32, HEIGHT = 16, UNITS = 24, SECONDS = 40, STEPS_PER_SECOND = 10;
const { fround, sqrt } = Math; // numbers as C's float has them, for the same bits
const GOAL = [29.5, 11.5], ALARM = fround(0.35);
const MAP = [...Array(3).fill("...........#...................."), ...Array(2).fill(".".repeat(32)),
             ...Array(5).fill("...........#...................."), ...Array(4).fill("...........#......##............"),
             ...Array(2).fill("...........#....................")];

/** The world: walls, the way to the goal, the danger, and the units with the guard as the last one. */
function make(context) {
    const terrain = context.createTerrain({ width: WIDTH, height: HEIGHT });
    terrain.set(null, Uint8Array.from(MAP.join(""), (cell) => (cell === "#" ? 1 : 0)));
    const flow = context.createFlow({ terrain });
    flow.setGoals(0, [{ column: Math.floor(GOAL[0]), row: Math.floor(GOAL[1]) }]);
    flow.update();

    const danger = context.createInfluence({ width: WIDTH, height: HEIGHT, terrain, propagation: "path" });
    danger.setObjects(0, 0, [{ influence: 1, decay: 0.125, maxDistance: 8, alpha: 0.5 }]);

    const crowd = context.createCrowd({ agentCapacity: UNITS + 1, symmetry: 0.05, terrain, flow });
    const body = { radius: 0.3, timeHorizon: 1.5, timeHorizonObst: 0.5 };
    const units = crowd.add(Array.from({ length: UNITS }, (_, i) => ({
        ...body, x: 1.5 + Math.floor(i / 8) * 1.5, y: 1 + (i % 8) * 2, targetX: GOAL[0], targetY: GOAL[1],
        navigation: "flow", maxSpeed: 1.5 })));
    const guard = crowd.add([{ ...body, x: 15.5, y: 8, targetX: 15.5, targetY: 14, navigation: "goal", maxSpeed: 1,
                               priority: 1 }]);
    return { terrain, flow, danger, crowd, units, guard };
}

/** The guard walks up and down between two places, and the danger goes with it. */
function patrol({ crowd, danger, guard }) {
    const position = crowd.get("position", guard), goal = crowd.get("goal", guard);
    if (Math.abs(position[1] - goal[1]) < 0.5) {
        crowd.set("goal", [goal[0], HEIGHT - goal[1]], guard);
    }
    danger.moveObjects(0, 0, position, crowd.get("velocity", guard));
    danger.update();
}

/** Units back off, down the slope of the danger, or follow the flow. Returns how many back off. */
function react({ crowd, danger, units }) {
    const positions = crowd.get("position", units);
    const places = Array.from({ length: UNITS }, (_, i) => ({ x: positions[2 * i], y: positions[2 * i + 1] }));
    const samples = danger.sample(0, places); // value, dx, dy of each
    let alarmed = 0;
    for (let i = 0; i < UNITS; i++) {
        const [value, dx, dy] = samples.subarray(3 * i, 3 * i + 3), unit = units.subarray(2 * i, 2 * i + 2);
        const slope = fround(sqrt(fround(fround(dx * dx) + fround(dy * dy))));
        if (value > ALARM && slope > 0) {
            crowd.set("preferred_velocity", [fround(-1.5 * dx) / slope, fround(-1.5 * dy) / slope], unit);
            alarmed++;
        } else {
            crowd.set("goal", GOAL, unit);
            crowd.set("flow_field", [0], unit);
        }
    }
    return alarmed;
}

export function run(throng) {
    const context = throng.createContext();
    const world = make(context), lines = [];
    for (let step = 1; step <= SECONDS * STEPS_PER_SECOND; step++) {
        patrol(world);
        const alarmed = react(world);
        world.crowd.step(1 / STEPS_PER_SECOND);
        if (step % (8 * STEPS_PER_SECOND) === 0) {
            const positions = world.crowd.get("position", world.units);
            const arrived = positions.filter((x, i) => i % 2 === 0 && x > 26.5).length;
            const [time, back, there] = [step / STEPS_PER_SECOND, alarmed, arrived].map((n) => String(n).padStart(2));
            lines.push(`after ${time} s: ${back} back off, ${there} of ${UNITS} are at the goal\n`);
        }
    }
    for (const name of ["crowd", "danger", "flow", "terrain"]) { // users before what they use
        world[name].close();
    }
    context.close();
    return lines.join("");
}

if (typeof process !== "undefined" && process.argv[1] === new URL(import.meta.url).pathname) {
    process.stdout.write(run(await load()));
}
