// Methods made from the tables of api.js: what each parameter of a function of the library is for.
import { STRUCTS } from "./api.js";
import { Block, FORMATS, Held, lengthOf, now, sizeOf, toEnum, toNumber } from "./memory.js";

const NO_PARAMETER = new Set(["count", "stride", "rows", "list", "one"]);

/** Format of the numbers that an array of these elements holds; undefined for structs of several kinds. */
function numbersOf(element) {
    return STRUCTS[element] ? STRUCTS[element].numbers : element;
}

function countOf(length, each, name) {
    if (length % each !== 0) {
        throw new RangeError(`${name} has ${length} numbers, not a multiple of ${each}`);
    }
    return length / each;
}

/** Whether a page gave the numbers where they are: they need no copy. */
const inPlace = (values, numbers) => values instanceof Held && numbers && values.view instanceof FORMATS[numbers].array;

/** Pointer, number of elements and bytes of one, of an array that goes in. `parts`: numbers of one element. */
export function arrayIn(heap, element, parts, given, name) {
    const bytes = sizeOf(element) * parts, numbers = numbersOf(element);
    if (inPlace(given, numbers)) {
        return { pointer: given.pointer, count: countOf(given.length, bytes / FORMATS[numbers].bytes, name), bytes };
    }
    const values = now(given);
    if (values instanceof Block) {
        values.mustBeOpen();
        const fits = values.element === element || numbers !== null && numbersOf(values.element) === numbers;
        if (values.heap !== heap || !fits) {
            throw new TypeError(`${name} is a block of ${values.element}, not of ${element}`);
        }
        const count = countOf(values.length * values.stride / sizeOf(numbers ?? element),
                              bytes / sizeOf(numbers ?? element), name);
        return { pointer: values.pointer, count, bytes };
    }
    if (lengthOf(values) < 0) {
        throw new TypeError(`${name} must be an array`);
    }
    const objects = STRUCTS[element] && !ArrayBuffer.isView(values) && typeof values[0] === "object";
    if (numbers && !objects) {
        const { pointer, length } = heap.putNumbers(numbers, values, name);
        return { pointer, count: countOf(length, bytes / FORMATS[numbers].bytes, name), bytes };
    }
    return structsIn(heap, element, values, name);
}

/** Structs begin as the library's defaults where it has such. */
function structsIn(heap, element, given, name) {
    const bytes = sizeOf(element), values = heap.holdStructs(element, given), count = values.length;
    const pointer = heap.take(bytes * count);
    heap.clear(element, pointer, count);
    for (let i = 0; i < count; i++) {
        heap.putStruct(element, pointer + bytes * i, values[i], `${name}[${i}]`);
    }
    return { pointer, count, bytes };
}

/** Where a call writes `count` elements, and how the caller gets them. */
export function arrayOut(heap, element, parts, count, given, name) {
    const bytes = sizeOf(element) * parts, numbers = numbersOf(element);
    const length = numbers ? count * bytes / FORMATS[numbers].bytes : count;
    if (given instanceof Block) {
        const block = arrayIn(heap, element, parts, given, name);
        if (block.count !== count) {
            throw new RangeError(`${name} has room for ${block.count}, not for ${count}`);
        }
        return { pointer: block.pointer, bytes, result: () => given };
    }
    if (given !== null && given !== undefined) {
        if (!numbers || !(given instanceof FORMATS[numbers].array) && !inPlace(given, numbers)) {
            throw new TypeError(`${name} must be a block` + (numbers ? ` or a ${FORMATS[numbers].array.name}` : ""));
        }
        if (given.length !== length) {
            throw new RangeError(`${name} has room for ${given.length} numbers, not for ${length}`);
        }
    }
    if (given instanceof Held) {
        return { pointer: given.pointer, bytes, result: () => given.now };
    }
    const pointer = heap.take(bytes * count);
    return { pointer, bytes, result: () => collect(heap, element, numbers, pointer, count, length, given) };
}

function collect(heap, element, numbers, pointer, count, length, given) {
    heap.refresh();
    if (!numbers) {
        return Array.from({ length: count }, (_, i) => heap.getStruct(element, pointer + sizeOf(element) * i));
    }
    const there = heap.array(numbers, pointer, length);
    if (!given) {
        return there.slice();
    }
    given.set(there);
    return given;
}

/** The number of agents that a crowd has. */
export function agentCount(crowd, heap) {
    const counter = heap.take(4);
    crowd.check(heap.exports.throng_crowd_list(crowd.pointer, 0, 0, counter));
    return heap.refresh().pick("i32", counter);
}

function countIn(value, name) {
    const count = toNumber("i32", value, name);
    return count < 0 ? 0 : count; // the library says what is wrong with it
}

/** One call: its arguments, and what turns memory into results. */
class Call {
    constructor(object, steps, given) {
        this.object = object;
        this.heap = object.heap;
        this.steps = steps;
        this.given = given;
        this.numbers = {}; // by the names of parameters
        this.results = [];
        this.count = -1;
        this.all = false; // all agents, which the library takes for none at all
        this.region = null;
    }

