/** Loaded into a measured program: writes its peak memory, in megabytes, to the file that `SMARTFORM_PEAK` names. */
const { writeFileSync } = require("node:fs");

process.on("exit", () =>
  writeFileSync(process.env.SMARTFORM_PEAK, String((process.resourceUsage().maxRSS / 1024).toFixed(1))),
);
