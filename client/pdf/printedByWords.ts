/** What printed some words, in words: what it is, and through which texts it came there. Knows no `vscode`. */
import type { PrintedPlace, TextPlace } from "../../language/index.ts";
import type { PrintedResult } from "../../server/protocol.ts";

/** `label` names the text, `detail` is the chain from the Smartform inwards, a whole sentence. */
export function placeWords({ what, chain, inForm, agreeing }: PrintedPlace, names: PrintedResult["names"]): { readonly label: string; readonly description: string; readonly detail: string } {
  const description = `${agreeing} letters agree`;
  if (what.kind === "field") return { label: `The answer to the field ${what.name}`, description, detail: "Smartform → field." };
  const place = nameOf(what.place, names);
  const label = what.kind === "text" ? place : `${what.kind === "data" ? "Data value" : what.kind === "input" ? "Editable text" : "Placeholder"} ${what.name ?? ""} in ${place}`;
  const outer = chain.filter(({ textId }) => textId !== null).map((each) => nameOf(each, names));
  const inner = what.kind === "text" ? [] : [`${what.kind === "data" ? "data value" : what.kind === "input" ? "editable text" : "placeholder"} ${what.name ?? ""}`.trim()];
  return { label, description, detail: `${[...(inForm ? ["Smartform"] : []), ...outer, ...(what.place.textId === null ? [] : [place]), ...inner].join(" → ")}.` };
}

function nameOf({ textId, language }: TextPlace, names: PrintedResult["names"]): string {
  if (textId === null) return "the Smartform’s own text";
  const found = names.find(({ text }) => text.id === textId);
  return `${found === undefined ? textId : `${found.folder.code || found.folder.name} : ${found.text.code}`}${language === null ? "" : ` (${language})`}`;
}
