// Compiled, never run: what the package's types allow, and what they do not.
import { Block, Crowd, ThrongError, hasThreads, load } from "../src/throng.js";
import { start } from "../src/remote.js";

export async function use(): Promise<number> {
    const throng = await load({ threads: hasThreads() ? "auto" : 1, threadsScript: new URL("https://example.invalid/t.js") });
    const logger = (level: number, text: string): void => { String(level) + text; };
    const context = throng.createContext({ threads: 1, isa: "simd128", logger });
    const terrain = context.createTerrain({ width: 8, height: 8 });
    const crowd: Crowd = context.createCrowd({ agentCapacity: 10, perception: "vision|hearing", terrain });
    const agents = crowd.add([{ x: 1, y: 2, navigation: "goal", id: 7n }]);
    const positions: Float32Array = crowd.get("position", agents);
    const block: Block = throng.allocate("f32", 2);
    crowd.get("position", null, block);
    crowd.set("target", [1, 2], agents as Int32Array);
    crowd.set("navigation", ["goal"], agents);
    crowd.setMotions(null, crowd.getMotions(null));
    crowd.addStates(crowd.getStates(agents));
    crowd.reserveRoom({ queries: 5 });
    const near: number = crowd.findNearest([{ x: 1, y: 2 }], 3)[0]![0]!.distance;
    const hash: bigint = crowd.hash();
    const map = context.createInfluence({ width: 8, height: 8 });
    map.setObjects(0, 0, [{ x: 1, y: 1, decayKind: "linear" }]);
    const values = map.read(0, { column: 0, row: 0, width: 2, height: 2 });
    // @ts-expect-error: a member that is not there
    context.createCrowd({ agentCapacities: 10 });
    // @ts-expect-error: a text where there must be a number
    crowd.step("0.1");
    // @ts-expect-error: no number of threads
    await load({ threads: "all" });
    // @ts-expect-error: a method that is not there
    crowd.walk();
    try {
        crowd.close();
    } catch (error) {
        if (error instanceof ThrongError) {
            return error.status;
        }
    }
    const far = await start({ threads: 2 });
    const remote = await (await far.createContext()).createCrowd({ agentCapacity: 3 });
    await remote.step(0.1);
    const there = await remote.get("position") as Float32Array;
    throng.close();
    return near + far.threads + positions.length + Number(hash) + values.length + there.length;
}
