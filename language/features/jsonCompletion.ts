/** Completion in JSON files: turns drafts into items that fit at the cursor, with quotes, colons and commas. */
import type { Range } from "../range.ts";
import type { JsonPlace, Request } from "../requests/request.ts";
import type { Completion, CompletionItem, CompletionKind } from "./completion.ts";

export interface Draft {
  readonly label: string;
  readonly kind: CompletionKind;
  /** The JSON to insert; if absent, the label as a string. */
  readonly json?: string;
  /** Inserted after a name that has no colon yet. */
  readonly value?: string;
  readonly detail?: string;
  readonly documentation?: string;
}

export interface Offer {
  readonly drafts: readonly Draft[];
  readonly incomplete?: boolean;
}

const most = 200;
export const noCompletion: Completion = { items: [], incomplete: false };

/**
 * An item replaces the plain value that the cursor touches. If there is any other value in this place, nothing is
 * offered.
 */
export function completeValue(request: Request, offset: number, { value }: JsonPlace, offer: () => Offer): Completion {
  if (value !== null && (value.kind !== "plain" || offset < value.start || offset > value.end)) return noCompletion;
  const range = value === null ? { start: offset, end: offset } : wordAt(request, value, offset);
  return toCompletion(offer(), range, request, { isName: false });
}

/** An unclosed string includes what follows on the line: only the part before the cursor is replaced. */
export function wordAt({ text }: Request, { start, end }: Range, offset: number): Range {
  const isClosed = text.charAt(start) !== '"' || (end > start + 1 && text.charAt(end - 1) === '"');
  return { start, end: isClosed ? end : offset };
}

export function toCompletion(
  { drafts, incomplete = false }: Offer,
  range: Range,
  { text }: Request,
  { isName }: { readonly isName: boolean },
): Completion {
  const behind = /^\s*(.?)/s.exec(text.slice(range.end, range.end + 1000))?.[1] ?? "";
  const isQuoted = text.charAt(range.start) === '"';
  const items = drafts.slice(0, most).map((draft, index): CompletionItem => {
    const { label, kind, detail, documentation } = draft;
    const json = draft.json ?? JSON.stringify(label);
    const value = isName && behind !== ":" ? `: ${draft.value ?? '""'}` : "";
    const comma = behind === '"' ? "," : "";
    return {
      ...range,
      label,
      kind,
      newText: json + value + comma,
      filterText: isQuoted ? `"${label} ${detail ?? ""}"` : label,
      sortText: String(index).padStart(4, "0"),
      again: false,
      ...(detail === undefined ? {} : { detail }),
      ...(documentation === undefined ? {} : { documentation }),
    };
  });
  return { items, incomplete: incomplete || drafts.length > most };
}
