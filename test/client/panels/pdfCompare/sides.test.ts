/**
 * The two sides of a comparison are distinguished by name, language, environment and connection. The comparison's page
 * may do exactly what the PDF panel may.
 */
import assert from "node:assert/strict";
import { pageHtml } from "../../../../client/window/pageHtml.ts";
import type { PagePlace } from "../../../../client/window/pageHtml.ts";
import { pdfPage } from "../../../../client/panels/pdf/page.ts";
import { comparePage } from "../../../../client/panels/pdfCompare/page.ts";
import { fileHead, filesGiven, panelHead, titleOf } from "../../../../client/panels/pdfCompare/sidesModel.ts";

interface File {
  readonly path: string;
}

describe("client/panels/pdfCompare/sides", () => {
  const shown = { title: "Accident · PDF", place: "Test · strandby", language: "sv", form: {} };
  const heads: readonly { readonly of: Partial<Parameters<typeof panelHead>[0]>; readonly detail: string }[] = [
    { of: {}, detail: "Language sv · Test · strandby" },
    { of: { language: null, place: "Production · strandby" }, detail: "Smartform’s default · Production · strandby" },
    { of: { form: undefined, language: null }, detail: "Test · strandby" },
    { of: { form: undefined, language: null, place: undefined }, detail: "" },
  ];
  for (const { of, detail } of heads)
    it(`has "${detail}" below its name`, () =>
      assert.deepEqual(panelHead({ ...shown, ...of }), { name: "Accident · PDF", detail }));

  for (const [path, name, detail] of [
    ["terms.pdf", "terms.pdf", ""],
    ["letters/old/terms.pdf", "terms.pdf", "letters/old"],
    ["C:\\docs\\terms.pdf", "terms.pdf", "C:\\docs"],
  ] as const) {
    it(`names the file ${path} ${name}`, () => assert.deepEqual(fileHead(path), { name, detail }));
  }

  const [old, now, third, note] = ["/w/old.pdf", "/w/new.PDF", "/w/third.pdf", "/w/note.txt"].map((path) => ({
    path,
  })) as [File, File, File, File];
  const isFile = (each: unknown): each is File =>
    typeof each === "object" && each !== null && "path" in each && !("foreign" in each);
  const given: readonly { readonly argument: unknown; readonly selected?: unknown; readonly are: readonly File[] }[] = [
    { argument: old, selected: [old, now], are: [old, now] },
    { argument: old, selected: [old], are: [old] },
    { argument: old, are: [old] },
    { argument: old, selected: [old, note], are: [old] },
    { argument: note, are: [] },
    { argument: { path: "/w/old.pdf", foreign: true }, are: [] },
    { argument: { groupId: 1 }, selected: "two", are: [] },
    { argument: undefined, are: [] },
  ];
  for (const { argument, selected, are } of given)
    it(`accepts ${are.length} PDF files from ${JSON.stringify([argument, selected])}`, () =>
      assert.deepEqual(filesGiven(argument, selected, isFile), are));

  it("refuses more than two files, with a message", () =>
    assert.throws(() => filesGiven(old, [old, now, third], isFile), {
      message: "Select two PDF files: more cannot be compared at once.",
    }));

  it("names both in its tab, and one name once", () => {
    const [one, other] = [fileHead("old/terms.pdf"), fileHead("new/terms.pdf")];
    assert.deepEqual(
      [titleOf(one, fileHead("offer.pdf")), titleOf(one, other)],
      ["terms.pdf ↔ offer.pdf", "Compare terms.pdf"],
    );
  });

  it("may load and run only what the PDF panel may", () => {
    const place: PagePlace = { origin: "https://webview", nonce: "NONCE", at: (path) => `https://webview/${path}` };
    const policy = (html: string): string => /content="([^"]*)"/.exec(html)?.[1] ?? "";
    const own = policy(pageHtml(place, comparePage()));
    assert.equal(own, policy(pageHtml(place, pdfPage({ ofForm: false, colours: "paper" }))));
    assert.match(own, /^default-src 'none'; script-src 'nonce-NONCE';/);
  });
});
