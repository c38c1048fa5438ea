/**
 * The Languages view, the walk through waiting translations, and what changed since a translation was written. Such a
 * change is shown only if a reading proves it.
 */
import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openHistory } from "../../../../authoring/history/history.ts";
import type { History } from "../../../../authoring/history/history.ts";
import { sinceTranslation } from "../../../../client/library/history/sinceModel.ts";
import type { Since } from "../../../../client/library/history/sinceModel.ts";
import {
  isDone,
  languageRows,
  progressIn,
  progressOf,
  progressRow,
  progressWords,
  rowsOfLanguage,
  workRows,
} from "../../../../client/library/languages/progressModel.ts";
import type { ProgressNode } from "../../../../client/library/languages/progressModel.ts";
import {
  concerned,
  statusDetail,
  statusWords,
  step,
  withAnswers,
} from "../../../../client/library/languages/worklistModel.ts";
import type { Worklist } from "../../../../client/library/languages/worklistModel.ts";
import type { LibraryText } from "../../../../authoring/guard/writePlan.ts";
import type { Folder } from "../../../../language/index.ts";
import type { FolderProgress, LanguageCount } from "../../../../server/protocol.ts";
import { world } from "../../service.ts";
import type { World } from "../../service.ts";

const count = (language: string, more: Partial<LanguageCount> = {}): LanguageCount => ({
  language,
  there: 0,
  unknown: 0,
  stale: 0,
  staleUnknown: 0,
  drifted: 0,
  driftedUnknown: 0,
  machine: 0,
  machineUnknown: 0,
  ...more,
});
const folder = (id: string, name: string, parentFolderId: string | null = null): Folder => ({
  id,
  name,
  parentFolderId,
  isDefault: false,
  code: null,
});
const folders: readonly FolderProgress[] = [
  {
    folderId: "f1",
    texts: 5,
    unread: 1,
    languages: [
      count("en", { there: 4 }),
      count("sv", { there: 2, unknown: 1, stale: 1, machine: 2, staleUnknown: 1 }),
    ],
  },
  { folderId: "f2", texts: 2, unread: 0, languages: [count("en", { there: 2 })] },
];

describe("the Languages view", () => {
  it("counts as missing what is known to be missing, also in folders without the language, and never what is unknown", () => {
    assert.deepEqual(
      progressWords(progressIn(folders[0]!, "sv")),
      "2 of 5 texts · 1 missing · 1 stale · 2 by machine · 2 not read · 1 of unknown age",
    );
    assert.deepEqual(progressWords(progressIn(folders[1]!, "sv")), "0 of 2 texts · 2 missing");
    assert.deepEqual(
      progressWords(progressOf(folders, "sv")),
      "2 of 7 texts · 3 missing · 1 stale · 2 by machine · 2 not read · 1 of unknown age",
    );
    assert.deepEqual(
      [isDone(progressIn(folders[1]!, "en")), isDone(progressIn(folders[0]!, "en"))],
      [true, false],
      "a text that is not read is not done",
    );
  });

  const shown = (nodes: readonly ProgressNode[]): readonly string[] =>
    nodes.map((node) => {
      const { label, description } = progressRow(node);
      return `${label}: ${description}`;
    });

  it("shows languages, then the waiting texts of the library, then folders by their path with their waiting texts", () => {
    const known = [folder("f1", "Letters"), folder("f2", "Mail", "f1")];
    assert.deepEqual(shown(languageRows({ known: true, languages: ["en", "sv"], folders })), [
      "en: 6 of 7 texts · 1 not read",
      "sv: 2 of 7 texts · 3 missing · 1 stale · 2 by machine · 2 not read · 1 of unknown age",
    ]);
    assert.deepEqual(shown(rowsOfLanguage({ known: true, languages: [], folders }, "sv", known)), [
      "Missing: 3",
      "Stale: 1",
      "Machine-made: 2",
      "Not known: ",
      "Letters: 2 of 5 texts · 1 missing · 1 stale · 2 by machine · 2 not read · 1 of unknown age",
      "Letters / Mail: 0 of 2 texts · 2 missing",
    ]);
    assert.deepEqual(shown(workRows(progressIn(folders[1]!, "sv"), "sv", folder("f2", "Mail"))), ["Missing: 2"]);
  });

  it("gives every row its own id, and words for screen readers", () => {
    const nodes = ["en", "sv"].flatMap((language) => [
      ...languageRows({ known: true, languages: [language], folders }),
      ...rowsOfLanguage({ known: true, languages: [], folders }, language, [folder("f1", "Letters")]),
      ...workRows(progressIn(folders[0]!, language), language, folder("f1", "Letters")),
    ]);
    const rows = nodes.map(progressRow);
    assert.equal(new Set(rows.map(({ id }) => id)).size, rows.length);
    assert.equal(
      rows.find(({ label }) => label === "sv")?.spoken,
      "Language sv, 2 of 7 texts, 3 missing, 1 stale, 2 by machine, 2 not read, 1 of unknown age",
    );
  });
});

