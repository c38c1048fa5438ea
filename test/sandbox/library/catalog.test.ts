/** The sandbox's library as a catalog for the language. */
import assert from "node:assert/strict";
import { libraryCatalog } from "../../../sandbox/library/catalog.ts";
import { openState } from "../../../sandbox/openState.ts";
import { seed } from "../../../sandbox/seed.ts";
import { ensureClients } from "../../../sandbox/signIn/clients.ts";

describe("sandbox: library catalog", () => {
  it("contains only the company's shared folders and texts (S1, T90)", () => {
    const state = openState(undefined);
    state.transaction(() => {
      ensureClients(state);
      seed(state, "demo");
    });
    const catalog = libraryCatalog(state, "demo");
    const count = (answer: { readonly state: string; readonly value?: readonly unknown[] }) => answer.value?.length;
    assert.equal(count(catalog.folders()), 9);
    assert.equal(count(catalog.textsByCode("INTRO")), 2);
    assert.equal(count(catalog.textsByCode("draft-apology")), 0);
    assert.equal(catalog.text("2b6d8f3a-51c9-4e07-b1f4-7e9a0c4d3001").state, "absent");
    assert.equal(catalog.translation("2b6d8f3a-51c9-4e07-b1f4-7e9a0c4d3001", "en").state, "absent");
    assert.equal(catalog.translation("other-text-intro", "en").state, "absent");
    assert.equal(count(catalog.textsIn("folder-claims", { prefix: "In" })), 1);
    assert.equal(count(catalog.search("greeting", { limit: 5 })), 1);
    state.close();
  });
});
