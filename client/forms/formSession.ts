/**
 * Finds the session for a test form: that of the connection on which the form was made, even if another connection is
 * in use.
 */
import * as l10n from "@vscode/l10n";
import type { Connections } from "../connections/connections.ts";
import type { Session } from "../connections/session.ts";
import type { ReachedForm } from "../records/reachedModel.ts";
import { isOf } from "../records/testForms.ts";

/** Rejects with NotConnected; also rejects if the connection's name now leads to another service or client. */
export async function sessionOf(
  connections: Connections,
  form: Pick<ReachedForm, "identity" | "connection">,
): Promise<Session> {
  const session = await connections.session(form.identity === "" ? { name: form.connection } : { owner: form });
  if (isOf(form, session)) return session;
  throw new Error(
    l10n.t(
      "The form was neither read nor deleted, because it was created when the connection {0} led to another service or client. To reach the form, sign in to that service with that client. If you no longer need the form, remove it from the list.",
      form.connection,
    ),
  );
}
