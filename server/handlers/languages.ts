/** Languages of the library, see `languagesRequest`. */
import { inMeantLibrary } from "../handler.ts";
import type { Handler } from "../handler.ts";
import { languagesRequest } from "../protocol.ts";
import type { LanguagesResult, Meant } from "../protocol.ts";

export const onLanguages: Handler<Meant, LanguagesResult> = {
  method: languagesRequest,
  otherwise: () => [],
  work: inMeantLibrary((_, { library }) => {
    const languages = library().current.languages();
    return languages.state === "known" ? languages.value : [];
  }),
};
