/** The server uses the display language that its client passes, and English for every other client. */
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate as breathe } from "node:timers/promises";
import * as api from "@vscode/l10n";
import { ProgressType } from "vscode-languageserver";
import type { CompletionList, Hover } from "vscode-languageserver";
import { requestFileOperations } from "../../api/index.ts";
import { openRequestFile } from "../../catalog/index.ts";
import { l10n } from "../../language/index.ts";
import type { RequestFile, Shape } from "../../language/index.ts";
import { root } from "../../scripts/root.mjs";
import { readWords } from "../../server/displayLanguage.ts";
import { callRequest } from "../../server/protocol.ts";
import type { InitializationOptions } from "../../server/protocol.ts";
import { capable, startEditor } from "./editor.ts";

const bundle = (language: string): Readonly<Record<string, string>> =>
  JSON.parse(readFileSync(join(root, `l10n/bundle.l10n.${language}.json`), "utf8")) as Readonly<Record<string, string>>;

const english = "This placeholder is empty. Write a name between the brackets, or remove them.";

/** Resolves with the words of the finding about an empty placeholder, and of the messages shown or logged. */
async function said(
  initializationOptions: InitializationOptions,
): Promise<{ readonly message: string | undefined; readonly messages: readonly string[] }> {
  await using editor = await startEditor({ initializationOptions });
  await editor.open("untitled:one", "[[ ]]");
  const [finding] = await editor.findings("untitled:one", ["empty-placeholder"]);
  return { message: typeof finding?.message === "string" ? finding.message : undefined, messages: editor.messages };
}

/**
 * Resolves with everything that a person can read about the operations of request files: names and meanings, in the
 * language that was passed last.
 */
async function wordsOfRequestFiles(): Promise<readonly string[]> {
  const files = await Promise.all(
    Object.keys(requestFileOperations).map((kind) =>
      openRequestFile(kind, (): ReturnType<RequestFile["file"]> => ({ state: "unknown" })),
    ),
  );
  return files.flatMap(({ operations }) => operations.flatMap(({ name, shape }) => [name, ...meaningsIn(shape)]));
}

function meaningsIn({ description, properties, items, anyOf }: Shape): readonly string[] {
  const inside = [...Object.values(properties ?? {}), ...(items === undefined ? [] : [items]), ...(anyOf ?? [])];
  return [...(description === undefined ? [] : [description]), ...inside.flatMap(meaningsIn)];
}

