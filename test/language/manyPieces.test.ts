/**
 * Texts that repeat one piece very often: every request about such a text takes time in proportion to its length, and
 * the answers are not longer than a person would read.
 */
import assert from "node:assert/strict";
import { openRequestFile } from "../../catalog/index.ts";
import {
  codeActions,
  completion,
  documentHighlights,
  edit,
  findings,
  fixes,
  hover,
  known,
  newMemory,
  parse,
  parseRequest,
  requestFindings,
  rules,
  semanticTokens,
  signatureHelp,
  unknown,
} from "../../language/index.ts";
import type { Context, Finding, Format, Syntax } from "../../language/index.ts";
import { assertLinear } from "../linear.ts";
import { fixtureText, readCatalog } from "./fixture.ts";

const times = (size: number, piece: (index: number) => string): string =>
  Array.from({ length: size }, (_, index) => piece(index)).join("");
const letters = (index: number): string => String(index).replace(/\d/g, (digit) => "abcdefghij".charAt(Number(digit)));

/** Functions that return a text in which one or two pieces are repeated `size` times. */
const written: Readonly<Record<string, (size: number) => string>> = {
  "parts of one reference": (size) => `[[ LIB${times(size, (index) => ` : b${index}`)} ]]`,
  "empty parts of one reference": (size) => `[[ LIB${" :".repeat(size)} ]]`,
  "parts after no keyword": (size) => `[[ LIBB${times(size, (index) => ` : b${index}`)} ]]`,
  "options of one input": (size) => `[[ INPUT : a${times(size, (index) => ` | o${index}=b`)} ]]`,
  "known options in front of unknown ones": (size) =>
    `[[ INPUT : a${" | type=date".repeat(size)}${" | select=b".repeat(size)} ]]`,
  "empty options of one input": (size) => `[[ INPUT : a${" |".repeat(size)} ]]`,
  "defaults of one input": (size) => `[[ INPUT : a${times(size, (index) => ` | default=$x${index}`)} ]]`,
  "sources of one input": (size) => `[[ INPUT : a | type=select${times(size, (index) => ` | source=x${index}`)} ]]`,
  "segments of one name": (size) => `[[ customer${times(size, (index) => `.x${index}`)} ]]`,
  "unclosed brackets": (size) => "[[ ".repeat(size),
  "unclosed brackets with a name": (size) => times(size, (index) => `[[ a${index}\n\n`),
  "unopened brackets": (size) => "]] ".repeat(size),
  "brackets in a run": (size) => "[".repeat(size) + "]".repeat(size),
  "brackets inside of brackets": (size) => "[[ a".repeat(size) + " ]]".repeat(size),
  "nested placeholders": (size) => "[[ a [[ b ]] ]] ".repeat(size),
  "empty placeholders": (size) => "[[ ]] ".repeat(size),
  "names without spaces": (size) => times(size, (index) => `[[x${index}]] `),
  "unknown names": (size) => times(size, (index) => `[[ x${index} ]] `),
  "names that continue after a value": (size) => times(size, (index) => `[[ customer.name.x${index} ]] `),
  "unknown texts": (size) => times(size, (index) => `[[ LIB : hr : x${index} ]] `),
  "unknown folders": (size) => times(size, (index) => `[[ LIB : h${index} : x ]] `),
  "short references": (size) => times(size, (index) => `[[ LIB : h${index} ]] `),
  "malformed references": (size) => times(size, (index) => `[[ LIB : hr : x${index} : y ]] `),
  "small keywords": (size) => times(size, (index) => `[[ lib : hr : x${index} ]] `),
  "codes with a foreign character": (size) => times(size, (index) => `[[ LIB : hr : x${index}? ]] `),
  "inputs of one name": (size) => times(size, (index) => `[[ INPUT : x | default=a${index} ]] `),
  "inputs named like a long one": (size) =>
    `[[ INPUT : x${times(size, (index) => ` | o${index}=b`)} ]] ${times(size, (index) => `[[ INPUT : x | default=a${index} ]] `)}`,
  "inputs without a name": (size) => "[[ INPUT : | type=select ]] ".repeat(size),
  "inputs with a source": (size) => times(size, (index) => `[[ INPUT : x${index} | type=select | source=y${index} ]] `),
  "tags inside of brackets": (size) => `[[ a${"<b>x</b>".repeat(size)} ]]`,
  "tags inside of brackets, each": (size) => times(size, (index) => `[[ <b>x${index}</b> ]] `),
  "event handlers": (size) => `<a ${times(size, (index) => `on${letters(index)}=x `)}>`,
  "placeholders in a tag": (size) => `<a ${"[[x]] ".repeat(size)}>`,
  "placeholders in a name": (size) => `<a ${"[[x]]".repeat(size)}>`,
  "placeholders in a value": (size) => `<a b=${"[[x]]".repeat(size)}>`,
  "placeholders in a value with quotes": (size) => `<a b="${"[[x]]".repeat(size)}">`,
  "placeholders in front of a long name": (size) => `<a ${"[[x]] ".repeat(size)}${"x".repeat(size * 1000)}>`,
  "placeholders after a long name": (size) => `<a ${"x".repeat(size * 1000)}${"[[x]]".repeat(size)}>`,
  "placeholders in a long value": (size) => `<a b=${"[[x]]".repeat(size)}${"x".repeat(size * 1000)}>`,
  "open elements": (size) => "<b>".repeat(size),
  "elements that overlap": (size) => "<b><i></b></i>".repeat(size),
  scripts: (size) => "<script>x</script>".repeat(size),
};

