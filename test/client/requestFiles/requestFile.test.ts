/** Sending a request file: it is refused while anything is wrong with it, and otherwise sent exactly as written. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { appendFileSync, renameSync, symlinkSync } from "node:fs";
import { mkdir, mkdtemp, rm, symlink, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { OperationId } from "../../../api/index.ts";
import { shownOf } from "../../../client/requestFiles/answerModel.ts";
import { readNamedFiles } from "../../../client/requestFiles/namedFilesModel.ts";
import {
  destinationOf,
  environmentsFor,
  lensOf,
  needsEnvironment,
  readRequestFile,
} from "../../../client/requestFiles/requestFileModel.ts";
import type { FilePlace } from "../../../language/index.ts";
import { swapping, swappingBeforeRead } from "../../swap.ts";

const read = (request: object | string, name: string) =>
  readRequestFile(typeof request === "string" ? request : JSON.stringify(request), name);

function ready(request: object, name: string) {
  const found = read(request, name);
  assert.ok(found !== undefined && !("mistakes" in found), JSON.stringify(found));
  return found;
}

describe("the environment of a request file that names none", () => {
  const where = { sandbox: false, environment: undefined };
  it("is asked for, that of the connection first", () => {
    const { offered, preset } = environmentsFor("archive.search", { ...where, environment: "Test" });
    assert.deepEqual([offered, preset], [["Test", "Development", "PreProduction", "Production"], undefined]);
    assert.equal(environmentsFor("distribution.send", { ...where, documentsEnvironment: "Test4" }).offered[0], "Test4");
  });

  it("is preset in the sandbox: that of the connection, or else one that has documents", () => {
    const sandbox = { ...where, sandbox: true };
    assert.deepEqual(
      [
        environmentsFor("archive.search", sandbox),
        environmentsFor("archive.search", { ...sandbox, environment: "Production" }),
        environmentsFor("distribution.send", sandbox),
        environmentsFor("distribution.send", { ...sandbox, documentsEnvironment: "Test4" }),
      ].map(({ preset }) => preset),
      ["Development", "Production", "Test", "Test4"],
    );
  });
});

describe("a request file that is sent", () => {
  it("is refused with everything that is wrong with it, and not for its warnings", () => {
    const wrong = read('{ "operation": "archive.search", "bdy": { "searchQuery": "x", } }', "a.archive.json");
    assert.deepEqual(wrong && "mistakes" in wrong ? wrong.mistakes.map(({ code }) => code) : wrong, [
      "request-unknown-property",
      "request-syntax",
    ]);
    ready(
      {
        operation: "archive.upload",
        body: { fileName: "a", fileContent: "AAAA", folderId: "1", callbackPayload: "x" },
      },
      "a.archive.json",
    );
    ready(
      { operation: "pdf.createForm", body: { dialogDefinitionId: "s", values: {}, colour: "red" } },
      "a.forms.json",
    );
    ready({ operation: "archive.search", body: { serchQuery: "x" } }, "a.archive.json");
    for (const [text, name] of [
      ["", "a.archive.json"],
      ["{}", "a.archive.json"],
      ["[]", "a.signing.json"],
      ["nul", "a.store.json"],
    ] as const)
      assert.ok("mistakes" in read(text, name)!, text);
    assert.equal(read("{}", "a.form.json"), undefined);
    assert.equal(read("{}", "archive.json"), undefined);
  });

  it("has its files in the named places, with their names, and its passwords (T160)", () => {
    const upload = ready(
      {
        operation: "archive.upload",
        environment: "Test",
        body: { fileContent: { file: "sub/contract.pdf" }, folderId: "1" },
      },
      "a.archive.json",
    );
    const [place] = upload.files;
    const bytes = new Uint8Array([1, 2, 3]);
    const { body, files, environment } = upload.fill({ bytes: new Map([[place!, bytes]]), secrets: new Map() });
    const { fileContent, ...rest } = body as { readonly fileContent: string };
    assert.deepEqual(
      [{ ...rest }, environment, files.get(fileContent), files.size],
      [{ fileName: "contract.pdf", folderId: "1" }, "Test", bytes, 1],
    );

    const session = ready(
      {
        operation: "documents.sessions.create",
        body: {
          MetaFile: "M",
          Document: "D",
          DataAsBase64: "AAAA",
          UserName: "u",
          SenderCallBackEndpoint: "https://example.com/done",
          SenderCallBackUserName: "ada",
          SenderCallBackPassword: { secret: "callback" },
        },
      },
      "a.document.json",
    );
    assert.deepEqual(
      session.secrets.map(({ name }) => name),
      ["callback"],
    );
    const filled = session.fill({ bytes: new Map(), secrets: new Map([["callback", "hunter2"]]) });
    assert.equal((filled.body as { readonly SenderCallBackPassword: string }).SenderCallBackPassword, "hunter2");
    assert.equal(destinationOf(filled), "https://example.com");
    assert.equal(destinationOf({ body: {} }), "");
    assert.equal(
      destinationOf({ body: { senderCallBackEndpoint: "https://example.com/done" } }),
      "https://example.com",
      "the service may take a name in any letter case",
    );
  });

  for (const [what, body, sent] of [
    ["all there is", { file: "letter.pdf" }, { FileName: "letter.pdf", FileAsBase64: "FILE" }],
    ["a property named file among others", { file: "letter.pdf", title: "T" }, { file: "letter.pdf", title: "T" }],
    ["a property named file that holds no path", { file: { name: "letter.pdf" } }, { file: { name: "letter.pdf" } }],
    ["a number named file", { a: { file: 5 } }, { a: { file: 5 } }],
    ["a file in a field", { title: "T", content: { file: "letter.pdf" } }, { title: "T", content: "FILE" }],
    [
      "files at any depth",
      { a: { b: [{ c: { file: "letter.pdf" } }, { file: "x", d: 1 }] } },
      { a: { b: [{ c: "FILE" }, { file: "x", d: 1 }] } },
    ],
  ] as const) {
    it(`accepts anything for the viewer archive, whose content no document describes: ${what}`, () => {
      const upload = ready(
        { operation: "viewer.upload", environment: "Test", path: { schema: "s", userId: "u" }, body },
        "a.distribution.json",
      );
      const { body: filled, files } = upload.fill({
        bytes: new Map(upload.files.map((place) => [place, new Uint8Array([1])])),
        secrets: new Map(),
      });
      assert.deepEqual(
        JSON.parse(
          JSON.stringify(filled, (_, value: unknown) =>
            typeof value === "string" && files.has(value) ? "FILE" : value,
          ),
        ),
        sent,
      );
    });
  }

  it("is refused while a password is written out in it (T160)", () => {
    const wrong = read(
      {
        operation: "documents.sessions.create",
        body: { MetaFile: "M", Document: "D", DataAsBase64: "AAAA", UserName: "u", SenderCallBackPassword: "hunter2" },
      },
      "a.document.json",
    );
    assert.deepEqual(wrong && "mistakes" in wrong ? wrong.mistakes.map(({ code }) => code) : wrong, ["request-secret"]);
  });

  it("is never sent with an unread file", () => {
    const upload = ready(
      { operation: "archive.upload", body: { fileContent: { file: "contract.pdf" }, folderId: "1" } },
      "a.archive.json",
    );
    assert.throws(() => upload.fill({ bytes: new Map(), secrets: new Map() }), /contract\.pdf was not read/);
  });

  it("keeps names that have a meaning in JavaScript, and every character as written", () => {
    const update = ready(
      JSON.parse(
        '{ "operation": "store.update", "body": { "JobId": "9007199254740993", "DocId": 1, "UpdateColumns": { "__proto__": "x", "constructor": null, "å": "\\u2028" } } }',
      ) as object,
      "a.store.json",
    );
    const { body } = update.fill({ bytes: new Map(), secrets: new Map() });
    assert.equal(
      JSON.stringify(body),
      '{"JobId":"9007199254740993","DocId":1,"UpdateColumns":{"__proto__":"x","constructor":null,"å":"\u2028"}}',
    );
  });

  it("shows above the file what sending it does", () => {
    const lens = (request: object, name: string) => lensOf(JSON.stringify(request), name)?.title;
    assert.equal(lens({ operation: "signing.orders.create" }, "a.signing.json"), "$(mail) Create the signing order…");
    assert.equal(
      lens({ operation: "archive.upload", body: {} }, "a.archive.json"),
      "$(play) Store the document in the archive",
    );
    assert.equal(
      lens({ operation: "archive.upload", body: { callbackPayload: "x" } }, "a.archive.json"),
      "$(mail) Store the document in the archive…",
    );
    assert.equal(
      lens({ operation: "store.updateMany" }, "a.store.json"),
      "$(warning) Change the columns of all stored documents that match…",
    );
    assert.deepEqual(
      [
        lens({}, "a.signing.json"),
        lens({ operation: "signing.orders.create" }, "a.archive.json"),
        lens({}, "a.form.json"),
      ],
      [undefined, undefined, undefined],
    );
  });

  it("must name an environment if leaving it out would mean another one (T83)", () => {
    assert.deepEqual(
      (["archive.upload", "documents.pdf.create", "pdf.createForm", "signing.orders.create"] as const).map(
        needsEnvironment,
      ),
      [true, true, false, false],
    );
  });
});

describe("the files of a request", () => {
  let folder = "";
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "requests-"));
    await mkdir(join(folder, "root/requests"), { recursive: true });
    const write = (name: string, content: string | Uint8Array) => writeFile(join(folder, name), content);
    await write("outside.pdf", "%PDF-1.4");
    await write("root/beside.pdf", "%PDF-1.4 beside");
    await write("root/requests/contract.pdf", "%PDF-1.4 contract");
    await write("root/requests/notes.txt", "notes");
    await write("root/requests/empty.pdf", "");
    await write("root/requests/data.xml", '\ufeff<?xml version="1.0" encoding="utf-8"?><Data><A B="å"/></Data>');
    await write("root/requests/data.json", '{ "a": "å" }');
    await write(
      "root/requests/latin.xml",
      Buffer.from('<?xml version="1.0" encoding="utf-8"?><Data A="\u00e5"/>', "latin1"),
    );
    await write("root/requests/large.pdf", "%PDF-");
    await truncate(join(folder, "root/requests/large.pdf"), 5_000_000_000);
    await symlink(join(folder, "outside.pdf"), join(folder, "root/requests/link.pdf"));
    await symlink(folder, join(folder, "root/requests/up"));
    execFileSync("mkfifo", [join(folder, "root/requests/pipe")]);
  });
  after(() => rm(folder, { recursive: true }));

  const place = (
    name: string,
    { at = "fileContent", isPdf = false }: { readonly at?: string; readonly isPdf?: boolean } = {},
  ): FilePlace => ({
    kind: "file",
    path: ["body", at],
    node: { kind: "object", properties: [], start: 0, end: 0 },
    name,
    isPdf,
  });
  const readAll = (
    places: readonly FilePlace[],
    operation: OperationId = "archive.upload",
    options: { readonly largest?: number } = {},
  ) =>
    readNamedFiles(
      places,
      operation,
      { request: join(folder, "root/requests/a.archive.json"), root: join(folder, "root") },
      options,
    );
  const text = async (one: FilePlace, operation?: OperationId) =>
    Buffer.from((await readAll([one], operation)).get(one)!).toString();

  it("are read whole, from anywhere in the workspace folder", async () => {
    assert.deepEqual(
      [await text(place("contract.pdf", { isPdf: true })), await text(place("../beside.pdf"))],
      ["%PDF-1.4 contract", "%PDF-1.4 beside"],
    );
  });

  it("hold document data in the service's format", async () => {
    assert.equal(
      await text(place("data.xml", { at: "DataAsBase64" }), "documents.pdf.create"),
      '<?xml version="1.0" encoding="utf-8"?><Data><A B="å"/></Data>',
    );
    assert.equal(await text(place("data.json", { at: "DataAsBase64" }), "documents.pdf.createJson"), '{ "a": "å" }');
    for (const [name, operation] of [
      ["data.json", "documents.pdf.create"],
      ["data.xml", "documents.pdf.createJson"],
      ["latin.xml", "documents.pdf.create"],
    ] as const) {
      await assert.rejects(
        readAll([place(name, { at: "DataAsBase64" })], operation),
        /The service does not accept the data in .*Nothing was sent\.$/s,
        name,
      );
    }
  });

  const refusals: readonly (readonly [string, FilePlace, RegExp])[] = [
    ["outside", place("../../outside.pdf"), /outside the workspace folder/],
    ["through a link", place("link.pdf"), /outside the workspace folder/],
    ["in a folder through a link", place("up/outside.pdf"), /outside the workspace folder/],
    ["that are no files", place("pipe"), /is not a file/],
    ["that are folders", place("../requests"), /is not a file|EISDIR/],
    ["that are gone", place("gone.pdf"), /cannot be read \(ENOENT\)/],
    ["with absolute paths", place("/etc/passwd"), /only files of the workspace/],
    ["that are empty", place("empty.pdf"), /is empty/],
    ["larger than memory", place("large.pdf"), /too large/],
    ["that are not PDFs, if one is needed", place("notes.txt", { isPdf: true }), /is not a PDF/],
  ];
  for (const [what, one, message] of refusals) {
    it(`are not sent: ${what}`, () =>
      assert.rejects(
        readAll([one]),
        (error: Error) => message.test(error.message) && error.message.endsWith("Nothing was sent."),
      ));
  }

  it("are not sent from elsewhere if a folder becomes a link between check and reading", async () => {
    const requests = join(folder, "root/requests");
    await mkdir(join(folder, "elsewhere"));
    await mkdir(join(requests, "in"));
    for (const name of [join(folder, "elsewhere/a.pdf"), join(requests, "in/a.pdf")]) await writeFile(name, "%PDF-1.4");
    const { came } = await swapping(
      "open",
      (path) => path.endsWith("a.pdf"),
      () => {
        renameSync(join(requests, "in"), join(requests, "moved"));
        symlinkSync(join(folder, "elsewhere"), join(requests, "in"));
      },
      () => assert.rejects(readAll([place("in/a.pdf")]), /outside the workspace folder.* Nothing was sent\.$/),
    );
    assert.ok(came);
  });

  it("are not sent if one grows beyond the limit while it is read", async () => {
    const path = join(folder, "root/requests/growing.pdf");
    await writeFile(path, "%PDF-");
    const { came } = await swappingBeforeRead(
      () => appendFileSync(path, "more"),
      () =>
        assert.rejects(
          readAll([place("growing.pdf")], "archive.upload", { largest: 8 }),
          /growing\.pdf is too large.* Nothing was sent\.$/,
        ),
    );
    assert.ok(came);
  });

  it("are counted together", async () => {
    const places = [place("contract.pdf"), place("../beside.pdf")];
    await readAll(places, "archive.upload", { largest: 32 });
    await assert.rejects(readAll(places, "archive.upload", { largest: 31 }), /\.\.\/beside\.pdf is too large/);
  });
});

describe("the answer to a request file", () => {
  const file = (content: string, contentType: string, name?: string) => ({
    bytes: new TextEncoder().encode(content),
    contentType,
    name,
  });

  it("is shown as text that is never a page, and saved under a harmless name", () => {
    assert.deepEqual(shownOf("documents.html.create", file("<script>alert(1)</script>", "text/html")), {
      kind: "document",
      content: "<script>alert(1)</script>",
      extension: "txt",
    });
    assert.deepEqual(shownOf("documents.xml.create", file("<a/>", "application/xml; charset=utf-8")), {
      kind: "document",
      content: "<a/>",
      extension: "txt",
    });
    const saved = shownOf("documents.mfdx.create", file("x", "application/octet-stream", "../../.bashrc"));
    assert.equal(saved.kind === "file" ? saved.name : saved.kind, "documents.mfdx.create.bashrc");
    assert.equal(shownOf("documents.pdf.create", file("%PDF-", "application/pdf")).kind, "pdf");
    assert.deepEqual(shownOf("archive.search", [{ id: "1" }]), {
      kind: "document",
      content: '[\n  {\n    "id": "1"\n  }\n]\n',
      extension: "json",
    });
  });

  it("claims no more than the service said", () => {
    const words = (...args: Parameters<typeof shownOf>) => {
      const shown = shownOf(...args);
      return shown.kind === "sentence" || shown.kind === "session" ? shown.words : shown.kind;
    };
    assert.match(words("documents.pdf.create", null), /creates no document from these data/);
    assert.match(words("store.update", 0), /Nothing was changed/);
    assert.match(words("audit.write", undefined), /does not prove that it stored/);
    assert.match(
      words("distribution.sendOnce", { CorrelationId: "c-1" }),
      /accepted for distribution.*The service does not report back here whether or when the document arrives/,
    );
  });

  it("never shows the address that opens a session, nor its credential (T159)", () => {
    const shown = shownOf("documents.sessions.create", {
      DxmlUID: "d-1",
      StartURL: "https://editor.example/WebEditor/abc",
      ValidTo: "2026-03-01T10:00:00",
      JWT: "secret-jwt",
    });
    assert.equal(shown.kind, "session");
    const { editor, ...said } = shown;
    assert.deepEqual(said, {
      kind: "session",
      words: "The editing session d-1 was started. You can edit until 2026-03-01T10:00:00 (UTC).",
      name: "d-1",
    });
    assert.deepEqual([editor?.origin, editor?.restart], ["https://editor.example", { startParameter: "abc" }]);
  });
});
