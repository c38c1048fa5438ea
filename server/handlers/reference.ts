/** Returns references to library texts as a document would write them, see `referenceRequest`. */
import { referenceTo, shortReferenceTo, unknown } from "../../language/index.ts";
import type { Catalog } from "../../language/index.ts";
import { inMeantLibrary } from "../handler.ts";
import type { Handler } from "../handler.ts";
import { referenceRequest } from "../protocol.ts";
import type { Meant, ReferenceParams, ReferenceResult } from "../protocol.ts";
import type { Open } from "../workspace/workspace.ts";

export const onReference: Handler<ReferenceParams & Meant, ReferenceResult> = {
  method: referenceRequest,
  otherwise: ({ textIds }) => textIds.map(() => null),
  work: inMeantLibrary(async (params, { find, library }) => {
    if (params.uri === undefined) return writeAnywhere(params, library().current);
    const open = await find(params.uri);
    return open === undefined ? params.textIds.map(() => null) : writeReferences(params, open);
  }),
};

/** Returns only references that stay the same in HTML and inside a JSON string. */
function writeAnywhere({ textIds }: ReferenceParams, catalog: Catalog): ReferenceResult {
  return textIds.map((id) => {
    const text = catalog.text(id);
    if (text.state !== "known") return null;
    const context = { catalog, data: unknown };
    const written = referenceTo(text.value, "plain", context);
    const isSure = written === referenceTo(text.value, "html", context) && JSON.stringify(written) === `"${written}"`;
    return isSure ? written : null;
  });
}

/** Escapes references for a JSON file, where they are inside a string. */
function writeReferences(
  { textIds }: ReferenceParams,
  { document: { syntax, kind }, context }: Pick<Open, "document" | "context">,
): ReferenceResult {
  const references = syntax.placeholders.filter(
    (placeholder) => placeholder.kind === "library" && placeholder.malformed === null,
  );
  const isShort =
    references.length > 0 &&
    references.every((placeholder) => placeholder.kind === "library" && placeholder.folder === null);
  return textIds.map((id) => {
    const text = context.catalog.text(id);
    if (text.state !== "known") return null;
    const written =
      (isShort ? shortReferenceTo(text.value, syntax.format, context) : null) ??
      referenceTo(text.value, syntax.format, context);
    return written === null || kind === "text" ? written : JSON.stringify(written).slice(1, -1);
  });
}
