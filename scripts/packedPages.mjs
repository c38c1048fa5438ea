/**
 * Makes the package's README and `docs/`. Some pages and pictures are left out (`.vscodeignore`): those for people who
 * have the sources, and pictures that VS Code would not show or that make the package much larger. A picture, table row
 * or list item that links to one of these is left out too; any other link to something that is not packed is replaced
 * with its text.
 */
import { posix } from "node:path";

/** `path`: where the page is in the project. `packed`: the files of the package. */
export function packedPage(path, markdown, packed) {
  const isMissing = (target) => !packed.has(posix.join(posix.dirname(path), target));
  const link = /\[([^\]]*)\]\(([^)#\s:]+)[^)\s:]*\)/g;
  const leadsNowhere = (line) =>
    /^(!\[|\||- )/.test(line) &&
    [...line.matchAll(link)].some(([, , target]) => /\.(md|webp)$/.test(target) && isMissing(target));
  return markdown
    .split("\n")
    .filter((line) => !leadsNowhere(line))
    .map((line) => line.replace(link, (whole, words, target) => (isMissing(target) ? words : whole)))
    .join("\n")
    .replace(/\n{3,}/g, "\n\n");
}
