/** textDocument/codeLens and codeLens/resolve: above a library text who uses it, its languages, and whether a person should look at it. */
import type { CodeLens, Command } from "vscode-languageserver";
import { folderById, lensesOf } from "../../language/index.ts";
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
    return { range: top, command: { title: titleOf(lens), command: opens ? openTextCommand : "", ...(opens ? { arguments: [{ kind: "text", folder: folder.value, text: text.value }] } : {}) } };
  });
}

/** Lenses come back from the client. */
export function documentOf(lens: CodeLens): string | null {
  const data: unknown = lens.data;
  return typeof data === "object" && data !== null && "uri" in data && typeof data.uri === "string" ? data.uri : null;
}

/** The lens as it was where the document is no longer what it was about. */
export async function resolveUses(lens: CodeLens, open: Open, options: LensOptions & { readonly signal: AbortSignal }): Promise<CodeLens> {
  const { catalog, textId, language } = open.context;
  const text = textId === undefined ? undefined : catalog.text(textId);
  if (text?.state !== "known" || language === undefined) return lens;
  const uses = lensesOf(text.value, language, catalog).find((each) => each.kind === "uses");
  if (uses === undefined) return lens;
  const files = await countFiles({ kind: "text", text: text.value }, options, options);
  const said = [...(uses.texts > 0 ? [counted(uses.texts, "text")] : []), ...(files > 0 ? [counted(files, "file")] : [])];
  const command: Command = said.length === 0 ? { title: "used by nothing that is known here", command: "" }
    : { title: `used by ${said.join(" and ")}`, command: options.commands ? showUsesCommand : "", ...(options.commands ? { arguments: [open.document.uri] } : {}) };
  return { ...lens, command };
}

function titleOf(lens: Exclude<Lens, { readonly kind: "uses" }>): string {
  switch (lens.kind) {
    case "languages":
      return lens.missing.length === 0 ? named(lens.present) : `${named(lens.present)}; not in ${named(lens.missing)}`;
    case "machine-translated":
      return "machine-translated";
    case "stale":
      return plain(`stale since ${lens.since.slice(0, 10)}, when ${lens.default} changed`);
  }
}

function named(languages: readonly string[]): string {
  return plain(languages.length === 0 ? "no language" : `${languages.slice(0, mostNamed).join(", ")}${languages.length > mostNamed ? ` and ${languages.length - mostNamed} more` : ""}`);
}

/** VS Code shows `$(name)` in a title as an icon. */
function plain(title: string): string {
  return title.replaceAll("$(", "$ (");
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? "" : "s"}`;
}
