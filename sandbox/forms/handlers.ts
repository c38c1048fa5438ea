/** The handlers of the operations of forms, Smartforms and PDFs. */
import type { OperationId } from "../../api/index.ts";
import type { Handler } from "../base/call.ts";
import { createForm } from "./createForm.ts";
import { deleteForm, deleteForms } from "./deleteForms.ts";
import { createPdf, existingPdf, renderPdf, submitPdf } from "./pdfs.ts";
import { inProgress, propertyFile, propertyValue, readForm } from "./readForm.ts";
import { listActive, listActiveInDetail, listFields, listParties, readDefinition } from "./smartforms.ts";

export const formsHandlers = {
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
} as const satisfies Partial<Record<OperationId, Handler>>;
