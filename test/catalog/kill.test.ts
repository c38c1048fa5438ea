/**
 * A program that is killed while it reads the library leaves a sound file, and the next program continues from there.
 */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { openLiveCatalog } from "../../catalog/index.ts";
import { service, texts } from "./service.ts";

describe("killed while reading", () => {
  let folder = "";
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "killed-"));
  });
  afterEach(() => rm(folder, { recursive: true }));

  for (const steps of [2, 9, 31, 45]) {
    it(`is sound after ${steps} steps, and continues`, async () => {
      const program = spawn(
        process.execPath,
        [
          "--disable-warning=ExperimentalWarning",
          "--disable-warning=MODULE_TYPELESS_PACKAGE_JSON",
          "test/catalog/readerProgram.ts",
          folder,
        ],
        { stdio: ["ignore", "pipe", "inherit"] },
      );
      let lines = 0;
      program.stdout.on("data", (chunk: Buffer) => {
        lines += chunk.toString().split("\n").length - 1;
        if (lines >= steps) program.kill("SIGKILL");
      });
      const [code, signal] = (await once(program, "exit")) as [number | null, string | null];
      assert.deepEqual([code, signal], [null, "SIGKILL"]);

      const [file = ""] = (await readdir(folder)).filter((name) => name.endsWith(".sqlite"));
      const database = new DatabaseSync(join(folder, file));
      assert.deepEqual({ ...database.prepare("PRAGMA integrity_check").get() }, { integrity_check: "ok" });
      database.exec(
        "INSERT INTO label (label) VALUES ('integrity-check'); INSERT INTO words (words) VALUES ('integrity-check')",
      );
      database.close();

      const from = service(texts(3000));
      await using catalog = openLiveCatalog({
        folder,
        identity: { authUrl: "a", formsApiUrl: "b", clientId: "c" },
        call: from.call,
      });
      assert.notEqual(catalog.status.texts, 0);
      await catalog.refresh({});
      assert.deepEqual([catalog.status.state, catalog.status.texts], ["complete", 3000]);
      assert.ok(
        from.calls.filter((call) => call.startsWith("textlibrary.search")).length < 30,
        "goes on, and does not begin again",
      );
    }).timeout(60_000);
  }
});
