/**
 * What documents say about texts and folders that are to get another code, name or place, and how they would say it afterwards. For a plan, which
 * changes nothing here: it is looked at first, and carried out step by step.
 */
import { folderById, folderReference, parse, referenceTo, renameEdits, shortReferenceTo } from "../language/index.ts";
import type { Catalog, Reference, Subject } from "../language/index.ts";
import { occurrencesOf } from "./occurrences.ts";
import type { Everywhere, Occurrences } from "./occurrences.ts";
import type { ReferenceChange, ReferenceEditsParams, ReferenceEditsResult, ReferenceParams, ReferenceResult, ReferringDocument } from "./protocol.ts";
import type { Open } from "./workspace.ts";

type Edit = ReferringDocument["edits"][number];

export async function referenceEdits({ changes }: ReferenceEditsParams, everywhere: Everywhere & { readonly signal: AbortSignal }): Promise<ReferenceEditsResult> {
  const catalog = everywhere.library.current;
  const documents = new Map<string, Omit<ReferringDocument, "edits"> & { readonly edits: Edit[] }>();
  let [known, uncertain, left] = [true, 0, 0];
  for (const [index, change] of changes.entries()) {
    const subject = subjectOf(change, catalog);
    const search = subject && occurrencesOf(subject, everywhere, everywhere);
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
      const document = documents.get(key) ?? { uri, text: text === null ? null : { id: text.text.id, code: text.text.code, language: text.language }, content: lines.text, edits: [] };
      documents.set(key, document);
      document.edits.push(...written.edits.map((edit) => ({ ...edit, change: index })));
    }
    known &&= next.value;
  }
  const referring = [...documents.values()].filter(({ edits }) => edits.length > 0);
  for (const { edits } of referring) edits.sort((one, other) => one.start - other.start || one.end - other.end);
  return { known, documents: referring, uncertain, left };
}

interface Written {
  readonly edits: readonly Omit<Edit, "change">[];
  readonly uncertain: number;
  readonly left: number;
}

function writeAnew(change: ReferenceChange, subject: Subject, { kind, references }: Occurrences, catalog: Catalog): Written {
  if ("folderId" in change) return moved(references, change.folderId, { catalog, isText: kind === "text" });
  const certain = references.filter(({ how }) => how !== "possible");
  if (!canBeReferredTo(change.name)) return { edits: [], uncertain: references.length - certain.length, left: certain.length };
  const { edits, left } = renameEdits(subject, certain, change.name, { json: kind !== "text" });
  return { edits, uncertain: references.length - certain.length, left };
}

/** A full reference names the new folder instead; a short one becomes a full one, since the folder in which it was found is another one now. */
function moved(references: readonly Reference[], folderId: string, { catalog, isText }: { readonly catalog: Catalog; readonly isText: boolean }): Written {
  const folder = folderById(catalog, folderId);
  const name = folder.state === "known" ? folderReference(folder.value) : "";
  const certain = references.filter(({ how }) => how !== "possible");
  if (!canBeReferredTo(name) || !isText) return { edits: [], uncertain: references.length - certain.length, left: certain.length };
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

/** Names of folders may hold what ends a part of a reference. */
export function canBeReferredTo(name: string): boolean {
  const [reference] = parse(`[[ LIB : ${name} : ${name} ]]`, "html").placeholders;
  return reference?.kind === "library" && reference.folder?.text === name && reference.code.text === name;
}

/** See `referenceRequest`. In a JSON file the words stand inside of a string. */
export function writeReferences({ textIds }: ReferenceParams, { document: { syntax, kind }, context }: Pick<Open, "document" | "context">): ReferenceResult {
  const references = syntax.placeholders.filter((placeholder) => placeholder.kind === "library" && placeholder.malformed === null);
  const isShort = references.length > 0 && references.every((placeholder) => placeholder.kind === "library" && placeholder.folder === null);
  return textIds.map((id) => {
    const text = context.catalog.text(id);
    if (text.state !== "known") return null;
    const written = (isShort ? shortReferenceTo(text.value, syntax.format, context) : null) ?? referenceTo(text.value, syntax.format, context);
    return written === null || kind === "text" ? written : JSON.stringify(written).slice(1, -1);
  });
}

