/**
 * Reads JSON with the place of everything, however broken it is: reads what can be understood, and reports what cannot.
 * Written by hand instead of using jsonc-parser, whose parser calls itself for every level and fails on a deeply nested
 * text.
 */
import * as l10n from "../l10n.ts";
import { deepest, mostValues } from "../limits.ts";
import type { Part, Range } from "../range.ts";

export type JsonNode = JsonObjectNode | JsonListNode | JsonPlainNode;

export interface JsonObjectNode extends Range {
  readonly kind: "object";
  readonly properties: readonly JsonProperty[];
}

interface JsonListNode extends Range {
  readonly kind: "list";
  readonly items: readonly JsonNode[];
}

interface JsonPlainNode extends Range {
  readonly kind: "plain";
  /** undefined for a half-typed or misspelt word, which is not JSON. */
  readonly value: null | boolean | number | string | undefined;
}

/** From the name to the end of its value. */
export interface JsonProperty extends Range {
  /** The range includes the quotes; the text does not, and its escapes are decoded. */
  readonly name: Part;
  /** null while the value is still to be written. */
  readonly value: JsonNode | null;
}

interface JsonProblem extends Range {
  /** What is wrong, as a sentence. */
  readonly message: string;
  /** The repair, if there is no doubt about it. */
  readonly repair?: Range & { readonly newText: string; readonly title: string };
}

export interface JsonReading {
  /** null for an empty text. */
  readonly root: JsonNode | null;
  /** Ordered by position. */
  readonly problems: readonly JsonProblem[];
  /** Where the reading stopped because a limit was reached; null if the whole text was read. */
  readonly stop: JsonProblem | null;
}

/** The largest number of mistakes to report: a text with more is not meant as JSON. */
const mostProblems = 1000;

/** Maximum length, in code units, of a word that may be a text whose quotes are missing. */
const longestWord = 1000;

interface Token extends Range {
  readonly kind: "{" | "}" | "[" | "]" | ":" | "," | "string" | "word" | "comment" | "end";
}

/** What may come next inside of an object or a list. */
type Expected = "first" | "name" | "colon" | "value" | "next";

interface Open {
  readonly node:
    | { -readonly [Key in keyof JsonObjectNode]: JsonObjectNode[Key] }
    | { -readonly [Key in keyof JsonListNode]: JsonListNode[Key] };
  readonly properties: JsonProperty[];
  readonly items: JsonNode[];
  /** The property whose value is still to come. */
  name: Part | null;
  expected: Expected;
  comma: Range | null;
}

