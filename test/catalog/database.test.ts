/**
 * The live catalog's file on a full disk: the message says where it is and what to do, and the old content stays
 * complete.
 */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDatabase, transaction } from "../../catalog/database.ts";

describe("catalog/database", () => {
  let folder = "";
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "database-"));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it("says that the disk is full, and where, and continues once there is space", () => {
    const { database, problem } = openDatabase(folder, { authUrl: "a", formsApiUrl: "b", clientId: "c" });
    assert.equal(problem, undefined);
    database.exec("CREATE TABLE filling (bytes)");
    const limit = (pages: number): unknown => database.prepare(`PRAGMA max_page_count = ${pages}`).get();
    const fill = (count: number): void =>
      transaction(database, () => {
        for (let index = 0; index < count; index++)
          database.prepare("INSERT INTO filling VALUES (zeroblob(100000))").run();
      });
    const kept = (): unknown => database.prepare("SELECT count(*) AS count FROM filling").get()?.["count"];
    fill(1);
    limit(Number(database.prepare("PRAGMA page_count").get()?.["page_count"]) + 100);
    assert.throws(() => fill(20), {
      message: `The catalog of the Text Library could not be written to ${folder}. The disk is full. Make room on it, then read the library again.`,
    });
    assert.deepEqual([kept(), database.isTransaction], [1, false]);
    limit(100_000);
    fill(20);
    assert.equal(kept(), 21);
    database.close();
  });
});