describe("the server's display language", () => {
  after(() => {
    l10n.config({ contents: {} });
    api.config({ contents: {} });
  });

  for (const [language, words, message] of [
    ["Swedish", bundle("sv"), "Den här platshållaren är tom. Skriv ett namn mellan klamrarna, eller ta bort dem."],
    [
      "German",
      bundle("de"),
      "Dieser Platzhalter ist leer. Schreiben Sie einen Namen zwischen die Klammern, oder entfernen Sie sie.",
    ],
    ["English without words, after a server that spoke another", undefined, english],
  ] as const)
    it(`is ${language}`, async () => assert.deepEqual(await said(words ? { words } : {}), { message, messages: [] }));

  for (const [language, title] of [
    ["sv", "Läser Textbiblioteket"],
    ["de", "Die Textbibliothek wird gelesen"],
  ] as const) {
    it(`is ${language} in its messages while it reads`, async () => {
      const folder = mkdtempSync(join(tmpdir(), "smartform-words-"));
      using _ = { [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }) };
      const begun: unknown[] = [];
      const identity = {
        name: "one",
        owner: "whose",
        authUrl: "https://auth.example.com",
        formsApiUrl: "https://forms.example.com",
        clientId: "c",
        folder,
      };
      await using editor = await startEditor({
        initializationOptions: { catalog: { client: identity }, words: bundle(language) },
        capabilities: { ...capable, window: { workDoneProgress: true } },
        prepare(connection) {
          connection.onRequest("window/workDoneProgress/create", ({ token }: { readonly token: string }) => {
            connection.onProgress(new ProgressType<object>(), token, (value) => void begun.push(value));
            return null;
          });
          connection.onRequest(callRequest, () => new Promise(() => undefined));
        },
      });
      await editor.open("untitled:one", "[[ ]]");
      await editor.findings("untitled:one", ["empty-placeholder"]);
      while (begun.length === 0) await breathe();
      assert.equal((begun[0] as { readonly title: string }).title, title);
    });
  }

  const request = `{ "operation": "signing.orders.list", "body": { "fileStatus": "open", "fromDate": 1, "fromDat": "", "sortBy": "" } }`;
  for (const [language, words, values, does, meaning] of [
    [
      "Swedish",
      bundle("sv"),
      ["Förväntat: en lista. Här står: text.", "Förväntat: text. Här står: ett tal."],
      "lista de nyaste signeringsuppdragen",
      "Egenskapen som listan sorteras efter.",
    ],
    [
      "German",
      bundle("de"),
      ["Erwartet: eine Liste. Hier steht: Text.", "Erwartet: Text. Hier steht: eine Zahl."],
      "die neuesten Signaturaufträge auflisten",
      "Eigenschaft, nach der die Liste sortiert wird.",
    ],
    [
      "English again",
      undefined,
      ["Expected a list, but this is text.", "Expected text, but this is a number."],
      "list the newest signing orders",
      "Property by which the list is sorted.",
    ],
  ] as const) {
    it(`is ${language} in the findings, messages and completions of a request file`, async () => {
      await using editor = await startEditor({ initializationOptions: words ? { words } : {} });
      const uri = "untitled:a.signing.json";
      await editor.open(uri, request, "json");
      const found = await editor.findings(uri, ["request-value", "request-value", "request-unknown-property"]);
      assert.deepEqual(
        found.slice(0, 2).map(({ message }) => message),
        values,
      );
      const hover = async (text: string) =>
        JSON.stringify(
          (
            await editor.request<Hover>("textDocument/hover", uri, {
              position: { line: 0, character: request.indexOf(text) + 1 },
            })
          ).contents,
        );
      assert.ok((await hover("signing.orders.list")).includes(does));
      assert.ok((await hover("sortBy")).includes(meaning));
      const { items } = await editor.request<CompletionList>("textDocument/completion", uri, {
        position: { line: 0, character: request.indexOf("signing.orders.list") + 1 },
      });
      assert.ok(
        items.some(({ detail }) => detail === does),
        JSON.stringify(items),
      );
    });
  }

  for (const language of ["sv", "de"]) {
    it(`is ${language} in every name and meaning of the operations of request files`, async () => {
      const words = bundle(language);
      l10n.config({ contents: {} });
      const inEnglish = await wordsOfRequestFiles();
      l10n.config({ contents: words });
      const translated = await wordsOfRequestFiles();
      assert.ok(inEnglish.length > 500);
      assert.deepEqual(
        inEnglish.filter((said, index) => said === translated[index] || words[said] !== translated[index]),
        [],
      );
    });
  }

  it("is English if the words are invalid, and the log says so", async () => {
    const { message, messages } = await said({ words: { [english]: 1 } as never });
    assert.equal(message, english);
    assert.deepEqual(messages, [
      "initializationOptions.words cannot be used (a translation is no text), so that the server speaks English.",
    ]);
  });

  for (const [given, mistake] of [
    [["a"], "it is no object"],
    ["sv", "it is no object"],
    [{ a: null }, "a translation is no text"],
    [
      Object.fromEntries(Array.from({ length: 20_001 }, (_, index) => [index, ""])),
      "it holds more than 20000 sentences",
    ],
    [{ a: "a".repeat(4_000_000) }, "it is longer than 4000000 characters"],
  ] as const)
    it(`is not taken from an invalid bundle: ${mistake}`, () => assert.deepEqual(readWords(given), { mistake }));

  it("inserts words unchanged", async () => {
    const { message } = await said({ words: { [english]: "{0} $& {1}" } });
    assert.equal(message, "{0} $& {1}");
  });
});
