/**
 * Finds the references to texts and folders that will get another code, name or folder, and works out how to write
 * these references afterwards. Changes nothing: the result is for a plan, which the author reviews first and carries
 * out step by step.
 */
import { folderById, folderReference, parse, renameEdits } from "../../language/index.ts";
import type { Catalog, Reference, Smartform, Subject } from "../../language/index.ts";
import { inMeantLibrary } from "../handler.ts";
import type { Handler } from "../handler.ts";
import { occurrencesOf } from "../workspace/occurrences.ts";
import type { Occurrences } from "../workspace/occurrences.ts";
import { referenceEditsRequest } from "../protocol.ts";
import type {
  Meant,
  ReferenceChange,
  ReferenceEditsParams,
  ReferenceEditsResult,
  ReferringDocument,
} from "../protocol.ts";
import { inPages } from "../library/smartformPages.ts";

export const onReferenceEdits: Handler<ReferenceEditsParams & Meant, ReferenceEditsResult> = {
  method: referenceEditsRequest,
  otherwise: () => ({ known: false, documents: [], uncertain: 0, left: 0, smartforms: [] }),
  work: inMeantLibrary(async ({ changes }, surroundings) => {
    const everywhere = surroundings.everywhere();
    const catalog = everywhere.library.current;
    const documents = new Map<string, Omit<ReferringDocument, "edits"> & { readonly edits: Edit[] }>();
    const smartforms = new Map<string, { readonly name: string; readonly references: SmartformReference[] }>();
    let [known, uncertain, left] = [true, 0, 0];
    for (const [index, change] of changes.entries()) {
      const subject = subjectOf(change, catalog);
      const search = subject && occurrencesOf(subject, everywhere, surroundings);
      if (subject === null || search === null) {
        known = false;
        continue;
      }
      let next = await search.next();
      for (; next.done !== true; next = await search.next()) {
        const { uri, text, lines } = next.value;
        const written = writeAnew(change, subject, next.value, catalog);
        uncertain += written.uncertain;
        left += written.left;
        const key = text === null ? String(uri) : `${text.language} ${text.text.id}`;
        const document = documents.get(key) ?? {
          uri,
          text: text === null ? null : { id: text.text.id, code: text.text.code, language: text.language },
          content: lines.text,
          edits: [],
        };
        documents.set(key, document);
        document.edits.push(...written.edits.map((edit) => ({ ...edit, change: index })));
      }
      known &&= next.value;
      for (const { id, name, references } of inSmartforms(change, subject, catalog)) {
        const listed = smartforms.get(id) ?? { name, references: [] };
        smartforms.set(id, listed);
        listed.references.push(...references);
      }
    }
    const referring = [...documents.values()].filter(({ edits }) => edits.length > 0);
    for (const { edits } of referring) edits.sort((one, other) => one.start - other.start || one.end - other.end);
    return { known, documents: referring, uncertain, left, smartforms: [...smartforms.values()] };
  }),
};

type Edit = ReferringDocument["edits"][number];

type SmartformReference = ReferenceEditsResult["smartforms"][number]["references"][number];

/** Returns the Smartforms whose known pages refer to the subject. The server changes nothing in them. */
function inSmartforms(
  change: ReferenceChange,
  subject: Subject,
  catalog: Catalog,
): readonly { readonly id: string; readonly name: string; readonly references: readonly SmartformReference[] }[] {
  const smartforms = catalog.smartforms();
  if (smartforms.state !== "known") return [];
  return smartforms.value.flatMap((smartform) => {
    const found = [...inFolderOf(smartform, change, subject), ...writtenInPages(smartform, change, subject, catalog)];
    const written = new Map(found.flatMap((each) => (each === null ? [] : [[`${each.before} ${each.after}`, each]])));
    return found.length === 0 ? [] : [{ id: smartform.id, name: smartform.name, references: [...written.values()] }];
  });
}

/**
 * Returns the old and new name of the Smartform's own folder, in which its short references are looked up; empty if the
 * change does not rename that folder.
 */
function inFolderOf(
  { textLibraryFolder }: Smartform,
  change: ReferenceChange,
  subject: Subject,
): readonly SmartformReference[] {
  if (subject.kind !== "folder" || "folderId" in change || textLibraryFolder.state !== "known") return [];
  const {
    folder: { code, name },
  } = subject;
  const { value: before } = textLibraryFolder;
  return before.toLowerCase() === (code ?? name).toLowerCase() ? [{ before, after: change.name }] : [];
}

/**
 * Returns null for a place if it is uncertain whether the place refers to the subject, or if the place cannot be
 * rewritten.
 */
function writtenInPages(
  smartform: Smartform,
  change: ReferenceChange,
  subject: Subject,
  catalog: Catalog,
): readonly (SmartformReference | null)[] {
  return Array.from(inPages(smartform, subject, catalog), ({ written, start, references }) => {
    const { edits } = writeAnew(change, subject, { kind: "text", references }, catalog);
    if (edits.length === 0) return null;
    const after = edits.reduceRight(
      (words, { start: from, end: to, newText }) => words.slice(0, from - start) + newText + words.slice(to - start),
      written,
    );
    return { before: written, after };
  });
}

interface Written {
  readonly edits: readonly Omit<Edit, "change">[];
  readonly uncertain: number;
  readonly left: number;
}

function writeAnew(
  change: ReferenceChange,
  subject: Subject,
  { kind, references }: Pick<Occurrences, "kind" | "references">,
  catalog: Catalog,
): Written {
  if ("folderId" in change) return moved(references, change.folderId, { catalog, isText: kind === "text" });
  const certain = references.filter(({ how }) => how !== "possible");
  if (!canBeReferredTo(change.name))
    return { edits: [], uncertain: references.length - certain.length, left: certain.length };
  const { edits, left } = renameEdits(subject, certain, change.name, { json: kind !== "text" });
  return { edits, uncertain: references.length - certain.length, left };
}

/**
 * A full reference gets the new folder; a short one becomes a full one, because the text has left the folder in which
 * it was found.
 */
function moved(
  references: readonly Reference[],
  folderId: string,
  { catalog, isText }: { readonly catalog: Catalog; readonly isText: boolean },
): Written {
  const folder = folderById(catalog, folderId);
  const name = folder.state === "known" ? folderReference(folder.value) : "";
  const certain = references.filter(({ how }) => how !== "possible");
  if (!canBeReferredTo(name) || !isText)
    return { edits: [], uncertain: references.length - certain.length, left: certain.length };
  const edits = certain.flatMap(({ mention: { reference } }) => {
    if (reference === null) return [];
    const { folder: named, code } = reference;
    if (named === null) return [{ start: code.start, end: code.start, newText: `${name} : ` }];
    return named.end - named.start === named.text.length ? [{ start: named.start, end: named.end, newText: name }] : [];
  });
  return { edits, uncertain: references.length - certain.length, left: certain.length - edits.length };
}

function subjectOf({ of }: ReferenceChange, catalog: Catalog): Subject | null {
  if ("folderId" in of) {
    const folder = folderById(catalog, of.folderId);
    return folder.state === "known" ? { kind: "folder", folder: folder.value } : null;
  }
  const text = catalog.text(of.textId);
  return text.state === "known" ? { kind: "text", text: text.value } : null;
}

/** Returns false if the name contains characters that end a part of a reference; names of folders may contain them. */
function canBeReferredTo(name: string): boolean {
  const [reference] = parse(`[[ LIB : ${name} : ${name} ]]`, "html").placeholders;
  return reference?.kind === "library" && reference.folder?.text === name && reference.code.text === name;
}
