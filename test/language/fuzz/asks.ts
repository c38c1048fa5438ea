/**
 * Every request of an editor to the language, about one text or one create-form request. Each function here makes a
 * request, and checks the properties that its answer must have.
 */
import assert from "node:assert/strict";
import {
  allMentions,
  applyEdits,
  cannotRename,
  codeActions,
  codeActionsOfRequest,
  compareContracts,
  completion,
  contractTypes,
  countPlaceholders,
  creations,
  definition,
  describeText,
  documentHighlights,
  documentLinks,
  documentSymbols,
  edit,
  expand,
  findings,
  fitting,
  fixAll,
  fixAllOfRequest,
  fixes,
  foldingRanges,
  formatting,
  formattingBehind,
  hover,
  includesAmong,
  inlayHintKinds,
  inlayHints,
  inlineCompletion,
  jsonMentions,
  lensesOf,
  librarySymbols,
  linkedEditing,
  mentionKeys,
  subjectName,
  nameProblem,
  needsOf,
  newKey,
  parse,
  parseRequest,
  parseTextPath,
  placeholderAt,
  placeholdersIn,
  printedText,
  refactorings,
  referenceTo,
  referencesAmong,
  renameEdits,
  requestCompletion,
  requestDefinition,
  requestFindings,
  requestFixes,
  requestHover,
  requestSymbols,
  resolveAt,
  selectionRanges,
  semanticTokens,
  settingsCompletion,
  settingsEdits,
  shortReferenceTo,
  signatureHelp,
  subjectKeys,
  subjectOf,
  textSchema,
  typeDefinition,
} from "../../../language/index.ts";
import type { Context, Finding, Fix, Range, Request, Syntax, TextEdit } from "../../../language/index.ts";

export interface Asked<Read> {
  readonly read: Read;
  readonly context: Context;
  /** The offset of the request: inside the text, at its beginning or at its end. */
  readonly offset: number;
  /** Begins at `offset`. */
  readonly range: Range;
  readonly found: readonly Finding[];
}

/** Makes a request. Returns the ranges of the answer that must lie inside the text. */
type Ask<Read> = (asked: Asked<Read>) => readonly Range[];

const spaces = /[\s\u0085]+/g;

