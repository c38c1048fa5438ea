/**
 * Reads the request that creates an order: checks every required field and every documented limit before anything else
 * happens (document 2, "Signing order").
 */
import { isBase64 } from "../../api/index.ts";
import { booleanField, field, objectBody, requiredField, stringField, textOrNumberField } from "../base/read.ts";
import { isObject } from "../../language/index.ts";
import type { Json, JsonObject } from "../../language/index.ts";
import { Refusal } from "../base/refusal.ts";
import type { State } from "../base/state.ts";
import type { OrderContent, SignatoryContent } from "./order.ts";

export interface OrderRequest {
  readonly content: OrderContent;
  readonly files: readonly { readonly name: string; readonly bytes: Uint8Array }[];
  readonly signatories: readonly (SignatoryContent & { readonly personalNumber?: string })[];
}

export const languages = "cs da de el en es et fi fr hu is it lt lv nb nl pl pt sv".split(" ");
const sequences = ["Initial", "DependsOnInitial", "NoOrder"];

export function readOrderRequest(state: State, body: unknown): OrderRequest {
  const request = objectBody(body);
  const required = (name: string) => requiredField(request, name, "order-required");
  const limited = (name: string, most: number) => {
    const text = required(name);
    const length = state.choice("G6") === "UTF-16 units" ? text.length : Array.from(text).length;
    if (length > most) throw new Refusal("order-limit", `${name} can have at most ${most} characters`);
    return text;
  };
  const packageName = requiredField(request, "packageName", "order-required", textOrNumberField);
  const language = required("language");
  if (!languages.includes(language)) throw new Refusal("order-language");
  const texts = {
    emailNotificationSubject: limited("emailNotificationSubject", 256),
    emailNotificationMessage: limited("emailNotificationMessage", 8000),
    signingNotificationTitle: limited("signingNotificationTitle", 256),
    signingNotificationMessage: limited("signingNotificationMessage", 8000),
  };
  const signatories = list(request, "signatories").map(readSignatory);
  const files = list(request, "signingOrderFiles");
  if (files.length > 10) throw new Refusal("order-limit", "an order must have 1 to 10 files");
  return {
    content: {
      packageName,
      language,
      ...texts,
      useSignatureOrder: booleanField(request, "useSignatureOrder") ?? false,
      signNowViaUrl: booleanField(request, "signNowViaUrl") ?? false,
      ...given("completedWebhookUrl", stringField(request, "completedWebhookUrl")),
      ...given("cancelledWebhookUrl", stringField(request, "cancelledWebhookUrl")),
      distributes: booleanField(request, "distributeSignedDocumentToAllSignatories") ?? false,
      ...given("archiveFolderId", textOrNumberField(request, "archiveFolderId")),
    },
    signatories,
    files: files.map((file) => readFile(state, file)),
  };
}

function list(request: JsonObject, name: string): readonly Json[] {
  const value = field(request, name);
  if (value === undefined || value === null) throw new Refusal("order-required", name);
  if (!Array.isArray(value)) throw new Refusal("bad-field", `${name} must be a list`);
  if (value.length === 0) throw new Refusal("order-required", name);
  return value as readonly Json[];
}

function readSignatory(signatory: Json, index: number): OrderRequest["signatories"][number] {
  if (!isObject(signatory)) throw new Refusal("bad-field", "a signatory must be an object");
  const emailAddress = requiredField(signatory, "emailAddress", "order-required");
  // May be empty, but must be present (T123).
  if (stringField(signatory, "signUrl") === undefined)
    throw new Refusal("order-required", `signatories.${index}.signUrl`);
  const id = textOrNumberField(signatory, "id") || undefined;
  if (id !== undefined && !/^[\w-]{1,64}$/.test(id))
    throw new Refusal("order-limit", "a signatory's id can have up to 64 letters, digits, - and _");
  const sequence = field(signatory, "signingSequence") ?? "NoOrder";
  const signingSequence = typeof sequence === "string" ? sequences.indexOf(sequence) : -1;
  if (signingSequence < 0) throw new Refusal("signing-sequence");
  return {
    emailAddress,
    signingSequence,
    signViaUrl: booleanField(signatory, "signViaUrl") ?? false,
    ...given("id", id),
    ...given("firstName", textOrNumberField(signatory, "firstName")),
    ...given("lastName", textOrNumberField(signatory, "lastName")),
    ...given("personalNumber", textOrNumberField(signatory, "personalNumber")),
  };
}

function readFile(state: State, file: Json): OrderRequest["files"][number] {
  if (!isObject(file)) throw new Refusal("bad-field", "a file must be an object");
  const name = requiredField(file, "name", "order-required");
  const content = requiredField(file, "fileContent", "order-required");
  const bytes = Buffer.from(content, "base64");
  if (!isBase64(content) || (state.choice("G11") === "no" && bytes.subarray(0, 1024).indexOf("%PDF-") < 0))
    throw new Refusal("order-file", name);
  return { name, bytes };
}

/** Returns the field if it is not blank. */
function given<Name extends string>(name: Name, value: string | undefined): Partial<Record<Name, string>> {
  return value === undefined || value.trim() === "" ? {} : ({ [name]: value } as Record<Name, string>);
}
