// Numbers that are the same everywhere: dice, hashes, and texts of tables.

/** Whole numbers below `sides`, of a sequence that is the same in every browser. */
export function makeDice(state) {
    return (sides) => {
        state = (Math.imul(state, 1103515245) + 12345) >>> 0;
        return (state >>> 16) % sides;
    };
}

/**
 * FNV-1a, 64 bits, over the bytes of float32 values, as the program `throng` has it. The hash is kept in two halves: times
 * 2^40 + 435 is a shift of the lower half into the upper one, and a small product.
 */
export class Hash {
    constructor() {
        this.low = 0x84222325;
        this.high = 0xcbf29ce4;
    }

    add(floats) {
        const bytes = new Uint8Array(floats.buffer, floats.byteOffset, floats.byteLength);
        let { low, high } = this;
        for (let i = 0; i < bytes.length; i++) {
            low = (low ^ bytes[i]) >>> 0;
            const product = low * 435; // below 2^41: exact
            high = (Math.imul(high, 435) + Math.floor(product / 0x100000000) + (low << 8)) >>> 0;
            low = product >>> 0;
        }
        this.low = low;
        this.high = high;
        return this;
    }

    get value() {
        return (BigInt(this.high) << 32n) | BigInt(this.low);
    }
}

export const hexOf = (hash) => hash.toString(16).padStart(16, "0");

/** A table as the program reads it: names of columns, and rows of values. */
export function toTable(names, rows) {
    return [names, ...rows].map((row) => row.join(",") + "\n").join("");
}

/** The hashes of all steps, as --replay reads them. */
export function toRecord(hashes) {
    return toTable(["step", "hash"], hashes.map((hash, step) => [step, hash]));
}
