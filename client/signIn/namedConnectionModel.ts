/**
 * The connection that a workspace's `smartform.json` names. The file can name one of the user's connections, but never
 * define one. Does not import `vscode`.
 */
import { parse } from "jsonc-parser";
import { isObject } from "../../api/index.ts";
import { largestSettings, limitIn } from "../../language/index.ts";
import { sandboxName } from "../connections/connectionsModel.ts";

/** Maximum number of names and values, the same as in the language server. */
const mostValues = 10_000;

/** `unknown` if the user has no connection of that name. A file that cannot be read counts as naming no connection. */
export function namedConnection(
  content: string,
  profiles: readonly { readonly name: string }[],
): { readonly kind: "none" } | { readonly kind: "use" | "unknown"; readonly name: string } {
  const file: unknown =
    content.length <= largestSettings && limitIn(content, { most: mostValues }) === null ? parse(content) : undefined;
  // The parser sets "__proto__" as the prototype, so only an own property counts.
  const name = isObject(file) && Object.hasOwn(file, "connection") ? file["connection"] : undefined;
  if (typeof name !== "string" || name === "") return { kind: "none" };
  return { kind: name === sandboxName || profiles.some((profile) => profile.name === name) ? "use" : "unknown", name };
}
