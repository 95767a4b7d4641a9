// The module's memory: numbers and structs in it, room for arguments, and blocks that a page fills without copying.
import { ENUMS, FLAGS, STRUCTS } from "./api.js";
import { ThrongError } from "./errors.js";

export const FORMATS = {
    u8: { bytes: 1, array: Uint8Array },
    i32: { bytes: 4, array: Int32Array },
    u32: { bytes: 4, array: Uint32Array },
    f32: { bytes: 4, array: Float32Array },
    f64: { bytes: 8, array: Float64Array },
    i64: { bytes: 8, array: BigInt64Array },
    u64: { bytes: 8, array: BigUint64Array },
};
const SCRATCH_BYTES = 1 << 16;
const LIMITS = { u8: [0, 0xff], i32: [-0x80000000, 0x7fffffff], u32: [0, 0xffffffff] };
const POINTER_BYTES = 4;

for (const struct of Object.values(STRUCTS)) {
    struct.names = new Map(struct.members.map((member) => [member[0], member]));
    struct.arrays = struct.members.filter(([, , count, format]) => count > 0 || format === "struct" || format === "floats")
        .map(([name]) => name); // members that may be typed arrays
}

/** The number that stands for a value of a format; what does not fit is an error, never cut off. */
export function toNumber(format, value, name) {
    if (format === "f32" || format === "f64") {
        if (typeof value !== "number") {
            throw new TypeError(`${name} must be a number, not ${describe(value)}`);
        }
        return value;
    }
    if (format === "i64" || format === "u64") {
        if (typeof value !== "bigint" && !Number.isSafeInteger(value)) {
            throw new TypeError(`${name} must be a bigint or a whole number, not ${describe(value)}`);
        }
        const whole = BigInt(value);
        if ((format === "i64" ? BigInt.asIntN(64, whole) : BigInt.asUintN(64, whole)) !== whole) {
            throw new RangeError(`${name} is ${whole}, which does not fit into 64 bits`);
        }
        return whole;
    }
    if (typeof value === "boolean") {
        return value ? 1 : 0;
    }
    if (typeof value !== "number" || !Number.isInteger(value)) {
        throw new TypeError(`${name} must be a whole number, not ${describe(value)}`);
    }
    if (value < LIMITS[format][0] || value > LIMITS[format][1]) {
        throw new RangeError(`${name} is ${value}, which is outside of ${LIMITS[format].join(" to ")}`);
    }
    return value;
}

function describe(value) {
    return typeof value === "string" ? JSON.stringify(value) : typeof value === "bigint" ? `${value}n` : String(value);
}

/** The number of an enum's word; of flags also words joined by "|". */
export function toEnum(kind, value, name) {
    if (typeof value !== "string") {
        return toNumber(FLAGS.includes(kind) ? "u32" : "i32", value, name);
    }
    let sum = 0;
    for (const word of FLAGS.includes(kind) ? value.split("|") : [value]) {
        if (!Object.hasOwn(ENUMS[kind], word.trim())) {
            throw new TypeError(`${name} is ${describe(value)}: one of ${Object.keys(ENUMS[kind]).join(", ")}`);
        }
        sum |= ENUMS[kind][word.trim()];
    }
    return sum;
}

/** The length of what is like an array, or -1. It is read once: getters may change it. */
export function lengthOf(value) {
    const length = value !== null && typeof value === "object" ? value.length : -1;
    return Number.isSafeInteger(length) && length >= 0 ? length : -1;
}

/** A view of the module's memory that a page has given. It is detached when the memory grows: `now` is the same place. */
export class Held {
    constructor(heap, view) {
        this.heap = heap;
        this.view = view;
        this.pointer = view.byteOffset;
        this.length = view.length;
    }

    get now() {
        const { buffer } = this.heap.memory;
        if (this.view.buffer !== buffer) {
            this.view = new this.view.constructor(buffer, this.pointer, this.length);
        }
        return this.view;
    }
}

/** What was held, or anything else as it is. */
export const now = (value) => (value instanceof Held ? value.now : value);

export class Heap {
    constructor(exports) {
        this.exports = exports;
        this.memory = exports.memory;
        this.refresh();
        this.base = this.allocate(SCRATCH_BYTES);
        this.room = SCRATCH_BYTES;
        this.next = SCRATCH_BYTES; // the room of the next call
        this.top = 0;
        this.depth = 0; // of calls
        this.extra = [];
        this.closed = []; // blocks' memory, to be released
        this.wanted = 0;
        this.encoder = new TextEncoder();
        this.decoder = new TextDecoder();
    }

    /** New views where the memory has grown, which detaches the old ones. */
    refresh() {
        if (this.buffer !== this.memory.buffer) {
            this.buffer = this.memory.buffer;
            this.data = new DataView(this.buffer);
            this.bytes = new Uint8Array(this.buffer);
        }
        return this;
    }