const catalog = readCatalog("see demo");
const context: Context = {
  catalog,
  data: known({ customer: { name: "Ada" }, lines: [] }),
  values: known({}),
  textId: "t-letter",
  language: "sv",
};

/** Rules that these texts need not break: a text alone cannot break them, or they have no fix. */
const others =
  /^(?:form|request)-|^(?:folder-by-name|reference-case|text-in-subfolder|include-cycle|missing-translation|content-type-mismatch|input-shadows-field|field-as-placeholder|empty-data|missing-default-language|stale-translation|machine-translation|unused-text|duplicate-text|code-case-collision)$/;
/** Returns the codes of the rules that find nothing in these texts. Leaves out the rules that `others` matches. */
function unseen(texts: typeof written): readonly string[] {
  const found = new Set(
    Object.values(texts).flatMap((make) =>
      (["plain", "html"] satisfies Format[]).flatMap((format) =>
        findings(parse(make(20), format), context).map(({ code }) => code),
      ),
    ),
  );
  return rules.map(({ code }) => code).filter((code) => !found.has(code) && !others.test(code));
}
/**
 * All texts. For a rule that finds nothing in `written`, the fixture of the rule is repeated, each time with other
 * names, because equal placeholders are read only once.
 */
const shapes: typeof written = {
  ...written,
  ...Object.fromEntries(
    unseen(written).map((code) => {
      const text = `${fixtureText("findings", `${code}.txt`)}\n`;
      const piece = (index: number): string => text.replaceAll(/(?<=\w)(?=\s*\]\])/g, letters(index));
      return [`the fixture of ${code}`, (size: number) => times(size, piece)];
    }),
  ),
};
const middle = ({ text }: Syntax): number => text.length >> 1;
/** Makes a request at six offsets around the middle, so that one of them is on a piece and not next to it. */
const atEach = (syntax: Syntax, ask: (offset: number) => unknown): void =>
  [0, 1, 2, 3, 4, 5].forEach((by) => ask(middle(syntax) + by));

