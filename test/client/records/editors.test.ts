/** Two to eight people edit one text at the same time; their calls may reach the service in any order (T16). */
import assert from "node:assert/strict";
import fc from "fast-check";
import type { Api } from "../../../api/index.ts";
import { guardedWrite } from "../../../authoring/guard/guardedWrite.ts";
import type { WriteResult } from "../../../authoring/guard/guardedWrite.ts";
import type { Journal } from "../../../authoring/guard/journal.ts";
import { contentsOf } from "../../../authoring/guard/writePlan.ts";
import type { Change, LibraryText } from "../../../authoring/guard/writePlan.ts";

const languages = ["en", "sv", "fi", "de", "fr", "da", "nb", "__proto__"];
const lines = languages.map((language) => `the line of ${language}\n`);

/** A journal that is never read. */
const journal: Journal = {
  write: async () => "entry",
  clear: async () => undefined,
  open: async () => ({ entries: [], unreadable: [] }),
};

/** Returns a service that holds one text by the rules of document 1. `turn` decides when a call reaches the service. */
function serviceWith(turn: () => Promise<unknown>) {
  let text: LibraryText = {
    id: "t",
    folderId: "f",
    code: "c",
    name: "A name",
    description: "A description",
    contentType: 1,
    isPublic: true,
    defaultLanguage: "en",
    translations: mapOf(languages.map((language) => [language, { content: lines.join("") }])),
  };
  const call = async (operation: string, { body }: { readonly body?: LibraryText } = {}): Promise<unknown> => {
    await turn();
    if (operation === "textlibrary.texts.get") return text;
    text = {
      ...body,
      id: "t",
      translations: mapOf([...Object.entries(text.translations ?? {}), ...Object.entries(body?.translations ?? {})]),
    } as LibraryText;
    await turn();
    return undefined;
  };
  const save = (base: LibraryText, change: Change): Promise<WriteResult> =>
    guardedWrite(
      { identity: "i", connection: "c", base, change },
      { api: { call } as unknown as Api, journal, lock: (_, work) => work() },
    );
  return { save, now: () => text };
}

function mapOf(
  entries: readonly (readonly [string, { readonly content: string }])[],
): NonNullable<LibraryText["translations"]> {
  const map = Object.create(null) as NonNullable<LibraryText["translations"]>;
  for (const [language, translation] of entries) map[language] = translation;
  return map;
}

const editors = fc.integer({ min: 2, max: 8 });

describe("editors", () => {
  it("each of their own language: all are saved, in any order of their calls (T4, T16)", async () => {
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), editors, async (scheduler, count) => {
        const { save, now } = serviceWith(() => scheduler.schedule(Promise.resolve()));
        const base = now();
        const mine = languages.slice(0, count);
        const results = Promise.all(
          mine.map((language) => save(base, { translations: new Map([[language, `new in ${language}`]]) })),
        );
        await scheduler.waitFor(results);
        assert.deepEqual(
          (await results).map(({ state }) => state),
          mine.map(() => "saved"),
        );
        assert.deepEqual(
          [...contentsOf(now())],
          languages.map((language) => [language, mine.includes(language) ? `new in ${language}` : lines.join("")]),
        );
        const { translations: _, ...fields } = now();
        const { translations: __, ...before } = base;
        assert.deepEqual(fields, before);
      }),
      { numRuns: 200 },
    );
  });

  it("all of one language, from one old reading: the saved words stay, and the rest is reported as a conflict (T16)", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat({ max: lines.length - 1 }), { minLength: 2, maxLength: 8 }), async (edited) => {
        const { save, now } = serviceWith(async () => undefined);
        const base = now();
        const saved = new Map<number, string>();
        for (const [editor, line] of edited.entries()) {
          const changed = `editor ${editor}\n`;
          const { state } = await save(base, { translations: new Map([["en", lines.with(line, changed).join("")]]) });
          assert.ok(state === "saved" || state === "conflict", state);
          if (saved.has(line)) assert.equal(state, "conflict");
          if (state === "saved") saved.set(line, changed);
          assert.equal(contentsOf(now()).get("en"), lines.map((each, index) => saved.get(index) ?? each).join(""));
        }
      }),
      { numRuns: 200 },
    );
  });
});
