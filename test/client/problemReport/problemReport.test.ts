/** A problem report says which software runs, and contains nothing about the person or company that it runs for. */
import assert from "node:assert/strict";
import { rememberLines } from "../../../client/window/logMemory.ts";
import { problemReport } from "../../../client/problemReport/reportModel.ts";
import type { Facts } from "../../../client/problemReport/reportModel.ts";
import { assertLinear } from "../../linear.ts";

const facts: Facts = {
  extension: "0.1.0",
  editor: "1.125.0",
  node: "v24.21.0",
  system: "linux x64",
  remote: "ssh-remote",
  window: "browser",
  trusted: true,
  connection: "service",
  services: ["signing"],
  environment: "Test",
  settings: ["smartform.timeout"],
  folders: ["/people/asa.oberg", "/people/asa.oberg/Strandby letters"],
  names: ["strandby", "client-4711"],
  log: "",
};

/** Lines of the log, the parts of them that the report must not contain, and the parts that it keeps. */
const lines: readonly (readonly [line: string, gone: readonly string[], kept: readonly string[]])[] = [
  [
    "forms.create: POST forms.strandby.example:8443/Integrations/dialog/json → 429 (rate-limited), 12 ms",
    ["strandby", "8443"],
    ["forms.create", "/Integrations/dialog/json", "429", "12 ms"],
  ],
  ["The connection is now Strandby, as smartform.json says.", ["Strandby"], ["The connection is now"]],
  ["authorization: Bearer abc.def-ghi", ["abc.def-ghi"], ["authorization"]],
  ["eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl came", ["eyJ", "c2lnbmF0dXJl"], ["came"]],
  ["mail to åsa.öberg@exempel.se", ["öberg", "exempel"], ["mail to"]],
  ["order 7d3c9e5b-08a2-4f61-9c37-1b5e8a6f5051", ["7d3c9e5b"], ["order"]],
  ["phone +46 70 174 06 99", ["174"], ["phone"]],
  ["person 19810203-4567", ["4567"], ["person"]],
  ["https://user:pass@proxy.example/path?key=1 refused", ["pass", "proxy", "key=1"], ["refused"]],
  ["at 10.1.2.3:8080", ["10.1.2.3"], ["at "]],
  ["cannot read /people/asa.oberg/Strandby letters/a.sft", ["asa", "oberg", "Strandby"], ["cannot read"]],
  ["secret Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6", ["Zm9v"], []],
  ['the text "Åsa Öbergs brev" was created', ["Öberg"], ["was created"]],
  ["    at carryOut (extension.js:120:7)", [], ["extension.js:120:7"]],
  ["```", ["```\n```"], []],
];

describe("a report of a problem", () => {
  for (const [line, gone, kept] of lines) {
    it(`with the line ${line}`, () => {
      const log =
        problemReport({ ...facts, log: `2026-03-02 10:00:00.000 [info] ${line}\n` }).split(
          "## The log's last lines",
        )[1] ?? "";
      for (const word of gone) assert.ok(!log.toLowerCase().includes(word.toLowerCase()), log);
      for (const word of kept) assert.ok(log.includes(word), log);
    });
  }

  it("marks equal values in the same way", () => {
    assert.match(
      problemReport({ ...facts, log: "a.example then b.example then A.example" }),
      /<host 1> then <host 2> then <host 1>/,
    );
  });

  it("says what is running", () => {
    const report = problemReport(facts);
    for (const words of [
      "0.1.0",
      "1.125.0, browser, remote: ssh-remote",
      "linux x64",
      "Trusted workspace: yes",
      "Connection: service",
      "signing",
      "Environment: Test",
      "smartform.timeout",
    ])
      assert.ok(report.includes(words), words);
  });

  it("contains no address of a VS Code in a browser", () => {
    for (const remote of ["127.0.0.1:38687", "code.strandby.example"])
      assert.match(problemReport({ ...facts, remote }), /browser, remote: <host 1>\n/);
  });

  it("has the last 300 lines of a window whose log is not a file, and the log keeps all of them", () => {
    const logged: string[] = [];
    const say = (message: string): void => void logged.push(message);
    class Channel {
      readonly #name = "Smartform";
      readonly trace = say;
      readonly debug = say;
      readonly info = say;
      readonly warn = say;
      readonly error = say;
      nameOf(): string {
        return this.#name;
      }
    }
    const { log, lines: kept } = rememberLines(new Channel(), {
      isLogged: (level) => level !== "trace",
      now: () => new Date(0),
    });
    log.trace("a trace");
    for (let index = 0; index < 400; index++) log.info(`line ${index}.`);
    log.warn("the last");
    assert.equal(logged.length, 402);
    assert.equal(log.nameOf(), "Smartform");
    const all = kept().split("\n");
    assert.deepEqual(
      [all.length, all[0], all.at(-1)],
      [300, "1970-01-01 00:00:00.000 [info] line 101.", "1970-01-01 00:00:00.000 [warn] the last"],
    );
  });

  it("holds the last 300 lines", () => {
    const report = problemReport({
      ...facts,
      log: Array.from({ length: 1000 }, (_, index) => `line ${index}.`).join("\n"),
    });
    assert.match(report, /300 of 1000/);
    assert.ok(!report.includes("line 699.") && report.includes("line 700."));
  });

  for (const piece of ["a.", "1 ", "x@", "a-", '"', "ab.", "eyJ.", "http://", "aA1", "<h", "\n", "x@\n"]) {
    it(`takes linear time: ${JSON.stringify(piece)}`, () =>
      assertLinear(piece, 500, (size) => problemReport({ ...facts, log: piece.repeat(size) })));
  }
});
