// The objects of the library. Their methods are made from the tables of api.js, but for those that these do not fit.
import { CONSTANTS, CREATORS, ENUMS, METHODS, STRUCTS } from "./api.js";
import { ThrongError } from "./errors.js";
import { Block, FORMATS, sizeOf, toEnum, toNumber } from "./memory.js";
import { addMethods, agentCount, arrayIn, arrayOut } from "./methods.js";

const WALL_LINES = 32 + 8; // of walls and moving obstacles, that an agent may have beside those of its neighbours
const { MAX_NEIGHBORS, MAX_TYPES } = CONSTANTS;

/** What all objects share: their end, and errors. */
export class ThrongObject {
    constructor(module, context, pointer, definition, grid) {
        this.module = module;
        this.heap = module.heap;
        this.context = context ?? this;
        this.pointer = pointer;
        this.definition = definition;
        this.grid = grid;
    }

    get open() {
        return this.pointer !== 0;
    }

    mustBeOpen() {
        if (this.pointer === 0) {
            throw new ThrongError(`the ${this.kind.toLowerCase()} is closed`, 1, "INVALID_ARGUMENT");
        }
    }

    check(status) {
        if (status !== 0) {
            throw this.module.error(status, this.context.pointer);
        }
    }

    /** Hands messages to the page's logger, after the call: it may use the objects. */
    deliver() {
        this.module.deliver();
    }

    /** Destroys the object. One that others use stays, with an error; one that is closed already stays so. */
    close() {
        try {
            end(this);
        } finally {
            try {
                this.deliver();
            } finally {
                forget(this);
            }
        }
    }
}

function end(object) {
    if (object.pointer !== 0) {
        object.check(object.heap.exports[`throng_${object.kind.toLowerCase()}_destroy`](object.pointer));
        object.pointer = 0;
    }
}

/** Nobody hears of an object that has ended. */
function forget(object) {
    if (object.pointer === 0) {
        object.ended?.();
    }
}

/** Ends an object that is open, and hands over no messages: for one whose logger has thrown. */
export function destroy(object) {
    end(object);
    forget(object);
}
if (Symbol.dispose) {
    ThrongObject.prototype[Symbol.dispose] = function () {
        this.close();
    };
}

export class Context extends ThrongObject {}
export class Crowd extends ThrongObject {}
export class Flow extends ThrongObject {}
export class Influence extends ThrongObject {}
export class Measure extends ThrongObject {}
export class Potential extends ThrongObject {}
export class Route extends ThrongObject {}
export class Terrain extends ThrongObject {}
export class Trace extends ThrongObject {}
export const CLASSES = { Context, Crowd, Flow, Influence, Measure, Potential, Route, Terrain, Trace };
for (const [name, type] of Object.entries(CLASSES)) {
    Object.defineProperty(type.prototype, "kind", { value: name }); // not the class's own name, which minifiers change
}
for (const [name, table] of Object.entries(METHODS)) {
    addMethods(CLASSES[name], table);
}

// ---------------------------------------------------------------- creation

/** A definition in the room of this call: the library's defaults, and over them what `given` has. */
export function define(heap, kind, given) {
    const held = heap.holdStruct(kind, given), pointer = heap.take(sizeOf(kind));
    heap.defaults[kind](pointer);
    heap.putStruct(kind, pointer, held, "def");
    for (const value of Object.values(given)) {
        if (value instanceof ThrongObject) {
            value.mustBeOpen(); // still, after all that was read
        }
    }
    return pointer;
}

/** A definition whose members have been read, once: a getter may say something else each time. */
function readOnce(given) {
    const isStruct = given !== null && typeof given === "object" && !Array.isArray(given) && !ArrayBuffer.isView(given);
    return isStruct ? { ...given } : given;
}

/** Columns, and rows of all worlds, of an object with cells. */
function gridOf(definition) {
    const { terrain, width, height, worlds } = definition;
    return width !== undefined ? { width, rows: height * worlds } : terrain ? terrain.grid : null;
}

