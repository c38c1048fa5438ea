/** The trace of the language server's messages contains their shape, and no content. */
import assert from "node:assert/strict";
import { traceWords } from "../../../client/calls/traceModel.ts";
import { assertLinear } from "../../linear.ts";

/** A line of the language client's trace, and what the log contains of it. */
const lines: readonly (readonly [what: string, line: string, written: string | RegExp])[] = [
  ["a single line", "Sending request 'textDocument/hover - (3)'.", /^Sending request 'textDocument\/hover - \(3\)'\.$/],
  [
    "no parameters",
    "Sending notification 'initialized'.\nNo parameters provided.\n\n",
    "Sending notification 'initialized'.\nNo parameters provided.",
  ],
  [
    "a document",
    `Sending notification 'textDocument/didOpen'.\nParams: ${JSON.stringify({ textDocument: { uri: "file:///home/canary/a.form.json", languageId: "json", version: 1, text: "canary" } }, null, 4)}\n\n`,
    'Sending notification \'textDocument/didOpen\'.\nParams: {\n  "textDocument": {\n    "uri": "… 31 characters",\n    "languageId": "json",\n    "version": 1,\n    "text": "… 6 characters"\n  }\n}',
  ],
  [
    "a call for the server",
    'Received request \'smartform/call - (1)\'.\nParams: {"operation":"textlibrary.texts.get","request":{"path":{"id":"canary"}}}',
    /"operation": "textlibrary\.texts\.get"/,
  ],
  [
    "keys that are no names",
    'Result: x\nResult: {"changes":{"file:///canary.sft":[]},"canary@example.com":1,"åsa":2}',
    /"… 1": \[\]/,
  ],
  ["large numbers", 'Received response.\nResult: {"line":12,"canary":198102034567}', /"line": 12,\n {2}"canary": "…"/],
  [
    "a text in place of a protocol word",
    'Received response.\nResult: {"kind":"canary@example.com"}',
    /"… 18 characters"/,
  ],
  ["a cut message", 'Received response.\nResult: {"text":"canary', "Received response.\nResult: …"],
  ["a text", 'Received response.\nResult: "canary"', 'Received response.\nResult: "… 6 characters"'],
  ["words without a label", "Server said.\ncanary", "Server said."],
  [
    "JSON instead of words",
    '{"type":"send","message":{"jsonrpc":"2.0","method":"textDocument/didChange","params":{"text":"canary"}}}',
    /"method": "textDocument\/didChange"/,
  ],
];

describe("the language server's trace", () => {
  for (const [what, line, written] of lines) {
    it(`with ${what}`, () => {
      const words = traceWords(line);
      if (typeof written === "string") assert.equal(words, written);
      else assert.match(words, written);
      assert.ok(!words.replace('"canary": "…"', "").includes("canary"), words);
    });
  }

  const long: readonly (readonly [what: string, size: number, line: (size: number) => string])[] = [
    ["brackets without an end", 10_000, (size) => `a\nParams: ${"{".repeat(size)}`],
    ["words without a label", 30_000, (size) => `a\n${"a ".repeat(size)}`],
    ["spaces", 30_000, (size) => `a\n${" ".repeat(size)}a`],
    ["a text", 300_000, (size) => `a\nParams: ${JSON.stringify({ text: "x".repeat(size) })}`],
    ["words of the protocol", 30_000, (size) => `a\nParams: ${JSON.stringify({ kind: "a ".repeat(size) })}`],
    [
      "many keys",
      500,
      (size) =>
        `a\nParams: ${JSON.stringify(Object.fromEntries(Array.from({ length: size }, (_, index) => [`key ${index}`, index])))}`,
    ],
  ];
  for (const [what, size, line] of long)
    it(`takes linear time: ${what}`, () => assertLinear(what, size, (each) => traceWords(line(each))));
});