const asks: Readonly<Record<string, (syntax: Syntax) => void>> = {
  findings: (syntax) => void findings(syntax, context),
  "findings with their fixes": (syntax) =>
    findings(syntax, context).forEach((finding) => fixes(finding, syntax, context)),
  "code actions in the middle": (syntax) =>
    void codeActions(syntax, { start: middle(syntax), end: middle(syntax) }, findings(syntax, context), context),
  hover: (syntax) => atEach(syntax, (offset) => hover(syntax, offset, context)),
  completion: (syntax) => atEach(syntax, (offset) => completion(syntax, offset, context)),
  "signature help": (syntax) => atEach(syntax, (offset) => signatureHelp(syntax, offset, context)),
  highlights: (syntax) => atEach(syntax, (offset) => documentHighlights(syntax, offset, context)),
  "semantic tokens": (syntax) => void semanticTokens(syntax),
};

describe("many pieces", function () {
  this.timeout(60_000);
  for (const [what, make] of Object.entries(shapes)) {
    it(`are processed in linear time: ${what}`, () => {
      for (const format of ["plain", "html"] satisfies Format[])
        for (const [ask, work] of Object.entries(asks)) {
          // At most 1000 findings of one code are reported. At larger sizes, the fixes would therefore seem linear even
          // if each of them read all pieces.
          assertLinear(`${ask} in ${format}`, ask === "findings with their fixes" ? 100 : 200, (size) =>
            work(parse(make(size), format)),
          );
        }
    });
  }

  for (const [written, code] of [
    ["select=b", "unknown-input-option"],
    ["default=$x", "unknown-default"],
    ["source=x", "unknown-source"],
  ] as const) {
    it(`are not all read for the fix of one option: ${code}`, () => {
      const syntax = parse(`[[ INPUT : a${` | ${written}`.repeat(900)} ]]`, "plain");
      const [input] = syntax.placeholders;
      assert.ok(input?.kind === "input");
      let looked = 0;
      const options = new Proxy(input.options, {
        get: (target, name, receiver) => (
          (looked += typeof name === "string" && /^\d+$/.test(name) ? 1 : 0),
          Reflect.get(target, name, receiver) as unknown
        ),
      });
      const last =
        findings(syntax, context).findLast((finding) => finding.code === code) ?? assert.fail("nothing found");
      fixes(
        last,
        { text: syntax.text, format: syntax.format, placeholders: [{ ...input, options }], strays: [] },
        context,
      );
      assert.ok(looked > 0 && looked < 50, `${looked} of 900`);
    });
  }

  it("are found by every rule about a text that has fixes for its pieces", () => assert.deepEqual(unseen(shapes), []));
});