/** `body` gets the memory and what the page has given, which stays as it is while the memory grows. */
function inCall(object, given, body) {
    object.mustBeOpen();
    const heap = object.heap.refresh(), mark = heap.begin();
    try {
        return body(heap, ...given.map((value) => heap.hold(value)));
    } finally {
        heap.end(mark);
        object.deliver();
    }
}

for (const [name, explains] of Object.entries(CREATORS)) {
    const lower = name.toLowerCase();
    Context.prototype[`create${name}`] = function (given = {}) {
        let made = null;
        try {
            return inCall(this, [], (heap) => {
                const once = readOnce(given), def = define(heap, `${name}Def`, once), result = heap.take(4);
                this.check(heap.exports[`throng_${lower}_create`](this.pointer, def, result));
                heap.refresh();
                const definition = { ...heap.getStruct(`${name}Def`, def) };
                for (const [member, value] of Object.entries(once)) {
                    definition[member] = value instanceof ThrongObject ? value : definition[member];
                }
                const pointer = heap.pick("u32", result);
                return (made = new CLASSES[name](this.module, this, pointer, definition, gridOf(definition)));
            });
        } catch (error) {
            if (made) {
                destroy(made); // one whose logger throws is nobody's
            }
            throw error;
        }
    };
    if (explains) {
        Context.prototype[`explain${name}`] = function (given = {}) {
            return inCall(this, [], (heap) => {
                const def = define(heap, `${name}Def`, readOnce(given)), choice = heap.take(sizeOf("Selection"));
                this.check(heap.exports[`throng_${lower}_explain`](this.pointer, def, choice));
                return heap.refresh().getStruct("Selection", choice);
            });
        };
    }
}

// The library reads 2^types numbers of a measure's table.
for (const name of ["createMeasure", "explainMeasure"]) {
    const made = Context.prototype[name];
    Context.prototype[name] = function (given = {}) {
        const once = readOnce(given);
        if (once?.table && typeof once.table === "object" && !ArrayBuffer.isView(once.table) &&
            !(once.table instanceof Block)) {
            once.table = Array.from(once.table); // whose length is asked for again
        }
        const { table, types } = once ?? {};
        if (table && types >= 0 && types <= MAX_TYPES && table.length !== 2 ** types) {
            throw new RangeError(`def.table has ${table.length} numbers, not ${2 ** types}`);
        }
        return made.call(this, once);
    };
}

// ---------------------------------------------------------------- crowds

const SINGLE = new Map(); // format and number of numbers of each value of agents
export function describeValues(table) {
    for (const [value, entry] of Object.entries(table)) {
        SINGLE.set(Number(value), entry);
    }
}

/** Pointer, stride and number of the agents: those of `agents`, or all. */
function agentsIn(crowd, heap, agents) {
    if (agents === null || agents === undefined) {
        return { pointer: 0, bytes: 0, count: agentCount(crowd, heap) };
    }
    return arrayIn(heap, "Agent", 1, agents, "agents");
}

function valueOf(what) {
    const number = toEnum("AgentValue", what, "what");
    const entry = SINGLE.get(number);
    if (!entry) {
        throw new RangeError(`what is ${number}: one of ${Object.keys(ENUMS.AgentValue).join(", ")}`);
    }
    return { number, format: entry[0], parts: entry[1] };
}

/** Numbers of a value that is an enum, where words stand for some. */
function wordsToNumbers(number, values) {
    if (number !== ENUMS.AgentValue.navigation || !Array.isArray(values)) {
        return values;
    }
    return values.map((value, i) => toEnum("Navigation", value, `values[${i}]`));
}

