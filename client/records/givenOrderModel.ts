/**
 * Reads a command's argument: a row of the view, or any value from any extension. Only ids are taken from a row; the
 * order is read again.
 */
import { isObject } from "../../api/index.ts";
import { givenOwner } from "../connections/ownerModel.ts";
import type { Owner } from "../connections/ownerModel.ts";

interface Given {
  readonly id: string;
  /** Index of the signatory that the argument names. */
  readonly signatory: number | undefined;
  /** Owner of the order; missing if the argument has none. */
  readonly owner?: Owner;
}

/** Returns undefined if no order is named. */
export function givenOrder(argument: unknown): Given | undefined {
  if (
    !isObject(argument) ||
    !isObject(argument["order"]) ||
    typeof argument["order"]["id"] !== "string" ||
    argument["order"]["id"] === ""
  )
    return undefined;
  const { index } = argument;
  const signatory =
    argument["kind"] === "signatory" && typeof index === "number" && Number.isInteger(index) ? index : undefined;
  return { id: argument["order"]["id"], signatory, ...givenOwner(argument) };
}

/** Returns the token from the row of an order whose answer was lost. */
export function givenToken(argument: unknown): string | undefined {
  return isObject(argument) && isObject(argument["sent"]) && typeof argument["sent"]["token"] === "string"
    ? argument["sent"]["token"]
    : undefined;
}
