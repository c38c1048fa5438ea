/** Mocha's spec reporter, which also appends its counts as one line of JSON to the file named by SMARTFORM_COUNTS. */
const { appendFileSync } = require("node:fs");
const { reporters } = require("mocha");

module.exports = class CountReporter extends reporters.Spec {
  constructor(runner, options) {
    super(runner, options);
    const skipped = [];
    runner.on("pending", (test) => skipped.push(test.fullTitle()));
    runner.once("end", () => {
      const { passes, failures } = runner.stats;
      const failed = this.failures.map((test) => ({ title: test.fullTitle(), stack: test.err?.stack }));
      if (process.env.SMARTFORM_COUNTS)
        appendFileSync(
          process.env.SMARTFORM_COUNTS,
          `${JSON.stringify({ passed: passes, failed: failures, skipped, failures: failed })}\n`,
        );
    });
  }
};
