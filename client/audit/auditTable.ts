/** The table of a connection's audit events: opens an event as JSON, copies its id, follows new events. */
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { onlyWritesAudit } from "../../api/index.ts";
import type { AuditEvent } from "../../api/index.ts";
import type { Session } from "../connections/session.ts";
import { emptyIdProblem } from "../window/idModel.ts";
import { grouped } from "../window/inDisplayLanguage.ts";
import { carryOut } from "../calls/carryOut.ts";
import { NoService, ownerOf } from "../connections/ownerModel.ts";
import type { Owner } from "../connections/ownerModel.ts";
import { commands } from "../identifiers.ts";
import { oneOrMany } from "../../language/index.ts";
import type { Services } from "../services.ts";
import type { Sides } from "../window/sides.ts";
import { ownClients } from "../records/auditUserModel.ts";
import type { TableSource } from "../panels/table/source.ts";
import { window } from "../window/window.ts";
import {
  auditColumns,
  auditEmpty,
  auditFields,
  auditNote,
  auditReading,
  lastWeek,
  rowKeys,
  toldId,
} from "./auditModel.ts";

export const tableKey = ({ identity }: Owner): string => `audit ${identity}`;

export async function showAudit(services: Services, sides: Sides): Promise<void> {
  const { connections, tables } = services;
  const session = withAudit(await connections.session());
  if (onlyWritesAudit(session.api.connection)) {
    await window.showInformationMessage(
      l10n.t(
        "The client of {0} is of type Audit: it can write audit events but not read them. To see audit events, use a connection with a client of type Standard.",
        session.name,
      ),
    );
    return;
  }
  const owner = ownerOf(session);
  const open = tables.find(tableKey(owner));
  if (open) return open.reveal();
  const source: TableSource<AuditEvent> = {
    key: tableKey(owner),
    title: l10n.t("Audit of {0}", session.name),
    words: {
      count: (rows) => oneOrMany(rows, l10n.t("1 event"), l10n.t("{0} events", grouped(rows))),
      none: l10n.t("No events"),
    },
    columns: auditColumns(Intl.DateTimeFormat().resolvedOptions().timeZone, ownClients(session, connections.profiles)),
    id: rowKeys(),
    fields: auditFields,
    filter: lastWeek(new Date()),
    note: auditNote,
    empty: auditEmpty,
    follow: {
      label: l10n.t("Follow New Events"),
      fresh: (rows) => oneOrMany(rows, l10n.t("1 new event"), l10n.t("{0} new events", grouped(rows))),
      failed: l10n.t("Looking for new events failed and will be tried again."),
    },
    read: (filter) =>
      auditReading(async (...search) => (await connections.session({ owner })).api.call(...search), filter),
    open: { label: l10n.t("Open as JSON"), run: async (row) => openEvent(services, { sides, owner, id: toldId(row) }) },
    actions: [
      {
        key: "copy",
        label: l10n.t("Copy Id"),
        on: "row",
        run: async ({ row }) => row && vscode.env.clipboard.writeText(toldId(row)),
      },
      {
        key: "byId",
        label: l10n.t("Open by Id…"),
        on: "table",
        run: async () => vscode.commands.executeCommand(commands.openAuditEvent, owner),
      },
      {
        key: "write",
        label: l10n.t("Write an Event…"),
        on: "table",
        run: async () => vscode.commands.executeCommand(commands.writeAuditEvent, owner),
      },
    ],
  };
  tables.show(source);
}

/** Throws an error for the user if the connection has no address for the audit API. */
function withAudit(session: Session): Session {
  if (session.api.connection.auditApiUrl !== undefined) return session;
  throw new NoService(
    l10n.t(
      'The connection {0} has no address for the audit API. Add it with the command "Smartform: Sign In an Audit Client…", or as auditApiUrl in the setting smartform.connections.',
      session.name,
    ),
  );
}

/**
 * Asks for an event's id and opens the event. `given`: the owner of the table in which the command was chosen; without
 * it, the current connection is used.
 */
export async function openEventById(
  { connections }: Pick<Services, "connections">,
  sides: Sides,
  given?: Owner,
): Promise<void> {
  const session = withAudit(await connections.session(given && { owner: given }));
  const id = (
    await window.showInputBox({
      title: l10n.t("Open Audit Event by Its Id · {0}", session.name),
      prompt: l10n.t("Id of the audit event"),
      validateInput: emptyIdProblem,
    })
  )?.trim();
  if (id !== undefined) await openEvent({ connections }, { sides, owner: ownerOf(session), id });
}

/** Reads the event again and shows it as a read-only document. */
export async function openEvent(
  { connections }: Pick<Services, "connections">,
  { sides, owner, id }: { readonly sides: Sides; readonly owner: Owner; readonly id: string },
): Promise<void> {
  const session = await connections.session({ owner });
  const read = await carryOut({ session, operation: "audit.get", request: { path: { id } } });
  if (read === undefined) return;
  await sides.open(`${JSON.stringify(read.answer, null, 2)}\n`, "audit-event.json", {
    preview: true,
    viewColumn: vscode.ViewColumn.Active,
  });
}
