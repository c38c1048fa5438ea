/**
 * Changes of several texts at once, against the sandbox. A field is changed, and the plan says what follows from that.
 * Words are replaced at exactly the chosen places.
 */
import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ApiError } from "../../../api/index.ts";
import type { Api } from "../../../api/index.ts";
import { guardedWrite } from "../../../authoring/guard/guardedWrite.ts";
import { bulkOf, defaultLanguageSaid } from "../../../authoring/plans/bulk.ts";
import type { BulkChange } from "../../../authoring/plans/bulk.ts";
import { heldByPlan, openKeptPlans } from "../../../authoring/plans/keptPlans.ts";
import type { KeptPlan } from "../../../authoring/plans/keptPlans.ts";
import { makePlan, withEdits } from "../../../authoring/plans/plan.ts";
import type { LibraryPlan } from "../../../authoring/plans/plan.ts";
import {
  differencesOf,
  onlyPlaces,
  placesIn,
  placesOf,
  replacePlan,
  replaceQuestion,
} from "../../../authoring/plans/replace.ts";
import type { Replacement } from "../../../authoring/plans/replace.ts";
import { planReport, runPlan } from "../../../authoring/plans/runPlan.ts";
import { fieldsOf } from "../../../authoring/guard/writePlan.ts";
import type { LibraryText } from "../../../authoring/guard/writePlan.ts";
import { identity, world } from "../../client/service.ts";
import type { World } from "../../client/service.ts";

