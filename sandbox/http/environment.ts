/** The environment of a call, and whether the caller may use it. */
import type { DocumentsEnvironment } from "../../api/index.ts";
import type { Call } from "../base/call.ts";
import { readEnvironment } from "../base/environments.ts";
import { field } from "../base/read.ts";
import { isObject } from "../../language/index.ts";
import { Refusal } from "../base/refusal.ts";
import type { Route } from "../base/route.ts";
import type { State } from "../base/state.ts";
import { environmentScope } from "../signIn/clients.ts";

/**
 * Returns the environment that the request names, in any letter case. If both the path and the body name one, they must
 * agree (T58).
 */
export function checkEnvironment(
  state: State,
  { route, prefix, body }: { route: Route; prefix: string | undefined; body: unknown },
): Call["environment"] {
  const named = (name: string) => {
    const environment = readEnvironment(name);
    if (!environment) throw new Refusal("unknown-environment");
    return environment;
  };
  const inPath = prefix === undefined ? null : named(prefix);
  if (route.environment !== "optional-prefix") {
    if (inPath !== null && route.operation.startsWith("textlibrary.") && state.choice("N44") === "404")
      throw new Refusal("no-route");
    return route.operation.startsWith("forms.delete") && state.choice("N43") === "heeded" ? inPath : null;
  }
  const value = isObject(body) && route.method === "POST" ? field(body, "environment") : undefined;
  if (value === undefined || value === null || value === "") return inPath;
  if (typeof value !== "string") throw new Refusal("unknown-environment");
  const inBody = named(value);
  if (inPath !== null && inPath !== inBody) throw new Refusal("two-environments");
  return inBody;
}

/** The environment that requires a scope of its own (T88). */
const scoped: DocumentsEnvironment = "AcceptanceTest";

/**
 * Refuses if the token lacks the scope that the environment requires, or if the environment has no group named `group`.
 */
export function admit(
  state: State,
  environment: DocumentsEnvironment,
  { group, scopes }: { readonly group: string | undefined; readonly scopes: readonly string[] },
): DocumentsEnvironment {
  if (environment === scoped && !scopes.includes(environmentScope)) throw new Refusal("environment-scope", environment);
  // `jsondata` is never a group: a call of a JSON variant that does not exist gets 404, and never reaches the XML call
  // (T146).
  if (group === "jsondata" || (group !== undefined && state.choice("E1") === "none")) throw new Refusal("no-group");
  return environment;
}