    /** The arguments, with the object's pointer first. */
    arguments() {
        const values = this.steps.map(() => 0);
        let next = 0;
        for (const [i, step] of this.steps.entries()) { // what sizes depend on comes first
            if (!NO_PARAMETER.has(step[0]) && !step[0].toLowerCase().endsWith("out")) {
                values[i] = this.input(step, this.given[next++]);
            }
        }
        if (this.all && this.count < 0) {
            this.count = agentCount(this.object, this.heap);
        }
        let last = null;
        for (const [i, step] of this.steps.entries()) {
            const [kind, name, element, parts, count] = step;
            if (kind === "in" || kind === "agents") {
                last = values[i];
                values[i] = last.pointer;
            } else if (kind === "out") {
                const outer = count === "paths*count";
                last = this.output(name, arrayOut(this.heap, element, parts, this.countFor(count),
                                                  this.given[next++], name));
                values[i] = last.pointer;
                last = outer ? { ...last, bytes: last.bytes * Math.max(this.numbers.count, 0) } : last;
            } else if (kind === "gridIn") {
                values[i] = this.gridIn(element, values[i], name);
            } else if (kind === "gridOut") {
                const found = arrayOut(this.heap, element, 1, this.cells(), this.given[next++], name);
                this.rows = this.width() * sizeOf(element);
                values[i] = this.output(name, found).pointer;
            } else if (kind === "count") {
                values[i] = this.count;
            } else if (kind === "one") {
                values[i] = this.one(name, element);
            } else if (kind === "stride") {
                values[i] = last.bytes;
            } else if (kind === "rows") {
                values[i] = this.rows;
            }
        }
        return [this.object.pointer, ...values];
    }

    input([kind, name, element, parts], value) {
        const heap = this.heap;
        switch (kind) {
        case "in":
            if ((value === null || value === undefined) && name === "velocities") { // they stay as they are
                return { pointer: 0, bytes: 0 };
            }
            return this.counted(arrayIn(heap, element, this.partsFor(parts), value, name), name);
        case "agents":
            this.all = (value ?? null) === null;
            return this.all ? { pointer: 0, bytes: 0 } : this.counted(arrayIn(heap, element, 1, value, name), name);
        case "gridIn":
            return value;
        case "region":
            return this.takeRegion(value ?? null);
        case "value": {
            const pointer = heap.take(sizeOf(element));
            heap.clear(element, pointer, 1);
            heap.putStruct(element, pointer, value, name);
            return pointer;
        }
        case "struct":
            return (value ?? null) === null ? 0 : structsIn(heap, element, [value], name).pointer;
        case "enum":
            return toEnum(element, value, name);
        default:
            this.numbers[name] = toNumber(kind, value, name);
            return this.numbers[name];
        }
    }

    partsFor(parts) {
        return parts === "types" ? this.object.definition.types : parts;
    }

    counted(array, name) {
        if (this.count >= 0 && array.count !== this.count) {
            throw new RangeError(`${name} has ${array.count} entries, not ${this.count}`);
        }
        this.count = array.count;
        return array;
    }

    countFor(count) {
        if (count === "") {
            return this.count;
        }
        return count.split("*").reduce((all, name) => all * countIn(Number(this.numbers[name]), name), 1);
    }

    output(name, found) {
        this.results.push([name, found.result]);
        return found;
    }

    // ---------------------------------------------------------------- regions of maps

    takeRegion(region) {
        this.region = region;
        if (region === null) {
            return 0;
        }
        const pointer = this.heap.take(sizeOf("Region"));
        this.heap.clear("Region", pointer, 1);
        this.heap.putStruct("Region", pointer, region, "region");
        this.region = this.heap.getStruct("Region", pointer);
        return pointer;
    }

    width() {
        return Math.max(this.region === null ? this.object.grid.width : this.region.width, 0);
    }

    /** Cells of the region; none of one that the library will refuse. */
    cells() {
        const { width, rows } = this.object.grid;
        if (this.region === null) {
            return width * rows;
        }
        const inside = this.region.width <= width && this.region.height <= rows && this.region.height >= 0;
        return inside ? this.width() * this.region.height : 0;
    }

    gridIn(element, values, name) {
        const array = arrayIn(this.heap, element, 1, values, name);
        if (array.count !== this.cells()) {
            throw new RangeError(`${name} has ${array.count} cells, not ${this.cells()}`);
        }
        this.rows = this.width() * sizeOf(element);
        return array.pointer;
    }

    // ---------------------------------------------------------------- results

    one(name, element) {
        const pointer = this.heap.take(sizeOf(element));
        const pick = () => STRUCTS[element] ? this.heap.getStruct(element, pointer) : this.heap.pick(element, pointer);
        this.results.push([name, pick]);
        return pointer;
    }

    result() {
        this.heap.refresh();
        if (this.results.length < 2) {
            return this.results[0]?.[1]();
        }
        return Object.fromEntries(this.results.map(([name, get]) => [name, get()]));
    }
}

function callList(object, call, steps, given) {
    const { heap } = object;
    const [, , element] = steps[steps.length - 1];
    const before = steps.slice(0, -1).map(([kind, name], i) => toNumber(kind, given[i], name));
    const counter = heap.take(4);
    object.check(call(object.pointer, ...before, 0, 0, counter));
    const count = heap.refresh().pick("i32", counter);
    const found = arrayOut(heap, element, 1, count, null, "");
    object.check(call(object.pointer, ...before, found.pointer, count, counter));
    return found.result();
}

/** Adds the methods of a table to a class; `exports` come with each object. */
export function addMethods(type, table) {
    for (const [verb, symbol, steps] of table) {
        const isList = steps.some((step) => step[0] === "list");
        const plain = symbol === "throng_influence_object_count"; // returns its result
        type.prototype[verb] = function (...given) {
            this.mustBeOpen();
            const heap = this.heap.refresh(), mark = heap.begin();
            try {
                const call = heap.exports[symbol];
                if (isList) {
                    return callList(this, call, steps, given);
                }
                const one = new Call(this, steps, given.map((value) => heap.hold(value)));
                const returned = call(...one.arguments());
                if (plain) {
                    return returned;
                }
                this.check(returned);
                return one.result();
            } finally {
                heap.end(mark);
                this.deliver();
            }
        };
        Object.defineProperty(type.prototype[verb], "name", { value: verb });
    }
}
