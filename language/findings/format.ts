/** How the content of a library text is written (document 1, "Text Library text": contentType). */
import type { ContentType } from "../catalog.ts";
import type { Format } from "../syntax.ts";

export function formatOf(contentType: ContentType): Format {
  return contentType === 2 ? "html" : contentType === 1 ? "rich" : "plain";
}
