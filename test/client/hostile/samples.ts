/**
 * Hostile documents for everything that shows HTML, SVG, Markdown or PDF, read from the data files beside this file.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";

export interface Sample {
  readonly id: number;
  readonly family: string;
  /** The sample. Its addresses are filled in, and so are the markers that show that it ran. */
  readonly text: string;
}

export interface PdfSample {
  readonly id: number;
  readonly family: string;
  readonly bytes: Uint8Array;
}

/** What samples try to reach: `host` is a server that records requests, `file` an address of a file. */
export interface Targets {
  readonly host: string;
  readonly file: string;
}

/** The path of a sample on the server. */
export const pathOf = (id: number): string => `/hit/${id}`;
/** What a sample logs on the console if its script runs. */
export const ran = /^ran-(\d+)$/;

const read = (name: string): string => readFileSync(join(import.meta.dirname, name), "utf8");

export function markupSamples(targets: Targets): readonly Sample[] {
  const lists = new Map<string, readonly string[]>();
  const samples: Sample[] = [];
  let family = "";
  for (const line of read("markup.txt").split("\n")) {
    const list = /^([A-Z]+) = (.*)$/.exec(line);
    if (list?.[1] !== undefined) lists.set(list[1], (list[2] ?? "").split(" "));
    else if (line.startsWith("## ")) family = line.slice(3);
    else if (line !== "" && family !== "") {
      const each = /EACH-([A-Z]+)/.exec(line)?.[1];
      for (const word of each === undefined ? [""] : (lists.get(each) ?? [])) {
        const id = samples.length + 1;
        samples.push({
          id,
          family,
          text: filled(line.replaceAll(`EACH-${each}`, word), id, targets)
            .replaceAll("\\n", "\n")
            .replaceAll(/\\u([0-9a-f]{4})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))),
        });
      }
    }
  }
  return samples;
}

export function pdfSamples(targets: Targets): readonly PdfSample[] {
  const samples: PdfSample[] = [];
  let family = "";
  const [head = "", ...families] = read("pdfs.txt").split(/^## /m);
  const actions = head.slice(head.indexOf("ACTIONS\n")).trim().split("\n").slice(1);
  for (const each of families) {
    const [name = "", ...lines] = each.split("\n");
    family = name;
    for (const paragraph of lines.join("\n").trim().split("\n\n")) {
      for (const action of paragraph.includes("ACTION") ? actions : [""]) {
        const id = samples.length + 1;
        samples.push({
          id,
          family,
          bytes: pdfOf(filled(paragraph.replaceAll("ACTION", action), id, targets).split("\n")),
        });
      }
    }
  }
  return samples;
}

function filled(text: string, id: number, { host, file }: Targets): string {
  return text
    .replace(/\{\{(\d+)\*(.*?)\}\}/g, (_, times: string, what: string) => what.repeat(Number(times)))
    .replaceAll("RUN", "console.log(`ran-ID`)")
    .replaceAll("URLHOST", host)
    .replaceAll("URL", `http://${host}${pathOf(id)}`)
    .replaceAll("FILE", file)
    .replaceAll("ran-ID", `ran-${id}`)
    .replaceAll("/hit/ID", pathOf(id));
}

/** Returns a PDF of one page. Each line adds something to the PDF: an entry, an annotation, an object or a stream. */
function pdfOf(lines: readonly string[]): Uint8Array {
  const entries: Record<"catalog" | "page" | "info" | "form", string[]> = { catalog: [], page: [], info: [], form: [] };
  const annotations: string[] = [];
  const drawn = ["BT /F1 12 Tf 50 720 Td (hostile) Tj ET"];
  const objects = new Map<number, string>();
  const stream = (dictionary: string, content: string): string =>
    `<< ${dictionary} /Length ${Buffer.byteLength(content, "latin1")} >>\nstream\n${content}\nendstream`;
  for (const line of lines) {
    const [, word = "", rest = ""] = /^(\w+) (.*)$/.exec(line) ?? [];
    if (word === "catalog" || word === "page" || word === "info" || word === "form") entries[word].push(rest);
    else if (word === "annot") annotations.push(rest);
    else if (word === "content") drawn.push(rest);
    else if (word === "object") objects.set(Number.parseInt(rest), rest.replace(/^\d+ /, ""));
    else if (word === "stream") {
      const [, number = "", dictionary = "", content = ""] =
        /^(\d+) <<(.*?)>> (?!>|\/|\])(.*)$/.exec(rest) ?? /^(\d+) <<(.*)>> (.*)$/.exec(rest) ?? [];
      objects.set(Number(number), stream(dictionary, content.replaceAll("\\n", "\n")));
    } else throw new Error(`A hostile PDF says "${line}", which is none of the words that its file describes.`);
  }
  const has = (word: keyof typeof entries, name: string): boolean =>
    entries[word].some((entry) => entry.includes(name));
  objects.set(
    1,
    `<< /Type /Catalog ${has("catalog", "/Pages") ? "" : "/Pages 2 0 R"} ${entries.form.length > 0 ? `/AcroForm << ${entries.form.join(" ")} >>` : ""} ${entries.catalog.join(" ")} >>`,
  );
  objects.set(2, "<< /Type /Pages /Kids [3 0 R] /Count 1 >>");
  objects.set(
    3,
    `<< /Type /Page /Parent 2 0 R ${has("page", "/MediaBox") ? "" : "/MediaBox [0 0 595 842]"} ${has("page", "/Contents") ? "" : "/Contents 4 0 R"} ${has("page", "/Resources") ? "" : "/Resources << /Font << /F1 5 0 R >> >>"} ${annotations.length > 0 ? `/Annots [${annotations.map((_, index) => `${24 + index} 0 R`).join(" ")}]` : ""} ${entries.page.join(" ")} >>`,
  );
  objects.set(4, stream("", drawn.join("\n")));
  objects.set(5, "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>");
  objects.set(6, `<< ${entries.info.join(" ")} >>`);
  if (!objects.has(20)) objects.set(20, stream("", "console.log(`ran-0`)"));
  for (const [index, annotation] of annotations.entries()) objects.set(24 + index, annotation);
  const places: (readonly [number: number, at: number])[] = [];
  let file = "%PDF-1.7\n";
  for (const [number, body] of objects) {
    places.push([number, Buffer.byteLength(file, "latin1")]);
    file += `${number} 0 obj\n${body}\nendobj\n`;
  }
  const start = Buffer.byteLength(file, "latin1");
  file += `xref\n${places.map(([number, at]) => `${number} 1\n${String(at).padStart(10, "0")} 00000 n \n`).join("")}trailer\n<< /Root 1 0 R /Info 6 0 R /Size 40 >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(file, "latin1");
}
