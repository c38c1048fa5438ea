/**
 * A crawl through everything that the extension contributes: every command, menu entry, key, row, lens, hint, link, fix
 * and status bar item. Commands get fitting arguments, and arguments that another extension could make up. Every
 * question is dismissed, accepted as it is, or refused. Nobody says yes to anything harmful, so nothing harmful may
 * arrive at the service.
 */
import assert from "node:assert/strict";
import * as vscode from "vscode";
import { exceptions } from "./exceptions.ts";
import { hostileArguments } from "./hostile.ts";
import { holds } from "./when.ts";
import type { Manner } from "./instrument.ts";
import { nameOf, startCrawl } from "./walk.ts";
import type { Crawl, Entry, Row } from "./walk.ts";

describe("crawl", function () {
  this.timeout(3_000_000);
  let crawl: Crawl;

  before(async () => {
    crawl = await startCrawl();
  });

  // The crawl takes minutes, so each failure is printed at once, in short. At the end, all failures are printed in
  // full.
  afterEach(function () {
    if (this.currentTest?.state === "failed")
      console.log(
        `crawl: failed: ${this.currentTest.title}: ${this.currentTest.err?.message.slice(0, 3000).replaceAll("\n", " ")}`,
      );
  });

  /** Returns the entries of a menu, such as `view/item/context`. */
  const menu = (place: string): readonly Entry[] => crawl.contributes.menus[place] ?? [];
  const now = (entry: Entry, more: Readonly<Record<string, unknown>>): boolean =>
    holds(
      entry.when ?? "true",
      new Map<string, unknown>([["isWorkspaceTrusted", true], ...crawl.contexts(), ...Object.entries(more)]),
    );

  async function chooseFor(row: Row, manner: Manner): Promise<void> {
    const kind = nameOf(row);
    for (const entry of menu("view/item/context")) {
      if (!now(entry, { view: row.view, viewItem: row.item.contextValue ?? "", listMultiSelection: false })) continue;
      crawl.reached("view/item/context", entry);
      await crawl.run(manner, `${entry.command} of ${kind}`, entry.command, [row.element, [row.element]]);
    }
    const { command } = row.item;
    if (command)
      await crawl.run(manner, `a click on ${kind}`, command.command, (command.arguments ?? []) as readonly unknown[]);
  }

  async function chooseInTitles(manner: Manner): Promise<void> {
    const viewOf = ({ when = "" }: Entry): string => /view == ([\w.]+)/.exec(when)?.[1] ?? "";
    // Lists the visible entries first, because running an entry may hide another, such as the one that ends the filter.
    for (const entry of menu("view/title").filter((each) => now(each, { view: viewOf(each) }))) {
      const view = viewOf(entry);
      crawl.reached("view/title", entry);
      await crawl.run(manner, `${entry.command} in the title of ${view}`, entry.command, []);
    }
  }

  async function chooseInEditors(manner: Manner): Promise<void> {
    const resources = await crawl.resources();
    for (const place of ["editor/title", "editor/context", "explorer/context", "webview/context"]) {
      for (const resource of resources) {
        for (const entry of menu(place)) {
          if (!now(entry, resource.contexts) || crawl.isReached(place, entry, manner)) continue;
          await resource.open();
          crawl.reached(place, entry, manner);
          await crawl.run(
            manner,
            `${entry.command} in ${place} of ${resource.name}`,
            entry.command,
            resource.arguments,
          );
        }
      }
    }
  }

  for (const [manner, words] of [
    ["escape", "left, and then refused where a button refuses it"],
    ["enter", "answered by Enter"],
  ] as const) {
    describe(`if every question is ${words}`, () => {
      afterEach(async () => crawl.sound(manner));

      it("runs every command as the palette does", async () => {
        for (const { command } of crawl.contributes.commands) {
          crawl.reached("command", { command });
          await crawl.run(manner, command, command, []);
        }
      });

      it("chooses every entry for every kind of row, and every row", async () => {
        for (const row of await crawl.kinds()) {
          crawl.isKnown(row);
          await chooseFor(row, manner);
        }
      });

      it("chooses every entry of the titles of the views", async () => {
        await chooseInTitles(manner);
        // One of the entries pinned the history to the text that was open at that moment.
        await vscode.commands.executeCommand("smartform.history.unpin");
        await crawl.showText();
        for (const command of ["smartform.textLibrary.group", "smartform.history.pin"])
          await vscode.commands.executeCommand(command);
        await crawl.filter();
        await chooseInTitles(manner);
        for (const row of await crawl.kinds()) if (!crawl.isKnown(row)) await chooseFor(row, manner);
        for (const command of [
          "smartform.textLibrary.ungroup",
          "smartform.history.unpin",
          "smartform.textLibrary.clearFilter",
        ])
          await vscode.commands.executeCommand(command);
      });

      it("chooses every entry of editors, explorer and pages", () => chooseInEditors(manner));

      it("goes up to every ticket dialog, and gets no ticket", () => crawl.leadToTickets(manner));

      it("follows every lens, hint, link, hover and fix of the documents", async () => {
        for (const found of await crawl.inDocuments()) await found.follow(manner);
      });

      it("presses every key, status bar item, and link of views and of the walkthrough", async () => {
        for (const entry of crawl.contributes.keybindings) {
          crawl.reached("key", entry);
          await crawl.run(manner, `the key of ${entry.command}`, entry.command, []);
        }
        for (const { name, command } of crawl.statusItems())
          await crawl.run(manner, `the status bar item ${name}`, command, []);
        for (const { place, command } of crawl.links())
          await crawl.run(manner, `a link of ${place} to ${command}`, command, []);
      });
    });
  }

  describe("at the end", () => {
    for (const manner of ["escape", "enter"] as const) {
      it(`runs every command with arguments that another extension could make up, answered by ${manner}`, async () => {
        // The short run tries only a part: every argument with at least one command, and every command with at least
        // one argument.
        if (!crawl.handed.whole && manner === "enter") return;
        const made = hostileArguments({
          ...crawl.handed.made,
          smartform: crawl.handed.ready.demo.smartforms.singleStep,
        });
        const rows = await crawl.kinds();
        const elements = rows.map(({ element }) => element);
        for (const [index, { command }] of crawl.contributes.commands.entries()) {
          // A click passes one argument; a menu for several rows passes the row and the list of rows. The commands get
          // these forms in turn.
          const turned = <T>(ways: readonly T[], number: number): T =>
            ways[(index + number) % ways.length] ?? assert.fail("There is no way.");
          const all: readonly (readonly unknown[])[] = [
            ...made.map((each, number) => turned([[each], [each, [each]]], number)),
            [undefined, made],
            ["a", "b", "c", {}],
            ...elements.map((element, number) =>
              turned(
                [
                  [element],
                  [{ ...(Object(element) as object), ticket: {}, consent: true, yes: true }],
                  [element, elements],
                ],
                number,
              ),
            ),
          ];
          const some = crawl.handed.whole ? all : all.filter((_each, number) => number % 11 === index % 11);
          for (const [number, args] of some.entries())
            await crawl.run(manner, `${command} with made-up argument ${number}`, command, args);
          if (index % 20 === 19) crawl.say();
        }
        await crawl.sound(manner);
      });
    }

    it("has reached everything that is contributed, except for exceptions with a reason", function () {
      const missing = crawl.missing();
      // If only some commands are run, the missing contributions are printed, but do not count as failures.
      if (crawl.handed.only.length > 0) return console.log(`crawl: not reached: ${missing.join("; ")}`);
      assert.deepEqual(
        missing.filter((name) => !Object.hasOwn(exceptions, name)),
        [],
      );
      assert.deepEqual(
        Object.keys(exceptions).filter((name) => !missing.includes(name)),
        [],
        "No exception outlives its reason.",
      );
    });

    it("leaves a working window", async () => {
      const document = await vscode.workspace.openTextDocument({ content: "alive", language: "plaintext" });
      assert.equal((await vscode.window.showTextDocument(document)).document.getText(), "alive");
      crawl.say();
    });
  });
});
