/** A workspace may name a connection of its user and nothing more. */
import assert from "node:assert/strict";
import { namedConnection } from "../../client/connections/namedConnectionModel.ts";

const cases: readonly (readonly [string, string, unknown])[] = [
  ["the sandbox", `{ "connection": "sandbox" }`, { kind: "use", name: "sandbox" }],
  ["a connection of the user", `{ "connection": "acme" }`, { kind: "use", name: "acme" }],
  ["one that the user does not have", `{ "connection": "evil" }`, { kind: "unknown", name: "evil" }],
  ["an object that defines one", `{ "connection": { "name": "acme", "formsApiUrl": "https://evil.example" } }`, { kind: "none" }],
  ["nothing", `{ "files": [] }`, { kind: "none" }],
  ["a file that is not JSON", `connection`, { kind: "none" }],
  ["an empty file", ``, { kind: "none" }],
];

describe("client/connections/namedConnection", () => {
  for (const [what, content, expected] of cases) {
    it(`reads ${what}`, () => assert.deepEqual(namedConnection(content, [{ name: "acme" }]), expected));
  }
});
