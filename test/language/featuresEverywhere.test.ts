/** The features that need more than a single document, each with its folder of fixtures. */
import assert from "node:assert/strict";
import {
  allMentions,
  applyEdits,
  cannotRename,
  formatOf,
  includesAmong,
  lensesOf,
  librarySymbols,
  subjectName,
  nameProblem,
  parse,
  referencesAmong,
  renameEdits,
  settingsEdits,
  subjectKeys,
  subjectOf,
  unknown,
} from "../../language/index.ts";
import type { Context, RenamedPath } from "../../language/index.ts";
import { checkFixtures } from "./fixture.ts";
import type { Fixture } from "./fixture.ts";

const features: Record<string, (fixture: Fixture) => string> = {
  references({ text, format, cursor, context }) {
    const mentions = allMentions(parse(text, format));
    const mention = mentions.find(({ part }) => part.start <= cursor && cursor <= part.end);
    const subject = mention && subjectOf(mention, context);
    if (!subject) return "nothing";
    const shown = (where: string, content: string, at: Context) => (found: typeof mentions) =>
      referencesAmong(found, subject, at).map(
        ({ mention: { part }, how }) =>
          `${where}: ${content.slice(0, part.start)}⟦${content.slice(part.start, part.end)}⟧${content.slice(part.end)} (${how})`,
      );
    const { catalog } = context;
    const uses =
      subject.kind === "text"
        ? [catalog.usedBy(subject.text.id)]
        : subjectKeys(subject).map((key) => catalog.mentioning(key));
    const inTexts = uses
      .flatMap((answer) => (answer.state === "known" ? answer.value : []))
      .flatMap(({ textId, language }) => {
        const [used, translation] = [catalog.text(textId), catalog.translation(textId, language)];
        assert.ok(used.state === "known" && translation.state === "known");
        const { content } = translation.value;
        return shown(`${textId} ${language}`, content, { catalog, textId, language, data: unknown })(
          allMentions(parse(content, formatOf(used.value.contentType))),
        );
      });
    const about =
      subject.kind === "text" ? subject.text.id : subject.kind === "folder" ? subject.folder.id : subject.name;
    return [`${subject.kind} ${about}`, ...shown("here", text, context)(mentions), ...inTexts].join("\n");
  },
  codeLens({ context }) {
    const text = context.catalog.text(context.textId ?? "");
    return text.state === "known"
      ? lensesOf(text.value, context.language ?? "", context.catalog)
          .map((lens) => JSON.stringify(lens))
          .join("\n")
      : "nothing";
  },
  workspaceSymbol: ({ context, argument }) =>
    librarySymbols(argument, context.catalog, { limit: 5 })
      .map(
        (symbol) =>
          `${symbol.kind} ${symbol.kind === "text" ? symbol.text.id : symbol.kind === "folder" ? symbol.folder.id : symbol.smartform.id}`,
      )
      .join("\n"),
  fileRename({ text, argument }) {
    const { edits, lost } = settingsEdits(text, JSON.parse(argument) as readonly RenamedPath[]);
    return [applyEdits(text, edits), ...lost.map((path) => `lost: ${path}`)].join("\n");
  },
  callHierarchy: ({ text, format, context }) =>
    includesAmong(allMentions(parse(text, format)), context)
      .map(
        (include) =>
          `${include.text.id} ${include.ranges.map(({ start, end }) => `⟦${text.slice(start, end)}⟧`).join(" ")}`,
      )
      .join("\n"),
  rename({ text, format, cursor, context, argument }) {
    const mentions = allMentions(parse(text, format));
    const mention = mentions.find(({ part }) => part.start <= cursor && cursor <= part.end);
    const subject = mention && subjectOf(mention, context);
    const [reference] = subject ? referencesAmong([mention], subject, context) : [];
    if (!subject || !reference) return "nothing";
    const problem =
      cannotRename(subject, reference, context, { json: false }) ?? nameProblem(subject, argument, context);
    if (problem !== null) return `${subjectName(subject)}: ${problem}`;
    const { edits, possible, byName, left } = renameEdits(
      subject,
      referencesAmong(mentions, subject, context),
      argument,
      { json: false },
    );
    return [
      `${subjectName(subject)} → ${applyEdits(text, edits)}`,
      `with what is possible → ${applyEdits(text, [...edits, ...possible])}`,
      `by name: ${byName}, left: ${left}`,
    ].join("\n");
  },
};

for (const [name, run] of Object.entries(features))
  describe(name, () => checkFixtures(name, (fixture) => ({ expect: run(fixture) })));