    allocate(bytes) {
        const pointer = this.tryAllocate(bytes);
        if (pointer === 0) {
            throw new ThrongError(`the module has no ${bytes} bytes of memory`, 3, "OUT_OF_MEMORY");
        }
        return pointer;
    }

    /** 0 where there is no memory. */
    tryAllocate(bytes) {
        const pointer = bytes < 0x80000000 ? this.exports.malloc(Math.max(bytes, 1)) >>> 0 : 0;
        this.refresh();
        return pointer;
    }

    release(pointer) {
        this.exports.free(pointer);
    }

    /** Releases a block's memory, but not under a call that is still reading its arguments: it may have the address. */
    releaseBlock(pointer) {
        this.closed.push(pointer);
        if (this.depth === 0) {
            this.releaseClosed();
        }
    }

    releaseClosed() {
        while (this.closed.length > 0) {
            this.release(this.closed.pop());
        }
    }

    // ---------------------------------------------------------------- room for the arguments of one call

    /** Room that lasts to the frame's end; after the first such call nothing is allocated. Never the null pointer. */
    take(bytes) {
        const need = Math.max(Math.ceil(bytes / 16), 1) * 16; // not by bits, which are 32
        if (this.room === 0 && this.extra.length === 0) {
            this.base = this.tryAllocate(this.next);
            this.room = this.base === 0 ? 0 : this.next;
        }
        if (!(this.top + need <= this.room)) {
            const pointer = this.allocate(need);
            this.extra.push(pointer);
            this.wanted += need;
            return pointer;
        }
        const pointer = this.base + this.top;
        this.top += need;
        return pointer;
    }

    /** A call begins, perhaps within another one: out of what a caller's object computes when it is read. */
    begin() {
        this.depth++;
        return this.top;
    }

    /** A call ends. Its results are there already, so nothing here fails or makes the memory grow. */
    end(mark) {
        this.refresh(); // for the call that this one is within
        this.top = mark;
        this.depth--;
        if (this.depth === 0) {
            this.releaseClosed();
        }
        if (this.depth === 0 && this.extra.length > 0) {
            this.extra.splice(0).forEach((pointer) => this.release(pointer));
            this.release(this.base);
            this.next = this.room + this.wanted; // which the next call allocates
            this.base = this.room = this.wanted = 0;
        }
    }

    // ---------------------------------------------------------------- what a page gives, while the memory grows

    /** A view of this memory as its place; anything else as it is. */
    hold(value) {
        const inside = ArrayBuffer.isView(value) && value.buffer === this.memory.buffer && !(value instanceof DataView);
        return inside ? new Held(this, value) : value;
    }

    /** A struct, of which members may be views of this memory, too. */
    holdStruct(kind, value) {
        let held = this.hold(value);
        if (held !== value || value === null || typeof value !== "object") {
            return held;
        }
        for (const name of STRUCTS[kind].arrays) {
            const member = value[name], kept = this.hold(member);
            if (kept !== member) {
                held = { ...held, [name]: kept };
            }
        }
        return held;
    }

    /** Structs, likewise. So many that they have no room are left to take(). */
    holdStructs(kind, values) {
        const count = values.length * sizeOf(kind) < 0x80000000 ? values.length : 0;
        let held = values;
        for (let i = 0; i < count; i++) {
            const value = values[i], kept = this.holdStruct(kind, value);
            if (kept !== value) {
                held = held === values ? Array.from(values) : held;
                held[i] = kept;
            }
        }
        return held;
    }

    // ---------------------------------------------------------------- numbers, texts and structs

    array(format, pointer, count) {
        return new FORMATS[format].array(this.refresh().buffer, pointer, count);
    }

    put(format, pointer, value) {
        const data = this.data;
        switch (format) {
        case "u8": data.setUint8(pointer, value); break;
        case "i32": data.setInt32(pointer, value, true); break;
        case "u32": data.setUint32(pointer, value, true); break;
        case "f32": data.setFloat32(pointer, value, true); break;
        case "f64": data.setFloat64(pointer, value, true); break;
        case "i64": data.setBigInt64(pointer, value, true); break;
        default: data.setBigUint64(pointer, value, true);
        }
    }

    pick(format, pointer) {
        const data = this.data;
        switch (format) {
        case "u8": return data.getUint8(pointer);
        case "i32": return data.getInt32(pointer, true);
        case "u32": return data.getUint32(pointer, true);
        case "f32": return data.getFloat32(pointer, true);
        case "f64": return data.getFloat64(pointer, true);
        case "i64": return data.getBigInt64(pointer, true);
        default: return data.getBigUint64(pointer, true);
        }
    }