describe("a walk through translations", () => {
  const walk = (more: Partial<Worklist> = {}): Worklist => ({
    language: "sv",
    work: "stale",
    where: null,
    textIds: ["a", "b", "c"],
    done: new Set(),
    at: -1,
    isPart: false,
    ...more,
  });
  for (const [what, list, next, previous] of [
    ["before the first", walk(), 0, 2],
    ["in the middle", walk({ at: 1 }), 2, 0],
    ["at the end", walk({ at: 2 }), 0, 1],
    ["with one done", walk({ at: 0, done: new Set(["b"]) }), 2, 2],
    ["with all others done", walk({ at: 0, done: new Set(["b", "c"]) }), undefined, undefined],
    ["with all done", walk({ done: new Set(["a", "b", "c"]) }), undefined, undefined],
    ["of one text", walk({ textIds: ["a"] }), 0, 0],
  ] as const)
    it(`continues ${what}`, () => assert.deepEqual([step(list, 1), step(list, -1)], [next, previous]));

  it("asks only about texts that changed, marks those that no longer wait, and removes the mark again", () => {
    assert.deepEqual(
      [concerned(walk(), ["x", "b"]), concerned(walk(), []), concerned(walk(), null)],
      [["b"], [], ["a", "b", "c"]],
    );
    const done = withAnswers(walk({ at: 1 }), ["b", "c"], ["c"]);
    assert.deepEqual([[...done.done], statusWords(done)], [["b"], "Stale in sv: 2 of 3 left"]);
    assert.deepEqual([...withAnswers(done, ["b"], ["b"]).done], []);
    assert.equal(statusWords(withAnswers(done, ["a", "c"], [])), "Stale in sv: all 3 done");
    assert.deepEqual([...withAnswers(done, [], []).done], ["b"], "those that are not read stay as they are");
    assert.match(
      statusDetail(walk({ isPart: true, where: "Letters" })),
      /in the folder Letters\.[^]*There are more texts than/,
    );
  });
});

describe("changes since a translation was written", () => {
  let w: World;
  let disk = "";
  let history: History;
  before(async () => {
    w = await world();
    disk = await mkdtemp(join(tmpdir(), "smartform-since-"));
  });
  after(async () => {
    await w[Symbol.asyncDispose]();
    await rm(disk, { recursive: true, force: true });
  });
  let minutes = 0;
  beforeEach(() => {
    history = openHistory({
      folder: join(disk, String(minutes)),
      identity: "one",
      limits: () => ({ bytes: 1e9, keepGoneDays: 1 }),
      tell: assert.fail,
      now: () => new Date(Date.UTC(2026, 0, 1, 0, ++minutes)),
    });
  });
  afterEach(() => history[Symbol.dispose]());

  const later = (): Promise<unknown> => w.control("POST", "/clock", { advanceMs: 60_000 });
  async function write(text: LibraryText, contents: Readonly<Record<string, string>>): Promise<LibraryText> {
    await later();
    await w.foreign(text, {
      translations: Object.fromEntries(Object.entries(contents).map(([language, content]) => [language, { content }])),
    });
    return w.read(text.id);
  }
  const see = (text: LibraryText): LibraryText => {
    history.read(text);
    history.settle();
    return text;
  };
  const since = (text: LibraryText, language = "sv"): Since =>
    sinceTranslation(text, language, {
      translation: history.sightings(text.id, language),
      original: history.sightings(text.id, "en"),
    });
  const words = (found: Since): string | undefined =>
    found.state === "known" ? history.version(found.version)?.content : found.state;

  it("start from the version of the default language at the time when a reading found the translation", async () => {
    see(await w.text());
    let text = see(await write(await w.text(), { sv: "ett" }));
    assert.equal(words(since(text)), "unchanged");
    text = see(await write(text, { en: "ONE" }));
    assert.equal(words(since(text)), "one\ntwo\nthree\n");
    text = see(await write(text, { en: "TWO" }));
    assert.equal(words(since(text)), "one\ntwo\nthree\n");
    text = see(await write(text, { sv: "två" }));
    text = see(await write(text, { en: "THREE" }));
    assert.equal(words(since(text)), "TWO");
  });

  it("are unknown if the first reading came after the change, or if no version is stored", async () => {
    const text = await write(await write(await w.text(), { sv: "ett" }), { en: "ONE" });
    assert.equal(words(since(text)), "unknown");
    assert.equal(words(since(see(text))), "unknown");
    assert.equal(words(since(see(await write(text, { en: "TWO" })))), "unknown");
  });

  it("are unknown if the translation was rewritten since it was last read here", async () => {
    const text = await write(await write(see(await w.text()), { en: "ONE", sv: "ett" }), { en: "TWO" });
    assert.equal(words(since(text)), "unknown");
  });

  it("do not start from a version of that time that had been replaced, and was restored since", async () => {
    let text = see(await w.text());
    text = await write(text, { en: "ONE" });
    text = await write(text, { sv: "ett" });
    text = see(await write(text, { en: "one\ntwo\nthree\n" }));
    text = see(await write(text, { en: "TWO" }));
    assert.equal(words(since(text)), "unknown");
  });

  it("are unknown without dates, for the default language itself, and without one", async () => {
    const text = see(await w.text());
    const bare: LibraryText = { ...text, translations: { en: { content: "one" }, sv: { content: "ett" } } };
    for (const [one, language, reason] of [
      [bare, "sv", /gives no comparable dates/],
      [text, "en", /is the default language/],
      [{ ...text, defaultLanguage: "" }, "sv", /has no default language/],
    ] as const) {
      const found = since(one, language);
      assert.match(found.state === "unknown" ? found.reason : found.state, reason);
    }
  });
});
