// Bad input of every kind is an exception that says what is wrong, and changes nothing.
import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { METHODS } from "../src/api.js";
import { ThrongError, load } from "../src/throng.js";
import * as api from "../src/throng.js";
import { crossing, moduleUrl, open } from "./common.mjs";

const invalid = (message) => ({ name: "ThrongError", code: "INVALID_ARGUMENT", status: 1, message });

describe("mistakes", () => {
    let throng, context, crowd, handles;
    before(async () => {
        throng = await open();
        context = throng.createContext();
        ({ crowd, handles } = crossing(context));
    });

    it("have the library's message", () => {
        const message = invalid(/def\.agent_capacity is -1: 0 to 8388608/);
        assert.throws(() => context.createCrowd({ agentCapacity: -1 }), message);
        assert.throws(() => throng.createContext({ threads: -1 }), invalid(/def\.threads is -1/));
        assert.throws(() => throng.createContext({ isa: "avx2" }), { code: "UNSUPPORTED", status: 4 });
        assert.throws(() => throng.createContext({ backend: "opencl" }), { code: "UNSUPPORTED" });
        assert.throws(() => crowd.step(NaN), invalid(/dt/));
        assert.throws(() => crowd.step(-1), invalid(/dt/));
        assert.throws(() => crowd.add([{ x: Infinity }]), { name: "ThrongError" });
        assert.throws(() => context.createTerrain({ width: 0, height: 4 }), invalid(/def\.width is 0/));
        const full = context.createCrowd({ agentCapacity: 1 });
        assert.throws(() => full.add([{}, { x: 5 }]), { code: "CAPACITY", status: 2 });
        assert.ok(new ThrongError("a", 1, "b") instanceof Error);
    });

    it("of types", () => {
        const hash = crowd.hash();
        for (const wrong of [{ agentCapacity: 1.5 }, { agentCapacity: "10" }, { agentCapacity: null },
                             { symmetry: "0.1" }, { terrain: 5 }, { terrain: context }, { terrain: {} },
                             { cookie: 0 }, { agentCapacty: 5 },
                             { neighbors: "nearest" }, { neighbors: 1.5 }, { perception: "visio" }, 5, "def", null,
                             [1]]) {
            assert.throws(() => context.createCrowd(wrong), TypeError, String(Object.entries(wrong ?? {})));
        }
        for (const wrong of [{ agentCapacity: 2 ** 40 }, { seed: -1 }, { seed: 2n ** 64n }, { perception: -1 }]) {
            assert.throws(() => context.createCrowd(wrong), RangeError, String(Object.entries(wrong)));
        }
        for (const wrong of [undefined, null, "0.1", {}, [], 1n, true]) {
            assert.throws(() => crowd.step(wrong), TypeError, String(wrong));
        }
        for (const wrong of [undefined, null, 5, "agents", [5], [{ a: 1 }], [null]]) {
            assert.throws(() => crowd.add(wrong), TypeError, JSON.stringify(wrong));
        }
        assert.throws(() => throng.createContext({ logger: 5 }), TypeError);
        assert.throws(() => throng.createContext({ cache: "a\0b" }), TypeError);
        assert.throws(() => throng.createContext({ allocator: {} }), TypeError);
        assert.equal(crowd.hash(), hash);
    });

    it("of shapes", () => {
        assert.throws(() => crowd.get("positions"), TypeError);
        assert.throws(() => crowd.get(1000), RangeError);
        assert.throws(() => crowd.get("position", handles.subarray(1)), RangeError);
        assert.throws(() => crowd.get("position", null, new Float32Array(119)), RangeError);
        assert.throws(() => crowd.get("position", null, new Float64Array(120)), TypeError);
        assert.throws(() => crowd.get("position", null, throng.allocate("f32", 119)), RangeError);
        assert.throws(() => crowd.get("position", null, throng.allocate("f64", 120)), TypeError);
        assert.throws(() => crowd.set("position", [1, 2, 3]), RangeError);
        assert.throws(() => crowd.set("position", [1, "2"], handles.subarray(0, 2)), TypeError);
        assert.throws(() => crowd.set("position", [1, NaN], handles.subarray(0, 2)), invalid(/./));
        assert.throws(() => crowd.restore(new Uint8Array(10)), invalid(/./));
        assert.throws(() => crowd.restore("snapshot"), TypeError);
        assert.throws(() => crowd.findWithin([{ x: 0, y: 0 }], -1), invalid(/capacity/));
        const map = context.createInfluence({ width: 8, height: 8 });
        for (const region of [{ column: 7, row: 0, width: 2, height: 1 }, { width: -1, height: 2 },
                              { width: 9, height: 9 }, { width: 2 ** 30, height: 2 ** 30 }]) {
            assert.throws(() => map.read(0, region), invalid(/region/), JSON.stringify(region));
        }
        assert.throws(() => map.read(7, null), invalid(/layer/));
        assert.throws(() => map.moveObjects(0, 0, [1, 2], [1, 2, 3, 4]), RangeError);
        assert.throws(() => map.moveObjects(0, 0, [1, 2], null), invalid(/./));
        const terrain = context.createTerrain({ width: 4, height: 4 });
        assert.throws(() => terrain.set(null, [1, 2, 3]), RangeError);
        assert.throws(() => terrain.set(null, Array(16).fill(256)), RangeError);
        const field = context.createPotential({ pointCapacity: 4 });
        assert.throws(() => field.read(0, 5), invalid(/./));
        assert.throws(() => field.read(0, -1), invalid(/./));
        assert.throws(() => field.read(0, 2 ** 31), RangeError);
        for (const table of [[0, 1], [0, 1, 2], Array(5).fill(0)]) { // shorter than what the library reads
            assert.throws(() => context.createMeasure({ kind: "table", types: 2, table }), RangeError);
        }
        let asked = 0; // its length changes from one question to the next
        const table = { get length() { return asked++ === 0 ? 4 : 1; }, 0: 0 };
        assert.throws(() => context.createMeasure({ kind: "table", types: 2, table }));
        asked = 1;
        assert.throws(() => context.createMeasure({ kind: "table", types: 2, table }), RangeError);
        assert.throws(() => context.createMeasure({ kind: "table", types: 2 }), invalid(/table/));
        assert.throws(() => context.createMeasure({ weights: Array(17).fill(0) }), TypeError);
    });

    it("of objects that are closed, used or of another module", async () => {
        const terrain = context.createTerrain({ width: 4, height: 4 });
        const flow = context.createFlow({ terrain });
        assert.throws(() => terrain.close(), invalid(/./));
        assert.equal(terrain.open, true);
        flow.close();
        terrain.close();
        for (const [verb] of METHODS.Terrain) {
            assert.throws(() => terrain[verb](), invalid("the terrain is closed"), verb);
        }
        assert.throws(() => context.createFlow({ terrain }), invalid("the terrain is closed"));
        const other = await open(), foreign = other.createContext();
        const theirs = foreign.createTerrain({ width: 4, height: 4 });
        assert.throws(() => context.createFlow({ terrain: theirs }), /of the same module/);
        assert.throws(() => crowd.get("position", null, other.allocate("f32", 120)), TypeError);
        const second = throng.createContext().createTerrain({ width: 4, height: 4 });
        assert.throws(() => context.createFlow({ terrain: second }), invalid(/./)); // of another context
        const gone = handles.slice(0, 2);
        crowd.remove(gone);
        assert.throws(() => crowd.get("position", gone), invalid(/./));
        assert.throws(() => crowd.remove(gone), invalid(/./));
    });

    it("of sizes that 32 bits cannot tell", () => { // products that would be small, or 0
        const nowhere = { code: "OUT_OF_MEMORY" };
        const terrain = context.createTerrain({ width: 8, height: 8 });
        assert.throws(() => context.createFlow({ terrain, fields: 4, goalCapacity: 2 ** 30 }), nowhere);
        assert.throws(() => context.createFlow({ terrain, seedCapacity: 2 ** 28 }), nowhere);
        assert.throws(() => context.createFlow({ terrain, seedCapacity: 2 ** 28 + 1 }), nowhere);
        const wide = context.createTerrain({ width: 1024, height: 1024 });
        assert.throws(() => context.createFlow({ terrain: wide, fields: 900 }), nowhere);
        assert.throws(() => context.createInfluence({ width: 8, height: 2 ** 20, worlds: 128 }), nowhere);
        const field = context.createPotential({});
        assert.throws(() => context.createTrace({ field, startCapacity: 65536, maxSteps: 65535 }), nowhere);
    });

    it("of calls within calls", async () => { // what is read of an argument calls the library
        const own = await open(), world = own.createContext(), other = crossing(world).crowd;
        const many = Array.from({ length: 5000 }, (_, i) => ({ x: i % 70, y: Math.floor(i / 70) * 2, radius: 0.1 }));
        const nested = world.createCrowd({ agentCapacity: 5000 }), plain = world.createCrowd({ agentCapacity: 5000 });
        const blocks = []; // in memory that the inner calls would have freed
        nested.add(many.map((def, i) => ({ ...def, get y() {
            other.get("position");
            for (let k = 0; i === 10 && k < 8; k++) {
                blocks.push(own.allocate("u8", 400000));
                blocks[k].view.fill(255);
            }
            return def.y;
        } })));
        plain.add(many);
        assert.equal(nested.hash(), plain.hash());
    });

    it("of an agent that adds others while it is read", async () => {
        const own = await open(), world = own.createContext();
        const busy = world.createCrowd({ agentCapacity: 400, perception: "vision", maxNeighbors: 10 });
        const near = Array.from({ length: 300 }, (_, i) => ({ x: 0.01 * i, y: 1, radius: 0.01, visionRange: 100 }));
        const [index, generation] = busy.add([{ x: 0, y: 0, visionRange: 100, visionAngle: 360 }]);
        const view = busy.inspect({ get index() { return busy.add(near), index; }, generation }, 0.1);
        assert.equal(view.perceived.length, 600);
        assert.ok(view.perceived.every((number, i) => i % 2 === 1 || (number >= 0 && number < 301)));
    });

    it("of what is closed while a call reads its arguments", async () => {
        const own = await open(), world = own.createContext(), { crowd: other } = crossing(world, 4);
        const gate = own.allocate("Vertex", 4), { pointer } = gate;
        const places = () => Array.from({ length: 50 }, () => own.allocate("Vertex", 4).pointer);
        let during = null;
        gate.view.set([-1, -1, 1, -1, 1, 1, -1, 1]);
        other.addMovingObstacle(gate, { headingX: 1, get x() {
            gate.close();
            during = places();
            return 40;
        } });
        assert.throws(() => gate.view, invalid("the block is closed"));
        assert.deepEqual([during, places()].map((each) => each.includes(pointer)), [false, true]);
        const block = own.allocate("AgentDef", 2), at = block.pointer + block.stride + block.offsets.y;
        const closing = { get y() { return block.close(), 7; } };
        assert.throws(() => block.set(1, closing), invalid("the block is closed"));
        assert.equal(own.heap.pick("f32", at), 0);
        const terrain = world.createTerrain({ width: 4, height: 4 });
        const clearances = Object.defineProperty([0], 0, { get: () => (terrain.close(), 1) });
        assert.throws(() => world.createFlow({ terrain, clearances, clearanceCount: 1 }), invalid("the terrain is closed"));
        const [small, large] = [4, 8].map((side) => world.createTerrain({ width: side, height: side }));
        let reads = 0;
        const flow = world.createFlow({ get terrain() { return reads++ === 0 ? large : small; } });
        assert.equal(flow.readLengths(0, null).length, 64); // the library's, not those of another terrain
        assert.equal(reads, 1);
        let types = 0;
        const measure = { kind: "table", table: [0, 1], get types() { return ++types; } };
        assert.equal(world.createMeasure(measure).getInfo().types, 1);
    });

    it("of results that no memory has room for", () => {
        const queries = throng.allocate("CrowdQuery", 6000000);
        for (const count of [3000000, 6000000]) { // bytes that are negative and small in 32 bits
            assert.throws(() => crowd.findNearest(queries.slice(0, count), 60), { code: "OUT_OF_MEMORY" });
        }
        queries.close();
    });

    it("of blocks", () => {
        const field = context.createPotential({ goalCapacity: 2, pointCapacity: 2 });
        assert.throws(() => field.setGoals(0, throng.allocate("PotentialPoint", 2)), /block of PotentialPoint, not of PotentialGoal/);
        assert.throws(() => throng.allocate("f16", 5), TypeError);
        assert.throws(() => throng.allocate("toString", 5), TypeError);
        assert.throws(() => throng.allocate("f32", -1), RangeError);
        assert.throws(() => throng.allocate("f32", 2 ** 32), { code: "OUT_OF_MEMORY" });
        const block = throng.allocate("AgentDef", 3);
        assert.throws(() => block.set(3, {}), RangeError);
        assert.throws(() => block.set(0, { nothing: 1 }), TypeError);
        assert.throws(() => block.slice(2, 5), RangeError);
        const measure = throng.allocate("MeasureDef", 1), top = throng.heap.top;
        assert.throws(() => measure.set(0, { table: [0, 1] }), /\[0\]\.table cannot be kept in a block/);
        assert.throws(() => throng.allocate("ContextDef", 2).fill({ device: "cpu" }), /value\.device cannot be kept/);
        measure.set(0, { table: null });
        assert.equal(throng.heap.top, top);
        const part = block.slice(1);
        assert.throws(() => part.close(), TypeError);
        block.close();
        block.close();
        assert.throws(() => part.get(0), invalid("the block is closed"));
        assert.throws(() => crowd.add(block), invalid("the block is closed"));
    });

    it("leave nothing behind and the module usable", async () => {
        const small = await open();
        const own = small.createContext();
        const bytes = small.memoryBytes;
        for (let i = 0; i < 2000; i++) {
            assert.throws(() => own.createCrowd({ agentCapacity: 9e6 }), invalid(/./));
            assert.throws(() => own.createTerrain({ width: 3, height: [] }), TypeError);
        }
        assert.equal(small.memoryBytes, bytes);
        assert.equal(small.heap.top, 0);
        own.close();
        assert.throws(() => own.createCrowd(), invalid("the context is closed"));
    });

    it("when the module is not there", async () => {
        await assert.rejects(load({ wasm: new URL("nothing.wasm", moduleUrl("simd")) }), /nothing\.wasm/);
        await assert.rejects(load({ wasm: new Uint8Array([1, 2, 3]) }), WebAssembly.CompileError);
    });

    it("are never a crash, whatever is passed", () => {
        const junk = [undefined, null, 0, -1, 1.5, NaN, 1e308, "x", 7n, true, {}, [], [1], [[]], new Float32Array(3),
                      new Uint8Array(8), throng.allocate("f32", 2), crowd, () => 1,
                      { column: 0, row: 0, width: 1, height: 1 }];
        const size = { width: 4, height: 4 }, terrain = context.createTerrain(size);
        const objects = [context, crowd, terrain, context.createFlow({ terrain }), context.createInfluence(size),
                         context.createMeasure({ types: 2, weights: [1, 2] }),
                         context.createPotential({ pointCapacity: 2 })];
        let state = 1, refused = 0;
        const next = (count) => (state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff) % count;
        for (let i = 0; i < 20000; i++) {
            const object = objects[next(objects.length)];
            const verbs = Object.keys(object.constructor.prototype);
            const verb = verbs[next(verbs.length)];
            const given = Array.from({ length: next(5) }, () => junk[next(junk.length)]);
            try {
                object[verb](...given);
            } catch (error) {
                const known = [ThrongError, TypeError, RangeError].includes(error.constructor);
                assert.ok(known, `${object.kind}.${verb}: ${error.stack}`);
                refused++;
            }
        }
        assert.ok(refused > 10000 && api.ENUMS.Status.ok === 0);
        crowd.step(0.1);
        assert.equal(throng.heap.top, 0);
    });
});
