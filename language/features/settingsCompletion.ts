/**
 * Offers the values of a `smartform.json` that no schema can list: Smartforms, folders and languages of the library.
 */
import type { Context } from "../context.ts";
import { placeAt } from "../requests/request.ts";
import type { Request } from "../requests/request.ts";
import type { Completion } from "./completion.ts";
import { folders, languages, smartforms } from "./formRequestCompletion.ts";
import { completeValue } from "./jsonCompletion.ts";
import type { Offer } from "./jsonCompletion.ts";

const offers: ReadonlyMap<string, (context: Context) => Offer> = new Map([
  ["files/[]/smartform", smartforms],
  ["files/[]/textLibraryFolder", folders],
  ["files/[]/language", languages],
]);

/** `settings`: the file as JSON. */
export function settingsCompletion(settings: Request, offset: number, context: Context): Completion {
  const place = placeAt(settings, offset);
  const offer = place.inValue ? offers.get(place.path.join("/")) : undefined;
  return offer === undefined
    ? { items: [], incomplete: false }
    : completeValue(settings, offset, place, () => offer(context));
}
