/**
 * textDocument/codeLens: lenses above a library text that show who uses the text, its languages, and whether somebody
 * should look at it. The lens of the uses is resolved only when it is shown, because resolving it requires a search in
 * files.
 */
import { CodeLensRequest } from "vscode-languageserver";
import type { CodeLens, CodeLensParams } from "vscode-languageserver";
import { folderById, l10n, lensesOf } from "../../language/index.ts";
import type { Lens } from "../../language/index.ts";
import { inDocument } from "../handler.ts";
import type { Handler } from "../handler.ts";
import { openTextCommand } from "../protocol.ts";

export const onCodeLens: Handler<CodeLensParams, CodeLens[]> = {
  method: CodeLensRequest.type,
  otherwise: () => [],
  capability: () => ({ codeLensProvider: { resolveProvider: true } }),
  work: inDocument(({ document, context }, _, { isVsCode }) => {
    const { catalog, textId, language } = context;
    const text = textId === undefined ? undefined : catalog.text(textId);
    if (text?.state !== "known" || language === undefined) return [];
    return lensesOf(text.value, language, catalog).map((lens) => {
      if (lens.kind === "uses") return { range: top, data: { uri: document.uri } };
      const folder = folderById(catalog, text.value.folderId);
      const opens = lens.kind === "languages" && isVsCode() && folder.state === "known";
      return {
        range: top,
        command: {
          title: titleOf(lens),
          command: opens ? openTextCommand : "",
          ...(opens ? { arguments: [{ kind: "text", folder: folder.value, text: text.value }] } : {}),
        },
      };
    });
  }),
};

export interface LensOptions {
  /** Whether the client has the commands that a lens names; without them a lens is only text. */
  readonly commands: boolean;
}

const top = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };
/** How many languages are named; the others are only counted. */
const mostNamed = 8;

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
