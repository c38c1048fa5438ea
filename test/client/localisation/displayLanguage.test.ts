/**
 * From its first line of code on, the extension uses VS Code's display language. If VS Code has no bundle for that
 * language, the extension uses English.
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { join } from "node:path";
import * as l10n from "@vscode/l10n";
import { pageHtml } from "../../../client/window/pageHtml.ts";
import { displayLanguage, l10n as language, oneOrMany, pathMistake } from "../../../language/index.ts";
import {
  changedSentence,
  distributionSentence,
  orderAvailability,
  readOutcome,
  receiversOf,
} from "../../../api/index.ts";
import { grouped } from "../../../client/window/inDisplayLanguage.ts";
import { rowOf } from "../../../client/library/textLibraryModel.ts";
import { root } from "../../../scripts/root.mjs";

type Words = Readonly<Record<string, string>>;

/** Makes all rooms use these translations. */
function speak(contents: Words): void {
  l10n.config({ contents });
  language.config({ contents });
}

describe("display language", () => {
  let bundle: Words | undefined;
  /**
   * Replaces `vscode` with the only part of it that is used here: `l10n.bundle`, the translations that the extension
   * host has already read.
   */
  const hooks = registerHooks({
    resolve: (specifier, context, next) =>
      specifier !== "vscode"
        ? next(specifier, context)
        : {
            url: `data:text/javascript,${encodeURIComponent(`export const l10n = { bundle: ${JSON.stringify(bundle)} };`)}`,
            format: "module",
            shortCircuit: true,
          },
  });

  after(() => {
    hooks.deregister();
    speak({});
  });

  const folder = { id: "f", name: "HR", parentFolderId: null, isDefault: true, code: null };
  for (const [code, file, spoken, mistake] of [
    ["sv", "l10n/bundle.l10n.sv.json", "Mapp HR, ingen kod", "Filens namn saknas."],
    ["de", "l10n/bundle.l10n.de.json", "Ordner HR, kein Code", "Der Name der Datei fehlt."],
    ["en", undefined, "Folder HR, no code", "The name of the file is missing."],
  ] as const) {
    it(`is ${code} in rows, pages and the language room's messages`, async () => {
      bundle = file === undefined ? undefined : (JSON.parse(readFileSync(join(root, file), "utf8")) as Words);
      await import(`../../../client/window/localise.ts?${code}`);
      assert.equal(rowOf({ kind: "folder", folder }).spoken, spoken);
      assert.equal(displayLanguage(), code);
      assert.equal(pathMistake(""), mistake);
      assert.match(
        pageHtml({ origin: "o", nonce: "n", at: (path) => path }, { title: "T", script: "s", style: "s", body: "" }),
        new RegExp(`<html lang="${code}">`),
      );
    });
  }

  for (const [file, number, sentences] of [
    [
      "sv",
      "100\u00a0000",
      [
        "alla uppdragets undertecknare som inte har signerat",
        "2 lagrade dokument ändrades.",
        "MetaFilens logik skapar inget dokument av den här datan. Ingenting skickades till någon.",
        "Inget uppdrag skapades: företagets licens tillåter inga nya uppdrag nu.",
        "Företaget kan skapa ett uppdrag.",
      ],
    ],
    [
      "de",
      "100.000",
      [
        "alle Unterzeichner des Auftrags, die nicht signiert haben",
        "2 gespeicherte Dokumente wurden geändert.",
        "Die Logik des MetaFiles erstellt aus diesen Daten kein Dokument. Niemandem wurde etwas gesendet.",
        "Es wurde kein Auftrag erstellt: Die Lizenz des Unternehmens erlaubt jetzt keine neuen Aufträge.",
        "Das Unternehmen kann einen Auftrag erstellen.",
      ],
    ],
    [
      undefined,
      "100,000",
      [
        "every signatory of the order who has not signed",
        "2 stored documents were changed.",
        "The logic of the MetaFile creates no document from these data. Nothing was sent to anybody.",
        "No order was created: the company's licence does not allow new orders now.",
        "The company can create an order.",
      ],
    ],
  ] as const) {
    it(`is ${file ?? "en"} in numbers, and in the api room's messages about receivers and answers`, () => {
      speak(
        file === undefined
          ? {}
          : (JSON.parse(readFileSync(join(root, `l10n/bundle.l10n.${file}.json`), "utf8")) as Words),
      );
      const outcome = readOutcome({ data: null, type: 2, message: null });
      assert.equal(grouped(100_000), number);
      assert.deepEqual(
        [
          ...receiversOf("signing.sendReminders", {}),
          changedSentence(2),
          distributionSentence(null),
          "words" in outcome ? outcome.words : "",
          orderAvailability({ isCreateNewOrderAvailable: true }).words,
        ],
        sentences,
      );
    });
  }

  const code = "en/The code of the language that these texts are in, for screen readers.";
  const english = "{0} stored documents were changed.";
  for (const { language, sentence, forms } of [
    { language: "sv", sentence: "Ändrade: {0}.", forms: { 2: "Ändrade: 2.", 5: "Ändrade: 5." } },
    {
      language: "pl",
      sentence: "[few]Zmieniono {0} dokumenty.[many]Zmieniono {0} dokumentów.[other]Zmieniono {0} dokumentu.",
      forms: { 2: "Zmieniono 2 dokumenty.", 5: "Zmieniono 5 dokumentów.", 22: "Zmieniono 22 dokumenty." },
    },
    {
      language: "ru",
      sentence: "[one]Изменён {0} документ.[other]Изменено документов: {0}.",
      forms: { 2: "Изменено документов: 2.", 21: "Изменён 21 документ.", 22: "Изменено документов: 22." },
    },
  ]) {
    it(`has the plural forms of ${language} in all rooms`, () => {
      speak({ [code]: language, [english]: sentence });
      for (const [number, expected] of Object.entries(forms)) {
        const changed = Number(number);
        assert.equal(changedSentence(changed), expected);
        assert.equal(oneOrMany(changed, "", l10n.t("{0} stored documents were changed.", changed)), expected);
      }
    });
  }

  it("shows a name that looks like a plural form unchanged", () => {
    speak({});
    assert.equal(oneOrMany(2, "", "In [few] are 2 texts."), "In [few] are 2 texts.");
    assert.equal(oneOrMany(2, "", "[few] and 2 texts."), "[few] and 2 texts.");
    assert.equal(oneOrMany(2, "", "[other]Nothing.[few] is deleted."), "[other]Nothing.[few] is deleted.");
  });

  it("inserts the service's words unchanged, including marks of placeholders", () => {
    l10n.config({ contents: { "Rename {0} to {1} in the Text Library too?": "{1} {0}" } });
    assert.equal(l10n.t("Rename {0} to {1} in the Text Library too?", "{1}", "$& {0}"), "$& {0} {1}");
  });
});
