/**
 * From words in a PDF to the text that printed them: a short run of the measurement in `score.ts`, and, for each rule,
 * a test that shows why it is needed.
 */
import assert from "node:assert/strict";
import { fileCatalog } from "../../catalog/index.ts";
import { catalogFile } from "../../api/index.ts";
import {
  known,
  lettersFrom,
  lettersOf,
  pdfLetters,
  printedAt,
  printedBy,
  printedLetters,
  rangesOf,
  lettersIn,
  unknown,
} from "../../language/index.ts";
import type { Answers, PdfItem, Source } from "../../language/index.ts";
import { printPdf, printTraced } from "../../sandbox/print/index.ts";
import { printed } from "../../server/handlers/printed.ts";
import { textOf } from "../sandbox/print/pdfTools.ts";
import { companyOf } from "./corpus.ts";
import { knowledges, scoreOf } from "./score.ts";
import type { Verdict } from "./score.ts";

describe("the text that printed some words of a PDF", () => {
  it("is found in forms of the corpus, and never reported as sure if it is another", async function () {
    this.timeout(60_000);
    const sums = new Map(knowledges.map((knowledge) => [knowledge, new Map<Verdict, number>()]));
    const wrong: string[] = [];
    for (const seed of [2, 8]) {
      const scores = await scoreOf(seed, {
        questions: 30,
        miss: (miss) => {
          if (miss.verdict === "confidently wrong") wrong.push(`seed ${seed}: ${miss.words}: ${miss.answer}`);
        },
      });
      for (const [knowledge, score] of scores)
        for (const [verdict, count] of score)
          sums.get(knowledge)!.set(verdict, (sums.get(knowledge)!.get(verdict) ?? 0) + count);
    }
    assert.deepEqual(wrong, []);
    for (const [knowledge, sum] of sums) {
      const of = (verdict: Verdict): number => sum.get(verdict) ?? 0;
      const right = of("sure") + of("likely") + of("several");
      assert.ok(
        right >= 0.99 * (right + of("wrong")),
        `${knowledge}: ${of("wrong")} of ${right + of("wrong")} answers are wrong`,
      );
      assert.ok(right >= 0.95 * (right + of("wrong") + of("declined")), `${knowledge}: ${of("declined")} are declined`);
    }
  });

  it("is measured on the PDF that everyone gets: a trace changes no word of it", async () => {
    const { print } = companyOf(3);
    assert.equal(textOf((await printTraced(print)).pdf), textOf(await printPdf(print)));
  });

  const nothing: Answers = { data: unknown, inputs: unknown, fields: unknown };
  const answersOf = (data: Record<string, string>): Answers => ({
    data: known(data),
    inputs: known(new Map()),
    fields: known(new Map()),
  });
  type Texts = Readonly<Record<string, string>>;
  const catalogOf = (texts: Texts, blocks: readonly object[]) =>
    fileCatalog(
      catalogFile.parse({
        folders: [{ id: "f", name: "F", code: "f" }],
        texts: Object.entries(texts).map(([code, content]) => ({
          id: code,
          folderId: "f",
          code,
          name: code,
          contentType: content.includes("<") ? 2 : 0,
          defaultLanguage: "en",
          translations: { en: { content } },
        })),
        smartforms: [{ id: "s", name: "S", defaultLanguage: "en", fields: [], pages: [{ blocks }] }],
      }),
    );
  function formOf(texts: Texts, blocks: readonly object[], answers: Answers = nothing): Source {
    const { form } = printed(catalogOf(texts, blocks), { smartformId: "s", folder: null, language: "en", textIds: [] });
    return { of: { kind: "form" }, letters: printedLetters(form?.parts ?? [], answers) };
  }
  function libraryOf(texts: Texts): readonly Source[] {
    const { texts: all } = printed(catalogOf(texts, []), {
      smartformId: null,
      folder: null,
      language: "en",
      textIds: Object.keys(texts),
    });
    return all.map(({ textId, language, pieces }) => ({
      of: { kind: "text", textId, language },
      letters: printedLetters([{ pieces }], nothing),
    }));
  }
  /** Returns pages that have an item for each line. */
  const pagesOf = (...pages: readonly string[]): readonly (readonly PdfItem[])[] =>
    pages.map((page) => page.split("\n").map((text, index) => ({ text, x: 50, y: 700 - 14 * index })));

  /**
   * Returns which text printed the words between « and »: an answer such as `sure f:greeting "Dear"`, the names of all
   * candidates, or `declines`.
   */
  function ask(marked: readonly string[], sources: readonly Source[], texts: Texts): string {
    const items = pagesOf(...marked.map((page) => page.replace(/[«»]/g, "")));
    const pdf = pdfLetters(items);
    const page = marked.findIndex((each) => each.includes("«"));
    const place = (mark: string) => {
      const lines = marked[page]!.split("\n");
      const item = lines.findIndex((line) => line.includes(mark));
      return { item, offset: lines[item]!.replace(mark === "»" ? "«" : "»", "").indexOf(mark) };
    };
    const selection = lettersIn(pdf, { page, start: place("«"), end: place("»") });
    if (selection === null) return "no letters";
    const answer = printedBy(pdf, selection, sources);
    const named = (what: NonNullable<Extract<typeof answer, { place: unknown }>["place"]>["what"]): string =>
      what.kind === "field"
        ? `field ${what.name}`
        : `${what.place.textId ?? "the form"} ${what.kind === "text" ? JSON.stringify(what.place.textId === null ? "" : texts[what.place.textId]?.slice(what.place.start, what.place.end)) : `${what.kind} ${what.name}`}`;
    if (answer.sure === "declines") return "declines";
    if (answer.sure === "several") return `several: ${answer.places.map(({ what }) => named(what)).join(" or ")}`;
    return [
      answer.sure,
      named(answer.place.what),
      ...answer.place.chain.map(({ textId }) => `in ${textId ?? "the form"}`),
    ].join(" ");
  }

  const texts = {
    greeting: "Dear [[ name ]], thank you for your order of yesterday morning.",
    terms:
      "<p>Please pay <b>within [[ days ]]</b> days of the f&ouml;rst re-minder &amp; letter.</p>[[ LIB : f : closing ]]",
    closing: "With kind regards from all of us here.",
    twin: "With kind regards from all of us here.",
  };
  const lib = (code: string) => ({ text: `[[ LIB : f : ${code} ]]`, format: "plain" });
  const letter = [lib("greeting"), lib("terms")];
  const shown =
    "Dear Anna, thank you for your order of yesterday morning.\nPlease pay within 30 days of the först reminder & letter.\nWith kind regards from all of us here.";
  const marked = (from: string, to = from): readonly string[] => [
    from === to ? shown.replace(from, `«${from}»`) : shown.replace(from, `«${from}`).replace(to, `${to}»`),
  ];
  const cases: readonly (readonly [
    title: string,
    pages: readonly string[],
    sources: readonly Source[],
    expected: string,
  ])[] = [
    ["a word of a text", marked("yesterday"), [formOf(texts, letter)], 'sure greeting "yesterday" in the form'],
    [
      "a text in a text",
      marked("kind regards"),
      [formOf(texts, letter)],
      'sure closing "kind regards" in the form in terms',
    ],
    [
      "an entity, a hyphen of the text that the line took, and bold",
      marked("först reminder & letter"),
      [formOf(texts, letter)],
      'sure terms "f&ouml;rst re-minder &amp; letter" in the form',
    ],
    ["a value between two known words", marked("30"), [formOf(texts, letter)], "sure terms data days in the form"],
    [
      "a value that is known",
      marked("Anna"),
      [formOf(texts, letter, answersOf({ name: "Anna", days: "30" }))],
      "sure greeting data name in the form",
    ],
    [
      "a ligature, and letters with marks of their own",
      [shown.replace("först", "«fo\u0308rst»").replace("of all", "oﬀ all")],
      [formOf(texts, letter)],
      'sure terms "f&ouml;rst" in the form',
    ],
    [
      "a word that the layout cut",
      [shown.replace("yesterday morning", "«yester-\nday» morning")],
      [formOf(texts, letter)],
      'sure greeting "yesterday" in the form',
    ],
    ["words of no text", ["Somebody wrote «something else entirely» by hand."], [formOf(texts, letter)], "declines"],
    [
      "words that an answer says as well: the text's own place is elsewhere",
      [`${shown}\nYour remark: «yesterday morning» it rained.`],
      [formOf(texts, letter)],
      "declines",
    ],
    [
      "two texts that say the same, the form not being known",
      ["With «kind regards» from all of us here."],
      libraryOf(texts),
      'several: closing "kind regards" or twin "kind regards"',
    ],
    [
      "the same if the form is known to print one of them",
      marked("kind regards"),
      [formOf(texts, letter), ...libraryOf(texts)],
      'sure closing "kind regards" in the form in terms',
    ],
    [
      "a text of the library, the form not being known",
      marked("thank you for your order"),
      libraryOf(texts),
      'likely greeting "thank you for your order"',
    ],
    [
      "two twins in one form: the order decides",
      [`With kind «regards» from all of us here.\nWith kind regards from all of us here.`],
      [formOf(texts, [lib("closing"), lib("twin")])],
      'sure closing "regards" in the form',
    ],
    [
      "only one of two twins in one form",
      ["With kind «regards» from all of us here."],
      [formOf(texts, [lib("closing"), lib("twin")])],
      'several: closing "regards" or twin "regards"',
    ],
    ["few letters of a library", ["«Dear» John."], libraryOf(texts), "declines"],
    [
      "a text that continues on the next page, between foot and head",
      [
        `Head of us\nDear Anna, thank «you\nFoot page 1`,
        `Head of us\nfor your order of yesterday morning.\nFoot page 2`,
      ].map((page, index) => (index === 0 ? page.replace("«you", "«you»") : page)),
      [formOf(texts, letter)],
      'sure greeting "you" in the form',
    ],
  ];
  for (const [title, pages, sources, expected] of cases)
    it(`${title}: ${expected}`, () => assert.equal(ask(pages, sources, texts), expected));

  it("excludes head and foot of every page", () => {
    const pages = ["Head\none\nFoot 1", "Head\ntwo\nFoot 2"];
    assert.equal(pdfLetters(pagesOf(...pages)).text, "onetwo");
    assert.equal(ask(["«Head»\none\nFoot 1", "Head\ntwo\nFoot 2"], [formOf(texts, letter)], texts), "no letters");
  });

  it("leads back from a place in a text to every place in the PDF where it is printed", () => {
    const source = formOf(texts, [lib("closing"), ...letter]);
    const items = pagesOf(`With kind regards from all of us here.\n${shown}`);
    const pdf = pdfLetters(items);
    const from = texts.closing.indexOf("regards");
    const places = lettersFrom(source, { textId: "closing", language: "en", start: from, end: from + 7 }).map(
      (letters) => printedAt(pdf, source, letters)[0],
    );
    assert.deepEqual(
      places.map((place) => place && rangesOf(pdf, place)),
      [
        [{ page: 0, start: { item: 0, offset: 10 }, end: { item: 0, offset: 17 } }],
        [{ page: 0, start: { item: 3, offset: 10 }, end: { item: 3, offset: 17 } }],
      ],
    );
  });

  it("takes linear time, even if everything is repeated", () => {
    const again = { a: "again and ".repeat(5000) };
    const pdf = pdfLetters(pagesOf(again.a));
    const answer = printedBy(pdf, { start: 1000, end: 1010 }, [formOf(again, [lib("a")])]);
    assert.equal(answer.sure, "declines");
  });

  it("is not sure that an unknown phrase is a value if it is longer than values are", () => {
    const text = {
      letter: "The first sentence of all. [[ value ]] and the whole rest of the letter follows here, as it is written.",
    };
    const page = (value: string) => [
      `The first sentence of all. «${value}» and the whole rest of the letter follows here, as it is written.`,
    ];
    assert.equal(ask(page("thirty"), [formOf(text, [lib("letter")])], text), "sure letter data value in the form");
    assert.equal(
      ask(
        page(
          "so many words that somebody may have written them, or the Smartform says them, or another text that is not known does, and nobody can tell",
        ),
        [formOf(text, [lib("letter")])],
        text,
      ),
      "likely letter data value in the form",
    );
  });

  it("continues from one long run to the next over any number of short ones", () => {
    const noise = Array.from(
      { length: 60 },
      (_, index) =>
        `abcdef${String.fromCharCode(97 + (index % 26))}${String.fromCharCode(97 + Math.floor(index / 26))}`,
    ).join(" ");
    const text = {
      letter: `The beginning that nothing else says. ${noise} before [[ value ]] The ending that nothing else says either.`,
    };
    assert.equal(
      ask(
        [`The beginning that nothing else says. ${noise} before «30»\nThe ending that nothing else says either.`],
        [formOf(text, [lib("letter")])],
        text,
      ),
      "sure letter data value in the form",
    );
  });

  it("compares only letters", () => {
    assert.equal(lettersOf(" ﬁ\u00ADne – E-Mail\u200B Größe\uE000 "), "fine–EMailGroße");
  });
});
