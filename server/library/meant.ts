/**
 * Binds a client's request to the library that it means: no other library answers the request, even if the window
 * switches to another library in the meantime.
 */
import { ResponseError } from "vscode-languageserver";
import { l10n } from "../../language/index.ts";
import type { Library } from "./library.ts";
import { otherLibraryCode } from "../protocol.ts";
import type { Meant } from "../protocol.ts";

export interface Libraries {
  readonly library: () => Library;
  /** Settles when the library that was chosen last is open. */
  readonly switched: () => Promise<void>;
}

/**
 * Resolves with the answer of the library that is meant. Repeats the work if that library was reopened during the work.
 * Rejects if another library is open.
 */
export async function ofMeant<Result>(
  { owner }: Meant,
  { library, switched }: Libraries,
  work: () => Result | Promise<Result>,
): Promise<Result> {
  for (;;) {
    await lastSwitch(switched);
    const asked = library();
    if (owner !== undefined && asked.owner !== owner)
      throw new ResponseError(
        otherLibraryCode,
        l10n.t("The window has switched to another library. Nothing was done. Try again."),
      );
    const answer = await work();
    if (owner === undefined || library() === asked) return answer;
  }
}

async function lastSwitch(switched: () => Promise<void>): Promise<void> {
  for (let last; last !== switched();) await (last = switched());
}
