/**
 * Opens each view and panel in the real VS Code, and takes its picture in four themes, in two sizes and at a zoom of
 * 150 %. Puts the pictures of each view or panel on one contact sheet: `out/sheets/NAME.png`. A person looks at the
 * sheets; nothing is judged here. With arguments it makes only the sheets whose name contains one of them.
 */
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { PDFDocument, StandardFonts } from "@cantoo/pdf-lib";
import { root } from "../../scripts/root.mjs";
import { visit } from "../sandbox/visit.ts";
import { launchBrowser } from "./browser.ts";
import { openFile, openWith, webview } from "./editors.ts";
import { openText, unfoldTo } from "./library.ts";
import { problems } from "./messages.ts";
import { answer, asks, pick, quickInput, runCommand } from "./palette.ts";
import { allThemes, useTheme } from "./settings.ts";
import { chooseFor, expand, foldView, openView, runCommandOf, treeItem, unfoldView } from "./sideBar.ts";
import { profileOf, signIn } from "./signIn.ts";
import { openWorkbench } from "./workbench.ts";

const sizes = [
  { width: 1400, height: 900 },
  // In this size, a panel beside the side bar is about 350 pixels wide.
  { width: 700, height: 500 },
  // The first size at the browser's zoom of 150 %, in CSS pixels.
  { width: 933, height: 600 },
] as const;
const wanted = process.argv.slice(2);
const folder = join(root, "out", "sheets");

await using service = { ...(await visit()), [Symbol.asyncDispose]: async () => service.close() };
const form = {
  dialogDefinitionId: service.ready.demo.smartforms.singleStep,
  values: { name: "Åsa Öberg" },
  dataTableValue: { customer: { name: "Åsa" }, caseWorker: { name: "Bo" } },
};
await using workbench = await openWorkbench({
  files: {
    "accident.form.json": JSON.stringify(form, undefined, 2),
    "letter.sft.html":
      "<h2>Your claim</h2>\n<p>Dear [[ customer.name ]], see [[ LIB : claims : photos ]].</p>\n<p>[[ LIB : common-footers : contact ]]</p>\n",
    "new.pdf": await pdfOf(["We are open on Friday", "from ten to five."]),
    "old.pdf": await pdfOf(["We are open on Monday", "from nine to five."]),
    "terms.pdf": await pdfOf(["Our terms as of Monday"]),
  },
  settings: { "smartform.connections": [profileOf(service, "strandby")] },
});
const { page } = workbench;
const browser = await launchBrowser();
await using _ = { [Symbol.asyncDispose]: () => browser.close() };

let hasForm = false;

const sideViews = [
  ...["Text Library", "Languages", "History", "Smartforms", "Test Forms"],
  ...["Archive", "Documents", "Signing", "Audit", "Statistics"],
];

/**
 * The views and panels. Each begins with closed editors, and with the side bar as the previous view or panel left it.
 */
const views: Readonly<Record<string, () => Promise<void>>> = {
  "view-text-library": () => unfoldTo(workbench, ["Folder Claims", "Subfolder Decisions"]),
  "view-languages": () => alone("Languages"),
  "view-history": async () => {
    await alone("Text Library");
    await openText(workbench, ["Folder Claims", "Text intro"], "en");
    await alone("History");
  },
  "view-smartforms": async () => {
    await alone("Smartforms");
    await expand(workbench, "Claim report");
  },
  "view-archive": () => alone("Archive"),
  "view-documents": () => alone("Documents"),
  "view-signing": () => alone("Signing"),
  "view-audit": () => alone("Audit"),
  "view-statistics": () => alone("Statistics"),
  findings: async () => {
    await openFile(workbench, "letter.sft.html");
    await (await problems(workbench)).first().waitFor();
  },
  preview: async () => {
    await openFile(workbench, "letter.sft.html");
    await runCommand(workbench, "Smartform PDF: Open Preview to the Side");
    await webview(workbench).getByText("Call us on 010 123 45 67").waitFor();
  },
  "pdf-of-form": createForm,
  "view-test-forms": formInView,
  "pdf-comparison": async () => {
    await openView(workbench, "Explorer");
    for (const name of ["old.pdf", "new.pdf"]) await treeItem(workbench, name).click({ modifiers: ["Control"] });
    await chooseFor(workbench, treeItem(workbench, "new.pdf"), "Compare Two PDFs…");
    await webview(workbench).locator(".row.differs").first().waitFor();
  },
  "pdf-file": async () => {
    await openView(workbench, "Explorer");
    await openWith(workbench, "terms.pdf", "Smartform PDF");
    await webview(workbench).locator(".textLayer span", { hasText: "Monday" }).first().waitFor();
    await webview(workbench).getByRole("button", { name: "Thumbnails" }).click();
    await webview(workbench).getByRole("button", { name: "Find", exact: true }).click();
  },
  statistics: async () => {
    await runCommand(workbench, "Smartform Statistics and Audit: Show Statistics");
    await webview(workbench).locator("#total", { hasText: "events" }).waitFor();
  },
  loading: async () => {
    await service.control("POST", "/faults", { operation: "audit.search", kind: "stall" });
    await runCommand(workbench, "Smartform Statistics and Audit: Show Audit Events");
    await webview(workbench).locator("#busy").waitFor();
  },
  audit: async () => {
    await runCommand(workbench, "Smartform Statistics and Audit: Show Audit Events");
    await webview(workbench).locator("#status", { hasText: "events" }).waitFor();
  },
  journey: async () => {
    await formInView();
    const shown = webview(workbench).getByText("Test form created").first();
    await chooseFor(workbench, treeItem(workbench, "accident"), "Show Journey", shown);
  },
  "document-store": async () => {
    await runCommandOf(workbench, "Documents", "Smartform Documents: Search the Document Store…");
    await pick(workbench, "Test");
    await asks(workbench, "The service does not list folders");
    await answer(workbench, "Claims");
    await webview(workbench).locator("#status", { hasText: "documents" }).waitFor();
  },
  "viewer-archive": async () => {
    await runCommandOf(workbench, "Documents", "Smartform Documents: Search the Viewer Archive…");
    const environment = quickInput(workbench).locator(".monaco-list-row", { hasText: "Test" });
    await quickInput(workbench).locator(".monaco-list-row", { hasText: "Letters" }).or(environment).first().waitFor();
    if (await environment.first().isVisible()) await pick(workbench, "Test");
    await pick(workbench, "Letters");
    await asks(workbench, "User id that the viewer archive gets");
    await answer(workbench, "karin");
    await webview(workbench).locator("#status", { hasText: "documents" }).waitFor();
  },
};