Object.assign(Crowd.prototype, {
    get(what, ...given) {
        return inCall(this, given, (heap, agents, out) => {
            const { number, format, parts } = valueOf(what);
            const who = agentsIn(this, heap, agents);
            const found = arrayOut(heap, format, parts, who.count, out, "out");
            this.check(heap.exports.throng_crowd_get(this.pointer, number, who.count, who.pointer, who.bytes,
                                                     found.pointer, found.bytes));
            return found.result();
        });
    },

    set(what, ...all) {
        inCall(this, all, (heap, values, agents) => {
            const { number, format, parts } = valueOf(what);
            const who = agentsIn(this, heap, agents);
            const given = arrayIn(heap, format, parts, wordsToNumbers(number, values), "values");
            if (given.count !== who.count) {
                throw new RangeError(`values has ${given.count} entries, not ${who.count}`);
            }
            this.check(heap.exports.throng_crowd_set(this.pointer, number, who.count, who.pointer, who.bytes,
                                                     given.pointer, given.bytes));
        });
    },

    inspect(one, dt) {
        return inCall(this, [one], (heap, held) => {
            const agent = heap.take(sizeOf("Agent"));
            heap.clear("Agent", agent, 1);
            heap.putStruct("Agent", agent, held, "agent"); // before the agents are counted, as it may add some
            const seconds = toNumber("f32", dt, "dt"), most = Math.max(agentCount(this, heap), 1);
            const room = { perceived: [most, "Agent"], avoided: [MAX_NEIGHBORS, "Agent"],
                           lines: [MAX_NEIGHBORS + WALL_LINES, "HalfPlane"] };
            const view = heap.take(sizeOf("CrowdView"));
            const members = STRUCTS.CrowdView.names, pointers = {};
            for (const [name, [count, element]] of Object.entries(room)) {
                pointers[name] = heap.take(count * sizeOf(element));
                heap.put("u32", view + members.get(name)[1], pointers[name]);
                heap.put("i32", view + members.get(name.replace(/s$/, "") + "Capacity")[1], count);
            }
            this.check(heap.exports.throng_crowd_inspect(this.pointer, agent, seconds, view));
            const count = (name) => heap.refresh().pick("i32", view + members.get(name)[1]);
            return {
                perceived: heap.array("i32", pointers.perceived, 2 * count("perceivedCount")).slice(),
                avoided: heap.array("i32", pointers.avoided, 2 * count("avoidedCount")).slice(),
                lines: heap.array("f32", pointers.lines, 3 * count("lineCount")).slice(),
                wallCount: count("wallCount"),
            };
        });
    },

    findNearest(queries, capacity) {
        return search(this, "throng_crowd_find_nearest", queries, capacity).hits;
    },

    findWithin(queries, capacity) {
        return search(this, "throng_crowd_find_within", queries, capacity);
    },

    snapshotBytes() {
        return inCall(this, [], (heap) => {
            const bytes = heap.take(4);
            this.check(heap.exports.throng_crowd_snapshot_bytes(this.pointer, bytes));
            return heap.refresh().pick("u32", bytes);
        });
    },

    save() {
        return inCall(this, [], (heap) => {
            const bytes = this.snapshotBytes(), pointer = heap.take(bytes);
            this.check(heap.exports.throng_crowd_save(this.pointer, pointer, bytes));
            return heap.array("u8", pointer, bytes).slice();
        });
    },

    restore(snapshot) {
        inCall(this, [snapshot], (heap, held) => {
            const given = arrayIn(heap, "u8", 1, held, "snapshot");
            this.check(heap.exports.throng_crowd_restore(this.pointer, given.pointer, given.count));
        });
    },
});

function search(crowd, symbol, queries, capacity) {
    return inCall(crowd, [queries], (heap, held) => {
        const given = arrayIn(heap, "CrowdQuery", 1, held, "queries");
        const most = toNumber("i32", capacity, "capacity");
        const room = Math.max(Math.min(most, agentCount(crowd, heap)), 0); // more will not be found
        const hits = heap.take(given.count * room * sizeOf("CrowdHit"));
        const found = heap.take(given.count * FORMATS.i32.bytes);
        crowd.check(heap.exports[symbol](crowd.pointer, given.count, given.pointer, given.bytes, most < 0 ? most : room,
                                         hits, found));
        const counts = heap.array("i32", found, given.count).slice();
        const size = sizeOf("CrowdHit");
        return {
            found: counts,
            hits: Array.from(counts, (count, i) => Array.from({ length: Math.min(count, room) }, (_, k) =>
                heap.getStruct("CrowdHit", hits + (i * room + k) * size))),
        };
    });
}
