/** The command of the lens above a library text: shows what uses the text. */
import * as vscode from "vscode";
import { placesRequest } from "../../../server/protocol.ts";
import type { PlacesParams, PlacesResult } from "../../../server/protocol.ts";
import { registerCommand } from "../../calls/commands.ts";
import { commands } from "../../identifiers.ts";
import type { Services } from "../../services.ts";

export function registerUses({ server, log }: Services): vscode.Disposable {
  return registerCommand(log, commands.showUses, async (address) => {
    if (typeof address !== "string") return;
    const places = await server.request<PlacesResult>(placesRequest, { uri: address } satisfies PlacesParams);
    const locations = places.map(
      ({ uri, range: { start, end } }) =>
        new vscode.Location(
          vscode.Uri.parse(uri),
          new vscode.Range(start.line, start.character, end.line, end.character),
        ),
    );
    await vscode.commands.executeCommand(
      "editor.action.showReferences",
      vscode.Uri.parse(address),
      new vscode.Position(0, 0),
      locations,
    );
  });
}
