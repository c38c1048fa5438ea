/** callHierarchy/incomingCalls: the texts and files that include a text. */
import { CallHierarchyIncomingCallsRequest } from "vscode-languageserver";
import type { CallHierarchyIncomingCall, CallHierarchyIncomingCallsParams } from "vscode-languageserver";
import { l10n } from "../../language/index.ts";
import type { Handler } from "../handler.ts";
import { aboutOf, fileItem, textItems } from "../workspace/includeItems.ts";
import { toLspRange } from "../places/lines.ts";
import { occurrencesOf } from "../workspace/occurrences.ts";
import type { Occurrences } from "../workspace/occurrences.ts";

export const onIncomingCalls: Handler<CallHierarchyIncomingCallsParams, CallHierarchyIncomingCall[] | null> = {
  method: CallHierarchyIncomingCallsRequest.type,
  otherwise: () => null,
  work: async ({ item }, { everywhere, signal, tell }) => {
    const asked = { ...everywhere(), signal, tell };
    const about = aboutOf(item);
    const text = about === null || "uri" in about ? undefined : asked.library.current.text(about.textId);
    if (text?.state !== "known") return null;
    const fileUses: Occurrences[] = [];
    const texts = new Map<string, Occurrences[]>();
    const search = occurrencesOf({ kind: "text", text: text.value }, asked, asked);
    let next = await search.next();
    for (; next.done !== true; next = await search.next()) {
      const each = next.value;
      if (each.text === null) fileUses.push(each);
      else texts.set(each.text.text.id, [...(texts.get(each.text.text.id) ?? []), each]);
    }
    if (!next.value)
      asked.tell(l10n.t("The Text Library is not completely read yet: more texts may include this one."));
    const files = fileUses.sort((a, b) => byName(a.uri!, b.uri!));
    const groups = [...texts.values()].sort(([a], [b]) => byName(a!.text!.text.code, b!.text!.text.code));
    const items = await textItems(
      groups.map(([first]) => first!.text!),
      asked,
    );
    return [
      ...files.map((each) => ({ from: fileItem(each.uri!), fromRanges: rangesOf(each) })),
      ...items.map((from) => {
        const group = texts.get((from.data as { readonly textId: string }).textId)!;
        const languages = group.map((each) => each.text!.language).sort();
        // A text that the client cannot open has no ranges here: its item points to the catalog file, where they would
        // be wrong.
        return {
          from: { ...from, detail: `${from.detail} · ${languages.join(", ")}` },
          fromRanges: group[0]!.uri === null ? [] : rangesOf(group[0]!),
        };
      }),
    ];
  },
};

function byName(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

function rangesOf({ lines, references }: Occurrences) {
  return references.map(({ mention }) => toLspRange(lines, mention.part));
}
