/**
 * Findings of a check of the Text Library stay true: a changed text is checked again, together with the texts that
 * depend on it.
 */
import assert from "node:assert/strict";
import type { Diagnostic } from "vscode-languageserver/node";
import { registry } from "../../../language/findings/registry.ts";
import { wholeLibraryCodes } from "../../../server/protocol.ts";
import type { CheckLibraryResult, LibraryFindingsParams } from "../../../server/protocol.ts";
import { text } from "../../catalog/service.ts";
import { startCompany } from "../company.ts";
import type { Company } from "../company.ts";

const plain = (number: number, code: string, content: string) =>
  text(number, { code, translations: { en: { content } } });
const refer = (code: string): string => `[[ LIB : hr : ${code} ]]`;

describe("findings of the Text Library after a check", () => {
  let company: Company;
  /**
   * The codes that were reported last, by the name of the text. `tellings`: every report in order, including reports of
   * no findings.
   */
  const told = new Map<string, readonly string[]>();
  const tellings: string[] = [];
  /** The message about the text "witness". */
  let guess = "";
  let heard = Promise.withResolvers<void>();
  beforeEach(async () => {
    told.clear();
    tellings.length = 0;
    company = await startCompany({
      library: "client",
      files: { "smartform.json": "{}" },
      texts: [
        plain(1, "witness", refer("witnesses")),
        plain(2, "first", refer("second")),
        plain(3, "second", refer("third")),
        plain(4, "third", refer("first")),
        plain(5, "broken", "[[name]]"),
        plain(6, "one", `It is ${refer("witness")}`),
        plain(7, "twin", `It is ${refer("witness")}`),
      ],
      prepare: (connection) =>
        connection.onNotification("smartform/libraryFindings", ({ texts }: LibraryFindingsParams) => {
          for (const { uri, diagnostics } of texts) tell(/\/(\w+)\.en\.sft/.exec(uri)?.[1] ?? uri, diagnostics);
          heard.resolve();
          heard = Promise.withResolvers();
        }),
    });
    await company.editor.connection.sendRequest("smartform/refresh", {});
  });
  afterEach(() => company[Symbol.asyncDispose]());

  function tell(name: string, diagnostics: readonly Diagnostic[]): void {
    if (name === "witness") guess = String(diagnostics[0]?.message);
    const codes = diagnostics.map(({ code }) => String(code));
    tellings.push(`${name}: ${codes.join(", ")}`);
    if (codes.length === 0) told.delete(name);
    else told.set(name, codes);
  }

  /**
   * Checks the library. Then waits until the work that follows the first read of the library has ended, because that
   * work checks everything once more.
   */
  async function check(): Promise<CheckLibraryResult> {
    const result = await company.editor.connection.sendRequest<CheckLibraryResult>("smartform/checkLibrary", {});
    for (const [content, codes] of [
      ["[[x]]", ["missing-space"]],
      ["x", undefined],
    ] as const) {
      await save(9, "last", content);
      await becomes("last", codes);
    }
    tellings.length = 0;
    return result;
  }
  const save = (number: number, code: string, content: string | null): Promise<void> =>
    company.editor.connection.sendNotification("smartform/text", {
      owner: "whose",
      textId: `t${number}`,
      text: content === null ? null : plain(number, code, content),
    });
  /** Waits for reports until the text has these findings. */
  async function becomes(name: string, codes: readonly string[] | undefined): Promise<void> {
    while (JSON.stringify(told.get(name)) !== JSON.stringify(codes)) await heard.promise;
  }

  it("lose what a save fixed, and nothing else is reported", async () => {
    const { texts } = await check();
    assert.equal(texts, told.size);
    assert.deepEqual(told.get("broken"), ["missing-space"]);
    await save(5, "broken", "[[ name ]]");
    await becomes("broken", undefined);
    assert.deepEqual(tellings, ["broken: "]);
  });

  it("change in the texts that refer to a created or deleted one", async () => {
    await check();
    assert.deepEqual(told.get("witness"), ["unknown-text"]);
    await save(8, "witnesses", "Who saw it?");
    await becomes("witness", undefined);
    await save(8, "witnesses", null);
    await becomes("witness", ["unknown-text"]);
  });

  it("change in every text of a circle that is opened in one of them", async () => {
    await check();
    for (const name of ["first", "second", "third"]) assert.deepEqual(told.get(name), ["include-cycle"]);
    await save(2, "first", "The end.");
    for (const name of ["first", "second", "third"]) await becomes(name, undefined);
  });

  it("keep results of a full check, except those of the changed text", async () => {
    await check();
    const [name = "", number = 0] = told.has("one") ? ["one", 6] : ["twin", 7];
    assert.deepEqual(told.get(name), ["duplicate-text"]);
    await save(1, "witness", null);
    await becomes(name, ["unknown-text", "duplicate-text"]);
    await save(number, name, "Nobody.");
    await becomes(name, undefined);
  });

  it("follow the settings", async () => {
    await check();
    await company.write({ "smartform.json": '{ "rules": { "missing-space": "off" } }' });
    await becomes("broken", undefined);
    assert.deepEqual(told.get("witness"), ["unknown-text"]);
  });

  it("suggest again when a code was created", async () => {
    await check();
    const words = guess;
    await save(8, "witnesse", "x");
    while (guess === words) await heard.promise;
    assert.match(words, /"witness"/);
    assert.match(guess, /"witnesse"/);
  });

  it("are sent only to a client that asked", async () => {
    await company.editor.open("untitled:one", refer("late"));
    await company.editor.findings("untitled:one", ["unknown-text"]);
    await save(5, "broken", "[[nam]]");
    await save(8, "late", "x");
    await company.editor.findings("untitled:one", []);
    await company.editor.connection.sendRequest("smartform/folders", {});
    assert.deepEqual(tellings, []);
  });

  it("of the whole library are those of its rules", () => {
    assert.deepEqual(
      [...wholeLibraryCodes].sort(),
      registry
        .filter(({ looksAt }) => looksAt === "library")
        .map(({ code }) => code)
        .sort(),
    );
  });
});
