/**
 * textDocument/codeLens and codeLens/resolve: above a library text who uses it, its languages, and whether a person
 * should look at it.
 */
import type { CodeLens, Command } from "vscode-languageserver";
import { folderById, l10n, lensesOf } from "../../language/index.ts";
import type { Lens } from "../../language/index.ts";
import { countFiles } from "../occurrences.ts";
import type { Everywhere } from "../occurrences.ts";
import { openTextCommand, showUsesCommand } from "../protocol.ts";
import type { Open } from "../workspace.ts";

export interface LensOptions extends Everywhere {
  /** Whether the client has the commands that a lens names; without them a lens can be read only. */
  readonly commands: boolean;
}

const top = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };
/** Languages that are named before it is only said how many more there are. */
const mostNamed = 8;

/** Who uses the text takes a look into files: that lens is resolved when it is shown. */
export function listLenses({ document, context }: Open, options: LensOptions): CodeLens[] {
  const { catalog, textId, language } = context;
  const text = textId === undefined ? undefined : catalog.text(textId);
  if (text?.state !== "known" || language === undefined) return [];
  return lensesOf(text.value, language, catalog).map((lens) => {
    if (lens.kind === "uses") return { range: top, data: { uri: document.uri } };
    const folder = folderById(catalog, text.value.folderId);
    const opens = lens.kind === "languages" && options.commands && folder.state === "known";
    return {
      range: top,
      command: {
        title: titleOf(lens),
        command: opens ? openTextCommand : "",
        ...(opens ? { arguments: [{ kind: "text", folder: folder.value, text: text.value }] } : {}),
      },
    };
  });
}

/** Lenses come back from the client. */
export function documentOf(lens: CodeLens): string | null {
  const data: unknown = lens.data;
  return typeof data === "object" && data !== null && "uri" in data && typeof data.uri === "string" ? data.uri : null;
}

/** The lens as it was where the document is no longer what it was about. */
export async function resolveUses(
  lens: CodeLens,
  open: Open,
  options: LensOptions & { readonly signal: AbortSignal },
): Promise<CodeLens> {
  const { catalog, textId, language } = open.context;
  const text = textId === undefined ? undefined : catalog.text(textId);
  if (text?.state !== "known" || language === undefined) return lens;
  const uses = lensesOf(text.value, language, catalog).find((each) => each.kind === "uses");
  if (uses === undefined) return lens;
  const files = await countFiles({ kind: "text", text: text.value }, options, options);
  const command: Command =
    uses.texts === 0 && files === 0
      ? { title: l10n.t("used by nothing that is known here"), command: "" }
      : {
          title: usedBy(uses.texts, files),
          command: options.commands ? showUsesCommand : "",
          ...(options.commands ? { arguments: [open.document.uri] } : {}),
        };
  return { ...lens, command };
}

function titleOf(lens: Exclude<Lens, { readonly kind: "uses" }>): string {
  switch (lens.kind) {
    case "languages":
      return lens.missing.length === 0
        ? named(lens.present)
        : l10n.t({
            message: "{0}; not in {1}",
            args: [named(lens.present), named(lens.missing)],
            comment: ["Languages of a text, and those that it lacks."],
          });
    case "machine-translated":
      return l10n.t("machine-translated");
    case "stale":
      return plain(l10n.t("stale since {0}, when {1} changed", lens.since.slice(0, 10), lens.default));
  }
}

function named(languages: readonly string[]): string {
  if (languages.length === 0) return l10n.t("no language");
  const first = languages.slice(0, mostNamed).join(", ");
  return plain(
    languages.length > mostNamed
      ? l10n.t({ message: "{0} and {1} more", args: [first, languages.length - mostNamed], comment: ["Languages."] })
      : first,
  );
}

/** VS Code shows `$(name)` in a title as an icon. */
function plain(title: string): string {
  return title.replaceAll("$(", "$ (");
}

/** At least one of the two is more than none. */
function usedBy(texts: number, files: number): string {
  const [inTexts, inFiles] = [
    texts === 1 ? l10n.t("1 text") : l10n.t("{0} texts", texts),
    files === 1 ? l10n.t("1 file") : l10n.t("{0} files", files),
  ];
  if (texts === 0 || files === 0)
    return l10n.t({
      message: "used by {0}",
      args: [texts === 0 ? inFiles : inTexts],
      comment: ["How many texts or files."],
    });
  return l10n.t({
    message: "used by {0} and {1}",
    args: [inTexts, inFiles],
    comment: ["How many texts, and how many files."],
  });
}
