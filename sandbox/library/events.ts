/** Changes of the Text Library, as audit hears of them (N41). They are not counted in statistics. */
import type { Call } from "../base/call.ts";
import { eventSources, recordEvent } from "../base/events.ts";
import type { FolderRow } from "./folders.ts";
import type { TextRow } from "./texts.ts";

type Change = "Created" | "Changed" | "Deleted";

export function recordTextEvent(
  call: Call,
  change: Change,
  { id, code, folder }: Pick<TextRow, "id" | "code" | "folder">,
): void {
  record(call, `Text${change}`, { code, textId: id, folderId: folder });
}

export function recordFolderEvent(
  call: Call,
  change: Change,
  { id, name, code }: Pick<FolderRow, "id" | "name" | "code">,
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
