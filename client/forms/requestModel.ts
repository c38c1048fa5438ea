/** A create-form request file (`*.form.json`): reading it, and making of it the request that a test form is created with. */
import { findNodeAtLocation, getNodeValue, parseTree, printParseErrorCode, type Node, type ParseError } from "jsonc-parser";
import { operations, type BodyOf } from "../../api/index.ts";

export type CreateForm = BodyOf<"forms.create">;

export interface Problem {
  /** `values.address`, empty for the file as a whole. */
  readonly path: string;
  readonly message: string;
  /** UTF-16 offsets in the file. */
  readonly start: number;
  readonly end: number;
}

export type Reading = { readonly body: CreateForm; readonly problems: readonly [] } | { readonly body: null; readonly problems: readonly Problem[] };

/** Plain JSON: comments and trailing commas are errors, since other programs send the same file. */
export function readRequest(text: string): Reading {
  if (text.trim() === "") {
    return { body: null, problems: [{ path: "", message: "The file is empty. A create-form request needs at least dialogDefinitionId and values.", start: 0, end: text.length }] };
  }
  const errors: ParseError[] = [];
  const tree = parseTree(text, errors, { disallowComments: true, allowTrailingComma: false, allowEmptyContent: false });
  if (errors.length > 0 || tree === undefined) {
    return { body: null, problems: errors.map((error) => ({ path: "", message: `This is not JSON: ${inWords(printParseErrorCode(error.error))}.`, start: error.offset, end: error.offset + error.length })) };
  }
  const parsed = operations["forms.create"].request.safeParse(getNodeValue(tree));
  if (parsed.success) return { body: parsed.data, problems: [] };
  const problems = parsed.error.issues.map((issue) => {
    const path = issue.path.map((step) => (typeof step === "symbol" ? String(step) : step));
    const place = nearest(tree, path);
    return { path: path.join("."), message: `${path.length === 0 ? "The request" : path.join(".")}: ${issue.message}.`, start: place.offset, end: place.offset + place.length };
  });
  return { body: null, problems };
}

/** The node at the path, or the innermost one around it where the property is missing. */
function nearest(tree: Node, path: readonly (string | number)[]): Node {
  for (let length = path.length; length > 0; length--) {
    const node = findNodeAtLocation(tree, path.slice(0, length));
    if (node !== undefined) return node;
  }
  return tree;
}

function inWords(code: string): string {
  return code.replace(/(?<=[a-z])(?=[A-Z])/g, " ").toLowerCase();
}

/** Nobody is notified: said in full, since the documents do not say what a missing notification does (document 1, "Notification block"). */
export const nobody = (): NonNullable<CreateForm["notification"]> => ({ sendEmail: false, sendSms: false, participatingParties: [] });

/** What of the request reaches people or changes what the company shares. */
export interface Reach {
  /** How many parties are listed to be notified. */
  readonly parties: number;
  readonly webhook: string | null;
}

export function reachOf(body: CreateForm): Reach {
  return { parties: body.notification?.participatingParties?.length ?? 0, webhook: body.webhook ?? null };
}

/** What the author should know before it goes out as written (document 1, "Events"). */
export function consequencesOf(body: CreateForm): readonly string[] {
  const { parties, webhook } = reachOf(body);
  const suspicious = Object.keys(body.externalMetaData ?? {}).filter((name) => /secret|passw|token|key|ssn|personal/i.test(name));
  return [
    ...(parties > 0 ? ["Messages that were sent cannot be taken back."] : []),
    ...(webhook !== null ? ["The webhook stays on the Smartform; this product cannot remove it.", "When the form is submitted, its answers, data table and external metadata are sent there."] : []),
    ...(webhook !== null && suspicious.length > 0 ? [`The external metadata holds what may be a secret: ${suspicious.join(", ")}.`] : []),
  ];
}

/** The request without anybody to notify and without a webhook. */
export function silenced(body: CreateForm): CreateForm {
  const quiet: CreateForm = { ...body, notification: nobody() };
  delete quiet.webhook;
  delete quiet.webhookForceRun;
  return quiet;
}

export const testSource = "smartform-test";
/** Name in `externalMetaData` under which a test form carries its marker; nothing else can find a form whose answer was lost. */
export const markerName = "smartformTest";

/** Marks the request as a test (in `source`, unless the author named one, and in `externalMetaData`) and says explicitly whom to notify. */
export function marked(body: CreateForm, marker: string): CreateForm {
  return {
    ...body,
    source: body.source ?? testSource,
    notification: body.notification ?? nobody(),
    externalMetaData: { ...body.externalMetaData, [markerName]: marker },
  };
}
