/** What a command was given: a row of the view, or anything at all from anybody. Of a row only ids are taken; the order is read anew. */
import { isObject } from "../../api/index.ts";

export interface Given {
  readonly id: string;
  /** Place of the signatory that was meant. */
  readonly signatory: number | undefined;
}

/** undefined where no order is named. */
export function givenOrder(argument: unknown): Given | undefined {
  if (!isObject(argument) || !isObject(argument["order"]) || typeof argument["order"]["id"] !== "string" || argument["order"]["id"] === "") return undefined;
  const { index } = argument;
  return { id: argument["order"]["id"], signatory: argument["kind"] === "signatory" && typeof index === "number" && Number.isInteger(index) ? index : undefined };
}

/** The token of a row whose answer got lost. */
export function givenToken(argument: unknown): string | undefined {
  return isObject(argument) && isObject(argument["sent"]) && typeof argument["sent"]["token"] === "string" ? argument["sent"]["token"] : undefined;
}
