/**
 * Finds what is wrong with a text, and with the library as a whole. One mistake gives one finding: docs/findings.md
 * says which rule gives way to which. The rule that gives way checks for itself whether the other one reports.
 */
import type { Catalog, Text } from "../catalog.ts";
import type { Context } from "../context.ts";
import { formatOf } from "../expand.ts";
import { isMisread, markupInPlaceholder } from "../findings/markup-in-placeholder.ts";
import { registry } from "../findings/registry.ts";
import { look } from "../lookups/references.ts";
import { allTexts, mainLanguage } from "../lookups/texts.ts";
import { allMentions } from "../mentions.ts";
import { changeBetween, countPlaceholders, parse } from "../parse.ts";
import type { SyntaxChange } from "../parse.ts";
import type { Range } from "../range.ts";
import type { LibraryResolution } from "../resolve.ts";
import type {
  Finding,
  Fix,
  LanguageRule,
  LanguageSubject,
  LibraryRule,
  PlaceholderRule,
  Scope,
  Severity,
  TextRule,
} from "../rules/finding.ts";
import type { LibraryReference, Placeholder, Syntax } from "../syntax.ts";
import { isAbout } from "../textChange.ts";
import type { TextChange } from "../textChange.ts";
import { newEffort } from "../words/spelling.ts";
import { isGuess } from "./codes.ts";
import { checkWith, collector, limiter, withinLimit } from "./limit.ts";

/** Every code that a finding can have, with its default severities and a short description. */
export const rules: readonly {
  readonly code: string;
  readonly severity: Severity;
  readonly milder?: Severity;
  readonly title: string;
}[] = registry.map(({ code, severity, milder, title }) => ({ code, severity, ...(milder && { milder }), title }));

/** What was found in a text, kept from one version of it to the next. One per open document, made by `newMemory`. */
export interface Memory {
  /** What the answers below depend on besides the placeholder itself. */
  basis: readonly unknown[];
  /** The findings, keyed by the placeholder as it is written. Their positions count from the placeholder's start. */
  readonly answers: Map<string, readonly Finding[]>;
  /**
   * The version that was checked last, with the findings of the rules about placeholders and of the rules about the
   * text.
   */
  last: {
    readonly syntax: Syntax;
    readonly inPlaceholders: readonly Finding[];
    readonly inText: readonly Finding[];
  } | null;
}

export function newMemory(): Memory {
  return { basis: [], answers: new Map(), last: null };
}

/**
 * How many answers are kept. This is enough for a document with many different placeholders, and limits the memory that
 * an endless session of edits or a file full of placeholders takes.
 */
const mostAnswers = 100_000;

/**
 * Returns everything that is wrong with one text, ordered by position. If the context names a library text and a
 * language, also runs the rules about that language as a whole. If a code has more than `mostFindings` findings,
 * returns only the first ones, followed by a finding that says that there are more. With a `memory`, looks only at
 * placeholders that were touched since the last call; a placeholder that is written like an earlier one costs only a
 * look-up.
 */
export function findings(
  syntax: Syntax,
  context: Context,
  options: { readonly memory?: Memory } = {},
): readonly Finding[] {
  const scope: Scope = { syntax, context, lookup: lookupOnce(context), effort: newEffort() };
  const memory = options.memory ?? newMemory();
  refresh(memory, syntax, context);
  const { last } = memory;
  const change = changeBetween(last?.syntax ?? null, syntax);
  const fresh: Finding[] = [];
  const isWanted = limiter();
  const guessed = new Map<string, readonly Finding[]>();
  change.each((start, end, read) => {
    for (const finding of answersFor({ start, end }, read, scope, { kept: memory.answers, guessed }))
      if (isWanted(finding.code)) fresh.push(moved(finding, start));
  });
  const inPlaceholders = last === null ? fresh : carried(last.inPlaceholders, change, fresh);
  const inText = change.touchesText ? textFindings(scope) : last === null ? [] : carried(last.inText, change, []);
  const found = [...inPlaceholders, ...inText];
  const subject = subjectOf(syntax, context);
  if (subject) for (const rule of languageRules) rule.check(subject, scope, collector(rule, found));
  const told = withinLimit(found.sort((a, b) => a.start - b.start || a.end - b.end || rankOf(a) - rankOf(b)));
  // If findings were left out, nothing is kept: after an edit that removes some findings, those that were left out must
  // be reported.
  memory.last = told.some(({ moreFollow }) => moreFollow) ? null : { syntax, inPlaceholders, inText };
  return told;
}

/**
 * Returns whether the findings of a text still hold after this change of the catalog; `context` already contains the
 * changed catalog. If they hold, keeps them for the changed catalog, so that `findings` looks again only at what an
 * edit touches.
 */
export function holdsAfter(change: TextChange, memory: Memory, { catalog, textId }: Context): boolean {
  const {
    last,
    basis: [, revision, ...others],
  } = memory;
  if (last === null || typeof revision !== "number" || revision < change.since) return false;
  if (textId !== undefined && change.textIds.has(textId)) return false;
  if (change.renamed && last.inPlaceholders.some(({ code }) => isGuess(code))) return false;
  if (isAbout(change, allMentions(last.syntax))) return false;
  memory.basis = [catalog, catalog.revision, ...others];
  // A placeholder that was removed from the text may come back, and its cached answer may then be outdated.
  memory.answers.clear();
  return true;
}

