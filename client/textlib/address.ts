/** Addresses of Text Library texts: `textlib://<connection>/<folder>/<code>.<language>.<txt|html>?<text id>`. The id decides; the path is for people. */
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { parseTextPath, textPath, type Folder, type Text } from "../../language/index.ts";
import { languages, textScheme } from "../identifiers.ts";

export interface TextAddress {
  readonly connection: string;
  readonly textId: string;
  /** Lower case. */
  readonly language: string;
}

export function addressOf(uri: vscode.Uri): TextAddress {
  const parsed = parseTextPath(uri.path);
  if (uri.scheme !== textScheme || parsed === null || uri.query === "" || uri.authority === "") {
    throw vscode.FileSystemError.FileNotFound(l10n.t("This is not the address of a Text Library text. Open texts from the Text Library."));
  }
  return { connection: uri.authority, textId: uri.query, language: parsed.language.toLowerCase() };
}

export function uriOf({ connection, folder, text, language }: {
  readonly connection: string; readonly folder: Pick<Folder, "code" | "name">; readonly text: Pick<Text, "id" | "code" | "contentType">; readonly language: string;
}): vscode.Uri {
  return vscode.Uri.from({ scheme: textScheme, authority: connection, path: textPath(folder, text, language), query: text.id });
}

export function languageIdOf(uri: vscode.Uri): string {
  return uri.path.endsWith(".html") ? languages.html : languages.text;
}
