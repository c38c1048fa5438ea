/** The request names a file that cannot be sent with it. A file that could not be looked at is not reported. */
import * as l10n from "../l10n.ts";
import type { FilePlace } from "../requests/operationRequest.ts";
import { largestFile, pathMistake } from "../requests/operations.ts";
import type { NamedFile, RequestFile } from "../requests/operations.ts";
import { property } from "../requests/request.ts";
import { markOf } from "../rules/callPlaces.ts";
import type { CallRequestRule, CallRequestScope } from "../rules/finding.ts";
import { finder, inJson } from "../rules/requestObjects.ts";

export const requestFile: CallRequestRule = {
  code: "request-file",
  severity: "error",
  title: "A file that cannot be sent",
  evidence: "text",
  looksAt: "callRequest",

  check(scope, report) {
    const file = looking(scope.file);
    for (const place of filesOf(scope)) {
      const message = problemOf(place, file);
      const node = property(place.node, "file")?.value;
      if (message !== null && node) report({ ...markOf(node), message });
    }
  },

  fixes(finding, scope) {
    const found = fileAt(scope, finding.start);
    const path = found?.name?.replaceAll("\\", "/");
    return path === undefined || path === found?.name || pathMistake(path) !== null
      ? []
      : [
          {
            title: l10n.t("Use {0}", inJson(path)),
            edits: [{ start: finding.start, end: finding.end, newText: inJson(path) }],
            preferred: true,
          },
        ];
  },
};

function filesOf({ read }: CallRequestScope): readonly FilePlace[] {
  return read.places.filter((place) => place.kind === "file");
}

const fileAt = finder(filesOf, ({ node }) => property(node, "file")?.value?.start);

/** Maximum number of files that are looked at. No operation has so many files. */
const mostLooks = 100;

/** Looks at each file once, and at no more than `mostLooks` files. Any further file gets the state "unknown". */
function looking({ file }: RequestFile): RequestFile["file"] {
  const seen = new Map<string, NamedFile>();
  return (name) => {
    const known = seen.get(name) ?? (seen.size < mostLooks ? file(name) : { state: "unknown" as const });
    seen.set(name, known);
    return known;
  };
}

function problemOf({ name, isPdf, node }: FilePlace, look: RequestFile["file"]): string | null {
  if (name === undefined)
    return property(node, "file")?.value?.kind === "plain" ? l10n.t("Write the path of the file, as text.") : null;
  const mistake = pathMistake(name);
  if (mistake !== null) return mistake;
  const found = look(name);
  switch (found.state) {
    case "absent":
      return l10n.t('There is no file "{0}" in the folder of this request.', name);
    case "folder":
      return l10n.t('"{0}" is a folder. Write the path of a file.', name);
    case "outside":
      return l10n.t(
        '"{0}" is outside of the workspace folder, or is a link to something outside of it. Only files of the workspace are sent.',
        name,
      );
    case "unknown":
      return null;
    case "file":
      if (found.bytes === 0) return l10n.t('"{0}" is empty.', name);
      if (found.bytes > largestFile)
        return l10n.t(
          '"{0}" is {1} MB. The limit here is {2} MB.',
          name,
          Math.ceil(found.bytes / 1024 / 1024),
          largestFile / 1024 / 1024,
        );
      return isPdf && !found.isPdf ? l10n.t('"{0}" is not a PDF, and only PDFs can be signed.', name) : null;
  }
}