/**
 * Returns ways to repair one finding of `findings`, the most likely first; empty if only the author can know the right
 * one.
 */
export function fixes(finding: Finding, syntax: Syntax, context: Context): readonly Fix[] {
  const rule = byCode.get(finding.code);
  return rule === undefined || rule.looksAt === "formRequest" || rule.looksAt === "callRequest"
    ? []
    : (rule.fixes?.(finding, syntax, context) ?? []);
}

/**
 * Returns the finding's fixes that the author has to complete, for an editor that moves the cursor to the places that
 * still have to be filled in.
 */
export function beginnings(finding: Finding, syntax: Syntax, context: Context): readonly Fix[] {
  const rule = byCode.get(finding.code);
  return rule === undefined || rule.looksAt === "formRequest" || rule.looksAt === "callRequest"
    ? []
    : (rule.begin?.(finding, syntax, context) ?? []);
}

/** Findings of one language of a library text, or of a folder; for a folder, `text` and `language` are null. */
export interface LibraryFindings {
  readonly text: Text | null;
  readonly folderId: string;
  /** Lower case. */
  readonly language: string | null;
  /** The text that the positions of the findings refer to; empty for a folder. */
  readonly content: string;
  readonly placeholders: number;
  readonly findings: readonly Finding[];
}

/** Returns the findings of a library text, language by language; empty if the catalog does not know its contents. */
export function libraryFindings(textId: string, context: Context): readonly LibraryFindings[] {
  const text = context.catalog.text(textId);
  if (text.state !== "known") return [];
  return languagesOf(text.value).flatMap((language) => languageFindings(text.value, language, context) ?? []);
}

/** A library text and one of its languages, in lower case. */
export interface TextLanguage {
  readonly text: Text;
  readonly language: string;
}

/** Yields every language of every text: what `checkLibrary` checks one at a time. */
export function* libraryLanguages(catalog: Catalog): Generator<TextLanguage, void, undefined> {
  for (const text of allTexts(catalog)) for (const language of languagesOf(text)) yield { text, language };
}

/**
 * Checks the whole library, in linear time. First checks each language of each text, if `isWanted` is true for that
 * language. Then runs the rules that look at the whole library at once, whatever `isWanted` says. Yields each finding
 * of these rules separately. Yields undefined now and then when there is nothing to report, so that a caller can stop
 * or report progress.
 */
export function* checkLibrary(
  context: Context,
  { isWanted = () => true }: { readonly isWanted?: (each: TextLanguage) => boolean } = {},
): Generator<LibraryFindings | undefined, void, undefined> {
  for (const each of libraryLanguages(context.catalog))
    yield isWanted(each) ? languageFindings(each.text, each.language, context) : undefined;
  for (const rule of libraryRules) {
    for (const found of rule.check(context)) {
      if (!found) {
        yield;
        continue;
      }
      const { textId, language, folderId, ...rest } = found;
      const text = textId === null ? null : context.catalog.text(textId);
      const translation = textId === null || language === null ? null : context.catalog.translation(textId, language);
      yield {
        text: text?.state === "known" ? text.value : null,
        folderId,
        language,
        content: translation?.state === "known" ? translation.value.content : "",
        placeholders: 0,
        findings: [{ code: rule.code, severity: rule.severity, ...rest }],
      };
    }
  }
}

function languagesOf(text: Text): readonly string[] {
  if (text.languages.state !== "known") return [];
  const main = mainLanguage(text);
  // A text that has no language yet must still be reported as lacking its default language.
  return text.languages.value.length === 0 && main !== null ? [main] : text.languages.value;
}

/** Returns undefined if the catalog does not know the content. */
function languageFindings(text: Text, language: string, context: Context): LibraryFindings | undefined {
  const translation = context.catalog.translation(text.id, language);
  if (translation.state === "unknown") return undefined;
  const content = translation.state === "known" ? translation.value.content : "";
  const syntax = parse(content, formatOf(text.contentType));
  return {
    text,
    folderId: text.folderId,
    language,
    content,
    placeholders: countPlaceholders(syntax),
    findings: findings(syntax, { ...context, textId: text.id, language }),
  };
}

const byCode = new Map(registry.map((rule) => [rule.code, rule]));
const ranks = new Map(registry.map((rule, index) => [rule.code, index]));
const placeholderRules = registry.filter((rule): rule is PlaceholderRule => rule.looksAt === "placeholder");
const textRules = registry.filter((rule): rule is TextRule => rule.looksAt === "text");
const languageRules = registry.filter((rule): rule is LanguageRule => rule.looksAt === "language");
const libraryRules = registry.filter((rule): rule is LibraryRule => rule.looksAt === "library");

function rankOf(finding: Finding): number {
  return ranks.get(finding.code) ?? 0;
}

