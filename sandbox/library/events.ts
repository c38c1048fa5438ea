/** Changes of the Text Library as events for audit (N41). Statistics do not count them. */
import type { Call } from "../base/call.ts";
import { eventSources } from "../base/event.ts";
import { recordEvent } from "../base/recordEvent.ts";

type Change = "Created" | "Changed" | "Deleted";

export function recordTextEvent(
  call: Call,
  change: Change,
  { id, code, folder }: { readonly id: string; readonly code: string; readonly folder: string },
): void {
  record(call, `Text${change}`, { code, textId: id, folderId: folder });
}

export function recordFolderEvent(
  call: Call,
  change: Change,
  { id, name, code }: { readonly id: string; readonly name: string; readonly code: string | null },
): void {
  record(call, `Folder${change}`, { name, code, folderId: id });
}

function record(
  { state, company, clientId }: Call,
  name: string,
  description: Readonly<Record<string, string | null>>,
): void {
  if (state.choice("N41") === "no event") return;
  recordEvent(state, {
    company,
    name,
    source: eventSources.textLibrary,
    user: clientId,
    category: "Text Library",
    description,
  });
}
