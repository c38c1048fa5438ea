/** How each of the documents reads the name of an environment. */
import { documentsEnvironments, environments } from "../../api/index.ts";
import type { DocumentsEnvironment, Environment } from "../../api/index.ts";
import { Refusal } from "./refusal.ts";

/** The environment's canonical name, whatever the letter case (document 1, "Versioning"). */
export function readEnvironment(name: string): Environment | undefined {
  return environments.find((environment) => environment.toLowerCase() === name.toLowerCase());
}

/** Exactly as written, and Development for everything else (document 2, "Versioning"; T82, T83). */
export function archiveEnvironment(name: string | undefined): Environment {
  return environments.find((environment) => environment === name) ?? "Development";
}

/** Exactly as written: other names are addresses that do not exist (document 3, "Versioning"; N55). */
export function documentsEnvironment(name: string | undefined): DocumentsEnvironment {
  const known = documentsEnvironments.find((environment) => environment === name);
  if (known === undefined) throw new Refusal("unknown-documents-environment");
  return known;
}
