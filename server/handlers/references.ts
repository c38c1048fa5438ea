/** textDocument/references: across open documents, files of the workspace and library texts of every language. */
import { ReferencesRequest } from "vscode-languageserver";
import type { Location, Position, ReferenceParams } from "vscode-languageserver";
import { l10n, oneOrMany, textTarget } from "../../language/index.ts";
import type { Context, Subject } from "../../language/index.ts";
import { inDocument } from "../handler.ts";
import type { Handler } from "../handler.ts";
import { placeInDataTable, placeOfItem, placesInTexts } from "../places/jsonPlaces.ts";
import type { InText } from "../places/jsonPlaces.ts";
import type { Library } from "../library/library.ts";
import { offsetAt, toLspRange } from "../places/lines.ts";
import { occurrencesOf, subjectAt } from "../workspace/occurrences.ts";
import type { Occurrences } from "../workspace/occurrences.ts";
import type { Open, Workspace } from "../workspace/workspace.ts";
import { locate } from "./definition.ts";

export const onReferences: Handler<ReferenceParams, Location[] | null> = {
  method: ReferencesRequest.type,
  otherwise: () => null,
  capability: () => ({ referencesProvider: true }),
  work(params, surroundings) {
    const partial = surroundings.connection.languages.attachPartialResultProgress(ReferencesRequest.type, params);
    return inDocument((open, { position, context }: ReferenceParams, { everywhere, signal, tell }) =>
      findReferences(open, position, {
        ...everywhere(),
        includeDeclaration: context.includeDeclaration,
        signal,
        tell,
        ...(partial ? { report: (places) => partial.report([...places]) } : {}),
      }),
    )(params, surroundings);
  },
};

export interface ReferenceOptions {
  readonly workspace: Workspace;
  readonly library: Library;
  readonly includeDeclaration: boolean;
  readonly signal: AbortSignal;
  /** Receives places as they are found if the client requested partial results; the final answer is then empty. */
  readonly report?: (places: readonly Location[]) => void;
  /** Tells the user what the answer leaves out. */
  readonly tell: (message: string) => void;
}

/** The number of places sent to the client at once. */
const bunch = 200;

async function findReferences(open: Open, position: Position, options: ReferenceOptions): Promise<Location[] | null> {
  const at = await subjectAt(open, offsetAt(open.document.lines, position), options.workspace);
  return at && findPlaces(at.subject, at.context, open, options);
}

/**
 * Returns the declaration, if wanted, then the mentions. Searches for both at the same time, because each search may
 * read the catalog file.
 */
export async function findPlaces(
  subject: Subject,
  context: Context,
  open: Open,
  options: ReferenceOptions,
): Promise<Location[]> {
  const { includeDeclaration, report } = options;
  const [declared, mentioned] = await Promise.all([
    includeDeclaration ? declarations(subject, context, open, options) : [],
    findMentions(subject, options),
  ]);
  const found = [...declared, ...mentioned];
  if (!report) return found;
  if (found.length > 0) report(found);
  return [];
}

/** Returns the places not yet passed to `report`. */
async function findMentions(subject: Subject, options: ReferenceOptions): Promise<readonly Location[]> {
  const { workspace, library, signal, report } = options;
  const found: Location[] = [];
  const put = (places: readonly Location[]): void => {
    found.push(...places);
    if (report && found.length >= bunch) report(found.splice(0));
  };
  const inFile: InText[] = [];
  let hidden = 0;
  const search = occurrencesOf(subject, { workspace, library }, { signal });
  let next = await search.next();
  for (; next.done !== true; next = await search.next()) {
    const each = next.value;
    if (each.kind === "sample" && !options.includeDeclaration) continue;
    if (each.uri !== null) put(locationsOf(each, each.uri));
    else if (library.file !== undefined && each.text !== null)
      inFile.push({
        textId: each.text.text.id,
        language: each.text.language,
        ranges: each.references.map(({ mention }) => mention.part),
      });
    else hidden += each.references.length;
  }
  if (library.file !== undefined && inFile.length > 0)
    put((await placesInTexts(library.file, inFile, { signal })).map(({ location }) => location));
  if (hidden > 0)
    options.tell(
      oneOrMany(
        hidden,
        l10n.t("1 more place is in a text of the Text Library. This editor cannot open the text."),
        l10n.t("{0} more places are in texts of the Text Library. This editor cannot open the texts.", hidden),
      ),
    );
  if (!next.value)
    options.tell(l10n.t("The Text Library is not completely read yet: there may be more places in its texts."));
  return found;
}

function locationsOf({ lines, references }: Occurrences, uri: string): readonly Location[] {
  return references.map(({ mention }) => ({ uri, range: toLspRange(lines, mention.part) }));
}

/** Returns the places that declare the subject, without those in data samples: these are already among the mentions. */
async function declarations(
  subject: Subject,
  context: Context,
  open: Open,
  { library, signal }: ReferenceOptions,
): Promise<readonly Location[]> {
  const { file } = library;
  if (subject.kind === "text") {
    const target = textTarget(subject.text, context);
    const place = target && (await locate(target, open, { library, links: false, signal }));
    return place ? [place] : [];
  }
  if (file === undefined || subject.kind === "input") return [];
  const place =
    subject.kind === "folder"
      ? await placeOfItem(
          file,
          { list: "folders", id: subject.folder.id, inside: [subject.folder.code ? "code" : "name"] },
          { signal },
        )
      : await placeInDataTable(file, subject.name.split("."), { signal });
  return place ? [place] : [];
}
