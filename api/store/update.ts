/**
 * Changes many stored documents at once: counts the matches first, and compares this count with the number of rows that
 * the service reports as changed (T152, T153).
 */
import * as l10n from "@vscode/l10n";
import type { BodyOf, Request } from "../http/client.ts";
import { conditionsOf, searchStore } from "./search.ts";
import type { StoreQuery, StoreRow, StoreSearchCall } from "./search.ts";
import { oneOrMany } from "../oneOrMany.ts";

export type StoreChanges = BodyOf<"store.updateMany">["UpdateColumns"];

export interface PlannedUpdate {
  readonly request: Request<"store.updateMany">;
  /** How many documents match now. */
  readonly found: number;
  /** True if more documents may match than were counted. */
  readonly atLeast: boolean;
  /** Some of the documents that match, for the user to recognise. */
  readonly sample: readonly StoreRow[];
}

/** The largest number of rows to read when counting the matches. */
const most = 10_000;

/**
 * Searches with the same filters as the update. Throws RangeError if there is no filter or no column to change; in that
 * case, nothing is sent.
 */
export async function planStoreUpdate(
  call: StoreSearchCall,
  query: Pick<StoreQuery, "environment" | "filters" | "join">,
  changes: StoreChanges,
  {
    signal,
    sampleSize = 5,
    top = most,
  }: { readonly signal?: AbortSignal; readonly sampleSize?: number; readonly top?: number } = {},
): Promise<PlannedUpdate> {
  const { environment, filters, join } = query;
  if (filters.length === 0)
    throw new RangeError(
      l10n.t("Without a filter every document of the store might be changed. Give at least one filter."),
    );
  if (Object.keys(changes).length === 0) throw new RangeError(l10n.t("Give at least one column to change."));
  const { rows, unread, atLeast } = await searchStore(
    call,
    { environment, filters, ...(join === undefined ? {} : { join }), top },
    { signal },
  );
  return {
    request: { environment, body: { WhereConditions: conditionsOf(query), UpdateColumns: changes } },
    found: rows.length + unread,
    atLeast,
    sample: rows.slice(0, sampleSize),
  };
}

/** Says what will happen, for the confirmation. */
export function plannedSentence({ found, atLeast }: Pick<PlannedUpdate, "found" | "atLeast">): string {
  if (found === 0) return l10n.t("No stored document matches now; nothing would be changed.");
  return `${matchWords(found, { atLeast })} ${l10n.t("The API documents describe no way to get the earlier values of the columns back.")}`;
}

function matchWords(found: number, { atLeast }: { readonly atLeast: boolean }): string {
  if (atLeast) return l10n.t("At least {0} stored documents match now and would be changed.", found);
  return oneOrMany(
    found,
    l10n.t("1 stored document matches now and would be changed."),
    l10n.t("{0} stored documents match now and would be changed.", found),
  );
}

/**
 * Says what happened, according to the number that the service returned. `found` is how many documents matched before,
 * if they were counted.
 */
export function changedSentence(changed: number, before?: Pick<PlannedUpdate, "found" | "atLeast">): string {
  const documents =
    changed === 0
      ? l10n.t("Nothing was changed: no stored document matches any more, or none has these ids.")
      : oneOrMany(
          changed,
          l10n.t("1 stored document was changed."),
          l10n.t("{0} stored documents were changed.", changed),
        );
  if (before === undefined) return documents;
  const { found, atLeast } = before;
  if (atLeast ? changed >= found : changed === found) return documents;
  const matched = atLeast
    ? l10n.t(
        "The search before the change found at least {0}. Either the store changed in between, or the service reads the filters of a change differently from those of a search.",
        found,
      )
    : l10n.t(
        "The search before the change found {0}. Either the store changed in between, or the service reads the filters of a change differently from those of a search.",
        found,
      );
  return `${documents} ${matched} ${l10n.t("Search again before you go on.")}`;
}

/** Says what a deletion did, according to the number that the service returned. */
export function deletedSentence(deleted: number): string {
  if (deleted === 1) return l10n.t("The stored document was deleted for good.");
  return deleted === 0
    ? l10n.t("Nothing was deleted: the document is not in the document store now, or this client cannot see it.")
    : l10n.t("{0} stored documents were deleted for good, although only one was to be deleted.", deleted);
}
