/** A name from the service is never a path, and is valid on every file system. */
import assert from "node:assert/strict";
import { fileWord, safeFileName, withEnding } from "../../../client/window/fileName.ts";

describe("names of files", () => {
  const names: Readonly<Record<string, string>> = {
    "Report S-77.pdf": "Report S-77.pdf",
    "../../etc/passwd": "etc_passwd",
    "a\u202egnp.exe": "a_gnp.exe",
    "C:\\x.pdf": "C_x.pdf",
    ".pdf": "document.pdf",
    "": "document",
    "..": "document",
    "Åke Öberg.pdf": "Åke Öberg.pdf",
    "A\u030ake.pdf": "Åke.pdf",
    "claim.v1.contract.json": "claim.v1.contract.json",
    "a:b|c?.txt": "a_b_c.txt",
    "x.\u0000js": "x._js",
    "last. ": "last",
  };
  for (const [name, safe] of Object.entries(names))
    it(`keep as much as possible: ${JSON.stringify(name)}`, () => assert.equal(safeFileName(name), safe));

  it("keep their ending when they are cut, and fit in 255 bytes", () => {
    const long = safeFileName(`${"字".repeat(5000)}.pdf`);
    assert.ok(Buffer.byteLength(`version 1234 - ${long}.123456789abc.part`) <= 255 && long.endsWith("字.pdf"));
    assert.ok(safeFileName("😀a".repeat(5000)).isWellFormed());
    assert.ok(Buffer.byteLength(fileWord("字".repeat(5000))) < 250);
  });

  it("get another name if nothing is left", () =>
    assert.equal(safeFileName("???", "archive.download"), "archive.download"));

  it("are one word for new files", () => {
    for (const [name, word] of [
      ["claims : intro", "claims-intro"],
      ["../Åsas: /form?", "Åsas-form"],
      ["???", ""],
    ] as const)
      assert.equal(fileWord(name), word);
  });

  const endings: Readonly<Record<string, string>> = {
    report: "report.form.json",
    "report.json": "report.form.json",
    "report.form": "report.form.json",
    "report.form.json": "report.form.json",
    "report.FORM.json": "report.form.json",
    "v1.2": "v1.2.form.json",
    "form.json": "form.form.json",
  };
  for (const [name, whole] of Object.entries(endings))
    it(`have an ending of two parts once: ${name}`, () => assert.equal(withEnding(name, "form.json"), whole));
});
