/**
 * Ends `npm start` and similar scripts with one sentence if Node is too old. Any version of Node can parse this file.
 */
"use strict";
if (parseInt(process.versions.node, 10) < 24) {
  process.stderr.write(
    "smartform: This is Node " +
      process.version +
      ', but Node 24 or newer is required. Run "npm ci", which installs it for npm\'s scripts, or install it from nodejs.org.\n',
  );
  process.exit(2);
}
