/**
 * A value of the wrong kind: text where a boolean belongs, an object where the field takes one value (document 1,
 * "Value shapes").
 */
import { fieldKind, suffixes } from "../fieldKind.ts";
import type { FieldKind } from "../fieldKind.ts";
import * as l10n from "../l10n.ts";
import type { JsonNode } from "../requests/json.ts";
import { optionProperties, valueShapes } from "../requests/properties.ts";
import type { DocumentedProperty } from "../requests/properties.ts";
import { isPlain, partiesOf, property, suffixed } from "../requests/request.ts";
import type { FlatValue } from "../requests/request.ts";
import type { FormRequestRule, FormRequestScope, Report } from "../rules/finding.ts";
import { objectsInFields } from "../rules/formValues.ts";
import { documentedObjects, isOptionList } from "../rules/requestObjects.ts";

export const formValueShape: FormRequestRule = {
  code: "form-value-shape",
  severity: "error",
  title: "A value of the wrong kind",
  evidence: "library",
  looksAt: "formRequest",

  check(scope, report) {
    const { root, problems } = scope.request;
    if (root !== null && root.kind !== "object" && problems.length === 0)
      tell(root, l10n.t("A create-form request must be an object."), report);
    for (const { node, properties } of documentedObjects(scope)) {
      for (const documented of properties) checkProperty(property(node, documented.name)?.value, documented, report);
    }
    for (const party of partiesOf(scope.request))
      if (party.kind !== "object" && !isBroken(party)) tell(party, l10n.t("A party must be an object."), report);
    for (const {
      field,
      kind,
      property: { value },
    } of objectsInFields(scope).values()) {
      if (value && kind !== "unknown")
        tell(
          value,
          l10n.t(
            '"{0}" is a field of the type {1}, which does not take an object. The object is flattened, and the result means nothing to the Smartform.',
            field.name,
            field.type,
          ),
          report,
        );
    }
    for (const value of scope.values) checkValue(value, scope, report);
  },

  fixes(finding, { request }) {
    const written = request.text.slice(finding.start, finding.end);
    const bare = written.slice(1, -1);
    if (/^"(?:true|false)"$/i.test(written) && finding.data === "boolean")
      return [
        {
          title: l10n.t("Use {0} without quotes", bare.toLowerCase()),
          edits: [{ start: finding.start, end: finding.end, newText: bare.toLowerCase() }],
          preferred: true,
        },
      ];
    if (/^-?[0-9]/.test(written) && finding.data === "text")
      return [
        {
          title: l10n.t("Put it in double quotes"),
          edits: [{ start: finding.start, end: finding.end, newText: `"${written}"` }],
          preferred: true,
        },
      ];
    return [];
  },
};

function kindOf(shape: DocumentedProperty["shape"]): string {
  switch (shape) {
    case "text":
      return l10n.t({ message: "text", comment: ['After "must be".'] });
    case "boolean":
      return l10n.t({ message: "true or false", comment: ['After "must be".'] });
    case "plain":
      return l10n.t({ message: "a single value", comment: ['After "must be".'] });
    case "map":
    case "object":
      return l10n.t({ message: "an object", comment: ['After "must be".'] });
    case "list":
      return l10n.t({ message: "a list", comment: ['After "must be".'] });
    case "texts":
      return l10n.t({ message: "a list of text values", comment: ['After "must be".'] });
    case "any":
      return "";
  }
}

function checkProperty(node: JsonNode | null | undefined, documented: DocumentedProperty, report: Report): void {
  if (node == null || isBroken(node) || fits(node, documented)) return;
  const { start, end } = node;
  report({
    start,
    end,
    message: l10n.t('"{0}" must be {1}.', documented.name, kindOf(documented.shape)),
    data: documented.shape,
  });
}

/** null fits everything except a required value: the documents do not say what null does. */
function fits(node: JsonNode, { name, shape, required, inside }: DocumentedProperty): boolean {
  if (isPlain(node, null)) return required !== true && name !== "environment";
  switch (shape) {
    case "text":
      return node.kind === "plain" && typeof node.value === "string";
    case "boolean":
      return node.kind === "plain" && typeof node.value === "boolean";
    case "plain":
      return node.kind === "plain";
    case "map":
    case "object":
      return node.kind === "object";
    // The items of a list of parties are reported party by party.
    case "list":
      return (
        node.kind === "list" &&
        (name === "participatingParties" ||
          inside === undefined ||
          node.items.every((item) => item.kind === "object" || isBroken(item)))
      );
    case "texts":
      return (
        node.kind === "list" &&
        node.items.every((item) => (item.kind === "plain" && typeof item.value === "string") || isBroken(item))
      );
    case "any":
      return true;
  }
}

function checkValue(
  { name, property: { name: written, value } }: FlatValue,
  { fields }: FormRequestScope,
  report: Report,
): void {
  if (value === null || isBroken(value) || isPlain(value, null)) return;
  const shape = valueShapes.find((each) => each.name === written.text);
  if (shape) return checkProperty(value, shape, report);
  if (fields === null) return;
  const field = fields.get(name);
  if (field) return checkField(field.name, fieldKind(field.type), value, report);
  const suffix = suffixed(name, fields)?.suffix;
  if (suffix === undefined || !suffixes.some((each) => each === suffix)) return;
  if (suffix === "options") return checkOptions(value, report);
  if (
    suffix === "label"
      ? value.kind !== "plain" || typeof value.value !== "string"
      : value.kind === "object" || (value.kind === "plain" && typeof value.value === "boolean")
  ) {
    tell(
      value,
      suffix === "label" ? l10n.t('"{0}" must be text.', ".label") : l10n.t('"{0}" must be a date.', `.${suffix}`),
      report,
    );
  }
}

function checkField(name: string, kind: FieldKind, value: JsonNode, report: Report): void {
  switch (kind) {
    case "choice":
      if (value.kind === "list") checkOptions(value, report);
      return;
    case "rows":
      if (value.kind === "plain")
        tell(value, l10n.t('"{0}" has rows, so its value must be a list of objects, one for each row.', name), report);
      else if (value.kind === "list")
        for (const item of value.items)
          if (item.kind !== "object" && !isBroken(item)) tell(item, l10n.t("A row must be an object."), report);
      return;
    case "text":
    case "number":
    case "date":
    case "checkbox":
    case "mail":
    case "phone":
      if (value.kind === "list") tell(value, l10n.t('"{0}" takes a single value, and this is a list.', name), report);
      return;
    // The documents do not say how an image, a file or a signature is sent, or where in the request an order table or a
    // map stands.
    case "upload":
    case "signature":
    case "order":
    case "map":
    case "unknown":
  }
}

function checkOptions(node: JsonNode, report: Report): void {
  if (isOptionList(node) || (node.kind === "list" && node.items.length === 0)) return;
  if (node.kind !== "list")
    return tell(node, l10n.t("Options must be a list of objects with display and value."), report);
  for (const item of node.items) {
    if (isBroken(item)) continue;
    if (item.kind !== "object") tell(item, l10n.t("An option must be an object with display and value."), report);
    else if (optionProperties.some((each) => property(item, each.name) === undefined))
      tell(item, l10n.t("An option needs display and value."), report);
  }
}

function tell({ start, end }: JsonNode, message: string, report: Report): void {
  report({ start, end, message });
}

/** Invalid JSON is reported by `form-syntax`. */
function isBroken(node: JsonNode): boolean {
  return node.kind === "plain" && node.value === undefined;
}
