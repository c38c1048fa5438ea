/** Where a command appears: in menus, on keys, in the palette. */
import { views } from "../identifiers.ts";
import type { commands } from "../identifiers.ts";
import { all } from "./when.ts";
import type { View } from "./when.ts";

/** An item of a menu of VS Code. */
export interface Item {
  readonly menu: string;
  readonly when?: string;
  /** VS Code's group and the place in it, such as `navigation@2`. Groups are separated by lines. */
  readonly group?: string;
}

export interface Command {
  /** In English. package.nls.json is written from it. */
  readonly title: string;
  /** A codicon. */
  readonly icon?: string;
  /** If this condition is false, menus show the command greyed out, and the palette does not show it. */
  readonly enabled?: string;
  /** The palette shows the command only if this condition is true as well. */
  readonly palette?: string;
  readonly menus?: readonly Item[];
  readonly key?: { readonly key: string; readonly mac?: string; readonly args?: string; readonly when: string };
}

export type Contributed = Readonly<Partial<Record<keyof typeof commands, Command>>>;

/** A menu inside of another menu. */
export interface Submenu {
  readonly title: string;
  readonly menus: readonly Item[];
}

const item = (menu: string, group: string, ...parts: readonly string[]): Item => ({ menu, when: all(...parts), group });

/** The title bar of a view: commands in the group `navigation` are icons, and all others are in a menu. */
export const title = (view: View, group: string, ...parts: readonly string[]): Item =>
  item("view/title", group, `view == ${views[view]}`, ...parts);

/** The context menu of rows of this kind; in the group `inline`, icons on the row. */
export const row = (view: View, kind: RegExp | string, group: string, ...parts: readonly string[]): Item => {
  const name = typeof kind === "string" && kind.includes(" ") ? `'${kind}'` : String(kind);
  const is = typeof kind === "string" ? "==" : "=~";
  return item("view/item/context", group, `view == ${views[view]}`, `viewItem ${is} ${name}`, ...parts);
};

export const editorTitle = (group: string, when: string): Item => item("editor/title", group, when);
export const editorContext = (group: string, when: string): Item => item("editor/context", group, when);
export const explorer = (group: string, when: string): Item => item("explorer/context", group, when);
export const webview = (when: string): Item => ({ menu: "webview/context", when });

/** An item of a submenu of `submenus`, shown wherever the submenu is. */
export const inside = (submenu: string, group: string): Item => ({ menu: submenu, group });
