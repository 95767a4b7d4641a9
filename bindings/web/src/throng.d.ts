import type { Context, ContextDef, Defaults } from "./api.js";

export * from "./api.js";

/** Numbers in an array; a typed array of the right kind is copied at once, a block and a view of one are not copied. */
export type Values = Float32Array | Float64Array | Int32Array | Uint32Array | Uint8Array | BigInt64Array |
    BigUint64Array | ArrayLike<number> | ArrayLike<bigint> | Block;

/** Structs: what an object lacks has the library's default, or 0; queries are for any distance and all layers. */
export type List<T> = ArrayLike<Partial<T>> | Block<T>;

/** A value of an enum: its word, such as "goal", or its number. Flags are words joined by "|". */
export type Word<T extends string> = T | number | (string & {});

/** A call that failed. */
export class ThrongError extends Error {
    constructor(message: string, status: number, code: string);
    /** The library's number of it. */
    readonly status: number;
    /** Its name, such as "INVALID_ARGUMENT", "CAPACITY" or "OUT_OF_MEMORY". */
    readonly code: string;
}

/** What all objects share. */
export class ThrongObject {
    readonly kind: string;
    readonly open: boolean;
    /** Destroys the object. One that others use stays, with an error. */
    close(): void;
}

/** Memory of the module that methods take and fill without copying. */
export class Block<T = unknown> {
    readonly element: string;
    readonly length: number;
    /** Bytes of one element. */
    readonly stride: number;
    /** Offsets of a struct's members, in bytes. */
    readonly offsets: Record<string, number>;
    readonly open: boolean;
    /** All numbers in place. Ask for it anew in each frame: when the module's memory grows, older views are detached. */
    readonly view: any;
    /** The same memory as numbers of another format, such as "f32". */
    as(format: Format): any;
    get(index: number): any;
    /** Sets the members that `value` has. */
    set(index: number, value: Partial<T> | number | bigint): void;
    /** One value, or the members that `value` has, for all elements. */
    fill(value: Partial<T> | number | bigint): this;
    /** Elements `begin` to `end` - 1, of the same memory. */
    slice(begin: number, end?: number): Block<T>;
    /** Gives the memory back. */
    close(): void;
}

export type Format = "u8" | "i32" | "u32" | "f32" | "f64" | "i64" | "u64";

/** An instance of the module, with memory of its own. */
export class Throng {
    readonly version: string;
    /** The instruction set that contexts use by themselves. */
    readonly isa: "simd128" | "reference";
    /** Threads that a context has by itself: 1 where no more can run. Context.getInfo() has those that it got. */
    readonly threads: number;
    /** Bytes of the module's memory. */
    readonly memoryBytes: number;
    readonly defaults: Defaults;
    /** Memory for `count` numbers or structs, such as "AgentDef", with the library's defaults or 0. */
    allocate(element: string, count: number): Block<any>;
    /** `logger` receives messages after the call that they are about; level 0 is an error. */
    createContext(def?: Partial<ContextDef> & { logger?: ((level: number, message: string) => void) | null }): Context;
    /** Ends the module's threads, after its contexts are closed. */
    close(): void;
}

/** Words of all enums and their numbers. */
export const ENUMS: Record<string, Record<string, number>>;

/** Whether this browser has 128-bit vectors. */
export function hasSimd(): boolean;

/** Whether threads can run here: in a worker of a page that is cross-origin isolated. */
export function hasThreads(): boolean;

export interface LoadOptions {
    /** URL, bytes or a compiled module, without threads; by default the one of dist that fits. Addresses count from this file. */
    wasm?: string | URL | BufferSource | WebAssembly.Module | null;
    /**
     * Threads that contexts have by themselves, 1 to 64, or "auto": one less than there are processors, at most 8. 1 by
     * default. Where threads cannot run, contexts have one: see hasThreads().
     */
    threads?: number | "auto";
    /** URL of throng-threads.js, beside which its other files are; a relative one counts from this file. */
    threadsScript?: string | URL;
}

/** Loads the module. */
export function load(options?: LoadOptions): Promise<Throng>;
export default load;
