/** Loaded into the test editor's server: logs go to files without the add-on, which is not compiled there, so that what is logged can be searched. */
const { appendFileSync, mkdirSync } = require("node:fs");
const Module = require("node:module");
const { dirname } = require("node:path");

class Logger {
  constructor(_type, _name, file) {
    mkdirSync(dirname(file), { recursive: true });
    for (const level of ["trace", "debug", "info", "warn", "error", "critical"]) this[level] = (message) => appendFileSync(file, `${message}\n`);
    for (const nothing of ["flush", "drop", "setLevel", "getLevel", "setPattern", "clearFormatters"]) this[nothing] = () => 0;
  }
}

const load = Module._load;
Module._load = (request, parent, ...rest) =>
  request === "bindings" && /spdlog/.test(parent?.filename ?? "") ? () => ({ version: 1, setLevel() {}, setFlushOn() {}, Logger }) : load(request, parent, ...rest);
