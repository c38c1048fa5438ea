/** Registers the audit commands: the table of events, opening an event by its id, and writing one. */
import * as vscode from "vscode";
import { registerCommand } from "../calls/commands.ts";
import { commands, views } from "../identifiers.ts";
import type { Services } from "../services.ts";
import { showEmptyView } from "../window/emptyView.ts";
import type { Sides } from "../window/sides.ts";
import { ownerShape } from "../connections/ownerModel.ts";
import { openEventById, showAudit } from "./auditTable.ts";
import { writeEvent } from "./writeEvent.ts";

export function registerAudit(services: Services, sides: Sides): vscode.Disposable {
  const { log } = services;
  return vscode.Disposable.from(
    showEmptyView(views.audit),
    registerCommand(log, commands.showAudit, () => showAudit(services, sides)),
    registerCommand(log, commands.openAuditEvent, (argument) =>
      openEventById(services, sides, ownerShape.safeParse(argument).data),
    ),
    registerCommand(log, commands.writeAuditEvent, (argument) =>
      writeEvent(services, sides, ownerShape.safeParse(argument).data),
    ),
  );
}
