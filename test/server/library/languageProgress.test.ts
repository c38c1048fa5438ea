/**
 * Progress of translations: the counts by folder and language are correct, missing information counts as unknown, and a
 * change causes work only for the texts that it affects.
 */
import assert from "node:assert/strict";
import fc from "fast-check";
import { translationStates } from "../../../language/index.ts";
import { fileCatalog } from "../../../catalog/index.ts";
import { createLanguageProgress } from "../../../server/library/languageProgress.ts";
import { createTally } from "../../../server/library/languageTally.ts";
import type { TalliedText } from "../../../server/library/languageTally.ts";
import type {
  FolderProgress,
  HoldingResult,
  LanguageProgressParams,
  LanguageProgressResult,
  WorkKind,
  WorklistResult,
} from "../../../server/protocol.ts";
import { text } from "../../catalog/service.ts";
import type { ServiceText } from "../../catalog/service.ts";
import { startCompany } from "../company.ts";
import type { Company } from "../company.ts";

const [early, late] = ["2026-01-01T00:00:00Z", "2026-02-01T00:00:00Z"];
const texts: readonly ServiceText[] = [
  text(1, {
    code: "whole",
    translations: {
      en: { content: "One", source: 0, updatedAt: early },
      sv: { content: "Ett", source: 0, updatedAt: late },
    },
  }),
  text(2, {
    code: "stale",
    translations: {
      en: { content: "[[ a ]]", source: 0, updatedAt: late },
      sv: { content: "[[ b ]]", source: 1, updatedAt: early },
    },
  }),
  text(3, { code: "alone", translations: { en: { content: "Alone", source: 0, updatedAt: early } } }),
  text(4, {
    code: "emptied",
    translations: {
      en: { content: "Words", source: 0, updatedAt: early },
      sv: { content: " \n", source: 0, updatedAt: early },
    },
  }),
  text(5, { code: "unsaid", folderId: "f2", translations: { en: { content: "Words" }, sv: { content: "Ord" } } }),
];

/** Formats the counts as `f1 5: sv there 3, stale 1`, without zeros. */
function shown(folders: readonly FolderProgress[]): readonly string[] {
  return folders
    .flatMap(({ folderId, texts: all, unread, languages }) =>
      languages
        .toSorted((one, other) => (one.language < other.language ? -1 : 1))
        .map(
          ({ language, ...counts }) =>
            `${folderId} ${all}${unread === 0 ? "" : ` (${unread} unread)`}: ${language} ${Object.entries(counts)
              .filter(([, count]) => count !== 0)
              .map(([kind, count]) => `${kind} ${count}`)
              .join(", ")}`,
        ),
    )
    .sort();
}

