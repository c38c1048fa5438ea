/** Document 1, Forms: calls that create, read and delete forms, and calls that list and read Smartforms. */
import * as l10n from "@vscode/l10n";
import * as z from "zod";
import type { Operation } from "../operation.ts";
import { createEffect, formReceivers, formRequest, spellOutSilence } from "./formRequest.ts";
import { answer, answerOfSome, idText, isObject, readable, requiredValue, shownText, textual, told } from "./schema.ts";

/** A form or a Smartform in answers whose fields the document does not list. */
const undescribed = answer({ id: told(textual), name: told(textual) });

/**
 * A Smartform in the list. If it has no name, its id is used as the name. A single tag may come as a string instead of
 * a list.
 */
const listed = z
  .preprocess(
    (value) => (isObject(value) && typeof value["tags"] === "string" ? { ...value, tags: [value["tags"]] } : value),
    answer({ id: idText, name: shownText, process: told(textual), tags: told(z.array(z.unknown())) }),
  )
  .transform((smartform) => ({ ...smartform, name: smartform.name === "" ? smartform.id : smartform.name }));

export const formOperations = {
  "forms.create": {
    get name() {
      return l10n.t("create the form");
    },
    service: "forms",
    method: "POST",
    path: "/Integrations/dialog/json",
    environment: "optional-prefix",
    effect: createEffect,
    receivers: formReceivers,
    spellOut: spellOutSilence,
    retry: "never",
    request: formRequest,
    response: "json",
    schema: answer({
      id: idText,
      dialogDefinitionId: told(textual),
      /** Only for a multi-step Smartform; the shape of a step is not documented. */
      processSteps: z.unknown().optional(),
      /** Null if the request named no environment: in that case, the Smartform's saved draft ran. */
      resolvedEnvironment: told(textual),
      versionKey: told(textual),
    }),
    section: "1, Endpoints, Forms",
  },
  // Names of fields are checked against this list: if an item were dropped, a correct name would be reported as
  // unknown.
  "forms.fields": {
    get name() {
      return l10n.t("list the fields of the Smartform");
    },
    service: "forms",
    method: "GET",
    path: "/Integrations/{dialogDefinitionId}/fields",
    environment: "optional-prefix",
    effect: "read",
    retry: "free",
    response: "json",
    schema: z.array(answer({ id: shownText, name: textual, type: shownText })),
    section: "1, Endpoints, Forms",
  },
  "forms.active": {
    get name() {
      return l10n.t("list the Smartforms");
    },
    service: "forms",
    method: "GET",
    path: "/Integrations/active",
    environment: "optional-prefix",
    effect: "read",
    retry: "free",
    response: "json",
    schema: readable(listed),
    section: "1, Endpoints, Forms",
  },
  "forms.activeList": {
    get name() {
      return l10n.t("list the Smartforms in detail");
    },
    service: "forms",
    method: "GET",
    path: "/Integrations/active/list",
    environment: "optional-prefix",
    effect: "read",
    retry: "free",
    query: z.strictObject({ integration: z.string().optional(), integrationobject: z.string().optional() }),
    response: "json",
    schema: readable(undescribed),
    section: "1, Endpoints, Forms",
  },
  "forms.definition": {
    get name() {
      return l10n.t("read the Smartform");
    },
    service: "forms",
    method: "GET",
    path: "/Integrations/{dialogDefinitionId}",
    environment: "optional-prefix",
    effect: "read",
    retry: "free",
    response: "json",
    schema: undescribed,
    section: "1, Endpoints, Forms",
  },
  "forms.participatingParties": {
    get name() {
      return l10n.t("list the parties of the Smartform");
    },
    service: "forms",
    method: "GET",
    path: "/Integrations/{dialogDefinitionId}/participatingParties",
    environment: "optional-prefix",
    effect: "read",
    retry: "free",
    response: "json",
    // A Smartform with a list of phone numbers has one item per number; these items have null as id and name.
    schema: z.array(
      answer({
        id: told(textual),
        name: told(textual),
        defaultLanguage: told(textual),
        companyId: told(textual),
        dialogDefinitionId: told(textual),
        phoneNumber: told(textual),
      }),
    ),
    section: "1, Endpoints, Forms",
  },
  "forms.inProgress": {
    get name() {
      return l10n.t("list the forms in progress");
    },
    service: "forms",
    method: "GET",
    path: "/Integrations/inprogress",
    environment: "optional-prefix",
    effect: "read",
    retry: "free",
    response: "json",
    schema: readable(
      answer({
        id: told(textual),
        dialogDefinitionId: told(textual),
        name: told(textual),
        currentStep: z.unknown().optional(),
      }),
    ),
    section: "1, Endpoints, Forms",
  },
  "forms.read": {
    get name() {
      return l10n.t("read the form");
    },
    service: "forms",
    method: "GET",
    path: "/Integrations/dialogValues/{id}",
    environment: "optional-prefix",
    effect: "read",
    retry: "free",
    query: z.strictObject({
      /**
       * If true, the service returns the form's values by name, and editable text as it is printed. Otherwise it
       * returns the values in the shape that a webhook receives. Neither result is complete.
       */
      readableValues: z.boolean().optional(),
      /** The service's default is true. */
      omitImagesAndFiles: z.boolean().optional(),
    }),
    response: "json",
    schema: answer({
      /** An array if `readableValues` is off, a map if it is on; the shape of an item is not documented. */
      values: z.unknown().optional(),
      integrationValues: z.unknown().optional(),
      /** `DataTableValues`, `dataTableValues` and `datatablevalues` are spellings of this one property. */
      dataTableValues: z.unknown().optional(),
      externalMetaData: z.unknown().optional(),
    }),
    section: "1, Endpoints, Forms",
  },
  // 404 also means that the property has no value.
  "forms.propertyValue": {
    get name() {
      return l10n.t("read the value");
    },
    service: "forms",
    method: "GET",
    path: "/Integrations/{id}/property/{property}/value",
    environment: "optional-prefix",
    effect: "read",
    retry: "free",
    response: "json",
    schema: answer({
      value: z.unknown().refine((value) => value !== undefined, { error: () => l10n.t("expected a value") }),
    }),
    section: "1, Endpoints, Forms",
  },
  "forms.propertyFile": {
    get name() {
      return l10n.t("download the file");
    },
    service: "forms",
    method: "GET",
    path: "/Integrations/{id}/property/{property}/file/{fileId}",
    environment: "optional-prefix",
    effect: "read",
    retry: "free",
    response: "file",
    section: "1, Endpoints, Forms",
  },
  // It is not documented whether a delete honours an environment in the path, so deletes never have one.
  "forms.delete": {
    get name() {
      return l10n.t("delete the form");
    },
    service: "forms",
    method: "DELETE",
    path: "/Integrations/dialogvalues/{id}",
    environment: "none",
    effect: "destroy",
    retry: "never",
    response: "empty",
    section: "1, Endpoints, Forms",
  },
  // Answers 200 even if it skips some of the ids, and deletes in the background: success means only "requested".
  "forms.deleteBulk": {
    get name() {
      return l10n.t("delete the forms");
    },
    service: "forms",
    method: "DELETE",
    path: "/Integrations/dialogvalues/bulk",
    environment: "none",
    effect: "destroy",
    retry: "never",
    request: z.looseObject({ dialogValuesIds: z.array(requiredValue).min(1) }),
    response: "empty",
    section: "1, Endpoints, Forms",
  },
  // Shows that the host is reachable and that the token is accepted. The answer is the same for every environment.
  "forms.ping": {
    get name() {
      return l10n.t("reach the service");
    },
    service: "forms",
    method: "GET",
    path: "/Integrations/ping",
    environment: "optional-prefix",
    effect: "read",
    retry: "free",
    response: "json",
    schema: answerOfSome({ message: told(textual) }),
    section: "1, Endpoints, Forms",
  },
} as const satisfies Record<string, Operation>;
