/**
 * Texts of the tree can be dragged to another folder, which moves them, or into a document, which inserts references.
 */
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { messageOf } from "../../../language/index.ts";
import type { Folder } from "../../../language/index.ts";
import type { Owner } from "../../connections/ownerModel.ts";
import { languages, textScheme } from "../../identifiers.ts";
import type { Node } from "../textLibraryModel.ts";
import { window } from "../../window/window.ts";
import type { Library } from "../library.ts";
import { dropped, readDragged, writeDragged } from "./moveModel.ts";
import type { Dragged } from "./moveModel.ts";
import { textsOf } from "../givenModel.ts";

/** MIME types for dragging texts and for dragging folders. */
const textsType = "application/vnd.smartform.texts";
const foldersType = "application/vnd.smartform.folders";
const addressesType = "text/uri-list";

/** Texts were dropped on a folder, or on something in it. */
export interface Drop {
  readonly dragged: Dragged;
  readonly folder: Folder;
  /** Owner of the folder. */
  readonly owner: Owner | undefined;
}

export interface Drag {
  readonly controller: vscode.TreeDragAndDropController<Node>;
  readonly onDidDrop: vscode.Event<Drop>;
}

export function createDrag(): Drag & vscode.Disposable {
  const onDrop = new vscode.EventEmitter<Drop>();
  return {
    onDidDrop: onDrop.event,
    controller: {
      dragMimeTypes: [textsType],
      dropMimeTypes: [textsType, foldersType],
      handleDrag(source, transfer) {
        if (source.some(({ kind }) => kind === "folder")) {
          // Each folder row has an address for its marks. VS Code adds this address to the drag as a list of addresses,
          // but at the drop the list that is set here replaces it. The list contains only a comment, because VS Code
          // reads an empty list as the address of a file.
          transfer.set(addressesType, new vscode.DataTransferItem("#"));
          return transfer.set(foldersType, new vscode.DataTransferItem(""));
        }
        const texts = textsOf(undefined, source).map(({ folder, text }) => ({
          id: text.id,
          code: text.code,
          folder: folder.id,
        }));
        const owner = source.find((node) => node.owner !== undefined)?.owner;
        if (owner !== undefined && texts.length > 0)
          transfer.set(textsType, new vscode.DataTransferItem(writeDragged({ owner, texts })));
      },
      async handleDrop(target, transfer) {
        if (target === undefined || !("folder" in target)) return;
        if (transfer.get(foldersType) !== undefined) {
          void window.showInformationMessage(
            l10n.t("The service cannot move folders. Create a folder in the new place, and move the texts into it."),
          );
          return;
        }
        const dragged = readDragged((await transfer.get(textsType)?.asString()) ?? "");
        if (dragged !== undefined) onDrop.fire({ dragged, folder: target.folder, owner: target.owner });
      },
    },
    dispose: () => onDrop.dispose(),
  };
}

/** Inserts references in the document's own style, and literally: no part is interpreted as a tab stop. */
export function registerReferenceDrop(library: Library): vscode.Disposable {
  const provider: vscode.DocumentDropEditProvider = {
    async provideDocumentDropEdits(document, _, transfer) {
      const dragged = readDragged((await transfer.get(textsType)?.asString()) ?? "");
      if (dragged === undefined) return undefined;
      const references = await library
        .of(dragged.owner)
        .references({ uri: document.uri.toString(), textIds: dragged.texts.map(({ id }) => id) })
        .catch((error: unknown) => {
          void window.showWarningMessage(messageOf(error));
        });
      if (references === undefined) return undefined;
      const { insert, problem } = dropped(dragged, references);
      if (problem !== undefined) void window.showWarningMessage(problem);
      return insert === undefined
        ? undefined
        : new vscode.DocumentDropEdit(
            insert,
            l10n.t("Insert a Reference"),
            vscode.DocumentDropOrPasteEditKind.Text.append("smartform", "reference"),
          );
    },
  };
  const selector: vscode.DocumentSelector = [
    { scheme: textScheme },
    { language: languages.text },
    { language: languages.html },
    { pattern: "**/*.form.json" },
  ];
  return vscode.languages.registerDocumentDropEditProvider(selector, provider, {
    dropMimeTypes: [textsType],
    providedDropEditKinds: [vscode.DocumentDropOrPasteEditKind.Text.append("smartform", "reference")],
  });
}
