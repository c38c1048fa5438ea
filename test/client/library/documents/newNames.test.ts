/**
 * "Save As" of a library text: an address that the text never had cannot be read or written. Every other address works
 * as before.
 */
import assert from "node:assert/strict";
import type * as NewNamesModule from "../../../../client/library/documents/newNames.ts";
import type { LibraryText } from "../../../../authoring/guard/writePlan.ts";
import { inOwnWindow, Uri, workspace } from "../../ownVscode.ts";

const { createNewNames } = await inOwnWindow<typeof NewNamesModule>("client/library/documents/newNames.ts");

interface Row {
  readonly what: string;
  /** Addresses of open documents. */
  readonly open: readonly string[];
  readonly asked: string;
  readonly wasOpened?: boolean;
  /** Folder of the text according to the service; null if the service does not say. */
  readonly folder?: string | null;
  readonly isRefused: boolean;
}

const letter = "textlib://strandby/claims/letter.en.sft?t1";
const rows: readonly Row[] = [
  { what: "another code", open: [letter], asked: "textlib://strandby/claims/letter-two.en.sft?t1", isRefused: true },
  {
    what: "another code and language",
    open: [letter],
    asked: "textlib://strandby/claims/letter-two.sv.sft?t1",
    isRefused: true,
  },
  {
    what: "another code, even if the service does not say which folder it is in",
    open: [letter],
    asked: "textlib://strandby/claims/letter-two.en.sft?t1",
    folder: null,
    isRefused: true,
  },
  { what: "another folder", open: [letter], asked: "textlib://strandby/policies/letter.en.sft?t1", isRefused: true },
  {
    what: "another kind of text",
    open: [letter],
    asked: "textlib://strandby/claims/letter.en.sft.html?t1",
    isRefused: true,
  },
  {
    what: "another folder, if the service does not say which it is in",
    open: [letter],
    asked: "textlib://strandby/policies/letter.en.sft?t1",
    folder: null,
    isRefused: true,
  },
  {
    what: "its own folder and another kind of text, if the service does not say which it is in",
    open: [letter],
    asked: "textlib://strandby/claims/letter.en.sft.html?t1",
    folder: null,
    isRefused: false,
  },
  {
    what: "its language in upper case",
    open: [letter],
    asked: "textlib://strandby/claims/letter.EN.sft?t1",
    isRefused: true,
  },
  { what: "no name that a text can have", open: [letter], asked: "textlib://strandby/letter?t1", isRefused: true },
  {
    what: "an impossible name, if it is open with that",
    open: ["textlib://strandby/letter?t1"],
    asked: "textlib://strandby/letter?t1",
    isRefused: false,
  },
  { what: "its own name", open: [letter], asked: letter, isRefused: false },
  { what: "its other language", open: [letter], asked: "textlib://strandby/claims/letter.sv.sft?t1", isRefused: false },
  {
    what: "its other language, under the name that the other one is open with",
    open: [letter],
    asked: "textlib://strandby/claims/letter.sv.sft?t1",
    folder: "policies",
    isRefused: false,
  },
  {
    what: "the folder that it moved to",
    open: [letter],
    asked: "textlib://strandby/policies/letter.en.sft?t1",
    folder: "policies",
    isRefused: false,
  },
  {
    what: "a name that it was opened with before",
    open: [letter],
    asked: "textlib://strandby/claims/old.en.sft?t1",
    wasOpened: true,
    isRefused: false,
  },
  {
    what: "an old name, while it is not open",
    open: [],
    asked: "textlib://strandby/claims/old.en.sft?t1",
    isRefused: false,
  },
  {
    what: "an old name, while another text is open",
    open: ["textlib://strandby/claims/receipt.en.sft?t2"],
    asked: "textlib://strandby/claims/old.en.sft?t1",
    isRefused: false,
  },
  {
    what: "an old name, while the text of another connection is open",
    open: ["textlib://other/claims/letter.en.sft?t1"],
    asked: "textlib://strandby/claims/old.en.sft?t1",
    isRefused: false,
  },
  {
    what: "an old name, while a file is open",
    open: ["file:///claims/letter.en.sft"],
    asked: "textlib://strandby/claims/old.en.sft?t1",
    isRefused: false,
  },
];

describe("the address of a text that is open", () => {
  afterEach(() => {
    workspace.textDocuments.length = 0;
  });

  for (const { what, open, asked, wasOpened = false, folder = "claims", isRefused } of rows) {
    it(`${isRefused ? "is refused" : "is accepted"} with ${what}`, async () => {
      workspace.textDocuments.push(...open.map((uri) => ({ uri: Uri.parse(uri) }) as never));
      const folders = ["claims", "policies"].map((code) => ({ id: code, name: code, code }));
      const session = { api: { call: async () => folders } };
      const names = createNewNames({
        wasOpened: async () => wasOpened,
        session: async () => (folder === null ? undefined : (session as never)),
      });
      const text = { id: "t1", code: "letter", contentType: 0, folderId: folder ?? "claims" } as LibraryText;
      const uri = Uri.parse(asked) as never;
      if (!isRefused) {
        await names.check(uri, text);
        return names.refuse(uri);
      }
      await assert.rejects(
        names.check(uri, text),
        /No text has this address\. The id in the address belongs to letter/,
      );
      assert.throws(
        () => names.refuse(uri),
        /^Error: Nothing was written: .* It would have replaced letter with what you wrote, at once and for everyone\./,
      );
    });
  }
});
