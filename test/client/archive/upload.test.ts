/** Uploads into the archive of the sandbox: new documents and new versions, and the message when a response is lost. */
import assert from "node:assert/strict";
import { columnsOf } from "../../../api/index.ts";
import type { Api, Uploaded } from "../../../api/index.ts";
import { send } from "../../../client/calls/carryOutModel.ts";
import {
  documentTypes,
  draftRows,
  firstDraft,
  lookForUpload,
  markerFor,
  namedLike,
  nameProblem,
  requestsOf,
  storedWords,
  uploadAdvice,
  uploadWords,
} from "../../../client/archive/uploadModel.ts";
import type { Sent, Target } from "../../../client/archive/uploadModel.ts";
import type { ArchiveDocument } from "../../../client/records/archiveDocumentModel.ts";
import { startContract } from "../../api/contract/service.ts";
import type { Contract } from "../../api/contract/service.ts";

const signal = new AbortController().signal;
const environment = "Test";
const fileName = "Contract.txt";
const bytes = new TextEncoder().encode("A contract.");

describe("storing in the archive", () => {
  let service: Contract;
  let api: Api;

  before(async () => {
    service = await startContract();
    api = service.as("standard");
  });
  beforeEach(() => service.control("POST", "/reset", { seed: "demo" }));
  after(() => service.close());

  const target = (): Target => ({
    kind: "new",
    folder: { folderId: service.ready.demo.archiveFolderId, folderPath: "Claims" },
  });
  const sending = (more: Partial<Sent> = {}): Sent => ({
    environment,
    bytes,
    draft: firstDraft(fileName, target()),
    target: target(),
    marker: undefined,
    ...more,
  });
  const named = () => namedLike(api, environment, fileName, { signal });
  const columns = async () => columnsOf(await api.call("archive.columns", { environment }));

  /** Sends the requests as the command does: it tries the next request only if the previous one was refused. */
  async function store(sent: Sent): Promise<Uploaded> {
    for (const request of requestsOf(sent)) {
      const answer = await api
        .call("archive.upload", request)
        .catch((error: unknown) =>
          error instanceof Error && "outcome" in error && error.outcome === "none" ? undefined : Promise.reject(error),
        );
      if (answer !== undefined) return answer;
    }
    return assert.fail("every request was refused");
  }

  async function stored(sent = sending()): Promise<ArchiveDocument> {
    const { storedDocumentId } = await store(sent);
    return (await named()).find(({ versions }) => versions.some(({ id }) => id === storedDocumentId)) ?? assert.fail();
  }

  it("creates a new document, whatever has its name, and never sends an id (T132)", async () => {
    await stored();
    await stored();
    assert.deepEqual(
      (await named()).map(({ versions }) => versions.length),
      [1, 1],
    );
    assert.deepEqual(
      requestsOf(sending()).map(({ body }) => "id" in body),
      [false],
    );
  });

  for (const [choice, alternative] of [
    ["T134", "any storedDocumentId"],
    ["T134", "the newest storedDocumentId"],
    ["T134", "rootDocumentId"],
    ["R6", "kept"],
    ["R2", "400"],
  ] as const) {
    it(`adds a version to the chosen document, and keeps the earlier values, if ${choice} is "${alternative}" (T132, T134)`, async () => {
      await service.choose(choice, alternative);
      let document = await stored(
        sending({
          draft: {
            ...firstDraft(fileName, target()),
            type: "Smartform",
            search: { search1: "S-9", search2: "Eva Lind" },
          },
        }),
      );
      for (const version of [2, 3]) {
        const next: Target = { kind: "version", document };
        document = await stored(
          sending({
            target: next,
            draft: { ...firstDraft(fileName, next), search: { search2: `Customer ${version}` } },
          }),
        );
      }
      const { listed } = document;
      assert.deepEqual(
        [
          (await named()).length,
          document.versions.length,
          listed.search1,
          listed.search2,
          listed.type,
          listed.folderPath,
        ],
        [1, 3, "S-9", "Customer 3", 1, "Claims"],
      );
    });
  }

  it("sends the type as its number, chosen by its name, and keeps an undocumented one (T137)", async () => {
    const number = (type: (typeof documentTypes)[number]) =>
      requestsOf(sending({ draft: { ...firstDraft(fileName, target()), type } }))[0]?.body.type;
    assert.deepEqual(documentTypes.map(number), [0, 1, 2]);
    const document = await stored();
    const strange: Target = { kind: "version", document: { ...document, listed: { ...document.listed, type: 7 } } };
    assert.equal(firstDraft(fileName, strange).type, undefined);
    assert.equal(
      draftRows(firstDraft(fileName, strange), strange, []).find(({ part }) => part === "type")?.value,
      "type 7",
    );
    assert.equal(
      requestsOf(sending({ target: strange, draft: firstDraft(fileName, strange) }))[0]?.body.type,
      undefined,
    );
  });

  it("accepts any file, and returns it unchanged", async () => {
    const picture = Uint8Array.of(0xff, 0xd8, 0xff, 0xe0, 0, 1, 2, 255);
    const { storedDocumentId } = await store(
      sending({ bytes: picture, draft: firstDraft("photo.jpg", target(), { isPdf: false }) }),
    );
    const file = await api.call("archive.download", { environment, path: { fileId: storedDocumentId } });
    assert.deepEqual([file.name, Buffer.compare(file.bytes, picture)], ["photo.jpg", 0]);
  });

  it("calls the company's callbacks only with a ticket (T141)", async () => {
    const [request] = requestsOf(
      sending({ draft: { ...firstDraft(fileName, target()), callbackPayload: "for the callbacks" } }),
    );
    assert.ok(request);
    let asked = 0;
    const consent = async () => {
      asked += 1;
      return undefined;
    };
    assert.equal(await send({ api, operation: "archive.upload", request, consent, signal }), undefined);
    assert.deepEqual([asked, (await named()).length], [1, 0]);
  });

  for (const [kind, marked, words] of [
    [
      "reset-after",
      false,
      /The archive in Test has something new with this name and the same bytes: version 1\. The file was most likely stored/,
    ],
    ["reset-after", true, /a document with the mark of this upload, so the file was stored/],
    ["reset-before", false, /does not list this upload\. That proves nothing/],
    ["reset-before", true, /does not list this upload\. That proves nothing/],
  ] as const) {
    it(`searches for an upload whose answer is lost (${kind}, ${marked ? "with" : "without"} a mark), says what exists, and sends nothing again (T133)`, async () => {
      const draft = firstDraft(fileName, target());
      const sent = sending({ draft, marker: marked ? markerFor("search5", draft, await columns()) : undefined });
      assert.equal(sent.marker !== undefined, marked);
      await stored();
      const before = await named();
      await service.control("DELETE", "/ledger");
      await service.control("POST", "/faults", { operation: "archive.upload", kind, times: 1 });
      const [request] = requestsOf(sent);
      assert.ok(request);
      const sentOnce = send({
        api,
        operation: "archive.upload",
        request,
        consent: () => assert.fail("asked"),
        signal,
        lookUp: (looking) => lookForUpload(api, sent, before, { signal: looking }),
      });
      await assert.rejects(sentOnce, (error: unknown) => error instanceof Error && words.test(error.message));
      const { items } = (await service.control("GET", "/ledger")) as {
        readonly items: readonly { readonly operation: string }[];
      };
      assert.equal(items.filter(({ operation }) => operation === "archive.upload").length, 1);
    });
  }

  it("does not mistake a document that somebody else stored under the same name for the lost upload", async () => {
    const before = await named();
    await store(sending({ bytes: new TextEncoder().encode("Another contract.") }));
    assert.match(await lookForUpload(api, sending(), before, { signal }), /with other bytes/);
    await service.control("POST", "/faults", { operation: "archive.download", kind: "status", status: 403, times: 1 });
    assert.match(await lookForUpload(api, sending(), before, { signal }), /not all of it could be compared/);
    for (let more = 0; more < 5; more += 1)
      await store(sending({ bytes: new TextEncoder().encode(`Version ${more}.`) }));
    assert.match(
      await lookForUpload(api, sending(), before, { signal }),
      /not all of it could be compared/,
      "too many",
    );
  });

  it("leaves no mark if the column holds a value, is not searchable, or was not given", async () => {
    const draft = firstDraft(fileName, target());
    const marks = [
      markerFor(undefined, draft, await columns()),
      markerFor("search4", draft, await columns()),
      markerFor("search5", { ...draft, search: { search5: "mine" } }, await columns()),
    ];
    assert.deepEqual(marks, [undefined, undefined, undefined]);
  });

  it("says where a file is according to a new reading, and reports one that is not listed", async () => {
    const uploaded = await store(sending());
    const [found] = await named();
    assert.equal(
      storedWords(sending(), uploaded, found),
      '"Contract.txt" is stored as version 1 in Test, folder "Claims". The archive was read again and shows it (1 version).',
    );
    assert.match(
      storedWords(sending(), uploaded, undefined),
      /The service says that .* is stored as version 1, but Test does not list it yet/,
    );
  });

  it("offers every column by its title, and says what a new version keeps", async () => {
    const document = await stored(
      sending({ draft: { ...firstDraft(fileName, target()), search: { search1: "S-9" } } }),
    );
    const next: Target = { kind: "version", document };
    const rows = draftRows(
      { ...firstDraft("Contract.pdf", next), search: { search3: "Karin" } },
      next,
      await columns(),
    );
    assert.deepEqual(
      rows.map(({ title, value }) => [title, value]),
      [
        ["File name", "Contract.pdf"],
        ["Type", "ordinary"],
        ["Claim number", "S-9 (kept)"],
        ["Customer", ""],
        ["Case worker", "Karin"],
        ["Note (not searchable)", ""],
        ["Reference of the sender", ""],
        ["Text for the company’s callbacks", "none"],
      ],
    );
  });

  it("needs a name with its type, and warns of large files", () => {
    assert.deepEqual(
      [
        nameProblem("a.pdf"),
        nameProblem(" ")?.slice(0, 5),
        nameProblem("a/b.pdf")?.slice(0, 11),
        nameProblem("a")?.slice(0, 11),
      ],
      [undefined, "Enter", "A file name", "End the nam"],
    );
    assert.deepEqual(
      ["Claim report, drafts", "Report.pdf (version 3)"].map((name) => firstDraft(name, target()).fileName),
      ["Claim report, drafts.pdf", "Report.pdf"],
    );
    assert.deepEqual(
      ["photo.jpg", "Makefile"].map((name) => firstDraft(name, target(), { isPdf: false }).fileName),
      ["photo.jpg", "Makefile"],
    );
    assert.deepEqual(
      [uploadAdvice("a.pdf", new TextEncoder().encode("%PDF-1.7")), uploadAdvice("a.jpg", bytes)],
      [undefined, undefined],
    );
    assert.match(uploadAdvice("a.PDF", bytes) ?? "", /its content does not begin like that of a PDF/);
    assert.deepEqual(
      [uploadWords(2000), uploadWords(12 * 1024 * 1024)],
      ["2 KB", "12.0 MB: a large file, which takes a while"],
    );
  });
});
