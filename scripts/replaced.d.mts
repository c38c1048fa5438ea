/** Types of `replaced.mjs`. */
import type { Plugin } from "rolldown";
export declare const replace: Plugin;
export declare const replacements: Readonly<Record<string, string>>;
