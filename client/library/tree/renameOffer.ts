/**
 * Offers a plan if a rename in the editor affects the Text Library. Like the plans of the tree, this plan is shown
 * before anything happens and can be undone as a whole.
 */
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { renamedNotification } from "../../../server/protocol.ts";
import type { RenamedParams } from "../../../server/protocol.ts";
import { showFailure } from "../../calls/commands.ts";
import { codeWish, folderWish } from "../../../authoring/index.ts";
import type { Wish } from "../../../authoring/index.ts";
import type { Plans } from "../plans/plans.ts";
import type { Session } from "../../connections/session.ts";
import type { Services } from "../../services.ts";
import { mustBeOf } from "../../connections/textAddress.ts";
import type { TextFiles } from "../documents/fileSystem.ts";

export function registerRenameOffer(
  { connections, server, log }: Services,
  { plans, files }: { readonly plans: Plans; readonly files: TextFiles },
): vscode.Disposable {
  async function offer(renamed: RenamedParams): Promise<void> {
    const session = await connections.session();
    if (renamed.owner !== undefined && renamed.owner !== session.identity) {
      throw new Error(
        l10n.t(
          "The rename was prepared in the library of one connection, but this window has since switched to another, {0}. Nothing was changed. Switch back to the earlier connection, and rename again.",
          session.name,
        ),
      );
    }
    const uri = vscode.Uri.parse(renamed.uri, true);
    mustBeOf(session, uri, files.knownOf(uri)?.owner);
    if (renamed.of === "mentions") return plans.offerEdits(session, renamed.title, renamed.found, renamed);
    const wish = await wishOf(session, renamed);
    await plans.offer(session, wish.step.title, [wish]);
  }

  async function wishOf({ api }: Session, renamed: Exclude<RenamedParams, { readonly of: "mentions" }>): Promise<Wish> {
    if (renamed.of === "folder") return folderWish(renamed.folder, { code: renamed.code });
    return codeWish(await api.call("textlibrary.texts.get", { path: { id: renamed.text.id } }), renamed.code);
  }

  return server.onNotification<RenamedParams>(renamedNotification, (renamed) => {
    offer(renamed).catch((error: unknown) => showFailure(log, error));
  });
}