describe("progress of the languages", () => {
  let company: Company;
  let told: LanguageProgressParams["textIds"][] = [];
  let heard = Promise.withResolvers<void>();
  beforeEach(async () => {
    told = [];
    company = await startCompany({
      library: "client",
      texts,
      prepare: (connection) =>
        connection.onNotification("smartform/languageProgressChanged", ({ textIds }: LanguageProgressParams) => {
          told.push(textIds);
          heard.resolve();
          heard = Promise.withResolvers();
        }),
    });
    await company.editor.connection.sendRequest("smartform/refresh", {});
  });
  afterEach(() => company[Symbol.asyncDispose]());
  const ask = (): Promise<LanguageProgressResult> =>
    company.editor.connection.sendRequest("smartform/languageProgress");
  const list = async (kind: WorkKind, language: string, more: object = {}): Promise<readonly string[]> => {
    const { texts: found } = await company.editor.connection.sendRequest<WorklistResult>("smartform/worklist", {
      language,
      kind,
      folderIds: null,
      limit: 100,
      ...more,
    });
    return found.map(({ code }) => code);
  };

  it("counts what exists, is stale, drifted and by a machine in each folder, and separately what the service did not say (T5, T17, T19)", async () => {
    const { known, languages, folders } = await ask();
    assert.deepEqual([known, languages], [true, ["en", "sv"]]);
    assert.deepEqual(shown(folders), [
      "f1 4: en there 4",
      "f1 4: sv there 2, stale 1, drifted 1, machine 1",
      "f2 1: en there 1, machineUnknown 1",
      "f2 1: sv there 1, staleUnknown 1, machineUnknown 1",
    ]);
  });

  it("lists the texts that wait, by folder and code, also in a language that no text has yet", async () => {
    assert.deepEqual(
      await Promise.all([
        list("missing", "sv"),
        list("stale", "sv"),
        list("drifted", "sv"),
        list("machine", "sv"),
        list("unknown", "sv"),
      ]),
      [["alone", "emptied"], ["stale"], ["stale"], ["stale"], ["unsaid"]],
    );
    assert.deepEqual(await list("missing", "fi"), ["alone", "emptied", "stale", "whole", "unsaid"]);
    assert.deepEqual(
      [
        await list("missing", "fi", { folderIds: ["f2"] }),
        await list("missing", "fi", { limit: 1 }),
        await list("missing", "sv", { textIds: ["t3", "t1", "t99"] }),
      ],
      [["unsaid"], ["alone"], ["alone"]],
    );
  });

  it("follows a save, and reports which texts it affects", async () => {
    await ask();
    const mended = {
      ...texts[1],
      translations: {
        en: { content: "[[ a ]]", source: 0, updatedAt: early },
        sv: { content: "[[ a ]]", source: 0, updatedAt: late },
      },
    };
    while (!told.some((ids) => ids?.includes("t2"))) {
      await company.editor.connection.sendNotification("smartform/text", {
        owner: "whose",
        textId: "t2",
        text: { ...mended, name: `Try ${told.length}` },
      });
      await heard.promise;
    }
    assert.deepEqual(
      [await list("stale", "sv"), await list("drifted", "sv"), await list("machine", "sv")],
      [[], [], []],
    );
    await company.editor.connection.sendNotification("smartform/text", { owner: "whose", textId: "t3", text: null });
    while (!told.some((ids) => ids === null || ids.includes("t3"))) await heard.promise;
    assert.deepEqual(await list("missing", "sv"), ["emptied"]);
  });

  it("finds the texts that contain some words, also inside a word, in the given folders and language", async () => {
    const hold = async (words: string, folderIds: readonly string[] | null = null, language: string | null = null) => {
      const { known, textIds } = await company.editor.connection.sendRequest<HoldingResult>("smartform/holding", {
        words,
        folderIds,
        language,
      });
      return [known, ...[...textIds].sort()];
    };
    assert.deepEqual(
      await Promise.all([hold("ORD"), hold("ord", ["f2"]), hold("ord", null, "sv"), hold("[[ b"), hold("nothing")]),
      [[true, "t4", "t5"], [true, "t5"], [true, "t5"], [true, "t2"], [true]],
    );
    await company.editor.connection.sendNotification("smartform/connection", { identity: null });
    assert.deepEqual(await hold("ord"), [false]);
  });

  it("is known only when the library is completely read, and says nothing of another library", async () => {
    await ask();
    await company.editor.connection.sendNotification("smartform/connection", { identity: null });
    assert.deepEqual(await ask(), { known: false, languages: [], folders: [] });
  });
});

