/**
 * The one place in the editor where a ticket is granted: a person reads what will happen, to whom and where, and says yes. No setting and
 * no argument of a command can answer for the person.
 */
import * as vscode from "vscode";
import { grantTicket } from "../api/grant.ts";
import { operations, operationOf, receiversOf, type Environment, type OperationId, type Ticket } from "../api/index.ts";
import type { Session } from "./connections/connections.ts";
import { consentDetail } from "./consentModel.ts";

export interface ConsentRequest {
  readonly session: Session;
  readonly operation: OperationId;
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: unknown;
  readonly body?: unknown;
  readonly environment?: Environment;
  /** What it is, in one sentence: `Delete the text "hr.greeting"?` */
  readonly question: string;
  /** What cannot be undone, and whatever else the person should know; plain text. */
  readonly consequences: readonly string[];
  /** Word of the button that says yes. */
  readonly yes: string;
}

/** The ticket, or undefined where the person did not say yes. It is worth nothing for any other call. */
export async function askConsent(request: ConsentRequest): Promise<Ticket | undefined> {
  const { session, operation, question, yes, consequences, ...payload } = request;
  const { path, query, body, environment } = payload;
  const receivers = receiversOf(operation, { query, body });
  const detail = consentDetail({
    host: session.host, connection: session.name, sandbox: session.sandbox, environment, receivers, consequences,
    takesEnvironment: operationOf(operation).environment !== "none", what: operations[operation].name,
  });
  // The first button is the one that Enter presses: it does nothing.
  const choice = await vscode.window.showWarningMessage(question, { modal: true, detail }, { title: "Do Nothing" }, { title: yes });
  if (choice?.title !== yes) return undefined;
  if (environment === "Production" && !session.sandbox && !await typedProduction()) return undefined;
  return grantTicket({
    connection: session.api.connection, operation, receivers, query, body,
    ...(path ? { path } : {}), ...(environment ? { environment } : {}),
  });
}

async function typedProduction(): Promise<boolean> {
  const typed = await vscode.window.showInputBox({
    title: "Production", prompt: "Type Production to go on", ignoreFocusOut: true,
    validateInput: (value) => value === "Production" ? undefined : "Type Production, or press Escape to cancel.",
  });
  return typed === "Production";
}
