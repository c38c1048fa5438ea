/**
 * Every operation of document 1 against the sandbox, through the whole client: neither side can drift from the table
 * unnoticed.
 */
import assert from "node:assert/strict";
import { operationOf, operations, searchTexts } from "../../api/index.ts";
import type { Api, Intent, OperationId } from "../../api/index.ts";
import { apiOf } from "../sandbox/apiOf.ts";
import { grantTicket, startSandbox } from "../sandbox/permits.ts";
import type { Sandbox } from "../../sandbox/index.ts";

let sandbox: Sandbox;
let api: Api;
const called = new Set<string>();

before(async () => {
  sandbox = await startSandbox();
  api = apiOf(sandbox.ready, { log: ({ operation }) => called.add(operation) });
});
after(async () => {
  await api.close();
  await sandbox[Symbol.asyncDispose]();
});

function ticket(intent: Omit<Intent, "connection" | "receivers"> & { readonly receivers?: readonly string[] }) {
  return grantTicket({ receivers: [], ...intent, connection: api.connection });
}

async function choose(id: string, alternative: string): Promise<void> {
  const { controlUrl, controlSecret } = sandbox.ready;
  const chosen = await fetch(`${controlUrl}/choices`, {
    method: "POST",
    headers: { authorization: `Bearer ${controlSecret}` },
    body: JSON.stringify({ id, alternative }),
  });
  assert.equal(chosen.status, 200);
}

function pdfText(file: { readonly bytes: Uint8Array }): string {
  return Buffer.from(file.bytes.subarray(0, 5)).toString();
}

