/**
 * The page of the forms application: a form on screen, to be filled in and submitted. Works without scripts, and runs
 * none.
 */
import type { FieldView, Option } from "./fields.ts";
import { pageHtml, text } from "./pageHtml.ts";
import { languageOf, stepNames, viewPages } from "./pages.ts";
import type { BlockView, InputView } from "./pages.ts";
import type { Print } from "./print.ts";
import type { RichElement, RichNode } from "./richText.ts";

interface ScreenOptions {
  /** Returned with the submitted form, as `token`. */
  readonly token: string;
  /** The address to which the form is posted; if absent, the address of the page itself. */
  readonly action?: string;
}

export function printScreen(print: Print, options: ScreenOptions): string {
  const language = languageOf(print);
  const name = text(print.smartform.name);
  const steps = stepNames(print);
  const step = print.step ?? 0;
  const pages = viewPages(print, "screen").filter(
    (page) => page.step === undefined || steps.length === 0 || page.step === step,
  );
  const named = new Set<string>();
  return pageHtml({
    title: print.smartform.name,
    ...(language === undefined ? {} : { language }),
    note: "Sandbox: this form is a test. Nothing that you enter leaves this machine.",
    main: `<h1>${name}</h1>
${steps.length === 0 ? "" : `<ol class="steps" aria-label="Steps">${steps.map((each, index) => `<li${index === step ? ' aria-current="step"' : ""}>${text(each)}</li>`).join("")}</ol>\n`}${
      print.submitted ? '<p role="status">This form was submitted.</p>\n' : ""
    }<form method="post"${options.action === undefined ? "" : ` action="${text(options.action)}"`}>
<input type="hidden" name="token" value="${text(options.token)}">
<fieldset${print.submitted ? " disabled" : ""}>
${pages.map((page) => `<section>\n${page.blocks.map((block) => blockHtml(block, named)).join("\n")}\n</section>`).join("\n")}
${print.submitted ? "" : '<p><button type="submit">Submit</button></p>\n'}</fieldset>
</form>`,
  });
}

/** Prints a read-only page: texts, and fields with their answers. */
export function printPage(print: Print): string {
  const language = languageOf(print);
  const name = text(print.smartform.name);
  const blocks = viewPages(print, "pdf")
    .flatMap((page) => page.blocks)
    .map((block) =>
      block.kind === "field" && block.field.kind === "entry"
        ? `<p><span class="name">${text(block.field.label)}</span>${text(block.field.value).replaceAll("\n", "<br>")}</p>`
        : blockHtml(block, new Set()),
    );
  return pageHtml({
    title: print.smartform.name,
    ...(language === undefined ? {} : { language }),
    note: "SANDBOX · made by the Smartform sandbox, not by the service",
    main: `<h1>${name}</h1>\n${blocks.join("\n")}`,
  });
}

/**
 * Reads what a person filled in: the fields of a posted page, in the order of the page. Ignores names that pages never
 * use.
 */
export function readScreen(posted: Iterable<readonly [name: string, value: string]>): {
  readonly values: ReadonlyMap<string, string>;
  readonly inputs: ReadonlyMap<string, string>;
} {
  const values = new Map<string, string>();
  const inputs = new Map<string, string>();
  for (const [name, value] of posted) {
    if (name.startsWith("value:")) values.set(name.slice("value:".length), value);
    if (name.startsWith("input:")) inputs.set(name.slice("input:".length), value);
  }
  return { values, inputs };
}

/** `named`: the names of the editable texts already on the page. A second text of the same name cannot be edited. */
function blockHtml(block: BlockView, named: Set<string>): string {
  if (block.kind === "field") return fieldHtml(block.field);
  return `<div class="text">${richHtml(block.nodes, block.inputs, named)}</div>`;
}

function richHtml(nodes: readonly RichNode[], inputs: readonly InputView[], named: Set<string>): string {
  return nodes
    .map((node) => {
      if (typeof node === "string") return text(node);
      if ("input" in node) return inputHtml(inputs[node.input], named);
      if ("piece" in node) return "";
      return elementHtml(node, richHtml(node.children, inputs, named));
    })
    .join("");
}

function elementHtml({ tag, look, href, columns }: RichElement, inside: string): string {
  const classes = [
    look.bold && "bold",
    look.italics && "italics",
    look.underline && "underline",
    look.strike && "strike",
    look.align,
  ].filter(Boolean);
  const attributes = [
    ...(classes.length === 0 ? [] : [`class="${classes.join(" ")}"`]),
    ...(href === undefined ? [] : [`href="${text(href)}" target="_blank" rel="noopener"`]),
    ...(columns === undefined || columns === 1 ? [] : [`colspan="${columns}"`]),
  ];
  const open = `<${[tag, ...attributes].join(" ")}>`;
  return tag === "br" || tag === "hr" ? open : `${open}${inside}</${tag}>`;
}

