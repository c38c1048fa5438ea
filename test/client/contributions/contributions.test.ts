/**
 * package.json agrees with `client/contributions`, and the palette and the menus stay short. The conditions in
 * package.json decide how many commands each situation shows. `contributions.json` lists the situations of the palette
 * and the kinds of rows of the views.
 */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { commands, views } from "../../../client/identifiers.ts";
import { root } from "../../../scripts/root.mjs";
import { readManifest } from "../../manifest.ts";
import { holds } from "../../vscode/suite/crawl/when.ts";

interface Item {
  readonly command?: string;
  readonly submenu?: string;
  readonly when?: string;
  readonly group?: string;
}

interface Manifest {
  readonly contributes: {
    readonly commands: readonly {
      readonly command: string;
      readonly title: string;
      readonly category: string;
      readonly icon?: string;
      readonly enablement?: string;
    }[];
    readonly submenus: readonly { readonly id: string }[];
    readonly menus: Readonly<Record<string, readonly Item[]>>;
    readonly views: Readonly<Record<string, readonly { readonly id: string; readonly when?: string }[]>>;
    readonly viewsWelcome: readonly { readonly view: string; readonly contents: string }[];
  };
}

const { palette, rows } = z
  .strictObject({
    palette: z.array(
      z.strictObject({ situation: z.string(), contexts: z.record(z.string(), z.unknown()), most: z.number() }),
    ),
    rows: z.record(z.string(), z.array(z.string())),
  })
  .parse(JSON.parse(readFileSync(join(import.meta.dirname, "contributions.json"), "utf8")));

const { contributes } = readManifest<Manifest>();
const { menus } = contributes;
const mostInMenu = 12;

/** A trusted workspace, and a connection that reaches every service. */
const reachesAll = {
  isWorkspaceTrusted: true,
  "smartform.connection": "sandbox",
  "smartform.services": "forms audit statistics signing archive documents",
};

/** Returns the commands that the palette shows. VS Code leaves out the ones that are not enabled. */
function inPalette(contexts: ReadonlyMap<string, unknown>): readonly string[] {
  const conditions = new Map(menus["commandPalette"]?.map(({ command, when = "" }) => [command, when]));
  return contributes.commands
    .filter(
      ({ command, enablement = "" }) => holds(enablement, contexts) && holds(conditions.get(command) ?? "", contexts),
    )
    .map(({ title, category }) => `${category}: ${title}`);
}

const shown = (menu: string, contexts: ReadonlyMap<string, unknown>): readonly Item[] =>
  menus[menu]?.filter(({ when = "" }) => holds(when, contexts)) ?? [];
const isIcon = ({ group = "" }: Item): boolean => /^(navigation|inline)\b/.test(group);

/** Yields every combination of the context keys that the conditions of a view's title and rows use. */
function* statesOf(view: string): Generator<ReadonlyMap<string, unknown>> {
  const asked = [
    ["smartform.textLibrary.filtered", [false, true]],
    ["smartform.textLibrary.grouped", [false, true]],
    ["smartform.historyPinned", [false, true]],
    ["listMultiSelection", [false, true]],
  ] as const;
  for (let number = 0; number < 2 ** asked.length; number++)
    yield new Map<string, unknown>([
      ...Object.entries(reachesAll),
      ["view", view],
      ["smartform.history", "ready"],
      ...asked.map(([key, values], at) => [key, values[(number >> at) & 1]] as const),
    ]);
}

describe("contributions", () => {
  it("are what package.json and package.nls.json say", () => {
    const { status, stderr } = spawnSync(
      process.execPath,
      ["--disable-warning=MODULE_TYPELESS_PACKAGE_JSON", join(root, "scripts/manifest.ts"), "--check"],
      { encoding: "utf8" },
    );
    assert.equal(status, 0, stderr);
  });

  it("list every command once", () =>
    assert.deepEqual(
      contributes.commands.map(({ command }) => command).toSorted(),
      Object.values<string>(commands).toSorted(),
    ));

  for (const { situation, contexts, most } of palette)
    it(`show at most ${most} commands in the palette: ${situation}`, () => {
      const found = inPalette(new Map(Object.entries({ ...reachesAll, ...contexts })));
      assert.ok(found.length > 4 && found.length <= most, `${found.length}:\n${found.join("\n")}`);
    });

  it("say in the rows of a view everything that its menus ask about", () => {
    const asked = menus["view/item/context"]?.filter(
      ({ when = "" }) =>
        !Object.entries(rows).some(([view, kinds]) =>
          kinds.some((viewItem) =>
            [...statesOf(views[view as keyof typeof views])].some((state) =>
              holds(when, new Map([...state, ["viewItem", viewItem]])),
            ),
          ),
        ),
    );
    assert.deepEqual(asked, []);
  });

  for (const [view, kinds] of Object.entries(rows))
    for (const kind of kinds)
      it(`show at most ${mostInMenu} commands on a row of ${view}: ${kind}`, () => {
        for (const state of statesOf(views[view as keyof typeof views])) {
          const all = shown("view/item/context", new Map([...state, ["viewItem", kind]]));
          const listed = all.filter((item) => !isIcon(item));
          assert.ok(listed.length <= mostInMenu, listed.map(({ command }) => command).join("\n"));
          assert.deepEqual(iconsTwice(all.filter(isIcon)), []);
        }
      });

  for (const view of Object.values(views))
    it(`show at most ${mostInMenu} commands in the menu of the title bar, and no icon twice: ${view}`, () => {
      for (const state of statesOf(view)) {
        const all = shown("view/title", state);
        assert.ok(all.filter((item) => !isIcon(item)).length <= mostInMenu);
        assert.deepEqual(iconsTwice(all.filter(isIcon)), []);
      }
    });

  it("show the services only if the connection has an address of one", () => {
    const shownWith = (services: string): number => {
      const contexts = new Map(Object.entries({ ...reachesAll, "smartform.services": services }));
      return contributes.views["smartformServices"]?.filter(({ when = "" }) => holds(when, contexts)).length ?? 0;
    };
    assert.equal(shownWith("forms"), 0);
    // VS Code does not show the description of a view that is alone in its side bar.
    for (const service of ["archive", "documents", "signing", "audit", "statistics"])
      assert.equal(shownWith(`forms ${service}`), 5);
  });

  it("say in an empty view what it is for, and offer one button", () => {
    // VS Code shows a link as a button if the link is alone on its line.
    const isButton = (line: string): boolean => /^\[[^\]]*\]\([^)]*\)$/.test(line);
    assert.ok(contributes.viewsWelcome.length > 20);
    for (const { view, contents } of contributes.viewsWelcome) {
      const [first = "", ...others] = contents.split("\n");
      assert.ok(!isButton(first) && others.filter(isButton).length <= 1, `${view}: ${contents}`);
    }
  });

  for (const { id } of contributes.submenus)
    it(`fill the submenu ${id}, and show it`, () => {
      assert.ok((menus[id]?.length ?? 0) > 1);
      assert.ok(Object.values(menus).some((items) => items.some(({ submenu }) => submenu === id)));
    });
});

function iconsTwice(items: readonly Item[]): readonly string[] {
  const icons = items.map(({ command }) => contributes.commands.find((one) => one.command === command)?.icon ?? "");
  return icons.filter((icon, at) => icons.indexOf(icon) < at);
}
