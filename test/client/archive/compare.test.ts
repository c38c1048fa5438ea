/**
 * Two files side by side: their texts if they have any, and otherwise a plain sentence that says why there is nothing
 * to show.
 */
import assert from "node:assert/strict";
import { compareFiles, isPdf, plainText } from "../../../client/archive/compareModel.ts";
import type { File, FileText } from "../../../client/archive/compareModel.ts";
import { pdfText } from "../../../client/panels/pdf/pdfTextModel.ts";
import { linesOf } from "../../../client/archive/textLinesModel.ts";
import { pdfReader as reader } from "../../pdfReader.ts";
import { onePagePdf } from "../../../sandbox/demo/onePagePdf.ts";

const signal = new AbortController().signal;
const bytes = (text: string) => new TextEncoder().encode(text);
const pages = (...lines: readonly string[][]): FileText => ({ kind: "pages", pages: lines });
const file = (title: string, content: string, text: FileText): File => ({ title, bytes: bytes(content), text });

describe("the text of a PDF", () => {
  it("is read line by line in a separate thread", async () => {
    assert.deepEqual(
      await pdfText(reader, onePagePdf(["Claim report S-77", "", "Version 1: as the customer told it."]), { signal }),
      [["Claim report S-77", "Version 1: as the customer told it."]],
    );
  });

  it("is refused with a message if it is not a PDF", async () => {
    await assert.rejects(pdfText(reader, bytes("%PDF-1.7 but no more"), { signal }), {
      message: /^it cannot be read as a PDF/,
    });
  });

  it("is read with pdf.js's own tables if the PDF does not include its font", async () => {
    const font =
      "<< /Type /Font /Subtype /Type0 /BaseFont /Ryumin-Light /Encoding /UniJIS-UTF16-H /DescendantFonts [ << " +
      "/Type /Font /Subtype /CIDFontType0 /BaseFont /Ryumin-Light /CIDSystemInfo << /Registry (Adobe) " +
      "/Ordering (Japan1) /Supplement 4 >> /FontDescriptor << /Type /FontDescriptor /FontName /Ryumin-Light " +
      "/Flags 4 >> >> ] >>";
    const pdf = Buffer.from(onePagePdf(["8 letters"]))
      .toString("latin1")
      .replace("(8 letters)", "<65E5672C> ")
      .replace(/<< \/Type \/Font .*>>/, font);
    assert.deepEqual(await pdfText(reader, Buffer.from(pdf, "latin1"), { signal }), [["日本"]]);
  });

  it("is not read to the end if the person cancels", async () => {
    const stop = new AbortController();
    const ending = pdfText(reader, onePagePdf(["A"]), { signal: stop.signal });
    stop.abort();
    await assert.rejects(ending, { message: "Reading the text of the PDF was stopped." });
  });

  it("has the pieces of a line from left to right, separated by their gaps, and lines from the top", () => {
    const piece = (text: string, x: number, y: number, width: number) => ({ text, x, y, width, height: 10 });
    assert.deepEqual(
      linesOf([
        piece("world", 40, 700, 30),
        piece("Footer", 0, 20, 30),
        piece("Hello", 0, 701, 30),
        piece("wide", 70, 700, 20),
        piece(" ", 90, 700, 5),
      ]),
      ["Hello worldwide", "Footer"],
    );
  });
});

describe("a comparison", () => {
  it("shows both texts with a heading for every page", () => {
    const { sentence, shown } = compareFiles(
      file("version 1", "a", pages(["One"], [])),
      file("version 2", "b", pages(["One"], ["Two"])),
    );
    assert.match(sentence, /^The texts of version 1 and version 2 differ\./);
    assert.deepEqual(shown, [
      "———— Page 1 ————\nOne\n\n———— Page 2 ————\n(no text)\n",
      "———— Page 1 ————\nOne\n\n———— Page 2 ————\nTwo\n",
    ]);
  });

  for (const [what, left, right, words] of [
    [
      "the bytes are the same",
      file("version 1", "a", pages(["One"])),
      file("version 2", "a", pages(["One"])),
      /same file, byte for byte/,
    ],
    [
      "the texts are equal and the bytes differ",
      file("version 1", "a", pages(["One"])),
      file("version 2", "ab", pages(["One"])),
      /texts of version 1 and version 2 are equal, page by page, but the files are not\. The files differ \(1 and 2 bytes\)\./,
    ],
    [
      "neither has a text",
      file("version 1", "a", pages([])),
      file("version 2", "b", pages([])),
      /Neither file has any text.*scanned/,
    ],
    [
      "one cannot be read",
      file("version 1", "a", { kind: "none", reason: "it is protected by a password" }),
      file("version 2", "b", pages(["One"])),
      /cannot be compared because of version 1: it is protected by a password/,
    ],
  ] as const) {
    it(`says plainly that ${what}`, () => {
      const { sentence, shown } = compareFiles(left, right);
      assert.match(sentence, words);
      assert.equal(shown, undefined);
    });
  }

  it("treats texts that are not PDFs as text", () => {
    assert.deepEqual([isPdf(onePagePdf(["A"])), isPdf(bytes("PDF"))], [true, false]);
    assert.deepEqual(plainText(bytes("Åke")), { kind: "plain", text: "Åke" });
    assert.deepEqual([plainText(new Uint8Array([0xff, 0xfe])).kind, plainText(bytes("a\0b")).kind], ["none", "none"]);
  });
});
