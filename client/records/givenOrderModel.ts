/**
 * What a command was given: a row of the view, or anything at all from anybody. Of a row only ids are taken; the order
 * is read anew.
 */
import { isObject } from "../../api/index.ts";
import { givenOwner } from "../connections/ownerModel.ts";
import type { Owner } from "../connections/ownerModel.ts";

interface Given {
  readonly id: string;
  /** Place of the signatory that was meant. */
  readonly signatory: number | undefined;
  /** Whose it is; left out where nobody said so. */
  readonly owner?: Owner;
}

/** undefined where no order is named. */
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

/** The token of a row whose answer got lost. */
export function givenToken(argument: unknown): string | undefined {
  return isObject(argument) && isObject(argument["sent"]) && typeof argument["sent"]["token"] === "string"
    ? argument["sent"]["token"]
    : undefined;
}