describe("states of translations", () => {
  const stateOf = (translations: ServiceText["translations"], more: Partial<ServiceText> = {}) => {
    const catalog = fileCatalog({ folders: [], texts: [text(1, { translations, ...more }) as never] });
    const found = catalog.text("t1");
    assert.equal(found.state, "known");
    const states =
      found.state === "known" ? translationStates(found.value, { catalog, data: { state: "unknown" } }) : null;
    return states?.find(({ language }) => language === "sv");
  };
  const en = { content: "One", updatedAt: late };
  for (const [what, translations, stale, machine] of [
    ["no date of its own", { en, sv: { content: "Ett", source: 2 } }, null, null],
    [
      "no date of the default language",
      { en: { content: "One" }, sv: { content: "Ett", updatedAt: early, source: 0 } },
      null,
      false,
    ],
    ["dates with and without a zone", { en, sv: { content: "Ett", updatedAt: "2026-01-01T00:00:00" } }, null, null],
    ["an invalid date", { en, sv: { content: "Ett", updatedAt: "yesterday" } }, null, null],
    ["an older date", { en, sv: { content: "Ett", updatedAt: early, source: 1 } }, true, true],
    ["a date within one save", { en, sv: { content: "Ett", updatedAt: "2026-01-31T23:59:59.500Z" } }, false, null],
    ["no default language to compare with", { sv: { content: "Ett", updatedAt: early } }, null, null],
  ] as const) {
    it(`are stale: ${String(stale)}, by a machine: ${String(machine)}, for a language with ${what} (T17, T19, N38)`, () => {
      const state = stateOf(translations);
      assert.deepEqual([state?.stale, state?.machine, state?.hasWords], [stale, machine, true]);
    });
  }
});

describe("the tally", () => {
  const answer = fc.constantFrom(true, false, null);
  const state = fc.record({
    language: fc.constantFrom("en", "sv", "de"),
    hasWords: answer,
    stale: answer,
    drifted: answer,
    machine: answer,
  });
  const one: fc.Arbitrary<TalliedText> = fc.record({
    id: fc.constantFrom("a", "b", "c", "d"),
    folderId: fc.constantFrom("f1", "f2"),
    code: fc.constantFrom("x", "y"),
    states: fc.option(fc.uniqueArray(state, { selector: ({ language }) => language }), { nil: null }),
  });

  it("counts after any changes the same as a new count", () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(one, fc.constantFrom("a", "b", "c", "d")), { maxLength: 30 }), (steps) => {
        const [tally, anew] = [createTally(), createTally()];
        const last = new Map<string, TalliedText>();
        for (const step of steps) {
          if (typeof step === "string") {
            tally.remove(step);
            last.delete(step);
          } else {
            tally.put(step);
            last.set(step.id, step);
          }
        }
        for (const each of last.values()) anew.put(each);
        assert.deepEqual(
          [shown(tally.folders()), [...tally.languages()].sort(), tally.size],
          [shown(anew.folders()), [...anew.languages()].sort(), anew.size],
        );
        for (const { folderId, texts: all, unread, languages } of tally.folders()) {
          for (const { language, there, unknown } of languages) {
            const missing = tally.waiting({ language, kind: "missing", folderIds: new Set([folderId]) }).length;
            assert.equal(there + unknown + missing, all - unread, `${folderId} ${language}`);
          }
        }
      }),
    );
  });
});

describe("the work of a change", () => {
  it("is only about the affected texts, and resumes after a cancel where it stopped", async () => {
    const catalog = fileCatalog({
      folders: [],
      texts: Array.from({ length: 300 }, (_, number) => text(number) as never),
    });
    const stop = new AbortController();
    let looked: string[] = [];
    let told = 0;
    const watched = {
      ...catalog,
      text(id: string) {
        if (looked.push(id) === 100) {
          // This call takes longer than the time after which the count pauses for other work.
          for (const begun = performance.now(); performance.now() - begun < 15;);
          stop.abort();
        }
        return catalog.text(id);
      },
    };
    const progress = createLanguageProgress({
      catalog: () => watched,
      library: () => catalog,
      context: async () => ({ catalog: watched, data: { state: "unknown" } }),
      changed: () => (told += 1),
    });
    progress.changed(null);
    assert.deepEqual([looked.length, told], [0, 0], "nothing is looked at or told before somebody asks");
    await assert.rejects(progress.ask({ signal: stop.signal }));
    assert.ok(looked.length < 300);
    assert.equal((await progress.ask({ signal: new AbortController().signal })).folders[0]?.texts, 300);
    assert.deepEqual([looked.length, new Set(looked).size], [300, 300]);
    looked = [];
    progress.changed({ textIds: new Set(["t7"]) });
    await progress.ask({ signal: new AbortController().signal });
    assert.deepEqual([looked, told], [["t7"], 1]);
  });
});
