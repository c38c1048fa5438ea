/** The handlers of the Text Library's operations. */
import type { OperationId } from "../../api/index.ts";
import type { Handler } from "../base/call.ts";
import { createFolder, deleteFolder, listFolders, updateFolder } from "./folders.ts";
import { search } from "./search.ts";
import { createText, deleteText, getText, updateText } from "./texts.ts";

export const libraryHandlers = {
  "textlibrary.folders.list": listFolders,
  "textlibrary.folders.create": createFolder,
  "textlibrary.folders.update": updateFolder,
  "textlibrary.folders.delete": deleteFolder,
  "textlibrary.search": search,
  "textlibrary.texts.get": getText,
  "textlibrary.texts.create": createText,
  "textlibrary.texts.update": updateText,
  "textlibrary.texts.delete": deleteText,
} as const satisfies Partial<Record<OperationId, Handler>>;
