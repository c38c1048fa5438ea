/**
 * Writes the commands, their menus and their keys into package.json, their English words into package.nls.json, and
 * the ids of new commands into client/identifiers.ts: `npm run manifest`. The source is `client/contributions`. With
 * `--check` it writes nothing, names the file that is not up to date, and fails.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { allSubmenus, categories } from "../client/contributions/index.ts";
import type { Command, Item } from "../client/contributions/index.ts";
import { commands as known } from "../client/identifiers.ts";
import { root } from "./root.mjs";

interface Manifest {
  readonly contributes: Record<string, unknown>;
}

const check = process.argv.includes("--check");
const ids: Record<string, string> = { ...known };

/**
 * Makes the id of a new command from the id of `before`, the previous command of its category, and inserts it after
 * that id.
 */
function addId(name: string, before: string): void {
  const id = ids[before]?.replace(/\w+$/, name) ?? `smartform.${name}`;
  if (Object.values(ids).includes(id)) throw new Error(`Another command has the id ${id}. Give ${name} another name.`);
  ids[name] = id;
  if (check) {
    console.error(`client/identifiers.ts has no command ${name}. Run \`npm run manifest\`.`);
    process.exitCode = 1;
    return;
  }
  const path = join(root, "client/identifiers.ts");
  const place = new RegExp(`^${before in ids ? `  ${before}: "[^"]*",` : "export const commands = {"}\n`, "m");
  writeFileSync(
    path,
    readFileSync(path, "utf8").replace(place, (line) => `${line}  ${name}: "${id}",\n`),
  );
}
for (const { commands: some } of Object.values(categories))
  Object.keys(some).forEach((name, index, names) => {
    if (ids[name] === undefined) addId(name, names[index - 1] ?? "");
  });

const commands = Object.entries(categories).flatMap(([category, { commands: some }]) =>
  Object.entries<Command>(some).map(([name, command]) => {
    const id = ids[name] ?? "";
    return { ...command, category, id, words: `command.${id.replace("smartform.", "")}` };
  }),
);
const submenuId = (name: string): string => `smartform.menu.${name}`;
const words: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(categories).map(([name, { title }]) => [`category.${name}`, title])),
  ...Object.fromEntries(commands.map(({ words: key, title }) => [key, title])),
  ...Object.fromEntries(Object.entries(allSubmenus).map(([name, { title }]) => [`submenu.${name}`, title])),
};

const menus: Record<string, unknown[]> = {};
const put = (shown: Readonly<Record<string, string>>, { menu, ...where }: Item): void =>
  void (menus[menu in allSubmenus ? submenuId(menu) : menu] ??= []).push({ ...shown, ...where });
for (const { id, menus: items = [], palette } of commands) {
  if (palette !== undefined) put({ command: id }, { menu: "commandPalette", when: palette });
  for (const item of items) put({ command: id }, item);
}
for (const [name, { menus: items }] of Object.entries(allSubmenus))
  for (const item of items) put({ submenu: submenuId(name) }, item);

const contributed = {
  commands: commands.map(({ id, words: key, category, icon, enabled }) => ({
    command: id,
    title: `%${key}%`,
    category: `%category.${category}%`,
    ...(icon === undefined ? {} : { icon: `$(${icon})` }),
    ...(enabled === undefined ? {} : { enablement: enabled }),
  })),
  submenus: Object.keys(allSubmenus).map((name) => ({ id: submenuId(name), label: `%submenu.${name}%` })),
  menus,
  keybindings: commands.flatMap(({ id, key }) => (key === undefined ? [] : [{ command: id, ...key }])),
};

/** Applies the change to a JSON file, and writes the file if its content then differs. */
function bring(file: string, change: (before: unknown) => unknown): void {
  const path = join(root, file);
  const before = readFileSync(path, "utf8");
  const after = `${JSON.stringify(change(JSON.parse(before)), undefined, 2)}\n`;
  if (after === before) return;
  if (!check) return writeFileSync(path, after);
  console.error(`${file} says something else than client/contributions. Run \`npm run manifest\`.`);
  process.exitCode = 1;
}

bring("package.json", (before) => {
  const manifest = before as Manifest;
  return { ...manifest, contributes: { ...manifest.contributes, ...contributed } };
});
bring("package.nls.json", (before) => {
  const others = Object.entries(before as Readonly<Record<string, string>>).filter(
    ([key]) => !/^(category|command|submenu)\./.test(key),
  );
  return Object.fromEntries([...others, ...Object.entries(words)].sort(([one], [other]) => (one < other ? -1 : 1)));
});
