#!/usr/bin/env node
/**
 * The source of `dist/cli.js` and `dist/server.js`. Checks the version of Node, then loads the program of the same
 * name. Only a recent Node can parse the program; any version can parse this file.
 */
"use strict";
var path = require("path");
var name = path.basename(__filename, ".js");
if (parseInt(process.versions.node, 10) < 24) {
  process.stderr.write(
    "smartform: This is Node " +
      process.version +
      ', but Node 24 or newer is required. Install it from nodejs.org, or write "npx node@24" in place of "node".\n',
  );
  process.exitCode = 2;
} else {
  require("./" + name + "Program.js");
}
