/**
 * A change of the Text Library in several steps, as data. The first steps change codes, folder names and places of
 * texts; the steps after them change everything that refers to these. Each step holds the state before and after, so
 * that it can be checked before it is carried out or undone. Does not use `vscode`.
 */
import * as l10n from "@vscode/l10n";
import type { Folder, ReferenceChange, ReferenceEditsResult, ReferringDocument } from "../../language/index.ts";
import { oneOrMany, visible } from "../../language/index.ts";
import { contentsOf, fieldsOf } from "../guard/writePlan.ts";
import type { Fields, LibraryText } from "../guard/writePlan.ts";
import { countOf } from "../countOf.ts";

interface FolderState {
  readonly name: string;
  /** Empty if the folder has no code. */
  readonly code: string;
}

interface Common {
  /** What the step does, for the user: `Move greeting from HR to Letters`. */
  readonly title: string;
}

export interface FolderStep extends Common {
  readonly do: "folder";
  readonly folderId: string;
  readonly before: FolderState;
  readonly after: FolderState;
}

/** Changes fields of a text, which apply to all its languages. */
export interface TextStep extends Common {
  readonly do: "text";
  readonly base: LibraryText;
  readonly fields: Partial<Fields>;
}

/** A part of a document to be replaced. */
export interface PartEdit {
  readonly start: number;
  readonly end: number;
  readonly newText: string;
  /** Index of the step that requires this edit: if that step is not done, this part stays unchanged. */
  readonly needs: number;
}

/** Updates references in a library text. */
export interface WordsStep extends Common {
  readonly do: "words";
  readonly base: LibraryText;
  readonly languages: readonly {
    readonly language: string;
    readonly content: string;
    readonly edits: readonly PartEdit[];
  }[];
}

/** Updates references in a file of the workspace. */
export interface FileStep extends Common {
  readonly do: "file";
  readonly uri: string;
  readonly content: string;
  readonly edits: readonly PartEdit[];
}

export type PlanStep = FolderStep | TextStep | WordsStep | FileStep;

export interface LibraryPlan {
  readonly title: string;
  readonly steps: readonly PlanStep[];
  /** What the plan does not do or cannot find out, in whole sentences. */
  readonly said: readonly string[];
  /** What the author has to change elsewhere afterwards, in whole sentences. */
  readonly elsewhere?: readonly string[];
}

/**
 * A step whose references have not been looked up yet. `change` is the language server's query for them; undefined if
 * references do not depend on the step.
 */
export interface Wish {
  readonly step: FolderStep | TextStep;
  readonly change?: ReferenceChange | undefined;
}

export function folderWish(folder: Folder, change: { readonly name?: string; readonly code?: string }): Wish {
  const before = { name: folder.name, code: folder.code ?? "" };
  const after = { ...before, ...change };
  const [old, now] = [before.code || before.name, after.code || after.name];
  const title =
    change.name !== undefined && change.name !== before.name
      ? l10n.t("Rename the folder {0} to {1}", before.name, after.name)
      : after.code === ""
        ? l10n.t("Remove the code of the folder {0}", before.name)
        : l10n.t("Give the folder {0} the code {1}", before.name, after.code);
  return {
    step: { do: "folder", title, folderId: folder.id, before, after },
    change: old === now ? undefined : { of: { folderId: folder.id }, name: now },
  };
}

export function codeWish(base: LibraryText, code: string): Wish {
  return {
    step: { do: "text", title: l10n.t("Rename {0} to {1}", base.code, code), base, fields: { code } },
    change: { of: { textId: base.id }, name: code },
  };
}

export function moveWish(base: LibraryText, { from, to }: { readonly from: string; readonly to: Folder }): Wish {
  return {
    step: {
      do: "text",
      title: l10n.t("Move {0} from {1} to {2}", base.code, from, to.name),
      base,
      fields: { folderId: to.id },
    },
    change: { of: { textId: base.id }, folderId: to.id },
  };
}

export function defaultLanguageWish(base: LibraryText, language: string): Wish {
  const before = fieldsOf(base).defaultLanguage;
  return {
    step: {
      do: "text",
      title:
        before === ""
          ? l10n.t("Make {0} the default language of {1}", language, base.code)
          : l10n.t("Make {0} the default language of {1} instead of {2}", language, base.code, before),
      base,
      fields: { defaultLanguage: language },
    },
  };
}

