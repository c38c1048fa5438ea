/** What an author sees in a text without asking: hints behind placeholders, and the content of hovers. */
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { readable } from "../../contrast.ts";
import { useService } from "../../story.ts";
import { activeEditor, hoverOver, openFile } from "../../editors.ts";
import { screenshot } from "../../pictures.ts";
import { themes, useTheme } from "../../settings.ts";
import { signIn } from "../../signIn.ts";

const letter = `Dear [[ customer.name ]],

[[ LIB : common-salutations : greeting ]]
[[ LIB : claims : intro ]]
Paid before [[ INPUT : deadline | type=date | default=$claim.deadline ]].
`;

describe("reading a text", () => {
  let page: Page;

  const { service, workbench, it } = useService("reading", {
    apart: true,
    options: () => ({
      files: {
        "letter.sft": letter,
        "customer.json": JSON.stringify({ customer: { name: "Åsa Öberg" }, claim: { deadline: "2026-12-24" } }),
        "smartform.json": JSON.stringify({
          files: [{ include: "*.sft", data: "customer.json", language: "sv", textLibraryFolder: "claims" }],
        }),
      },
      settings: { "editor.inlayHints.enabled": "on" },
    }),
    begin: async () => {
      ({ page } = workbench);
      await signIn(workbench, service, { name: "strandby", folder: "Claims" });
      await openFile(workbench, "letter.sft");
    },
  });

  const line = (text: string) => activeEditor(workbench).locator(".view-line", { hasText: text }).first();

  it("shows what placeholders print", async () => {
    await line("Dear").getByText("Åsa Öberg").waitFor();
    await screenshot(workbench, "inlay-hints");
  });

  for (const [name, word, told] of [
    ["library", "greeting", /Common/],
    ["data", "customer", /Åsa Öberg/],
    ["input", "deadline", /2026-12-24/],
  ] as const) {
    it(`shows what is known on hover: ${name}`, async () => {
      await page.keyboard.press("Escape");
      const hover = await hoverOver(
        workbench,
        activeEditor(workbench).locator(".view-line span", { hasText: word }).last(),
        told,
      );
      assert.match(await hover.innerText(), told);
      await screenshot(workbench, `hover-${name}`);
    });
  }

  for (const [className, theme] of Object.entries(themes) as [keyof typeof themes, string][]) {
    it(`can be read in the theme ${theme}`, async () => {
      await useTheme(workbench, className);
      await page.keyboard.press("Escape");
      await page.mouse.move(0, 0);
      await page.locator(".monaco-hover:not(.hidden)").first().waitFor({ state: "detached" });
      const hover = await hoverOver(
        workbench,
        activeEditor(workbench).locator(".view-line span", { hasText: "greeting" }).last(),
        "Common",
      );
      await hover.evaluate((shown) =>
        Promise.all(shown.getAnimations({ subtree: true }).map(({ finished }) => finished)),
      );
      await screenshot(workbench, `hover-${className}`);
      await readable(hover.locator("p, li, code, a"), { least: 5 });
    });
  }
});
