/**
 * Codes that differ in letter case only: people do not distinguish them, and it is not documented whether the service
 * does (N35).
 */
import type { Folder, Text } from "../catalog.ts";
import { folderReference } from "../folders.ts";
import * as l10n from "../l10n.ts";
import { homeOf } from "../lookups/references.ts";
import { allTexts, mainLanguage } from "../lookups/texts.ts";
import { firstLine } from "../place.ts";
import type { LibraryRule } from "../rules/finding.ts";

export const codeCaseCollision: LibraryRule = {
  code: "code-case-collision",
  severity: "warning",
  title: "Codes that differ in letter case only",
  evidence: "library",
  looksAt: "library",

  *check({ catalog }) {
    const folders = catalog.folders();
    const coded = new Map<string, Folder>();
    for (const folder of folders.state === "known" ? folders.value : []) {
      if (!folder.code) continue;
      const first = coded.get(folder.code.toLowerCase());
      if (!first) coded.set(folder.code.toLowerCase(), folder);
      else if (first.code !== folder.code) {
        yield {
          start: 0,
          end: 0,
          textId: null,
          language: null,
          folderId: folder.id,
          message: l10n.t(
            'The folder codes "{0}" and "{1}" differ only in letter case. Give one of the folders another code.',
            folder.code,
            first.code ?? "",
          ),
        };
      }
    }
    const firsts = new Map<string, Text>();
    for (const text of allTexts(catalog)) {
      const folder = homeOf(text, catalog);
      const key = JSON.stringify([folder?.parentFolderId ?? text.folderId, text.code.toLowerCase()]);
      const first = firsts.get(key);
      if (!first) {
        firsts.set(key, text);
        yield;
        continue;
      }
      if (first.code === text.code) continue;
      const language = mainLanguage(text);
      const translation = language ? catalog.translation(text.id, language) : undefined;
      const home = homeOf(first, catalog);
      const message = home
        ? l10n.t(
            'The code "{0}" differs from "{1}" in the folder "{2}" only in letter case. Give one of the texts another code.',
            text.code,
            first.code,
            folderReference(home),
          )
        : l10n.t(
            'The code "{0}" differs from "{1}" only in letter case. Give one of the texts another code.',
            text.code,
            first.code,
          );
      yield {
        ...firstLine(translation?.state === "known" ? translation.value.content : ""),
        textId: text.id,
        language,
        folderId: text.folderId,
        message,
      };
    }
  },
};
