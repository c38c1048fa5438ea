/**
 * Makes libraries and letters for measuring. They are the same each time. They are correct except for a few mistakes,
 * so that there is something to find.
 */
import type { CatalogFile } from "../api/index.ts";

/** The number of texts in one folder of the library. */
const perFolder = 100;

export function folderCode(text: number): string {
  return `folder-${Math.floor(text / perFolder)}`;
}

/** Returns a library with this number of texts in English and Swedish; every tenth includes the next one. */
export function library(texts: number): CatalogFile {
  const folders = Array.from({ length: Math.ceil(texts / perFolder) }, (_, index) => ({
    id: `f${index}`,
    name: `Folder ${index}`,
    parentFolderId: null,
    isDefault: index === 0,
    code: `folder-${index}`,
  }));
  return {
    folders,
    texts: Array.from({ length: texts }, (_, index) => {
      // A text includes only a later text, so that no text includes itself, even indirectly.
      const included = index + 1 < texts ? ` [[ LIB : ${folderCode(index + 1)} : text-${index + 1} ]]` : "";
      const content = (greeting: string) => ({
        content:
          index % 10 === 0
            ? `${greeting} [[ customer.name ]], number ${index}.${included}`
            : `${greeting} [[ customer.name ]], number ${index}.`,
        source: 0,
      });
      return {
        id: `t${index}`,
        folderId: `f${Math.floor(index / perFolder)}`,
        code: `text-${index}`,
        name: `Text ${index}`,
        description: "",
        contentType: 0,
        isPublic: false,
        defaultLanguage: "en",
        translations: { en: content("Dear"), sv: content("Hej") },
      };
    }),
  };
}

/**
 * Returns a letter of about this many bytes, which refers to texts of a library of `texts` texts. Every hundredth
 * placeholder has a wrong code, unless the letter is `sound`.
 */
export function letter(bytes: number, texts: number, { sound = false }: { readonly sound?: boolean } = {}): string {
  const lines: string[] = [];
  for (let size = 0, index = 0; size < bytes; index++) {
    const text = (index * 7919) % texts;
    const code = index % 100 === 98 && !sound ? `text-${text}x` : `text-${text}`;
    const line =
      index % 2 === 0
        ? `We write to you about [[ LIB : ${folderCode(text)} : ${code} ]] and what follows from it.`
        : `The amount for [[ customer.name ]] is paid within five working days.`;
    lines.push(line);
    size += line.length + 1;
  }
  return `${lines.join("\n")}\n`;
}
