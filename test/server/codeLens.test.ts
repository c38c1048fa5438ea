/** Code lenses above a library text. */
import assert from "node:assert/strict";
import type { CodeLens } from "vscode-languageserver/node";
import type { PlacesResult } from "../../server/protocol.ts";
import { text } from "../catalog/service.ts";
import { capable } from "./editor.ts";
import { letters, startCompany } from "./company.ts";
import type { Company, CompanyOptions } from "./company.ts";

const greeting = "textlib://test/hr/greeting.en.sft?t2";

describe("textDocument/codeLens", () => {
  let company: Company;
  afterEach(() => company[Symbol.asyncDispose]());
  async function start(options: Partial<CompanyOptions> = {}): Promise<void> {
    company = await startCompany({
      files: {
        "a.sft": "[[ LIB : hr : greeting ]] [[ LIB : hr : greeting ]]",
        "c.form.json": '{ "values": { "x": "[[ LIB : hr : greeting ]]" } }',
      },
      library: "client",
      ...options,
    });
  }
  async function lenses(uri: string): Promise<readonly CodeLens[]> {
    const found = await company.editor.request<readonly CodeLens[]>("textDocument/codeLens", uri);
    return Promise.all(
      found.map(async (lens) =>
        lens.command ? lens : company.editor.connection.sendRequest<CodeLens>("codeLens/resolve", lens),
      ),
    );
  }

  it("shows who uses a text, in which languages it exists, and leads there", async () => {
    await start();
    await company.open(greeting);
    const found = await lenses(greeting);
    assert.deepEqual(
      found.map(({ command }) => [command?.title, command?.command]),
      [
        ["used by 2 texts and 2 files", "smartform.textLibrary.showUses"],
        ["de, en, sv", "smartform.textLibrary.open"],
      ],
    );
    const places = await company.editor.connection.sendRequest<PlacesResult>("smartform/places", {
      uri: found[0]?.command?.arguments?.[0] as string,
    });
    assert.deepEqual(
      places.map(({ uri }) => uri.replace(/.*\//, "")),
      ["a.sft", "a.sft", "c.form.json", "letter.en.sft.html?t1", "letter.sv.sft.html?t1", "note.en.sft?t3"],
    );
    const argument = found[1]?.command?.arguments?.[0] as {
      readonly kind: string;
      readonly folder: { readonly id: string };
      readonly text: { readonly id: string };
    };
    assert.deepEqual([argument.kind, argument.folder.id, argument.text.id], ["text", "f1", "t2"]);
  });

  it("shows that a machine wrote it, and that it is stale; nothing in it is an icon", async () => {
    const odd = text(4, {
      code: "odd",
      defaultLanguage: "en",
      translations: {
        en: { content: "", updatedAt: "2026-02-02T00:00:00Z" },
        "$(bug)": { content: "", source: 1, updatedAt: "2026-01-01T00:00:00Z" },
      },
    });
    await start({ texts: [...letters, odd], files: {} });
    const uri = "textlib://test/hr/odd.%2524%2528bug%2529.sft?t4";
    await company.editor.open(uri, "");
    assert.deepEqual(
      (await lenses(uri)).map(({ command }) => command?.title),
      ["no known uses", "$ (bug), en; not in sv, de", "machine-translated", "stale since 2026-02-02, when en changed"],
    );
  });

  it("appears only above library texts, and says nothing that is unknown", async () => {
    await start();
    await company.open("a.sft");
    assert.deepEqual(await lenses(company.uri("a.sft")), []);
    await company.open(greeting);
    await company.editor.connection.sendNotification("smartform/connection", { identity: null });
    await company.editor.connection.sendRequest("smartform/refresh", {});
    assert.deepEqual(await lenses(greeting), []);
  });

  it("is requested again when the library changed, if the client supports that", async () => {
    let refreshed = 0;
    await start({
      capabilities: { ...capable, workspace: { codeLens: { refreshSupport: true } } },
      prepare: (connection) =>
        connection.onRequest("workspace/codeLens/refresh", () => {
          refreshed += 1;
          return null;
        }),
    });
    await company.open(greeting);
    const before = refreshed;
    await company.editor.connection.sendNotification("smartform/text", { owner: "whose", textId: "t9", text: text(9) });
    while (refreshed === before) await company.editor.request("textDocument/codeLens", greeting);
  });

  it("is requested with pauses while the library keeps changing, so that an editor can show it", async () => {
    let lensWishes = 0;
    let hintWishes = 0;
    await start({
      capabilities: {
        ...capable,
        workspace: { codeLens: { refreshSupport: true }, inlayHint: { refreshSupport: true } },
      },
      prepare: (connection) => {
        connection.onRequest("workspace/codeLens/refresh", () => {
          lensWishes += 1;
          return null;
        });
        connection.onRequest("workspace/inlayHint/refresh", () => {
          hintWishes += 1;
          return null;
        });
      },
    });
    await company.open(greeting);
    const [lensesBefore, hintsBefore] = [lensWishes, hintWishes];
    for (let number = 0; hintWishes < hintsBefore + 6; number += 1) {
      await company.editor.connection.sendNotification("smartform/text", {
        owner: "whose",
        textId: "t9",
        text: { ...text(9), name: `Name ${number}` },
      });
      await company.editor.request("textDocument/codeLens", greeting);
    }
    assert.ok(lensWishes - lensesBefore <= 3, `${lensWishes - lensesBefore} wishes`);
  });
});
