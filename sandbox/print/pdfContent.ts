/** Converts rich text and fields to content for the PDF layout engine. */
import type { Content, ContentText, CustomTableLayout, TableCell } from "pdfmake/interfaces";
import type { FieldView } from "./fields.ts";
import type { InputView } from "./pages.ts";
import { cleanText } from "./richText.ts";
import type { Look } from "../../language/index.ts";
import type { RichElement, RichNode } from "./richText.ts";

/** The style that surrounding elements give to a run of text. */
interface Style {
  readonly bold?: boolean;
  readonly italics?: boolean;
  readonly underline?: boolean;
  readonly strike?: boolean;
  readonly small?: "sub" | "sup";
  readonly code?: boolean;
  readonly link?: string;
  readonly align?: Look["align"];
  readonly size?: number;
  /** Points below a paragraph; default 6. */
  readonly gap?: number;
  /** Keeps line breaks and spaces as written. */
  readonly preformatted?: boolean;
}

const headings: ReadonlyMap<string, number> = new Map([
  ["h1", 16],
  ["h2", 14],
  ["h3", 12.5],
  ["h4", 11],
  ["h5", 10.5],
  ["h6", 10],
]);
/** Wider tables, and more deeply nested ones, do not fit the paper: their rows are printed as lines. */
const maxColumns = 12;
const maxTables = 2;

/** Thin lines around every cell. */
const thin: CustomTableLayout = {
  hLineWidth: () => 0.5,
  vLineWidth: () => 0.5,
  hLineColor: () => "#999999",
  vLineColor: () => "#999999",
};

export function richContent(nodes: readonly RichNode[], inputs: readonly InputView[]): Content[] {
  return flow(nodes, {}, inputs, 0);
}

/**
 * The maximum number of code units in one paragraph; a longer paragraph continues on the next line. The layout engine's
 * time grows with the square of a paragraph's length.
 */
const longest = 4000;

/** Makes paragraphs from inline and block elements in any order; a block ends the paragraph before it. */
function flow(nodes: readonly RichNode[], style: Style, inputs: readonly InputView[], tables: number): Content[] {
  const out: Content[] = [];
  const gap = style.gap ?? 6;
  let runs: ContentText[] = [];
  /** UTF-16 code units in `runs`. */
  let length = 0;
  /** Whether a space here is dropped, because it would begin a line or follow another space. */
  let fresh = true;

  const write = (text: string, look: Style) => {
    const collapsed = look.preformatted ? text : text.replace(/[ \t\r\n]+/g, " ");
    let rest = fresh && !look.preformatted ? collapsed.replace(/^ /, "") : collapsed;
    while (length + rest.length > longest) {
      const cut = cutBefore(rest, longest - length);
      push(rest.slice(0, cut), look);
      end(0);
      rest = rest.slice(cut);
    }
    if (rest !== "") push(rest, look);
  };
  const push = (text: string, look: Style) => {
    fresh = /[ \n]$/.test(text);
    length += text.length;
    runs.push(run(text, look));
  };
  const end = (gap: number) => {
    if (runs.some((each) => String(each.text).trim() !== "")) {
      out.push({
        text: runs,
        margin: [0, 0, 0, gap],
        ...(style.align === undefined ? {} : { alignment: style.align }),
        ...(style.preformatted ? { preserveLeadingSpaces: true } : {}),
      });
    }
    runs = [];
    length = 0;
    fresh = true;
  };
  const walk = (each: readonly RichNode[], look: Style) => {
    for (const node of each) {
      if (typeof node === "string") write(node, look);
      else if ("input" in node) write(cleanText(inputs[node.input]?.printed ?? ""), { ...look, preformatted: true });
      else if ("piece" in node) continue;
      else if (node.tag === "br") {
        if (length > longest / 2) end(0);
        else push("\n", look);
      } else if (inlineStyle(node) !== undefined) walk(node.children, { ...look, ...inlineStyle(node), ...node.look });
      else {
        end(gap);
        out.push(...block(node, { ...look, ...node.look }, inputs, tables));
      }
    }
  };
  walk(nodes, style);
  end(gap);
  return out;
}

/**
 * Returns the offset at which to cut the text: after the last space before `limit` if that is past half of `limit`,
 * otherwise at `limit` or up to two code units later, because the cut is never at 0 and never inside a character.
 */
function cutBefore(text: string, limit: number): number {
  const space = text.lastIndexOf(" ", limit - 1);
  if (space > limit / 2) return space + 1;
  const cut = Math.max(limit, 1);
  return /[\uD800-\uDBFF]/.test(text[cut - 1] ?? "") ? cut + 1 : cut;
}

function block(element: RichElement, style: Style, inputs: readonly InputView[], tables: number): Content[] {
  const inside = (more: Style = {}) => flow(element.children, { ...style, ...more }, inputs, tables);
  const size = headings.get(element.tag);
  if (size !== undefined)
    return [{ stack: inside({ bold: true, size }), margin: [0, 6, 0, 2], headlineLevel: Number(element.tag.slice(1)) }];
  switch (element.tag) {
    case "ul":
      return [{ ul: items(element, style, inputs, tables), margin: [0, 0, 0, 6] }];
    case "ol":
      return [{ ol: items(element, style, inputs, tables), margin: [0, 0, 0, 6] }];
    case "blockquote":
      return [{ stack: inside(), margin: [16, 0, 16, 4], color: "#444444" }];
    case "pre":
      return [{ stack: inside({ preformatted: true, code: true }) }];
    case "hr":
      return [
        {
          canvas: [{ type: "line", x1: 0, y1: 0, x2: 483, y2: 0, lineWidth: 0.5, lineColor: "#999999" }],
          margin: [0, 4, 0, 8],
        },
      ];
    case "table":
      return table(element, style, inputs, tables);
    default:
      return inside();
  }
}