function inputHtml(input: InputView | undefined, named: Set<string>): string {
  if (input === undefined) return "";
  if (named.has(input.name)) return text(input.printed);
  named.add(input.name);
  const name = `input:${input.name}`;
  const control =
    input.type === "select"
      ? selectHtml(name, input.options, input.value)
      : entryHtml(name, input.type, input.value, "");
  return `<label><span class="hidden">${text(input.name)}</span>${control}</label>`;
}

function fieldHtml(field: FieldView): string {
  const name = `value:${field.name}`;
  const labelled = (control: string) =>
    `<div class="field"><label><span class="name">${text(field.label)}</span>${control}</label></div>`;
  const grouped = (content: string) =>
    `<fieldset class="field"><legend class="name">${text(field.label)}</legend>${content}</fieldset>`;
  switch (field.kind) {
    case "entry": {
      if (field.type === "textarea")
        return labelled(`<textarea name="${text(name)}">\n${text(field.value)}</textarea>`);
      const limits = `${field.earliest === undefined ? "" : ` min="${text(field.earliest)}"`}${field.latest === undefined ? "" : ` max="${text(field.latest)}"`}`;
      return labelled(entryHtml(name, field.type, field.value, limits));
    }
    case "choice":
      return field.radio
        ? grouped(
            field.options
              .map(
                (option) =>
                  `<label><input type="radio" name="${text(name)}" value="${text(option.value)}"${option.value === field.chosen ? " checked" : ""}> ${text(option.display)}</label> `,
              )
              .join(""),
          )
        : labelled(selectHtml(name, field.options, field.chosen));
    case "checkbox":
      // The hidden answer is posted first, and counts if the box is not checked.
      return `<div class="field"><input type="hidden" name="${text(name)}" value="false"><label><input type="checkbox" name="${text(name)}" value="true"${
        field.checked ? " checked" : ""
      }> ${text(field.label)}</label></div>`;
    case "rows":
      return grouped(tableHtml(field.columns, field.rows));
    case "order":
      return grouped(
        `${tableHtml(
          [],
          field.rows.map((row) => [row]),
        )}<p>${field.totals.map(([each, value]) => `${text(each)}: ${text(value)}`).join("<br>")}</p>`,
      );
    case "map":
      return grouped(
        `<ul>${field.places
          .map(
            (place) =>
              `<li>${[place.title, place.address, place.position]
                .filter((part) => part !== "")
                .map(text)
                .join(" · ")}</li>`,
          )
          .join("")}</ul>`,
      );
    case "upload":
      return labelled('<input type="file" disabled>');
  }
}

/**
 * If the browser's control for dates or numbers would not show the value, uses a plain text control, so that submitting
 * does not lose the value.
 */
function entryHtml(name: string, type: string, value: string, limits: string): string {
  const shown = value === "" || shapes.get(type)?.test(value) !== false;
  return `<input type="${shown && (shapes.has(type) || plainTypes.has(type)) ? type : "text"}" name="${text(name)}" value="${text(value)}"${limits}>`;
}

const shapes: ReadonlyMap<string, RegExp> = new Map([
  ["date", /^\d{4}-\d{2}-\d{2}$/],
  ["number", /^-?\d+(\.\d+)?$/],
]);
const plainTypes: ReadonlySet<string> = new Set(["email", "tel"]);

/** Adds the chosen answer to the options if they lack it. */
function selectHtml(name: string, options: readonly Option[], chosen: string): string {
  const all = options.some((option) => option.value === chosen)
    ? options
    : [{ display: chosen, value: chosen }, ...options];
  return `<select name="${text(name)}">${all
    .map(
      (option) =>
        `<option value="${text(option.value)}"${option.value === chosen ? " selected" : ""}>${text(option.display)}</option>`,
    )
    .join("")}</select>`;
}

function tableHtml(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const head =
    columns.length === 0
      ? ""
      : `<thead><tr>${columns.map((column) => `<th scope="col">${text(column)}</th>`).join("")}</tr></thead>`;
  return `<table>${head}<tbody>${rows.map((row) => `<tr>${row.map((cell) => `<td>${text(cell)}</td>`).join("")}</tr>`).join("")}</tbody></table>`;
}