export interface References {
  readonly found: ReferenceEditsResult;
  /** Texts that hold references, as the service just returned them, by id. */
  readonly texts: ReadonlyMap<string, LibraryText>;
}

interface PlanOptions {
  /**
   * The references found for the `change` of each wish, in the order of the wishes; undefined if references stay
   * unchanged.
   */
  readonly references?: References | undefined;
  readonly said?: readonly string[];
  /** Languages of library texts that are open with unsaved changes (`textKey`). */
  readonly unsaved?: ReadonlySet<string>;
}

/** Returns the key of one language of a text. */
export function textKey(id: string, language: string): string {
  return `${id} ${language}`;
}

export function makePlan(
  title: string,
  wishes: readonly Wish[],
  { references, said = [], unsaved = new Set() }: PlanOptions = {},
): LibraryPlan {
  const asked = wishes.flatMap(({ change }, index) => (change === undefined ? [] : [index]));
  const steps = wishes.map(({ step }) => step);
  const unknown = asked.length === 0 ? [] : [notFindable()];
  if (references === undefined)
    return { title, steps, said: [...said, ...(asked.length === 0 ? [] : [staleReferences()]), ...unknown] };
  const { found, texts } = references;
  const [words, skipped] = wordsSteps(found.documents, texts, asked);
  const files = found.documents.flatMap(({ uri, text, content, edits }): readonly FileStep[] => {
    if (text !== null || uri === null) return [];
    return [
      {
        do: "file",
        title: l10n.t("{0} in {1}", countOf(edits.length, "reference"), nameOf(uri)),
        uri,
        content,
        edits: edits.map((edit) => partOf(edit, asked)),
      },
    ];
  });
  const smartforms = found.smartforms.map(smartformWords);
  const left = [...notDone(found), ...skippedWords(skipped, unsaved)];
  return {
    title,
    steps: [...steps, ...words, ...files],
    said: [...said, ...left, ...smartforms, ...unknown],
    ...(smartforms.length > 0 && { elsewhere: smartforms }),
  };
}

/** Smartforms can only be changed in the authoring application. */
function smartformWords({ name, references }: ReferenceEditsResult["smartforms"][number]): string {
  const known = references.slice(0, 3).map(({ before, after }) => l10n.t("{0} to {1}", before, after));
  return known.length === 0
    ? l10n.t(
        "References in the Smartform {0} may be affected too. Check the Smartform in the authoring application.",
        name,
      )
    : l10n.t(
        "References in the Smartform {0} are not changed automatically. Change them in the authoring application: {1}.",
        name,
        known.join(", "),
      );
}

/**
 * Makes the steps for library texts. Texts that changed since the catalog read them are returned separately, and left
 * alone.
 */
function wordsSteps(
  documents: readonly ReferringDocument[],
  texts: References["texts"],
  asked: readonly number[],
): readonly [readonly WordsStep[], readonly TextLanguage[]] {
  const steps: WordsStep[] = [];
  const skipped: TextLanguage[] = [];
  for (const [id, places] of Map.groupBy(
    documents.filter(({ text }) => text !== null),
    ({ text }) => text?.id ?? "",
  )) {
    const base = texts.get(id);
    const current =
      base === undefined
        ? []
        : places.filter(({ text, content }) => contentsOf(base).get(text?.language ?? "") === content);
    for (const { text } of places)
      if (!current.some((place) => place.text === text))
        skipped.push({ id, code: text?.code ?? id, language: text?.language ?? "" });
    if (base === undefined || current.length === 0) continue;
    const languages = current.map(({ text, content, edits }) => ({
      language: text?.language ?? "",
      content,
      edits: edits.map((edit) => partOf(edit, asked)),
    }));
    const count = languages.reduce((sum, { edits }) => sum + edits.length, 0);
    steps.push({
      do: "words",
      title: l10n.t(
        "{0} in the text {1} ({2})",
        countOf(count, "reference"),
        base.code,
        languages.map(({ language }) => language).join(", "),
      ),
      base,
      languages,
    });
  }
  return [steps, skipped];
}

function partOf({ change, ...edit }: ReferringDocument["edits"][number], asked: readonly number[]): PartEdit {
  return { ...edit, needs: asked[change] ?? -1 };
}