describe("bulk changes", () => {
  let w: World;
  let disk = "";
  before(async () => {
    w = await world();
    disk = await mkdtemp(join(tmpdir(), "smartform-bulk-"));
  });
  after(async () => {
    await w[Symbol.asyncDispose]();
    await rm(disk, { recursive: true, force: true });
  });

  const plans = () => openKeptPlans(disk);
  const run = async (kept: KeptPlan, { api = w.mine, back = false } = {}): Promise<KeptPlan> => {
    const held = await runPlan(
      kept,
      {
        api,
        plans: plans(),
        files: { read: async () => undefined, write: assert.fail },
        save: (base, change) =>
          guardedWrite(
            { identity, connection: "sandbox", base, change },
            { api, journal: heldByPlan, lock: (_, work) => work() },
          ),
      },
      { back },
    );
    return held.state === "done" ? held.value : assert.fail(held.state);
  };
  const carryOut = async (plan: LibraryPlan): Promise<KeptPlan> =>
    run(await plans().begin(plan, { identity, connection: "sandbox" }));
  const contents = async (...texts: readonly LibraryText[]): Promise<readonly string[]> =>
    (await Promise.all(texts.map(({ id }) => w.read(id)))).flatMap(({ translations }) =>
      Object.values(translations ?? {}).map(({ content }) => content),
    );

  describe("of a field", () => {
    it("change only the field, name texts that already have the value, and can be undone", async () => {
      const [one, two] = [await w.text({ isPublic: true }), await w.text({ isPublic: false })];
      const bulk = bulkOf([one, two], { isPublic: false });
      assert.deepEqual(
        [bulk.title, bulk.said],
        [
          `Make ${one.code} not public`,
          ["People will no longer find the texts in the document composer.", `Nothing to change in ${two.code}.`],
        ],
      );
      const done = await carryOut(makePlan(bulk.title, bulk.wishes, { said: bulk.said }));
      const now = await w.read(one.id);
      assert.deepEqual([fieldsOf(now), now.translations], [{ ...fieldsOf(one), isPublic: false }, one.translations]);
      assert.equal((await run(done, { back: true })).outcomes[0]?.state, "undone");
      assert.equal(fieldsOf(await w.read(one.id)).isPublic, true);
    });

    it("refuse a text that somebody else changed in the same field, and change the others", async () => {
      const texts = [await w.text({ contentType: 2 }), await w.text({ contentType: 2 })];
      const bulk = bulkOf(texts, { contentType: 0 });
      assert.match(bulk.said.join(" "), /Markup tags and entities will be printed as they are written\./);
      await w.foreign(texts[0]!, { contentType: 1 });
      const { message, details } = planReport(await carryOut(makePlan(bulk.title, bulk.wishes)));
      assert.equal(message, "Change the content type of 2 texts to Plain text: 1 step done, 1 refused.");
      assert.match(
        details[0] ?? "",
        /^Refused: .*Somebody else also changed its content type, so nothing was written\.$/,
      );
    });

    it("leave a text alone that has no content in the new default language", async () => {
      const [some, none] = [
        await w.text(),
        await w.text({ translations: { en: { content: "a" }, sv: { content: " " } } }),
      ];
      const bulk = bulkOf([some, none], { defaultLanguage: "sv" });
      assert.deepEqual(
        bulk.wishes.map(({ step }) => step.do === "text" && step.base.id),
        [some.id],
      );
      assert.match(
        bulk.said.join(" "),
        new RegExp(`Not changed, because these texts have no words in sv: ${none.code}\\.`),
      );
    });

    it("say what follows from another default language, including which texts have no words in it", async () => {
      const said = defaultLanguageSaid(
        [await w.text({ translations: { en: { content: "a" }, sv: { content: "" }, de: { content: "b" } } })],
        "sv",
      ).join(" ");
      assert.match(
        said,
        /If neither the request nor the Smartform names a language, a form will print the content in sv\..*\(de, en\) are compared with sv.*These texts have no words in sv: text-\d+\. The API documents do not say what these texts print once sv is their default language\. No content is changed\./,
      );
    });

    for (const change of [
      { isPublic: true },
      { contentType: 2 },
      { defaultLanguage: "en" },
    ] as const satisfies readonly BulkChange[]) {
      it(`have nothing to do if every text already has ${JSON.stringify(change)}`, async () =>
        assert.deepEqual(bulkOf([await w.text()], change).wishes, []));
    }
  });

  describe("of words", () => {
    const wanted = (find: string, by: string, more: Partial<Replacement> = {}): Replacement => ({
      find,
      by,
      matchCase: true,
      wholeWords: false,
      inside: false,
      ...more,
    });
    const replaced = (content: string, contentType: number, replacement: Replacement): readonly [string, number] => {
      const { edits, left } = placesIn(content, contentType, replacement);
      return [withEdits(content, edits, () => true), left];
    };
    for (const [what, content, type, replacement, expected] of [
      ["letter by letter", "a.b axb a.b", 0, wanted("a.b", "$1 $&"), ["$1 $& axb $1 $&", 0]],
      ["brackets and slashes", "(a)[b]\\{c}", 0, wanted(")[b]\\{", "-"), ["(a-c}", 0]],
      ["in any letter case", "Cat cAT scatter", 0, wanted("cat", "dog", { matchCase: false }), ["dog dog sdogter", 0]],
      [
        "whole words, with marks and letters of every script",
        "cat cats кат-cat éclair clair",
        0,
        wanted("cat", "dog", { wholeWords: true }),
        ["dog cats кат-dog éclair clair", 0],
      ],
      [
        "no part of a word with an accent",
        "éclair clair",
        0,
        wanted("clair", "x", { wholeWords: true }),
        ["éclair x", 0],
      ],
      ["outside of placeholders", "name [[ name ]] name", 0, wanted("name", "title"), ["title [[ name ]] title", 1]],
      [
        "inside placeholders on request",
        "name [[ name ]]",
        0,
        wanted("name", "title", { inside: true }),
        ["title [[ title ]]", 0],
      ],
      [
        "outside of tags and comments",
        '<p class="p">p<!-- p --></p>',
        2,
        wanted("p", "x"),
        ['<p class="p">x<!-- p --></p>', 4],
      ],
      ["angle brackets of plain text", "a <b> b", 0, wanted("b", "x"), ["a <x> x", 0]],
      ["no half of a surrogate pair", "😀 a", 0, wanted("\u{1F600}", "x"), ["x a", 0]],
      ["a letter that grows in lower case", "İx x", 0, wanted("x", "yy", { matchCase: false }), ["İyy yy", 0]],
    ] as const)
      it(`replaces ${what}`, () => assert.deepEqual(replaced(content, type, replacement), expected));

    it("has nothing to do if the words are there already", () =>
      assert.deepEqual(placesIn("cat", 0, wanted("cat", "cat")).edits, []));

    it("takes time in proportion to the content", () => {
      const content = `${"<p ".repeat(50_000)}${"[[ a ]] b".repeat(50_000)}`;
      assert.ok(placesIn(content, 2, wanted("b", "c")).left > 0);
      assert.equal(placesIn("ab\n".repeat(50_000), 0, wanted("b", "c", { wholeWords: true })).edits.length, 0);
    });

    it("shows every place with its line, changes those that were chosen, and can be undone", async () => {
      const one = await w.text({
        contentType: 0,
        translations: { en: { content: "one\r\ntwo cats, one cat\r\n" }, sv: { content: "cat" } },
      });
      const two = await w.text({
        contentType: 0,
        translations: { en: { content: "no dogs" }, de: { content: "a\ncat [[ cat ]]" } },
      });
      const before = await contents(one, two);
      const plan = replacePlan([one, two], wanted("cat", "dog"), { known: false });
      assert.deepEqual(
        placesOf(plan)
          .map(
            ({ code, language, line, before: was, after }) =>
              `${code === one.code ? "one" : "two"}.${language} ${line}: ${was} → ${after}`,
          )
          .sort(),
        [
          "one.en 2: two cats, one cat → two cats, one dog",
          "one.en 2: two cats, one cat → two dogs, one cat",
          "one.sv 1: cat → dog",
          "two.de 2: cat [[ cat ]] → dog [[ cat ]]",
        ],
      );
      assert.equal(
        replaceQuestion(plan),
        "4 places in 2 texts will be updated. This goes live for everyone. The Text Library has not been read completely, so more texts may hold these words. 1 place inside placeholders or tags is not changed.",
      );
      assert.deepEqual(
        differencesOf(plan)
          .map(({ after }) => after)
          .sort(),
        ["a\ndog [[ cat ]]", "dog", "one\r\ntwo dogs, one dog\r\n"],
      );
      const chosen = onlyPlaces(
        plan,
        placesOf(plan).filter(({ textId, language, start }) => textId === one.id && language === "en" && start > 10),
      );
      const done = await carryOut(chosen);
      assert.equal(planReport(done).message, 'Replace "cat" with "dog": done (1 change).');
      assert.deepEqual(
        (await contents(one, two)).toSorted(),
        before.map((content) => content.replace("one cat", "one dog")).toSorted(),
      );
      await run(done, { back: true });
      assert.deepEqual(await contents(one, two), before);
    });

    it("searches in one language only, if requested", async () => {
      const text = await w.text({ translations: { en: { content: "cat" }, sv: { content: "cat" } } });
      assert.deepEqual(
        placesOf(replacePlan([text], wanted("cat", "dog", { language: "sv" }))).map(({ language }) => language),
        ["sv"],
      );
    });

    it("merges with other lines that somebody else changed, and skips and names changes in the same line", async () => {
      const [merged, met] = [await w.text(), await w.text()];
      const plan = replacePlan([merged, met], wanted("two", "2"));
      await w.foreign(merged, { translations: { en: { content: "ONE\ntwo\nthree\n" } } });
      await w.foreign(met, { translations: { en: { content: "one\ntwo!\nthree\n" } } });
      const { message, details } = planReport(await carryOut(plan));
      assert.match(message, /1 step done, 1 refused\.$/);
      assert.match(
        details[0] ?? "",
        /^Refused: 1 place in the text .* Somebody else also changed the same lines in en, so nothing was written\.$/,
      );
      assert.deepEqual(
        (await contents(merged, met)).filter((content) => /t.?o|2/.test(content) && content.includes("three")),
        ["ONE\n2\nthree\n", "one\ntwo!\nthree\n"],
      );
    });

    it("makes no false claim: a lost answer that cannot be looked up is unknown, and is looked up when the plan continues", async () => {
      const text = await w.text();
      const plan = replacePlan([text], wanted("two", "2"));
      await w.control("POST", "/faults", { operation: "textlibrary.texts.update", kind: "reset-after", times: 1 });
      const call = w.mine.call as (...args: readonly unknown[]) => Promise<unknown>;
      let isLost = false;
      const api = {
        ...w.mine,
        call: (async (...args: readonly unknown[]) => {
          if (isLost)
            throw new ApiError("unreachable", "textlibrary.texts.get", "none", "The service cannot be reached.");
          return call(...args).catch((error: unknown) => {
            isLost = true;
            throw error;
          });
        }) as Api["call"],
      };
      const kept = await run(await plans().begin(plan, { identity, connection: "sandbox" }), { api });
      assert.equal(kept.outcomes[0]?.state, "unknown");
      assert.match(
        planReport(kept).details[0] ?? "",
        /^Unknown: 1 place in the text .* It is not known whether the change was written\./,
      );
      const after = await run(kept);
      assert.equal(after.outcomes[0]?.state, "done");
      assert.ok((await contents(text)).includes("one\n2\nthree\n"));
    });
  });
});
