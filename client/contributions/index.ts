/**
 * Every command of the extension: its words, icon, conditions, menus and keys. From these declarations,
 * `npm run manifest` writes package.json, package.nls.json and the ids of new commands in `client/identifiers.ts`.
 */
import { archive } from "./archive.ts";
import { documents, submenus } from "./documents.ts";
import { forms } from "./forms.ts";
import { general } from "./general.ts";
import { library } from "./library.ts";
import { pdf } from "./pdf.ts";
import type { Contributed, Submenu } from "./places.ts";
import { reports } from "./reports.ts";
import { signing } from "./signing.ts";

export type { Command, Item } from "./places.ts";

export interface Category {
  /** The palette shows it before the title of the command. */
  readonly title: string;
  readonly commands: Contributed;
}

export const categories: Readonly<Record<string, Category>> = {
  general: { title: "Smartform", commands: general },
  library: { title: "Smartform Library", commands: library },
  forms: { title: "Smartform Forms", commands: forms },
  pdf: { title: "Smartform PDF", commands: pdf },
  signing: { title: "Smartform Signing", commands: signing },
  archive: { title: "Smartform Archive", commands: archive },
  documents: { title: "Smartform Documents", commands: documents },
  reports: { title: "Smartform Statistics and Audit", commands: reports },
};

/** The submenus, by the ids that package.json gives them. */
export const allSubmenus: Readonly<Record<string, Submenu>> = submenus;
