/** Reads the names of environments, by the rules of each API document. */
import { documentsEnvironments, environments } from "../../api/index.ts";
import type { DocumentsEnvironment, Environment } from "../../api/index.ts";
import { Refusal } from "./refusal.ts";

/** Returns the canonical name of the environment, ignoring letter case (document 1, "Versioning"). */
export function readEnvironment(name: string): Environment | undefined {
  return environments.find((environment) => environment.toLowerCase() === name.toLowerCase());
}

/** Accepts exact names. Every other name means Development (document 2, "Versioning"; T82, T83). */
export function archiveEnvironment(name: string | undefined): Environment {
  return environments.find((environment) => environment === name) ?? "Development";
}

/** Accepts exact names. An address with another name does not exist (document 3, "Versioning"; N55). */
export function documentsEnvironment(name: string | undefined): DocumentsEnvironment {
  const known = documentsEnvironments.find((environment) => environment === name);
  if (known === undefined) throw new Refusal("unknown-documents-environment");
  return known;
}
