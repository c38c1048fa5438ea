/** Places that mention the library text of an open document, see `placesRequest`. */
import type { Handler } from "../handler.ts";
import { placesRequest } from "../protocol.ts";
import type { PlacesParams, PlacesResult } from "../protocol.ts";
import type { Open } from "../workspace/workspace.ts";
import { findPlaces } from "./references.ts";
import type { ReferenceOptions } from "./references.ts";

export const onPlaces: Handler<PlacesParams, PlacesResult> = {
  method: placesRequest,
  otherwise: () => [],
  async work({ uri }, { everywhere, find, signal, tell }) {
    const open = await find(uri);
    return open && findUses(open, { ...everywhere(), includeDeclaration: false, signal, tell });
  },
};

/** Returns an empty list if the document is not a known library text. */
async function findUses(open: Open, options: ReferenceOptions): Promise<PlacesResult> {
  const { catalog, textId } = open.context;
  const text = textId === undefined ? undefined : catalog.text(textId);
  return text?.state === "known" ? findPlaces({ kind: "text", text: text.value }, open.context, open, options) : [];
}
