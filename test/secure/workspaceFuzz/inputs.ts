/**
 * Hostile files of a workspace: deep, wide, long, broken, and with odd patterns. Each file is made from a seed; the
 * same seed gives the same file.
 */

export const kinds = ["settings", "sample", "baseline", "request"] as const;

export interface Input {
  readonly kind: (typeof kinds)[number];
  readonly content: string;
  /** A number that decides the choices of the examination. */
  readonly at: number;
}

const longest = 1024 * 1024;
/**
 * How many of a thousand inputs are long. `largestOnes` inputs have about the length `longest`. `largeOnes` counts
 * these and the inputs that have up to a tenth of this length. All others are short, so that many can be tried.
 */
const [largestOnes, largeOnes] = [2, 10];

export function inputOf(seed: number): Input {
  const random = randomFrom(seed);
  const kind = kinds[random.below(kinds.length)]!;
  const size = random.below(1000);
  const length = size < largestOnes ? longest : size < largeOnes ? 1000 + random.below(100_000) : random.below(2000);
  const content = cut(
    random.below(5) === 0 || size < largeOnes ? run(kind, length, random) : whole(kind, random),
    random,
  );
  return { kind, content: content.slice(0, longest), at: random.below(1 << 30) };
}

type Random = ReturnType<typeof randomFrom>;

/** Mulberry32. */
function randomFrom(seed: number) {
  let state = Math.imul(seed + 1, 0x9e3779b1);
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  const below = (limit: number): number => next() % limit;
  const oneOf = <T>(all: readonly T[]): T => all[below(all.length)]!;
  const several = <T>(most: number, make: () => T): readonly T[] => Array.from({ length: below(most + 1) }, make);
  return { below, oneOf, several };
}

const words = [
  "a",
  "b",
  "name",
  "customer",
  "customer.name",
  "files",
  "include",
  "rules",
  "data",
  "baseline",
  "connection",
  "language",
  "smartform",
  "textLibraryFolder",
  "unknown-text",
  "unknwon-text",
  "unused-text",
  "off",
  "warn",
  "error",
  "sv",
  "s-hire",
  "legal",
  "values",
  "dialogDefinitionId",
  "dataTableValue",
  "operation",
  "body",
  "path",
  "file",
  "code",
  "words",
  "count",
  "missing-space",
  "[[x]]",
  "[[ LIB : hr : greeting ]]",
  "[[",
  "data.json",
  "../../etc/passwd",
  "/etc/passwd",
  "C:\\x",
  "",
  ".",
  "..",
  " ",
  "__proto__",
  "constructor",
  "toString",
  "hasOwnProperty",
  "\ud800",
  "\udc00x",
  "\u0000",
  "\u001b[31m",
  "é",
  "😀",
  "\u202e",
  "a\nb",
  '"',
  "\\",
];
const globs = [
  "*",
  "**",
  "**/",
  "*a",
  "?",
  "a",
  "b",
  "/",
  "{",
  "}",
  ",",
  "{a,b}",
  "{a,b",
  "{,}",
  "{1..9}",
  "{01..99999}",
  "{a..z..0}",
  "[",
  "]",
  "[!",
  "[a-z]",
  "[[:alpha:]]",
  "[\\",
  "(",
  ")",
  "|",
  "+(",
  "*(",
  "!(",
  "@(",
  "?(",
  "+(a|aa)",
  "!(a*)",
  "\\",
  "!",
  "#",
  "..",
  "./",
  ".sft",
  "textlib:/",
  "textlib:",
  "\ud800",
  "😀",
  "$",
  "${a,b}",
];
const scraps = [
  "{",
  "}",
  "[",
  "]",
  ":",
  ",",
  '"',
  "\\",
  "\n",
  "\r\n",
  "\r",
  "\t",
  " ",
  "//",
  "/*",
  "*/",
  "null",
  "true",
  "1",
  "-1.5e3",
  "1e999",
  "tru",
  "'x'",
  "\ufeff",
  "\u0000",
  "\ud800",
  "[[",
  "]]",
  '"a":',
  '"a":1,',
  "[},",
  "{],",
  '{"a":',
  "[1,",
  "{},",
  '"\\u0000"',
  '"files":[',
  '"values":{',
  '"include":"{a,b}",',
  '{"include":"**"},',
  '{"file":"a","code":"b","words":"c"},',
];

