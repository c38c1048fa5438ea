/**
 * The one place in the editor where a ticket is granted: a person reads what will happen, to whom and where, and
 * agrees. No setting and no argument of a command can answer for the person.
 */
import * as l10n from "@vscode/l10n";
import { grantTicket } from "../../api/grant.ts";
import { environmentNamed, hostOf, operationOf, receiversOf } from "../../api/index.ts";
import type { AnyRequest, OperationId, Ticket } from "../../api/index.ts";
import type { Session } from "../connections/session.ts";
import { consentDetail } from "./consentModel.ts";
import { visible } from "../../language/index.ts";
import { agrees } from "../window/agrees.ts";
import { window } from "../window/window.ts";

export interface ConsentRequest extends AnyRequest {
  readonly session: Session;
  readonly operation: OperationId;
  /** The question in one sentence: `Delete the text "hr.greeting"?` */
  readonly question: string;
  /** What cannot be undone and whatever else the person should know; plain text, one line each. */
  readonly consequences: readonly string[];
  /**
   * Names of everybody whom the call reaches, read just before the dialog. Given if the request itself does not name
   * them.
   */
  readonly people?: readonly string[];
  /**
   * Environments of the things that the call reaches, read just before the dialog. Given if the call itself names none.
   */
  readonly filedUnder?: readonly string[];
  /** Label of the button that agrees. */
  readonly yes: string;
}

/** Resolves with the ticket, or undefined if the person did not agree. The ticket is valid for this call only. */
export async function askConsent(request: ConsentRequest): Promise<Ticket | undefined> {
  const { session, operation, question, yes, consequences, people, filedUnder = [], ...sent } = request;
  const {
    api: { connection },
  } = session;
  const row = operationOf(operation);
  const receivers = receiversOf(operation, sent);
  const environment = environmentNamed(operation, sent);
  const detail = consentDetail({
    host: hostOf(connection, row.service) ?? session.host,
    connection: session.name,
    sandbox: session.sandbox,
    environment,
    environmentGroup: sent.environmentGroup,
    receivers: people ?? receivers,
    consequences,
    environments: row.environment !== "none" ? "takes one" : operation.startsWith("textlibrary.") ? "shared" : "none",
    what: row.name,
  });
  if (!(await agrees(visible(question), { detail, yes }))) return undefined;
  if ([environment, ...filedUnder].some((place) => place?.toLowerCase() === "production") && !(await typedProduction()))
    return undefined;
  return grantTicket({ connection, operation, receivers, ...sent });
}

async function typedProduction(): Promise<boolean> {
  const typed = await window.showInputBox({
    title: "Production",
    prompt: l10n.t("Type Production to go on"),
    validateInput: (value) =>
      value === "Production" ? undefined : l10n.t("Type Production, or press Escape to cancel."),
  });
  return typed === "Production";
}
