/** What answers each operation of the table. */
import type { Handler, Handlers } from "./call.ts";
import { createFolder, deleteFolder, listFolders, updateFolder } from "./folders.ts";
import { Refusal } from "./refusals.ts";
import { search } from "./search.ts";
import { createText, deleteText, getText, updateText } from "./texts.ts";

export const later: Handler = () => {
  throw new Refusal("not-built");
};

export const handlers: Handlers = {
  "textlibrary.folders.list": listFolders,
  "textlibrary.folders.create": createFolder,
  "textlibrary.folders.update": updateFolder,
  "textlibrary.folders.delete": deleteFolder,
  "textlibrary.search": search,
  "textlibrary.texts.get": getText,
  "textlibrary.texts.create": createText,
  "textlibrary.texts.update": updateText,
  "textlibrary.texts.delete": deleteText,
  // The same reply for every environment (T86).
  "forms.ping": () => ({ json: { message: "The sandbox is reachable and the token is accepted." } }),
  "forms.create": later,
  "forms.fields": later,
  "forms.active": later,
  "forms.activeList": later,
  "forms.definition": later,
  "forms.participatingParties": later,
  "forms.inProgress": later,
  "forms.read": later,
  "forms.propertyValue": later,
  "forms.propertyFile": later,
  "forms.delete": later,
  "forms.deleteBulk": later,
  "pdf.createForm": later,
  "pdf.submitForm": later,
  "pdf.existing": later,
  "pdf.render": later,
};
