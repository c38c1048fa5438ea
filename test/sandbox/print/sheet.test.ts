/** Concatenated PDFs contain every page, are valid documents, and have the same bytes each time. */
import assert from "node:assert/strict";
import { mock } from "node:test";
import { joinPdfs, printSheet } from "../../../sandbox/print/index.ts";
import { checkPdf, infoOf, textOf } from "./pdfTools.ts";

const sheet = (title: string) =>
  printSheet({ title, subject: "", created: new Date("2026-05-05T12:00:00Z"), groups: [[["Label", title]]] });

describe("joined PDFs", () => {
  it("contain the pages of all parts, and depend on no clock", async () => {
    const parts = [await sheet("First"), await sheet("Second")];
    const joined = await joinPdfs(parts);
    checkPdf(joined);
    assert.match(textOf(joined), /First.*Second/);
    assert.match(infoOf(joined), /Pages:\s+2/);
    mock.timers.enable({ apis: ["Date"], now: Date.now() + 90_000 });
    try {
      assert.ok(Buffer.from(await joinPdfs(parts)).equals(joined));
    } finally {
      mock.timers.reset();
    }
  });
});