describe("the sandbox keeps the table", () => {
  it("creates, changes and deletes folders and texts", async () => {
    const folder = await api.call("textlibrary.folders.create", {
      body: { name: "Contract", parentFolderId: null, code: "contract" },
    });
    await api.call("textlibrary.folders.update", { path: { id: folder.id }, body: { name: "Contracts" } });
    const text = await api.call("textlibrary.texts.create", {
      body: {
        folderId: folder.id,
        code: "hello",
        contentType: 0,
        defaultLanguage: "en",
        translations: { en: { content: "Hello" } },
      },
    });
    await api.call("textlibrary.texts.update", {
      path: { id: text.id },
      body: {
        folderId: folder.id,
        code: "hello",
        contentType: 0,
        defaultLanguage: "en",
        translations: { sv: { content: "Hej" } },
      },
    });
    const read = await api.call("textlibrary.texts.get", { path: { id: text.id } });
    assert.deepEqual(
      Object.entries(read.translations ?? {})
        .map(([language, { content }]) => [language, content])
        .toSorted(),
      [
        ["en", "Hello"],
        ["sv", "Hej"],
      ],
    );
    assert.ok(
      (await api.call("textlibrary.folders.list", {})).some(
        ({ id, name, code }) => id === folder.id && name === "Contracts" && code === "contract",
      ),
    );
    const found: string[] = [];
    for await (const page of searchTexts((id, request, options) => api.call(id, request, options), { pageSize: 2 }))
      found.push(...page.texts.map(({ id }) => id));
    assert.ok(found.length > 2 && found.includes(text.id));

    const [textPath, folderPath] = [{ id: text.id }, { id: folder.id }];
    const full = { operation: "textlibrary.folders.delete", path: folderPath } as const;
    await assert.rejects(api.call("textlibrary.folders.delete", { path: folderPath }, { ticket: ticket(full) }), {
      code: "conflict",
      outcome: "none",
    });
    await api.call(
      "textlibrary.texts.delete",
      { path: textPath },
      { ticket: ticket({ operation: "textlibrary.texts.delete", path: textPath }) },
    );
    await api.call("textlibrary.folders.delete", { path: folderPath }, { ticket: ticket(full) });
    await assert.rejects(api.call("textlibrary.texts.get", { path: textPath }), { code: "not-found" });
  });

  it("creates, reads and deletes forms and PDFs", async () => {
    const { singleStep, attachments } = sandbox.ready.demo.smartforms;
    const smartform = { dialogDefinitionId: singleStep };
    assert.ok((await api.call("forms.active", {})).some(({ id }) => id === singleStep));
    await api.call("forms.activeList", {});
    await api.call("forms.definition", { path: smartform });
    await api.call("forms.participatingParties", { path: smartform });
    await api.call("forms.inProgress", {});
    await api.call("forms.ping", { environment: "Test" });
    const [field] = await api.call("forms.fields", { path: smartform });
    assert.ok(field);
    const form = await api.call("forms.create", {
      body: { ...smartform, values: { [field.name]: "value" }, externalMetaData: { case: "17" } },
    });
    assert.equal(form.resolvedEnvironment ?? null, null);
    await api.call("forms.read", { path: { id: form.id } });
    await api.call("forms.read", { path: { id: form.id }, query: { readableValues: true, omitImagesAndFiles: false } });
    assert.deepEqual(await api.call("forms.propertyValue", { path: { id: form.id, property: field.name } }), {
      value: "value",
    });
    await assert.rejects(
      api.call("forms.propertyFile", { path: { id: form.id, property: field.name, fileId: "none" } }),
      { code: "not-found" },
    );
    assert.equal(
      pdfText(await api.call("pdf.existing", { path: { dialogDefinitionId: singleStep, dialogValuesId: form.id } })),
      "%PDF-",
    );
    assert.equal(
      pdfText(await api.call("pdf.render", { body: { smartformId: singleStep, smartformValueId: form.id } })),
      "%PDF-",
    );
    assert.equal(
      pdfText(await api.call("pdf.createForm", { body: { ...smartform, values: {} }, query: { languageCode: "en" } })),
      "%PDF-",
    );
    const body = { dialogDefinitionId: attachments, values: {} };
    assert.equal(
      pdfText(await api.call("pdf.submitForm", { body }, { ticket: ticket({ operation: "pdf.submitForm", body }) })),
      "%PDF-",
    );

    const path = { id: form.id };
    await api.call("forms.delete", { path }, { ticket: ticket({ operation: "forms.delete", path }) });
    await assert.rejects(api.call("forms.read", { path }), { code: "not-found" });
    const bulk = { dialogValuesIds: [form.id] };
    await api.call(
      "forms.deleteBulk",
      { body: bulk },
      { ticket: ticket({ operation: "forms.deleteBulk", body: bulk }) },
    );
  });

  it("T168 reads the library and the forms in any letter case of their names", async () => {
    const id = sandbox.ready.demo.smartforms.singleStep;
    const readAll = () =>
      Promise.all([
        api.call("textlibrary.folders.list", {}),
        api.call("textlibrary.search", { query: { q: "intro" } }),
        api.call("textlibrary.texts.get", { path: { id: "text-claims-intro" } }),
        api.call("forms.active", {}),
        api.call("forms.fields", { path: { dialogDefinitionId: id } }),
        api.call("forms.participatingParties", { path: { dialogDefinitionId: id } }),
        api.call("forms.ping", {}),
      ]);
    const documented = await readAll();
    await choose("S15", "PascalCase");
    assert.deepEqual(await readAll(), documented);
    await choose("S15", "as documented");
  });

  it("T167 a create that answers 204 may have made the form: its outcome is unknown, and it is not sent again", async () => {
    const inProgress = async () => (await api.call("forms.inProgress", {})).length;
    const before = await inProgress();
    await choose("N6", "204");
    await assert.rejects(
      api.call("forms.create", { body: { dialogDefinitionId: sandbox.ready.demo.smartforms.multiStep, values: {} } }),
      { code: "invalid-answer", outcome: "unknown" },
    );
    await choose("N6", "200");
    assert.equal(await inProgress(), before + 1);
  });

  it("T80 reads undocumented shapes in every form that the sandbox can give them", async () => {
    const { multiStep } = sandbox.ready.demo.smartforms;
    await api.call("forms.create", { body: { dialogDefinitionId: multiStep, values: {} } });
    for (const [id, alternative] of [
      ["N3", "full"],
      ["N3", "minimal"],
      ["N7", "full"],
      ["N7", "minimal"],
      ["N8", "full"],
      ["N8", "other names"],
    ] as const) {
      await choose(id, alternative);
      assert.ok((await api.call("forms.activeList", {})).some((smartform) => smartform.id === multiStep));
      assert.equal((await api.call("forms.definition", { path: { dialogDefinitionId: multiStep } })).id, multiStep);
      assert.match(JSON.stringify(await api.call("forms.inProgress", {})), new RegExp(multiStep));
    }
  });

  it("no operation was left out", () => {
    assert.deepEqual(
      (Object.keys(operations) as OperationId[]).filter((id) => operationOf(id).service === "forms" && !called.has(id)),
      [],
    );
  });
});
