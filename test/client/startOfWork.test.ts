/**
 * The library of a piece of work is decided at its start, because the author may switch the window to another library
 * during any `await`. A function requests the session of the current connection before its first `await`. Callbacks of
 * running work never request that session: they use the session that the work began with, or request a session by its
 * owner. The same holds for functions that request a session indirectly. A command on a row of a view requests the
 * session of the row's owner, because the window may have switched while the menu was open.
 */
import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import ts from "typescript";

/**
 * Files with commands whose arguments are not rows, or with commands that first compare the row's owner with the
 * session.
 */
const rowless = new Set([
  "client/library/tree/workCommands.ts", // The arguments are the work of a code action.
  "client/journey/registerJourney.ts", // Compares the owner with the session.
  "client/forms/testFormTree.ts", // "In progress" lists the forms of the company in use.
]);

/** Functions that choose a library; without an argument, they choose the window's. */
const deciding = new Set(["sessionFor", "sessionForAll", "ownerInUse"]);

/**
 * Returns the calls of a source that request the session too late, or the session of the wrong library, as
 * `line: call`. `asking`: functions of other sources that request the session.
 */
function lateIn(path: string, content: string, asking: ReadonlySet<string> = new Set()): readonly string[] {
  const source = ts.createSourceFile(path, content, ts.ScriptTarget.Latest, true);
  const late: string[] = [];
  const inside = askingIn(source, asking);

  /**
   * Visits a node. `work`: the function that contains the node. `isLater`: the function is a callback, which runs
   * later.
   */
  function visit(
    node: ts.Node,
    work: { hasWaited: boolean; readonly isLater: boolean; readonly isAsync: boolean; readonly isAboutARow: boolean },
  ): void {
    if (ts.isFunctionLike(node)) {
      const isAsync =
        ts.canHaveModifiers(node) &&
        ts.getModifiers(node)?.some(({ kind }) => kind === ts.SyntaxKind.AsyncKeyword) === true;
      const isAboutARow =
        work.isAboutARow ||
        (!rowless.has(path) && node.parameters.some(({ name }) => ["argument", "node"].includes(name.getText(source))));
      const inside = { hasWaited: false, isLater: work.isLater || work.isAsync, isAsync, isAboutARow };
      ts.forEachChild(node, (child) => visit(child, inside));
      return;
    }
    const { hasWaited } = work;
    ts.forEachChild(node, (child) => visit(child, work));
    // No code of the function runs after a return, so an `await` in the returned value or in a branch that returns does
    // not count.
    if (ts.isReturnStatement(node) || isBranchThatReturns(node)) work.hasWaited = hasWaited;
    const isLate = work.hasWaited || work.isLater;
    if (((isLate || work.isAboutARow) && isAsking(node)) || (isLate && calls(node, inside)))
      late.push(`${source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1}: ${node.getText(source)}`);
    if (ts.isAwaitExpression(node)) work.hasWaited = true;
  }
  visit(source, { hasWaited: false, isLater: false, isAsync: false, isAboutARow: false });
  return late;
}

/** Returns whether the node requests a session and names no owner, or names one only in some cases. */
function isAsking(node: ts.Node): boolean {
  return (
    ts.isCallExpression(node) &&
    (node.arguments[0] === undefined || ts.isBinaryExpression(node.arguments[0])) &&
    ts.isPropertyAccessExpression(node.expression) &&
    ["session", "auditSession"].includes(node.expression.name.text) &&
    /\bconnections$/.test(node.expression.expression.getText())
  );
}

function isBranchThatReturns(node: ts.Node): boolean {
  return (
    ts.isBlock(node) && ts.isIfStatement(node.parent) && node.statements.at(-1)?.kind === ts.SyntaxKind.ReturnStatement
  );
}

/** Returns whether the node calls one of these functions. */
function calls(node: ts.Node, names: ReadonlySet<string>): boolean {
  return ts.isCallExpression(node) && ts.isIdentifier(node.expression) && names.has(node.expression.text);
}

/**
 * Returns the functions of a source that request the session of the window, directly or through another function, and
 * the functions that choose a library.
 */
function askingIn(source: ts.SourceFile, others: ReadonlySet<string> = new Set()): ReadonlySet<string> {
  const bodies = functionsIn(source);
  const asking = new Set([...deciding, ...others].filter((name) => !bodies.has(name) || deciding.has(name)));
  const asks = (node: ts.Node): boolean =>
    isAsking(node) ||
    calls(node, asking) ||
    (!ts.isFunctionLike(node) && ts.forEachChild(node, (child) => asks(child) || undefined) === true);
  for (let before = -1; before !== asking.size;) {
    before = asking.size;
    for (const [name, body] of bodies) if (asks(body)) asking.add(name);
  }
  return asking;
}

/** Returns function bodies by name. A function that returns nothing and is not awaited is a separate piece of work. */
function functionsIn(source: ts.SourceFile): ReadonlyMap<string, ts.Node> {
  const bodies = new Map<string, ts.Node>();
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionDeclaration(node) && node.name !== undefined && node.body !== undefined && !isBegun(node))
      bodies.set(node.name.text, node.body);
    if (
      ts.isVariableDeclaration(node) &&
      ts.isIdentifier(node.name) &&
      node.initializer !== undefined &&
      ts.isArrowFunction(node.initializer) &&
      !isBegun(node.initializer)
    )
      bodies.set(node.name.text, node.initializer.body);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return bodies;
}

