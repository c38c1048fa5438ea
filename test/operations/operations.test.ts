/**
 * Every call of the service has a test of the client, a test of the sandbox and a place in VS Code.
 * `docs/operations.md` lists them correctly.
 */
import assert from "node:assert/strict";
import { globSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { OperationId } from "../../api/index.ts";
import { isRequestFileKind, requestFileOperations } from "../../api/requests/kinds.ts";
import { root } from "../../scripts/root.mjs";
import { readManifest } from "../manifest.ts";
import { listTests } from "../sentences/readSentences.ts";
import { operationsPage } from "./page.ts";
import { readOperations } from "./readOperations.ts";
import type { Place } from "./readOperations.ts";

interface Manifest {
  readonly contributes: {
    readonly commands: readonly { readonly command: string; readonly title: string }[];
    readonly views: Readonly<Record<string, readonly { readonly id: string; readonly name: string }[]>>;
  };
}

describe("operations of the service", () => {
  const rows = readOperations();
  const { contributes } = readManifest<Manifest>();
  const commands = new Map(contributes.commands.map(({ command, title }) => [command, title]));
  const views = new Map(
    Object.values(contributes.views)
      .flat()
      .map(({ id, name }) => [id, name]),
  );

  it("name tests that exist", () => {
    const proofs = rows.flatMap(({ client, sandbox }) => [client, sandbox]);
    const titles = listTests([...new Set(proofs.map(({ file }) => file))]);
    const missing = proofs.filter(({ file, title }) => titles.get(file)?.includes(title) !== true);
    assert.deepEqual(missing, []);
  }).timeout(60_000);

  it("name commands, views and kinds of request files that exist", () => {
    const exists = (id: OperationId, place: Place): boolean => {
      if ("command" in place) return commands.has(place.command);
      if ("view" in place) return views.has(place.view);
      const kind = place.file.split(".")[1] ?? "";
      return isRequestFileKind(kind) && requestFileOperations[kind].some((each) => each === id);
    };
    assert.deepEqual(
      rows.flatMap(({ id, editor }) => editor.filter((place) => !exists(id, place)).map((place) => [id, place])),
      [],
    );
  });

  // Calls of request files are not named in the sources, because they are made through the operation table.
  it("are called by name if a command or a view is said to make them", () => {
    const sources = globSync("{client,authoring,catalog,api}/**/*.ts", {
      cwd: root,
      exclude: ["api/operations/**", "api/explain/explain.ts", "api/explain/**", "api/requests/**"],
    })
      .map((file) => readFileSync(join(root, file), "utf8"))
      .join("\n");
    const unnamed = rows.filter(
      ({ id, editor }) => editor.some((place) => "command" in place || "view" in place) && !sources.includes(`"${id}"`),
    );
    assert.deepEqual(
      unnamed.map(({ id }) => id),
      [],
    );
  });

  it("are all in docs/operations.md, with no empty cell", () => {
    const page = operationsPage(rows, { commands, views });
    assert.ok(!/\| *\|/.test(page), "A cell is empty.");
    const path = join(root, "docs/operations.md");
    if (process.env["UPDATE_EXPECT"] === "1") writeFileSync(path, page);
    assert.equal(readFileSync(path, "utf8"), page);
  });
});