function items(list: RichElement, style: Style, inputs: readonly InputView[], tables: number): Content[] {
  return elements(list.children).map((item) => ({
    stack: flow(item.children, { ...style, ...item.look, gap: 1 }, inputs, tables),
  }));
}

function table(element: RichElement, style: Style, inputs: readonly InputView[], tables: number): Content[] {
  const rows = elements(element.children).map((row) => elements(row.children));
  const width = Math.max(0, ...rows.map((row) => row.reduce((sum, cell) => sum + (cell.columns ?? 1), 0)));
  const cellContent = (cell: RichElement) =>
    flow(
      cell.children,
      { ...style, gap: 0, ...(cell.tag === "th" ? { bold: true } : {}), ...cell.look },
      inputs,
      tables + 1,
    );
  if (width === 0) return [];
  if (width > maxColumns || tables >= maxTables)
    return rows.map((row) => ({ stack: row.flatMap(cellContent), margin: [0, 0, 0, 4] }));
  const body = rows
    .filter((row) => row.length > 0)
    .map((row) => {
      const cells = row.flatMap((cell): TableCell[] => {
        const span = cell.columns ?? 1;
        return [{ stack: cellContent(cell), colSpan: span }, ...Array.from({ length: span - 1 }, () => ({}))];
      });
      return [...cells, ...Array.from({ length: width - cells.length }, () => ({ text: "" }))];
    });
  return [{ table: { body, widths: Array.from({ length: width }, () => "*") }, layout: thin, margin: [0, 2, 0, 8] }];
}

function elements(nodes: readonly RichNode[]): readonly RichElement[] {
  return nodes.filter((node): node is RichElement => typeof node === "object" && "tag" in node);
}

/** Returns undefined for a block. */
function inlineStyle(element: RichElement): Style | undefined {
  switch (element.tag) {
    case "b":
      return { bold: true };
    case "i":
      return { italics: true };
    case "u":
      return { underline: true };
    case "s":
      return { strike: true };
    case "sub":
      return { small: "sub" };
    case "sup":
      return { small: "sup" };
    case "code":
      return { code: true };
    case "a":
      return element.href === undefined ? {} : { link: element.href };
    case "span":
      return {};
    default:
      return undefined;
  }
}

function run(text: string, style: Style): ContentText {
  const decoration = [
    ...(style.underline || style.link ? ["underline" as const] : []),
    ...(style.strike ? ["lineThrough" as const] : []),
  ];
  return {
    text: cleanText(text),
    ...(style.bold ? { bold: true } : {}),
    ...(style.italics ? { italics: true } : {}),
    ...(decoration.length > 0 ? { decoration } : {}),
    ...(style.small === "sub" ? { sub: true } : {}),
    ...(style.small === "sup" ? { sup: true } : {}),
    ...(style.code ? { style: "code" } : {}),
    ...(style.link ? { link: style.link, color: "#1a4f9c" } : {}),
    ...(style.size ? { fontSize: style.size } : {}),
    ...(style.preformatted ? { preserveLeadingSpaces: true } : {}),
  };
}

/**
 * Returns a field: its small label above its answer. An upload shows only that it exists, never its content (document
 * 1, "PDFs").
 */
export function fieldContent(field: FieldView): Content {
  const label = { text: cleanText(field.label), style: "label", margin: [0, 0, 0, 1] } satisfies Content;
  return {
    stack: [label, ...answer(field)],
    margin: [0, 0, 0, 8],
    unbreakable: field.kind === "entry" || field.kind === "checkbox",
  };
}

function answer(field: FieldView): Content[] {
  switch (field.kind) {
    case "entry":
      return [line(field.value)];
    case "checkbox":
      return [line(field.checked ? "☒" : "☐")];
    case "choice": {
      const chosen = field.options.find((option) => option.value === field.chosen);
      if (chosen !== undefined || field.chosen !== "") return [line(chosen?.display ?? field.chosen)];
      return field.options.length === 0 ? [line("")] : field.options.map((option) => line(`○ ${option.display}`));
    }
    case "rows":
      return [grid(field.columns, field.rows)];
    case "order":
      return [
        ...(field.rows.length === 0
          ? []
          : [
              grid(
                [],
                field.rows.map((row) => [row]),
              ),
            ]),
        ...field.totals.map(([name, value]) => line(`${name}: ${value}`)),
      ];
    case "map":
      return [
        {
          ul: field.places.map((place) =>
            cleanText([place.title, place.address, place.position].filter((part) => part !== "").join(" · ")),
          ),
        },
      ];
    case "upload":
      return [line("")];
  }
}

function line(text: string): Content {
  return { text: cleanText(text) || " ", preserveLeadingSpaces: true };
}

function grid(columns: readonly string[], rows: readonly (readonly string[])[]): Content {
  const width = Math.max(columns.length, 1);
  if (width > maxColumns)
    return { stack: rows.map((row) => line(row.map((value, index) => `${columns[index]}: ${value}`).join(" · "))) };
  const head = columns.length === 0 ? [] : [columns.map((column) => ({ text: cleanText(column), bold: true }))];
  const body: TableCell[][] = [...head, ...rows.map((row) => row.map((value) => ({ text: cleanText(value) })))];
  if (body.length === 0) return line("");
  return { table: { body, headerRows: head.length, widths: Array.from({ length: width }, () => "*") }, layout: thin };
}
