/** A workspace may name a connection of its user and nothing more. */
import assert from "node:assert/strict";
import { namedConnection } from "../../client/connections/namedConnectionModel.ts";

const cases: readonly (readonly [string, string, unknown])[] = [
  ["the sandbox", `{ "connection": "sandbox" }`, { kind: "use", name: "sandbox" }],
  ["a connection of the user", `{ "connection": "acme" }`, { kind: "use", name: "acme" }],
  ["one that the user does not have", `{ "connection": "evil" }`, { kind: "unknown", name: "evil" }],
  ["an object that defines one", `{ "connection": { "name": "acme", "formsApiUrl": "https://evil.example" } }`, { kind: "none" }],
  ["one that stands where a prototype would", `{ "__proto__": { "connection": "acme" } }`, { kind: "none" }],
  ["nothing", `{ "files": [] }`, { kind: "none" }],
  ["a file that is not JSON", `connection`, { kind: "none" }],
  ["an empty file", ``, { kind: "none" }],
  ["a file that is nested deeper behind a comment with a quote", `{ "connection": "acme", "files": /*"*/ ${"[".repeat(50_000)}`, { kind: "none" }],
  ["a file that is nested deeper than anybody writes", `{ "connection": "acme", "files": ${"[".repeat(50_000)}`, { kind: "none" }],
];

describe("client/connections/namedConnection", () => {
  for (const [what, content, expected] of cases) {
    it(`reads ${what}`, () => assert.deepEqual(namedConnection(content, [{ name: "acme" }]), expected));
  }
});
