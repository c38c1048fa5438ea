/** What references find, and how: the catalog's three answers, and every way to match. */
import assert from "node:assert/strict";
import { known, parse, resolve, resolveAt, unknown } from "../../language/index.ts";
import type { Catalog, Context } from "../../language/index.ts";
import { readCatalog } from "./fixture.ts";

const catalog = readCatalog("see demo");
const base: Context = { catalog, data: catalog.dataTable() };

/** Checks what the first placeholder resolves to: `folder match, folder ids / text match, text id`. */
function check(text: string, expected: string, context: Partial<Context> = {}): void {
  const [placeholder] = parse(text, "plain").placeholders;
  assert.ok(placeholder);
  const found = resolve(placeholder, { ...base, ...context });
  if (found.kind === "data") return assert.equal(JSON.stringify(found.value), expected);
  if (found.kind === "input")
    return assert.equal(
      JSON.stringify({
        ...found,
        default: found.default && { written: found.default.written.text, data: found.default.data },
      }),
      expected,
    );
  if (found.kind === "nothing") return assert.equal("nothing", expected);
  const folder =
    found.folder.state === "known"
      ? `${found.folder.value.matched} ${found.folder.value.folders.map((one) => one.id).join()}`
      : found.folder.state;
  const target =
    found.text.state === "known"
      ? `${found.text.matched} ${[found.text.text, ...found.text.others].map((one) => one.id).join()}`
      : `${found.text.state} ${found.text.elsewhere.map((one) => one.id).join()}`;
  assert.equal(`${folder} / ${target}`, expected);
}

const cases: readonly [string, string, string, Partial<Context>?][] = [
  ["folder code and text code", "[[ LIB : hr : greeting ]]", "code f-hr / code t-greeting"],
  ["a folder without a code goes by its name", "[[ LIB : Gemensamt : PS ]]", "name f-shared / code t-shared"],
  ["a folder with a code, by its name", "[[ LIB : Legal : footer ]]", "name-despite-code f-legal / code t-footer"],
  ["a name that two levels share", "[[ LIB : Drafts : x ]]", "name f-drafts,f-drafts-hr / absent "],
  ["letter case of the folder", "[[ LIB : HR : greeting ]]", "case f-hr / code t-greeting"],
  ["letter case of the text", "[[ LIB : hr : Greeting ]]", "code f-hr / case t-greeting"],
  ["a text of a subfolder, by its top folder (T11)", "[[ LIB : hr : welcome ]]", "code f-hr / subfolder t-welcome"],
  [
    "a text of the top folder, by a subfolder",
    "[[ LIB : hr.onboarding : greeting ]]",
    "code f-onboarding / absent t-greeting,t-legal-greeting",
  ],
  ["no such folder", "[[ LIB : nowhere : greeting ]]", "absent / absent t-greeting,t-legal-greeting"],
  [
    "short, folder of the context (T57)",
    "[[ LIB : greeting ]]",
    "code f-legal / code t-legal-greeting",
    { folder: "legal", smartform: "s-hire" },
  ],
  [
    "short, folder of the Smartform (T57)",
    "[[ LIB : greeting ]]",
    "code f-hr / code t-greeting",
    { smartform: "s-hire" },
  ],
  ["short, without a folder (T57)", "[[ LIB : greeting ]]", "unnamed / unknown t-greeting,t-legal-greeting"],
  [
    "short, the context names a folder that is not there",
    "[[ LIB : greeting ]]",
    "absent / unknown t-greeting,t-legal-greeting",
    { folder: "gone" },
  ],
  [
    "short, the Smartform is not there",
    "[[ LIB : greeting ]]",
    "unnamed / unknown t-greeting,t-legal-greeting",
    { smartform: "gone" },
  ],
  [
    "an empty catalog file knows nothing",
    "[[ LIB : hr : greeting ]]",
    "unknown / unknown ",
    { catalog: readCatalog("{}") },
  ],
  ["malformed", "[[ LIB : : x ]]", "nothing"],
  ["data", "[[ customer.address.street ]]", '{"state":"known","value":"Storgatan 1"}'],
  ["data that is not there", "[[ customer.age ]]", '{"state":"absent","segment":1}'],
  ["a path through a plain value", "[[ customer.name.first ]]", '{"state":"not-object","segment":1,"value":"Åsa"}'],
  ["a path through a list", "[[ lines.0 ]]", '{"state":"not-object","segment":0,"value":["a","b"]}'],
  ["names of objects are not data (T24)", "[[ __proto__.toString ]]", '{"state":"absent","segment":0}'],
  [
    "data names that look special (T24)",
    "[[ __proto__.x ]]",
    '{"state":"known","value":1}',
    { data: known(JSON.parse('{"__proto__":{"x":1}}')) },
  ],
  ["unknown data", "[[ a ]]", '{"state":"unknown"}', { data: unknown }],
  [
    "an input and its default",
    "[[ INPUT : a | default=$customer.name | type=select | source=list ]]",
    '{"kind":"input","type":{"start":45,"end":51,"text":"select"},"source":{"start":61,"end":65,"text":"list"},"default":{"written":"$customer.name","data":{"state":"known","value":"Åsa"}}}',
  ],
];

describe("resolve", () => {
  for (const [title, text, expected, context] of cases) it(title, () => check(text, expected, context));

  it("finds a text of a half-loaded library, and proves no absence with it (T31)", () => {
    const half: Catalog = {
      ...catalog,
      textsByCode: () => unknown,
      textByCode: (folder, code) => (code === "greeting" ? catalog.textByCode(folder, code) : unknown),
    };
    check("[[ LIB : hr : greeting ]]", "code f-hr / code t-greeting", { catalog: half });
    check("[[ LIB : hr : gone ]]", "code f-hr / unknown ", { catalog: half });
  });

  it("returns the part at an offset", () => {
    const text = "x [[ LIB : hr : greeting ]] [[ a.b ]][[ INPUT : n | type=date ]]";
    const syntax = parse(text, "plain");
    const roles = [0, 2, 5, 8, 11, 14, 16, 24, 25, 27, 33, 37, 39, 48, 52, 57, 61].map((offset) => {
      const at = resolveAt(syntax, offset, base);
      return at === null ? "outside" : (at.place?.role ?? "between");
    });
    assert.deepEqual(roles, [
      "outside",
      "between",
      "keyword",
      "keyword",
      "folder",
      "between",
      "text",
      "text",
      "between",
      "between",
      "segment",
      "between",
      "between",
      "input-name",
      "option-name",
      "option-value",
      "option-value",
    ]);
  });
});
