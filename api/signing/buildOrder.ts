/**
 * Builds, from simple facts, a request that creates a signing order: adds what the service requires, and converts what
 * the service does not accept.
 */
import { randomUUID } from "node:crypto";
import * as l10n from "@vscode/l10n";
import type { BodyOf } from "../http/client.ts";
import { placeOfFile } from "../http/payload.ts";
import type { Files } from "../http/payload.ts";
import { isPdf } from "../operations/signingRequest.ts";
import { sequenceName } from "./order.ts";
import type { SequenceName } from "./order.ts";

export type OrderRequest = BodyOf<"signing.orders.create">;

export interface SignatoryFacts extends Omit<OrderRequest["signatories"][number], "signUrl" | "signingSequence"> {
  /** The name that requests use, or the number that answers use. */
  readonly signingSequence?: SequenceName | number | string | null;
}

export interface OrderFacts extends Omit<OrderRequest, "signatories" | "signingOrderFiles"> {
  readonly signatories: readonly SignatoryFacts[];
  /** PDFs. `unlisted` holds undocumented properties to send too. */
  readonly files: readonly { readonly name: string; readonly bytes: Uint8Array; readonly unlisted?: object }[];
}

/**
 * Returns a token that marks one order among all others. Store it before the request is sent: without it, an order
 * whose answer was lost cannot be found.
 */
export function newOrderToken(): string {
  return randomUUID().slice(0, 13);
}

/**
 * Builds the request. The token goes into the order's name. Because it is not documented whether answers show the name,
 * the token also goes into the ids of signatories without an id. The files are returned separately: in the body, unique
 * strings mark their places. Throws if a file is not a PDF, or if a signatory's `signingSequence` is not one of the
 * three documented values.
 */
export function buildOrder(
  { files, signatories, packageName, ...facts }: OrderFacts,
  { token }: { readonly token: string },
): { readonly body: OrderRequest; readonly files: Files } {
  const wrong = files.find(({ bytes }) => !isPdf(bytes));
  if (wrong !== undefined) throw new Error(l10n.t("{0} is not a PDF, and only PDFs can be signed.", wrong.name));
  const placed = files.map(({ name, bytes, unlisted }) => ({ name, bytes, unlisted, place: placeOfFile() }));
  return {
    body: {
      ...facts,
      packageName: `${packageName} [${token}]`,
      signatories: signatories.map(({ signingSequence, ...signatory }, index) => ({
        ...signatory,
        id: signatory.id ?? `${token}-${index + 1}`,
        signUrl: "" as const,
        ...(signingSequence === undefined || signingSequence === null
          ? {}
          : { signingSequence: known(signingSequence) }),
      })),
      signingOrderFiles: placed.map(({ name, place, unlisted }) => ({ ...unlisted, name, fileContent: place })),
    },
    files: new Map(placed.map(({ place, bytes }) => [place, bytes])),
  };
}

/**
 * Returns the email addresses of signatories without a first or a last name: some providers need both, but the refusal
 * of the order does not say so (document 2, "Create-order messages").
 */
export function withoutNames({ signatories }: Pick<OrderRequest, "signatories">): readonly string[] {
  return signatories
    .filter(({ firstName, lastName }) => [firstName, lastName].some((name) => String(name ?? "").trim() === ""))
    .map(({ emailAddress }) => emailAddress);
}

function known(sequence: number | string): SequenceName {
  const name = sequenceName(sequence);
  if (name === undefined)
    throw new Error(
      l10n.t(
        "A signatory's place in the signing sequence must be Initial, DependsOnInitial or NoOrder, not {0}.",
        sequence,
      ),
    );
  return name;
}
