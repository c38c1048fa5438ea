/** Document 1, PDFs: four calls that all answer with a PDF and do four different things. */
import * as l10n from "@vscode/l10n";
import * as z from "zod";
import type { Operation } from "../operation.ts";
import { createSilentlyEffect, formReceivers, formRequest, spellOutSilence, webhookReceivers } from "./formRequest.ts";
import { requiredValue } from "./schema.ts";

/** Without a language the Smartform's default language is used. */
const language = z.strictObject({ languageCode: z.string().optional() });

export const pdfOperations = {
  // Creates a form that stays, although the call looks like a preview. Nobody is notified, even if parties are listed.
  "pdf.createForm": {
    get name() {
      return l10n.t("create the form and its PDF");
    },
    service: "forms",
    method: "POST",
    path: "/Integrations/dialog/json/pdf",
    environment: "optional-prefix",
    effect: createSilentlyEffect,
    receivers: webhookReceivers,
    spellOut: spellOutSilence,
    retry: "never",
    query: language,
    request: formRequest,
    response: "pdf",
    section: "1, Endpoints, PDFs",
  },
  // Notifies the listed parties and calls the Smartform's webhook; if the form has several steps, the call completes
  // only one of them.
  "pdf.submitForm": {
    get name() {
      return l10n.t("create the form and complete its first or only step");
    },
    service: "forms",
    method: "POST",
    path: "/Integrations/dialog/json/submit/pdf",
    environment: "optional-prefix",
    effect: "reaches-people",
    receivers: formReceivers,
    spellOut: spellOutSilence,
    retry: "never",
    query: language,
    request: formRequest,
    response: "pdf",
    section: "1, Endpoints, PDFs",
  },
  "pdf.existing": {
    get name() {
      return l10n.t("create the PDF of the form with its attachments");
    },
    service: "forms",
    method: "GET",
    path: "/Integrations/dialogDefinitions/{dialogDefinitionId}/dialogValues/{dialogValuesId}/pdf",
    environment: "optional-prefix",
    effect: "read",
    retry: "free",
    query: language,
    response: "pdf",
    section: "1, Endpoints, PDFs",
  },
  // The PDF lacks the attachments that the toolbar of the form offers, and its language cannot be chosen.
  "pdf.render": {
    get name() {
      return l10n.t("create the PDF of the form without its attachments");
    },
    service: "forms",
    method: "POST",
    path: "/Integrations/pdf/create",
    environment: "optional-prefix",
    effect: "read-by-post",
    retry: "free",
    request: z.looseObject({ smartformId: requiredValue, smartformValueId: requiredValue }),
    response: "pdf",
    section: "1, Endpoints, PDFs",
  },
} as const satisfies Record<string, Operation>;
