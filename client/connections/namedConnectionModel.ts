/** The connection that a workspace's `smartform.json` names. It can name one of the user's, never define one. Without VS Code. */
import { parse } from "jsonc-parser";
import { isObject } from "../../api/index.ts";
import { sandboxName } from "./connectionsModel.ts";

export type NamedConnection = { readonly kind: "none" } | { readonly kind: "use" | "unknown"; readonly name: string };

/** `unknown` where the user has no connection of that name. A file that cannot be read names none. */
export function namedConnection(content: string, profiles: readonly { readonly name: string }[]): NamedConnection {
  const file: unknown = parse(content);
  // The parser takes "__proto__" for the prototype.
  const name = isObject(file) && Object.hasOwn(file, "connection") ? file["connection"] : undefined;
  if (typeof name !== "string" || name === "") return { kind: "none" };
  return { kind: name === sandboxName || profiles.some((profile) => profile.name === name) ? "use" : "unknown", name };
}