/** Never throws; linear in the text, and within limits of memory and time whatever the text holds. */
export function readJson(text: string): JsonReading {
  const problems: JsonProblem[] = [];
  let stop: JsonProblem | null = null;
  let values = 0;
  const stack: Open[] = [];
  let root: JsonNode | null = null;
  let lastEnd = 0;
  /** Whether the last value or name was an unclosed string, which includes the comma after it. */
  let isUnclosed = false;
  /** How many unclosed strings there were. */
  let unclosed = 0;
  /** How many of the open containers are objects. */
  let objects = 0;

  function problem(range: Range, message: string, repair?: JsonProblem["repair"]): void {
    problems.push({ start: range.start, end: range.end, message, ...(repair === undefined ? {} : { repair }) });
  }

  function place(node: JsonNode): void {
    const open = stack.at(-1);
    if (open === undefined) {
      root ??= node;
      return;
    }
    if (open.name === null) {
      open.items.push(node);
    } else {
      open.properties.push({ name: open.name, value: node, start: open.name.start, end: node.end });
      open.name = null;
    }
    open.expected = "next";
  }

  function push(token: Token): void {
    const properties: JsonProperty[] = [];
    const items: JsonNode[] = [];
    const range = { start: token.start, end: token.end };
    const node: Open["node"] =
      token.kind === "{" ? { kind: "object", properties, ...range } : { kind: "list", items, ...range };
    if (token.kind === "{") objects++;
    stack.push({ node, properties, items, name: null, expected: "first", comma: null });
  }

  /** Ends the innermost container here. */
  function pop(end: number): void {
    const open = stack.pop();
    if (open === undefined) return;
    if (open.node.kind === "object") objects--;
    leaveValueOut(open);
    open.node.end = Math.max(end, open.node.start + 1);
    place(open.node);
  }

  /** Ends a property without its value. */
  function leaveValueOut(open: Open): void {
    if (open.name === null) return;
    problem(open.name, l10n.t('"{0}" has no value.', open.name.text));
    open.properties.push({ name: open.name, value: null, start: open.name.start, end: open.name.end });
    open.name = null;
    open.expected = "next";
  }

  function close(token: Token): void {
    const wanted = token.kind === "}" ? "object" : "list";
    if ((wanted === "object" ? objects : stack.length - objects) === 0)
      return problem(token, l10n.t('This "{0}" closes nothing.', token.kind));
    for (let open = stack.at(-1); open !== undefined && open.node.kind !== wanted; open = stack.at(-1)) {
      problem(opening(open), notClosed(open));
      pop(token.start);
    }
    const open = stack.at(-1);
    if (open?.expected !== "next" && open?.comma)
      problem(open.comma, l10n.t("Nothing follows this comma."), {
        ...open.comma,
        newText: "",
        title: l10n.t("Remove the comma"),
      });
    pop(token.end);
  }

  function comma(token: Token): void {
    const open = stack.at(-1);
    if (open === undefined) return problem(token, l10n.t("A request is one value, so no comma belongs here."));
    leaveValueOut(open);
    if (open.expected !== "next") {
      // Only this comma is reported: the comma before it is not checked until this one is removed.
      open.comma = null;
      return problem(token, l10n.t("There is nothing in front of this comma."), {
        start: token.start,
        end: token.end,
        newText: "",
        title: l10n.t("Remove the comma"),
      });
    }
    open.expected = open.node.kind === "object" ? "name" : "value";
    open.comma = { start: token.start, end: token.end };
  }

  /** Takes a value, or the name of a property. */
  function value(token: Token): void {
    const open = stack.at(-1);
    // A string with a colon after it is the next name: the author is still writing the property above.
    if (open?.name != null && token.kind === "string" && isName(text, token.end)) {
      leaveValueOut(open);
      open.expected = "name";
    }
    if (open === undefined && root !== null)
      return problem(token, l10n.t("The request is already complete, but more text follows here."));
    if (open?.expected === "next") {
      if (!isUnclosed)
        problem(token, l10n.t("A comma is missing in front of this."), {
          start: lastEnd,
          end: lastEnd,
          newText: ",",
          title: l10n.t("Add the comma"),
        });
      open.expected = open.node.kind === "object" ? "name" : "value";
    }
    if (open?.node.kind === "object" && open.expected !== "value" && open.expected !== "colon")
      return name(token, open);
    if (open?.expected === "colon" && !isUnclosed)
      problem(token, l10n.t("A colon is missing in front of this."), {
        start: lastEnd,
        end: lastEnd,
        newText: ":",
        title: l10n.t("Add the colon"),
      });
    if (open) open.comma = null;
    if (token.kind === "{" || token.kind === "[") push(token);
    else place(plain(token));
  }

  function name(token: Token, open: Open): void {
    open.comma = null;
    if (token.kind === "{" || token.kind === "[") {
      problem(token, l10n.t("The name of a property is missing in front of this bracket."));
      open.name = { start: token.start, end: token.start, text: "" };
      return push(token);
    }
    const node = plain(token, true);
    open.name = {
      start: token.start,
      end: token.end,
      text: typeof node.value === "string" ? node.value : unquoted(text.slice(token.start, token.end)),
    };
    open.expected = "colon";
  }

  function plain(token: Token, asName = false): JsonPlainNode {
    const range = { start: token.start, end: token.end };
    const written = text.slice(range.start, range.end);
    if (asName && token.kind === "word") {
      problem(range, l10n.t("The name of a property must be in double quotes."), quotes(range, written));
      return { kind: "plain", value: undefined, ...range };
    }
    const read = plainValue(written);
    if (read === undefined && token.kind === "string") brokenString(range, written);
    if (read === undefined && token.kind === "word") {
      const literal =
        written.length > "false".length
          ? undefined
          : ["true", "false", "null"].find((each) => each.startsWith(written.toLowerCase()));
      const repair =
        literal === undefined
          ? quotes(range, written)
          : { ...range, newText: literal, title: l10n.t("Write {0}", literal) };
      problem(
        range,
        l10n.t(
          '"{0}" is not JSON. Put text in double quotes; only numbers, true, false and null are written without quotes.',
          written.length > 40 ? `${written.slice(0, 39).toWellFormed()}…` : written,
        ),
        repair,
      );
    }
    return { kind: "plain", value: read === undefined && token.kind === "string" ? written.slice(1) : read, ...range };
  }

  function brokenString(range: Range, written: string): void {
    if (isClosed(written))
      return problem(
        range,
        l10n.t(
          "This string contains something that JSON does not allow: a control character, or a \\ without a valid character after it.",
        ),
      );
    unclosed++;
    // A pattern for the trailing blanks would be slow: it would start again at every blank of the text.
    let length = written.length;
    while (length > 0 && isBlankOrComma(written.charCodeAt(length - 1))) length--;
    const words = written.slice(0, length);
    const end = range.start + length;
    // After a \ that begins an escape, a quote would be part of the string.
    const isEscaped = /(?<!\\)(?:\\\\)*\\$/.test(words.slice(-1000));
    problem(
      range,
      l10n.t("The closing double quote is missing."),
      isEscaped ? undefined : { start: end, end, newText: '"', title: l10n.t("Close the string") },
    );
  }

  /** Returns why nothing is read from here on; undefined if the reading goes on. */
  function tooMuch({ kind }: Token): string | undefined {
    if ((kind === "{" || kind === "[") && stack.length >= deepest)
      return l10n.t("Nothing is read from here on, because the nesting is deeper than {0} levels.", deepest);
    if (kind !== "end" && values >= mostValues)
      return l10n.t("Nothing is read from here on, because there are more than {0} names and values.", mostValues);
    if (kind !== "end" && problems.length >= mostProblems)
      return l10n.t("Nothing is read from here on, because there are more than {0} mistakes.", mostProblems);
    return undefined;
  }

  for (const token of tokens(text)) {
    const why = tooMuch(token);
    if (why !== undefined) {
      stop = { start: token.start, end: token.end, message: why };
      while (stack.length > 0) pop(text.length);
      break;
    }
    if (token.kind === "comment") {
      problem(
        token,
        l10n.t(
          "JSON has no comments. Remove this one, because other programs send the file as it is, comment included.",
        ),
        {
          start: token.start,
          end: token.end,
          newText: "",
          title: l10n.t("Remove the comment"),
        },
      );
      continue;
    }
    const open = stack.at(-1);
    if (token.kind === "end") {
      const [outermost] = stack;
      if (outermost !== undefined) problem(opening(stack.at(-1) ?? outermost), notClosed(stack.at(-1) ?? outermost));
      while (stack.length > 0) pop(lastEnd);
    } else if (token.kind === "}" || token.kind === "]") close(token);
    else if (token.kind === ",") comma(token);
    else if (token.kind === ":") {
      if (open?.expected === "colon") open.expected = "value";
      else problem(token, l10n.t("A colon belongs only between a name and its value."));
    } else {
      const before = unclosed;
      values++;
      value(token);
      isUnclosed = unclosed > before;
    }
    lastEnd = token.end;
  }
  if (stop !== null) problems.push(stop);
  return { root, problems: problems.sort((a, b) => a.start - b.start || a.end - b.end), stop };
}

