/** A file that the request names cannot go out with it. What nobody could look at is not told. */
import type { FilePlace } from "../requests/operationRequest.ts";
import { largestFile, pathMistake, type RequestFile } from "../requests/operations.ts";
import { property } from "../requests/request.ts";
import type { OperationRule, OperationScope } from "./finding.ts";
import { markOf } from "./operationPlaces.ts";
import { quoted } from "./requestObjects.ts";

export const requestFile: OperationRule = {
  code: "request-file",
  severity: "error",
  title: "A file that cannot be sent",
  looksAt: "operation",

  check(scope, report) {
    for (const place of filesOf(scope)) {
      const message = problemOf(place, scope.file);
      const node = property(place.node, "file")?.value;
      if (message !== null && node) report({ ...markOf(node), message });
    }
  },

  fixes(finding, scope) {
    const found = filesOf(scope).find(({ node }) => property(node, "file")?.value?.start === finding.start);
    const path = found?.name?.replaceAll("\\", "/");
    return path === undefined || path === found?.name || pathMistake(path) !== null ? [] : [{ title: `Use ${quoted(path)}`, edits: [{ start: finding.start, end: finding.end, newText: quoted(path) }], preferred: true }];
  },
};

function filesOf({ read }: OperationScope): readonly FilePlace[] {
  return read.places.filter((place) => place.kind === "file");
}

/** A file is looked at in the folder of the request; more of them than any operation takes are not. */
function problemOf({ name, isPdf, node }: FilePlace, file: RequestFile): string | null {
  if (name === undefined) return property(node, "file")?.value?.kind === "plain" ? "A file is named by its path, as text." : null;
  const mistake = pathMistake(name);
  if (mistake !== null) return mistake;
  const found = file.file(name);
  switch (found.state) {
    case "absent": return `There is no file "${name}" in the folder of this request.`;
    case "folder": return `"${name}" is a folder. Name a file.`;
    case "outside": return `"${name}" lies outside of the workspace folder, itself or what it is a link to. Only files of the workspace are sent.`;
    case "unknown": return null;
    case "file":
      if (found.bytes === 0) return `"${name}" is empty.`;
      if (found.bytes > largestFile) return `"${name}" has ${Math.ceil(found.bytes / 1024 / 1024)} MB, and at most ${largestFile / 1024 / 1024} MB are sent from here.`;
      return isPdf && !found.isPdf ? `"${name}" is no PDF, and only PDFs can be signed.` : null;
  }
}
