/** Bars of controls, such as a toolbar: one line, with a menu for what does not fit (`page/toolbar.ts`). */
import * as l10n from "@vscode/l10n";
import { attribute } from "./pageHtml.ts";

interface Bar {
  readonly id: string;
  readonly label: string;
}

export const toolbarHtml = (bar: Bar, items: string): string =>
  barHtml({ ...bar, role: "toolbar", more: l10n.t("More Actions"), icon: "ellipsis" }, items);

export const filterBarHtml = (bar: Bar, items = ""): string =>
  barHtml({ ...bar, role: "search", more: l10n.t("More Filters"), icon: "filter" }, items);

function barHtml(
  { id, label, role, more, icon }: Bar & { readonly role: string; readonly more: string; readonly icon: string },
  items: string,
): string {
  return `<div id="${id}" class="bar" role="${role}" aria-label="${attribute(label)}">
${items}
  <button type="button" title="${attribute(more)}" class="icon icon-${icon} more" popovertarget="${id}-more" aria-haspopup="dialog" hidden><span>${attribute(more)}</span></button>
  <div id="${id}-more" popover role="dialog" aria-label="${attribute(more)}"></div>
</div>`;
}

interface IconButton {
  readonly id: string;
  /** Name of a codicon that `page/icons.css` has. */
  readonly icon: string;
  /** The words in the menu, and for screen readers. */
  readonly label: string;
  readonly title?: string;
  /** Further attributes. */
  readonly more?: string;
}

export const iconButton = ({ id, icon, label, title = label, more = "" }: IconButton): string =>
  `<button id="${id}" type="button"${more} title="${attribute(title)}" class="icon icon-${icon}"><span>${attribute(label)}</span></button>`;