function notClosed({ node }: Open): string {
  return node.kind === "object" ? l10n.t("This object is not closed.") : l10n.t("This list is not closed.");
}

function opening({ node }: Open): Range {
  return { start: node.start, end: node.start + 1 };
}

/** The keys are code units: the text is read unit by unit, and making a string of each would take most of the time. */
const punctuation: ReadonlyMap<number, Token["kind"]> = new Map(
  (["{", "}", "[", "]", ":", ","] as const).map((kind) => [kind.charCodeAt(0), kind]),
);
const [quote, backslash, slash, star, comma, space, tab, lineFeed, carriageReturn] = [
  0x22, 0x5c, 0x2f, 0x2a, 0x2c, 0x20, 0x09, 0x0a, 0x0d,
] as const;

function* tokens(text: string): Generator<Token, void, undefined> {
  let at = text.startsWith("\ufeff") ? 1 : 0;
  while (at < text.length) {
    const start = at;
    const unit = text.charCodeAt(at);
    if (isBlank(unit)) {
      notBlank.lastIndex = at + 1;
      at = notBlank.test(text) ? notBlank.lastIndex - 1 : text.length;
      continue;
    }
    const mark = punctuation.get(unit);
    if (mark !== undefined) {
      at++;
      yield { kind: mark, start, end: at };
    } else if (unit === quote) {
      at = endOfString(text, at);
      yield { kind: "string", start, end: at };
    } else if (unit === slash && (text.charCodeAt(at + 1) === slash || text.charCodeAt(at + 1) === star)) {
      const isLine = text.charCodeAt(at + 1) === slash;
      const end = isLine ? text.slice(at).search(/[\r\n]/) : text.indexOf("*/", at + 2);
      at = end < 0 ? text.length : isLine ? at + end : end + 2;
      yield { kind: "comment", start, end: at };
    } else {
      endOfWord.lastIndex = at + 1;
      at = endOfWord.exec(text)?.index ?? text.length;
      yield { kind: "word", start, end: at };
    }
  }
  yield { kind: "end", start: text.length, end: text.length };
}

