/** What answers each operation of the table. */
import { archiveHandlers } from "./archive/handlers.ts";
import { auditHandlers } from "./audit/handlers.ts";
import { documentsHandlers } from "./documents/handlers.ts";
import { signingHandlers } from "./signing/handlers.ts";
import { statisticsHandlers } from "./statistics/handlers.ts";
import type { Handlers } from "./base/call.ts";
import { createForm } from "./forms/createForm.ts";
import { deleteForm, deleteForms } from "./forms/deleteForms.ts";
import { createPdf, existingPdf, renderPdf, submitPdf } from "./forms/pdfs.ts";
import { inProgress, propertyFile, propertyValue, readForm } from "./forms/readForm.ts";
import { listActive, listActiveInDetail, listFields, listParties, readDefinition } from "./forms/smartforms.ts";
import { createFolder, deleteFolder, listFolders, updateFolder } from "./library/folders.ts";
import { search } from "./library/search.ts";
import { createText, deleteText, getText, updateText } from "./library/texts.ts";

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
  "forms.create": createForm,
  "forms.fields": listFields,
  "forms.active": listActive,
  "forms.activeList": listActiveInDetail,
  "forms.definition": readDefinition,
  "forms.participatingParties": listParties,
  "forms.inProgress": inProgress,
  "forms.read": readForm,
  "forms.propertyValue": propertyValue,
  "forms.propertyFile": propertyFile,
  "forms.delete": deleteForm,
  "forms.deleteBulk": deleteForms,
  "pdf.createForm": createPdf,
  "pdf.submitForm": submitPdf,
  "pdf.existing": existingPdf,
  "pdf.render": renderPdf,
  ...auditHandlers,
  ...statisticsHandlers,
  ...signingHandlers,
  ...archiveHandlers,
  ...documentsHandlers,
};
