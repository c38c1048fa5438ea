/** Every refusal of the service in one list, with the section of the documents that asks for it. */
import { archiveRefusals } from "../archive/refusals.ts";
import { auditRefusals } from "../audit/refusals.ts";
import { documentsRefusals } from "../documents/refusals.ts";
import { signingRefusals } from "../signing/refusals.ts";
import { statisticsRefusals } from "../statistics/refusals.ts";

export interface RefusalRow {
  readonly status: number;
  readonly message: string;
  /** Document and section; `sandbox` where the documents are silent and the sandbox protects itself or its choice. */
  readonly section: string;
  /** The choice whose alternative in force is the status instead. */
  readonly statusChoice?: string;
  /**
   * Where the documents describe the body: none, an object with `Message`, or the problems that come with the refusal.
   * Left out: choice N12.
   */
  readonly body?: "none" | "Message" | "problems";
}

export const refusals = {
  ...auditRefusals,
  ...statisticsRefusals,
  ...signingRefusals,
  ...archiveRefusals,
  ...documentsRefusals,

  failed: { status: 500, message: "The sandbox failed. Its log says why.", section: "sandbox" },
  "foreign-host": { status: 403, message: "This host name is not the sandbox's.", section: "sandbox" },
  "foreign-origin": { status: 403, message: "Pages of other origins may not call the sandbox.", section: "sandbox" },
  "no-token": { status: 401, message: "A valid bearer token is needed.", section: "1, Authentication" },
  "no-company": { status: 403, message: "The client has no company or no access.", section: "1, Authentication" },
  "wrong-scope": { status: 403, message: "The token's scope does not allow this call.", section: "1, Authentication" },
  "no-route": {
    status: 404,
    message: "There is no such address. Paths are matched exactly, letter case and slashes too.",
    section: "sandbox, N56",
  },
  "body-too-large": { status: 413, message: "The body is larger than the sandbox accepts.", section: "sandbox, Q12" },
  "body-too-deep": {
    status: 400,
    message: "The JSON of the body is nested deeper than the sandbox reads.",
    section: "sandbox, N62",
  },
  "body-not-json": { status: 400, message: "The body must be JSON.", section: "sandbox, Q2" },
  "bad-field": {
    status: 400,
    message: "A field has a value that it cannot have.",
    section: "1, Resources and their fields; Q3",
  },
  "bad-query": {
    status: 400,
    message: "A query parameter has a value that it cannot have.",
    section: "sandbox, Q7, N37",
  },
  "unknown-environment": {
    status: 400,
    message: "The environment must be Development, Test, PreProduction or Production.",
    section: "1, Versioning; S4",
  },
  "unknown-documents-environment": {
    status: 404,
    message: "The document editor has no environment of this name. Names are spelled exactly as documented.",
    section: "3, Versioning; N55",
  },
  "two-environments": {
    status: 400,
    message: "The environment is named differently in the path and in the body.",
    section: "1, Errors",
  },

  "folder-name-missing": { status: 400, message: "name is required and cannot be empty.", section: "1, Errors" },
  "folder-too-deep": {
    status: 400,
    message: "The parent is itself a subfolder; folders go one level deep.",
    section: "1, Errors",
  },
  "bad-code": {
    status: 400,
    message: "A code holds letters, digits, dots, dashes and underscores only.",
    section: "1, Text Library folder",
  },
  "text-required": { status: 400, message: "folderId and code are required.", section: "1, Errors" },
  "content-type": {
    status: 400,
    message: "contentType is a number (0 plain text, 1 rich text, 2 HTML); names are not accepted.",
    section: "1, Text Library text",
  },
  "language-twice": { status: 400, message: "Two languages differ in letter case only.", section: "sandbox, L8" },
  "bad-translation": { status: 400, message: "A translation is an object with content.", section: "sandbox, N32" },
  "folder-missing": { status: 404, message: "There is no such folder.", section: "1, Errors" },
  "text-missing": { status: 404, message: "There is no such text.", section: "1, Errors" },
  "folder-name-used": { status: 409, message: "The folder name is already used at this level.", section: "1, Errors" },
  "folder-code-used": { status: 409, message: "The folder code is already used in the company.", section: "1, Errors" },
  "text-code-used": {
    status: 409,
    message: "The text code is already used in this folder or under the same top folder.",
    section: "1, Limits",
  },
  "folder-not-empty": { status: 409, message: "The folder still holds texts or subfolders.", section: "1, Errors" },

  "create-required": { status: 400, message: "dialogDefinitionId and values are required.", section: "1, Errors" },
  "two-data-tables": {
    status: 400,
    message: "Send dataTableValue or dataTableValues, not both.",
    section: "sandbox, N46",
  },
  "bad-webhook": { status: 400, message: "webhook must be an absolute http or https URL.", section: "1, Errors" },
  "smartform-missing": { status: 404, message: "There is no such Smartform.", section: "1, Errors" },
  "not-deployed": { status: 404, message: "The Smartform is not deployed to this environment.", section: "1, Errors" },
  "form-missing": { status: 404, message: "There is no such form.", section: "1, Errors" },
  "no-value": { status: 404, message: "The property has no value.", section: "1, Errors" },
  "file-missing": { status: 404, message: "There is no such file.", section: "1, Endpoints, Forms" },
  "pdf-required": { status: 400, message: "smartformId and smartformValueId are required.", section: "1, Errors" },
  "other-smartform": {
    status: 400,
    message: "The form belongs to another Smartform.",
    section: "1, Errors; N48",
    statusChoice: "N48",
  },
  "already-submitted": { status: 409, message: "The form has been submitted.", section: "sandbox" },
  "page-expired": {
    status: 403,
    message: "The page does not belong to this sandbox. Open the form again.",
    section: "sandbox",
  },
} as const satisfies Record<string, RefusalRow>;

export type RefusalId = keyof typeof refusals;

/** What a handler throws. `detail` names the field or value, never a secret. */
export class Refusal extends Error {
  readonly id: RefusalId;
  readonly headers: Readonly<Record<string, string>>;
  /** The body, where the documents describe it as a list of problems. */
  readonly problems: unknown;
  constructor(
    id: RefusalId,
    detail?: string,
    {
      headers = {},
      problems,
    }: { readonly headers?: Readonly<Record<string, string>>; readonly problems?: unknown } = {},
  ) {
    super(detail === undefined ? refusals[id].message : `${refusals[id].message} (${detail})`);
    this.id = id;
    this.headers = headers;
    this.problems = problems;
  }
}