function isBlank(unit: number): boolean {
  return unit === space || unit === lineFeed || unit === carriageReturn || unit === tab;
}

/** Includes blanks that JSON does not know. The pattern is slow, so it is used for characters beyond ASCII only. */
function isBlankOrComma(unit: number): boolean {
  return (
    unit === space ||
    unit === comma ||
    (unit >= tab && unit <= carriageReturn) ||
    (unit > 0x7f && /\s/.test(String.fromCharCode(unit)))
  );
}

/** Finds the end of blanks quickly, because they may fill a whole text. */
const notBlank = /[^ \t\n\r]/g;

/** Characters that end a word. */
const endOfWord = /[ \t\n\r{}[\]:,"]/g;

/** Returns the offset after the closing quote, or the end of the line if there is none. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === quote) return at + 1;
    if (unit === lineFeed || unit === carriageReturn) return at;
    if (unit === backslash) at++;
  }
  return text.length;
}

/** Whether a colon follows. */
function isName(text: string, end: number): boolean {
  let at = end;
  while (isBlank(text.charCodeAt(at))) at++;
  return text.charAt(at) === ":";
}

function isClosed(written: string): boolean {
  return written.length > 1 && written.endsWith('"') && endOfString(`${written}\n`, 0) === written.length;
}

/** Returns undefined if the word is not JSON. */
function plainValue(written: string): null | boolean | number | string | undefined {
  if (/^"[^"\\\u0000-\u001f]*"$/.test(written)) return written.slice(1, -1);
  // JSON.parse is slow to refuse a long word.
  if (!/^["\-\dtfn]/.test(written)) return undefined;
  try {
    return JSON.parse(written) as null | boolean | number | string;
  } catch {
    return undefined;
  }
}

function unquoted(written: string): string {
  return written.replace(/^'(.*)'$/s, "$1");
}

/** Returns undefined if the word is too long to be meant as text. */
function quotes(range: Range, written: string): JsonProblem["repair"] {
  return written.length > longestWord
    ? undefined
    : { ...range, newText: JSON.stringify(unquoted(written)), title: l10n.t("Put it in double quotes") };
}