export const textAsks: Readonly<Record<string, Ask<Syntax>>> = {
  placeholders({ read, offset, range }) {
    const { placeholders } = read;
    const fresh = parse(read.text, read.format);
    assert.equal(countPlaceholders(fresh), placeholders.length, "placeholders counted");
    assert.deepEqual(
      placeholderAt(fresh, offset),
      placeholders.findLast((one) => one.start <= offset && offset <= one.end) ?? null,
      "the placeholder at an offset",
    );
    assert.deepEqual(
      placeholdersIn(fresh, range),
      placeholders.filter((one) => one.start <= range.end && range.start <= one.end),
      "the placeholders in a range",
    );
    for (const [index, one] of placeholders.entries())
      assert.ok(index === 0 || placeholders[index - 1]!.end <= one.start, "placeholders overlap");
    return [
      ...placeholders,
      ...placeholders.map(({ inner }) => inner),
      ...placeholders.flatMap(({ markup }) => markup),
      ...read.strays,
    ];
  },
  resolve: ({ read, context, offset }) =>
    resolveAt(read, offset, context)?.place ? [resolveAt(read, offset, context)!.place!.part] : [],
  completion({ read, context, offset }) {
    const { items } = completion(read, offset, context, { snippets: true });
    for (const { textId } of items.slice(0, 2)) if (textId !== undefined) describeText(textId, context);
    assert.ok(items.length <= 200, "more than 200 items");
    for (const { start, end } of items)
      assert.ok(start <= offset && offset <= end, "an item replaces what is not at the cursor");
    if (items[0]) sameAfter(read, [items[0]]);
    return items;
  },
  typeDefinition: ({ read, context, offset }) => present(typeDefinition(read, offset, context)?.origin),
  callHierarchy({ read, context }) {
    const includes = includesAmong(allMentions(read), context);
    for (const { text } of includes.slice(0, 1)) lensesOf(text, context.language ?? "en", context.catalog);
    return includes.flatMap(({ ranges }) => ranges);
  },
  workspaceSymbol: ({ read, context, offset }) =>
    librarySymbols(read.text.slice(offset, offset + 5), context.catalog, { limit: 5 }).length > 15
      ? assert.fail("more symbols than asked for")
      : [],
  writeReference({ read, context, offset }) {
    const word = read.text.slice(offset, offset + 5);
    const folders = context.catalog.folders();
    const texts = (folders.state === "known" ? folders.value.slice(0, 2) : []).flatMap(({ id }) => {
      const inFolder = context.catalog.textsIn(id);
      return inFolder.state === "known" ? inFolder.value : [];
    });
    const found = fitting(texts, word, ({ code }) => [code]);
    assert.ok(
      found.length <= texts.length && found.every((text) => texts.includes(text)),
      "a search finds what it was not given",
    );
    for (const text of texts.slice(0, 2)) {
      for (const written of [referenceTo(text, read.format, context), shortReferenceTo(text, read.format, context)])
        assert.ok(written === null || written.includes(text.code), "a reference without the code");
    }
    return [];
  },
  foldingRange({ read }) {
    const ranges = foldingRanges(read);
    for (const [index, { start, end }] of ranges.entries())
      assert.ok(
        (index === 0 || ranges[index - 1]!.start <= start) && /[\r\n]/.test(read.text.slice(start, end)),
        "folds out of order or in one line",
      );
    return ranges;
  },
  selectionRange({ read, offset }) {
    const ranges = selectionRanges(read, offset);
    for (const [index, { start, end }] of ranges.entries()) {
      const inner = ranges[index - 1] ?? { start: offset, end: offset };
      assert.ok(
        start <= inner.start && inner.end <= end && (index === 0 || end - start > inner.end - inner.start),
        "a selection does not grow",
      );
    }
    return ranges;
  },
  linkedEditing({ read, offset }) {
    const linked = linkedEditing(read, offset);
    if (linked)
      assert.equal(
        read.text.slice(linked[0].start, linked[0].end),
        read.text.slice(linked[1].start, linked[1].end),
        "linked names differ",
      );
    return linked ?? [];
  },
  hover: ({ read, context, offset }) => present(hover(read, offset, context)),
  definition: ({ read, context, offset }) =>
    (definition(read, offset, context)?.targets.filter((target) => target.kind === "input") ?? []).concat(
      present(definition(read, offset, context)?.origin) as [],
    ),
  signatureHelp({ read, context, offset }) {
    const help = signatureHelp(read, offset, context);
    for (const { label, parameters } of help?.signatures ?? [])
      for (const one of parameters)
        assert.ok(one.start >= 0 && one.end <= label.length, "a parameter outside of its label");
    if (help)
      assert.ok(
        help.activeSignature < help.signatures.length &&
          (help.activeParameter ?? 0) < help.signatures[help.activeSignature]!.parameters.length,
        "active parameter",
      );
    return [];
  },
  documentHighlight: ({ read, context, offset }) => documentHighlights(read, offset, context),
  documentLinks: ({ read, context }) => documentLinks(read, context),
  documentSymbol({ read }) {
    const symbols = documentSymbols(read);
    for (const { name, selection, start, end } of symbols)
      assert.ok(name !== "" && start <= selection.start && selection.end <= end, "a symbol's name");
    return symbols;
  },
  inlayHint: ({ read, context, range }) =>
    inlayHints(read, range, context, { kinds: new Set(inlayHintKinds) }).map(({ offset }) => ({
      start: offset,
      end: offset,
    })),
  inlineCompletion({ read, context, offset }) {
    const newText = inlineCompletion(read, offset, context);
    if (newText !== null) sameAfter(read, [{ start: offset, end: offset, newText }]);
    return [];
  },
  semanticTokens({ read, range }) {
    const tokens = semanticTokens(read);
    for (const [index, one] of tokens.entries()) {
      assert.ok(
        one.start < one.end && (index === 0 || tokens[index - 1]!.end <= one.start),
        "tokens overlap or are empty",
      );
      assert.ok(!/[\r\n]/.test(read.text.slice(one.start, one.end)), "a token across a line break");
    }
    const within = (one: Range) => one.start < range.end && range.start < one.end;
    assert.deepEqual(semanticTokens(read, range).filter(within), tokens.filter(within), "tokens of a range");
    return tokens;
  },
  formatting({ read, offset, range }) {
    const edits = formatting(read);
    const after = sameAfter(read, edits);
    assert.deepEqual(formatting(after), [], "formatted twice");
    assert.equal(after.text.replace(spaces, ""), read.text.replace(spaces, ""), "formatting changed more than space");
    const behind = formattingBehind(read, offset);
    const some = formatting(read, [range]);
    for (const one of [...behind, ...some])
      assert.ok(
        edits.some((other) => other.start === one.start && other.end === one.end && other.newText === one.newText),
        "formatted in part otherwise than as a whole",
      );
    return edits;
  },
  references({ read, context, offset }) {
    const mentions = allMentions(read);
    mentionKeys(mentions);
    const mention = mentions.find(({ part }) => part.start <= offset && offset <= part.end);
    const subject = mention && subjectOf(mention, context);
    if (!mention || !subject) return mentions.map(({ part }) => part);
    subjectKeys(subject);
    const references = referencesAmong(mentions, subject, context);
    const [reference] = referencesAmong([mention], subject, context);
    if (
      reference &&
      cannotRename(subject, reference, context, { json: false }) === null &&
      nameProblem(subject, "another", context) === null
    ) {
      newKey(subject, "another");
      const { edits, possible } = renameEdits(subject, references, "another", { json: false });
      const after = sameAfter(read, [...edits, ...possible]);
      // If the old name contained a quote, the markup may break when the quote is gone.
      if (!/["']/.test(subjectName(subject)))
        assert.equal(
          after.placeholders.length,
          read.placeholders.length,
          `renaming ${subjectName(subject)} took a placeholder`,
        );
    }
    return references.map(({ mention: { part } }) => part);
  },
  codeAction({ read, context, range, found }) {
    creations(read, range, found, context);
    return codeActions(read, range, found, context, { stops: true }).flatMap(({ edits }) => stopped(apart(edits)));
  },
  refactor: ({ read, context, range, offset }) =>
    [
      ...refactorings(read, range, context, { creates: true }),
      ...refactorings(read, { start: offset, end: offset }, context, { creates: false }),
    ].flatMap(({ edits, work, disabled }) => {
      if (disabled === undefined) sameAfter(read, apart(edits));
      return [...edits, ...present(work)];
    }),
  fixes({ read, context, offset, found }) {
    for (const finding of some(found, offset))
      for (const fix of fixes(finding, read, context))
        checkFix(finding, fix, {
          text: read.text,
          before: found,
          again: (after) => findings(sameAfter(read, fix.edits, after), context),
        });
    return found;
  },
  fixAll({ read, context, found }) {
    const edits = fixAll(read, found, context);
    sameAfter(read, apart(edits));
    return edits;
  },
  expand({ read, context }) {
    for (const surface of ["screen", "pdf"] as const)
      expand(read.text, read.format, context, { surface, maxLength: 20_000 });
    printedText(read.text, read.format, context);
    const root = { content: read.text, format: read.format };
    needsOf(root, context);
    const { schema } = textSchema(root, "Text", context);
    contractTypes(schema);
    const { newlyRequired, noLongerRequired } = compareContracts(schema, schema);
    assert.deepEqual([...newlyRequired, ...noLongerRequired], [], "a contract differs from itself");
    parseTextPath(read.text);
    return [];
  },
};

export const requestAsks: Readonly<Record<string, Ask<Request>>> = {
  completion({ read, context, offset }) {
    const { items } = requestCompletion(read, offset, context);
    assert.ok(items.length <= 200, "more than 200 items");
    for (const { start, end } of items)
      assert.ok(start <= offset && offset <= end, "an item replaces what is not at the cursor");
    if (items[0]) parseRequest(applyEdits(read.text, [items[0]]));
    return items;
  },
  settings: ({ read, context, offset }) => settingsCompletion(read, offset, context).items,
  hover: ({ read, context, offset }) => present(requestHover(read, offset, context)),
  definition: ({ read, context, offset }) => present(requestDefinition(read, offset, context)?.origin),
  documentSymbol({ read }) {
    const symbols = [...requestSymbols(read)];
    for (const symbol of symbols) {
      assert.ok(
        symbol.name !== "" && symbol.start <= symbol.selection.start && symbol.selection.end <= symbol.end,
        "a symbol's name",
      );
      symbols.push(...(symbol.children ?? []));
    }
    return symbols;
  },
  mentions({ read, context, offset }) {
    const parts = (["request", "sample", "settings"] as const).map((kind) => jsonMentions(read.text, kind).mentions);
    const mentions = parts[0]!;
    const mention = mentions.find(({ part }) => part.start <= offset && offset <= part.end);
    const subject = mention && subjectOf(mention, context);
    if (subject) renameEdits(subject, referencesAmong(mentions, subject, context), "another", { json: true });
    return parts.flatMap((all) => all.map(({ part }) => part));
  },
  fileRename: ({ read }) =>
    settingsEdits(read.text, [
      { from: "a", to: "b" },
      { from: "s-hire", to: null },
    ]).edits,
  codeAction: ({ read, context, range, found }) =>
    codeActionsOfRequest(read, range, found, context, { stops: true }).flatMap(({ edits }) => stopped(apart(edits))),
  fixes({ read, context, offset, found }) {
    for (const finding of some(found, offset))
      for (const fix of requestFixes(finding, read, context))
        checkFix(finding, fix, {
          text: read.text,
          before: found,
          again: (after) => requestFindings(parseRequest(after), context),
        });
    return found;
  },
  fixAll: ({ read, context, found }) => apart(fixAllOfRequest(read, found, context)),
};

/** Returns two of the findings, because checking each finding reads a whole text. The offset decides which two. */
function some(found: readonly Finding[], offset: number): readonly Finding[] {
  const from = found.length === 0 ? 0 : offset % found.length;
  return found.slice(from, from + 2);
}

function present<R extends Range>(range: R | null | undefined): readonly R[] {
  return range == null ? [] : [range];
}

/** Returns the edits after asserting that no two of them overlap. */
function apart(edits: readonly TextEdit[]): readonly TextEdit[] {
  const sorted = [...edits].sort((a, b) => a.start - b.start || a.end - b.end);
  for (const [index, one] of sorted.entries())
    assert.ok(index === 0 || sorted[index - 1]!.end <= one.start, "edits overlap");
  return edits;
}

/** Returns the edits after asserting that the parts that the author still has to type are inside the new text. */
function stopped(edits: readonly TextEdit[]): readonly TextEdit[] {
  for (const { newText, stops = [] } of edits) {
    const sorted = [...stops].sort((a, b) => a.start - b.start);
    for (const [index, { start, end }] of sorted.entries())
      assert.ok(
        start <= end && end <= newText.length && (index === 0 || sorted[index - 1]!.end <= start),
        "a stop stands elsewhere, or over another one",
      );
  }
  return edits;
}

function sameAfter(before: Syntax, edits: readonly TextEdit[], text = applyEdits(before.text, edits)): Syntax {
  const after = edit(before, edits);
  assert.deepEqual(after, parse(text, before.format), "an edit gives another syntax than a fresh parse");
  return after;
}

interface Fixing {
  readonly text: string;
  readonly before: readonly Finding[];
  readonly again: (after: string) => readonly Finding[];
}

/**
 * Asserts that a fix removes its finding: afterwards, fewer findings have its message, or no finding with its message
 * is at its place. A fix may uncover another finding with the same message, such as one that an open script hid.
 */
function checkFix({ code, message, start }: Finding, { title, edits }: Fix, { text, before, again }: Fixing): void {
  assert.ok(edits.length > 0, `"${title}" changes nothing`);
  const after = applyEdits(text, apart(edits));
  const same = (all: readonly Finding[]) => all.filter((each) => each.code === code && each.message === message);
  const left = same(again(after));
  if (/^Remove <\w+>$/.test(title)) return assert.ok(after.length < text.length, `"${title}" removes nothing`);
  const moved = edits.reduce(
    (at, one) => (one.end <= start ? at + one.newText.length - (one.end - one.start) : at),
    start,
  );
  assert.ok(
    left.length < same(before).length || left.every((each) => each.start !== moved),
    `"${title}" leaves ${code}: ${JSON.stringify(after)}`,
  );
}