function whole(kind: Input["kind"], random: Random): string {
  const { below, oneOf, several } = random;
  const settings = (): unknown => ({
    connection: odd("c", random),
    ...(below(2) === 0 ? { baseline: odd("known.json", random) } : {}),
    rules: odd(
      objectOf(random, () => oneOf(["off", "warning", "warn", 1])),
      random,
    ),
    files: odd(
      several(8, () =>
        odd(
          {
            include: odd(glob(random), random),
            data: odd("data.json", random),
            language: odd("sv", random),
            smartform: oneOf(["s-hire", "gone", 1]),
            textLibraryFolder: oneOf(["legal", "nowhere"]),
            rules: objectOf(random, () => "off"),
          },
          random,
        ),
      ),
      random,
    ),
  });
  const entry = (): unknown =>
    odd(
      {
        file: oneOf(words),
        code: oneOf(words),
        words: oneOf(words),
        count: oneOf([1, 2, 0, -1, 1.5, 1e308, "1", undefined]),
      },
      random,
    );
  const request = (): unknown => ({
    [oneOf(["dialogDefinitionId", "operation"])]: oneOf(["s-hire", "viewer.search", "signing.orders.create", 1]),
    values: value(random, 3),
    dataTableValue: value(random, 3),
    body: value(random, 3),
    environment: oneOf(["Test", "x", null]),
  });
  const made =
    kind === "settings"
      ? settings()
      : kind === "baseline"
        ? odd(several(10, entry), random)
        : kind === "request"
          ? request()
          : value(random, 5, true);
  const text = JSON.stringify(odd(made, random), undefined, oneOf([0, 0, 2])) ?? "";
  return below(10) === 0 ? `\ufeff${text}` : below(10) === 0 ? text.replace(/"\w+":/, '"__proto__":{},$&') : text;
}

/** Returns the usual value, or now and then a value that does not belong there. */
function odd(usual: unknown, random: Random): unknown {
  return random.below(12) === 0 ? value(random, 2) : usual;
}

function value(random: Random, depth: number, isObject = false): unknown {
  const kind = isObject ? 9 : random.below(depth > 0 ? 10 : 6);
  if (kind < 3) return random.oneOf(words);
  if (kind < 6) return random.oneOf([null, true, false, 0, 1, -1.5, 1e300, "[[ customer.name ]]"]);
  return kind < 8
    ? random.several(6, () => value(random, depth - 1))
    : objectOf(random, () => value(random, depth - 1));
}

function objectOf(random: Random, make: () => unknown): object {
  return Object.fromEntries(random.several(6, () => [random.oneOf(words), make()]));
}

function glob({ below, oneOf, several }: Random): string {
  const piece = several(4, () => oneOf(globs)).join("");
  return below(4) === 0 ? piece.repeat(1 + below(300)) : several(8, () => oneOf(globs)).join("");
}

/** Returns the same piece repeated, which reveals costs that grow faster than the length. */
function run(kind: Input["kind"], length: number, random: Random): string {
  const { below, oneOf, several } = random;
  const repeated = (piece: string): string => piece.repeat(Math.ceil(length / Math.max(1, piece.length)));
  const before = {
    settings: oneOf(["", '{"files":[', '{"rules":{', '{"files":[{"include":"']),
    sample: oneOf(["", '{"a":', '{"a":[']),
    baseline: oneOf(["", "["]),
    request: oneOf([
      "",
      '{"values":',
      '{"dialogDefinitionId":"s-hire","values":{',
      '{"operation":"viewer.search","body":[',
    ]),
  }[kind];
  if (kind === "baseline" && below(2) === 0) return entries(length, random);
  switch (below(8)) {
    // Deep nesting, which is closed again. A comment with a quote may come first: some parsers read it as a comment,
    // others as the beginning of a string.
    case 0:
      return `${before}${oneOf(["", "", '/*"*/', '//"\n', "/*", '//"\\\n'])}${repeated('{"a":')}1${repeated("}").slice(0, Math.ceil(length / 5))}`;
    // Many names.
    case 1:
      return `{${Array.from({ length: Math.ceil(length / 12) }, (_, index) => `"${oneOf(["n", "a.b", "", "x y"])}${index}":${below(9)}`).join()}}`;
    // Many items of the right kind.
    case 2:
      return kind === "settings"
        ? JSON.stringify({
            files: Array.from({ length: Math.ceil(length / 40) }, () => ({
              include: glob(random),
              rules: { [oneOf(words)]: "off" },
            })),
          })
        : kind === "request" && below(2) === 0
          ? manyObjects(length, random)
          : JSON.stringify({
              values: Object.fromEntries(
                Array.from({ length: Math.ceil(length / 20) }, (_, index) => [`${oneOf(words)}${index}`, oneOf(words)]),
              ),
            });
    // One long string, or one long pattern.
    case 3:
      return JSON.stringify(
        kind === "settings"
          ? { files: [{ include: repeated(oneOf(globs)), language: "sv" }] }
          : { a: repeated(oneOf(words)), [repeated("b")]: 1 },
      );
    // A list of equal values.
    case 4:
      return `${before}[${repeated(`${JSON.stringify(value(random, 1))},`)}1]`;
    // Many names, and a long name or a long `propertyMergeString`, which joins names.
    case 5:
      return longInFront(kind, length, random);
    default:
      return before + repeated(several(3, () => oneOf(scraps)).join("") || oneOf(scraps));
  }
}

