/** The search finds each canary in each of its forms, and names the canary. */
import assert from "node:assert/strict";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { allowed, canaries, made, newMarks } from "./canaries.ts";
import { filesUnder, formsOf, scan } from "./scan.ts";

describe("the search for canaries", () => {
  const marks = newMarks();
  const planted = canaries(marks);
  const values = new Map([...planted].map(([name, { value }]) => [name, value]));
  const options = { marks: Object.values(marks), canaries: values };

  it(`knows ${planted.size + made.size} canaries, all different, and a place for each one that may be stored`, () => {
    assert.ok(planted.size >= 40);
    assert.equal(new Set(values.values()).size, planted.size);
    for (const { value } of planted.values())
      assert.ok(
        options.marks.some((mark) => value.includes(mark)),
        value,
      );
    for (const may of [...made.values(), ...[...planted.values()].map((one) => one.may)])
      for (const place of may) assert.ok(Object.hasOwn(allowed, place));
  });

  it("finds each in each of its forms, among other bytes", () => {
    for (const [name, value] of values) {
      for (const [form, needle] of formsOf(value)) {
        const found = scan(
          [{ where: "here", bytes: Buffer.concat([Buffer.from([0, 1, 2]), needle, Buffer.from([255])]) }],
          options,
        );
        assert.ok(
          found.some(({ canary }) => canary === name || canary === "another"),
          `${name} ${form}`,
        );
      }
      for (const around of ["", "a", "ab", "åb", "abc"]) {
        const found = scan(
          [{ where: "here", bytes: Buffer.from(Buffer.from(`${around}${value}${around}`).toString("base64")) }],
          options,
        );
        assert.deepEqual(
          found.map(({ canary }) => canary),
          [name],
          `${name} behind "${around}"`,
        );
      }
    }
  });

  it("finds nothing if there is nothing, and the mark if the rest was changed", () => {
    assert.deepEqual(scan([{ where: "here", bytes: Buffer.from("nothing at all, qz and 7") }], options), []);
    assert.deepEqual(scan([{ where: "here", bytes: Buffer.from(`cut ${marks.letters}…`) }], options), [
      { where: "here", canary: "another", form: "as it is" },
    ]);
  });

  it("reads every file in a folder, and its name", async () => {
    const folder = await mkdtemp(join(tmpdir(), "smartform-scan-"));
    try {
      await mkdir(join(folder, "a", "b"), { recursive: true });
      await writeFile(join(folder, "a", "b", "x.log"), `said ${values.get("the body of an error") ?? ""}`);
      await writeFile(join(folder, "a", `${values.get("a path in the workspace") ?? ""}.txt`), "");
      assert.deepEqual(
        scan(await filesUnder(folder, { as: "profile" }), options)
          .map(({ canary }) => canary)
          .sort(),
        ["a path in the workspace", "the body of an error"],
      );
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
