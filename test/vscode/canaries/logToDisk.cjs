/**
 * Replaces the add-on that writes VS Code's logs to files, because that add-on is not compiled in the test editor. The
 * log files can then be searched.
 */
const { appendFileSync } = require("node:fs");

class Logger {
  constructor(_type, _name, file) {
    for (const level of ["trace", "debug", "info", "warn", "error", "critical"])
      this[level] = (message) => appendFileSync(file, `${message}\n`);
    for (const nothing of ["flush", "drop", "setLevel", "getLevel", "setPattern", "clearFormatters"])
      this[nothing] = () => 0;
  }
}

module.exports = { version: 1, setLevel() {}, setFlushOn() {}, Logger };
