/** Finds words in sources: those that are passed to `l10n.t`, and literals that look like words for people. */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { root } from "../../../scripts/root.mjs";

export interface Said {
  readonly place: string;
  /** The key in the bundles; undefined if the message is not a literal, because then no tool can find the key. */
  readonly key: string | undefined;
  readonly message: string;
  /** How many values are passed for the placeholders; undefined if they are passed with a spread. */
  readonly given: number | undefined;
  /** Whether the call is evaluated only once, when its file is loaded. */
  readonly isSaidAtOnce: boolean;
}

export interface Literal {
  readonly file: string;
  readonly line: number;
  readonly text: string;
}

export interface SourceWords {
  readonly said: readonly Said[];
  readonly literals: readonly Literal[];
  /** Literals that something is compared with. */
  readonly compared: readonly Literal[];
}

/**
 * The paths, with forward slashes, of all files whose words people read in the editor. The titles of commands are in
 * package.nls.json.
 */
export const spokenFiles: readonly string[] = globSync(
  [
    "client/**/*.ts",
    "language/**/*.ts",
    "server/**/*.ts",
    "catalog/{project,readCatalogFile,reading,sample,settingsFile}.ts",
    "api/**/*.ts",
    "disk/**/*.ts",
    "authoring/**/*.ts",
  ],
  { cwd: root, exclude: ["client/contributions/**"] },
)
  .map((file) => file.replaceAll("\\", "/"))
  .sort();

export function wordsOf(file: string, code = readFileSync(join(root, file), "utf8")): SourceWords {
  const source = ts.createSourceFile(file, code, ts.ScriptTarget.Latest, true);
  const said: Said[] = [];
  const literals: Literal[] = [];
  const compared: Literal[] = [];
  const lineOf = (node: ts.Node): number => source.getLineAndCharacterOfPosition(node.getStart()).line + 1;

  function visit(node: ts.Node): void {
    if (ts.isCallExpression(node) && node.expression.getText() === "l10n.t") {
      const [first, ...rest] = node.arguments;
      said.push({
        place: `${file}:${lineOf(node)}`,
        isSaidAtOnce: ts.findAncestor(node, ts.isFunctionLike) === undefined,
        ...messageOf(first, rest),
      });
      rest.forEach(visit);
      if (first && ts.isObjectLiteralExpression(first))
        first.properties.filter((property) => nameOf(property) === "args").forEach(visit);
      return;
    }
    if (ts.isStringLiteralLike(node) && isCompared(node)) compared.push({ file, line: lineOf(node), text: node.text });
    if (isSilent(node)) return;
    if (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)) {
      const text = ts.isTemplateExpression(node)
        ? [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join("{}")
        : node.text;
      if (isForPeople(text)) literals.push({ file, line: lineOf(node), text });
    }
    ts.forEachChild(node, visit);
  }
  visit(source);
  return { said, literals, compared };
}

function messageOf(
  first: ts.Expression | undefined,
  rest: readonly ts.Expression[],
): Omit<Said, "place" | "isSaidAtOnce"> {
  const given = rest.some(ts.isSpreadElement) ? undefined : rest.length;
  if (first && ts.isStringLiteralLike(first)) return { key: first.text, message: first.text, given };
  if (!first || !ts.isObjectLiteralExpression(first)) return { key: undefined, message: first?.getText() ?? "", given };
  const property = (name: string): ts.Expression | undefined =>
    first.properties.filter(ts.isPropertyAssignment).find((each) => nameOf(each) === name)?.initializer;
  const message = property("message"),
    comment = property("comment"),
    args = property("args");
  const comments: readonly ts.Expression[] =
    comment && ts.isArrayLiteralExpression(comment) ? comment.elements : comment ? [comment] : [];
  if (!message || !ts.isStringLiteralLike(message) || !comments.every((each) => ts.isStringLiteralLike(each)))
    return { key: undefined, message: first.getText(), given };
  const key = [
    message.text,
    ...(comments.length > 0 ? [comments.map((each) => (ts.isStringLiteralLike(each) ? each.text : "")).join("")] : []),
  ].join("/");
  return {
    key,
    message: message.text,
    given: args === undefined ? 0 : ts.isArrayLiteralExpression(args) ? args.elements.length : undefined,
  };
}

function nameOf(property: ts.ObjectLiteralElementLike): string | undefined {
  return property.name?.getText();
}

/**
 * Returns true for a node whose words are not translated. Nobody reads types, names and comparisons in the editor. The
 * sections of the API documents keep their names. The log stays English, and so do the titles of rules, which appear in
 * files for other programs.
 */
function isSilent(node: ts.Node): boolean {
  if (ts.isTypeNode(node) || ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return true;
  if (ts.isCallExpression(node))
    return /(^|[.]#?)log[.](trace|debug|info|warn|error|problem)$/.test(node.expression.getText());
  const { parent } = node;
  if (!ts.isStringLiteralLike(node)) return false;
  if (ts.isPropertyAssignment(parent) && nameOf(parent) === "section") return true;
  if (
    ts.isPropertyAssignment(parent) &&
    nameOf(parent) === "title" &&
    parent.parent.properties.some((each) => nameOf(each) === "looksAt")
  )
    return true;
  return (
    isCompared(node) ||
    ts.isElementAccessExpression(parent) ||
    (ts.isPropertyAssignment(parent) && parent.name === node)
  );
}

function isCompared({ parent }: ts.StringLiteralLike): boolean {
  return (
    ts.isCaseClause(parent) ||
    (ts.isBinaryExpression(parent) &&
      [ts.SyntaxKind.EqualsEqualsEqualsToken, ts.SyntaxKind.ExclamationEqualsEqualsToken].includes(
        parent.operatorToken.kind,
      ))
  );
}

function isForPeople(text: string): boolean {
  return shownOf(text).some(looksLikeWords);
}

/** Returns the parts of HTML that a person reads: text between elements and some attributes. */
function shownOf(text: string): readonly string[] {
  if (!/<\/?[a-z][^<>]*>/.test(text)) return [text];
  return [
    ...Array.from(text.matchAll(/\b(?:title|aria-label|placeholder|alt)="([^"]*)"/g), ([, value]) => value ?? ""),
    ...text.split(/<[^<>]*>/).map((part) => part.trim()),
  ];
}

/** Whether the text has a word beside a space, or is one capitalized word. */
function looksLikeWords(text: string): boolean {
  return /\p{L}{2,}[,.;:?!]? |[ ]\p{L}{2,}/u.test(text) || /^\p{Lu}\p{Ll}+[.…?!:]?$/u.test(text);
}