async function createForm(): Promise<void> {
  await openFile(workbench, "accident.form.json");
  await runCommand(workbench, "Smartform PDF: Create Test Form and Show PDF");
  await webview(workbench).locator(".textLayer span", { hasText: "weekdays" }).first().waitFor();
  hasForm = true;
}

/** Shows the Test Forms view with a form. Creates the form if no earlier sheet did. */
async function formInView(): Promise<void> {
  if (!hasForm) {
    await createForm();
    await runCommand(workbench, "View: Close All Editors");
  }
  await alone("Test Forms");
}

/** Folds the other views of the container, so that this view has the whole height. */
async function alone(name: string): Promise<void> {
  await unfoldView(workbench, name);
  const labels = await page
    .locator('.sidebar .pane-header[aria-expanded="true"]')
    .evaluateAll((headers) => headers.map((header) => header.getAttribute("aria-label") ?? ""));
  for (const other of sideViews)
    if (other !== name && labels.some((label) => label.startsWith(other))) await foldView(workbench, other);
}

/** Takes pictures until two are the same, because pages are drawn piece by piece. */
async function settled(): Promise<Buffer> {
  let picture = await page.screenshot();
  for (let times = 0; times < 40; times += 1) {
    const next = await page.screenshot();
    if (next.equals(picture)) return next;
    picture = next;
  }
  return picture;
}

async function sheetOf(name: string): Promise<void> {
  const pictures: string[] = [];
  for (const theme of Object.keys(allThemes) as (keyof typeof allThemes)[]) {
    await useTheme(workbench, theme);
    for (const size of sizes) {
      await page.setViewportSize(size);
      const source = `data:image/png;base64,${(await settled()).toString("base64")}`;
      pictures.push(
        `<figure><figcaption>${name} · ${allThemes[theme]} · ${size.width} × ${size.height}</figcaption><img src="${source}"></figure>`,
      );
    }
    await page.setViewportSize(sizes[0]);
  }
  const sheet = await browser.newPage({ viewport: { width: 2130, height: 900 } });
  await sheet.setContent(
    `<style>body{display:grid;grid-template-columns:repeat(3,700px);gap:4px;margin:8px;font:12px sans-serif;background:#888}figure{margin:0}img{width:100%}</style>${pictures.join("")}`,
  );
  await sheet.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
  await sheet.close();
}

async function pdfOf(lines: readonly string[]): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  const sheet = pdf.addPage([595, 842]);
  for (const [index, line] of lines.entries()) sheet.drawText(line, { x: 72, y: 720 - 30 * index, size: 18, font });
  return pdf.save();
}

if (wanted.length === 0) await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });
await signIn(workbench, service, { name: "strandby", folder: "Claims" });
let failed = 0;
for (const [name, open] of Object.entries(views)) {
  if (wanted.length > 0 && !wanted.some((part) => name.includes(part))) continue;
  try {
    await open();
    await runCommand(workbench, "Notifications: Clear All Notifications");
    await sheetOf(name);
    console.log(`out/sheets/${name}.png`);
  } catch (error) {
    failed += 1;
    await writeFile(join(folder, `${name}-failed.png`), await page.screenshot());
    console.log(`${name} did not open:`, error);
    await page.keyboard.press("Escape");
  }
  await service.control("DELETE", "/faults");
  if (await page.locator(".part.panel").isVisible()) await page.keyboard.press("Control+J");
  await runCommand(workbench, "View: Close All Editors");
}
process.exitCode = failed === 0 ? 0 : 1;
