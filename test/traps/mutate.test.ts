/** The place of a mutant is found in the source, however the source is formatted, and no other place matches. */
import assert from "node:assert/strict";
import { mutate } from "./readTraps.ts";

const one = "if (a) return send({ id, name });\nreturn [x, y];\n";
const many = "if (a)\n  return send({\n    id,\n    name,\n  });\nreturn [\n  x,\n  y,\n];\n";

describe("the place of a mutant", () => {
  for (const [layout, source] of Object.entries({ one, many })) {
    it(`is found in a source of ${layout === "one" ? "long" : "short"} lines`, () => {
      assert.equal(
        mutate(source, { file: "", find: "return send({ id, name });", replace: "return;" })
          ?.replace(/\s+/g, " ")
          .slice(0, 14),
        "if (a) return;",
      );
      assert.match(
        mutate(source, { file: "", find: "send({\n  id,\n  name,\n})", replace: "wait()" }) ?? "",
        /wait\(\);/,
      );
      assert.match(mutate(source, { file: "", find: "x, y]", replace: "x]" }) ?? "", /\[\s*x\];/);
      assert.match(mutate(source, { file: "", find: "name }", replace: "name, more }" }) ?? "", /name, more \}\s*\)/);
    });

    it(`is not found if it occurs twice or never: ${layout}`, () => {
      assert.equal(mutate(source, { file: "", find: "return", replace: "" }), undefined);
      assert.equal(mutate(source, { file: "", find: "return send({ id })", replace: "" }), undefined);
      assert.equal(mutate(source, { file: "", find: " ", replace: "" }), undefined);
    });
  }

  it("keeps the surrounding text", () => {
    assert.equal(mutate(many, { file: "", find: "id, ", replace: "id: 1," }), many.replace("id,", "id: 1,"));
    assert.equal(mutate("a ?? b;  // why\n", { file: "", find: "?? b", replace: "" }), "a ;  // why\n");
  });
});
