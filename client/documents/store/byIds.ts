/** Opens, changes and deletes stored documents by JobId and DocId, without a table that shows them. */
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { storeColumns } from "../../../api/index.ts";
import type { StoreRow } from "../../../api/index.ts";
import { registerCommand } from "../../calls/commands.ts";
import { ownerOf } from "../../connections/ownerModel.ts";
import { reach } from "../documents.ts";
import type { Documents, Reached } from "../documents.ts";
import { placeWords } from "../../connections/documentsPlaceModel.ts";
import { commands } from "../../identifiers.ts";
import { visible } from "../../../language/index.ts";
import { reading } from "../../calls/reading.ts";
import { window } from "../../window/window.ts";
import { changeOne, deleteOne } from "./change.ts";
import { rowOfIds } from "./changeModel.ts";
import { keepFolder } from "./folders.ts";
import { idsProblem, readIds } from "./searchModel.ts";
import { askFolder, pickOutput, storeKey } from "./table.ts";
import type { StoreFolder } from "./table.ts";

export function registerStoredByIds(documents: Documents): vscode.Disposable {
  const { log, connections, tables, extension } = documents.services;

  const onIds =
    (title: string, act: (folder: StoreFolder, row: StoreRow, reached: Reached) => Promise<void>) =>
    async (): Promise<void> => {
      const reached = await reach(documents);
      const row = reached && (await askIds(reached, title));
      if (reached === undefined || row === undefined) return;
      const { session, place } = reached;
      const owner = ownerOf(session);
      await act(
        { documents, place, name: "", columns: [], session: () => connections.session({ owner }), refresh: () => {} },
        row,
        reached,
      );
    };

  /**
   * Asks for the document's folder first: only columns of a folder can be changed, and ids do not say in which folder a
   * document is.
   */
  async function change(given: StoreFolder, row: StoreRow, reached: Reached): Promise<void> {
    const {
      session: {
        api: { call },
      },
      place,
    } = reached;
    const name = await askFolder(documents, reached);
    if (name === undefined) return;
    const columns = await reading(
      l10n.t("Reading the store folder {0}…", visible(name)),
      async (signal) =>
        storeColumns(await call("store.folder", { ...place.at, path: { folderName: name } }, { signal })),
      place,
    );
    if (columns === undefined) return;
    await keepFolder(extension.globalState, place.key, name);
    await changeOne({ ...given, name, columns, refresh: () => tables.find(storeKey(place, name))?.refresh() }, row);
  }

  return vscode.Disposable.from(
    registerCommand(log, commands.openStored, onIds(l10n.t("Open a stored document"), pickOutput)),
    registerCommand(log, commands.changeStored, onIds(l10n.t("Change a stored document"), change)),
    registerCommand(log, commands.deleteStored, onIds(l10n.t("Delete a stored document"), deleteOne)),
  );
}

async function askIds({ place }: Reached, title: string): Promise<StoreRow | undefined> {
  const typed = await window.showInputBox({
    title: `${title} · ${placeWords(place)}`,
    prompt: l10n.t("The document's JobId and DocId, which the service returned when the document was stored"),
    placeHolder: "1002/1",
    validateInput: idsProblem,
  });
  const ids = typed === undefined ? undefined : readIds(typed);
  return ids && rowOfIds(ids);
}
