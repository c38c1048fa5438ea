/**
 * Every rule, in the order of docs/findings.md. Findings at one place are reported in this order.
 * `test/language/findings/docs.test.ts` compares this list with the document, and writes this file with
 * `UPDATE_EXPECT=1`.
 */
import type { Rule } from "../rules/finding.ts";
import { brokenHtml } from "./broken-html.ts";
import { codeCaseCollision } from "./code-case-collision.ts";
import { contentTypeMismatch } from "./content-type-mismatch.ts";
import { dataNotObject } from "./data-not-object.ts";
import { duplicateInput } from "./duplicate-input.ts";
import { duplicateText } from "./duplicate-text.ts";
import { emptyData } from "./empty-data.ts";
import { emptyPlaceholder } from "./empty-placeholder.ts";
import { fieldAsPlaceholder } from "./field-as-placeholder.ts";
import { folderByName } from "./folder-by-name.ts";
import { formEnvironment } from "./form-environment.ts";
import { formMissingData } from "./form-missing-data.ts";
import { formMissingProperty } from "./form-missing-property.ts";
import { formNotifiesPeople } from "./form-notifies-people.ts";
import { formPartyIgnored } from "./form-party-ignored.ts";
import { formSuffix } from "./form-suffix.ts";
import { formSyntax } from "./form-syntax.ts";
import { formUnknownParty } from "./form-unknown-party.ts";
import { formUnknownProperty } from "./form-unknown-property.ts";
import { formUnknownSmartform } from "./form-unknown-smartform.ts";
import { formUnknownValue } from "./form-unknown-value.ts";
import { formValueCollision } from "./form-value-collision.ts";
import { formValueShape } from "./form-value-shape.ts";
import { formWebhook } from "./form-webhook.ts";
import { includeCycle } from "./include-cycle.ts";
import { inputShadowsField } from "./input-shadows-field.ts";
import { inputWithoutName } from "./input-without-name.ts";
import { invalidCode } from "./invalid-code.ts";
import { keywordCase } from "./keyword-case.ts";
import { machineTranslation } from "./machine-translation.ts";
import { malformedReference } from "./malformed-reference.ts";
import { markupInPlaceholder } from "./markup-in-placeholder.ts";
import { missingDefaultLanguage } from "./missing-default-language.ts";
import { missingSpace } from "./missing-space.ts";
import { missingTranslation } from "./missing-translation.ts";
import { nestedPlaceholder } from "./nested-placeholder.ts";
import { placeholderDrift } from "./placeholder-drift.ts";
import { referenceCase } from "./reference-case.ts";
import { requestEnvironment } from "./request-environment.ts";
import { requestFile } from "./request-file.ts";
import { requestMissingProperty } from "./request-missing-property.ts";
import { requestNotifiesPeople } from "./request-notifies-people.ts";
import { requestPlainAddress } from "./request-plain-address.ts";
import { requestSecret } from "./request-secret.ts";
import { requestSyntax } from "./request-syntax.ts";
import { requestUnknownOperation } from "./request-unknown-operation.ts";
import { requestUnknownProperty } from "./request-unknown-property.ts";
import { requestValue } from "./request-value.ts";
import { selectWithoutSource } from "./select-without-source.ts";
import { shortReference } from "./short-reference.ts";
import { staleTranslation } from "./stale-translation.ts";
import { textInSubfolder } from "./text-in-subfolder.ts";
import { unclosedPlaceholder } from "./unclosed-placeholder.ts";
import { unknownData } from "./unknown-data.ts";
import { unknownDefault } from "./unknown-default.ts";
import { unknownFolder } from "./unknown-folder.ts";
import { unknownInputOption } from "./unknown-input-option.ts";
import { unknownKeyword } from "./unknown-keyword.ts";
import { unknownSource } from "./unknown-source.ts";
import { unknownText } from "./unknown-text.ts";
import { unopenedPlaceholder } from "./unopened-placeholder.ts";
import { unsafeHtml } from "./unsafe-html.ts";
import { unusedText } from "./unused-text.ts";

export const registry: readonly Rule[] = [
  unclosedPlaceholder,
  unopenedPlaceholder,
  emptyPlaceholder,
  missingSpace,
  unknownKeyword,
  keywordCase,
  malformedReference,
  invalidCode,
  nestedPlaceholder,
  markupInPlaceholder,
  unknownFolder,
  unknownText,
  folderByName,
  referenceCase,
  shortReference,
  textInSubfolder,
  includeCycle,
  missingTranslation,
  contentTypeMismatch,
  inputWithoutName,
  duplicateInput,
  inputShadowsField,
  unknownInputOption,
  unknownDefault,
  selectWithoutSource,
  unknownSource,
  unknownData,
  dataNotObject,
  emptyData,
  fieldAsPlaceholder,
  missingDefaultLanguage,
  placeholderDrift,
  staleTranslation,
  machineTranslation,
  unusedText,
  duplicateText,
  codeCaseCollision,
  unsafeHtml,
  brokenHtml,
  formSyntax,
  formUnknownProperty,
  formMissingProperty,
  formUnknownSmartform,
  formUnknownValue,
  formValueShape,
  formSuffix,
  formValueCollision,
  formEnvironment,
  formWebhook,
  formUnknownParty,
  formNotifiesPeople,
  formPartyIgnored,
  formMissingData,
  requestSyntax,
  requestUnknownOperation,
  requestUnknownProperty,
  requestMissingProperty,
  requestValue,
  requestEnvironment,
  requestFile,
  requestSecret,
  requestPlainAddress,
  requestNotifiesPeople,
];
