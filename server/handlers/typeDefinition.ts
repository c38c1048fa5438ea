/**
 * textDocument/typeDefinition: for data, the object that holds it, in the data sample or the catalog file; for a
 * library reference, its folder in the catalog file; for a short reference, also the setting that names this folder, in
 * the catalog file or in `smartform.json`.
 */
import { TypeDefinitionRequest } from "vscode-languageserver";
import type { Definition as LspDefinition, Location, LocationLink, TypeDefinitionParams } from "vscode-languageserver";
import { URI } from "vscode-uri";
import { placeOfSetting } from "../../catalog/index.ts";
import { typeDefinition } from "../../language/index.ts";
import type { TypeTarget } from "../../language/index.ts";
import { inDocument } from "../handler.ts";
import type { Handler } from "../handler.ts";
import { placeInDataTable, placeOfItem, placeOfValue } from "../places/jsonPlaces.ts";
import { offsetAt, toLspRange } from "../places/lines.ts";
import type { Open, Workspace } from "../workspace/workspace.ts";
import { linked } from "./definition.ts";
import type { DefinitionOptions } from "./definition.ts";

export const onTypeDefinition: Handler<TypeDefinitionParams, LspDefinition | LocationLink[] | null> = {
  method: TypeDefinitionRequest.type,
  otherwise: () => null,
  capability: () => ({ typeDefinitionProvider: true }),
  work: inDocument(async (open, { position }, { everywhere, client, signal }) => {
    const options = { ...everywhere(), links: client().typeDefinitionLinks, signal };
    const { document, context } = open;
    if (document.kind !== "text") return null;
    const found = typeDefinition(document.syntax, offsetAt(document.lines, position), context);
    if (found === null) return null;
    return linked(found, (target) => locate(target, open, options), { document, ...options });
  }),
};

interface TypeOptions extends DefinitionOptions {
  readonly workspace: Workspace;
}

async function locate(
  target: TypeTarget,
  open: Open,
  { library: { file }, workspace, signal }: TypeOptions,
): Promise<Location | null> {
  const { sample } = open;
  if (target.kind === "settings") return placeInSettings(open, { workspace, signal });
  if (target.kind === "data" && sample !== undefined) return placeOfValue(sample, target.path, { signal });
  if (file === undefined) return null;
  switch (target.kind) {
    case "data":
      return placeInDataTable(file, target.path, { signal });
    case "folder":
      return placeOfItem(file, { list: "folders", id: target.folderId, inside: ["name"] }, { signal });
    case "setting":
      return placeOfItem(file, { list: "smartforms", id: target.smartform, inside: ["textLibraryFolder"] }, { signal });
  }
}

async function placeInSettings(
  { document: { uri } }: Open,
  { workspace, signal }: Pick<TypeOptions, "workspace" | "signal">,
): Promise<Location | null> {
  const home = await workspace.settingsHome(uri, { signal });
  const lines = home?.settings?.lines;
  const place = home && lines && placeOfSetting(lines.text, home.name, "textLibraryFolder");
  return place ? { uri: URI.file(home.file).toString(), range: toLspRange(lines, place) } : null;
}
