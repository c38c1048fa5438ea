/** codeLens/resolve: how many texts and files use the library text. */
import { CodeLensResolveRequest } from "vscode-languageserver";
import type { CodeLens, Command } from "vscode-languageserver";
import { l10n, lensesOf, oneOrMany } from "../../language/index.ts";
import type { Handler } from "../handler.ts";
import { countFiles } from "../workspace/occurrences.ts";
import type { Everywhere } from "../workspace/occurrences.ts";
import { showUsesCommand } from "../protocol.ts";
import type { Open } from "../workspace/workspace.ts";
import type { LensOptions } from "./codeLens.ts";

export const onCodeLensResolve: Handler<CodeLens, CodeLens> = {
  method: CodeLensResolveRequest.type,
  otherwise: (lens) => lens,
  async work(lens, { everywhere, find, isVsCode, signal }) {
    const open = await find(documentOf(lens) ?? "");
    return open && resolveUses(lens, open, { ...everywhere(), commands: isVsCode(), signal });
  },
};

/** Lens data comes back from the client and may be anything. */
function documentOf(lens: CodeLens): string | null {
  const data: unknown = lens.data;
  return typeof data === "object" && data !== null && "uri" in data && typeof data.uri === "string" ? data.uri : null;
}

/** Returns the lens unresolved if the document is no longer the text that the lens belongs to. */
async function resolveUses(
  lens: CodeLens,
  open: Open,
  options: LensOptions & Everywhere & { readonly signal: AbortSignal },
): Promise<CodeLens> {
  const { catalog, textId, language } = open.context;
  const text = textId === undefined ? undefined : catalog.text(textId);
  if (text?.state !== "known" || language === undefined) return lens;
  const uses = lensesOf(text.value, language, catalog).find((each) => each.kind === "uses");
  if (uses === undefined) return lens;
  const files = await countFiles({ kind: "text", text: text.value }, options, options);
  const command: Command =
    uses.texts === 0 && files === 0
      ? { title: l10n.t("no known uses"), command: "" }
      : {
          title: usedBy(uses.texts, files),
          command: options.commands ? showUsesCommand : "",
          ...(options.commands ? { arguments: [open.document.uri] } : {}),
        };
  return { ...lens, command };
}

/** At least one of the two numbers is above zero. */
function usedBy(texts: number, files: number): string {
  const [inTexts, inFiles] = [
    oneOrMany(texts, l10n.t("1 text"), l10n.t("{0} texts", texts)),
    oneOrMany(files, l10n.t("1 file"), l10n.t("{0} files", files)),
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
