// The package under node: what its objects do, and the same bits from both modules.
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { METHODS, STRUCTS } from "../src/api.js";
import * as api from "../src/throng.js";
import { run } from "../examples/danger.js";
import { crossing, open, read } from "./common.mjs";

describe("both modules", () => {
    it("have the level that they are for", async () => {
        assert.equal((await open("simd")).isa, "simd128");
        assert.equal((await open("reference")).isa, "reference");
        assert.equal(api.hasSimd(), true);
    });

    it("play the tutorial's fifth step as C does", async () => {
        const expected = await read("../../../tests/examples/tutorial/step5.expected");
        for (const name of ["simd", "reference"]) {
            assert.equal(run(await open(name)), expected, name);
        }
    });

    it("give the same bits", async () => {
        const hashes = new Set();
        for (const [name, isa] of [["simd", "auto"], ["simd", "reference"], ["reference", "auto"]]) {
            const context = (await open(name)).createContext({ isa });
            const { crowd } = crossing(context, 200, { perception: "vision|hearing|touch", congestion: true });
            const start = crowd.hash();
            for (let i = 0; i < 100; i++) {
                crowd.step(0.1);
            }
            assert.notEqual(crowd.hash(), start);
            hashes.add(crowd.hash());
        }
        assert.equal(hashes.size, 1);
    });

    it("export every function, and every function has a method", async () => {
        const description = JSON.parse(await read("../../api.json"));
        const left = ["throng_devices", "throng_context_opencl_error", "throng_calibrate",
                      "throng_calibrate_default_def", "throng_operation_name", "throng_backend_name"];
        const none = ["throng_opencl.h", "readback.h"];
        const there = ({ header, name }) => !none.includes(header) && !header.startsWith("world") && !left.includes(name);
        const functions = description.functions.filter(there);
        const throng = await open();
        const names = new Set(Object.values(METHODS).flat().map((method) => method[1]));
        const other = /_(create|destroy|explain|default_\w+|version|string|(isa|status)_name|available|message)$/;
        for (const { name } of functions) {
            assert.equal(typeof throng.exports[name], "function", name);
            const [, kind, verb] = /^throng_([a-z]+)_(\w+)$/.exec(name) ?? [];
            const method = verb?.replace(/_(.)/g, (_, letter) => letter.toUpperCase());
            const type = api[kind?.[0].toUpperCase() + kind?.slice(1)];
            assert.ok(names.has(name) || other.test(name) || typeof type?.prototype[method] === "function", name);
        }
        assert.ok(functions.length > 90);
        assert.equal(throng.version, description.version);
        assert.equal(JSON.parse(await read("../package.json")).version, description.version);
    });
});

