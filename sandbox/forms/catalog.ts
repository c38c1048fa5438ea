/** The company's content as a catalog for the language: its library, and its saved Smartforms. */
import { absent, known } from "../../language/index.ts";
import type { Catalog } from "../../language/index.ts";
import type { State } from "../base/state.ts";
import { libraryCatalog } from "../library/catalog.ts";
import { runningVersions, toLanguage } from "./smartform.ts";

/** Valid for one request, like the library's catalog. */
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