type TextLanguage = NonNullable<ReferringDocument["text"]>;

function skippedWords(skipped: readonly TextLanguage[], unsaved: ReadonlySet<string>): readonly string[] {
  const named = (texts: readonly TextLanguage[]): string =>
    texts.map(({ code, language }) => `${code} (${language})`).join(", ");
  const open = skipped.filter(({ id, language }) => unsaved.has(textKey(id, language)));
  const changed = skipped.filter((text) => !open.includes(text));
  return [
    ...(open.length === 0
      ? []
      : [
          l10n.t(
            "Skipped because of unsaved changes: {0}. To include these texts, first cancel. Then save or revert the changes, and try again.",
            named(open),
          ),
        ]),
    ...(changed.length === 0
      ? []
      : [
          l10n.t(
            "Skipped because of changes since the Text Library was read: {0}. To include these texts, first cancel. Then refresh the Text Library, and try again.",
            named(changed),
          ),
        ]),
  ];
}

function notDone({ known, uncertain, left }: ReferenceEditsResult): readonly string[] {
  return [
    ...(known
      ? []
      : [l10n.t("The Text Library has not been read completely, so more texts may refer to what you are changing.")]),
    ...(uncertain === 0
      ? []
      : [
          oneOrMany(
            uncertain,
            l10n.t(
              "1 reference may refer to what you are changing or to something else: it has several possible targets, or its folder depends on the Smartform. The reference is not changed. Afterwards it may be broken or refer to something else.",
            ),
            l10n.t(
              "{0} references may refer to what you are changing or to something else: they have several possible targets, or their folder depends on the Smartform. The references are not changed. Afterwards they may be broken or refer to something else.",
              uncertain,
            ),
          ),
        ]),
    ...(left === 0
      ? []
      : [
          oneOrMany(
            left,
            l10n.t(
              "1 reference cannot be updated because of what it contains. It is not changed, and is broken afterwards.",
            ),
            l10n.t(
              "{0} references cannot be updated because of what they contain. They are not changed, and are broken afterwards.",
              left,
            ),
          ),
        ]),
  ];
}

export function notFindable(): string {
  return l10n.t(
    "References in other workspaces, in private texts and in Smartforms that are not listed here cannot be found. References there that use the old code, name or folder stop working.",
  );
}

export function staleReferences(): string {
  return l10n.t("References stay as they are. Those that use the old code, name or folder find nothing afterwards.");
}

/** Returns the content after the edits whose required step is done (`isDone`). */
export function withEdits(content: string, edits: readonly PartEdit[], isDone: (step: number) => boolean): string {
  let [result, at] = ["", 0];
  for (const { start, end, newText, needs } of edits) {
    if (!isDone(needs) || start < at) continue;
    result += content.slice(at, start) + newText;
    at = end;
  }
  return result + content.slice(at);
}

/** Returns the whole plan for the author to read before anything happens. Plain text. */
export function planDocument({ title, steps, said }: LibraryPlan): string {
  const onService = steps.filter(({ do: what }) => what !== "file");
  const inFiles = steps.filter((step) => step.do === "file");
  return [
    visible(title),
    "",
    ...folded(
      l10n.t("Nothing has changed yet. Steps that conflict with someone else's edits are skipped and listed."),
      90,
    ),
    "",
    l10n.t("On the service, live for everyone:"),
    ...onService.flatMap((step) => ["", `  ${visible(step.title)}`, ...details(step)]),
    "",
    ...(inFiles.length === 0
      ? [l10n.t("In files of this workspace: nothing.")]
      : [
          l10n.t("In files of this workspace:"),
          ...inFiles.flatMap((step) => ["", `  ${visible(step.title)}`, ...details(step)]),
        ]),
    "",
    ...(said.length === 0
      ? []
      : [
          l10n.t("What this plan does not do:"),
          ...said.flatMap((sentence) => folded(visible(sentence), 90).map((line) => `  ${line}`)),
          "",
        ]),
  ].join("\n");
}

/** Wraps by hand: the editor does not wrap plain text. */
function folded(sentence: string, width: number): readonly string[] {
  const lines: string[] = [];
  for (const word of sentence.split(" ")) {
    const line = lines.at(-1);
    if (line === undefined || line.length + word.length >= width) lines.push(word);
    else lines[lines.length - 1] = `${line} ${word}`;
  }
  return lines;
}

