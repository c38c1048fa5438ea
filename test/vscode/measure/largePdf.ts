/** Measures a PDF of 50 MB in the PDF panel: `node test/vscode/measure/largePdf.ts`. */
import { randomFillSync } from "node:crypto";
import { PDFDocument, PDFName, StandardFonts } from "@cantoo/pdf-lib";
import { activeTab, openWith, webview } from "../editors.ts";
import { screenshot } from "../pictures.ts";
import { openWorkbench } from "../workbench.ts";
import { longestFrame, memory, ms, say, sayLoad, sayMemory, spread, time, timed } from "./measuring.ts";

const pages = 100;
/** The width and height of a page's picture in pixels. At three bytes per pixel, a page has half a megabyte. */
const side = 418;
const jumps = 30;

const pdf = await PDFDocument.create();
const font = await pdf.embedFont(StandardFonts.Helvetica);
for (let number = 1; number <= pages; number += 1) {
  const page = pdf.addPage([595, 842]);
  page.drawText(`Page ${number} of many`, { x: 72, y: 760, size: 24, font });
  // The picture is noise, because noise does not compress.
  const picture = pdf.context.stream(randomFillSync(new Uint8Array(side * side * 3)), {
    Type: "XObject",
    Subtype: "Image",
    Width: side,
    Height: side,
    ColorSpace: "DeviceRGB",
    BitsPerComponent: 8,
  });
  page.node.setXObject(PDFName.of("Noise"), pdf.context.register(picture));
  page.node.addContentStream(pdf.context.register(pdf.context.stream("q 400 0 0 400 72 300 cm /Noise Do Q")));
}
const bytes = await pdf.save();
say("size", `${(bytes.length / 1e6).toFixed(1)} MB, ${pages} pages`);

await using workbench = await openWorkbench({ files: { "readme.txt": "PDFs.\n", "large.pdf": bytes } });
const { page } = workbench;
const shown = webview(workbench);
const text = (number: number) => shown.locator(".textLayer span", { hasText: `Page ${number} of many` });
const memories = [await memory(workbench, page.mainFrame())];
await openWith(workbench, "large.pdf", "Smartform PDF");
await timed(
  "from the choice of the panel to the words of the first page",
  async () => {},
  () => text(1).waitFor({ timeout: 300_000 }),
);
await activeTab(workbench, "large.pdf").waitFor();
const frame = page.frames().find((candidate) => candidate.parentFrame()?.parentFrame() === page.mainFrame());
if (frame === undefined) throw new Error("The PDF has no frame.");
memories.push(await memory(workbench, frame));
const times: number[] = [];
for (let number = 0; number < jumps; number += 1) {
  const wanted = 1 + ((number * 37 + 50) % pages);
  times.push(
    await time(
      async () => {
        await shown.locator("#page").fill(String(wanted));
        await page.keyboard.press("Enter");
      },
      () => text(wanted).waitFor(),
    ),
  );
}
say(
  `${jumps} pages all over the file, from typing the page number to its words: median, 95th percentile, longest`,
  spread(times),
);
say("longest time between two frames while the wheel turns 300 times", ms(await longestFrame(page, frame, "#viewer")));
memories.push(await memory(workbench, frame));
await screenshot(workbench, "measured-pdf");
sayMemory("before the PDF was opened, with the PDF open, after the 30 pages and the wheel", memories);
sayLoad();
