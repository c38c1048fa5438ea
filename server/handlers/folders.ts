/** Folders of the library, see `foldersRequest`. */
import { l10n } from "../../language/index.ts";
import { inMeantLibrary } from "../handler.ts";
import type { Handler } from "../handler.ts";
import { foldersRequest } from "../protocol.ts";
import type { FoldersResult, Meant } from "../protocol.ts";

export const onFolders: Handler<Meant, FoldersResult> = {
  method: foldersRequest,
  // The client waits until the folders are known or an answer reports a problem, so this answer reports one.
  otherwise: () => ({
    known: false,
    folders: [],
    problem: l10n.t("The language server could not look up the folders; its log says why."),
  }),
  work: inMeantLibrary((_, { library }) => {
    const { current, live } = library();
    const folders = current.folders();
    const problem = live?.status.problem;
    return {
      known: folders.state === "known",
      folders: folders.state === "known" ? folders.value : [],
      ...(problem === undefined ? {} : { problem }),
    };
  }),
};
