/** The progress of the translations, see `languageProgressRequest`. */
import { inMeantLibrary } from "../handler.ts";
import type { Handler } from "../handler.ts";
import { languageProgressRequest } from "../protocol.ts";
import type { LanguageProgressResult, Meant } from "../protocol.ts";

export const onLanguageProgress: Handler<Meant, LanguageProgressResult> = {
  method: languageProgressRequest,
  otherwise: () => ({ known: false, languages: [], folders: [] }),
  work: inMeantLibrary((_, { progress, signal }) => progress.ask({ signal })),
};
