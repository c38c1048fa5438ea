/**
 * Creates forms (document 1, "Create-form request"). Every call creates one more form; no key identifies a repeated
 * call (T37).
 */
import type { JsonObject } from "../../language/index.ts";
import type { Call, Handler } from "../base/call.ts";
import { booleanField, field, mapField, objectBody, requiredField, stringField } from "../base/read.ts";
import { isObject } from "../../language/index.ts";
import { Refusal } from "../base/refusal.ts";
import { newId } from "../base/state.ts";
import { insertForm } from "./form.ts";
import type { Form } from "./form.ts";
import { recordFormEvent } from "./formEvents.ts";
import { notify, readNotification } from "./notify.ts";
import { applyRules } from "./rules.ts";
import { runningVersion } from "./smartform.ts";
import { flatten } from "./values.ts";
import { addWebhook, checkWebhook } from "./webhooks.ts";

export const createForm: Handler = (call) => {
  const form = makeForm(call);
  notify(call, form);
  const status = Number(call.state.choice("N6"));
  if (status === 204) return { status };
  return {
    status,
    json: {
      id: form.id,
      dialogDefinitionId: form.smartform,
      processSteps: form.content.steps.map(({ name }, order) => ({
        id: `${form.smartform}-step-${order}`,
        name,
        order,
        status: stepStatus(form, order),
      })),
      // Null if the request named no environment, so that the Smartform's saved draft ran (T60).
      resolvedEnvironment: form.environment,
      versionKey: form.versionKey,
    },
  };
};

/** Creates a form without notifying anybody; a webhook in the request is still added to the Smartform. */
export function makeForm(call: Call): Form {
  const { state, company, environment, body } = call;
  const request = objectBody(body);
  const id = requiredField(request, "dialogDefinitionId", "create-required");
  const values = field(request, "values");
  if (values === undefined || values === null) throw new Refusal("create-required", "values");
  if (!isObject(values)) throw new Refusal("bad-field", "values must be an object");
  const webhook = checkWebhook(stringField(request, "webhook"));
  const force = booleanField(request, "webhookForceRun") ?? false;
  const skipRuleEngine = booleanField(request, "skipRuleEngine") ?? false;
  const sent = readDataTable(request);
  const notification = readNotification(state, request);
  const separator = stringField(request, "propertyMergeString") || "_";
  const source = stringField(request, "source") || "integration";
  const externalMetaData = mapField(request, "externalMetaData");
  const textLibraryFolder = stringField(request, "textLibraryFolder");
  stringField(request, "privateSecret");

  const { content, versionKey } = runningVersion(state, { company, id, environment });
  const form: Form = {
    id: newId(),
    company,
    smartform: id,
    environment,
    legacy: false,
    versionKey,
    content,
    step: 0,
    submitted: false,
    createdAt: state.now(),
    record: {
      source,
      values: flatten(values, { separator, fields: content.fields }),
      inputs: {},
      dataTable: skipRuleEngine ? sent : applyRules(sent, content.rules ?? []),
      ...(externalMetaData === undefined ? {} : { externalMetaData }),
      ...(textLibraryFolder ? { textLibraryFolder } : {}),
      ...notification,
    },
  };
  insertForm(state, form);
  recordFormEvent(call, "FormCreated", form);
  if (webhook !== undefined) addWebhook(state, { smartform: id, url: webhook, force });
  return form;
}

function stepStatus({ step, submitted }: Form, order: number): string {
  if (submitted || order < step) return "completed";
  return order === step ? "current" : "waiting";
}

/** Reads the data table, which has two names in requests. A request with both names is refused (T53, N46). */
function readDataTable(request: JsonObject): JsonObject {
  const one = mapField(request, "dataTableValue");
  const other = mapField(request, "dataTableValues");
  if (one && other) throw new Refusal("two-data-tables");
  return one ?? other ?? {};
}
