/**
 * The filter of the Text Library tree, and what the tree shows with it. The filter covers only the part of the library
 * that has been read.
 */
import type { Folder, Text } from "../../../language/index.ts";
import type { LibraryOf } from "../library.ts";
import type { Surveys } from "./surveys.ts";
import { isInState, shownOf } from "./viewModel.ts";
import type { Filter, Shown } from "./viewModel.ts";

interface TreeFilter {
  readonly current: Filter | undefined;
  /** undefined if everything is shown. */
  readonly shown: Shown | undefined;
  /** False if the library is not completely read. */
  readonly known: boolean;
  /** The library has changed since the survey that this filter uses. */
  readonly old: boolean;
  set(filter: Filter | undefined): void;
  /** Applies the filter again. If the author cancels a survey and no earlier one is kept, the filter is removed. */
  refresh(library: LibraryOf, folders: readonly Folder[], options?: { readonly fresh: boolean }): Promise<void>;
}

/** Maximum number of texts that a filter by words shows. */
const most = 5000;

export function createFilter(surveys: Surveys): TreeFilter {
  let current: Filter | undefined;
  let shown: Shown | undefined;
  let [known, old] = [true, false];

  async function find(library: LibraryOf, filter: Filter, fresh: boolean): Promise<readonly Text[] | undefined> {
    if (filter.by === "words") {
      const found = await library.texts({ query: filter.words, limit: most });
      [known, old] = [found.known, false];
      return found.texts;
    }
    const survey = await surveys.look(library, { fresh });
    if (survey === undefined) return undefined;
    [known, old] = [survey.result.known, survey.old];
    return survey.result.texts
      .filter((text) => isInState(text, filter.state, survey.result.languages))
      .map(({ text }) => text);
  }

  return {
    get current() {
      return current;
    },
    get shown() {
      return shown;
    },
    get known() {
      return known;
    },
    get old() {
      return old;
    },
    set(filter) {
      current = filter;
      shown = undefined;
    },
    async refresh(library, folders, { fresh } = { fresh: false }) {
      const filter = current;
      if (filter === undefined) return;
      const texts = await find(library, filter, fresh);
      if (filter !== current) return;
      if (texts === undefined) current = undefined;
      shown = texts === undefined ? undefined : shownOf(texts, folders);
    },
  };
}