describe("objects", () => {
    let throng, context;
    before(async () => {
        throng = await open();
        context = throng.createContext();
    });
    after(() => context.close());

    it("have the library's defaults", () => {
        const def = throng.defaults.agentDef();
        assert.equal(def.id, 2n ** 64n - 1n);
        assert.equal(def.maxSpeed, 2);
        assert.equal(throng.defaults.influenceDef().worlds, 1);
        assert.ok(!("cookie" in def));
    });

    it("crowd", () => {
        const { crowd, handles } = crossing(context);
        assert.equal(handles.length, 120);
        assert.deepEqual(crowd.list(), handles);
        const before = crowd.get("position");
        assert.deepEqual(crowd.get("position", handles.subarray(2, 4)), before.subarray(2, 4));
        for (let i = 0; i < 50; i++) {
            crowd.step(0.1);
        }
        const snapshot = crowd.save(), hash = crowd.hash();
        assert.equal(snapshot.length, crowd.snapshotBytes());
        crowd.step(0.1);
        assert.notEqual(crowd.hash(), hash);
        crowd.restore(snapshot);
        assert.equal(crowd.hash(), hash);
        assert.equal(crowd.getInfo().steps, 50n);
        const agent = { index: handles[0], generation: handles[1] };
        const view = crowd.inspect(agent, 0.1);
        assert.ok(view.lines.length % 3 === 0 && view.avoided.length > 0);
        const [x, y] = crowd.get("position", [agent]);
        const near = crowd.findNearest([{ x, y, radius: 50, mask: 0xffffffff }], 3);
        assert.equal(near[0].length, 3);
        assert.deepEqual(near[0][0], { agent, distance: 0 });
        const [anybody] = crowd.findNearest([{ x, y }], 3), [others] = crowd.findNearest([{ x, y, except: agent }], 1);
        assert.deepEqual(anybody, near[0]); // any distance, all layers
        assert.deepEqual(others, near[0].slice(1, 2));
        const queries = throng.allocate("CrowdQuery", 2);
        assert.deepEqual([queries.get(1).radius, queries.get(1).mask], [-1, 0xffffffff]);
        queries.close();
        const within = crowd.findWithin([{ x, y, radius: 1000, mask: 1, except: agent }], 5);
        assert.equal(within.found[0], 59);
        assert.equal(within.hits[0].length, 5);
        assert.ok(Array.isArray(crowd.getEvents(api.ENUMS.Flag.arrived)));
        assert.deepEqual(crowd.find(crowd.get("id", [agent])[0]), agent);
        const gate = [{ x: -1, y: -1 }, { x: 1, y: -1 }, { x: 1, y: 1 }, { x: -1, y: 1 }]; // four, and one motion
        const motion = { x: 40, y: 40, headingX: 1 }, moving = crowd.addMovingObstacle(gate, motion);
        crowd.moveObstacles([moving], [{ ...motion, x: 41 }]);
        crowd.removeMovingObstacle(moving);
        assert.throws(() => crowd.addMovingObstacle(gate, null), /motion must not be NULL/);
        crowd.reserve(crowd.getInfo().capacity + 5);
        crowd.set("max_speed", new Float32Array(60).fill(1.5));
        assert.ok(crowd.get("max_speed").every((speed) => speed === 1.5));
        crowd.set("navigation", ["goal", "velocity", 1], handles.subarray(0, 6));
        assert.deepEqual([...crowd.get("navigation", handles.subarray(0, 6))], [1, 0, 1]);
        assert.throws(() => crowd.set("navigation", ["fly"], handles.subarray(0, 2)), TypeError);
        crowd.remove(handles.subarray(0, 20));
        assert.equal(crowd.list().length, 100);
        crowd.close();
        crowd.close();
        assert.equal(crowd.open, false);
    });

    it("handles of which a part is missing have 0 there", () => { // not what an earlier call has left
        const { crowd, handles } = crossing(context, 4), removed = { code: "INVALID_ARGUMENT" };
        const [first, second] = [50, 60].map((x) => crowd.addObstacle([{ x, y: 0 }, { x: x + 1, y: 0 }, { x, y: 1 }]));
        assert.deepEqual([first.generation, second.generation, handles[1]], [1, 1, 1]);
        crowd.removeObstacle(first);
        assert.throws(() => crowd.removeObstacle({ index: second.index }), removed);
        crowd.removeObstacle(second);
        assert.throws(() => crowd.inspect({ index: handles[0] }, 0.1), removed);
        crowd.close();
    });

    it("crowds moved and copied by the page", () => {
        const { crowd, handles } = crossing(context, 20), all = crowd.getMotions(null);
        assert.equal(all.length, 20);
        assert.deepEqual(all, crowd.getMotions(handles));
        assert.deepEqual(crowd.getMotions(), all);
        crowd.setMotions(null, all.map((motion) => ({ ...motion, x: motion.x + 100 })));
        assert.deepEqual(crowd.getMotions(handles).map(({ x }) => x), all.map(({ x }) => x + 100));
        crowd.setMotions(handles.subarray(0, 2), [all[0]]);
        assert.equal(crowd.getMotions(null)[0].x, all[0].x);
        assert.throws(() => crowd.setMotions(null, all.slice(1)), { code: "INVALID_ARGUMENT" });
        assert.deepEqual(crowd.getMotions([]), []);
        const states = crowd.getStates(null), other = context.createCrowd({ agentCapacity: 20, symmetry: 0.05 });
        assert.deepEqual(states, crowd.getStates(handles));
        other.addStates(states);
        assert.deepEqual(other.get("id"), crowd.get("id"));
        const room = { obstacles: 3, edges: 12, queries: 4, hits: 5, motions: 1 };
        crowd.reserveRoom(room);
        crowd.reserveRoom({});
        assert.throws(() => crowd.reserveRoom({ edges: -1 }), /room\.edges is -1/);
        for (const wrong of [5, [], [room]]) {
            assert.throws(() => crowd.reserveRoom(wrong), TypeError);
        }
        other.close();
        crowd.close();
    });

    it("maps of many worlds over terrain of one", () => {
        const terrain = context.createTerrain({ width: 8, height: 4 });
        const map = context.createInfluence({ width: 8, height: 4, worlds: 3, terrain, propagation: "path" });
        map.setObjects(0, 0, [{ x: 2.5, y: 1.5, world: 2, maxDistance: 3 }]);
        map.update();
        const all = map.read(0, null), last = map.read(0, { column: 0, row: 8, width: 8, height: 4 });
        assert.equal(all.length, 96);
        assert.equal(all[(8 + 1) * 8 + 2], 1);
        assert.deepEqual(last, all.slice(64));
        assert.ok(all.subarray(0, 64).every((value) => value === 0));
        assert.throws(() => map.read(0, null, new Float32Array(32)), RangeError);
        const worlds = context.createTerrain({ width: 8, height: 4, worlds: 2 });
        assert.equal(worlds.read(null).length, 64);
        const flow = context.createFlow({ terrain: worlds });
        assert.equal(flow.readLengths(0, null).length, 64);
        [map, flow, worlds, terrain].forEach((each) => each.close());
    });

    it("terrain, paths and flows", () => {
        const terrain = context.createTerrain({ width: 8, height: 6 });
        terrain.fill({ column: 3, row: 1, width: 1, height: 5 }, 1);
        const cells = terrain.read(null);
        assert.equal(cells.length, 48);
        assert.equal(cells.filter((cell) => cell).length, 5);
        terrain.set({ column: 0, row: 0, width: 2, height: 1 }, [1, 0]);
        assert.deepEqual([...terrain.read({ column: 0, row: 0, width: 3, height: 1 })], [1, 0, 0]);
        const pair = { from: { column: 1, row: 5 }, to: { column: 6, row: 5 } };
        const [length] = terrain.distances("square8", [pair]);
        assert.ok(length > 10 && length < 14, length);
        const route = context.createRoute({ terrain });
        const [found] = route.find([pair]);
        assert.equal(found.length, length);
        const steps = route.read(0, 1, BigInt(found.cellCount));
        assert.deepEqual([...steps.subarray(0, 2)], [1, 5]);
        assert.deepEqual([...steps.subarray(-2)], [6, 5]);
        const flow = context.createFlow({ terrain });
        flow.setGoals(0, [pair.to]);
        flow.update();
        assert.equal(flow.readLengths(0, null)[5 * 8 + 1], length);
        assert.equal(flow.readDirections(0, null)[5 * 8 + 6], api.ENUMS.FlowDirection.goal);
        const [dx, dy, rest] = flow.sample("cell", [{ x: 1.5, y: 5.5 }]);
        assert.ok(Math.abs(Math.hypot(dx, dy) - 1) < 1e-6 && dy < 0 && rest > 10, `${dx} ${dy} ${rest}`);
        for (const object of [flow, route, terrain]) {
            object.close();
        }
    });

    it("influence", () => {
        const map = context.createInfluence({ width: 16, height: 8, layers: 2 });
        map.setObjects(0, 0, [{ x: 4.5, y: 4.5, influence: 1, decay: 0.1, maxDistance: 5 }]);
        map.setObjects(1, 0, [{ x: 12.5, y: 4.5, influence: -1, decay: 0.1, maxDistance: 5 }]);
        assert.equal(map.objectCount(0), 1);
        map.update();
        assert.deepEqual(map.best(0, null), { column: 4, row: 4, value: 1 });
        map.combine([1, 1]);
        assert.equal(map.worst(api.CONSTANTS.LAYER_COMBINED, null).column, 12);
        const block = throng.allocate("f32", 128);
        assert.equal(map.read(0, null, block), block);
        assert.equal(block.view[4 * 16 + 4], 1);
        assert.deepEqual(map.read(0, null), block.view.slice());
        assert.equal(map.bestOfNeighbors(0, "largest", 1, [{ column: 5, row: 4 }])[0].column, 4);
        assert.equal(map.sample(0, [{ x: 4.5, y: 4.5 }])[0], 1);
        map.moveObjects(0, 0, [8.5, 4.5], null);
        map.update();
        assert.equal(map.best(0, null).column, 8);
        assert.equal(context.explainInfluence({ width: 16, height: 8 }).backend, api.ENUMS.Backend.cpu);
        map.reserve(-1, 1, { maxDistance: 5 }, "slices|queries");
        map.reserve(0, 0, null, 0);
        assert.throws(() => map.reserve(0, 1, [], 0), TypeError);
        map.moveObjects(0, 0, [2.5, 4.5], null);
        assert.deepEqual([map.updatePart(2), map.updatePart(2)], [0, 1]);
        map.moveObjects(0, 0, [3.5, 4.5], null);
        assert.equal(map.updateSome(10), 1);
        assert.equal(map.best(0, null).column, 3);
        block.close();
        map.close();
    });

    it("potential fields, measures and traces", () => {
        const measure = context.createMeasure({ kind: "table", types: 2, table: [0, 0.25, 0.5, 1] });
        assert.equal(measure.value(2), 0.5);
        assert.equal(measure.choquet([2, 2])[0], 2);
        const field = context.createPotential({ sourceCapacity: 2, goalCapacity: 1, pointCapacity: 2, measure });
        field.setGoals(0, [{ x: 10, y: 0, k: 1 }]);
        field.setSources(0, [{ x: 5, y: 1, eta: 1, range: 3, power: 1, type: 0 }]);
        field.setPoints(0, [{ x: 0, y: 0 }, { x: 1, y: 0 }]);
        field.update();
        const forces = field.read(0, 2);
        assert.equal(forces.length, 8);
        assert.ok(forces[0] > 0);
        const trace = context.createTrace({ field, startCapacity: 1, maxSteps: 50, keepPoints: 1 });
        trace.setStarts(0, [{ x: 0, y: 0, speed: 0.5 }]);
        trace.update();
        const [result] = trace.read(0, 1);
        assert.ok(result.steps > 10);
        assert.deepEqual([...trace.readPoints(0, 1, 0, 2).subarray(0, 2)], [0, 0]);
        assert.deepEqual(trace.getInfo().starts, 1);
        for (const object of [trace, field, measure]) {
            object.close();
        }
    });

    it("messages reach the logger after the call", () => {
        const lines = [];
        let own = null;
        own = throng.createContext({ logger: (level, text) => lines.push([level, text, own?.open]) });
        lines.length = 0;
        assert.throws(() => own.createCrowd({ agentCapacity: -1 }), /def\.agent_capacity is -1/);
        assert.deepEqual(lines.map(([level, , usable]) => [level, usable]), [[0, true]]);
        assert.match(lines[0][1], /agent_capacity/);
        lines.length = 0;
        const terrain = own.createTerrain({ width: 4, height: 4 }), flow = own.createFlow({ terrain });
        assert.throws(() => terrain.close(), { code: "INVALID_ARGUMENT" });
        assert.match(lines.pop()[1], /the terrain is used by 1 other object/);
        assert.throws(() => own.close(), { code: "INVALID_ARGUMENT" });
        assert.match(lines.pop()[1], /context still has 2 objects/);
        flow.close();
        terrain.close();
        own.close();
        assert.deepEqual(lines, []);
        const logger = (level, text) => lines.push([level, text]);
        assert.throws(() => throng.createContext({ isa: "avx2", logger }), { code: "UNSUPPORTED" });
        assert.equal(lines.length, 1); // of a context that was never there
        assert.match(lines[0][1], /avx2/);
    });
});