    /** Elements as a caller finds them: with the library's defaults where it has such, or 0. */
    clear(element, pointer, count) {
        const size = sizeOf(element), all = size * count, defaults = this.defaults[element];
        this.refresh().bytes.fill(0, pointer, pointer + all);
        if (defaults && count > 0) {
            defaults(pointer);
            for (let done = size; done < all; done *= 2) {
                this.bytes.copyWithin(pointer + done, pointer, pointer + Math.min(done, all - done));
            }
        }
    }

    text(pointer, most = Infinity) {
        this.refresh();
        let end = pointer;
        while (end < pointer + most && this.bytes[end] !== 0) {
            end++;
        }
        return this.decoder.decode(this.bytes.slice(pointer, end));
    }

    putText(value, name) {
        if (typeof value !== "string" || value.includes("\0")) {
            throw new TypeError(`${name} must be a string without zeros, not ${describe(value)}`);
        }
        const coded = this.encoder.encode(value);
        const pointer = this.take(coded.length + 1);
        this.bytes.set(coded, pointer);
        this.bytes[pointer + coded.length] = 0;
        return pointer;
    }

    /** Writes the members that `value` has, over what stands there, or hands what there is to write to another target. */
    putStruct(kind, pointer, given, name, target = this) {
        const struct = STRUCTS[kind], value = now(given);
        if (ArrayBuffer.isView(value) || Array.isArray(value)) { // such as a handle: its numbers in order
            const bytes = struct.numbers ? FORMATS[struct.numbers].bytes : 0;
            if (!struct.numbers || value.length * bytes !== struct.size) {
                throw new TypeError(`${name} must be an object with the members of ${kind}`);
            }
            for (let i = 0; i < struct.size / bytes; i++) {
                target.put(struct.numbers, pointer + bytes * i, toNumber(struct.numbers, value[i], `${name}[${i}]`));
            }
            return;
        }
        if (value === null || typeof value !== "object") {
            throw new TypeError(`${name} must be an object with the members of ${kind}, not ${describe(value)}`);
        }
        for (const key of Object.keys(value)) {
            const member = struct.names.get(key);
            if (!member || member[3] === "hidden") {
                throw new TypeError(`${name} has no member "${key}"`);
            }
            const inner = value[key];
            if (inner !== undefined) {
                this.putMember(member, pointer, inner, `${name}.${key}`, target);
            }
        }
    }

    putMember([, offset, count, format, kind], pointer, given, name, target) {
        const to = pointer + offset, value = now(given);
        if (count > 0) {
            const length = lengthOf(value);
            if (length < 0 || length > count) {
                throw new TypeError(`${name} must be an array of at most ${count} numbers`);
            }
            for (let i = 0; i < length; i++) {
                target.put(format, to + FORMATS[format].bytes * i, toNumber(format, value[i], `${name}[${i}]`));
            }
        } else if (format === "struct") {
            this.putStruct(kind, to, value, name, target);
        } else if (value !== null && target !== this && (format === "string" || format === "floats")) {
            throw new TypeError(`${name} cannot be kept in a block: a text or array is copied for one call`);
        } else if (format === "string") {
            target.put("u32", to, value === null ? 0 : this.putText(value, name));
        } else if (format === "floats") {
            target.put("u32", to, value === null ? 0 : this.putNumbers("f32", value, name).pointer);
        } else if (format === "object") {
            target.put("u32", to, value === null ? 0 : this.pointerOf(value, kind, name));
        } else {
            target.put(format, to, kind ? toEnum(kind, value, name) : toNumber(format, value, name));
        }
    }

    pointerOf(object, kind, name) {
        if (!object || object.kind !== kind || object.heap !== this) {
            throw new TypeError(`${name} must be a ${kind} of the same module`);
        }
        object.mustBeOpen();
        return object.pointer;
    }

    /** Numbers that are copied into the room of this call. */
    putNumbers(format, given, name) {
        const { bytes, array } = FORMATS[format], held = this.hold(given), length = lengthOf(held);
        if (length < 0) {
            throw new TypeError(`${name} must be an array of numbers, not ${describe(given)}`);
        }
        const pointer = this.take(length * bytes), values = now(held);
        let to = this.array(format, pointer, length);
        if (values instanceof array) {
            to.set(values);
        } else {
            for (let i = 0; i < length; i++) {
                const number = toNumber(format, values[i], `${name}[${i}]`);
                to = to.length === length ? to : this.array(format, pointer, length); // a getter let the memory grow
                to[i] = number;
            }
        }
        return { pointer, length };
    }

