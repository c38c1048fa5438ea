/**
 * An archive document of which only the id is known: it is downloaded, deleted and searched for, although no list shows
 * it.
 */
import assert from "node:assert/strict";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Api } from "../../../api/index.ts";
import { deleteWords, leftWords } from "../../../client/archive/destroyModel.ts";
import {
  documentById,
  isKnownByIdAlone,
  nodeById,
  withFileName,
} from "../../../client/records/archiveDocumentModel.ts";
import type { ArchiveDocument, DocumentNode } from "../../../client/records/archiveDocumentModel.ts";
import { keepCopies } from "../../../client/archive/keptCopies.ts";
import { firstPage } from "../../../client/records/archiveSearchModel.ts";
import { startContract } from "../../api/contract/service.ts";
import type { Contract } from "../../api/contract/service.ts";

const signal = new AbortController().signal;
const environment = "Production";
const place = { identity: "service client", connection: "acme", environment } as const;

describe("a document of the archive by its id", () => {
  let service: Contract;
  let api: Api;

  before(async () => {
    service = await startContract();
    api = service.as("standard");
  });
  beforeEach(() => service.control("POST", "/reset", { seed: "demo" }));
  after(() => service.close());

  async function report(): Promise<ArchiveDocument> {
    const {
      documents: [document],
    } = await firstPage(api.call, environment, { value: "Claim report S-77", folders: [] }, { signal });
    return document ?? assert.fail();
  }

  it("is the one on show if one has the id, only in this place, and otherwise one with nothing known", async () => {
    const document = await report();
    const shown: readonly DocumentNode[] = [{ kind: "document", place, document }];
    const [, earlier = assert.fail()] = document.versions;
    assert.deepEqual(nodeById(shown, place, earlier.id), { kind: "version", place, document, version: earlier });
    for (const elsewhere of [
      { ...place, environment: "Test" as const },
      { ...place, identity: "another client" },
    ])
      assert.ok(isKnownByIdAlone(nodeById(shown, elsewhere, earlier.id).document));
    assert.ok(!isKnownByIdAlone(document));
    assert.deepEqual(nodeById([], place, "x-1").document, documentById("x-1"));
  });

  it("is downloaded under the name that the service gives with the file", async () => {
    const { id } = (await report()).versions[1] ?? assert.fail();
    const node = nodeById([], place, id);
    const file = await api.call("archive.download", { environment, path: { fileId: node.version.id } });
    assert.equal(withFileName(node, file).version.fileName, "Claim report S-77.pdf");
    assert.equal(withFileName(node, { ...file, name: undefined }).version.fileName, id);
    const known = nodeById([{ kind: "document", place, document: await report() }], place, id);
    assert.equal(withFileName(known, { ...file, name: "another.pdf" }).version.fileName, known.version.fileName);
  });

  it("is deleted after a dialog says that only its id is known, with a copy on request, and looked up afterwards", async () => {
    const [{ id } = assert.fail()] = (await report()).versions;
    const document = documentById(id);
    const { question, consequences } = deleteWords(document, { copies: undefined });
    assert.equal(question, `Delete "${id}" from the archive?`);
    assert.match(
      consequences.join("\n"),
      /^You entered only the document's id, and nothing else is known about the document\. Open the document before you delete it, to see which one it is\.\n.*One version is known\. There may be others\./,
    );
    const root = await mkdtemp(join(tmpdir(), "smartform-copies-"));
    try {
      const { folder } = await keepCopies(api.call, document.versions, root, {
        place,
        at: new Date(),
        signal,
        isOwn: true,
      });
      assert.equal((await readdir(folder)).length, 1);
    } finally {
      await rm(root, { recursive: true });
    }
    const request = { environment, path: { fileId: id } } as const;
    await api.call("archive.delete", request, {
      ticket: service.ticket(api, { operation: "archive.delete", ...request }),
    });
    const { left } = await leftWords(api.call, document, environment, { signal });
    assert.deepEqual([left.gone.map((version) => version.id), left.there], [[id], []]);
  });
});
