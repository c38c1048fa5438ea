/** The words of the consent dialog, without VS Code: host, connection, environment, operation, every receiver, what cannot be undone. */
import { operationOf, type AnyRequest, type OperationId } from "../api/index.ts";
import { visible } from "./plainText.ts";

export interface ConsentFacts {
  readonly host: string;
  readonly connection: string;
  readonly sandbox: boolean;
  readonly environment: string | undefined;
  /** Where a call takes none: the Text Library is shared by all of them, and other calls go by the id alone. */
  readonly environments: "takes one" | "shared" | "none";
  /** The operation's name in the table: "delete the text". */
  readonly what: string;
  readonly receivers: readonly string[];
  readonly consequences: readonly string[];
}

export function consentDetail({ host, connection, sandbox, environment, environments, what, receivers, consequences }: ConsentFacts): string {
  const where = { "takes one": environment ?? "none: the saved draft", "shared": "shared by all environments", "none": "the call names none" }[environments];
  return [
    `Operation: ${what}`,
    `Host: ${host}${sandbox ? " (sandbox on this computer)" : ""}`,
    `Connection: ${connection}`,
    `Environment: ${where}`,
    ...(receivers.length > 0 ? [`Receivers (${receivers.length}):`, ...receivers.map((receiver) => `  ${visible(receiver)}`)] : []),
    "",
    ...consequences,
  ].join("\n");
}

/** The environment that a call goes to: where the address names none, the body may. Undefined where neither does. */
export function environmentNamed(operation: OperationId, { environment, body }: AnyRequest): string | undefined {
  if (environment !== undefined || operationOf(operation).environment !== "optional-prefix" || typeof body !== "object" || body === null) return environment;
  const named: unknown = Object.entries(body).find(([name]) => name.toLowerCase() === "environment")?.[1];
  return typeof named === "string" ? named : undefined;
}