describe("a logger that throws", () => {
    it("at the first message leaves no context", async () => {
        const throng = await open();
        const logger = () => { throw new Error("no"); };
        assert.throws(() => throng.createContext({ threads: 2, logger }), { message: "no" }); // there are none
        throng.close(); // which fails where contexts are open
    });

    it("at the creation of an object leaves none", async () => {
        const throng = await open(), create = throng.exports.throng_terrain_create;
        let calm = true;
        const context = throng.createContext({ logger: () => { if (!calm) { throw new Error("no"); } } });
        calm = false;
        throng.heap.exports = { ...throng.exports, throng_terrain_create(...given) {
            throng.messages.push([throng.created, 1, "made"]);
            return create(...given);
        } };
        assert.throws(() => context.createTerrain({ width: 4, height: 4 }), { message: "no" });
        context.close(); // which fails where an object uses it
        throng.close();
    });
});

describe("memory", () => {
    it("of blocks is used in place, also after it has grown", async () => {
        const throng = await open();
        const context = throng.createContext();
        const { crowd } = crossing(context);
        const block = throng.allocate("f32", 120), old = block.view;
        assert.equal(block.view, old);
        crowd.get("position", null, block);
        assert.deepEqual(block.view.slice(), crowd.get("position"));
        const more = throng.allocate("u8", 64 << 20);
        assert.equal(old.length, 0, "the memory has not grown");
        assert.deepEqual(block.view.slice(), crowd.get("position"));
        block.view[0] = 77;
        crowd.set("position", block);
        assert.equal(crowd.get("position")[0], 77);
        more.close();
        assert.throws(() => more.view, { code: "INVALID_ARGUMENT" });
    });

    it("of structs has the defaults and strides", async () => {
        const throng = await open();
        const defs = throng.allocate("AgentDef", 10).fill({ radius: 0.5, navigation: "goal" });
        assert.equal(defs.stride, STRUCTS.AgentDef.size);
        const floats = defs.as("f32");
        for (let i = 0; i < 10; i++) {
            floats[(i * defs.stride + defs.offsets.x) / 4] = 3 * i;
        }
        assert.equal(defs.get(9).x, 27);
        assert.equal(defs.get(9).maxSpeed, 2);
        assert.equal(defs.get(9).navigation, 1);
        const crowd = throng.createContext().createCrowd({ agentCapacity: 10 });
        crowd.add(defs.slice(4));
        assert.equal(crowd.get("position")[0], 12);
    });

    it("of structs is filled with no member but those given", async () => {
        const throng = await open(), places = [0, 1, 2, 3].map((i) => ({ x: 10 * i, y: -i }));
        const defs = throng.allocate("AgentDef", 4);
        places.forEach((place, i) => defs.set(i, place));
        assert.equal(defs.fill({ radius: 0.5, navigation: "goal", locked: undefined }), defs);
        defs.slice(1, 3).fill({ vx: 3 });
        assert.deepEqual(places.map((_, i) => defs.get(i)), places.map((place, i) => (
            { ...throng.defaults.agentDef(), ...place, radius: 0.5, navigation: 1, vx: i === 1 || i === 2 ? 3 : 0 })));
        const queries = throng.allocate("CrowdQuery", 2), states = throng.allocate("AgentState", 2);
        queries.set(1, { except: { index: 7, generation: 2 } });
        queries.fill({ except: { generation: 5 } });
        assert.deepEqual([0, 1].map((i) => queries.get(i).except),
                         [{ index: 0, generation: 5 }, { index: 7, generation: 5 }]);
        states.set(1, { data: [1n, 2n, 3n] });
        states.fill({ data: [9n] });
        assert.deepEqual([0, 1].map((i) => [...states.get(i).data.slice(0, 3)]), [[9n, 0n, 0n], [9n, 2n, 3n]]);
        const regions = throng.allocate("Region", 2).fill([1, 2, 3, 4]);
        assert.deepEqual([...regions.view], [1, 2, 3, 4, 1, 2, 3, 4]);
        for (const [element, value] of [["u8", true], ["i64", -5n], ["f32", 0.5]]) {
            const block = throng.allocate(element, 5);
            block.slice(1, 4).fill(value);
            assert.deepEqual([...block.view].map((number) => number === block.get(1)), [false, true, true, true, false]);
        }
        const before = defs.as("u8").slice();
        for (const wrong of [{ x: 5, radius: "1" }, { x: 5, nothing: 1 }]) { // the members before it stay as they are, too
            assert.throws(() => defs.set(2, wrong), TypeError);
            assert.throws(() => defs.fill(wrong), TypeError);
        }
        assert.deepEqual(defs.as("u8"), before);
    });

    it("that grows in a call detaches no argument", async () => {
        const throng = await open(), context = throng.createContext(), count = 6000;
        const crowd = context.createCrowd({ agentCapacity: count }), { malloc } = throng.exports;
        const handles = crowd.add(Array.from({ length: count }, (_, i) => ({ x: 3 * (i % 80), y: 3 * Math.floor(i / 80) })));
        const list = Array.from(handles); // numbers that are copied, more than there is room for
        const places = crowd.get("position"), moved = places.map((value) => value + 1);
        let grown = 0;
        const growing = () => { // with the first allocation of a call
            Object.assign(throng.heap, { room: 0, next: 16, exports: { ...throng.exports, malloc: (bytes) => {
                throng.heap.memory.grow(1);
                grown++;
                return malloc(bytes);
            } } });
        };
        const block = throng.allocate("f32", 2 * count), doubles = throng.allocate("f64", 2 * count);
        const agents = throng.allocate("Agent", count);
        agents.view.set(handles);
        block.view.set(moved);
        growing();
        crowd.set("position", block.view, list);
        assert.deepEqual(crowd.get("position", list), moved);
        growing();
        const view = crowd.get("velocity", list, block.view);
        assert.equal(view.buffer, throng.heap.memory.buffer);
        assert.deepEqual([view.byteOffset, ...view], [block.pointer, ...crowd.get("velocity")]);
        doubles.view.set(places);
        growing();
        assert.throws(() => crowd.set("position", new Uint8Array(doubles.view.buffer, doubles.pointer, 3), list), RangeError);
        growing();
        crowd.set("position", doubles.view, list); // converted
        assert.deepEqual(crowd.get("position"), places);
        growing();
        assert.throws(() => crowd.get("position", list, doubles.view), TypeError);
        growing();
        assert.deepEqual(crowd.get("position", agents.view), places);
        growing();
        const near = crowd.findNearest(Array.from({ length: count }, (_, i) => (
            { x: places[2 * i], y: places[2 * i + 1], except: agents.view.subarray(2 * i, 2 * i + 2) })), 1);
        assert.ok(near.every(([hit]) => hit.distance === 3));
        growing();
        const each = Array.from({ length: count }, (_, i) => agents.view.subarray(2 * i, 2 * i + 2));
        assert.deepEqual(crowd.get("position", each), places);
        growing();
        assert.equal(crowd.inspect(agents.view.subarray(2, 4), 0.1).wallCount, 0);
        const saved = crowd.save(), snapshot = throng.allocate("u8", saved.length);
        snapshot.view.set(saved);
        growing();
        crowd.restore(snapshot.view);
        const region = throng.allocate("Region", 1), weights = throng.allocate("f32", 2);
        region.set(0, { column: 1, row: 2, width: 3, height: 2 });
        weights.view.set([0.5, 0.25]);
        growing();
        assert.equal(context.createTerrain({ width: 8, height: 8 }).read(region.view).length, 6);
        growing();
        const measure = context.createMeasure({ types: 2, kind: "additive2", weights: weights.view });
        assert.equal(measure.value(2), 0.25);
        assert.ok(grown > 8, `${grown}`);
    });

    it("that grows while an argument is read loses no number of it", async () => {
        const throng = await open(), context = throng.createContext(), { crowd } = crossing(context, 4);
        const blocks = [], grow = () => {
            for (const before = throng.memoryBytes; throng.memoryBytes === before;) {
                blocks.push(throng.allocate("u8", 1 << 20));
            }
        };
        const growing = (numbers, at) => Object.defineProperty([...numbers], at, { get: () => (grow(), numbers[at]) });
        const places = [0, 10, 20, 30, 40, 50, 60, 70];
        crowd.set("position", growing(places, 2));
        assert.deepEqual([...crowd.get("position")], places);
        const get = (numbers, key) => (key === "5" && grow(), numbers[key]);
        crowd.set("position", new Proxy(places.slice().reverse(), { get }));
        assert.deepEqual([...crowd.get("position")], places.slice().reverse());
        const measure = context.createMeasure({ kind: "table", types: 2, table: growing([0, 0.25, 0.5, 1], 1) });
        assert.deepEqual([measure.value(2), measure.value(3)], [0.5, 1]);
        const weights = context.createMeasure({ kind: "additive2", types: 2, weights: growing([0.5, 0.25], 0) });
        assert.equal(weights.value(2), 0.25);
        const def = { x: 1, get y() { return grow(), 2; }, radius: 3 }, defs = throng.allocate("AgentDef", 2).fill(def);
        defs.set(1, { ...def, get vx() { return grow(), 4; } });
        assert.deepEqual([0, 1].map((i) => defs.get(i)).map(({ x, y, vx, radius }) => [x, y, vx, radius]),
                         [[1, 2, 0, 3], [1, 2, 4, 3]]);
        const { throng_crowd_set: set } = throng.exports;
        throng.heap.exports = { ...throng.exports, throng_crowd_set(...given) {
            throng.heap.memory.grow(1); // as if the library needed it
            return set(...given);
        } };
        const inner = { x: 80, get y() { return crowd.set("radius", [1, 1, 1, 1]), 5; } };
        const [index, generation] = context.createCrowd({ agentCapacity: 1 }).add([inner]);
        assert.deepEqual([index, generation], [0, 1]);
        assert.ok(blocks.length > 6);
    });

    it("takes as many numbers as an argument had at first", async () => {
        const throng = await open(), context = throng.createContext(), { crowd } = crossing(context, 2);
        const longer = (numbers) => Object.defineProperty([...numbers], 0, { get() {
            this.push(...Array(60).fill(7));
            return numbers[0];
        } });
        crowd.set("position", longer([1, 2, 30, 40]));
        assert.deepEqual([...crowd.get("position")], [1, 2, 30, 40]);
        const terrain = context.createTerrain({ width: 8, height: 8 });
        context.createFlow({ terrain, clearances: longer([1, 2]), clearanceCount: 2 }).close();
        const regions = throng.allocate("Region", 2);
        regions.set(0, longer([1, 2, 3, 2]));
        assert.deepEqual([...regions.view], [1, 2, 3, 2, 0, 0, 0, 0]);
        assert.throws(() => crowd.set("position", { length: -2 }), TypeError);
    });

    it("that a call's end cannot have back loses no result", async () => {
        const throng = await open(), { crowd, handles } = crossing(throng.createContext(), 400);
        const { malloc } = throng.exports, expected = crowd.get("position"), list = Array.from(handles);
        let most = 0;
        throng.heap.room = 16; // so that arguments need more
        throng.heap.exports = { ...throng.exports, malloc: (bytes) => (bytes > most ? 0 : malloc(bytes)) };
        most = 5000; // less than arguments and results together
        for (let i = 0; i < 3; i++) {
            assert.deepEqual(crowd.get("position", list), expected);
            assert.equal(crowd.get("position", []).length, 0); // no null pointer, which would stand for all
            assert.equal(throng.heap.room, 0);
        }
        most = 100;
        assert.throws(() => crowd.get("position", list), { code: "OUT_OF_MEMORY" });
        most = Infinity;
        crowd.get("position", list);
        assert.deepEqual(crowd.get("position", list), expected);
        assert.ok(throng.heap.room > 6400);
        assert.equal(throng.heap.top, 0);
    });

    it("does not grow from frame to frame", async () => {
        const throng = await open();
        const context = throng.createContext();
        const { crowd, handles } = crossing(context, 400);
        const frame = () => {
            crowd.step(0.1);
            crowd.get("position");
            crowd.get("velocity", handles);
            crowd.save();
        };
        for (let i = 0; i < 20; i++) {
            frame();
        }
        let calls = 0;
        const { malloc } = throng.exports;
        throng.heap.exports = { ...throng.exports, malloc: (bytes) => (calls++, malloc(bytes)) };
        const bytes = throng.memoryBytes, info = crowd.getInfo().hostBytes;
        for (let i = 0; i < 200; i++) {
            frame();
        }
        assert.equal(throng.memoryBytes, bytes);
        assert.equal(crowd.getInfo().hostBytes, info);
        assert.equal(calls, 0);
    });
});
