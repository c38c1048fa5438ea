/** callHierarchy/outgoingCalls: the texts that a text or a file includes. */
import { CallHierarchyOutgoingCallsRequest } from "vscode-languageserver";
import type { CallHierarchyOutgoingCall, CallHierarchyOutgoingCallsParams } from "vscode-languageserver";
import { allMentions, formatOf, includesAmong, parse, unknown } from "../../language/index.ts";
import type { Context, Include } from "../../language/index.ts";
import { pathOf } from "../places/address.ts";
import type { Handler } from "../handler.ts";
import { aboutOf, shownText, textItems } from "../workspace/includeItems.ts";
import type { ItemOptions } from "../workspace/includeItems.ts";
import { linesOf, toLspRange } from "../places/lines.ts";
import { readDocument } from "../workspace/occurrences.ts";

export const onOutgoingCalls: Handler<CallHierarchyOutgoingCallsParams, CallHierarchyOutgoingCall[] | null> = {
  method: CallHierarchyOutgoingCallsRequest.type,
  otherwise: () => null,
  work: async ({ item }, { everywhere, signal, tell }) => {
    const asked = { ...everywhere(), signal, tell };
    const about = aboutOf(item);
    if (about === null) return null;
    const { includes, context, toRanges } = "uri" in about ? await inFile(about.uri, asked) : inText(about, asked);
    const items = await textItems(
      includes.map(({ text }) => shownText(text, context)),
      asked,
    );
    return items.map((to) => {
      const { textId } = to.data as { readonly textId: string };
      return { to, fromRanges: toRanges(includes.find(({ text }) => text.id === textId)!) };
    });
  },
};

interface Included {
  readonly includes: readonly Include[];
  readonly context: Context;
  readonly toRanges: (include: Include) => CallHierarchyOutgoingCall["fromRanges"];
}

async function inFile(uri: string, { workspace, signal }: ItemOptions): Promise<Included> {
  const path = pathOf(uri);
  const open = (await workspace.find(uri)) ?? (path === undefined ? undefined : await workspace.look(path, { signal }));
  if (open === undefined)
    return { includes: [], context: { catalog: workspace.catalog(), data: unknown }, toRanges: () => [] };
  const { mentions, context } = readDocument(open, open.document.kind);
  return {
    includes: includesAmong(mentions, context),
    context,
    toRanges: ({ ranges }) => ranges.map((range) => toLspRange(open.document.lines, range)),
  };
}

/** The includes of all languages of the text, with ranges only for those in the language shown. */
function inText(
  { textId, language }: { readonly textId: string; readonly language: string },
  { library }: ItemOptions,
): Included {
  const catalog = library.current;
  const text = catalog.text(textId);
  const languages =
    text.state === "known" && text.value.languages.state === "known" ? text.value.languages.value : [language];
  const includes = new Map<string, Include>();
  for (const each of [language, ...languages.filter((other) => other !== language)]) {
    const translation = catalog.translation(textId, each);
    if (translation.state !== "known" || text.state !== "known") continue;
    const mentions = allMentions(parse(translation.value.content, formatOf(text.value.contentType)));
    for (const include of includesAmong(mentions, { catalog, textId, language: each, data: unknown })) {
      if (!includes.has(include.text.id))
        includes.set(include.text.id, each === language ? include : { ...include, ranges: [] });
    }
  }
  const shownHere = catalog.translation(textId, language);
  const lines = linesOf(shownHere.state === "known" ? shownHere.value.content : "");
  return {
    includes: [...includes.values()],
    context: { catalog, textId, language, data: unknown },
    toRanges: ({ ranges }) =>
      library.connection === undefined && !library.isShown ? [] : ranges.map((range) => toLspRange(lines, range)),
  };
}
