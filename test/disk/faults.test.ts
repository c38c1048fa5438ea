/**
 * Catalogs and the sandbox on a failing disk. What can be read is read, and what cannot be stored is reported. Each
 * test run makes different operations fail.
 */
import assert from "node:assert/strict";
import { randomInt } from "node:crypto";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { library } from "../../bench/library.ts";
import { CatalogError, fileCatalog, openCatalogFile, openLiveCatalog } from "../../catalog/index.ts";
import type { LiveCatalog } from "../../catalog/index.ts";
import type { Catalog } from "../../language/index.ts";
import { openState } from "../../sandbox/openState.ts";
import { service, texts } from "../catalog/service.ts";
import { faults, onDisk } from "../client/disk/faults.ts";
import type { Failing } from "../client/disk/faults.ts";

describe("a disk that says no", function () {
  this.timeout(120_000);
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), "smartform-faults-"));
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  /**
   * The largest number of operations at which one kind of fault is tried, for single and for lasting faults separately.
   */
  const most = 10;

  /**
   * Runs the work once without a fault. Then runs it several times for each kind of fault: the fault happens at one
   * operation, or from that operation on. Each run has a new copy of the folder. Resolves with the number of runs.
   */
  async function everywhere<T>(
    work: (folder: string) => Promise<T>,
    judge: (result: PromiseSettledResult<T>, folder: string, where: string) => Promise<void> | void,
  ): Promise<number> {
    let number = 0;
    const again = (): string => {
      number += 1;
      const folder = join(root, String(number));
      cpSync(join(root, "made"), folder, { recursive: true });
      return folder;
    };
    const tried = async (failing: Failing | undefined): Promise<readonly string[]> => {
      const folder = again();
      const { points, result } = await onDisk(failing, () => work(folder));
      await judge(
        result,
        folder,
        failing === undefined
          ? ""
          : `${failing.fault.code} ${failing.lasts ? "from" : "at"} ${failing.at}, ${points[failing.at - 1] ?? "nothing"}`,
      );
      rmSync(folder, { recursive: true });
      return points;
    };
    const points = await tried(undefined);
    const every = Math.ceil(points.length / most);
    for (const fault of faults)
      for (const lasts of [false, true])
        for (let at = randomInt(1, every + 1); at <= points.length; at += every) await tried({ fault, at, lasts });
    assert.ok(points.length > 5, points.join());
    return number;
  }

  const sound = library(1200);
  const whole = fileCatalog(sound);
  const questions: readonly ((catalog: Catalog) => unknown)[] = [
    (catalog) => catalog.textByCode("f0", "text-6"),
    (catalog) => catalog.translation("t8", "sv"),
    (catalog) => catalog.usedBy("t8"),
    (catalog) => catalog.folders(),
  ];

  for (const kept of [false, true]) {
    it(`a catalog file, ${kept ? "read before" : "read for the first time"}: the answers are the same, or the file cannot be read`, async () => {
      mkdirSync(join(root, "made"));
      writeFileSync(join(root, "made", "catalog.json"), JSON.stringify(sound));
      const open = (folder: string): ReturnType<typeof openCatalogFile> =>
        openCatalogFile(join(folder, "catalog.json"), { folder: join(folder, "cache"), uses: true });
      if (kept) assert.equal(await (await open(join(root, "made"))).keep(), true);
      let answered = 0;
      const tried = await everywhere(
        async (folder) => {
          const { catalog, keep } = await open(folder);
          const answers = questions.map((ask) => ask(catalog));
          await keep();
          return answers;
        },
        async (result, folder, where) => {
          if (result.status === "fulfilled") {
            answered += 1;
            assert.deepEqual(
              result.value,
              questions.map((ask) => ask(whole)),
              where,
            );
          } else assert.ok(result.reason instanceof CatalogError, `${where}: ${String(result.reason)}`);
          const { catalog } = await open(folder);
          assert.deepEqual(
            questions.map((ask) => ask(catalog)),
            questions.map((ask) => ask(whole)),
            `afterwards, ${where}`,
          );
        },
      );
      assert.ok(answered > tried / 2, `${answered} of ${tried} times it was read`);
    });
  }

  it("a catalog file that was read before, whose index cannot be touched: the index is used, and not made again", async () => {
    writeFileSync(join(root, "catalog.json"), JSON.stringify(sound));
    const open = (): ReturnType<typeof openCatalogFile> =>
      openCatalogFile(join(root, "catalog.json"), { folder: join(root, "cache"), uses: true });
    const made = await onDisk(undefined, open);
    assert.ok(made.points.includes("fs.mkdirSync"), "no index was made");
    const usual = await onDisk(undefined, open);
    const at = 1 + usual.points.findIndex((name) => name.includes("utimes"));
    assert.ok(at > 0, "nothing was touched");
    for (const fault of faults) {
      const { points, result } = await onDisk({ fault, at, lasts: false }, open);
      assert.equal(
        result.status,
        "fulfilled",
        `${fault.code}: ${String(result.status === "rejected" && result.reason)}`,
      );
      assert.ok(!points.includes("fs.mkdirSync"), fault.code);
    }
  });

  it("the catalog of a service: it is read anyway, or says why not, and is complete the next time", async () => {
    mkdirSync(join(root, "made"));
    const identity = { authUrl: "a", formsApiUrl: "b", clientId: "c" };
    const open = (folder: string): LiveCatalog =>
      openLiveCatalog({ folder: join(folder, "catalog"), identity, call: service(texts(3)).call });
    let told = 0;
    const tried = await everywhere(
      async (folder) => {
        await using catalog = open(folder);
        await catalog.refresh({});
        return { ...catalog.status, unkept: catalog.unkept };
      },
      async (result, folder, where) => {
        assert.ok(result.status === "fulfilled", `${where}: ${"reason" in result ? String(result.reason) : ""}`);
        const { state, problem, unkept } = result.value;
        assert.ok(state === "complete" || problem !== undefined, `${where}: ${state}`);
        if ((problem ?? unkept) !== undefined) told += 1;
        assert.doesNotMatch(problem ?? "", /rollback/i, where);
        await using next = open(folder);
        await next.refresh({});
        assert.deepEqual(
          [next.status.state, next.status.problem, next.unkept],
          ["complete", undefined, undefined],
          `afterwards, ${where}`,
        );
      },
    );
    assert.ok(told > tried / 5, `${told} of ${tried} were told`);
  });

  it("the sandbox: it starts, or says which folder it cannot use, and starts the next time", async () => {
    mkdirSync(join(root, "made"));
    let refused = 0;
    await everywhere(
      async (folder) => openState(join(folder, "data")).close(),
      (result, folder, where) => {
        if (result.status === "rejected") {
          refused += 1;
          assert.match(String(result.reason), new RegExp(`(?:state in|is using) ${join(folder, "data")}`), where);
        }
        openState(join(folder, "data")).close();
      },
    );
    assert.ok(refused > 0);
  });
});
