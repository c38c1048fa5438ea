/**
 * The PDF of a form: A4, one language, fonts embedded, marked as the sandbox's on every page. Making it needs no
 * network.
 */
import pdfmake from "pdfmake";
import type { Content } from "pdfmake/interfaces";
import { finishPdf } from "./finishPdf.ts";
import { fontFiles, readFonts } from "./fonts.ts";
import { languageOf, stepNames, viewPages } from "./pages.ts";
import type { PageView, Trace } from "./pages.ts";
import { fieldContent, richContent } from "./pdfContent.ts";
import type { Print } from "./print.ts";
import { cleanText } from "./richText.ts";

/** Rejects if an attachment is not a readable PDF. */
export async function printPdf(print: Print, trace?: Trace): Promise<Uint8Array> {
  const form = await printPaper(paperOf(print, trace));
  return finishPdf(
    form,
    { append: (print.attachments ?? []).map((bytes) => ({ bytes })), at: print.createdAt ?? new Date() },
    (index, cause) =>
      new Error(`Attachment ${index + 1} of the toolbar cannot be read as a PDF. Replace it in the Smartform.`, {
        cause,
      }),
  );
}

let ready: Promise<void> | undefined;
async function usePdfmake(): Promise<void> {
  // pdfmake's types do not declare `virtualfs`, its files in memory.
  const { virtualfs } = pdfmake as typeof pdfmake & {
    readonly virtualfs: { writeFileSync(name: string, content: Uint8Array): void };
  };
  pdfmake.setUrlAccessPolicy(() => false);
  pdfmake.setLocalAccessPolicy(() => false);
  pdfmake.setFonts({ DejaVu: { ...fontFiles } });
  for (const [name, content] of await readFonts()) virtualfs.writeFileSync(name, content);
}

const color = { ink: "#1c1c1c", quiet: "#666666" };

/**
 * The word SANDBOX across an A4 page, drawn as lines: if it were text, it would be read aloud, searched and copied
 * among the words of the form.
 */
const letters = [
  "M58 18C50-6 2-6 2 24C2 58 58 40 58 76C58 106 8 106 0 82",
  "M0 100L30 0L60 100M12 64L48 64",
  "M0 100L0 0L60 100L60 0",
  "M0 0L0 100L18 100C76 100 76 0 18 0Z",
  "M0 0L0 100L30 100C70 100 70 48 30 48L0 48L28 48C62 48 62 0 28 0Z",
  "M30 0C-12 0-12 100 30 100C72 100 72 0 30 0Z",
  "M0 0L60 100M60 0L0 100",
]
  .map((path, index) => `<path transform="translate(${index * 92} 0)" d="${path}"/>`)
  .join("");
const watermark =
  `<svg xmlns="http://www.w3.org/2000/svg" width="595" height="842" viewBox="0 0 595 842"><g transform="translate(297 421) rotate(-54.7) scale(1.15) translate(-306 -50)" ` +
  `fill="none" stroke="#d2d2d2" stroke-opacity="0.35" stroke-width="17" stroke-linejoin="bevel">${letters}</g></svg>`;

/** The common parts of every PDF of the sandbox. */
interface Paper {
  readonly title: string;
  readonly subject: string;
  readonly language?: string;
  readonly created: Date;
  readonly content: readonly Content[];
}

/** Resolves with a PDF on the sandbox's paper: every page says that the service did not make the PDF. */
export async function printPaper(paper: Paper): Promise<Uint8Array> {
  await (ready ??= usePdfmake().catch((error: unknown) => {
    ready = undefined;
    throw error;
  }));
  return pdfmake
    .createPdf({
      pageSize: "A4",
      pageMargins: [56, 64, 56, 64],
      version: "1.7",
      ...(paper.language === undefined ? {} : { language: paper.language }),
      displayTitle: true,
      info: {
        title: paper.title,
        subject: paper.subject,
        creator: "Smartform sandbox",
        producer: "pdfmake",
        creationDate: paper.created,
        modDate: paper.created,
      },
      defaultStyle: { font: "DejaVu", fontSize: 10, lineHeight: 1.25, color: color.ink },
      styles: {
        title: { fontSize: 18, bold: true },
        step: { fontSize: 12, bold: true, color: color.quiet },
        label: { fontSize: 8, color: color.quiet },
        code: { fontSize: 9, background: "#f0f0f0" },
      },
      background: () => ({ svg: watermark }),
      footer: (page, pages) => ({
        margin: [56, 24, 56, 0],
        fontSize: 8,
        color: color.quiet,
        columns: [
          { text: "SANDBOX · made by the Smartform sandbox, not by the service" },
          { text: `${page} / ${pages}`, alignment: "right", width: "auto" },
        ],
      }),
      content: [{ text: paper.title, style: "title", margin: [0, 0, 0, 12] }, ...paper.content],
    })
    .getBuffer();
}

function paperOf(print: Print, trace: Trace | undefined): Paper {
  const language = languageOf(print);
  const steps = stepNames(print);
  return {
    title: cleanText(print.smartform.name),
    subject: cleanText(print.subject ?? `Form ${print.formId}`),
    ...(language === undefined ? {} : { language }),
    created: print.createdAt ?? new Date(),
    content: viewPages(print, "pdf", trace).flatMap((page, index) => pageContent(page, index, steps)),
  };
}

function pageContent(page: PageView, index: number, steps: readonly string[]): Content[] {
  const step = page.step === undefined ? undefined : steps[page.step];
  const blocks = page.blocks.flatMap((block) =>
    block.kind === "field" ? [fieldContent(block.field)] : richContent(block.nodes, block.inputs),
  );
  const content: Content[] = [
    ...(step === undefined ? [] : [{ text: cleanText(step), style: "step", margin: [0, 0, 0, 8] } satisfies Content]),
    ...blocks,
  ];
  return index === 0 ? content : [{ stack: content, pageBreak: "before" }];
}
