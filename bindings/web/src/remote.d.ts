import type { Block, Context, LoadOptions, ThrongObject } from "./throng.js";

type Result<R> = R extends ThrongObject | Block<any> ? Remote<R> : R;
type Given<P extends unknown[]> = { [K in keyof P]: any };

/** The methods of an object in a worker: each returns a promise. */
export type Remote<T> = {
    [K in keyof T as T[K] extends (...given: any[]) => any ? K : never]:
        T[K] extends (...given: infer P) => infer R ? (...given: Given<P>) => Promise<Result<R>> : never;
} & { readonly kind: string };

export interface RemoteThrong {
    readonly version: string;
    readonly isa: "simd128" | "reference";
    /** Threads that a context has by itself: 1 where no more can run. */
    readonly threads: number;
    createContext(def?: object): Promise<Remote<Context>>;
    allocate(element: string, count: number): Promise<Remote<Block<any>>>;
    /** Ends the worker, and all that it holds. */
    close(): void;
}

/** Starts throng in a worker of its own. `worker`: one that runs worker.js. */
export function start(options?: LoadOptions & { worker?: unknown }): Promise<RemoteThrong>;
export default start;
