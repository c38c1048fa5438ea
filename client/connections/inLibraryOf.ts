/**
 * Work that waited for a click, such as "Undo", continues in the library that it began in. If the window has switched
 * to another library, a message offers to switch back first.
 */
import * as l10n from "@vscode/l10n";
import { window } from "../window/window.ts";
import type { Connections } from "./connections.ts";
import type { Session } from "./session.ts";
import { goOnIn } from "./ownerModel.ts";
import type { Owner } from "./ownerModel.ts";

/** `what`: display name of the thing that the work is about. */
export function inLibraryOf(
  connections: Connections,
  { owner, what }: { readonly owner: Owner; readonly what: string },
  work: (session: Session) => Promise<void>,
): Promise<void> {
  return goOnIn(
    owner,
    {
      here: connections.here,
      session: connections.session,
      use: connections.use,
      ask: async ({ owner: name, here, button }) =>
        (await window.showWarningMessage(
          l10n.t("{0} belongs to {1}, and this window is connected to {2}. Nothing was done.", what, name, here),
          button,
        )) === button,
    },
    work,
  );
}
