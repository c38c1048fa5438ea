/** Refusals of the document editor. */
import type { RefusalRow } from "../base/refusal.ts";

declare module "../base/refusal.ts" {
  interface Refusals extends Record<keyof typeof documentsRefusals, RefusalRow> {}
}

export const documentsRefusals = {
  "environment-scope": {
    status: 403,
    message: "This environment requires a token that has its scope.",
    section: "3, Authentication; N55",
    statusChoice: "N55",
  },
  "no-group": { status: 404, message: "There is no such environment group.", section: "sandbox, E1" },
  "too-many": { status: 429, message: "Too many requests at once. Wait, and try again.", section: "3, Errors; N29" },
  "data-call-required": {
    status: 400,
    message: "A field that this call requires is missing.",
    section: "3, Data call body; Q3",
  },
  "bad-base64": { status: 400, message: "Base64 content is missing or invalid.", section: "3, Data; Q13" },
  "bad-data": { status: 400, message: "The content is not in the required form.", section: "3, Data; E21" },
  "no-attachments": { status: 400, message: "HTML calls take no attachments.", section: "3, Data call body; E20" },
  "bad-attachment": { status: 400, message: "A PDF attachment cannot be read.", section: "sandbox, E19" },
  "bad-callback": {
    status: 400,
    message: "SenderCallBackEndpoint must be an absolute http or https address.",
    section: "sandbox, E2",
  },
  "metafile-missing": {
    status: 404,
    message: "There is no such MetaFile, or no such document in it.",
    section: "sandbox, E3",
    statusChoice: "E3",
  },
  "logic-missing": {
    status: 406,
    message: "The document cannot be produced, because logic is missing in the MetaFile.",
    section: "3, Errors",
  },
  "html-missing": {
    status: 406,
    message: "HTML requires a content template, and the MetaFile has none for the document.",
    section: "3, Outputs; E4",
    statusChoice: "E4",
  },
  "session-missing": { status: 404, message: "There is no such session or DXML.", section: "3, Errors" },
  "session-ended": { status: 409, message: "Editing has ended.", section: "3, States and transitions" },
  "jwt-needed": {
    status: 401,
    message: "The company requires a JWT. Get a new one, and open the start URL with it.",
    section: "3, Authentication",
  },
  "bad-status-ids": { status: 400, message: "The body must be a list of 1 to 50 ids.", section: "3, Limits; Q3" },
  "bad-time": {
    status: 400,
    message: "A time must be written as in 2026-01-31T12:00:00Z.",
    section: "3, Endpoints, Sessions; E23",
  },
  "top-required": {
    status: 400,
    message: "Top is required: the largest number of hits, from 1.",
    section: "3, Limits; E29",
  },
} as const satisfies Record<string, RefusalRow>;
