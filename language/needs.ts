/**
 * What is needed to fill in a text or a Smartform: its data placeholders, its inputs and the sources of these inputs,
 * and the same for all texts that it includes. Every text is read once, however often it is included, so that the time
 * is linear in the texts that are reached.
 */
import { unknown } from "./answer.ts";
import type { Catalog, Smartform, Text } from "./catalog.ts";
import type { Context } from "./context.ts";
import { formatOf, notFilledIn, textToFill } from "./expand.ts";
import { parse } from "./parse.ts";
import type { Range } from "./range.ts";
import { requestedSmartform, textOf, valueAt } from "./requests/request.ts";
import type { Request } from "./requests/request.ts";
import { optionValue, resolve } from "./resolve.ts";
import type { Format, Input, Placeholder } from "./syntax.ts";
import { chooseTranslation } from "./translation.ts";

/**
 * Where a name is printed: in a library text or, if `textId` is null, in the Smartform itself or in the `content` for
 * which `needsOf` was called.
 */
export interface Printed extends Range {
  readonly textId: string | null;
  readonly language: string | null;
}

export interface DataNeed {
  /** The names from the outermost object inward. */
  readonly path: readonly string[];
  /** Whether a placeholder prints the value; otherwise it is only the default of an input. */
  readonly printed: boolean;
  readonly places: readonly Printed[];
}

interface InputNeed {
  readonly name: string;
  /** The type as written in the first place that names one; "" if no place does. */
  readonly type: string;
  readonly source: string;
  readonly places: readonly Printed[];
}

export interface Needs {
  /** The needs by dotted name, in the order in which the texts name them. */
  readonly data: ReadonlyMap<string, DataNeed>;
  readonly inputs: ReadonlyMap<string, InputNeed>;
  /** Option lists that inputs name with `source=`, with the places of these inputs. */
  readonly sources: ReadonlyMap<string, readonly Printed[]>;
  /** Whether all texts are known. If not, a name that is missing here may still be needed. */
  readonly complete: boolean;
}

export type NeedsOf =
  { readonly smartform: Smartform } | { readonly text: Text } | { readonly content: string; readonly format: Format };

/**
 * Returns what the texts need in every language. With `language`, returns only what they need in that language; a text
 * that lacks the language counts in the language that it falls back to. Short references look in the folder of the
 * context, or of its Smartform.
 */
export function needsOf(root: NeedsOf, context: Context, { language }: { readonly language?: string } = {}): Needs {
  const { catalog } = context;
  const data = new Map<string, { path: readonly string[]; printed: boolean; places: Printed[] }>();
  const inputs = new Map<string, { name: string; type: string; source: string; places: Printed[] }>();
  const sources = new Map<string, Printed[]>();
  const met = new Set<string>();
  const open: Text[] = [];
  let complete = true;

  function readContent(content: string, format: Format, from: Pick<Printed, "textId" | "language">): void {
    for (const placeholder of parse(content, format).placeholders) {
      if (notFilledIn(placeholder, "pdf") === null)
        readPlaceholder(placeholder, { ...from, start: placeholder.start, end: placeholder.end });
    }
  }

  function readPlaceholder(placeholder: Placeholder, place: Printed): void {
    if (placeholder.kind === "data")
      addData(
        placeholder.segments.map((segment) => segment.text),
        place,
        { printed: true },
      );
    if (placeholder.kind === "input") addInput(placeholder, place);
    if (placeholder.kind !== "library") return;
    const resolution = resolve(placeholder, context);
    const found = resolution.kind === "library" ? textToFill(resolution, {}) : "no-text";
    if (found === "unknown") complete = false;
    if (typeof found !== "string") addText(found);
  }

  function addText(text: Text): void {
    if (met.has(text.id)) return;
    met.add(text.id);
    open.push(text);
  }

  function addData(path: readonly string[], place: Printed, { printed }: { readonly printed: boolean }): void {
    const name = path.join(".");
    const need = data.get(name) ?? { path, printed, places: [] };
    need.printed ||= printed;
    need.places.push(place);
    data.set(name, need);
  }

  function addInput(input: Input, place: Printed): void {
    const name = input.name.text;
    const option = (of: string): string => optionValue(input, of)?.text ?? "";
    const need = inputs.get(name) ?? { name, type: "", source: "", places: [] };
    need.type ||= option("type");
    need.source ||= option("source");
    need.places.push(place);
    inputs.set(name, need);
    if (option("source") !== "") addSource(option("source"), place);
    if (option("default").startsWith("$") && option("default").length > 1)
      addData(option("default").slice(1).split("."), place, { printed: false });
  }

  function addSource(name: string, place: Printed): void {
    const places = sources.get(name);
    if (places === undefined) sources.set(name, [place]);
    else places.push(place);
  }

  function readText(text: Text): void {
    if (language !== undefined) {
      const chosen = chooseTranslation(catalog, text, language);
      if (chosen.state === "unknown") complete = false;
      if (chosen.state === "known")
        readContent(chosen.value.translation.content, formatOf(text.contentType), {
          textId: text.id,
          language: chosen.value.language,
        });
      return;
    }
    if (text.languages.state !== "known") complete = false;
    for (const each of text.languages.state === "known" ? text.languages.value : []) {
      const translation = catalog.translation(text.id, each);
      if (translation.state === "unknown") complete = false;
      if (translation.state === "known")
        readContent(translation.value.content, formatOf(text.contentType), { textId: text.id, language: each });
    }
  }

  if ("content" in root) readContent(root.content, root.format, { textId: null, language: null });
  if ("text" in root) addText(root.text);
  if ("smartform" in root) {
    const { pages } = root.smartform;
    if (pages.state !== "known") complete = false;
    for (const block of pages.state === "known" ? pages.value.flatMap((page) => page.blocks) : []) {
      if ("text" in block) readContent(block.text, block.format, { textId: null, language: null });
    }
  }
  for (let text = open.pop(); text !== undefined; text = open.pop()) readText(text);
  return { data, inputs, sources, complete };
}

/**
 * Returns what `needsOf` returns for a Smartform in every language, computed once for each state of the catalog.
 * `pages.state` is enough to tell versions of the Smartform apart, because the pages of at most one version are known.
 */
export function needsOfSmartform(smartform: Smartform, context: Context): Needs {
  const { catalog } = context;
  let kept = keptNeeds.get(catalog);
  if (kept?.revision !== catalog.revision)
    keptNeeds.set(catalog, (kept = { revision: catalog.revision, needs: new Map() }));
  const key = JSON.stringify([smartform.id, smartform.pages.state, context.folder ?? null]);
  const needs = kept.needs.get(key) ?? needsOf({ smartform }, { ...context, smartform: smartform.id });
  if (kept.needs.size >= mostKept) kept.needs.clear();
  kept.needs.set(key, needs);
  return needs;
}

const mostKept = 100;
const keptNeeds = new WeakMap<Catalog, { readonly revision: number; readonly needs: Map<string, Needs> }>();

/**
 * Returns the context in which the Smartform's texts are printed for this request, which names its own Smartform and,
 * perhaps, the folder of short references.
 */
export function printContext(request: Request, { catalog }: Context): Context {
  const smartform = requestedSmartform(request);
  const folder = textOf(valueAt(request, "textLibraryFolder"));
  return { catalog, data: unknown, ...(smartform ? { smartform } : {}), ...(folder ? { folder } : {}) };
}
