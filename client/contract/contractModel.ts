/**
 * The subject of a data contract (a Smartform or text in a view, or the document in the editor) and the file name of
 * the contract. Does not import `vscode`.
 */
import { isObject } from "../../api/index.ts";
import type { ContractParams } from "../../server/protocol.ts";
import { fileWord } from "../window/fileName.ts";

/** `argument` comes from a menu or from any other extension. Returns null if there is no subject. */
export function contractSubject(argument: unknown, activeUri: string | undefined): ContractParams["of"] | null {
  const smartformId = idIn(argument, "smartform");
  if (smartformId !== undefined) return { smartformId };
  const textId = idIn(argument, "text");
  if (textId !== undefined) return { textId };
  return activeUri === undefined ? null : { uri: activeUri };
}

export function contractName(title: string, format: ContractParams["format"]): string {
  return `${fileWord(title) || "data"}.contract.${format === "typescript" ? "ts" : "json"}`;
}

function idIn(argument: unknown, name: "smartform" | "text"): string | undefined {
  const inner = isObject(argument) ? argument[name] : undefined;
  const id = isObject(inner) ? inner["id"] : undefined;
  return typeof id === "string" ? id : undefined;
}
