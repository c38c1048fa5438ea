/**
 * A live catalog reports each change, and names everything whose findings may have changed. After a single text was
 * saved, the catalog names that text and the texts that include it, and nothing else.
 */
import assert from "node:assert/strict";
import fc from "fast-check";
import { openLiveCatalog } from "../../catalog/index.ts";
import type { LiveCatalog } from "../../catalog/index.ts";
import {
  edit,
  findings,
  formatOf,
  holdsAfter,
  mergeChanges,
  newMemory,
  parse,
  parseRequest,
  requestFindings,
  isPrinted,
  unknown,
} from "../../language/index.ts";
import type { Context, Memory, Syntax, TextChange } from "../../language/index.ts";
import { service, text, texts } from "./service.ts";
import type { ServiceText } from "./service.ts";

const identity = { authUrl: "https://auth.example", formsApiUrl: "https://forms.example", clientId: "one" };

describe("a change of the library", () => {
  const opened: LiveCatalog[] = [];
  afterEach(async () => {
    for (const catalog of opened.splice(0)) await catalog[Symbol.asyncDispose]();
  });
  async function open(
    list: readonly ServiceText[],
    definition: Record<string, unknown> = {},
  ): Promise<{
    readonly catalog: LiveCatalog;
    readonly from: ReturnType<typeof service>;
    readonly changes: (TextChange | null)[];
  }> {
    const from = service(list);
    from.definition = definition;
    const catalog = openLiveCatalog({ identity, call: from.call });
    opened.push(catalog);
    await catalog.refresh({});
    const changes: (TextChange | null)[] = [];
    catalog.onChange((change) => {
      changes.push(change);
    });
    return { catalog, from, changes };
  }
  const saying = (number: number, content: string, more: Partial<ServiceText> = {}): ServiceText =>
    text(number, { code: `c${number}`, translations: { en: { content } }, ...more });
  const told = ({ codes, textIds, renamed }: TextChange): readonly unknown[] => [
    [...codes].sort(),
    [...textIds].sort(),
    renamed,
  ];

  it("names a saved text, the texts that include it directly or indirectly, and nothing else", async () => {
    const { catalog, changes } = await open([
      saying(1, "x"),
      saying(2, "[[ LIB : hr : C1 ]]"),
      saying(3, "[[ LIB : c2 ]]"),
      saying(4, "[[ LIB : hr : c5 ]]"),
      saying(5, "x"),
    ]);
    const { revision } = catalog.current;
    catalog.put(saying(1, "y"));
    assert.deepEqual(
      changes.map((change) => change && told(change)),
      [[["c1", "c2", "c3"], ["t1", "t2"], false]],
    );
    assert.equal(changes[0]?.since, revision);
    catalog.put(saying(1, "y"));
    assert.equal(changes.length, 1);
  });

  it("names the code that a text had, and those of texts that came, went or moved", async () => {
    const { catalog, changes } = await open([saying(1, "x"), saying(2, "[[ LIB : hr : c1 ]]")]);
    catalog.put(saying(1, "x", { code: "New" }));
    catalog.put(saying(9, "x"));
    catalog.remove("t2");
    catalog.put(saying(1, "x", { code: "New", folderId: "f2" }));
    assert.deepEqual(
      changes.map((change) => change && told(change)),
      [
        [["c1", "c2", "new"], ["t1", "t2"], true],
        [["c9"], ["t9"], true],
        [["c2"], ["t2"], true],
        [["new"], ["t1"], true],
      ],
    );
  });

  it("names the changes that a reading found", async () => {
    const { catalog, from, changes } = await open(texts(30));
    from.texts.set("t4", text(4, { updatedDate: "2026-02-02T00:00:00Z", translations: { de: { content: "Hallo" } } }));
    await catalog.refresh({});
    assert.deepEqual([...new Set(changes.flatMap((change) => [...change!.codes]))], ["code.000004"]);
  });

  it("may be about anything if folders or Smartforms changed, if absence is provable from now on, and if very many texts depend on it", async () => {
    const { catalog, from, changes } = await open([
      saying(1, "x"),
      ...Array.from({ length: 1000 }, (_, index) => saying(index + 2, "[[ LIB : hr : c1 ]]")),
    ]);
    from.definition = { textLibraryFolder: "hr" };
    await catalog.refresh({});
    catalog.put(saying(1, "y"));
    catalog.put(saying(2, "y"));
    assert.deepEqual(
      changes.map((change) => change && [...change.codes]),
      [null, null, ["c2"]],
    );
    const from2 = service([saying(1, "x")]);
    const empty = openLiveCatalog({ identity, call: from2.call });
    opened.push(empty);
    const first: (TextChange | null)[] = [];
    empty.onChange((change) => {
      first.push(change);
    });
    await empty.refresh({});
    assert.ok(first.filter((change) => change === null).length >= 3);
  }).timeout(20_000);

  it("keeps no finding from before an earlier change, and no answer about removed text", async () => {
    const { catalog, changes } = await open([saying(1, "x"), saying(2, "x")]);
    const context = (): Context => ({ catalog: catalog.current, data: unknown, language: "en" });
    const memory = newMemory();
    const both = parse("[[ LIB : hr : c1 ]] [[ LIB : hr : c2 ]]", "plain");
    findings(both, context(), { memory });
    catalog.remove("t1");
    catalog.put(saying(3, "x"));
    assert.equal(holdsAfter(changes[1]!, memory, context()), false, "whoever was not looked at since is looked at");
    assert.deepEqual(
      findings(both, context(), { memory }).map(({ code }) => code),
      ["unknown-text"],
    );
    const one = edit(both, [{ start: 0, end: "[[ LIB : hr : c1 ]]".length, newText: "" }]);
    findings(one, context(), { memory });
    catalog.put(saying(1, "x"));
    assert.equal(holdsAfter(changes[2]!, memory, context()), true);
    assert.deepEqual(
      findings(edit(one, [{ start: 0, end: 0, newText: "[[ LIB : hr : c1 ]]" }]), context(), { memory }),
      [],
    );
  });

  it("misses no new finding, whatever is saved, recoded, removed or created", async () => {
    const codes = ["footer", "greeting", "letter", "Footer"];
    const reference = fc
      .tuple(
        fc.constantFrom("hr : ", "Letters : ", "", "hrr : "),
        fc.constantFrom(...codes, "foter", "leter", "let/er"),
      )
      .map(([folder, code]) => `[[ LIB : ${folder}${code} ]]`);
    const content = fc
      .array(fc.oneof(reference, fc.constantFrom("x ", "<b>", "[[ name ]]", "[[x]]")), { maxLength: 3 })
      .map((pieces) => pieces.join(" "));
    const languages = fc.record({ en: content, sv: content }, { requiredKeys: ["en"] });
    const service = fc.record({
      number: fc.nat(5),
      code: fc.constantFrom(...codes),
      folderId: fc.constantFrom("f1", "f2"),
      contentType: fc.constantFrom(0, 2),
      said: languages,
      gone: fc.boolean(),
    });
    type Saved = typeof service extends fc.Arbitrary<infer T> ? T : never;
    const toText = ({ number, code, folderId, contentType, said }: Saved): ServiceText =>
      text(number, {
        code,
        folderId,
        contentType,
        translations: Object.fromEntries(Object.entries(said).map(([language, each]) => [language, { content: each }])),
      });
    let kept = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(service, { maxLength: 5 }),
        fc.array(content, { minLength: 1, maxLength: 3 }),
        fc.array(fc.record({ step: service, together: fc.boolean() }), { minLength: 1, maxLength: 4 }),
        async (first, files, steps) => {
          const { catalog, changes } = await open(
            [...new Map(first.map((each) => [each.number, toText(each)])).values()],
            { pages: [{ blocks: [{ text: files[0]!, format: "plain" }] }] },
          );
          const file = (syntax: Syntax, folder?: string): Open => ({
            syntax,
            memory: newMemory(),
            context: (): Context => ({
              catalog: catalog.current,
              data: unknown,
              language: "sv",
              ...(folder === undefined ? {} : { folder }),
            }),
          });
          interface Open {
            syntax: Syntax;
            memory: Memory;
            context: () => Context;
          }
          const request = parseRequest('{ "dialogDefinitionId": "s1", "values": { "aa": 1 }, "dataTableValue": {} }');
          const open2: readonly Open[] = [
            ...files.map((each) => file(parse(each, "plain"))),
            file(parse(files.join(" "), "html"), "hr"),
            ...[0, 1].flatMap((number) =>
              ["en", "sv"].map((language): Open => {
                const textId = `t${number}`;
                const found = catalog.current.text(textId);
                const stored = catalog.current.translation(textId, language);
                const syntax = parse(
                  stored.state === "known" ? stored.value.content : "x",
                  found.state === "known" ? formatOf(found.value.contentType) : "plain",
                );
                return {
                  syntax,
                  memory: newMemory(),
                  context: () => ({ catalog: catalog.current, data: unknown, language, textId }),
                };
              }),
            ),
          ];
          const look = (): readonly (readonly unknown[])[] =>
            open2.map(({ syntax, memory, context }) => findings(syntax, context(), { memory }));
          let before = look();
          let asked = requestFindings(request, file(parse("", "plain")).context());
          let waiting: TextChange | null | undefined;
          for (const { step, together } of steps) {
            changes.length = 0;
            if (step.gone) catalog.remove(`t${step.number}`);
            else catalog.put(toText(step));
            for (const change of changes)
              waiting = waiting === undefined ? change : waiting && change && mergeChanges(waiting, change);
            if (together || waiting === undefined) continue;
            const change: TextChange | null = waiting;
            waiting = undefined;
            const fresh = open2.map(({ syntax, context }) => findings(syntax, context()));
            for (const [index, { memory, context }] of open2.entries()) {
              if (change === null || !holdsAfter(change, memory, context())) continue;
              kept += 1;
              assert.deepEqual(fresh[index], before[index]);
            }
            assert.deepEqual(look(), fresh);
            before = fresh;
            const now = requestFindings(request, file(parse("", "plain")).context());
            if (change !== null && !isPrinted(change, catalog.current)) assert.deepEqual(now, asked);
            asked = now;
          }
          await opened.pop()?.[Symbol.asyncDispose]();
        },
      ),
      { numRuns: 300 },
    );
    assert.ok(kept > 300, String(kept));
  }).timeout(60_000);
});
