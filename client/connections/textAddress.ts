/**
 * Addresses of Text Library texts: `textlib://<connection>/<folder>/<code>.<language>.<sft|sft.html>?<text id>`. The id
 * identifies the text; the path is for display.
 */
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { documentPath, parseTextPath, textPath } from "../../language/index.ts";
import type { Folder, Text } from "../../language/index.ts";
import { languages, textScheme } from "../identifiers.ts";

interface TextAddress {
  readonly connection: string;
  readonly textId: string;
  /** Lower case. */
  readonly language: string;
}

export function addressOf(uri: vscode.Uri): TextAddress {
  const parsed = parseTextPath(uri.path);
  if (uri.scheme !== textScheme || parsed === null || uri.query === "" || uri.authority === "") {
    throw vscode.FileSystemError.FileNotFound(
      l10n.t("This is not the address of a Text Library text. Open texts from the Text Library."),
    );
  }
  return { connection: uri.authority, textId: uri.query, language: parsed.language.toLowerCase() };
}

export function uriOf({
  connection,
  folder,
  text,
  language,
}: {
  readonly connection: string;
  readonly folder: Pick<Folder, "code" | "name">;
  readonly text: Pick<Text, "id" | "code" | "contentType">;
  readonly language: string;
}): vscode.Uri {
  return vscode.Uri.from({
    scheme: textScheme,
    authority: connection,
    path: documentPath(textPath(folder, text, language)),
    query: text.id,
  });
}

/**
 * Throws if the document's text does not belong to the current library, in which the work would be done. `from`: owner
 * of the library that the text was read from, if this window has read it. The connection may have switched to another
 * library since.
 */
export function mustBeOf(
  { name, identity }: { readonly name: string; readonly identity: string },
  { scheme, authority }: vscode.Uri,
  from: { readonly identity: string } | undefined,
): void {
  if (scheme !== textScheme) return;
  if (authority === name && from !== undefined && from.identity !== identity) {
    throw new Error(
      l10n.t(
        "Nothing was changed: the connection {0} no longer leads to the service and client that this text came from. Close the text, and open it again from the Text Library.",
        name,
      ),
    );
  }
  if (authority === name) return;
  throw new Error(
    l10n.t(
      "This text belongs to {0}, but another connection is in use now. Nothing was changed. Switch to {0} and try again.",
      authority,
    ),
  );
}

export function languageIdOf(uri: vscode.Uri): string {
  return uri.path.endsWith(".html") ? languages.html : languages.text;
}
