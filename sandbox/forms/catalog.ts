/** What the company holds as the language asks for it: its library, and its saved Smartforms. */
import { absent, known } from "../../language/index.ts";
import type { Catalog } from "../../language/index.ts";
import type { State } from "../base/state.ts";
import { libraryCatalog } from "../library/catalog.ts";
import { runningVersions, toLanguage } from "./smartform.ts";

/** Good for one request, as the library's is. */
export function companyCatalog(state: State, company: string): Catalog {
  return {
    ...libraryCatalog(state, company),
    smartforms: () =>
      known(runningVersions(state, { company, environment: null }).map((version) => toLanguage(state, version))),
    smartform: (id) => {
      const version = runningVersions(state, { company, environment: null }).find((candidate) => candidate.id === id);
      return version ? known(toLanguage(state, version)) : absent;
    },
  };
}
