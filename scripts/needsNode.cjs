/**
 * Ends `npm start` and similar scripts with one sentence if Node is too old, in syntax that any version understands.
 */
"use strict";
if (parseInt(process.versions.node, 10) < 24) {
  process.stderr.write(
    "smartform: This is Node " +
      process.version +
      ' and Node 24 or newer is needed: run "npm ci", which brings it along for npm\'s scripts, or install it from nodejs.org.\n',
  );
  process.exit(2);
}