    getStruct(kind, pointer) {
        const found = {};
        for (const [name, offset, count, format, inner] of STRUCTS[kind].members) {
            const at = pointer + offset;
            if (format === "text") {
                found[name] = this.text(at, count);
            } else if (format === "struct") {
                const one = (i) => this.getStruct(inner, at + STRUCTS[inner].size * i);
                found[name] = count > 0 ? Array.from({ length: count }, (_, i) => one(i)) : one(0);
            } else if (format === "string" || format === "floats" || format === "object") {
                found[name] = null; // a pointer of the library's own
            } else if (format !== "hidden") {
                found[name] = count > 0 ? this.array(format, at, count).slice() : this.pick(format, at);
            }
        }
        return found;
    }
}

/** Memory of the module that a page reads and writes in place. */
export class Block {
    constructor(heap, element, count, pointer = heap.allocate(count * sizeOf(element)), whole = null) {
        this.heap = heap;
        this.element = element;
        this.length = count;
        this.pointer = pointer;
        this.whole = whole;
        this.cached = null;
        if (whole === null) {
            heap.clear(element, pointer, count);
        }
    }

    get open() {
        return (this.whole ?? this).pointer !== 0;
    }

    /** Bytes of one element. */
    get stride() {
        return sizeOf(this.element);
    }

    /** Offsets of a struct's members, in bytes. */
    get offsets() {
        const members = STRUCTS[this.element]?.members ?? [];
        return Object.fromEntries(members.filter((m) => m[3] !== "hidden").map((m) => [m[0], m[1]]));
    }

    /** All numbers in place. Ask for it anew in each frame: older views are detached when the memory grows. */
    get view() {
        return this.as(STRUCTS[this.element] ? STRUCTS[this.element].numbers ?? "u8" : this.element);
    }

    /** The same memory as numbers of another format, such as "f32". */
    as(format) {
        this.mustBeOpen();
        if (!Object.hasOwn(FORMATS, format)) {
            throw new TypeError(`format is ${describe(format)}: one of ${Object.keys(FORMATS).join(", ")}`);
        }
        if (!this.cached || this.cached.buffer !== this.heap.memory.buffer || this.cachedFormat !== format) {
            this.cached = this.heap.array(format, this.pointer, this.length * this.stride / FORMATS[format].bytes);
            this.cachedFormat = format;
        }
        return this.cached;
    }

    at(index) {
        this.mustBeOpen();
        if (!Number.isInteger(index) || index < 0 || index >= this.length) {
            throw new RangeError(`index is ${index}, of ${this.length}`);
        }
        this.heap.refresh();
        return this.pointer + index * this.stride;
    }

    get(index) {
        const at = this.at(index);
        return STRUCTS[this.element] ? this.heap.getStruct(this.element, at) : this.heap.pick(this.element, at);
    }

    /** Formats, offsets and numbers of the members that `value` has, before any of them is written. */
    numbersIn(value, name) {
        const { heap, element } = this, found = [];
        if (!STRUCTS[element]) {
            return [[element, 0, toNumber(element, value, name)]];
        }
        heap.putStruct(element, 0, heap.holdStruct(element, value), name, { put: (...number) => found.push(number) });
        this.mustBeOpen(); // what is read of a value may close the block
        return found;
    }

    /** Sets the members that `value` has. */
    set(index, value) {
        const at = this.at(index);
        for (const [format, offset, number] of this.numbersIn(value, `[${index}]`)) {
            this.heap.put(format, at + offset, number);
        }
    }

    /** One value, or the members that `value` has, for all elements. */
    fill(value) {
        this.mustBeOpen();
        const { heap, pointer, length, stride } = this;
        for (const [format, offset, number] of this.numbersIn(value, "value")) {
            if (stride === FORMATS[format].bytes) {
                heap.array(format, pointer, length).fill(number);
                continue;
            }
            for (let i = 0; i < length; i++) {
                heap.put(format, pointer + i * stride + offset, number);
            }
        }
        return this;
    }

    /** Elements `begin` to `end` - 1, of the same memory. */
    slice(begin, end = this.length) {
        this.mustBeOpen();
        if (!Number.isInteger(begin) || !Number.isInteger(end) || begin < 0 || end < begin || end > this.length) {
            throw new RangeError(`${begin} to ${end} are not within 0 to ${this.length}`);
        }
        const whole = this.whole ?? this;
        return new Block(this.heap, this.element, end - begin, this.pointer + begin * this.stride, whole);
    }

    mustBeOpen() {
        if (!this.open) {
            throw new ThrongError("the block is closed", 1, "INVALID_ARGUMENT");
        }
    }

    /** Gives the memory back. Views of it then show what comes there next. */
    close() {
        if (this.whole) {
            throw new TypeError("only the whole block can be closed");
        }
        if (this.pointer !== 0) {
            this.heap.releaseBlock(this.pointer);
            this.pointer = 0;
        }
    }
}

export function sizeOf(element) {
    return STRUCTS[element]?.size ?? FORMATS[element].bytes;
}
