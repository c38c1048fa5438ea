/**
 * Makes artificial companies from a seed, each with a filled-in form. They are worse than any real company: texts with
 * the same or nearly the same content, texts that are included many levels deep, data with the same words as texts,
 * three languages, all kinds of markup, long paragraphs and tables.
 */
import { catalogFile } from "../../api/index.ts";
import type { CatalogFile } from "../../api/index.ts";
import { fileCatalog } from "../../catalog/index.ts";
import { known } from "../../language/index.ts";
import type { Catalog, JsonObject } from "../../language/index.ts";
import type { Print } from "../../sandbox/print/index.ts";

export interface Company {
  readonly file: CatalogFile;
  readonly catalog: Catalog;
  readonly print: Print;
  readonly language: string;
}

export type Random = () => number;

/** Returns the random generator mulberry32: equal seeds give equal numbers on every machine. */
export function randomOf(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

const syllables = {
  en: [
    "ter",
    "pay",
    "ment",
    "con",
    "fi",
    "ffi",
    "or",
    "der",
    "in",
    "sur",
    "ance",
    "cus",
    "tom",
    "er",
    "de",
    "liv",
    "ry",
    "flow",
    "act",
    "al",
  ],
  sv: [
    "be",
    "tal",
    "ning",
    "för",
    "säk",
    "ring",
    "kund",
    "års",
    "av",
    "gift",
    "lev",
    "er",
    "ans",
    "vill",
    "kor",
    "åter",
    "öpp",
    "en",
  ],
  de: [
    "Zah",
    "lung",
    "Ver",
    "trag",
    "über",
    "wei",
    "sung",
    "Kün",
    "di",
    "gung",
    "frist",
    "Be",
    "leg",
    "größ",
    "te",
    "Lie",
    "fer",
    "ung",
  ],
} as const;
const small = {
  en: ["the", "of", "and", "to", "is", "in", "for", "your"],
  sv: ["och", "att", "det", "som", "en", "på", "är", "din"],
  de: ["und", "der", "die", "zu", "ist", "mit", "den", "Ihre"],
} as const;
type Language = keyof typeof syllables;
const languages: readonly Language[] = ["en", "sv", "de"];

export function companyOf(seed: number): Company {
  const random = randomOf(seed);
  const below = (limit: number): number => Math.floor(random() * limit);
  const pick = <T>(list: readonly T[]): T => list[below(list.length)]!;
  const chance = (of: number): boolean => random() < of;
  const many = (least: number, most: number): number => least + below(most - least + 1);

  /** A small vocabulary: words are repeated often, as in letters. */
  const vocabulary = Object.fromEntries(
    languages.map((language) => [
      language,
      Array.from({ length: 160 }, () => Array.from({ length: many(2, 4) }, () => pick(syllables[language])).join("")),
    ]),
  ) as Record<Language, string[]>;
  const word = (language: Language): string => (chance(0.4) ? pick(small[language]) : pick(vocabulary[language]));
  const words = (language: Language, count: number): string =>
    Array.from({ length: count }, () => word(language)).join(" ");
  const sentence = (language: Language): string => {
    const said = words(language, many(4, 16));
    const extra = chance(0.15) ? ` (${many(1, 99)} %)` : chance(0.1) ? ` e-${word(language)}` : "";
    return `${said[0]!.toUpperCase()}${said.slice(1)}${extra}.`;
  };
  const sentences = (language: Language, count: number): string =>
    Array.from({ length: count }, () => sentence(language)).join(" ");

  const data: Record<string, string | number | JsonObject> = {
    name: "Zoë Lindström",
    amount: 1250,
    days: 30,
    address: { street: "Storgatan 5", city: "Malmö" },
    note: "",
  };
  const dataNames = ["name", "amount", "days", "address.street", "address.city", "echo", "missing", "phrase"];
  const placeholder = (): string => (chance(0.9) ? `[[ ${pick(dataNames)} ]]` : `[[${pick(dataNames)}]]`);
  const input = (): string =>
    pick([
      "[[ INPUT : contact ]]",
      "[[ INPUT : place | default=$address.city ]]",
      "[[ INPUT : when | type=date | format=dd.MM.yyyy ]]",
      "[[ INPUT : day | type=select | source=day_list ]]",
    ]);

  const folders = ["letters", "legal", "claims"].map((code, index) => ({
    id: `f${index}`,
    name: code.toUpperCase(),
    code,
  }));
  const count = many(12, 40);
  const codes = Array.from({ length: count }, (_, index) => ({
    id: `t${index}`,
    folderId: pick(folders).id,
    code: `text-${index}`,
    contentType: pick([0, 0, 1, 2, 2]),
  }));
  const folderCode = (id: string): string => folders.find((folder) => folder.id === id)!.code;
  /** Returns a reference to a text that was made before, so that no text includes itself. */
  const include = (before: number): string => {
    const target = codes[below(before)]!;
    return `[[ LIB : ${folderCode(target.folderId)} : ${target.code} ]]`;
  };
  const plain = (language: Language, before: number): string =>
    Array.from({ length: many(1, 3) }, () => {
      const parts = [sentences(language, many(1, chance(0.1) ? 14 : 4))];
      if (chance(0.45)) parts.push(`${words(language, many(1, 5))} ${placeholder()} ${words(language, many(1, 6))}.`);
      if (chance(0.15)) parts.push(`${words(language, 2)} ${input()} ${words(language, 2)}.`);
      if (before > 0 && chance(0.35)) parts.push(include(before));
      return parts.join(" ");
    }).join(chance(0.5) ? "\n\n" : "\r\n");
  const marked = (said: string): string =>
    said
      .split(" ")
      .map((each) =>
        chance(0.06)
          ? `<b>${each}</b>`
          : chance(0.04)
            ? `<i>${each.slice(0, 2)}</i>${each.slice(2)}`
            : chance(0.03)
              ? `${each}&nbsp;&amp;`
              : each.replace(/ö/g, () => (chance(0.5) ? "&ouml;" : "ö")),
      )
      .join(" ");
  const html = (language: Language, before: number): string =>
    Array.from({ length: many(1, 3) }, () => {
      const shape = below(6);
      if (shape === 0)
        return `<ul>\n${Array.from({ length: many(2, 4) }, () => `<li>${marked(sentence(language))}${chance(0.3) ? ` ${placeholder()}` : ""}</li>`).join("\n")}\n</ul>`;
      if (shape === 1)
        return `<table><tr><th>${words(language, 1)}</th><th>${words(language, 2)}</th></tr>${Array.from({ length: many(1, 3) }, () => `<tr><td>${words(language, many(1, 8))}</td><td>${chance(0.4) ? placeholder() : marked(words(language, many(1, 10)))}</td></tr>`).join("")}</table>`;
      if (shape === 2)
        return `<h2>${words(language, many(1, 4))}</h2>\n<p title="[[ name ]]">${marked(sentences(language, many(1, 3)))}</p>`;
      if (before > 0 && shape === 3) return `<div>${marked(words(language, 3))}: ${include(before)}</div>`;
      return `<p>${marked(sentences(language, many(1, 5)))} ${chance(0.5) ? `<strong>${placeholder()}</strong> ${marked(words(language, 3))}.` : ""}${chance(0.15) ? input() : ""}</p>`;
    }).join("\n");

  const contents = new Map<string, Record<string, { content: string }>>();
  for (const [index, { id, contentType }] of codes.entries()) {
    const like = index > 2 && chance(0.12) ? codes[below(index)] : undefined;
    const nearly = chance(0.5);
    const translations: Record<string, { content: string }> = {};
    for (const language of languages) {
      if (language !== "en" && chance(0.15)) continue;
      const same =
        like !== undefined && like.contentType === contentType ? contents.get(like.id)?.[language]?.content : undefined;
      const made =
        same === undefined
          ? contentType === 0
            ? plain(language, index)
            : html(language, index)
          : nearly
            ? changed(same, vocabulary[language], below)
            : same;
      translations[language] = { content: made };
    }
    contents.set(id, translations);
  }
  const language = pick(languages);
  const said = (id: string): string =>
    (contents.get(id)?.[language] ?? contents.get(id)?.["en"])?.content
      .replace(/<[^>]*>|\[\[.*?\]\]|&\w+;/g, " ")
      .replace(/\s+/g, " ")
      .trim() ?? "";
  // The phrase, and half of the answers, repeat words of a text.
  data["echo"] = words(language, 3);
  data["phrase"] = said(pick(codes).id).split(" ").slice(0, many(3, 9)).join(" ");
  const answer = chance(0.5) ? said(pick(codes).id).slice(0, 60) : words(language, 4);

  const blocks = Array.from({ length: many(3, 9) }, () => {
    if (chance(0.15)) return { field: pick(["remark", "customer"]) };
    if (chance(0.25))
      return {
        text: `${sentences(language, many(1, 2))} ${chance(0.4) ? placeholder() : ""}`,
        format: "plain" as const,
      };
    if (chance(0.3))
      return {
        text: `<p>${marked(sentence(language))} ${include(count)}</p>${include(count)}`,
        format: "html" as const,
      };
    return { text: include(count), format: chance(0.5) ? ("plain" as const) : ("html" as const) };
  });
  const file = catalogFile.parse({
    folders,
    texts: codes.map((each) => ({
      ...each,
      name: each.code,
      defaultLanguage: "en",
      translations: contents.get(each.id),
    })),
    smartforms: [
      {
        id: "s",
        name: "Letter of the year",
        defaultLanguage: language,
        fields: [
          { id: "1", name: "remark", type: "text" },
          { id: "2", name: "customer", type: "text" },
        ],
        pages: [{ blocks }],
      },
    ],
  });
  const catalog = fileCatalog(file);
  const smartform = catalog.smartform("s");
  if (smartform.state !== "known") throw new Error("The Smartform that was made is not in its catalog.");
  const print: Print = {
    smartform: smartform.value,
    formId: `form ${seed}`,
    submitted: false,
    createdAt: new Date(0),
    context: { catalog, smartform: "s", language, data: known(data) },
    values: new Map<string, unknown>([
      ["remark", answer],
      ["customer", "Zoë Lindström"],
      ["day_list", [{ display: "Friday next week", value: "5" }]],
    ]),
    inputs: new Map([
      ["contact", words(language, 2)],
      ["day", "5"],
      ["when", "2026-01-31"],
    ]),
  };
  return { file, catalog, print, language };
}

/**
 * Returns a company whose texts come from a given library, so people wrote them. It has a form in one of the library's
 * languages. The Smartform has 25 blocks, each of which inserts one or two texts.
 */
export function companyOfLibrary(seed: number, { folders = [], texts = [] }: CatalogFile): Company {
  const random = randomOf(seed);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  const language = pick(
    ["de", "en", "sv", "fr", "es"].filter((each) => texts.some(({ translations }) => translations[each] !== undefined)),
  );
  const codes = new Map(folders.map(({ id, code }) => [id, code]));
  const usable = texts.filter(
    ({ folderId, translations }) => codes.get(folderId) != null && translations[language] !== undefined,
  );
  const include = (): string => {
    const { folderId, code } = pick(usable);
    return `[[ LIB : ${codes.get(folderId)} : ${code} ]]`;
  };
  const blocks = Array.from({ length: 25 }, (_, index) => ({
    text: index % 5 === 0 ? `Number ${index}: ${include()}.` : random() < 0.5 ? include() : `${include()} ${include()}`,
    format: random() < 0.5 ? ("plain" as const) : ("html" as const),
  }));
  const file = catalogFile.parse({
    folders,
    texts,
    smartforms: [{ id: "s", name: "Letter", defaultLanguage: language, fields: [], pages: [{ blocks }] }],
  });
  const catalog = fileCatalog(file);
  const smartform = catalog.smartform("s");
  if (smartform.state !== "known") throw new Error("The Smartform that was made is not in its catalog.");
  const names = new Set(
    blocks.flatMap(({ text }) =>
      [...text.matchAll(/: ([\w.-]+) \]\]/g)].flatMap(
        ([, code]) =>
          texts.find((each) => each.code === code)?.translations[language]?.content.match(/(?<=\[\[ )\w+(?= \]\])/g) ??
          [],
      ),
    ),
  );
  const data = Object.fromEntries(
    [...names]
      .filter(() => random() < 0.8)
      .map((name) => [name, pick(["Zoë Lindström", "1250", "2026-03-01", "R-77"])]),
  );
  const print: Print = {
    smartform: smartform.value,
    formId: `form ${seed}`,
    submitted: false,
    createdAt: new Date(0),
    context: { catalog, smartform: "s", language, data: known(data) },
    values: new Map(),
    inputs: new Map(),
  };
  return { file, catalog, print, language };
}

/** Changes one word or one number. */
function changed(content: string, vocabulary: readonly string[], below: (limit: number) => number): string {
  const places = [...content.matchAll(/(?<![[<&\w/$=.-])\p{L}{3,}(?![^[]*\]\])(?![^<]*>)/gu)];
  const place = places[below(places.length)];
  return place === undefined
    ? `${content} ${vocabulary[0]}`
    : content.slice(0, place.index) +
        vocabulary[below(vocabulary.length)] +
        content.slice(place.index + place[0].length);
}