function isBegun({ type }: ts.SignatureDeclaration): boolean {
  return type?.kind === ts.SyntaxKind.VoidKeyword;
}

/** Returns, from all sources, the exported functions that request the session of the window. */
function exportedAsking(contents: readonly string[]): ReadonlySet<string> {
  const sources = contents.map((content) => ts.createSourceFile("", content, ts.ScriptTarget.Latest, true));
  const asking = new Set<string>();
  for (let before = -1; before !== asking.size;) {
    before = asking.size;
    for (const source of sources) {
      const inside = askingIn(source, asking);
      for (const statement of source.statements)
        if (
          ts.isFunctionDeclaration(statement) &&
          statement.name !== undefined &&
          statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true &&
          inside.has(statement.name.text)
        )
          asking.add(statement.name.text);
    }
  }
  return asking;
}

describe("the session of the current connection", () => {
  const sources = globSync("client/**/*.ts", { exclude: ["client/**/page/**"] })
    .sort()
    .map((path) => ({ path, content: readFileSync(path, "utf8") }));
  const asking = exportedAsking(sources.map(({ content }) => content));
  const asks = new RegExp(`\\b(?:session|auditSession)\\(|\\b(?:${[...deciding, ...asking].join("|")})\\(`);
  for (const { path, content } of sources) {
    if (asks.test(content))
      it(`is requested only at the start of work in ${path}`, () =>
        assert.deepEqual(lateIn(path, content, asking), []));
  }

  const cases = [
    {
      name: "at the start",
      late: 0,
      content: "async function act() { const s = await connections.session(); await ask(); }",
    },
    {
      name: "after a question",
      late: 1,
      content: "async function act() { await ask(); const s = await connections.session(); }",
    },
    {
      name: "after a question, of its owner",
      late: 0,
      content: "async function act() { await ask(); const s = await connections.session({ owner }); }",
    },
    {
      name: "in a command",
      late: 0,
      content: "function register() { command(async () => show(await host.connections.session())); }",
    },
    {
      name: "in a callback of running work",
      late: 1,
      content: "async function act() { panel({ read: async () => (await connections.session()).api }); }",
    },
    {
      name: "in a command on a row",
      late: 1,
      content: "function register() { command(async (argument) => show(await connections.session(), argument)); }",
    },
    {
      name: "in a command on a row, of its owner",
      late: 0,
      content:
        "function register() { command(async (argument) => show(await sessionFor(connections, givenOwner(argument)), argument)); }",
    },
    {
      name: "of a row, after a question",
      late: 1,
      content: "async function act(row) { await ask(); const s = await sessionFor(connections, row); }",
    },
    {
      name: "of several rows, after a question",
      late: 1,
      content: "async function act(rows) { await ask(); const s = await sessionForAll(connections, rows); }",
    },
    {
      name: "for an owner that must be that of the window, after a question",
      late: 0,
      content: "async function act() { await ask(); const s = await connections.here(owner); }",
    },
    {
      name: "for the current connection, after a question",
      late: 1,
      content: "async function act() { await ask(); const s = await ownerInUse(connections); }",
    },
    {
      name: "by a function that is called after a question",
      late: 1,
      content:
        "async function act() { await ask(); await open(); } async function open() { await connections.session(); }",
    },
    {
      name: "in a function called by another one after a question",
      late: 1,
      content:
        "async function act() { await ask(); await one(); } const one = async () => two(); async function two() { await sessionFor(connections, row); }",
    },
    {
      name: "by a function of another source that is called after a question",
      late: 1,
      content: "async function act() { await ask(); await pick(); }",
    },
    {
      name: "after a branch that has returned",
      late: 0,
      content: "async function act() { if (none) return void await say(); const s = await connections.session(); }",
    },
    {
      name: "after a branch that has returned after more than one step",
      late: 0,
      content: "async function act() { if (none) { await say(); return; } const s = await connections.session(); }",
    },
    {
      name: "after a branch that continues",
      late: 1,
      content: "async function act() { if (none) { await say(); } const s = await connections.session(); }",
    },
    {
      name: "of an owner that must not be given, after a question",
      late: 1,
      content: "async function act() { await ask(); const s = await connections.session(owner && { owner }); }",
    },
    {
      name: "by work that is begun and not waited for",
      late: 0,
      content:
        "async function act() { await ask(); update(); } const update = (): void => void count(); async function count() { await connections.session(); }",
    },
    {
      name: "by a function that is called at the start",
      late: 0,
      content: "async function act() { await open(); } async function open() { await connections.session(); }",
    },
    {
      name: "as the client of type Audit",
      late: 1,
      content: "async function act() { await ask(); await connections.auditSession(); }",
    },
  ];
  for (const { name, late, content } of cases)
    it(`is reported as ${late === 0 ? "sound" : "late"} ${name}`, () =>
      assert.equal(lateIn("a.ts", content, new Set(["pick"])).length, late));
});
