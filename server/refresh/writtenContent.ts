/**
 * The contents of the documents that the server writes: a library text in one language, and what a text or another
 * document prints. "Unknown" means that the content has not been read yet, so the server cannot tell whether it exists.
 */
import { URI } from "vscode-uri";
import {
  chooseTranslation,
  formatOf,
  l10n,
  messageOf,
  parseTextPath,
  printedText,
  said,
} from "../../language/index.ts";
import type { Answer } from "../../language/index.ts";
import { parsePrintedAddress, parseTextAddress, pathOf } from "../places/address.ts";
import type { Library } from "../library/library.ts";
import type { Workspace } from "../workspace/workspace.ts";

export type Content =
  { readonly state: "known"; readonly text: string } | { readonly state: "absent" | "unknown"; readonly why: string };

interface ContentOptions {
  readonly workspace: Workspace;
  readonly library: Library;
  /** Whether an unread text is requested from the service now, because a client will show it. */
  readonly reads: boolean;
  readonly signal: AbortSignal;
}

export async function contentOf(uri: string, options: ContentOptions): Promise<Content> {
  const printed = parsePrintedAddress(uri);
  if (printed !== null && "document" in printed) return ofDocument(uri, printed.document, options);
  const address = printed ?? parseTextAddress(uri);
  if (address === null || (printed === null && "connection" in address))
    return { state: "absent", why: l10n.t("There is no document {0}.", uri) };
  return ofText(uri, { ...address, isPrinted: printed !== null }, options);
}

/** Reads only documents that are open or belong to the workspace. */
async function ofDocument(uri: string, document: string, { workspace, signal }: ContentOptions): Promise<Content> {
  const path = pathOf(document);
  const open =
    (await workspace.find(document)) ??
    (path !== undefined && (await workspace.kindOf(path)) === "text"
      ? await workspace.look(path, { signal })
      : undefined);
  if (open?.document.kind !== "text") return { state: "absent", why: l10n.t("There is no document {0}.", uri) };
  const { syntax } = open.document;
  return { state: "known", text: printedText(syntax.text, syntax.format, open.context) };
}

interface Wanted {
  readonly textId: string;
  readonly language: string;
  readonly isPrinted: boolean;
}

async function ofText(uri: string, wanted: Wanted, options: ContentOptions): Promise<Content> {
  const { library, reads, signal } = options;
  const name = referenceName(uri);
  let found = await look(wanted, options);
  let problem = "";
  if (found.state === "unknown" && reads) {
    if (library.live === undefined) await library.loaded;
    else
      problem = await library.live.refreshText(wanted.textId, { signal }).then(
        () => "",
        (error: unknown) => messageOf(error),
      );
    signal.throwIfAborted();
    found = await look(wanted, options);
  }
  if (found.state === "known") return { state: "known", text: found.value };
  if (found.state === "unknown")
    return {
      state: "unknown",
      why: said(
        l10n.t("The content of {0} is not known yet. Open it again when the Text Library has been read.", name),
        problem,
      ),
    };
  const isThere = library.current.text(wanted.textId).state === "known";
  return {
    state: "absent",
    why: isThere
      ? l10n.t("The text {0} has no content in {1}.", name, wanted.language)
      : l10n.t("The Text Library has no text {0}.", name),
  };
}

async function look(
  { textId, language, isPrinted }: Wanted,
  { library, workspace }: ContentOptions,
): Promise<Answer<string>> {
  const catalog = library.current;
  if (!isPrinted) {
    const translation = catalog.translation(textId, language);
    return translation.state === "known" ? { state: "known", value: translation.value.content } : translation;
  }
  const text = catalog.text(textId);
  if (text.state !== "known") return text;
  const chosen = chooseTranslation(catalog, text.value, language);
  if (chosen.state !== "known") return chosen;
  const { context } = await workspace.library();
  return {
    state: "known",
    value: printedText(chosen.value.translation.content, formatOf(text.value.contentType), {
      ...context,
      language,
      textId,
    }),
  };
}

/** Returns the name of the text as a reference writes it. */
function referenceName(uri: string): string {
  const named = parseTextPath(URI.parse(uri).path);
  return named === null ? uri : `${named.folder} : ${named.code}`;
}
