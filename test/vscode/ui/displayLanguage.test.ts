/**
 * The interface in the window's language: the manifest, the running extension, and what the language server finds and
 * shows in texts and request files.
 */
import type { Locator } from "playwright-core";
import { useWindow } from "../story.ts";
import { activeEditor, hoverOver, openFile } from "../editors.ts";
import { problems } from "../messages.ts";
import { runCommand } from "../palette.ts";
import { screenshot } from "../pictures.ts";
import { openView, treeItem } from "../sideBar.ts";
import { becomes } from "../waiting.ts";

const letter = "[[ LIB : claims : intro ]]\n[[ customer";
const orders = `{
  "operation": "signing.orders.list",
  "body": { "fileStatus": "open", "sortBy": "" }
}
`;

for (const [language, { start, write, view, use, started, finding, told, wrong, means }] of Object.entries({
  sv: {
    start: "Kom igång",
    write: /^Knappen öppnar ett brev som har ett fel: .* i listan\.$/s,
    view: "Textbibliotek",
    use: "Använd sandlådan",
    started: "SANDLÅDA",
    finding: "Den här platshållaren stängs aldrig",
    told: "Innehållstyp",
    wrong: "Förväntat: en lista. Här står: text.",
    means: "Egenskapen som listan sorteras efter.",
  },
  de: {
    start: "Erste Schritte",
    write: /^Die Schaltfläche öffnet einen Brief, der einen Fehler hat: .* zu wählen\.$/s,
    view: "Textbibliothek",
    use: "Sandbox verwenden",
    started: "SANDBOX",
    finding: "Dieser Platzhalter wird nie geschlossen",
    told: "Inhaltstyp",
    wrong: "Erwartet: eine Liste. Hier steht: Text.",
    means: "Eigenschaft, nach der die Liste sortiert wird.",
  },
})) {
  describe(`the display language ${language}`, () => {
    const { workbench, it } = useWindow(`display-language-${language}`, {
      options: () => ({ files: { "letter.sft": letter, "orders.signing.json": orders }, language }),
    });

    it("is used by the manifest, the extension and the language server", async () => {
      const { page } = workbench;
      await openView(workbench, "Smartform");
      await page.locator(`.sidebar .pane-header[aria-label^="${view}"]`).waitFor();
      await page.locator(".sidebar").getByRole("button", { name: use }).first().click();
      await treeItem(workbench, "Claims").waitFor();
      await page.locator(".statusbar").getByText(started).first().waitFor();
      await screenshot(workbench, `display-language-${language}`);

      await runCommand(workbench, `Smartform: ${start}`);
      const step = (id: string): Locator => page.locator(`.getting-started-step[data-step-id$="#${id}"]`);
      for (const id of ["sandbox", "library"]) await step(id).locator(".codicon.complete").waitFor();
      await step("fix").click();
      await becomes(
        workbench,
        async () => write.test(await step("fix").locator(".step-description-container").innerText()),
        true,
      );
      await screenshot(workbench, `display-language-${language}-walkthrough`);

      await openFile(workbench, "letter.sft");
      await (await problems(workbench)).filter({ hasText: finding }).first().waitFor();
      await hoverOver(workbench, activeEditor(workbench).locator(".view-line span", { hasText: "intro" }).last(), told);
      await screenshot(workbench, `display-language-${language}-finding`);

      await openFile(workbench, "orders.signing.json");
      await (await problems(workbench)).filter({ hasText: wrong }).first().waitFor();
      await hoverOver(
        workbench,
        activeEditor(workbench).locator(".view-line span", { hasText: "sortBy" }).last(),
        means,
      );
      await screenshot(workbench, `display-language-${language}-request`);
    });
  });
}