/** Several rules look up the same reference, one after the other. */
function lookupOnce(context: Context): (reference: LibraryReference) => LibraryResolution {
  let last: { readonly reference: LibraryReference; readonly lookup: LibraryResolution } | undefined;
  return (reference) => {
    if (last?.reference !== reference) last = { reference, lookup: look(reference, context) };
    return last.lookup;
  };
}

function textFindings(scope: Scope): readonly Finding[] {
  const found: Finding[] = [];
  for (const rule of textRules) rule.check(scope, collector(rule, found));
  return found;
}

/**
 * Returns the earlier findings outside of the change, at their current positions, followed by the `fresh` ones inside
 * of it.
 */
function carried(
  before: readonly Finding[],
  { start, end, by }: SyntaxChange,
  fresh: readonly Finding[],
): readonly Finding[] {
  const place = <R extends Range>(range: R): R =>
    by === 0 || range.start < end ? range : { ...range, start: range.start + by, end: range.end + by };
  const kept: Finding[] = [];
  for (const finding of before) {
    if (finding.start >= start && finding.start < end) continue;
    const placed = place(finding);
    kept.push(
      placed.related
        ? { ...placed, related: placed.related.map((each) => (each.textId === null ? place(each) : each)) }
        : placed,
    );
  }
  return [...kept, ...fresh];
}

/** Forgets everything if anything changed that an answer could depend on, or if `mostAnswers` answers are kept. */
function refresh(
  memory: Memory,
  { format }: Syntax,
  { catalog, language, folder, smartform, textId, data }: Context,
): void {
  const basis = [
    catalog,
    catalog.revision,
    language,
    folder,
    smartform,
    textId,
    data.state === "known" ? data.value : data.state,
    format,
  ];
  if (basis.every((each, index) => each === memory.basis[index]) && memory.answers.size < mostAnswers) return;
  memory.basis = basis;
  memory.answers.clear();
  memory.last = null;
}

/**
 * Returns what distinguishes one placeholder from another: its characters, and which of them are markup. Entities are
 * markup outside of comments, but not inside.
 */
function keyOf({ text, format }: Syntax, start: number, end: number, read: () => Placeholder): string {
  const written = text.slice(start, end);
  if (format === "plain" || !/[<&]/.test(written)) return written;
  return `${written} ${read()
    .markup.map((range) => `${range.start - start}-${range.end - start}`)
    .join()}`;
}

/**
 * Answers for which a rule requested a guess ("Did you mean…?") are kept only in `guessed`, which belongs to one check:
 * whether a guess is made depends on how many the check has made before.
 */
function answersFor(
  { start, end }: Range,
  read: () => Placeholder,
  scope: Scope,
  { kept, guessed }: { readonly kept: Memory["answers"]; readonly guessed: Map<string, readonly Finding[]> },
): readonly Finding[] {
  const written = keyOf(scope.syntax, start, end, read);
  const known = kept.get(written) ?? guessed.get(written);
  if (known) return known;
  const found: Finding[] = [];
  const placeholder = read();
  const { asked } = scope.effort;
  const rulesToAsk = isMisread(placeholder, scope.syntax) ? [markupInPlaceholder] : placeholderRules;
  checkWith(rulesToAsk, found, (rule, report) => rule.check(placeholder, scope, report));
  const answers = found.map((finding) => moved(finding, -start));
  if (scope.effort.asked > asked) {
    guessed.set(written, answers);
    return answers;
  }
  if (kept.size >= mostAnswers) return answers;
  // A slice of a string keeps the whole string alive; the answers must not keep every version of a text alive.
  const copy = answers.length === 0 ? noFindings : (JSON.parse(JSON.stringify(answers)) as readonly Finding[]);
  kept.set(apart(written), copy);
  return copy;
}

const noFindings: readonly Finding[] = [];

/**
 * Returns the same string, cut out of a string that is only one character longer, so that it keeps no long string
 * alive.
 */
function apart(text: string): string {
  return ` ${text}`.slice(1);
}

function moved(finding: Finding, by: number): Finding {
  return by === 0 ? finding : { ...finding, start: finding.start + by, end: finding.end + by };
}

/**
 * Returns what the rules about a language look at; null unless the text is one language of a library text that the
 * catalog knows.
 */
function subjectOf(syntax: Syntax, { catalog, textId, language }: Context): LanguageSubject | null {
  if (textId === undefined || !language) return null;
  const text = catalog.text(textId);
  if (text.state !== "known") return null;
  const stored = catalog.translation(textId, language);
  const { defaultLanguage } = text.value;
  const original =
    defaultLanguage && defaultLanguage !== language ? catalog.translation(textId, defaultLanguage) : null;
  return {
    text: text.value,
    language,
    translation: stored.state === "known" ? stored.value : { content: syntax.text },
    first: mainLanguage(text.value) === language,
    original:
      defaultLanguage && original?.state === "known"
        ? {
            language: defaultLanguage,
            translation: original.value,
            syntax: parse(original.value.content, syntax.format),
          }
        : null,
  };
}
