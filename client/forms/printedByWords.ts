/** Says in words what printed a selection, and which chain of texts leads there. Does not import `vscode`. */
import * as l10n from "@vscode/l10n";
import type { PrintedPlace, TextPlace } from "../../language/index.ts";
import type { PrintedResult } from "../../server/protocol.ts";

/** `label` names what printed the selection; `detail` is the chain, from the outermost place inwards, as a sentence. */
export function placeWords(
  { what, chain, inForm, agreeing }: PrintedPlace,
  names: PrintedResult["names"],
): { readonly label: string; readonly description: string; readonly detail: string } {
  const description = l10n.t("{0} letters match", agreeing);
  if (what.kind === "field")
    return {
      label: l10n.t("The answer in the field {0}", what.name),
      description,
      detail: l10n.t("Smartform → field."),
    };
  const place = nameOf(what.place, names);
  const name = what.name ?? "";
  const [label, inner] = (
    {
      text: [place, ""],
      data: [l10n.t("Data value {0} in {1}", name, place), l10n.t("data value {0}", name)],
      input: [l10n.t("Editable text {0} in {1}", name, place), l10n.t("editable text {0}", name)],
      placeholder: [l10n.t("Placeholder {0} in {1}", name, place), l10n.t("placeholder {0}", name)],
    } as const
  )[what.kind];
  const outer = chain.filter(({ textId }) => textId !== null).map((each) => nameOf(each, names));
  return {
    label,
    description,
    detail: `${[...(inForm ? [l10n.t("Smartform")] : []), ...outer, ...(what.place.textId === null ? [] : [place]), ...(inner === "" ? [] : [inner.trim()])].join(" → ")}.`,
  };
}

function nameOf({ textId, language }: TextPlace, names: PrintedResult["names"]): string {
  if (textId === null) return l10n.t("the Smartform’s own text");
  const found = names.find(({ text }) => text.id === textId);
  return `${found === undefined ? textId : `${found.folder.code || found.folder.name} : ${found.text.code}`}${language === null ? "" : ` (${language})`}`;
}