/**
 * Returns a list of entries. Its entries are short, or have many names (other names in each entry), or have a long
 * value, or contain other entries.
 */
function entries(length: number, { below, oneOf }: Random): string {
  const long = oneOf(words).repeat(1 + below(length));
  const kind = below(7);
  const [files, shift] = [1 + below(length), below(2) * 1_000_000];
  const entryOf = (index: number): string => {
    const own = (index + shift).toString(36);
    switch (kind) {
      case 0:
        return `"${own}":1,"n${own}":2`;
      case 1:
        return `"file":"a","code":"b","words":"c","${own}":1`;
      case 2:
        return `"file":"a","code":"b","words":"c","file":{"code":["${own}",{}]}`;
      case 3:
        return JSON.stringify({
          file: index % 2 === 0 ? long : own,
          code: "missing-space",
          words: index % 2 === 0 ? own : long,
        }).slice(1, -1);
      case 4:
        return `"count":${index},"words":"${own}","code":"b","file":"${index % 3}"`;
      default:
        return `"file":"${kind === 5 ? "a.sft" : index % files}","code":"missing-space","words":"[[${own}"`;
    }
  };
  const between = oneOf([",", "},{", "},\n{", "},\n{", "},\n  {"]);
  const parts: string[] = [];
  for (let size = 0; size < length && parts.length < length / 10;)
    size += parts[parts.push(entryOf(parts.length)) - 1]!.length + between.length;
  const all = `[\n{${parts.join(between)}}\n]\n`;
  return all.length <= longest ? all : `${all.slice(0, all.lastIndexOf(between, longest - 4))}}\n]\n`;
}

function longInFront(kind: Input["kind"], length: number, { below, oneOf }: Random): string {
  const long = oneOf(words.slice(0, 4)).repeat(1 + below(Math.ceil(length / 2)));
  const names = Array.from({ length: Math.ceil(length / 30) }, (_, index) => `k${String(index).padStart(5, "0")}`);
  const many = Object.fromEntries(names.map((name) => [name, 1]));
  if (kind !== "request") return JSON.stringify({ [long]: many });
  const deep = long
    .slice(0, 1 + below(1000))
    .split("")
    .join("/");
  const files = names
    .slice(0, 1 + Math.ceil(length / (deep.length + 40)))
    .map((name) => ({ name, fileContent: { file: deep + name } }));
  return JSON.stringify(
    oneOf([
      { dialogDefinitionId: "s-hire", values: { [long]: many } },
      { dialogDefinitionId: "s-hire", propertyMergeString: long, values: { a: many } },
      { dialogDefinitionId: "s-hire", dataTableValue: { [long]: many } },
      { operation: "signing.orders.create", body: { signingOrderFiles: files } },
    ]),
  );
}

/**
 * Returns a request in which one of the documented lists of objects is long. Each item is wrong in its own way, so that
 * each item is reported.
 */
function manyObjects(length: number, { below, oneOf }: Random): string {
  const items = Array.from({ length: Math.ceil(length / 30) }, (_, index) =>
    below(3) === 0 ? { [`${oneOf(words)}${below(9)}`]: index } : { x: oneOf(words) },
  );
  return JSON.stringify(
    oneOf([
      { notification: { participatingParties: items } },
      { operation: "signing.orders.create", body: { signatories: items } },
      { operation: "viewer.patch", body: items },
      {
        dialogDefinitionId: "s-hire",
        values: Object.fromEntries(items.map((item, index) => [`start${index}.minDat`, item])),
      },
      { values: Object.fromEntries(items.map((_, index) => [`a${index}`, `[[ LIB : a${index} : b ]]`])) },
    ]),
  );
}

/** Returns the text cut off, with something inserted or removed, with its halves exchanged, or unchanged. */
function cut(text: string, { below, oneOf }: Random): string {
  const at = below(text.length + 1);
  switch (below(8)) {
    case 0:
      return text.slice(0, at);
    case 1:
      return text.slice(0, at) + oneOf(scraps) + text.slice(at);
    case 2:
      return text.slice(0, at) + text.slice(at + 1 + below(5));
    case 3:
      return text.slice(at) + text.slice(0, at);
    default:
      return text;
  }
}
