/**
 * Rollback and delete on the archive of the sandbox: the warning beforehand, the copies that are kept, and the
 * remaining documents, under every sandbox choice that matters.
 */
import assert from "node:assert/strict";
import { chmod, mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { planRollback } from "../../../api/index.ts";
import type { Api } from "../../../api/index.ts";
import {
  areStillThere,
  asVersions,
  copyName,
  deleteWords,
  leftWords,
  numbersOf,
  rollbackWords,
} from "../../../client/archive/destroyModel.ts";
import { forgetCopies, keepCopies, listCopies } from "../../../client/archive/keptCopies.ts";
import { firstPage } from "../../../client/records/archiveSearchModel.ts";
import type { ArchiveDocument } from "../../../client/records/archiveDocumentModel.ts";
import { startContract } from "../../api/contract/service.ts";
import type { Contract } from "../../api/contract/service.ts";

const signal = new AbortController().signal;
const environment = "Production";
const place = { identity: "service client", connection: "acme", environment } as const;
const at = new Date("2026-03-02T10:00:00.000Z");
const keeping = { place, at, isOwn: true };

describe("removing from the archive", () => {
  let service: Contract;
  let api: Api;
  let root: string;

  before(async () => {
    service = await startContract();
    api = service.as("standard");
  });
  beforeEach(async () => {
    await service.control("POST", "/reset", { seed: "demo" });
    root = await mkdtemp(join(tmpdir(), "smartform-copies-"));
  });
  afterEach(() => rm(root, { recursive: true, force: true }));
  after(() => service.close());

  /** The demo's document with three versions. */
  async function report(): Promise<ArchiveDocument> {
    const {
      documents: [document],
    } = await firstPage(api.call, environment, { value: "Claim report S-77", folders: [] }, { signal });
    return document ?? assert.fail();
  }

  function plan(document: ArchiveDocument, backTo: number, from = 3) {
    const id = (number: number) => document.versions.find(({ version }) => version === number)?.id ?? "";
    return planRollback(asVersions(document), { from: id(from), backTo: id(backTo) });
  }

  it("T135 saves every version that a rollback removes before it asks, and shows the numbers and the place", async () => {
    const document = await report();
    const planned = plan(document, 1);
    assert.ok(!("problem" in planned));
    const going = document.versions.filter(({ id }) => planned.removes.some((each) => each.id === id));
    const { folder } = await keepCopies(api.call, going, root, { ...keeping, signal });
    assert.deepEqual((await readdir(folder)).toSorted(), [
      "version 2 - Claim report S-77.pdf",
      "version 3 - Claim report S-77 signed.pdf",
    ]);
    assert.match(await readFile(join(folder, "version 2 - Claim report S-77.pdf"), "latin1"), /with the right date/);
    assert.equal((await stat(join(folder, "version 2 - Claim report S-77.pdf"))).mode & 0o077, 0);
    const { question, consequences } = rollbackWords(document, planned, { copies: folder });
    assert.equal(question, 'Return "Claim report S-77 signed.pdf" from version 3 to version 1?');
    assert.ok(consequences.includes("Will be removed for good: versions 2 and 3."));
    assert.ok(consequences.includes("Now version 3 is the newest. Afterwards, version 1 will be the newest."));
    assert.ok(consequences.some((sentence) => sentence.includes(folder)));
  });

  it("T135 refuses versions in the wrong order", async () => {
    const planned = plan(await report(), 3, 1);
    assert.ok("problem" in planned);
    assert.match(planned.problem, /Check whether you swapped the two/);
  });

  it("T135 T136 removes nothing, and keeps nothing, if one copy could not be made", async () => {
    await service.control("POST", "/faults", { operation: "archive.download", kind: "status", status: 404, times: 1 });
    const { versions } = await report();
    await assert.rejects(keepCopies(api.call, versions, root, { ...keeping, signal }), {
      message: /^Nothing was removed, because version 3 could not be copied first/,
    });
    assert.deepEqual(await readdir(root), []);
  });

  it("keeps nothing of copies that the person cancelled", async () => {
    const { versions } = await report();
    await assert.rejects(keepCopies(api.call, versions, root, { ...keeping, signal: AbortSignal.abort() }));
    assert.deepEqual(await readdir(root), []);
  });

  for (const [alternative, sentence] of [
    [
      "all versions",
      'Checked each version of "Claim report S-77 signed.pdf" in Production: gone: versions 1, 2 and 3.',
    ],
    [
      "one version",
      'Checked each version of "Claim report S-77 signed.pdf" in Production: gone: version 3; still there: versions 1 and 2.',
    ],
  ] as const) {
    it(`T136 says in advance that what a delete removes is unknown, and afterwards what it removed: ${alternative}`, async () => {
      await service.choose("N52", alternative);
      const document = await report();
      const { question, consequences } = deleteWords(document, { copies: undefined });
      assert.equal(question, 'Delete "Claim report S-77 signed.pdf" from the archive?');
      assert.deepEqual(consequences, [
        "It is not known whether the service removes one version or all of them. 3 versions are known.",
        "Known: versions 1, 2 and 3.",
        "What is removed cannot be brought back.",
        "No copy was made.",
      ]);
      const request = { environment, path: { fileId: document.listed.id } } as const;
      await api.call("archive.delete", request, {
        ticket: service.ticket(api, { operation: "archive.delete", ...request }),
      });
      assert.equal((await leftWords(api.call, document, environment, { signal })).sentence, sentence);
    });
  }

  it("gives up the copies after a refusal only if every version is certainly still there", async () => {
    const { versions } = await report();
    const isThere = () => areStillThere(api.call, versions, { environment, signal });
    assert.equal(await isThere(), true);
    await service.control("POST", "/faults", { operation: "archive.download", kind: "status", status: 403, times: 1 });
    assert.equal(await isThere(), false, "one could not be checked");
    assert.equal(
      await areStillThere(api.call, versions, { environment, signal: AbortSignal.abort() }),
      false,
      "the person cancelled",
    );
    const request = { environment, path: { fileId: versions[0]?.id ?? "" } } as const;
    await service.choose("N52", "one version");
    await api.call("archive.delete", request, {
      ticket: service.ticket(api, { operation: "archive.delete", ...request }),
    });
    assert.equal(await isThere(), false, "one is gone");
  });

  it("T136 claims nothing about what could not be checked, or is not named", async () => {
    await service.choose("R4", "their number");
    const document = await report();
    assert.match(
      rollbackWords(
        { ...document },
        {
          request: { body: { sourceFileVersionId: "a", targetFileId: "b" } },
          backTo: { id: "a", version: 1 },
          removes: [],
          removesOthers: undefined,
        },
        { copies: "x" },
      ).consequences.join(" "),
      /There may be versions that the service does not list\. .* and you get no copy of it\./,
    );
    await service.control("POST", "/faults", { operation: "archive.download", kind: "status", status: 403, times: 1 });
    const { sentence } = await leftWords(api.call, document, environment, { signal });
    assert.equal(
      sentence,
      'Checked each version of "Claim report S-77 signed.pdf" in Production: could not be checked: version 3. Nothing is known about versions that the service does not list.',
    );
  });

  it("makes the copies private, and leaves the folder that the person chose as it is", async () => {
    const { versions } = await report();
    await chmod(root, 0o755);
    const { folder } = await keepCopies(api.call, versions.slice(0, 1), root, { ...keeping, isOwn: false, signal });
    const modes = await Promise.all([root, folder].map(async (each) => (await stat(each)).mode & 0o777));
    assert.deepEqual(modes, [0o755, 0o700]);
  });

  it("lists the saved copies, newest first, and forgets them", async () => {
    const { versions } = await report();
    for (const day of ["2026-03-02", "2026-03-04"])
      await keepCopies(api.call, versions.slice(0, 1), root, { ...keeping, at: new Date(day), signal });
    const copies = await listCopies(root);
    assert.deepEqual(
      copies.map(({ when, name }) => [when, name]),
      ["2026-03-04", "2026-03-02"].map((day) => [
        `${day}T00-00-00.000 acme Production`,
        "version 3 - Claim report S-77 signed.pdf",
      ]),
    );
    await forgetCopies(root);
    assert.deepEqual(await listCopies(root), []);
  });

  it("formats numbers for people, and names a copy by its number", () => {
    assert.deepEqual(
      [numbersOf([{ id: "a", version: 1 }]), numbersOf([1, 2, 3].map((version) => ({ id: "", version })))],
      ["version 1", "versions 1, 2 and 3"],
    );
    assert.equal(copyName({ id: "a", version: undefined }, "a.pdf"), "version - a.pdf");
  });
});