function details(step: PlanStep): readonly string[] {
  switch (step.do) {
    case "folder":
      return [
        ...(step.before.name === step.after.name
          ? []
          : [`    ${l10n.t("name: {0} → {1}", visible(step.before.name), visible(step.after.name))}`]),
        ...(step.before.code === step.after.code
          ? []
          : [
              `    ${l10n.t("code: {0} → {1}", visible(step.before.code) || l10n.t("no code"), visible(step.after.code) || l10n.t("no code"))}`,
            ]),
      ];
    case "text":
      return [];
    case "words":
      return step.languages.flatMap(({ language, content, edits }) => lines(content, edits, `${language} `));
    case "file":
      return lines(step.content, step.edits, "");
  }
}

/** Lists every changed line, before and after; long lists end with a count. */
function lines(content: string, edits: readonly PartEdit[], prefix: string): readonly string[] {
  const changed = new Map<number, PartEdit[]>();
  for (const edit of edits) {
    const start = content.lastIndexOf("\n", edit.start - 1) + 1;
    changed.set(start, [...(changed.get(start) ?? []), edit]);
  }
  const shown = [...changed].slice(0, 20).flatMap(([start, here]) => {
    const line = content.slice(start, content.indexOf("\n", start) === -1 ? undefined : content.indexOf("\n", start));
    const after = withEdits(
      line,
      here.map((edit) => ({ ...edit, start: edit.start - start, end: edit.end - start })),
      () => true,
    );
    const number = content.slice(0, start).split("\n").length;
    const place = `${prefix}${l10n.t("line {0}", number)}`;
    return [`    ${place}: ${visible(cut(line))}`, `    ${" ".repeat(place.length)}→ ${visible(cut(after))}`];
  });
  return changed.size > 20
    ? [
        ...shown,
        `    ${oneOrMany(changed.size - 20, l10n.t("and 1 more line"), l10n.t("and {0} more lines", changed.size - 20))}`,
      ]
    : shown;
}

function cut(line: string): string {
  const bare = line.replace(/\r$/, "").trim();
  return bare.length > 200 ? `${bare.slice(0, 200)}…` : bare;
}

/**
 * Returns the text of the confirmation. It does not repeat the plan's title, because the confirmation has the same
 * title. A button of the confirmation shows the whole plan.
 */
export function planSummary({ title, steps, said }: LibraryPlan): string {
  const count = (what: PlanStep["do"]): number => steps.filter((step) => step.do === what).length;
  const wanted = steps
    .filter((step) => (step.do === "folder" || step.do === "text") && step.title !== title)
    .map((step) => visible(step.title));
  const parts = (what: "words" | "file"): number =>
    steps.reduce(
      (sum, step) =>
        sum +
        (step.do !== what
          ? 0
          : step.do === "file"
            ? step.edits.length
            : step.languages.reduce((all, { edits }) => all + edits.length, 0)),
      0,
    );
  return [
    ...wanted.slice(0, 10),
    ...(wanted.length > 10 ? [l10n.t("and {0} more", wanted.length - 10)] : []),
    "",
    ...(count("words") === 0
      ? []
      : [
          l10n.t(
            "Text Library: {0} {1} will be updated. This goes live for everyone.",
            countOf(parts("words"), "reference"),
            countOf(count("words"), "inTexts"),
          ),
        ]),
    ...(count("file") === 0
      ? []
      : [
          l10n.t(
            "Workspace: {0} {1} will be updated.",
            countOf(parts("file"), "reference"),
            countOf(count("file"), "inFiles"),
          ),
        ]),
    ...said.map(visible),
  ]
    .join("\n")
    .trim();
}

export function hasReferences({ steps }: LibraryPlan): boolean {
  return steps.some(({ do: what }) => what === "words" || what === "file");
}

/** Returns the last part of an address, for display. */
function nameOf(uri: string): string {
  const path = uri.replace(/[?#].*$/s, "");
  const name = path.slice(path.lastIndexOf("/") + 1);
  try {
    return decodeURIComponent(name);
  } catch (error) {
    if (error instanceof URIError) return name;
    throw error;
  }
}
