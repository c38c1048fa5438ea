/**
 * Which library a piece of work is about is decided at its start: after something was waited for, the author may have turned the window to another one. A
 * function asks for the session of the current connection before its first `await`, and no callback of work that is under way asks for it: they keep to
 * the session that the work began with, or ask with its owner. A command on a row of a view asks for the session of that row: the menu may have stood open
 * while the window turned.
 */
import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import ts from "typescript";

/** Work on what was given that is not a row, or whose row is compared with the session first. */
const rowless = new Set([
  "client/textLibrary/workCommands.ts", // What a code action does, in a folder of its library.
  "client/journey/registerJourney.ts", // Compares the owner with the session.
  "client/forms/testFormTree.ts", // "In progress" lists what the company in use has.
]);

/** The calls of a source that ask too late, or of the wrong library, as `line: call`. */
function lateIn(path: string, content: string): readonly string[] {
  const source = ts.createSourceFile(path, content, ts.ScriptTarget.Latest, true);
  const late: string[] = [];

  /** `work`: the function that the node is in. Work that goes on elsewhere, in a callback, goes on later. */
  function visit(node: ts.Node, work: { hasWaited: boolean; readonly isLater: boolean; readonly isAsync: boolean; readonly isAboutARow: boolean }): void {
    if (ts.isFunctionLike(node)) {
      const isAsync = ts.canHaveModifiers(node) && ts.getModifiers(node)?.some(({ kind }) => kind === ts.SyntaxKind.AsyncKeyword) === true;
      const isAboutARow = work.isAboutARow || (!rowless.has(path) && node.parameters.some(({ name }) => ["argument", "node"].includes(name.getText(source))));
      const inside = { hasWaited: false, isLater: work.isLater || work.isAsync, isAsync, isAboutARow };
      ts.forEachChild(node, (child) => visit(child, inside));
      return;
    }
    ts.forEachChild(node, (child) => visit(child, work));
    if ((work.hasWaited || work.isLater || work.isAboutARow) && isAsking(node)) late.push(`${source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1}: ${node.getText(source)}`);
    if (ts.isAwaitExpression(node)) work.hasWaited = true;
  }
  visit(source, { hasWaited: false, isLater: false, isAsync: false, isAboutARow: false });
  return late;
}

/** Asks for a session without saying whose. */
function isAsking(node: ts.Node): boolean {
  return ts.isCallExpression(node) && node.arguments.length === 0 && ts.isPropertyAccessExpression(node.expression) && ["session", "auditSession"].includes(node.expression.name.text)
    && /\bconnections$/.test(node.expression.expression.getText());
}

describe("the session of the current connection", () => {
  for (const path of globSync("client/**/*.ts", { exclude: (name) => name === "client/webviews" }).sort()) {
    const content = readFileSync(path, "utf8");
    if (/\b(?:session|auditSession)\(\)/.test(content)) it(`is asked for at the start of work alone in ${path}`, () => assert.deepEqual(lateIn(path, content), []));
  }

  const cases = [
    { name: "at the start", late: 0, content: "async function act() { const s = await connections.session(); await ask(); }" },
    { name: "after a question", late: 1, content: "async function act() { await ask(); const s = await connections.session(); }" },
    { name: "after a question, of its owner", late: 0, content: "async function act() { await ask(); const s = await connections.session({ owner }); }" },
    { name: "in a command", late: 0, content: "function register() { command(async () => show(await host.connections.session())); }" },
    { name: "in a callback of what is under way", late: 1, content: "async function act() { panel({ read: async () => (await connections.session()).api }); }" },
    { name: "in a command on a row", late: 1, content: "function register() { command(async (argument) => show(await connections.session(), argument)); }" },
    { name: "in a command on a row, of its owner", late: 0, content: "function register() { command(async (argument) => show(await sessionFor(connections, givenOwner(argument)), argument)); }" },
    { name: "as the client of type Audit", late: 1, content: "async function act() { await ask(); await connections.auditSession(); }" },
  ];
  for (const { name, late, content } of cases) it(`is told ${late === 0 ? "sound" : "late"} ${name}`, () => assert.equal(lateIn("a.ts", content).length, late));
});
