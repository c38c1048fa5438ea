/** Reads the library or one text again, see `refreshRequest`. */
import { ResponseError } from "vscode-languageserver";
import { messageOf } from "../../language/index.ts";
import { inMeantLibrary } from "../handler.ts";
import type { Handler } from "../handler.ts";
import { refresh } from "../library/library.ts";
import { refreshRequest } from "../protocol.ts";
import type { Meant, RefreshParams } from "../protocol.ts";

export const onRefresh: Handler<RefreshParams & Meant, null> = {
  method: refreshRequest,
  otherwise: () => null,
  work: inMeantLibrary(async ({ textId }, { library, events, signal }) => {
    const { live } = library();
    if (live === undefined) return null;
    if (textId === undefined) await refresh(live, events, { afresh: true });
    else
      await live.refreshText(textId, { signal }).catch((error: unknown) => {
        throw new ResponseError(-32001, messageOf(error));
      });
    return null;
  }),
};
