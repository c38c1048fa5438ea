/** The PDF of a form, read back with poppler and qpdf. */
import assert from "node:assert/strict";
import { printPdf } from "../../../sandbox/print/index.ts";
import type { Print } from "../../../sandbox/print/index.ts";
import { richContent } from "../../../sandbox/print/pdfContent.ts";
import type { RichNode } from "../../../sandbox/print/richText.ts";
import { checkPdf, fontsOf, infoOf, objectsOf, textOf } from "./pdfTools.ts";
import { samplePrint, sampleValues, sentences } from "./sample.ts";

describe("PDF of a form", () => {
  for (const [language, sentence] of Object.entries(sentences)) {
    it(`prints ${language}: ${sentence}`, async () => {
      const pdf = await printPdf(samplePrint({}, { language }));
      checkPdf(pdf);
      const text = textOf(pdf);
      assert.ok(text.includes(sentence), text);
      assert.match(objectsOf(pdf), new RegExp(`"/Lang": "u:${language}"`));
    });
  }

  const shown: readonly (readonly [title: string, text: string])[] = [
    ["the Smartform's name as heading", "Order confirmation"],
    ["T54: a placeholder with and without its spaces", "For Zoë & <Sons>, no space: Zoë & <Sons>,"],
    ["T55: a placeholder without a value as written", "none: [[ nothing ]]."],
    ["an answered select as its display text, an input's default from the data", "Deliver on Friday to Ålesund."],
    ["an include in HTML, as HTML", "Terms Pay within 30 days, or call us."],
    ["lists, one inside the other", "First Second 1. Inner"],
    ["what a picture says instead of the picture", "Our sign"],
    ["a field under its label", "Kundin Łukasz Żółw"],
    ["a date", "due 2026-12-24"],
    ["a ticked box", "paid ☒"],
    ["the display text of an option", "colour Red"],
    ["options without an answer", "size ○ Small ○ Large"],
    ["rows", "lines item count Pen 3 Ink 1"],
    ["an order table", "Pen 3 x 10 Ink 1 x 70 VAT: 25 Discount: 0 Sum: 125"],
    ["a map", "Head office · Main street 1 · 59.91, 10.75"],
    ["its origin", "SANDBOX · made by the Smartform sandbox, not by the service"],
  ];
  it("shows everything that a page can contain", async () => {
    const text = textOf(await printPdf(samplePrint()));
    for (const [title, expected] of shown) assert.ok(text.includes(expected), `${title}: "${expected}" in ${text}`);
    for (const hidden of ["alert(1)", "data:image", "Green"]) assert.ok(!text.includes(hidden), hidden);
  });

  it("T64: contains nothing of an uploaded file", async () => {
    const values = new Map<string, unknown>([
      ...sampleValues,
      ["proof", { name: "CANARY.png", contentBase64: "Q0FOQVJZ" }],
    ]);
    const text = textOf(await printPdf(samplePrint({ values })));
    assert.ok(!/CANARY|Q0FOQVJZ/.test(text), text);
  });

  it("is A4, with every font embedded, as a subset, with a table from glyphs to characters", async () => {
    const pdf = await printPdf(samplePrint());
    assert.match(infoOf(pdf), /Page size: .*\(A4\)/);
    const fonts = fontsOf(pdf).trim().split("\n").slice(2);
    assert.ok(fonts.length >= 3, fonts.join("\n"));
    for (const font of fonts) assert.match(font, /DejaVuSans.* yes yes yes /);
  });

  it("T171: marks every page as its own", async () => {
    const pdf = await printPdf(samplePrint());
    assert.match(infoOf(pdf), /Pages: +2/);
    assert.equal(textOf(pdf).match(/SANDBOX · made by/g)?.length, 2);
  });

  it("names its title, form and date, and is the same file each time", async () => {
    const pdf = await printPdf(samplePrint());
    const info = infoOf(pdf);
    assert.match(info, /Title: +Order confirmation/);
    assert.match(info, /Subject: +Form form-1/);
    assert.match(info, /CreationDate: +Fri Jan {2}2 03:04:05 2026/);
    assert.deepEqual(await printPdf(samplePrint()), pdf);
  });

  it("T62: appends the attachments in their order, and keeps language and date", async () => {
    const attachment = async (name: string) =>
      printPdf(samplePrint({ smartform: { ...samplePrint().smartform, name } }));
    const pdf = await printPdf(
      samplePrint({ attachments: [await attachment("Annex one"), await attachment("Annex two")] }),
    );
    checkPdf(pdf);
    assert.match(infoOf(pdf), /Pages: +6/);
    assert.match(infoOf(pdf), /CreationDate: +Fri Jan {2}2 03:04:05 2026/);
    assert.match(objectsOf(pdf), /"\/Lang": "u:en"/);
    assert.match(textOf(pdf), /Order confirmation.*Annex one.*Annex two/);
  });

  it("names the attachment that is not a PDF", async () => {
    await assert.rejects(
      printPdf(samplePrint({ attachments: [await printPdf(samplePrint()), Buffer.from("<html>")] })),
      /Attachment 2 of the toolbar cannot be read as a PDF/,
    );
  });

  it("breaks a paragraph whose layout would take quadratic time, and loses nothing", () => {
    const table: readonly (readonly [title: string, nodes: readonly RichNode[], text: string])[] = [
      ["words", ["word ".repeat(20_000)], "word ".repeat(20_000)],
      ["no space, letters of two code units", ["🙂".repeat(20_000)], "🙂".repeat(20_000)],
      [
        "many runs",
        Array.from({ length: 20_000 }, () => ({ tag: "b" as const, look: {}, children: ["ab"] })),
        "ab".repeat(20_000),
      ],
    ];
    for (const [title, nodes, text] of table) {
      const paragraphs = richContent(nodes, []).map((each) =>
        (each as { readonly text: readonly { readonly text: string }[] }).text.map((run) => run.text).join(""),
      );
      assert.equal(paragraphs.join(""), text, title);
      assert.ok(
        paragraphs.every((each) => each.length <= 4001),
        title,
      );
    }
  });

  const odd: readonly (readonly [title: string, change: Partial<Print>])[] = [
    ["lone surrogates and control characters", withText("a\u0000b\uD800c\u001b[31m")],
    ["a word longer than a line", withText("x".repeat(5000))],
    ["a thousand open elements", withText("<div><b><ul><li><table><tr><td>".repeat(300) + "deep", "html")],
    ["a table of a thousand columns", withText(`<table><tr>${"<td>x</td>".repeat(1000)}</tr></table>`, "html")],
    [
      "a table whose rows differ in length",
      withText('<table><tr><td colspan="3">a</td></tr><tr><td>b</td></tr><tr></tr></table>', "html"),
    ],
    ["letters that the font lacks", withText("漢字 🙂 end")],
    ["no text at all", withText("")],
    ["a Smartform without pages", { smartform: { ...samplePrint().smartform, pages: { state: "absent" } } }],
    [
      "a Smartform about which nothing is known",
      {
        smartform: { ...samplePrint().smartform, name: "", pages: { state: "unknown" }, fields: { state: "unknown" } },
      },
    ],
  ];
  for (const [title, change] of odd) {
    it(`prints ${title}`, async () => checkPdf(await printPdf(samplePrint(change))));
  }
});

function withText(text: string, format: "plain" | "html" = "plain"): Partial<Print> {
  return {
    smartform: { ...samplePrint().smartform, pages: { state: "known", value: [{ blocks: [{ text, format }] }] } },
  };
}