describe("findings of one code", () => {
  const more = "There are more mistakes; only 1000 are shown.";
  const plain: Context = { catalog, data: { state: "absent" } };
  const told = (found: readonly Finding[], code: string) => found.filter((each) => each.code === code);

  for (const [what, make, code] of [
    ["of the whole text", (size: number) => "[[ ".repeat(size), "unclosed-placeholder"],
    ["of its placeholders", (size: number) => times(size, (index) => `[[a${index}]] `), "missing-space"],
    ["of one placeholder", (size: number) => `[[ INPUT : a${" | b".repeat(size)} ]]`, "unknown-input-option"],
  ] as const) {
    it(`are the first 1000 in a text, and one that says there are more: ${what}`, () => {
      const [exactly, beyond] = [1000, 3000].map((size) => told(findings(parse(make(size), "plain"), plain), code));
      assert.deepEqual([exactly?.length, exactly?.some(({ moreFollow }) => moreFollow)], [1000, false]);
      assert.deepEqual(
        [
          beyond?.length,
          beyond?.findIndex(({ moreFollow }) => moreFollow),
          beyond?.at(-1)?.message,
          beyond?.at(-1)?.severity,
        ],
        [1001, 1000, more, exactly?.[0]?.severity],
      );
      assert.deepEqual(
        beyond?.slice(0, 999).map(({ start }) => start),
        exactly?.slice(0, 999).map(({ start }) => start),
      );
    });
  }

  for (const [what, kind, make, code] of [
    [
      "a create-form request",
      undefined,
      (size: number) =>
        JSON.stringify({
          notification: { participatingParties: Array.from({ length: size }, (_, index) => ({ [`x${index}`]: 1 })) },
        }),
      "form-unknown-property",
    ],
    [
      "a request file",
      "signing",
      (size: number) =>
        JSON.stringify({
          operation: "signing.orders.create",
          body: { signatories: Array.from({ length: size }, (_, index) => ({ [`x${index}`]: 1 })) },
        }),
      "request-unknown-property",
    ],
  ] as const) {
    it(`are the first 1000 in ${what}, and one that says there are more`, async () => {
      const requestFile = kind && (await openRequestFile(kind, () => ({ state: "unknown" })));
      const context = { catalog, data: unknown, ...(requestFile && { requestFile }) };
      const [exactly, beyond] = [1000, 3000].map((size) =>
        told(requestFindings(parseRequest(make(size)), context), code),
      );
      assert.deepEqual([exactly?.length, exactly?.some(({ moreFollow }) => moreFollow)], [1000, false]);
      assert.deepEqual(
        [beyond?.length, beyond?.findIndex(({ moreFollow }) => moreFollow), beyond?.at(-1)?.message],
        [1001, 1000, more],
      );
      assert.deepEqual(
        beyond?.slice(0, 1000).map(({ start }) => start),
        exactly?.map(({ start }) => start),
      );
    });
  }

  it("are the first ones of the file, even if an object precedes the rest of its parent", () => {
    const many = (name: string, size: number) =>
      Object.fromEntries(Array.from({ length: size }, (_, index) => [`${name}${index}`, 1]));
    const request = parseRequest(JSON.stringify({ notification: many("inner", 300), ...many("outer", 1500) }));
    const found = told(requestFindings(request, { catalog, data: unknown }), "form-unknown-property");
    assert.deepEqual(
      [0, 299, 300].map((index) => request.text.slice(found[index]?.start, found[index]?.end)),
      ['"inner0"', '"inner299"', '"outer0"'],
    );
    assert.deepEqual([found.length, found.at(-1)?.message], [1001, more]);
  });

  it("are not kept beyond that, however many one placeholder has", () => {
    const memory = newMemory();
    findings(parse(`[[ INPUT : a${" | b".repeat(3000)} ]]`, "plain"), plain, { memory });
    assert.deepEqual(
      Array.from(memory.answers.values(), (answers) => answers.length),
      [1001],
    );
  });

  it("hide none of another code", () => {
    const found = findings(parse(`[[ INPUT : a${" | b".repeat(3000)} ]] [[x]]`, "plain"), plain);
    assert.equal(told(found, "missing-space").length, 1);
  });

  it("appear once there is room for them, after each edit as in a fresh check", () => {
    const memory = newMemory();
    let syntax = parse(
      times(1005, (index) => `[[a${index}]] `),
      "plain",
    );
    for (let edits = 0; edits < 8; edits++) {
      assert.deepEqual(
        findings(syntax, plain, { memory }),
        findings(parse(syntax.text, "plain"), plain),
        `after ${edits} edits`,
      );
      syntax = edit(syntax, [
        { start: syntax.text.indexOf("[[a") + 2, end: syntax.text.indexOf("[[a") + 2, newText: " " },
        { start: syntax.text.indexOf("]] [[a"), end: syntax.text.indexOf("]] [[a"), newText: " " },
      ]);
    }
    const all = `${syntax.text}${times(1200, () => "[[z]] ")}`;
    assert.deepEqual(
      findings(
        edit(syntax, [{ start: syntax.text.length, end: syntax.text.length, newText: times(1200, () => "[[z]] ") }]),
        plain,
        { memory },
      ),
      findings(parse(all, "plain"), plain),
    );
  });
});
