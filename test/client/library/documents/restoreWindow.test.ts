/**
 * An author restores a version into the editor, where it replaces what the author sees. What others write afterwards is
 * never overwritten without a decision.
 */
import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { OperationId } from "../../../../api/index.ts";
import { openJournal } from "../../../../authoring/guard/journal.ts";
import type * as FileSystemModule from "../../../../client/library/documents/fileSystem.ts";
import { contentsOf } from "../../../../authoring/guard/writePlan.ts";
import type { LibraryText } from "../../../../authoring/guard/writePlan.ts";
import { begin, didOpen, edits, EndOfLine, inOwnWindow, textDocuments, Uri } from "../../ownVscode.ts";

const { createTextFiles } = await inOwnWindow<typeof FileSystemModule>("client/library/documents/fileSystem.ts");

const [first, version, theirs] = ["first\nsecond\n", "first, as it was\nsecond\n", "first, by somebody else\nsecond\n"];
const uri = Uri.parse("textlib://A/F/code.en.sft?t");

type Step = "restore" | "foreign" | "look" | "save" | "accept" | "undo" | "type";

const rows: readonly (readonly [
  what: string,
  steps: readonly Step[],
  saves: readonly ("saved" | "refused")[],
  live: string,
])[] = [
  ["nobody else wrote", ["restore", "save"], ["saved"], version],
  ["the earlier content is meant to go", ["foreign", "look", "restore", "save"], ["saved"], version],
  [
    "somebody writes after it, and it is saved twice",
    ["restore", "foreign", "save", "save"],
    ["refused", "refused"],
    theirs,
  ],
  [
    "somebody writes after it, and the window sees that before the save",
    ["restore", "foreign", "look", "save"],
    ["refused"],
    theirs,
  ],
  [
    "its author decides for it after that",
    ["restore", "foreign", "save", "accept", "save"],
    ["refused", "saved"],
    version,
  ],
  [
    "somebody writes after it, and it is put in again",
    ["restore", "foreign", "look", "restore", "save"],
    ["saved"],
    version,
  ],
  [
    "it is undone, and something else typed over what somebody wrote",
    ["foreign", "look", "restore", "undo", "type", "save"],
    ["refused"],
    theirs,
  ],
];

describe("a version that is restored over a text", () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "smartform-restore-"));
    begin();
  });
  afterEach(async () => {
    textDocuments.length = 0;
    await rm(folder, { recursive: true });
  });

  for (const [what, steps, saves, live] of rows) {
    it(`${saves.join(", then ")}: ${what}`, async () => {
      let text: LibraryText = {
        id: "t",
        folderId: "f",
        code: "code",
        name: "",
        description: "",
        contentType: 0,
        isPublic: true,
        defaultLanguage: "en",
        translations: { en: { content: first } },
      };
      const call = async (operation: OperationId, { body }: { readonly body?: LibraryText }): Promise<unknown> => {
        if (operation === "textlibrary.texts.get") return text;
        return void (text = { ...text, ...body, id: "t" });
      };
      const session = { name: "A", identity: "of A", api: { call }, host: "service.example" };
      const copies = {
        get: async () => undefined,
        isOfAnother: async () => false,
        last: async () => undefined,
        set: async () => undefined,
        offer: async () => undefined,
      };
      using journal = openJournal(join(folder, "journal"));
      const files = createTextFiles(
        {
          connections: { profiles: [], session: async () => session },
          server: { notify: () => undefined },
          log: { info() {}, warn() {}, debug() {} },
          extension: { globalStorageUri: Uri.file(folder) },
        } as unknown as Parameters<typeof createTextFiles>[0],
        {
          journal,
          copies,
          failed: { during: (_: unknown, work: () => Promise<unknown>) => work(), setConflict() {}, setOrphan() {} },
          permits: { admit: async () => undefined },
        } as unknown as Parameters<typeof createTextFiles>[1],
      );
      await files.provider.stat(uri);
      const document = {
        uri,
        isDirty: false,
        isClosed: false,
        eol: EndOfLine.LF,
        languageId: "",
        words: new TextDecoder().decode(await files.provider.readFile(uri)),
        getText: () => document.words,
      };
      textDocuments.push(document);
      didOpen.fire(document);
      const show = (words: string): void => {
        Object.assign(document, { words, isDirty: true });
        edits.fire({ document });
      };
      const outcomes: string[] = [];
      for (const step of steps) {
        switch (step) {
          case "restore":
            files.restoring(document as unknown as Parameters<typeof files.restoring>[0], version);
            show(version);
            break;
          case "undo":
            show(first);
            break;
          case "type":
            show("first, typed\nsecond\n");
            break;
          case "foreign":
            text = { ...text, translations: { en: { content: theirs } } };
            break;
          case "look":
            // VS Code does not load newly read content into an edited document.
            if (!document.isDirty) show(first);
            await files.look([document] as unknown as Parameters<typeof files.look>[0], { isDue: () => true });
            break;
          case "accept":
            await files.acceptSeen(uri, text);
            break;
          case "save":
            outcomes.push(
              await Promise.resolve(
                files.provider.writeFile(uri, new TextEncoder().encode(document.words), {
                  create: false,
                  overwrite: true,
                }),
              ).then(
                () => "saved",
                () => "refused",
              ),
            );
        }
      }
      files.dispose();
      assert.deepEqual([outcomes, contentsOf(text).get("en")], [saves, live]);
    });
  }
});
