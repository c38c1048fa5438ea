/** Refusals of digital signing. */
import type { RefusalRow } from "../base/refusal.ts";

declare module "../base/refusal.ts" {
  interface Refusals extends Record<keyof typeof signingRefusals, RefusalRow> {}
}

export const signingRefusals = {
  "order-required": { status: 400, message: "A required field of the signing order is missing.", section: "2, Errors" },
  "order-limit": {
    status: 400,
    message: "A field of the signing order is outside its limits.",
    section: "2, Limits",
  },
  "order-language": {
    status: 400,
    message: "language must be one of cs da de el en es et fi fr hu is it lt lv nb nl pl pt sv.",
    section: "2, Signing order",
  },
  "signing-sequence": {
    status: 400,
    message: "signingSequence must be Initial, DependsOnInitial or NoOrder; numbers are not accepted.",
    section: "2, Signing order; T124",
  },
  "order-file": { status: 400, message: "fileContent must be a PDF in base64.", section: "2, Signing order; G11" },
  "order-missing": { status: 404, message: "There is no such signing order.", section: "2, Errors" },
  "order-not-completed": {
    status: 404,
    message: "There are no signed files: the order is not completed.",
    section: "2, Errors",
  },
  "signature-missing": { status: 404, message: "There is no such file.", section: "2, Errors" },
  "no-signing-licence": {
    status: 403,
    message: "The company has no licence for digital signing.",
    section: "2, Authentication; G1",
  },
  "signatory-done": {
    status: 409,
    message: "The signatory cannot act: the order is over, or they have already acted.",
    section: "sandbox",
  },
  "order-elsewhere": {
    status: 409,
    message: "The order cannot change from its current status to this one.",
    section: "sandbox, N17",
  },
  "not-their-turn": {
    status: 409,
    message: "The signatory must wait until others have signed.",
    section: "sandbox, G25",
  },
} as const satisfies Record<string, RefusalRow>;
