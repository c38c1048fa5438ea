/**
 * The connection that a workspace's `smartform.json` names. It can name one of the user's, never define one. Without VS
 * Code.
 */
import { parse } from "jsonc-parser";
import { isObject } from "../../api/index.ts";
import { largestSettings, limitIn } from "../../language/index.ts";
import { sandboxName } from "../connections/connectionsModel.ts";

/** Names and values: as many as the language server reads of it. */
const mostValues = 10_000;

/** `unknown` where the user has no connection of that name. A file that cannot be read names none. */
export function namedConnection(
  content: string,
  profiles: readonly { readonly name: string }[],
): { readonly kind: "none" } | { readonly kind: "use" | "unknown"; readonly name: string } {
  const file: unknown =
    content.length <= largestSettings && limitIn(content, { most: mostValues }) === null ? parse(content) : undefined;
  // The parser takes "__proto__" for the prototype.
  const name = isObject(file) && Object.hasOwn(file, "connection") ? file["connection"] : undefined;
  if (typeof name !== "string" || name === "") return { kind: "none" };
  return { kind: name === sandboxName || profiles.some((profile) => profile.name === name) ? "use" : "unknown", name };
}
