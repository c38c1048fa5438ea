/** The page that lists every call of the service with its tests and its place in VS Code. */
import { operationOf } from "../../api/index.ts";
import type { Service } from "../../api/index.ts";
import { classOf } from "./readOperations.ts";
import type { OperationRow, Place } from "./readOperations.ts";

export interface Titles {
  readonly commands: ReadonlyMap<string, string>;
  readonly views: ReadonlyMap<string, string>;
}

const headings: Readonly<Record<Service, string>> = {
  auth: "Sign-in",
  forms: "Forms, PDFs and Text Library",
  audit: "Audit",
  statistics: "Statistics",
  signing: "Digital signing",
  archive: "Archive",
  documents: "Document editor, store and distribution",
};

const cell = (text: string): string => text.replaceAll("|", String.raw`\|`);
const proof = ({ file, title }: OperationRow["client"]): string =>
  `[${file.slice("test/".length)}](../${file}): ${title}`;

function placeWords(place: Place, { commands, views }: Titles): string {
  if ("command" in place) return `command “${commands.get(place.command) ?? place.command}”`;
  return "view" in place ? `view “${views.get(place.view) ?? place.view}”` : `request file \`${place.file}\``;
}

/** Returns the whole page. */
export function operationsPage(rows: readonly OperationRow[], titles: Titles): string {
  const services = [...new Set(rows.map(({ id }) => operationOf(id).service))];
  const parts = services.flatMap((service) => {
    const mine = rows.filter(({ id }) => operationOf(id).service === service);
    const lines = mine.map(({ id, client, sandbox, editor }) => {
      const { name, method, path, section } = operationOf(id);
      const cells = [
        `\`${id}\`: ${name}`,
        `\`${method} ${path}\``,
        section,
        classOf(id),
        proof(client),
        proof(sandbox),
        editor.map((place) => placeWords(place, titles)).join("<br>"),
      ];
      return `| ${cells.map(cell).join(" | ")} |`;
    });
    return [
      `## ${headings[service]} (${mine.length})`,
      "",
      "| operation | call | document, section | class | client test | sandbox test | in VS Code |",
      "| --- | --- | --- | --- | --- | --- | --- |",
      ...lines,
      "",
    ];
  });
  return `# Operations

This page lists every call of the three API documents, ${rows.length} in all, for everyone who changes or checks a call. Besides the tests named
here, each call has an example typed from the documents (\`test/api/examples/\`). The contract tests make each call through the whole client: those of
document 1 in \`test/api/contract.test.ts\`, all others in \`test/api/contract/\`. The rows come from the operation table (\`api/operations/\`) and
\`test/operations/operations.json\`; \`UPDATE_EXPECT=1 npx mocha test/operations/*.test.ts\` writes this page from them.

${parts.join("\n")}`;
}
