// What the tests share. THRONG_WEB_DIST: the folder with the modules.
import { readFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import { load } from "../src/throng.js";

export { crossing } from "./crossing.js";

const folder = process.env.THRONG_WEB_DIST ? pathToFileURL(process.env.THRONG_WEB_DIST + "/")
    : new URL("../dist/", import.meta.url);
export const moduleUrl = (name) => new URL(`throng-${name}.wasm`, folder);
export const read = (path) => readFile(new URL(path, import.meta.url), "utf8");

/** An instance of the module "simd" or "reference". */
export const open = (name = "simd") => load({ wasm: moduleUrl(name) });
